"""Certificates of choices with equal turns: the loss by each stored choice, in plain NumPy.

Below the goal a turn is unrolled as in every contest; those of the first player extend beyond the goal. Last
turns depend on the points behind only. A choice that does not exist loses infinity.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.equal_turns.certificate import ends_of
from solvers.games.turn import Throw, Turn
from solvers.turns import certificate_of_choices as choices
from solvers.turns.certificate_of_choices import Choices


def loss_of_hold_at(turn: Turn, handed: Array, hold_at: Choices, start: int = 0) -> Array:
    """Loss by rolling below the least turn total to hold at, or by holding at it.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    handed : float64[score, opponent], value of handing over the turn, up to one throw beyond the score from
        which on the player holds
    hold_at : int16[banked, opponent], that turn total
    start : least score to which the turn total refers

    Returns
    -------
    float64[banked, opponent]
    """
    return choices.loss_of_hold_at(turn, ends_of(turn, handed, len(hold_at)), hold_at, start)


def loss_of_opening(turn: Turn, handed: Array, opening: Choices) -> Array:
    """Loss by a choice of opening throw, if the player holds after every throw, float64[banked, opponent].

    Parameters
    ----------
    turn : a turn of one throw
    handed : float64[score, opponent], value of handing over the turn, as far as one throw goes
    opening : int[banked, opponent], index of the throw
    """
    return choices.loss_of_opening(turn, ends_of(turn, handed, len(opening)), opening)


def loss_of_first_turn(turn: Turn, handed: Array, policy: Choices) -> Array:
    """Loss by actions of the first player in the turn that opens the game, float64[turn_total, position].

    Parameters
    ----------
    turn : any turn
    handed : float64[score, opponent], value of handing over the turn, up to one throw beyond the score from
        which on the player holds; more points are worth no more
    policy : int8[turn_total, position], HOLD or the code of a way
    """
    missing = max(0, len(policy) + turn.longest_gain - len(handed))
    beyond = np.concatenate((handed, np.repeat(handed[-1:], missing, axis=0)))
    return choices.loss_of_first_turn(turn, ends_of(turn, beyond, 1), policy)


def loss_of_last_hold_at(turn: Turn, level: float, hold_at: NDArray[Any]) -> Array:
    """Loss in last turns by holding while behind, by rolling when ahead, or by the worse choice when level.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    level : value of a tie to the player in the last turn
    hold_at : int16[behind], turn totals to hold at, for 1 point behind and more

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
    """Loss in last turns by a choice of opening throw, if every throw is held, float64[behind].

    Parameters
    ----------
    turn : a turn of one throw
    level : value of a tie to the player in the last turn
    opening : int[behind], index of the throw, for 1 point behind and more
    """
    loss = np.full(opening.shape, np.inf)
    for index, own in enumerate(opening.tolist()):
        if own in turn.openings:
            worth = [_worth(turn, turn.throws[other], index + 1, level) for other in turn.openings]
            loss[index] = max(worth) - _worth(turn, turn.throws[own], index + 1, level)
    return loss


def _worth(turn: Turn, throw: Throw, behind: int, level: float) -> float:
    """Chance to win by one throw and holding."""
    ends = [(throw.bust, turn.least_score), *((one.probability, one.gain) for one in throw.outcomes)]
    ahead = sum((chance for chance, gain in ends if gain > behind), Fraction(0))
    even = sum((chance for chance, gain in ends if gain == behind), Fraction(0))
    return float(ahead) + float(even) * level
