"""Certificate of best responses to four opponents, sheet by sheet, while their values are in the window.

One backup of every state of a sheet. The solver averages over one opponent's turn after the other, and adds
later what the row itself contributes. Here all pairs of new scores of the first two opponents are summed with
their chances, for all scores of the other two; the result is averaged over the fourth's turn and then the
third's. Places in the window are found by sorting the scores after the turns. The last column of every row
says whose row it is, so that an overwritten or missing row is noticed. Each turn total to hold at sums over
all its outcomes, as in the certificate for one and two opponents, and the same state is on the right hand
side with its stored value.
"""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers, Shorts
from solvers.at_once.certificate_of_many import scores_of, turns_of
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.turns.certificate_of_holding import SIX, TILE, add_row, best_holding, play_out, worth_of_holding

Number = TypeVar("Number", np.float64, np.int64)


class Certificate:
    """One backup of each sheet.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each of the four holds, at most the goal, equal ones side by side
    """

    def __init__(self, turn: Turn, goal: int, opponents_hold_at: tuple[int, ...]) -> None:
        self._goal, self._longest, self._played = goal, turn.longest_gain, play_out(turn, goal)
        self._hold_at = np.array(opponents_hold_at)
        scores = [scores_of(self._played, goal, n, True) for n in opponents_hold_at]
        self._turns = [
            turns_of(turn, self._played, goal, n, own)
            for n, own in zip(opponents_hold_at, scores, strict=True)
        ]
        self._wins = [
            np.array([self._played[min(n, goal - score), goal - score :].sum() for score in own])
            for n, own in zip(opponents_hold_at, scores, strict=True)
        ]
        # Rows of a sheet in order: the greatest scores of the third come first, then those of the fourth.
        third, fourth = np.indices((scores[2].size, scores[3].size))[:, ::-1, ::-1].reshape(2, -1)
        sorted_ones = third <= fourth if self._hold_at[2] == self._hold_at[3] else np.full(third.size, True)
        self._third, self._fourth = third[sorted_ones], fourth[sorted_ones]
        self._behind = np.full((scores[2].size, scores[3].size), -1)
        self._behind[self._third, self._fourth] = np.arange(self._third.size)

    def residual(self, sheets: Integers, window: Array, start: Integers, hold_at: Shorts) -> float:
        """Sup-norm of one backup minus the value, for some sheets, or of a backup with the turn totals.

        It is infinite if a row belongs to other scores.

        Parameters
        ----------
        sheets : int64[sheet, opponent], ranks of the first two opponents' scores
        window : float64[row, goal + 1], chance to win by banked score; the last column says whose row it is
        start : int64[rank of the first, rank of the second], first row of each sheet
        hold_at : int16[sheet, row or more, banked], turn totals to hold at
        """
        after = [self._after_two(sheet) for sheet in sheets]
        ends = _side_by_side([own for own, _ in after])
        chance = _side_by_side([own for _, own in after])
        # Opponents equal to the second have no lower score, also after its turn.
        low = sheets[:, 1] if self._hold_at[1] == self._hold_at[2] else np.zeros(len(sheets), np.int64)
        average = np.empty((len(sheets), *self._behind.shape, self._goal))
        if _over_two(self._hold_at, ends, chance, Rows(window, start, self._behind), low, average) > 0:
            return np.inf
        return float(
            np.max(
                [
                    self._compared(sheet, least, own, window[start[sheet[0], sheet[1]] :], chosen)
                    for sheet, least, own, chosen in zip(sheets, low.tolist(), average, hold_at, strict=True)
                ]
            )
        )

    def _compared(self, sheet: Integers, low: int, average: Array, value: Array, hold_at: Shorts) -> float:
        """Largest difference between one backup of a sheet's value and the value.

        Parameters
        ----------
        sheet : int64[opponent], ranks of the first two opponents' scores
        low : least rank of the third's and the fourth's score
        average : float64[rank of the third, of the fourth, banked], expectation over the first two's turns;
            overwritten
        value : float64[row or more, goal + 1], values of the sheet
        hold_at : int16[row or more, banked], turn totals to hold at
        """
        _over_last(*self._turns[3], low, average)
        _over_last(*self._turns[2], low, average.swapaxes(0, 1))
        here = (self._third >= low) & (self._fourth >= low)
        third, fourth = self._third[here], self._fourth[here]
        share = self._share(sheet, third, fourth)
        own = Own(value[: third.size], hold_at[: third.size])
        return _compare(self._longest, self._played, average, (third, fourth), share, own)

    def _after_two(self, sheet: Integers) -> tuple[Integers, Array]:
        """Ranks of the first two opponents after their turns, int64[end, opponent]; chances, float64[end].

        Ends at which one of them reaches the goal are left out.
        """
        ends, chances = zip(
            *((own[0][rank], own[1][rank]) for own, rank in zip(self._turns, sheet, strict=False)),
            strict=True,
        )
        both = np.stack(np.meshgrid(*ends, indexing="ij"), axis=-1).reshape(-1, 2)
        chance = np.multiply.outer(*chances).ravel()
        comes = (chance > 0.0) & (both < [own.size for own in self._wins[:2]]).all(axis=1)
        return both[comes], chance[comes]

    def _share(self, sheet: Integers, third: Integers, fourth: Integers) -> Array:
        """The expected share of the win of a player who has reached the goal, float64[row].

        The share 1 / (1 + winners) is the integral of s^winners over s from 0 to 1, a polynomial.
        """
        nodes, weights = np.polynomial.legendre.leggauss(3)
        wins = [own[rank] for own, rank in zip(self._wins, (sheet[0], sheet[1], third, fourth), strict=True)]
        return np.asarray(
            sum(
                weight
                / 2.0
                * np.prod(np.broadcast_arrays(*[1.0 - own * (1.0 - node) / 2.0 for own in wins]), axis=0)
                for node, weight in zip(nodes, weights, strict=True)
            )
        )


class Rows(NamedTuple):
    """Finds the row of the window for given scores.

    Attributes
    ----------
    window : float64[row, goal + 1], chance to win by banked score; the last column says whose row it is
    start : int64[rank of the first, rank of the second], first row of each sheet
    behind : int64[rank of the third, rank of the fourth], row within the sheet
    """

    window: Array
    start: Integers
    behind: Integers


class Own(NamedTuple):
    """The stored results of a sheet.

    Attributes
    ----------
    value : float64[row, goal + 1], by banked score; the last column is something else
    hold_at : int16[row, banked], turn totals to hold at
    """

    value: Array
    hold_at: Shorts


def _side_by_side(rows: list[NDArray[Number]]) -> NDArray[Number]:
    """Arrays of several lengths as one, padded with 0."""
    whole = np.zeros((len(rows), max(map(len, rows)), *rows[0].shape[1:]), rows[0].dtype)
    for filled, row in zip(whole, rows, strict=True):
        filled[: len(row)] = row
    return whole


@jit_allocating
def _over_two(hold_at: Integers, ends: Integers, chance: Array, rows: Rows, low: Integers, out: Array) -> int:
    """Expectation over the first two opponents' turns, by the scores of the other two.

    One row of each sheet is computed after the other, as neighbours read nearly the same rows of the window.

    Parameters
    ----------
    hold_at : int64[opponent], which identifies equal opponents
    ends : int64[sheet, end, opponent], ranks of the first two opponents' scores after their turns
    chance : float64[sheet, end], their chances; 0 for padding
    rows : finds rows of the window
    low : int64[sheet], least rank of the third's and the fourth's score
    out : float64[sheet, rank of the third, of the fourth, banked], written from the least ranks on

    Returns
    -------
    the number of rows that belong to other scores
    """
    ranks = np.zeros(4, np.int64)
    wrong = 0
    for third in range(out.shape[1]):
        # For equal opponents one order is enough.
        for fourth in range(third if hold_at[2] == hold_at[3] else 0, out.shape[2]):
            for sheet in range(out.shape[0]):
                if third < low[sheet] or fourth < low[sheet]:
                    continue
                out[sheet, third, fourth] = 0.0
                for end in range(chance.shape[1]):
                    if chance[sheet, end] > 0.0:
                        ranks[0] = ends[sheet, end, 0]
                        ranks[1] = ends[sheet, end, 1]
                        ranks[2] = third
                        ranks[3] = fourth
                        _sort(hold_at, ranks)
                        row = rows.start[ranks[0], ranks[1]] + rows.behind[ranks[2], ranks[3]]
                        wrong += _is_not(row, ranks, rows.window)
                        add_row(chance[sheet, end], rows.window[row], out[sheet, third, fourth])
                if hold_at[2] == hold_at[3]:
                    out[sheet, fourth, third] = out[sheet, third, fourth]
    return wrong


@jit_inline
def _sort(hold_at: Integers, ranks: Integers) -> None:
    """Sort the scores of equal opponents.

    Parameters
    ----------
    hold_at : int64[opponent], equal ones side by side
    ranks : int64[opponent], sorted in place
    """
    for last in range(ranks.size - 1, 0, -1):
        for index in range(last):
            if hold_at[index] == hold_at[index + 1] and ranks[index] > ranks[index + 1]:
                ranks[index], ranks[index + 1] = ranks[index + 1], ranks[index]


@jit_inline
def _is_not(row: int, ranks: Integers, window: Array) -> int:
    """1 if a row belongs to other scores, else 0.

    Parameters
    ----------
    row : row of the window
    ranks : int64[opponent], ranks of the scores
    window : float64[row, goal + 1], in the last column whose row it is
    """
    goal = window.shape[1] - 1
    number = 1
    for rank in ranks:
        number = number * goal + rank
    return 0 if window[row, goal] == number else 1


@jit
def _over_last(ends: Integers, chance: Array, low: int, average: Array) -> None:
    """Expectation over the turn of an opponent whose score is the second axis.

    Parameters
    ----------
    ends : int64[rank, outcome], rank after the turn; the number of ranks if nothing is left to win
    chance : float64[rank, outcome], probability of that outcome; the first one is a bust
    low : least rank of either
    average : float64[rank of the other, own rank, banked], overwritten from the least ranks on
    """
    for other in range(low, average.shape[0]):
        # Turns lead to greater scores only, which are not overwritten yet.
        for rank in range(low, ends.shape[0]):
            own = average[other, rank]
            for banked in range(own.size):
                own[banked] *= chance[rank, 0]
            for outcome in range(1, ends.shape[1]):
                if ends[rank, outcome] < ends.shape[0] and chance[rank, outcome] > 0.0:
                    add_row(chance[rank, outcome], average[other, ends[rank, outcome]], own)


@jit_allocating
def _compare(
    longest: int, played: Array, average: Array, ranks: tuple[Integers, Integers], share: Array, own: Own
) -> float:
    """Largest difference between the expectation of the best turn total, or of a given one, and the value.

    Parameters
    ----------
    longest : longest gain of one throw
    played : from `play_out`
    average : float64[rank of the third, of the fourth, banked], expectation of the value over the opponents'
        turns
    ranks : ranks of the third and of the fourth, int64[row] each
    share : float64[row], share of a player who has reached the goal
    own : results of the sheet
    """
    third, fourth = ranks
    goal = average.shape[2]
    ended = np.zeros((goal + 1 + longest + SIX, TILE))
    backup = np.zeros((goal, TILE))
    held = np.zeros((goal, TILE))
    hold_at = np.ones((goal, TILE), np.int16)
    worst = 0.0
    for start in range(0, share.size, TILE):
        end = min(start + TILE, share.size)
        for row in range(start, end):
            for banked in range(goal):
                ended[banked, row - start] = average[third[row], fourth[row], banked]
                hold_at[banked, row - start] = own.hold_at[row, banked]
            # Ending a turn at the goal or beyond it is the same.
            ended[goal:, row - start] = share[row]
        best_holding(goal, longest, played, ended, backup)
        worth_of_holding(longest, played, ended, hold_at, held)
        for row in range(start, end):
            for banked in range(goal):
                for worth in (backup[banked, row - start], held[banked, row - start]):
                    difference = abs(worth - own.value[row, banked])
                    # NaN counts as an infinite difference.
                    if not (difference <= worst):
                        worst = np.inf if np.isnan(difference) else difference
    return worst
