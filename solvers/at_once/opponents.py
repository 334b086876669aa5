"""What opponents' turns do, at every score: each holds at n, or at what it lacks to the goal if that is less.

Such an opponent has few scores on its way from 0: with n = 25 in Pig 0, 25 to 30, 50 to 60 and 75 to 90 of
those below 100. From one of them a turn leads to another or to the goal, so that a table over these alone is
whole; and all combinations of several opponents' scores come up, because one of them may bust while another
scores. Scores are known by their *rank* in an ascending list of those that are stored: all scores below the
goal, or only those that come up.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.forward import HoldAt, hold_at


def turns_that_hold(turn: Turn, goal: int) -> HoldAt:
    """How turns end that hold at 1, 2, ..., goal.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win

    Raises
    ------
    InvalidRules
        if a turn total to hold at does not say all about a turn, or a bust does not leave the score as it is
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
    """The scores below the goal that come up if one holds at n from 0 on, int64[rank], ascending.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    n : turn total at which the opponent holds, or at what it lacks if that is less

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
    # Who is nearer to the goal than n holds at what is lacking, and so there.
    ends = {total for total in totals if total >= n}
    for score in range(goal):
        if score in found:
            found |= {score + end for end in ends if score + end < goal}
    return np.array(sorted(found))


class Row(NamedTuple):
    """One row of states: all that have the same scores of all opponents but the last.

    Attributes
    ----------
    nothing : chance that no opponent but the last scores
    something : chance that one of them does, to the last digits where it is small
    equals : how many opponents, the last one among them, may be at `least` and are the same
    least : least rank of the last opponent's score in the row
    size : how many scores the last opponent has; the greatest rank in the row is one less
    """

    nothing: float
    something: float
    equals: int
    least: int
    size: int


class Opponents(NamedTuple):
    """What each opponent's turn does, by the rank of its score.

    The arrays are as long as the longest list of scores; past the end of a shorter one stands the goal.

    Attributes
    ----------
    there : int64[opponent, rank, m], rank after the least gain that is not 0 and m points more; -1 at the
        goal, or if it never comes
    chance : float64[opponent, rank, m], chance of that gain
    nothing : float64[opponent, rank], chance to gain nothing
    something : float64[opponent, rank], chance to gain anything, to the last digits where it is small
    wins : float64[opponent, rank], chance to reach the goal
    jump : how many ranks the last opponent's least gain that is not 0 takes it up, until it reaches the goal;
        0 if not every score of it below the goal is stored
    """

    there: Integers
    chance: Array
    nothing: Array
    something: Array
    wins: Array
    jump: int


def opponents(gains: HoldAt, goal: int, hold_at: tuple[int, ...], scores: tuple[Integers, ...]) -> Opponents:
    """What opponents do at each of their scores.

    Parameters
    ----------
    gains : of `turns_that_hold`
    goal : points to win
    hold_at : turn total at which each opponent holds
    scores : int64[rank], the scores of each opponent, ascending
    """
    count, longest = len(hold_at), gains.stop.shape[1]
    # Behind a shorter list of scores the goal itself is filled in: holding at 0 is what nobody does.
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
    """What all opponents but the last do together.

    Parameters
    ----------
    them : all opponents
    ranks : int64[opponent], ranks of their scores
    out_winners : float64[opponent], becomes the chance that so many of them reach the goal

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
    winners : float64[opponent], chance that so many of the opponents but the last reach the goal
    last_wins : float64[rank] or longer, chance that the last one does
    out : float64[rank], becomes the share
    """
    for b in range(out.size):
        without = 1.0 - last_wins[b]
        out[b] = 0.0
        for others in range(winners.size):
            out[b] += winners[others] * (without / (1.0 + others) + (1.0 - without) / (2.0 + others))
