"""Certificate of hold at n against hold at m with equal turns: one backup of both seats' values, in NumPy.

Turns are played out one turn total after the other, on the rules as they were written; last turns by what is
lacking, as a recursion of its own.
"""

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.tie import WORTH, Tie
from solvers.games.turn import Turn


def residual(
    turn: Turn,
    goal: int,
    tie: Tie,
    rules: tuple[int, int],
    value: Array,
    second_value: Array,
    tie_value: Array | float | None = None,
    last_value: Array | None = None,
) -> float:
    """Largest difference between what is stored and one backup of it.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again, without wipes
    goal : points to reach
    tie : who wins with equal scores
    rules : turn totals that the first and the second player hold at
    value : float64[banked, opponent], the first player's chance to win when about to move
    second_value : float64[banked, opponent], the second's when about to move, `banked` its own score
    tie_value : what a tie is worth to the first player; None where it is not stored
    last_value : float64[behind], the second's chance to win with the last turn, for 1 point on; None where it
        is not stored
    """
    far = max(rules[0], goal) + turn.longest_gain
    ahead, level = last_turns(turn, far, tie)
    worth = WORTH[tie] if tie is not Tie.AGAIN else _of_further_rounds(turn, rules[0], ahead, level)
    wins = ahead + level * (1.0 - worth)
    score = np.arange(goal, far + 1)[:, None]
    held = np.ones((far + 1, goal))
    held[:goal] = 1.0 - second_value.T
    held[goal:] = 1.0 - wins[score - np.arange(goal)]
    others = np.ones((far + 1, goal))
    others[:goal] = 1.0 - value.T
    worst = [
        np.abs(_backup(turn, rules[0], goal, held) - value).max(),
        np.abs(_backup(turn, rules[1], goal, others) - second_value).max(),
    ]
    if tie_value is not None:
        worst.append(np.abs(tie_value - worth))
    if last_value is not None:
        worst.append(np.abs(last_value - wins[1 : goal + 1]).max())
    return float(np.max(worst))


def _backup(turn: Turn, hold_at: int, goal: int, handed: Array) -> Array:
    """What turns that hold there are worth, float64[banked, opponent].

    Parameters
    ----------
    turn : the rules
    hold_at : turn total
    goal : points to reach
    handed : float64[score, opponent], value of handing over the turn
    """
    out = np.zeros((goal, goal))
    chances = {own: ends(turn, own) for own in range(1, min(hold_at, goal) + 1)}
    for banked in range(goal):
        chance = chances[min(hold_at, goal - banked)]
        for gain in np.flatnonzero(chance):
            out[banked] += chance[gain] * handed[banked + gain]
    return out


def ends(turn: Turn, hold_at: int) -> Array:
    """Chance of each gain of a turn that holds there, float64[gain]; a bust gains the least score."""
    chance, one = np.zeros(hold_at + turn.longest_gain), _one_throw(turn)
    chance[0], bust = 1.0, 0.0
    for total in range(hold_at):
        on, chance[total] = chance[total], 0.0
        bust += on * float(turn.throws[0].bust)
        chance[total + 1 :][: one.size] += on * one
    chance[turn.least_score] += bust
    return chance


def _one_throw(turn: Turn) -> Array:
    """Chance of each gain of a throw, float64[gain - 1]."""
    chance = np.zeros(turn.longest_gain)
    for outcome in turn.throws[0].outcomes:
        chance[outcome.gain - 1] += float(outcome.probability)
    return chance


def last_turns(turn: Turn, far: int, tie: Tie) -> tuple[Array, Array]:
    """Chances of who has the last turn to be ahead after it, and level, float64[behind] both."""
    one, least = _one_throw(turn), turn.least_score
    # Level wins, too, where a tie is its own; it throws once at least.
    enough = 0 if tie is Tie.LAST else 1
    # Places up to the longest gain are for nothing lacking, when the turn is held.
    score, bust = np.zeros((2, far + 2 + one.size))
    score[: one.size + 1] = 1.0
    for lacking in range(one.size + 1, far + 2 + one.size):
        score[lacking] = (one * score[lacking - one.size : lacking][::-1]).sum()
        earlier = (one * bust[lacking - one.size : lacking][::-1]).sum()
        bust[lacking] = float(turn.throws[0].bust) + earlier
    behind = np.arange(far + 1)
    target = one.size + np.maximum(behind + enough, 1)
    lost = bust[target]
    return score[target] + lost * (behind < least), lost * (behind == least)


def _of_further_rounds(turn: Turn, first: int, ahead: Array, level: Array) -> float:
    """What a tie is worth to the first player of further rounds, from the chances of one round."""
    gained = ends(turn, first)
    lost, tied = ((gained * of[: gained.size]).sum() for of in (ahead, level))
    return float((1.0 - lost - tied) / (1.0 - tied))
