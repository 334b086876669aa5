"""What opponents' turns do, at every score: each holds at n, or at what it lacks to the goal if that is less."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.forward import HoldAt, hold_at

Array = NDArray[np.float64]


def turns_that_hold(turn: Turn, goal: int) -> HoldAt:
    """How turns end that hold at 1, 2, ..., goal.

    Raises
    ------
    InvalidRules
        if a turn total to hold at does not say all about a turn, or a bust does not leave the score as it is
    """
    if turn.wipes or turn.least_score > 0:
        raise expected("turn", "a game in which a bust scores nothing and takes nothing", turn.name, "Ask for the race instead.")
    return hold_at(turn, goal)


class Opponents(NamedTuple):
    """What each opponent's turn does, by its score.

    Attributes
    ----------
    least : int64[opponent, score], the turn total it holds at, and so the least gain that is not 0
    chance : float64[opponent, score, m], chance to gain least + m
    nothing : float64[opponent, score], chance to gain nothing
    something : float64[opponent, score], chance to gain anything, to the last digits where it is small
    wins : float64[opponent, score], chance to reach the goal
    """

    least: NDArray[np.int64]
    chance: Array
    nothing: Array
    something: Array
    wins: Array


def opponents(gains: HoldAt, goal: int, hold_at: tuple[int, ...]) -> Opponents:
    """What opponents that hold at these turn totals do at every score below the goal."""
    score = np.arange(goal)
    least = np.minimum(np.array(hold_at)[:, None], goal - score)
    chance = gains.stop[least]
    past = (score + least)[:, :, None] + np.arange(chance.shape[2]) >= goal
    return Opponents(least, chance, gains.bust[least], gains.score[least], np.where(past, chance, 0.0).sum(axis=2))


@jit
def nobody_else(them: Opponents, scores: NDArray[np.int64], out_winners: Array) -> tuple[float, float]:
    """What all opponents but the last do together: (chance that none scores, chance that one does).

    out_winners : float64[opponent], chance that so many of them reach the goal
    """
    nothing, something = 1.0, 0.0
    out_winners[:] = 0.0
    out_winners[0] = 1.0
    for index in range(scores.size - 1):
        something += nothing * them.something[index, scores[index]]
        nothing *= them.nothing[index, scores[index]]
        wins = them.wins[index, scores[index]]
        for winners in range(index + 1, 0, -1):
            out_winners[winners] += wins * (out_winners[winners - 1] - out_winners[winners])
        out_winners[0] *= 1.0 - wins
    return nothing, something


@jit
def shares(winners: Array, last_wins: Array, out: Array) -> None:
    """The expected share of a mover who has reached the goal, by the last opponent's score.

    winners : float64[opponent], chance that so many of the others reach the goal
    last_wins : float64[score], chance that the last one does
    """
    for b in range(last_wins.size):
        without = 1.0 - last_wins[b]
        out[b] = 0.0
        for others in range(winners.size):
            out[b] += winners[others] * (without / (1.0 + others) + (1.0 - without) / (2.0 + others))
