"""Further rounds after a tie, until somebody is ahead: the value of a tie to the player who moves first.

Both have the same score, and the player with more points after a round wins. Only differences matter, so all
rounds are alike. If t is the first player's chance to win after a tie, t equals the value of a round in which
a tie is worth t. Subtract t from every end of the round: a tie is worth 0, a win 1 - t, a loss -t. The value
of the round, e(t), then falls with t at a rate between the chance that a round decides and 1, for the best
players of both, so it has one zero. That chance is positive, as a player who is level may roll once and then
hold what wins.

LANES values of t are tried at once; the next interval is between the two at which the sign changes, until no
number is left inside. A tie counts exactly 0, so e(t) keeps its digits where nearly every round ends in a
tie.

Wipes. A wiped player has score 0. From a tie at 0 a wipe is a turn that gains nothing. From a tie above 0, a
wiped first player has lost unless the other is wiped, too: it rolls once, by the throw that wipes least. Then
both go on from 0. From a tie at 0 both may gain as much, and go on above 0. So either tie's value depends on
the other's, and they are solved alternately. Let w be the least chance that an opening throw wipes. The value
above 0 depends on that at 0 with weight w at most: both must be wiped, and if only the first is, the round is
decided. The value at 0 depends on that above 0 with weight 1 - w at most: the second must gain something, and
if only the first does, the round is decided. So each step leaves at most a quarter of the error.

`beyond` finds how far the first player may go on in a round, for a goal of one point and any value of a tie.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.beyond import beyond
from solvers.equal_turns.last_turn import Stakes, last_turns
from solvers.errors import NotConverged
from solvers.games.turn import Turn, tables
from solvers.turns.backward import LANES, rows, set_ends, sweep, workspace

# Each step leaves a 31st of the interval; chances of 1e-300 take two hundred steps.
MOST_ROUNDS = 300
# Most alternations between both ties, and the largest relative change at the end; each leaves a quarter of
# the error.
MOST_EXCHANGES = 100
LARGEST_CHANGE = 1e-14


def tie_worth(turn: Turn) -> float:
    """Chance of the first player of a round to win after a tie.

    Parameters
    ----------
    turn : any turn

    Raises
    ------
    NotConverged
        if the interval still shrinks after MOST_ROUNDS rounds

    Examples
    --------
    >>> from solvers.games import pig
    >>> tie = tie_worth(pig.turn())
    >>> print(tie < 0.5)  # who moves second knows what is to be beaten
    True
    """

    return worth_of_rounds(turn, optimal_round(turn).gain)


def optimal_round(turn: Turn, far: int = 0) -> "Round":
    """A round between two players who both play to win.

    Parameters
    ----------
    turn : any turn
    far : first turns are evaluated at least up to this score
    """

    def last(stakes: Stakes, most: int, level_at_zero: Array | None) -> Array:
        return last_turns(turn, stakes, most, level_at_zero)

    return Round(turn, max(far, beyond(turn, 1, 0.0, 1.0).top), last)


def worth_of_rounds(turn: Turn, gain: Callable[[Array, float, bool], Array]) -> float:
    """Value of a tie at scores above 0 to the player who moves first in further rounds.

    Parameters
    ----------
    turn : any turn
    gain : value of a round minus that of its initial tie, as `Round.gain`

    Raises
    ------
    NotConverged
        if an interval still shrinks after MOST_ROUNDS rounds, or the values of both ties do not converge
    """

    def solved(other: float, at_zero: bool) -> float:
        return root(lambda tie: gain(tie, other, at_zero))

    if not turn.wipes:
        return solved(0.0, at_zero=False)
    at_more = 0.5
    for _ in range(MOST_EXCHANGES):
        before, at_more = at_more, solved(solved(at_more, at_zero=True), at_zero=False)
        if abs(at_more - before) <= LARGEST_CHANGE * at_more:
            return at_more
    raise NotConverged(f"worth of a tie: expected to stay, got {at_more} after {before}.")


def tie_at_zero(turn: Turn, gain: Callable[[Array, float, bool], Array], at_more: float) -> float:
    """Value of a tie at 0 to the player who moves first; meaningless if no throw wipes.

    Parameters
    ----------
    turn, gain : as for `worth_of_rounds`
    at_more : value of a tie at scores above 0
    """
    return root(lambda tie: gain(tie, at_more, True)) if turn.wipes else 0.0


def ends_of_round(tie: Array, other: float, at_zero: bool) -> tuple[Stakes, Array | None]:
    """Values of the ends of a round to the player who moves second, minus the value of the initial tie.

    Parameters
    ----------
    tie : float64[lane], value of the initial tie to the player who moves first
    other : value of a tie above 0 to it, if this round begins at 0; else not used
    at_zero : whether this round begins at 0

    Returns
    -------
    stakes : values of the ends; a tie is one above 0
    level_at_zero : value of a tie at 0, if there may be one
    """
    nothing = np.zeros(tie.size)
    if at_zero:
        return Stakes(tie - 1.0, tie - other, tie), nothing
    return Stakes(tie - 1.0, nothing, tie), None


class Round:
    """A round from equal scores, for LANES values of a tie after it.

    Parameters
    ----------
    turn : any turn
    top : score from which on the first player holds
    last : function of the values of the ends of last turns, of the greatest number of points behind, and of
        the value of a tie at 0 if there may be one; returns the values of last turns, float64[behind, lane]
    """

    def __init__(self, turn: Turn, top: int, last: Callable[[Stakes, int, Array | None], Array]) -> None:
        self._turn, self._tables, self._last = turn, tables(turn), last
        self._top, self._far = top, turn.longest_gain
        self._space = workspace(self._tables, self._top, self._far)
        self._hold = rows(self._top + self._far, LANES)
        self._least_wipe = min(float(turn.throws[index].wipe) for index in turn.openings)

    def gain(self, tie: Array, other: float, at_zero: bool) -> Array:
        """Value of a round to the first player minus that of its initial tie, float64[lane].

        Parameters
        ----------
        tie : float64[lane], value of the initial tie to the first player
        other : value of a tie at 0, or above 0 if this round begins at 0
        at_zero : whether this round begins at 0
        """
        (throws, positions), compiled = self._space, self._tables
        stakes, level_at_zero = ends_of_round(tie, other, at_zero)
        last = self._last(stakes, self._top + self._far, level_at_zero)
        self._hold[:] = -last[: len(self._hold)]
        choices = compiled.depth.size
        positions[self._top * choices :, :LANES] = np.repeat(self._hold[self._top :], choices, axis=0)
        wiped = -last[0] if at_zero else self._least_wipe * other - tie
        ends = np.zeros((compiled.bust.size, 2 * LANES))
        set_ends(compiled, -last[self._turn.least_score], wiped, 0.0, ends)
        sweep(compiled, self._hold, 0, ends, (0, self._top), throws, positions)
        return np.asarray(throws[list(self._turn.openings), :LANES].max(axis=0))

    def first_turn(self, tie: float, other: float = 0.0, at_zero: bool = False) -> tuple[Array, Array]:
        """Values of holding and of throws in a first turn.

        Parameters
        ----------
        tie, other, at_zero : as for `gain`, for one lane; if no throw wipes, only the first matters

        Returns
        -------
        hold : float64[x], value of holding x minus that of a tie, up to one throw beyond the score from which
            on the first player holds
        throws : float64[x, throw], the same for each throw, below that score
        """
        self.gain(np.full(LANES, tie), other, at_zero)
        throws = self._space[0][:, 0].reshape(-1, self._tables.bust.size)
        return self._hold[:, 0].copy(), throws.copy()


def root(gain: Callable[[Array], Array]) -> float:
    """Zero of a function that falls on [0, 1], to the last digit.

    Parameters
    ----------
    gain : function of float64[lane]
    """
    low, high = 0.0, 1.0
    for _ in range(MOST_ROUNDS):
        tried = np.linspace(low, high, LANES)
        found = gain(tried)
        if (found == 0.0).any():
            return float(tried[found == 0.0][0])
        # Rounding may give a wrong sign.
        below = min(int((found > 0.0).sum()), LANES - 1)
        low, high = float(tried[max(below - 1, 0)]), float(tried[below])
        if high <= np.nextafter(low, 1.0):
            return low
    raise NotConverged(f"worth of a tie: expected an interval without numbers, got {low} to {high}.")
