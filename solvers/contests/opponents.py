"""What an opponent's turn does, at every score: one that holds at n, or at what it lacks to the goal if that is less."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.turns.forward import HoldAt

Array = NDArray[np.float64]


class Opponent(NamedTuple):
    """What an opponent's turn does, by its score b.

    Attributes
    ----------
    least : int64[b], the turn total it holds at, and so the least gain that is not 0
    chance : float64[b, m], chance to gain least + m
    nothing : float64[b], chance to gain nothing
    something : float64[b], chance to gain anything, to the last digits where it is small
    wins : float64[b], chance to reach the goal
    """

    least: NDArray[np.int64]
    chance: Array
    nothing: Array
    something: Array
    wins: Array


def opponent(gains: HoldAt, goal: int, n: int) -> Opponent:
    """What an opponent that holds at n does at every score below the goal."""
    score = np.arange(goal)
    least = np.minimum(n, goal - score)
    chance = gains.stop[least]
    past = score[:, None] + least[:, None] + np.arange(chance.shape[1]) >= goal
    return Opponent(least, chance, gains.bust[least], gains.score[least], np.where(past, chance, 0.0).sum(axis=1))


def nobody(gains: HoldAt) -> Opponent:
    """An opponent with one score who never gains: two players are three with nobody."""
    longest = gains.stop.shape[1]
    return Opponent(np.zeros(1, np.int64), np.zeros((1, longest)), np.ones(1), np.zeros(1), np.zeros(1))
