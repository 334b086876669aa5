"""Simultaneous Pig of n players: a symmetric equilibrium of turn totals to hold at, state by state.

All throw at the same time, unseen; who reaches the goal in the same round shares one win. A state is the
scores of all, and players with the same score draw by the same mix. Scores only grow, so states are solved
from the highest sum down, each as a game of `stage_of_many.py`. From two players on a state has an
equilibrium, and from three on it may have several: which one is found depends on where Newton's method
starts, with all players holding at one turn total. Where one start does not lead to an equilibrium, the next
of STARTS is tried.

Everybody holding at the goal for ever is one of them if and only if there are `crossover_players` or more
(see `crowd/solve.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.at_once.opponents import turns_that_hold
from solvers.at_once_equilibrium.certificate_of_many import exploitability
from solvers.at_once_equilibrium.stage_of_many import Mixes, Stage
from solvers.crowd.solve import crowd
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.turns.one_turn import cumulative, rules

MOST_PLAYERS = 6
# States with each player's mix, and values by all players' scores: numbers stored.
MOST_NUMBERS = 30_000_000
# The most that a rule may win in one turn beyond the state's value.
LARGEST_GAIN = 1e-12
# Where the best rule wins more than the one and at most the other beyond the state's value, the equations on
# the support take Lemke's rounding off.
LEAST_POLISHED = 1e-15
LARGEST_POLISHED = 1e-8
# Steps that a start may take.
MOST_STEPS = 40
# Where Newton's method starts once the start asked for has failed: hold at this share of what is lacking.
STARTS = (1.0, 0.5, 0.25, 0.0)


@dataclass(frozen=True)
class SimultaneousOfMany:
    """A symmetric equilibrium.

    Attributes
    ----------
    turn, goal, players : the game
    scores : int64[state, seat], the scores of the players, ascending, in lexicographic order; the start is
        the first
    strategy : float64[state, seat, hold_at], chance to hold at 1, 2, ..., goal; of turn totals that are the
        same rule the least has it
    value : float64[state, seat], chance to win
    restarted : number of states that needed another start than the one asked for
    crossover_players : least number of players from which on everybody holding at the goal is an equilibrium
    exploitability : what the best response of one player wins beyond its value, at most over all states,
        computed by another route
    """

    turn: Turn
    goal: int
    players: int
    scores: Integers
    strategy: Array
    value: Array
    restarted: int
    crossover_players: int
    exploitability: float

    @property
    def opening_probability(self) -> Array:
        """Chance to hold at each turn total in the first turn."""
        return np.asarray(self.strategy[0, 0])

    @property
    def opening_mean_hold_at(self) -> float:
        """Turn total to hold at in the first turn on average."""
        return float((np.arange(1, self.goal + 1) * self.opening_probability).sum())

    @property
    def mixed_states(self) -> int:
        """Number of states in which some player draws."""
        return int((self.strategy.max(axis=2) < 1.0).any(axis=1).sum())


class Arrival(NamedTuple):
    """Where Newton's method arrived in one state.

    Attributes
    ----------
    mixes : of each group of players with equal scores, float64[rule]
    values : float64[group], chance to win
    gain : the most that a rule wins in one turn beyond the value
    """

    mixes: Mixes
    values: Array
    gain: float


def simultaneous_of_many(turn: Turn, goal: int, players: int, start_hold_at: int = 20) -> SimultaneousOfMany:
    """Find a symmetric equilibrium over turn totals to hold at.

    Parameters
    ----------
    turn : a turn with hold-at rules whose bust leaves the score as it is
    goal : points to win, 2 or more
    players : 2 to 6
    start_hold_at : Newton's method starts in each state with all holding there, or at what they lack if that
        is less

    Raises
    ------
    InvalidRules
        if a number is out of range, or the states take more than MOST_NUMBERS numbers
    NotConverged
        if no start leads to an equilibrium of some state

    Examples
    --------
    >>> from solvers.games import pig
    >>> found = simultaneous_of_many(pig.turn(), 10, 3)
    >>> print(round(float(found.value[0, 0]), 12), found.exploitability < 1e-12)
    0.333333333333 True
    """
    check(goal, players, start_hold_at)
    turns_that_hold(turn, goal)
    labels = [rules(turn, goal - score).hold_at for score in range(goal)]
    ends = [_ends(turn, goal - score) for score in range(goal)]
    scores = states(goal, players)
    strategy, value = np.zeros((len(scores), players, goal)), np.empty((len(scores), players))
    table, restarted = _shares(goal, players), 0
    for state in np.argsort(-scores.sum(axis=1), kind="stable"):
        stage = Stage(table, ends, tuple(int(score) for score in scores[state]))
        found, starts = _solve(stage, labels, goal, start_hold_at)
        restarted += starts > 0
        for seat, score in enumerate(stage.scores):
            group = [own for own, _ in stage.groups].index(score)
            strategy[state, seat, labels[score] - 1] = found.mixes[group]
            value[state, seat] = found.values[group]
    crossover = crowd(turn, goal).players
    proof = exploitability(turn, goal, scores, strategy, value)
    return SimultaneousOfMany(turn, goal, players, scores, strategy, value, restarted, crossover, proof)


def states(goal: int, players: int) -> Integers:
    """The scores of the players in every state, int64[state, seat], ascending and in lexicographic order."""
    return np.array(list(combinations_with_replacement(range(goal), players)), np.int64)


def check(goal: int, players: int, start_hold_at: int) -> None:
    """Refuse what `simultaneous_of_many` does not solve.

    Parameters
    ----------
    goal : points to win
    players : how many there are
    start_hold_at : turn total with which Newton's method starts

    Raises
    ------
    InvalidRules
        if a number is out of range, or the states take more than MOST_NUMBERS numbers
    """
    if not 2 <= players <= MOST_PLAYERS:
        raise expected("players", f"2 to {MOST_PLAYERS}", players)
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if start_hold_at < 1:
        raise expected("start_hold_at", "1 or more", start_hold_at)
    numbers = comb(goal - 1 + players, players) * players * goal + (goal + 1) ** players
    if numbers > MOST_NUMBERS:
        raise expected(
            "goal",
            f"one at which {players} players take at most {MOST_NUMBERS:.0e} numbers",
            f"{numbers:.1e}",
        )


def _ends(turn: Turn, lacking: int) -> Array:
    """Chance of each gain by rule, float64[rule, gain]; all that reaches the goal is one gain."""
    chances = np.diff(cumulative(rules(turn, lacking)), axis=0, prepend=0.0).T
    return np.ascontiguousarray(
        np.concatenate([chances[:, :lacking], chances[:, lacking:].sum(axis=1, keepdims=True)], axis=1)
    )


def _shares(goal: int, players: int) -> Array:
    """What a player at the goal wins, by all scores with the own first; 0 where it is not there."""
    at_goal = np.indices((goal + 1,) * players) == goal
    return np.asarray(np.where(at_goal[0], 1.0 / at_goal.sum(axis=0).clip(min=1), 0.0))


def _solve(stage: Stage, labels: Sequence[Integers], goal: int, start_hold_at: int) -> tuple[Arrival, int]:
    """Mixes and values of one state, and how many starts failed.

    Parameters
    ----------
    stage : the game of the state
    labels : for each score below the goal, int64[rule], the turn total at which the rule holds
    goal : points to win
    start_hold_at : turn total with which the first start holds
    """
    holds = [[min(start_hold_at, goal - score) for score, _ in stage.groups]]
    holds += [[max(1, int(share * (goal - score))) for score, _ in stage.groups] for share in STARTS]
    for starts, hold_at in enumerate(holds):
        mixes = [
            (np.arange(labels[score].size) == np.searchsorted(labels[score], own, "right") - 1).astype(float)
            for (score, _), own in zip(stage.groups, hold_at, strict=True)
        ]
        found = _newton(stage, mixes)
        if found is not None:
            return found, starts
    raise NotConverged(
        f"gain of a rule: expected at most {LARGEST_GAIN} from one of {len(holds)} starts (scores"
        f" {stage.scores})."
    )


def _newton(stage: Stage, mixes: Mixes) -> Arrival | None:
    """Newton's method from a start; None if it does not arrive."""
    for _ in range(MOST_STEPS):
        values = stage.values(mixes)
        found = Arrival(mixes, values, float(stage.gains(mixes, values).max()))
        if LEAST_POLISHED < found.gain <= LARGEST_POLISHED:
            found = _polished(stage, found)
        if found.gain <= LARGEST_GAIN:
            return found
        nearer = stage.step(found.mixes, found.values)
        if nearer is None:
            break
        mixes = nearer
    return None


def _polished(stage: Stage, found: Arrival) -> Arrival:
    """Take Lemke's rounding off for as long as that lessens the gain.

    The values of the best are left in the stage's table.
    """
    for _ in range(MOST_STEPS):
        mixes = stage.polished(found.mixes, found.values)
        values = stage.values(mixes)
        gain = float(stage.gains(mixes, values).max())
        if gain >= found.gain:
            break
        found = Arrival(mixes, values, gain)
    stage.set_values(found.values)
    return found
