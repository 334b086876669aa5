"""Simultaneous contest of two: the equilibrium over turn totals to hold at, at every pair of scores.

Scores only grow, so one backward pass solves all pairs of scores: the game of one turn at (i, j)
(`stage_game.py`) knows what all others are worth that it leads to, and comes back to itself if nobody scores.
It is zero-sum: both chances to win add up to 1, a shared win counting half. So the value is unique. Both
players read one table of strategies, each with its own score first, and each pair of states (i, j) and (j, i)
is solved once. Which equilibrium is stored where there are several: `selection.py`.

Zhu, Ma, Chen & Liu 2023 ("Mixed-strategy equilibrium") let value iteration chase its own tail in 141 states,
and call the even mixture of the two policies that alternate an equilibrium. Here every state that needs a
mixture has its own.
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

# Turn totals that a player may mix at one pair of scores. Pig takes 2 at any goal, with 20 sides 4; Piglet
# with 0.995 for heads 11.
MOST_CHOICES = 12
# Largest accepted gap of a stage game.
LARGEST_GAP = 1e-12


@dataclass(frozen=True)
class Equilibrium:
    """Optimal play of both players.

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked, opponent], chance to win, a shared win counting half; all scores below the goal
    strategy : turn totals to hold at and their probabilities, ascending; shape (banked, opponent, choice)
    gap : float64[banked, opponent], what both players together could gain by deviating in one turn at these
        scores
    exploitability : upper bound of what the best deviation gains in the whole game from any scores, by
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
        """Chance to win from the start; 1/2 for all games."""
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
    """What is filled in state by state.

    Attributes
    ----------
    wins : float64[opponent, own], chance to win
    hold_at : int16[banked, opponent, choice], turn totals to hold at, ascending
    probability : float64[banked, opponent, choice], of each
    gap : float64[banked, opponent], what both players together could gain by deviating in one turn
    """

    wins: Array
    hold_at: Shorts
    probability: Array
    gap: Array


class Ending(NamedTuple):
    """How solving all pairs of scores ended.

    Attributes
    ----------
    status : SOLVED, UNSOLVED or TOO_MANY
    banked, opponent : scores at which it ended if it is not SOLVED, else 0
    """

    status: int
    banked: int
    opponent: int


def equilibrium(turn: Turn, goal: int, choices: int = MOST_CHOICES) -> Equilibrium:
    """Solve a simultaneous contest of two players who choose turn totals to hold at.

    Parameters
    ----------
    turn : a turn with hold-at rules, in which a bust leaves the score as it is
    goal : points to win, 2 or more
    choices : turn totals that a mixture has room for

    Raises
    ------
    InvalidRules
        if the goal or the number of choices is out of range, or a turn total to hold at does not say all
        about a turn
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
    """All pairs of scores with banked >= opponent, the greatest lesser score first.

    Parameters
    ----------
    gains : of `turns.forward.hold_at`, up to the goal
    game : memory for the game of one pair of scores, written
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
            # What was played one point further up is seldom far off.
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
    gains : of `turns.forward.hold_at`, up to the goal
    game : the solved game
    value : of the game to player 0
    tables : written

    Returns
    -------
    SOLVED; TOO_MANY if a mixture does not fit; UNSOLVED if the gap is no number
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
    """Store what is played with a probability, by ascending turn total; the last turn total fills up.

    Parameters
    ----------
    hold : int64[which], turn totals kept
    mix : float64[which], their probabilities
    count : how many there are
    out_hold_at : int16[choice], written
    out_probability : float64[choice], comes with 0, written

    Returns
    -------
    False if there are more than choices
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
