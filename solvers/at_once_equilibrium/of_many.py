"""Simultaneous Pig of n players: a symmetric equilibrium of turn totals to hold at, state by state.

All players roll at the same time, unseen; players who reach the goal in the same round share one win. A state
is the scores of all players, and players with the same score draw from the same mix. Scores only grow, so
states are solved from the highest sum down, each as a game of `stage_of_many.py`. Every state has an
equilibrium, and with three or more players it may have several. Which one is found depends on the start of
Newton's method, where all players hold at one turn total. If one start does not lead to an equilibrium, the
next of STARTS is tried.

That all players always hold at the goal is one of the equilibria if and only if there are `crossover_players`
or more (see `crowd/solve.py`).
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
# Most stored numbers: states with each player's mix, and values by all players' scores.
MOST_NUMBERS = 30_000_000
# Greatest accepted gain of a rule in one turn over the state's value.
LARGEST_GAIN = 1e-12
# If the greatest gain lies between these, the equations on the support remove the rounding of Lemke's method.
LEAST_POLISHED = 1e-15
LARGEST_POLISHED = 1e-8
# Most steps from one start.
MOST_STEPS = 40
# Further starts, after the requested one: hold at this share of the points missing to the goal.
STARTS = (1.0, 0.5, 0.25, 0.0)


@dataclass(frozen=True)
class SimultaneousOfMany:
    """A symmetric equilibrium of simultaneous play.

    Attributes
    ----------
    turn, goal, players : the game
    scores : int64[state, seat], the players' scores, ascending, in lexicographic order; the start is the
        first
    strategy : float64[state, seat, hold_at], probability to hold at 1, 2, ..., goal; of turn totals that are
        the same rule, the least has it all
    value : float64[state, seat], chance to win
    restarted : number of states that needed another start than the requested one
    crossover_players : least number of players from which on all players holding at the goal is an
        equilibrium
    exploitability : greatest gain of one player's best response over its value, over all states, by another
        route
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
        """Probability to hold at each turn total in the first turn, float64[hold_at]."""
        return np.asarray(self.strategy[0, 0])

    @property
    def opening_mean_hold_at(self) -> float:
        """Mean turn total to hold at in the first turn."""
        return float((np.arange(1, self.goal + 1) * self.opening_probability).sum())

    @property
    def mixed_states(self) -> int:
        """Number of states in which some player draws between turn totals."""
        return int((self.strategy.max(axis=2) < 1.0).any(axis=1).sum())


class Arrival(NamedTuple):
    """The end of Newton's method in one state.

    Attributes
    ----------
    mixes : for each group of players with equal scores, float64[rule]
    values : float64[group], chance to win
    gain : greatest gain of a rule in one turn over the value
    """

    mixes: Mixes
    values: Array
    gain: float


def simultaneous_of_many(turn: Turn, goal: int, players: int, start_hold_at: int = 20) -> SimultaneousOfMany:
    """Find a symmetric equilibrium over turn totals to hold at.

    Parameters
    ----------
    turn : a turn that only rolls or holds, in which a bust leaves the score as it is
    goal : points to win, 2 or more
    players : number of players, 2 to 6
    start_hold_at : turn total at which all players hold at the start of Newton's method, in each state, or
        the points missing to the goal if fewer

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
    """Refuse arguments that `simultaneous_of_many` does not solve.

    Parameters
    ----------
    goal : points to win
    players : number of players
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
    """Chance of each gain by rule, float64[rule, gain]; gains that reach the goal are merged."""
    chances = np.diff(cumulative(rules(turn, lacking)), axis=0, prepend=0.0).T
    return np.ascontiguousarray(
        np.concatenate([chances[:, :lacking], chances[:, lacking:].sum(axis=1, keepdims=True)], axis=1)
    )


def _shares(goal: int, players: int) -> Array:
    """Value of being at the goal, by all scores with the own first; 0 elsewhere."""
    at_goal = np.indices((goal + 1,) * players) == goal
    return np.asarray(np.where(at_goal[0], 1.0 / at_goal.sum(axis=0).clip(min=1), 0.0))


def _solve(stage: Stage, labels: Sequence[Integers], goal: int, start_hold_at: int) -> tuple[Arrival, int]:
    """Mixes and values of one state, and the number of starts that failed.

    Parameters
    ----------
    stage : the game of the state
    labels : for each score below the goal, int64[rule], turn total at which the rule holds
    goal : points to win
    start_hold_at : turn total at which all players hold in the first start
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
    """Newton's method from a start; None if it does not converge."""
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
    """Remove the rounding of Lemke's method, as long as that lowers the gain.

    The best values are left in the stage's table.
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
