"""Certificate of Stackelberg values: one backup over all pairs of turn totals, in plain NumPy."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


class Backup(NamedTuple):
    """One backup of Stackelberg values.

    Attributes
    ----------
    value : float64[banked, opponent], A's best chance to win, A's score first
    answers : int64[banked, opponent], A's turn total, the least of equally good ones
    commitments : int64[banked, opponent], B's turn total, B's score first, the least of equally good ones
    """

    value: Array
    answers: Integers
    commitments: Integers


def residual(turn: Turn, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value : float64[banked, opponent], chance to win of the player who answers
    """
    return float(np.abs(backup(turn, value).value - value).max())


def backup(turn: Turn, value: Array) -> Backup:
    """Minimum over B's turn totals of A's best chance to win; the state itself has its given value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value : float64[banked, opponent], chance to win of the player who answers (A), A's score first
    """
    goal = len(value)
    backed_up = np.zeros((goal, goal))
    answers, commitments = np.zeros((goal, goal), int), np.zeros((goal, goal), int)
    for banked, opponent, worth in _stages(turn, value):
        commitment = int(worth.max(axis=0).argmin())
        answer = int(worth[:, commitment].argmax())
        backed_up[banked, opponent] = worth[answer, commitment]
        answers[banked, opponent], commitments[opponent, banked] = answer + 1, commitment + 1
    return Backup(backed_up, answers, commitments)


class Losses(NamedTuple):
    """Chances to win lost in one turn; infinity for turn totals that do not exist.

    Attributes
    ----------
    answers : float64[banked, opponent], what A's turn total loses against B's
    commitments : float64[banked, opponent], what B's turn total gives to A beyond the least possible, B's
        score first
    """

    answers: Array
    commitments: Array


def losses(turn: Turn, value: Array, answers: Shorts, commitments: Shorts) -> Losses:
    """Chances to win that turn totals lose against the best ones.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value : float64[banked, opponent], chance of A to win, A's score first
    answers : int16[banked, opponent], A's turn total
    commitments : int16[banked, opponent], B's turn total, B's score first
    """
    lost = Losses(np.full(value.shape, np.inf), np.full(value.shape, np.inf))
    for banked, opponent, worth in _stages(turn, value):
        answer, commitment = int(answers[banked, opponent]) - 1, int(commitments[opponent, banked]) - 1
        if 0 <= commitment < worth.shape[1]:
            best = float(worth[:, commitment].max())
            lost.commitments[opponent, banked] = best - worth.max(axis=0).min()
            if 0 <= answer < len(worth):
                lost.answers[banked, opponent] = best - worth[answer, commitment]
    return lost


def _stages(turn: Turn, value: Array) -> Iterator[tuple[int, int, Array]]:
    """A's score, B's score and A's chances to win there, float64[A's turn total - 1, B's turn total - 1].

    Parameters
    ----------
    turn : a turn with hold-at rules
    value : float64[banked, opponent], chance of A to win, A's score first
    """
    goal = len(value)
    shares = np.zeros((goal + 1, goal + 1))
    shares[:goal, :goal], shares[goal] = value, 1.0
    shares[goal, goal] = 0.5
    ends = play_out(turn, goal)
    ways = [(more, ends[1:, 1:].diagonal(more)) for more in range(turn.longest_gain)]
    for opponent in range(goal):
        # Indexed by own score and the opponent's turn total to hold at.
        after = _over_turn(ways, ends[1:, 0], shares.T, opponent).T
        for banked in range(goal):
            yield banked, opponent, _over_turn(ways, ends[1:, 0], after, banked)


def _over_turn(ways: list[tuple[int, Array]], bust: Array, after: Array, score: int) -> Array:
    """Expectation over a turn that holds at k = 1, ..., points missing to the goal, float64[k - 1, column].

    Parameters
    ----------
    ways : by how much the turn exceeds k at its end, and the chance of that, float64[k - 1]
    bust : float64[k - 1], chance that the turn busts
    after : float64[score at the end, column], values
    score : banked score
    """
    goal = len(after) - 1
    hold_at = np.arange(1, goal - score + 1)
    worth: Array = bust[: hold_at.size, np.newaxis] * after[score]
    for more, chance in ways:
        worth += chance[: hold_at.size, np.newaxis] * after[np.minimum(score + hold_at + more, goal)]
    return worth
