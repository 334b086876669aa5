"""Certificate of hold at n against hold at m with equal turns: one backup of both seats' values, in NumPy.

Turns are played out one turn total after the other, on the rules as they were written; last turns by what is
lacking, as a recursion of its own. One backup says little where nearly every game is wiped before its end, so
games that wipe are played round by round, too (`wiping`).
"""

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.tie import WORTH, Tie
from solvers.equal_turns.wiping.certificate_of_rounds import by_rounds
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
    turn : a turn in which the only way to go on is the same throw again
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
    worth = WORTH[tie] if tie is not Tie.AGAIN else _of_further_rounds(turn, rules[0], far)
    wins = ahead + level * (1.0 - worth)
    score = np.arange(goal, far + 1)[:, None]
    held = np.ones((far + 1, goal))
    held[:goal] = 1.0 - second_value.T
    held[goal:] = 1.0 - wins[score - np.arange(goal)]
    others = np.ones((far + 1, goal))
    others[:goal] = 1.0 - value.T
    first, second = (_turns(turn, own, goal, far) for own in rules)
    worst = [
        np.abs(first @ held - value).max(),
        np.abs(second @ others - second_value).max(),
    ]
    if turn.wipes:
        decided = by_rounds(first[:, :goal], second[:, :goal], first[:, goal:] @ held[goal:])
        # What is not decided counts as a difference.
        worst.append((np.abs(decided.won - value) + decided.undecided).max())
    if tie_value is not None:
        worst.append(np.abs(tie_value - worth))
    if last_value is not None:
        worst.append(np.abs(last_value - wins[1 : goal + 1]).max())
    return float(np.max(worst))


def _turns(turn: Turn, hold_at: int, goal: int, far: int) -> Array:
    """Where turns lead to that hold there, or at what is lacking, float64[banked, score], to `far` points.

    Parameters
    ----------
    turn : the rules
    hold_at : turn total
    goal : points to reach
    far : no turn leads to more
    """
    out = np.zeros((goal, far + 1))
    for own in range(1, min(hold_at, goal) + 1):
        chance, wiped = played(turn, own)
        for banked in range(goal) if own == hold_at else (goal - own,):
            if own == min(hold_at, goal - banked):
                out[banked, banked : banked + chance.size] = chance
                out[banked, 0] += wiped
    return out


def ends(turn: Turn, hold_at: int) -> Array:
    """Chance of each gain of a turn that holds there, float64[gain]; a bust gains the least score."""
    return played(turn, hold_at)[0]


def played(turn: Turn, hold_at: int) -> tuple[Array, float]:
    """Chance of each gain of a turn that holds there, float64[gain], and that it is wiped.

    Parameters
    ----------
    turn : the rules
    hold_at : turn total; a bust gains the least score
    """
    chance, one = np.zeros(hold_at + turn.longest_gain), _one_throw(turn)
    chance[0], bust, wiped = 1.0, 0.0, 0.0
    for total in range(hold_at):
        on, chance[total] = chance[total], 0.0
        bust += on * float(turn.throws[0].bust)
        wiped += on * float(turn.throws[0].wipe)
        chance[total + 1 :][: one.size] += on * one
    chance[turn.least_score] += bust
    return chance, wiped


def _one_throw(turn: Turn) -> Array:
    """Chance of each gain of a throw, float64[gain - 1]."""
    chance = np.zeros(turn.longest_gain)
    for outcome in turn.throws[0].outcomes:
        chance[outcome.gain - 1] += float(outcome.probability)
    return chance


def last_turns(turn: Turn, far: int, tie: Tie, level_after_wipe: bool = False) -> tuple[Array, Array]:
    """Chances of who has the last turn to be ahead after it, and level, float64[behind] both.

    Parameters
    ----------
    turn : the rules
    far : the most points behind
    tie : who wins with equal scores
    level_after_wipe : whether who is 0 points behind has the score 0, so that a wipe is a tie
    """
    one, least = _one_throw(turn), turn.least_score
    # Level wins, too, where a tie is its own; it throws once at least.
    enough = 0 if tie is Tie.LAST else 1
    # Places up to the longest gain are for nothing lacking, when the turn is held.
    score, throws = np.zeros((2, far + 2 + one.size))
    score[: one.size + 1] = 1.0
    for lacking in range(one.size + 1, far + 2 + one.size):
        score[lacking] = (one * score[lacking - one.size : lacking][::-1]).sum()
        throws[lacking] = 1.0 + (one * throws[lacking - one.size : lacking][::-1]).sum()
    behind = np.arange(far + 1)
    target = one.size + np.maximum(behind + enough, 1)
    lost = float(turn.throws[0].bust) * throws[target]
    wiped = float(turn.throws[0].wipe) * throws[target] * level_after_wipe
    return score[target] + lost * (behind < least), lost * (behind == least) + wiped * (behind == 0)


def _of_further_rounds(turn: Turn, first: int, far: int) -> float:
    """What a tie is worth to the first player of further rounds, from the chances of one round.

    Parameters
    ----------
    turn : the rules
    first : turn total that it holds at
    far : the most points by which it may be ahead
    """
    gained, wiped = played(turn, first)

    ahead, level = last_turns(turn, far, Tie.AGAIN, level_after_wipe=True)
    # Where both have nothing a wipe is a bust that gains nothing, and a tie may be one at more.
    at_zero = gained.copy()
    at_zero[0] += wiped
    lost, tied = at_zero @ ahead[: gained.size], at_zero * level[: gained.size]
    again, on = tied[0], tied[1:].sum()
    won = (1.0 - lost - again - on) / (1.0 - again)
    ahead, level = last_turns(turn, far, Tie.AGAIN)
    lost, tied = gained @ ahead[: gained.size], gained @ level[: gained.size]
    both = wiped * float(turn.throws[0].wipe)
    return float((1.0 - lost - tied - wiped + both * won) / (1.0 - tied - both * on / (1.0 - again)))
