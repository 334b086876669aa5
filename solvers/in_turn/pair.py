"""Two players in turn whose turns are played out beforehand: chances to win, and expected turns to come.

The first player's chance to win is V(i, j) when it is about to move, with score i against the second's j, and
U(i, j) when the second is:

    V(i, j) = r + sum over x of P(x) U(i + x, j) + sum over x of P(x) g(i + x - j) + e U(i, j) + w U(0, j),
    U(i, j) = r + sum over y of P'(y) V(i, j + y) + g' P'(reach the goal) + e' V(i, j) + w' V(i, 0).

The first sum is over scores below the goal, the second over those from it on; e and w are the chances of a
bust and of a wipe. Chances to win have r = 0 and g' = 0; in a race g = 1, and with equal turns g(d) is the
value of having the goal and d points more before the second's last turn. Expected turns to come satisfy the
same equations with r = 1. States of greater i + j come first. Two linear equations per state remain, solved
with positive terms. If a turn scores at least one point, a bust leads to a later state. Values after a wipe
come first: chances as in `solvers.turns.wipes`, turns by elimination, since games may be wiped for 1e15
turns.

A player may count its scoring turns, those that it ended by holding: c of the first and d of the second. Then
there is a value for each c and d; a turn that scores leads to c + 1 or d + 1, and a wipe to 0.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.jit import jit, jit_inline
from solvers.linear.markov_chain import eliminated
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, nothing_is_a_bust
from solvers.turns.wipes import Won, after_wipes
from solvers.underflow import refuse_hardly_scoring

NOTHING, BY_FIRST, BY_SECOND = Won(0.0, 0.0), Won(1.0, 0.0), Won(0.0, 1.0)
BY_ANYBODY, TURNS = Won(1.0, 1.0), Won(0.0, 0.0, 1.0)


class AfterGoal(NamedTuple):
    """What follows once the first player has the goal, by its lead over the second.

    Attributes
    ----------
    first, second : float64[points], chances that the first wins, and that the second does
    turns : float64[points], expected turns to come
    """

    first: Array
    second: Array
    turns: Array

    def worth(self, counted: Won) -> Array:
        """Expected amount of what is counted, float64[points].

        Parameters
        ----------
        counted : what is counted
        """
        worth: Array = counted.own * self.first + counted.other * self.second + counted.turn * self.turns
        return worth


class Pair:
    """Two players in turn, and their tables.

    Parameters
    ----------
    turn : the game
    who : the players, for an error
    first, second : their turns, played out; indexed also by the scoring turns that a player counts, and by
        both counts if it looks at the other's, its own first
    after : what follows the goal, for all possible leads of the first; None in a race
    """

    def __init__(
        self,
        turn: Turn,
        who: str,
        first: PlayedTurns,
        second: PlayedTurns,
        after: AfterGoal | None = None,
    ) -> None:
        self._first, self._second = _by_both(first), _by_both(second)
        counts = tuple(
            max(one.row.shape[0], other.row.shape[1])
            for one, other in ((self._first, self._second), (self._second, self._first))
        )
        goal = self._first.row.shape[-1]
        self._least, self._who, self._wipes = turn.least_score, who, turn.wipes
        end = first.gain.shape[1] + turn.least_score
        self._after = after or AfterGoal(np.ones(end), np.zeros(end), np.zeros(end))
        # Indexed by the other's score first, so that each expectation runs over neighbours; entries from the
        # goal on hold the value of having it.
        self._value, self._waiting = np.zeros((2, *counts, goal, end))
        self._points = np.arange(goal, end) - np.arange(goal)[:, None]
        self._after_second, self._after_first = self._value[:, 0, :, 0], self._waiting[0, :, :, 0]
        self._states = self._after_second.size + self._after_first.size
        self._counted = first.row.ndim > 2 or second.row.ndim > 2

    def wins(self) -> tuple[Array, Array]:
        """The first's chances to win, float64[first, second], when it, and when the second, is about to move.

        If a player counts scoring turns they are float64[first's count, second's, first, second].

        Raises
        ------
        NotConverged
            if nobody can ever win, or hardly ever, or the values after a wipe do not converge
        """
        wiped = after_wipes(self._states, 2, 2, self._who, self._until_wiped)[:, 0] if self._wipes else 0.0
        self._backup(BY_FIRST, self._nothing + wiped)
        value, waiting = self._tables()
        return chances(value, self._who), chances(waiting, self._who)

    def turns(self) -> tuple[Array, Array]:
        """Expected turns of both players to come, same shapes as `wins`.

        Raises
        ------
        NotConverged
            if nobody can ever win, or hardly ever
        """
        after = self._nothing
        if self._wipes:
            moves = np.array([self._backup(NOTHING, unit) for unit in np.eye(self._states)]).T
            ends, turns = (self._backup(counted, after) for counted in (BY_ANYBODY, TURNS))
            after = eliminated(moves, ends, turns[:, None], self._who)[:, 0]
        self._backup(TURNS, after)
        return self._tables()

    def _until_wiped(self, counts: bool, wiped: Array) -> Array:
        """Chances that the first wins, that the second does, and those of a wipe, see `after_wipes`."""
        counted = (BY_FIRST, BY_SECOND, NOTHING) if counts else (NOTHING,) * 3
        each = zip(counted, wiped.T, strict=True)
        return np.stack([self._backup(own, after) for own, after in each], axis=1)

    @property
    def _nothing(self) -> Array:
        return np.zeros(self._states)

    def _tables(self) -> tuple[Array, Array]:
        """The tables written, by the first's score, when the first moves and when the second does."""
        goal = self._value.shape[2]
        value = self._value[..., :goal].copy()
        waiting = np.ascontiguousarray(self._waiting[..., :goal].swapaxes(2, 3))
        return (value, waiting) if self._counted else (value[0, 0], waiting[0, 0])

    def _backup(self, counted: Won, wiped: Array) -> Array:
        """Solve all states, given the values after a wipe, float64[state]; return new values after a wipe.

        Parameters
        ----------
        counted : what is counted
        wiped : values when the first moves after the second's wipe, by the first's count and score; then the
            other way round
        """
        own, other = np.split(wiped, [self._after_second.size])
        self._after_second[:] = own.reshape(self._after_second.shape)
        self._after_first[:] = other.reshape(self._after_first.shape)
        goal = self._value.shape[2]
        self._value[..., goal:] = counted.other
        self._waiting[..., goal:] = self._after.worth(counted)[self._points]
        least = _solve(self._least, self._first, self._second, counted, self._value, self._waiting)
        refuse_hardly_scoring(least, self._who)
        return np.concatenate((self._after_second.ravel(), self._after_first.ravel()))


def by_scored(turns: PlayedTurns) -> PlayedTurns:
    """The turns with rows by scoring turns; holding with nothing gained counts as a bust.

    Parameters
    ----------
    turns : played out, with `row` by scoring turns or without
    """
    turns = nothing_is_a_bust(turns)
    return turns if turns.row.ndim > 2 else turns._replace(row=turns.row[None])


def _by_both(turns: PlayedTurns) -> PlayedTurns:
    """The turns with rows by scoring turns of both; length 1 in the other's if it does not matter.

    Parameters
    ----------
    turns : played out, with `row` by scoring turns of both, of the player only, or without
    """
    turns = by_scored(turns)
    return turns if turns.row.ndim > 3 else turns._replace(row=turns.row[:, None])


def race_of(turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns) -> tuple[Array, Array]:
    """Own's chances to win a race, see `Pair.wins`.

    Parameters
    ----------
    turn : the game
    who : the players, for an error
    own, other : their turns, played out
    """
    return Pair(turn, who, own, other).wins()


@jit
def _solve(
    least: int,
    first: PlayedTurns,
    second: PlayedTurns,
    won: Won,
    out_value: Array,
    out_waiting: Array,
) -> float:
    """Solve all states, by decreasing i + j.

    Parameters
    ----------
    least : least score of a turn, also of a bust
    first, second : their turns, played out, with `row` of int64[scored, other's scored, banked, opponent]
    won : values of reaching the goal, and of a turn
    out_value : float64[c, d, i, j], V; on entry values where j is the goal or more, and estimates of the
        values after a wipe; written below the goal
    out_waiting : float64[c, d, j, i], U; the same with i

    Returns
    -------
    the least chance, over all states, that one of both turns does not bust
    """
    counts, others, goal, _ = out_value.shape
    least_leave = 1.0
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            for c in range(counts):
                for d in range(others):
                    leave = _solve_state(least, first, second, (c, d, i, j), won, out_value, out_waiting)
                    least_leave = min(least_leave, leave)
    return least_leave


@jit_inline
def _solve_state(
    least: int,
    first: PlayedTurns,
    second: PlayedTurns,
    state: tuple[int, int, int, int],
    won: Won,
    out_value: Array,
    out_waiting: Array,
) -> float:
    """Solve V and U of one state; return the chance that one of both turns does not bust.

    Parameters
    ----------
    least, first, second : as in `_solve`
    state : c, d, i and j
    won : as in `_solve`
    out_value, out_waiting : as in `_solve`; known for later states, and written for this one
    """
    c, d, i, j = state
    counts, others, _, _ = out_value.shape
    mine = first.row[min(c, first.row.shape[0] - 1), min(d, first.row.shape[1] - 1), i, j]
    theirs = second.row[min(d, second.row.shape[0] - 1), min(c, second.row.shape[1] - 1), j, i]
    worth, score = _banked(first, mine, i, out_waiting[min(c + 1, counts - 1), d, j])
    worth += won.turn + first.wins[mine] * won.own + first.wipe[mine] * out_waiting[0, d, j, 0]
    against, other_score = _banked(second, theirs, j, out_value[c, min(d + 1, others - 1), i])
    against += won.turn + second.wins[theirs] * won.other + second.wipe[theirs] * out_value[c, 0, i, 0]
    bust = first.bust[mine]
    other_bust = second.bust[theirs]
    if least > 0:
        out_value[c, d, i, j] = worth + bust * out_waiting[c, d, j, i + least]
        out_waiting[c, d, j, i] = against + other_bust * out_value[c, d, i, j + least]
        return 1.0
    # 1 - e e' without the cancellation, which costs digits where turns nearly always bust.
    leave: float = score + first.wipe[mine] + bust * (other_score + second.wipe[theirs])
    value = (worth + bust * against) / leave
    out_value[c, d, i, j] = value
    out_waiting[c, d, j, i] = against + other_bust * value
    return leave


@jit
def _banked(turns: PlayedTurns, row: int, banked: int, after: Array) -> tuple[float, float]:
    """Expected value where a turn scores, and the chance that it does.

    Parameters
    ----------
    turns : a player's turns, played out
    row : index of the turn
    banked : score before the turn
    after : float64[score], value of each new score
    """
    worth = 0.0
    score = turns.wins[row]
    for gain in range(turns.span[row, 0], turns.span[row, 1]):
        chance = turns.gain[row, gain]
        score += chance
        worth += chance * after[banked + gain]
    return worth, score
