"""Two in turn whose turns are played out before: who wins, and how many turns are still to come.

The first player's chance to win is V(i, j) if it is about to move, with the score i to the second's j, and
U(i, j) if the second is:

    V(i, j) = r + sum over x of P(x) U(i + x, j) + sum over x of P(x) g(i + x - j) + e U(i, j) + w U(0, j),
    U(i, j) = r + sum over y of P'(y) V(i, j + y) + g' P'(reach the goal) + e' V(i, j) + w' V(i, 0).

The first sum is over scores below the goal, the second over those from it on; e and w are the chances of a
bust and of a wipe. With r = 0 and g' = 0 this holds for a race, where g = 1, and for equal turns, where g(d)
is what it is worth to have the goal and d points more before the second's last turn. The turns still to come
solve the same equations with r = 1. States of greater i + j come first; what is left is two linear equations,
solved by positive terms. Where a turn scores at least one point, a bust leads to a later state. Values after
a wipe come first: chances as in `solvers.fixed.wipes`, turns by elimination, since games may be wiped for
1e15 turns.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.elimination import eliminated
from solvers.errors import NotConverged
from solvers.fixed.wipes import Won, after_wipes
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.race.wiping import LARGEST_ERROR, REMEDY
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns
from solvers.underflow import refuse_hardly_scoring

NOTHING, BY_FIRST, BY_ANYBODY, TURNS = Won(0.0, 0.0), Won(1.0, 0.0), Won(1.0, 1.0), Won(0.0, 0.0, 1.0)


class AfterGoal(NamedTuple):
    """What follows once the first player has the goal, by how many points more it has than the second.

    Attributes
    ----------
    first, second : float64[points], chances that the first wins, and that the second does
    turns : float64[points], turns still to come
    """

    first: Array
    second: Array
    turns: Array

    def worth(self, counted: Won) -> Array:
        """What it is worth, float64[points].

        Parameters
        ----------
        counted : what counts
        """
        worth: Array = counted.own * self.first + counted.other * self.second + counted.turn * self.turns
        return worth


class Pair:
    """Two players in turn, and the tables that are written for them.

    Parameters
    ----------
    turn : the game
    who : who plays, for an error
    first, second : their turns, played out
    after : what follows the goal, of as many points as the first may be ahead; None in a race
    """

    def __init__(
        self,
        turn: Turn,
        who: str,
        first: PlayedTurns,
        second: PlayedTurns,
        after: AfterGoal | None = None,
    ) -> None:
        goal, end = len(first.row), first.gain.shape[1] + turn.least_score
        self._least, self._who, self._first, self._second = turn.least_score, who, first, second
        self._after = after or AfterGoal(np.ones(end), np.zeros(end), np.zeros(end))
        # By [second's score, first's], so that each expectation is over neighbours.
        self._value, self._waiting = np.zeros((goal, goal)), np.zeros((goal, goal))
        self._states, self._wipes = 2 * goal, turn.wipes

    def wins(self) -> tuple[Array, Array]:
        """The first's chances to win, float64[first, second], if it is about to move and if the second is.

        Raises
        ------
        NotConverged
            if nobody can ever win, or hardly ever, or the values after a wipe take too many rounds
        """
        after = after_wipes(self._states, self._who, self._backup) if self._wipes else self._nothing
        self._backup(BY_FIRST, after)
        value, waiting = self._tables()
        return chances(value, self._who), chances(waiting, self._who)

    def turns(self) -> tuple[Array, Array]:
        """Turns of both still to come on average, float64[first, second], likewise.

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

    @property
    def _nothing(self) -> Array:
        return np.zeros(self._states)

    def _tables(self) -> tuple[Array, Array]:
        """What has been written, float64[first, second], if the first moves and if the second does."""
        return self._value.copy(), np.ascontiguousarray(self._waiting.T)

    def _backup(self, counted: Won, wiped: Array) -> Array:
        """Solve all states, if it is known what follows a wipe, float64[state]; gives the same anew.

        Parameters
        ----------
        counted : what counts
        wiped : the first moves after the second's wipe with each of its scores, then the other way round
        """
        value, waiting = self._value, self._waiting
        value[:, 0], waiting[:, 0] = np.split(wiped, 2)
        ahead = self._after.worth(counted)
        least = _solve(self._least, self._first, self._second, counted, ahead, value, waiting)
        refuse_hardly_scoring(least, self._who)
        return np.concatenate((value[:, 0], waiting[:, 0]))


def race_of(turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns) -> tuple[Array, Array]:
    """Own's chances to win a race, see `Pair.wins`.

    Parameters
    ----------
    turn : the game
    who : who plays, for an error
    own, other : their turns, played out
    """
    return Pair(turn, who, own, other).wins()


def turns_left(turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns) -> tuple[Array, Array]:
    """Turns of both still to come in a race, see `Pair.turns`.

    Parameters
    ----------
    turn, who, own, other : as in `race_of`
    """
    return Pair(turn, who, own, other).turns()


def refuse_unknown(turn: Turn, residual: float, who: str) -> None:
    """Refuse what the proof does not show to be right, in a game that wipes.

    Parameters
    ----------
    turn : the game
    residual : what the tables are off by at most
    who : who plays, for the error

    Raises
    ------
    NotConverged
        if it is more than LARGEST_ERROR
    """
    if turn.wipes and not residual <= LARGEST_ERROR:
        rule = f"at most {LARGEST_ERROR} if played round by round"
        raise NotConverged(f"residual: expected {rule}, got {residual} ({who}). {REMEDY}")


@jit
def _solve(
    least: int,
    first: PlayedTurns,
    second: PlayedTurns,
    won: Won,
    ahead: Array,
    out_value: Array,
    out_waiting: Array,
) -> float:
    """Solve all states, by decreasing i + j.

    Parameters
    ----------
    least : what a turn scores at least
    first, second : their turns, played out
    won : what reaching the goal is worth, and a turn
    ahead : float64[points], what it is worth that the first has the goal and so many points more
    out_value : float64[i, j], V; comes with guesses of the values after a wipe and is written whole
    out_waiting : float64[j, i], U; comes with guesses of the values after a wipe and is written whole

    Returns
    -------
    The least chance that one of both turns from a state does not bust.
    """
    goal = out_value.shape[0]
    least_leave = 1.0
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            mine = first.row[i, j]
            theirs = second.row[j, i]
            worth, score = _banked(first, mine, i, goal, out_waiting[j])
            worth += won.turn + first.wins[mine] * won.own + first.wipe[mine] * out_waiting[j, 0]
            for gain in range(max(goal - i, first.span[mine, 0]), first.span[mine, 1]):
                score += first.gain[mine, gain]
                worth += first.gain[mine, gain] * ahead[i + gain - j]
            against, other_score = _banked(second, theirs, j, goal, out_value[i])
            against += won.turn + second.wins[theirs] * won.other + second.wipe[theirs] * out_value[i, 0]
            for gain in range(max(goal - j, second.span[theirs, 0]), second.span[theirs, 1]):
                other_score += second.gain[theirs, gain]
                against += second.gain[theirs, gain] * won.other
            # What stops with nothing ends where it began, as a bust does that scores nothing.
            stay = first.gain[mine, 0]
            other_stay = second.gain[theirs, 0]
            if least > 0:
                bust = first.bust[mine]
                worth += bust * (out_waiting[j, i + least] if i + least < goal else ahead[i + least - j])
                score += bust
                bust = second.bust[theirs]
                against += bust * (out_value[i, j + least] if j + least < goal else won.other)
                other_score += bust
            else:
                stay += first.bust[mine]
                other_stay += second.bust[theirs]
            # 1 - e e' without the cancellation, which costs digits where turns nearly always bust.
            leave = score + first.wipe[mine] + stay * (other_score + second.wipe[theirs])
            out_value[i, j] = (worth + stay * against) / leave
            out_waiting[j, i] = against + other_stay * out_value[i, j]
            least_leave = min(least_leave, leave)
    return least_leave


@jit
def _banked(turns: PlayedTurns, row: int, banked: int, goal: int, after: Array) -> tuple[float, float]:
    """What a turn is worth that scores and does not reach the goal, and the chance that one scores.

    Parameters
    ----------
    turns : a player's turns, played out
    row : which of them
    banked : score before the turn
    goal : points to reach
    after : float64[score], value of having banked that score
    """
    worth = 0.0
    score = turns.wins[row]
    for gain in range(max(1, turns.span[row, 0]), min(goal - banked, turns.span[row, 1])):
        chance = turns.gain[row, gain]
        score += chance
        worth += chance * after[banked + gain]
    return worth, score
