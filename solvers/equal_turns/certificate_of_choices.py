"""Certificates of what players do in a contest of equal turns: what each stored choice loses, in plain NumPy.

As in `turns.certificate_of_choices`, a turn is unrolled backwards over x = banked + turn total, with the
proved values given; that of the first player begins beyond the goal. Infinity stands for a choice that there
is not.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.house_rules import with_entry
from solvers.games.turn import Throw, Turn
from solvers.turns import certificate_of_choices as choices
from solvers.turns.certificate_of_choices import Choices, Stakes


def loss_of_hold_at(turn: Turn, handed: Array, hold_at: Choices, start: int = 0) -> Array:
    """What is lost by throwing below the least turn total to hold at, or by holding there.

    Parameters
    ----------
    turn : one that only throws on
    handed : float64[score, opponent], value of handing over the turn, as far as one throw goes from below the
        score from which on it is held
    hold_at : int16[banked, opponent], that turn total
    start : least score of which it speaks

    Returns
    -------
    float64[banked, opponent]
    """
    goal, top, throw = len(hold_at), len(handed) - turn.longest_gain, turn.throws[0]
    bust, loss = handed[turn.least_score :][:goal], np.zeros(hold_at.shape)
    held_with = with_entry(turn, handed)
    standing: dict[int, Array] = {}
    for x in range(top - 1, -1, -1):
        # Rows are the banked scores from which x can be reached.
        rows = min(x + 1, goal)
        worth = float(throw.bust) * bust[:rows] + float(throw.wipe) * handed[0]
        for outcome in throw.outcomes:
            ahead = x + outcome.gain
            worth += float(outcome.probability) * (standing[ahead][:rows] if ahead < top else handed[ahead])
        total, own = x - np.arange(rows)[:, None], hold_at[:rows]
        if x >= start:
            better = worth - held_with[x]
            thrown = np.where((total > 0) & (total < own), -better, 0.0)
            held = np.where((total > 0) & (total == own), better, 0.0)
            loss[:rows] = np.maximum(loss[:rows], np.maximum(thrown, held))
        standing[x] = np.maximum(worth, held_with[x])
        standing.pop(x + turn.longest_gain, None)
    banked = np.arange(goal)[:, None]
    there = (hold_at >= np.maximum(1, start - banked)) & (hold_at <= top - banked)
    return np.where(there, loss, np.inf)


def loss_of_opening(turn: Turn, handed: Array, opening: Choices) -> Array:
    """What opening a turn with some throw loses, where every throw is held, float64[banked, opponent].

    Parameters
    ----------
    turn : one without ways to go on
    handed : float64[score, opponent], value of handing over the turn, as far as one throw goes
    opening : [banked, opponent], index of the throw
    """
    goal = len(opening)
    everywhere = np.zeros(handed.shape, opening.dtype)
    everywhere[:goal] = opening
    return choices.loss_of_opening(turn, Stakes(handed, 1.0), everywhere)[:goal]


def loss_of_last_hold_at(turn: Turn, level: float, hold_at: NDArray[Any]) -> Array:
    """What is lost in last turns by holding while behind, by throwing when ahead, or by either when level.

    Parameters
    ----------
    turn : one that only throws on
    level : what a tie is worth to who has the last turn
    hold_at : int16[behind], turn totals held at, for 1 point behind and more

    Returns
    -------
    float64[behind]
    """
    loss = np.full(hold_at.shape, np.inf)
    for index, own in enumerate(hold_at.tolist()):
        behind = index + 1
        lost = 1.0 if turn.least_score > behind else level if turn.least_score == behind else 0.0
        won = sum(outcome.probability for outcome in turn.throws[0].outcomes)
        better = float(turn.throws[0].bust) * lost + float(won) - level
        if own in (behind, behind + 1):
            loss[index] = max(better if own == behind else -better, 0.0)
    return loss


def loss_of_last_opening(turn: Turn, level: float, opening: NDArray[Any]) -> Array:
    """What opening a last turn with some throw loses, where every throw is held, float64[behind].

    Parameters
    ----------
    turn : one without ways to go on
    level : what a tie is worth to who has the last turn
    opening : [behind], index of the throw, for 1 point behind and more
    """
    loss = np.full(opening.shape, np.inf)
    for index, own in enumerate(opening.tolist()):
        if own in turn.openings:
            worth = [_worth(turn, turn.throws[other], index + 1, level) for other in turn.openings]
            loss[index] = max(worth) - _worth(turn, turn.throws[own], index + 1, level)
    return loss


def _worth(turn: Turn, throw: Throw, behind: int, level: float) -> float:
    """Chance to win with one throw that is held."""
    ends = [(throw.bust, turn.least_score), *((one.probability, one.gain) for one in throw.outcomes)]
    ahead = sum((chance for chance, gain in ends if gain > behind), Fraction(0))
    even = sum((chance for chance, gain in ends if gain == behind), Fraction(0))
    return float(ahead) + float(even) * level
