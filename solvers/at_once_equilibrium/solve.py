"""Simultaneous play of two: the equilibrium over turn totals to hold at, at every pair of scores.

Scores only grow, so one backward pass solves all pairs of scores. The game of one turn at (i, j)
(`stage_game.py`) has known values of all other scores that it leads to, and returns to itself if nobody
scores. It is zero-sum, as both chances to win add up to 1 and a shared win counts as half. So the value is
unique. Both players read one table of strategies, each with its own score first, and each pair of states (i,
j) and (j, i) is solved once. Of several equilibria `selection.py` chooses one.

In Zhu, Ma, Chen & Liu 2023 ("Mixed-strategy equilibrium") value iteration cycles in 141 states, and the even
mixture of the two alternating policies is called an equilibrium. Here every state that needs a mixture has
its own.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers, Shorts
from solvers.at_once.opponents import turns_that_hold
from solvers.at_once_equilibrium import certificate
from solvers.at_once_equilibrium.selection import select
from solvers.at_once_equilibrium.stage_game import SOLVED, TOO_MANY, UNSOLVED, Stage, respond, solve, stage
from solvers.deviations.strategy import Strategy
from solvers.errors import NotConverged, SolverError, expected
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.forward import HoldAt

# Most turn totals in a mixture. Pig needs 2 at any goal and 4 with 20 sides; Piglet with probability 0.995 of
# heads needs 11.
MOST_CHOICES = 12
# Largest accepted gap of a stage game.
LARGEST_GAP = 1e-12


@dataclass(frozen=True)
class Equilibrium:
    """Equilibrium of two players in simultaneous play.

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked, opponent], chance to win, all scores below the goal; a shared win counts as half
    strategy : turn totals to hold at, ascending, and their probabilities, shape [banked, opponent, choice]
    gap : float64[banked, opponent], sum of both players' gains by deviating in one turn at these scores
    exploitability : upper bound of the gain by the best deviation in the whole game from any scores, by
        another route
    """

    turn: Turn
    goal: int
    value: Array
    strategy: Strategy
    gap: Array
    exploitability: float

    @property
    def win_probability(self) -> float:
        """Chance to win from the start, 1/2 in all games."""
        return float(self.value[0, 0])

    @cached_property
    def support(self) -> Flags:
        """Number of turn totals mixed, int8[banked, opponent]."""
        return np.asarray((self.strategy.probability > 0).sum(axis=2), np.int8)

    @property
    def mixed_states(self) -> int:
        """Number of pairs of scores at which the player about to choose mixes."""
        return int((self.support > 1).sum())


class SolvedStates(NamedTuple):
    """Results that are written state by state.

    Attributes
    ----------
    wins : float64[opponent, own], chance to win
    hold_at : int16[banked, opponent, choice], turn totals to hold at, ascending
    probability : float64[banked, opponent, choice], their probabilities
    gap : float64[banked, opponent], sum of both players' gains by deviating in one turn
    """

    wins: Array
    hold_at: Shorts
    probability: Array
    gap: Array


class Ending(NamedTuple):
    """How the solution of all pairs of scores ended.

    Attributes
    ----------
    status : SOLVED, UNSOLVED or TOO_MANY
    banked, opponent : scores at which it stopped if the status is not SOLVED, else 0
    """

    status: int
    banked: int
    opponent: int


def equilibrium(turn: Turn, goal: int, choices: int = MOST_CHOICES) -> Equilibrium:
    """Solve simultaneous play of two players who choose turn totals to hold at.

    Parameters
    ----------
    turn : a turn that only rolls or holds, in which a bust leaves the score as it is
    goal : points to win, 2 or more
    choices : greatest number of turn totals in a mixture

    Raises
    ------
    InvalidRules
        if the goal or the number of choices is out of range, or the turn has other choices than to roll or to
        hold
    NotConverged
        if a stage game's gap is larger than LARGEST_GAP
    SolverError
        if an equilibrium mixes more turn totals than there is room for

    Examples
    --------
    The state that the paper names for its cycle is one in which both players mix.

    >>> from solvers.games import pig
    >>> found = equilibrium(pig.turn(), 100)
    >>> found.win_probability, found.strategy.hold_at[69, 47, :2]
    (0.5, array([16, 31], dtype=int16))
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if choices < 1:
        raise expected("choices", "1 or more", choices)
    gains = turns_that_hold(turn, goal)
    shape = (goal, goal, choices)
    tables = SolvedStates(
        np.zeros((goal, goal)), np.ones(shape, np.int16), np.zeros(shape), np.zeros((goal, goal))
    )
    ended = _solve(gains, stage(goal, turn.longest_gain), tables)
    where = f"{turn.name} to {goal}, at {ended.banked} against {ended.opponent}"
    if ended.status == TOO_MANY:
        raise SolverError(
            f"choices: expected at most {choices} turn totals in a mixture, got more ({where})."
        )
    worst = float(tables.gap.max())
    if ended.status != SOLVED or not worst <= LARGEST_GAP:
        got = worst if ended.status == SOLVED else "no equilibrium"
        raise NotConverged(f"gap: expected at most {LARGEST_GAP}, got {got} ({where}).")
    value: Array = np.ascontiguousarray(tables.wins.T)
    found = Equilibrium(turn, goal, value, Strategy(tables.hold_at, tables.probability), tables.gap, 0.0)
    proof = certificate.stages(turn, goal, value, tables.hold_at, tables.probability)
    return replace(found, exploitability=proof.exploitability)


@jit
def _solve(gains: HoldAt, game: Stage, tables: SolvedStates) -> Ending:
    """Solve all pairs of scores with banked >= opponent, the greatest lesser score first.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    game : buffers for the game of one pair of scores, written
    tables : written, both for (banked, opponent) and for (opponent, banked)
    """
    wins = tables.wins
    goal = wins.shape[0]
    for opponent in range(goal - 1, -1, -1):
        first = 1
        second = goal - opponent
        for banked in range(goal - 1, opponent - 1, -1):
            game.score[0] = banked
            game.score[1] = opponent
            # The solution for one point more is usually close.
            game.asked[0] = min(first, goal - banked)
            game.asked[1] = second
            status, value = solve(gains, wins, game, 0.5)
            if banked == opponent:
                value = 0.5
            if status == SOLVED:
                status = select(gains, wins, game, value)
            if status == SOLVED:
                status = _store(gains, game, value, tables)
            if status != SOLVED:
                return Ending(status, banked, opponent)
            first = tables.hold_at[banked, opponent, 0]
            second = tables.hold_at[opponent, banked, 0]
    return Ending(SOLVED, 0, 0)


@jit
def _store(gains: HoldAt, game: Stage, value: float, tables: SolvedStates) -> int:
    """Store the value, the strategies and the gap of one pair of scores, for both players.

    Parameters
    ----------
    gains : from `turns.forward.hold_at`, up to the goal
    game : the solved game
    value : value of the game to player 0
    tables : written

    Returns
    -------
    SOLVED; TOO_MANY if a mixture does not fit; UNSOLVED if the gap is NaN
    """
    gap = 0.0
    for player in range(2):
        own = game.score[player]
        other = game.score[1 - player]
        wins = value if player == 0 else 1.0 - value
        tables.wins[other, own] = wins
        gap += respond(gains, game, player, wins)[1]
        if not _store_mix(
            game.hold[player],
            game.mix[player],
            game.kept[player],
            tables.hold_at[own, other],
            tables.probability[own, other],
        ):
            return TOO_MANY
    tables.gap[game.score[0], game.score[1]] = max(gap, 0.0)
    tables.gap[game.score[1], game.score[0]] = max(gap, 0.0)
    return SOLVED if np.isfinite(gap) else UNSOLVED


@jit
def _store_mix(hold: Integers, mix: Array, count: int, out_hold_at: Shorts, out_probability: Array) -> bool:
    """Store the turn totals with positive probability, ascending; the last one is repeated as padding.

    Parameters
    ----------
    hold : int64[which], current turn totals
    mix : float64[which], their probabilities
    count : number of turn totals
    out_hold_at : int16[choice], written
    out_probability : float64[choice], on entry 0, written

    Returns
    -------
    False if there is no room for all of them
    """
    used = 0
    last = 0
    while True:
        following = -1
        for index in range(count):
            if mix[index] > 0.0 and hold[index] > last and (following < 0 or hold[index] < hold[following]):
                following = index
        if following < 0:
            out_hold_at[used:] = last
            return used > 0
        if used == out_hold_at.size:
            return False
        last = hold[following]
        out_hold_at[used] = last
        out_probability[used] = mix[following]
        used += 1
