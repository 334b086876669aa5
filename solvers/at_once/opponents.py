"""Turns of opponents that hold at n, or at the points they lack to the goal if fewer, from every score.

Such an opponent can have few scores after starting at 0: for n = 25 in Pig 0, 25 to 30, 50 to 60 and 75 to 90
of those below 100. Its turns lead from one of them to another or to the goal, so a table over these scores is
complete. All combinations of several opponents' scores come up, because one may bust while another scores.
Scores are given by their *rank* in an ascending list of those that are stored: all scores below the goal, or
only those that can come up.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.forward import HoldAt, hold_at


def turns_that_hold(turn: Turn, goal: int) -> HoldAt:
    """Distributions of the turns that hold at 1, 2, ..., goal.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win

    Raises
    ------
    InvalidRules
        if the turn has other choices than to roll or to hold, or a bust changes the score
    """
    if turn.wipes or turn.least_score > 0:
        raise expected(
            "turn",
            "a game in which a bust scores nothing and takes nothing",
            turn.name,
            "Ask for the race instead.",
        )
    return hold_at(turn, goal)


def every_score(goal: int) -> Integers:
    """All scores below the goal, int64[rank]."""
    return np.arange(goal)


def scores_from_0(turn: Turn, goal: int, n: int) -> Integers:
    """The scores below the goal of a player that starts at 0 and holds at n, int64[rank], ascending.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    n : turn total at which the opponent holds, or at the points it lacks if fewer

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(scores_from_0(pig.turn(), 60, 25))
    [ 0 25 26 27 28 29 30 50 51 52 53 54 55 56 57 58 59]
    """
    gains = {outcome.gain for outcome in turn.throws[0].outcomes}
    totals, found = {0}, {0}
    for total in range(n):
        if total in totals:
            totals |= {total + gain for gain in gains}
    # An opponent nearer to the goal than n holds at the points it lacks, which reaches the goal.
    ends = {total for total in totals if total >= n}
    for score in range(goal):
        if score in found:
            found |= {score + end for end in ends if score + end < goal}
    return np.array(sorted(found))


class Row(NamedTuple):
    """One row of states: those with the same scores of all opponents but the last.

    Attributes
    ----------
    nothing : chance that no opponent but the last scores
    something : chance that one of them does, accurate where it is small
    equals : number of equal opponents, the last one included, that may be at `least`
    least : least rank of the last opponent's score in the row
    size : number of the last opponent's scores; the greatest rank in the row is one less
    """

    nothing: float
    something: float
    equals: int
    least: int
    size: int


class Opponents(NamedTuple):
    """Distributions of each opponent's turn, by the rank of its score.

    The arrays are as long as the longest list of scores; entries beyond a shorter one stand for the goal.

    Attributes
    ----------
    there : int64[opponent, rank, m], rank after the least positive gain and m points more; -1 at the goal, or
        if it never comes
    chance : float64[opponent, rank, m], chance of that gain
    nothing : float64[opponent, rank], chance to gain nothing
    something : float64[opponent, rank], chance to gain anything, accurate where it is small
    wins : float64[opponent, rank], chance to reach the goal
    jump : number of ranks by which the last opponent's least positive gain raises it, below the goal; 0 if
        not all its scores below the goal are stored
    """

    there: Integers
    chance: Array
    nothing: Array
    something: Array
    wins: Array
    jump: int


def opponents(gains: HoldAt, goal: int, hold_at: tuple[int, ...], scores: tuple[Integers, ...]) -> Opponents:
    """Distributions of the opponents' turns at each of their scores.

    Parameters
    ----------
    gains : from `turns_that_hold`
    goal : points to win
    hold_at : turn total at which each opponent holds
    scores : int64[rank], the scores of each opponent, ascending
    """
    count, longest = len(hold_at), gains.stop.shape[1]
    # Shorter lists of scores are padded with the goal, as a turn total of 0 to hold at is impossible.
    score = np.full((count, max(own.size for own in scores)), goal)
    for index, own in enumerate(scores):
        score[index, : own.size] = own
    least = np.minimum(np.array(hold_at)[:, None], goal - score)
    chance, after = gains.stop[least], (score + least)[:, :, None] + np.arange(longest)
    there = np.full(after.shape, -1)
    for index, own in enumerate(scores):
        comes = (chance[index] > 0.0) & (after[index] < goal)
        there[index][comes] = np.searchsorted(own, after[index][comes])
    wins = np.where(after >= goal, chance, 0.0).sum(axis=2)
    jump = hold_at[-1] if scores[-1].size == goal else 0
    return Opponents(there, chance, gains.bust[least], gains.score[least], wins, jump)


@jit
def nobody_else(them: Opponents, ranks: Integers, out_winners: Array) -> tuple[float, float]:
    """The turns of all opponents but the last, combined.

    Parameters
    ----------
    them : all opponents
    ranks : int64[opponent], ranks of their scores
    out_winners : float64[opponent], written: chance that this number of them reaches the goal

    Returns
    -------
    the chance that none of them scores, the chance that one does
    """
    nothing = 1.0
    something = 0.0
    out_winners[:] = 0.0
    out_winners[0] = 1.0
    for index in range(ranks.size - 1):
        something += nothing * them.something[index, ranks[index]]
        nothing *= them.nothing[index, ranks[index]]
        wins = them.wins[index, ranks[index]]
        for winners in range(index + 1, 0, -1):
            out_winners[winners] += wins * (out_winners[winners - 1] - out_winners[winners])
        out_winners[0] *= 1.0 - wins
    return nothing, something


@jit
def shares(winners: Array, last_wins: Array, out: Array) -> None:
    """The expected share of a mover who has reached the goal, by the rank of the last opponent's score.

    Parameters
    ----------
    winners : float64[opponent], chance that this number of opponents, without the last, reaches the goal
    last_wins : float64[rank] or longer, chance that the last one does
    out : float64[rank], written: share
    """
    for b in range(out.size):
        without = 1.0 - last_wins[b]
        out[b] = 0.0
        for others in range(winners.size):
            out[b] += winners[others] * (without / (1.0 + others) + (1.0 - without) / (2.0 + others))
