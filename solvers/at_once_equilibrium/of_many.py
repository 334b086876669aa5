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
# What a rule may win in one turn beyond the state's value.
TOLERANCE = 1e-12
# Between these Lemke's steps hand over to equations; and how many steps a start may take.
CLOSE, EXACT = 1e-8, 1e-15
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
        mixes, values, starts = _solve(stage, labels, goal, start_hold_at)
        restarted += starts > 0
        for seat, score in enumerate(stage.scores):
            group = [own for own, _ in stage.groups].index(score)
            strategy[state, seat, labels[score] - 1] = mixes[group]
            value[state, seat] = values[group]
    crossover = crowd(turn, goal).players
    proof = exploitability(turn, goal, scores, strategy, value)
    return SimultaneousOfMany(turn, goal, players, scores, strategy, value, restarted, crossover, proof)


def states(goal: int, players: int) -> Integers:
    """The scores of the players in every state, int64[state, seat], ascending and in lexicographic order."""
    return np.array(list(combinations_with_replacement(range(goal), players)), np.int64)


def check(goal: int, players: int, start_hold_at: int) -> None:
    """Refuse what `simultaneous_of_many` does not solve.

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
    """What a player wins once somebody has reached the goal, by all scores with the own first; 0 where nobody
    has.
    """
    at_goal = np.indices((goal + 1,) * players) == goal
    return np.asarray(np.where(at_goal[0], 1.0 / at_goal.sum(axis=0).clip(min=1), 0.0))


def _solve(
    stage: Stage, labels: Sequence[Integers], goal: int, start_hold_at: int
) -> tuple[Mixes, Array, int]:
    """Mixes and values of one state, and how many starts failed."""
    holds = [[min(start_hold_at, goal - score) for score, _ in stage.groups]]
    holds += [[max(1, int(share * (goal - score))) for score, _ in stage.groups] for share in STARTS]
    for starts, hold_at in enumerate(holds):
        mixes = [
            (np.arange(labels[score].size) == np.searchsorted(labels[score], own, "right") - 1).astype(float)
            for (score, _), own in zip(stage.groups, hold_at, strict=True)
        ]
        found = _newton(stage, mixes)
        if found is not None:
            return *found, starts
    raise NotConverged(
        f"gain of a rule: expected at most {TOLERANCE} from one of {len(holds)} starts (scores"
        f" {stage.scores})."
    )


def _newton(stage: Stage, mixes: Mixes) -> tuple[Mixes, Array] | None:
    """Newton's method from a start; None if it does not arrive."""
    for _ in range(MOST_STEPS):
        values = stage.values(mixes)
        gain = stage.gains(mixes, values).max()
        if EXACT < gain <= CLOSE:
            mixes, values, gain = _polish(stage, mixes, values, gain)
        if gain <= TOLERANCE:
            return mixes, values
        nearer = stage.step(mixes, values)
        if nearer is None:
            break
        mixes = nearer
    return None


def _polish(stage: Stage, mixes: Mixes, values: Array, gain: float) -> tuple[Mixes, Array, float]:
    """Take Lemke's rounding off for as long as that lessens the gain; leaves the values of the best in the
    table.
    """
    for _ in range(MOST_STEPS):
        nearer = stage.polished(mixes, values)
        their_values = stage.values(nearer)
        their_gain = float(stage.gains(nearer, their_values).max())
        if their_gain >= gain:
            break
        mixes, values, gain = nearer, their_values, their_gain
    stage.set_values(values)
    return mixes, values, gain
