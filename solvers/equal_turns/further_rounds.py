"""A tie that goes on in rounds until somebody is ahead: what it is worth to who moves first.

Both have the same score, and whoever has more after a round wins. Only differences matter, so all rounds are
the same: with t the first player's chance to win, t is what a round is worth in which a tie is worth t. From
every end of the round take t off: a tie is worth 0, to win 1 - t, and to lose -t. What a round then is worth,
e(t), falls in t at a rate between the chance that a round decides and 1, for the best players of both; so
it is 0 for one t only. That chance is more than 0: who is level throws once, and then holds what wins.

LANES values of t are tried at once, the interval between the two where the sign changes next, until it has no
numbers left inside. A tie counts exactly 0, so e(t) keeps its digits where nearly every round is one.

Wipes. Who is wiped has the score 0. From a tie at 0 a wipe is a turn that gains nothing. From a tie at more,
the wiped first player has lost unless the other is wiped, too: it throws once, by the throw that wipes least.
Then both have 0, and go on from there. From a tie at 0 both may gain as much, and go on with more. So either
tie hangs on the other, and they are solved by turns. With w the least chance that an opening throw wipes, a
tie at more hangs on one at 0 with w at most: both must be wiped, and if the first is, the round is decided
else. One at 0 hangs on one at more with 1 - w at most: the second must gain something, and if the first does,
the round is decided else. So a quarter of an error is left each time, or less.

How far the first player may go on in a round is what `beyond` finds for a goal of one point, and for all that
a tie may be worth.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.beyond import beyond
from solvers.equal_turns.last_turn import Stakes, last_turns
from solvers.errors import NotConverged
from solvers.games.turn import Turn, tables
from solvers.turns.backward import LANES, rows, set_ends, sweep, workspace

# Each round leaves a 31st of the interval; of chances of 1e-300 it takes two hundred.
MOST_ROUNDS = 300
# Times that both ties are solved, and the share of one by which it may change in the end: a quarter of an
# error is left each time.
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
    """A round of two who both play for the win.

    Parameters
    ----------
    turn : any turn
    far : score up to which first turns are valued at least
    """

    def last(stakes: Stakes, most: int, level_at_zero: Array | None) -> Array:
        return last_turns(turn, stakes, most, level_at_zero)

    return Round(turn, max(far, beyond(turn, 1, 0.0, 1.0).top), last)


def worth_of_rounds(turn: Turn, gain: Callable[[Array, float, bool], Array]) -> float:
    """What a tie at more than 0 is worth to the first player of rounds.

    Parameters
    ----------
    turn : any turn
    gain : what a round is worth beyond the tie that it begins with, as `Round.gain`

    Raises
    ------
    NotConverged
        if an interval still shrinks after MOST_ROUNDS rounds, or both ties do not stay
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
    """What a tie at 0 is worth to the first player of rounds; nothing that counts where no throw wipes.

    Parameters
    ----------
    turn, gain : as for `worth_of_rounds`
    at_more : what a tie at more is worth
    """
    return root(lambda tie: gain(tie, at_more, True)) if turn.wipes else 0.0


def ends_of_round(tie: Array, other: float, at_zero: bool) -> tuple[Stakes, Array | None]:
    """What the ends of a round are worth to who moves second, beyond the tie that it begins with.

    Parameters
    ----------
    tie : float64[lane], what that is worth to who moves first
    other : what a tie is worth to it at more than 0, if this round begins at 0; else not asked for here
    at_zero : whether this round begins at 0

    Returns
    -------
    stakes : of the ends, a tie being one at more than 0
    level_at_zero : what a tie at 0 is worth, where there may be one
    """
    nothing = np.zeros(tie.size)
    if at_zero:
        return Stakes(tie - 1.0, tie - other, tie), nothing
    return Stakes(tie - 1.0, nothing, tie), None


class Round:
    """A round from equal scores, for LANES values of what a tie after it is worth.

    Parameters
    ----------
    turn : any turn
    top : score from which on the first player holds
    last : function of what the ends of last turns are worth, of the most points behind, and of what a tie at
        0 is where there may be one; gives what last turns are worth, float64[behind, lane]
    """

    def __init__(self, turn: Turn, top: int, last: Callable[[Stakes, int, Array | None], Array]) -> None:
        self._turn, self._tables, self._last = turn, tables(turn), last
        self._top, self._far = top, turn.longest_gain
        self._space = workspace(self._tables, self._top, self._far)
        self._hold = rows(self._top + self._far, LANES)
        self._least_wipe = min(float(turn.throws[index].wipe) for index in turn.openings)

    def gain(self, tie: Array, other: float, at_zero: bool) -> Array:
        """What a round is worth beyond the tie that it begins with to who moves first, float64[lane].

        Parameters
        ----------
        tie : float64[lane], what that is worth to it
        other : what the other tie is: at 0, or if this round begins there, at more
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
        """What a first turn is played for.

        Parameters
        ----------
        tie, other, at_zero : as for `gain`, of one lane; where no throw wipes only the first counts

        Returns
        -------
        hold : float64[x], value beyond a tie of holding x, as far as one throw from below the score goes from
            which on the first player holds
        throws : float64[x, throw], the same of each throw, below that score
        """
        self.gain(np.full(LANES, tie), other, at_zero)
        throws = self._space[0][:, 0].reshape(-1, self._tables.bust.size)
        return self._hold[:, 0].copy(), throws.copy()


def root(gain: Callable[[Array], Array]) -> float:
    """Where a function that falls from 0 to 1 changes its sign, to the last digit.

    Parameters
    ----------
    gain : of float64[lane]
    """
    low, high = 0.0, 1.0
    for _ in range(MOST_ROUNDS):
        tried = np.linspace(low, high, LANES)
        found = gain(tried)
        if (found == 0.0).any():
            return float(tried[found == 0.0][0])
        # Rounding has signs, too.
        below = min(int((found > 0.0).sum()), LANES - 1)
        low, high = float(tried[max(below - 1, 0)]), float(tried[below])
        if high <= np.nextafter(low, 1.0):
            return low
    raise NotConverged(f"worth of a tie: expected an interval without numbers, got {low} to {high}.")
