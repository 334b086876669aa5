"""What is expected until the end of a race of two fixed players: turns, changes of the lead.

Both play by the same rule, so a state is the mover's score i, the other's j, and who led last. A turn is a
distribution of its gain x, with a bust of chance e and a wipe of chance w. If a turn counts r, what is
expected until the end is

    X(i, j) = r + sum over x of P(x) X(j, i + x) + e X(j, i) + w X(j, 0),

where r is 1 for turns, and for changes of the lead the chance that the turn changes it. Scores only grow, so
states of greater i + j come first; a bust leaves the pair (i, j), (j, i), whose two linear equations are
solved in closed form, without the cancellation of 1 - e e'. Where a turn scores at least something, a bust
leads to a later state.

A wipe leads to a state (j, 0) of smaller sum. X is affine in the values z there, z = c + M z, and that system
is eliminated without a subtraction (Grassmann, Taksar & Heyman 1985): what is missing to 1 in a row of M is
the chance that the game ends before the next wipe, which is known by itself. So every mean is known to its
last digits, however long the games are.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.elimination import eliminated
from solvers.jit import jit, jit_inline
from solvers.length.leader import MOVER, NOBODY, OTHER
from solvers.turns.played import PlayedTurns
from solvers.underflow import refuse_seldom


class Paid(NamedTuple):
    """What is counted.

    Attributes
    ----------
    turn, change, won : what a turn, a change of the lead, and the end of the game count
    after_change : float64[leader, banked, opponent], what is to come after a change that does not end the
        game, instead of what this expectation comes to there; empty for that itself
    """

    turn: float
    change: float
    won: float
    after_change: Array


ITSELF = np.zeros((0, 0, 0))
TURNS, CHANGES, END = Paid(1.0, 0.0, 0.0, ITSELF), Paid(0.0, 1.0, 0.0, ITSELF), Paid(0.0, 0.0, 1.0, ITSELF)
NOTHING = Paid(0.0, 0.0, 0.0, ITSELF)


def expected(least_score: int, turns: PlayedTurns, who: str) -> tuple[Array, Array]:
    """Turns and changes of the lead that are still to come, float64[banked, opponent, leader] each.

    NaN where there is no state: who has more points has led last, and nobody has only at the start.

    Parameters
    ----------
    least_score : what a turn scores at least
    turns : of both players, played out
    who : whose they are, for an error

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever
    """
    found = Expectations(least_score, turns, NOTHING, END, who)
    turns_left, changes_left = (
        np.ascontiguousarray(found.of(paid).transpose(1, 2, 0)) for paid in (TURNS, CHANGES)
    )
    return turns_left, changes_left


class Expectations:
    """What is expected until the end, or until a change of the lead, from every state.

    Parameters
    ----------
    least_score : what a turn scores at least
    turns : of both players, played out
    moving, ending : what counts nothing at all, and what counts only the end; after a change of the lead
        either goes on, or it has a table in which that is the end
    who : whose they are, for an error

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever
    """

    def __init__(self, least_score: int, turns: PlayedTurns, moving: Paid, ending: Paid, who: str) -> None:
        self._least, self._turns, self._who = least_score, turns, who
        goal = turns.row.shape[0]
        wiped = [(MOVER, j) for j in range(1, goal)] + [(leader, 0) for leader in (NOBODY, MOVER, OTHER)]
        self._none, self._at = np.zeros((3, goal)), tuple(np.array(wiped).T)
        self._moves, self._ends = np.zeros((0, 0)), np.zeros(0)
        if turns.wipe.any():
            self._moves = np.zeros((len(wiped), len(wiped)))
            for column, state in enumerate(wiped):
                unit = self._none.copy()
                unit[state] = 1.0
                self._moves[:, column] = self._after_a_wipe(self._before_a_wipe(moving, unit))
            self._ends = self._after_a_wipe(self._before_a_wipe(ending, self._none))

    def of(self, paid: Paid) -> Array:
        """What is expected, float64[leader, banked, opponent]; NaN where there is no state.

        Parameters
        ----------
        paid : what is counted
        """
        found = self._before_a_wipe(paid, self._none)
        if not self._ends.size:
            return found
        counted = self._after_a_wipe(found)[:, None]
        after = self._none.copy()
        after[self._at] = eliminated(self._moves, self._ends, counted, self._who)[:, 0]
        return self._before_a_wipe(paid, after)

    def _before_a_wipe(self, paid: Paid, after: Array) -> Array:
        """The same, if what is to come after a wipe is known, float64[leader, score]."""
        out = np.full((3, *self._turns.row.shape), np.nan)
        scores = _backward(self._least, self._turns, paid, after, out)
        refuse_seldom("a turn scores", scores, self._who)
        return out

    def _after_a_wipe(self, found: Array) -> Array:
        """The rows of the states that a wipe leads to."""
        leader, score = self._at
        return np.asarray(found[leader, score, 0])


@jit
def _backward(least: int, turns: PlayedTurns, paid: Paid, wiped: Array, out: Array) -> float:
    """All states by decreasing i + j.

    Parameters
    ----------
    least : what a turn scores at least
    turns : of both players, played out
    paid : what is counted
    wiped : float64[leader, score], what is to come after a wipe: who moves next has the score
    out : float64[leader, banked, opponent], written wherever there is a state

    Returns
    -------
    The least chance that one of both turns from a state does not bust.
    """
    goal = out.shape[1]
    least_leave = 1.0
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), total // 2 + 1):
            j = total - i
            for leader in range(3):
                # Who has less has not led last, and nobody has at the start only.
                if (leader == NOBODY and total > 0) or (i < j and leader != OTHER):
                    continue
                seen = _seen_by_other(leader)
                one, score = _turn(least, turns, paid, wiped, i, j, leader, out)
                two, other_score = _turn(least, turns, paid, wiped, j, i, seen, out)
                if least > 0:
                    out[leader, i, j] = one
                    out[seen, j, i] = two
                else:
                    # 1 - e e' without the cancellation, which costs digits where turns nearly always bust.
                    bust = turns.bust[turns.row[i, j]]
                    leave = score + bust * other_score
                    out[leader, i, j] = (one + bust * two) / leave
                    out[seen, j, i] = two + turns.bust[turns.row[j, i]] * out[leader, i, j]
                    least_leave = min(least_leave, leave)
    return least_leave


@jit_inline
def _seen_by_other(leader: int) -> int:
    """The same leader as the other player sees it."""
    return leader if leader == NOBODY else MOVER + OTHER - leader


@jit
def _turn(
    least: int, turns: PlayedTurns, paid: Paid, wiped: Array, i: int, j: int, leader: int, out: Array
) -> tuple[float, float]:
    """What comes of a turn but for a bust that leads back to the same scores.

    Parameters
    ----------
    least : what a turn scores at least
    turns : of both players, played out
    paid : what is counted
    wiped : float64[leader, score], what is to come after a wipe: who moves next has the score
    i, j, leader : the state
    out : float64[leader, banked, opponent], known for greater sums of scores

    Returns
    -------
    worth : what is expected
    score : the chance not to bust
    """
    goal = out.shape[1]
    row = turns.row[i, j]
    won = paid.won + (paid.change if leader == OTHER else 0.0)
    worth = paid.turn + turns.wins[row] * won
    score = turns.wins[row] + turns.wipe[row]
    if turns.wipe[row] > 0.0:
        worth += turns.wipe[row] * _banked(paid, leader, 0, j, wiped[:, j])
    for gain in range(turns.span[row, 0], turns.span[row, 1]):
        chance = turns.gain[row, gain]
        score += chance
        worth += chance * _banked(paid, leader, i + gain, j, out[:, j, i + gain])
    if least > 0:
        bust = turns.bust[row]
        after = i + least
        worth += bust * (won if after >= goal else _banked(paid, leader, after, j, out[:, j, after]))
    return worth, score


@jit_inline
def _banked(paid: Paid, leader: int, x: int, j: int, after: Array) -> float:
    """What banking a score counts, with all that is to come.

    Parameters
    ----------
    paid : what is counted
    leader : who led last
    x : the mover's score after the turn
    j : the other's
    after : float64[leader], what is to come, as the other sees it
    """
    leads = MOVER if x > j else OTHER if x < j else leader
    seen = _seen_by_other(leads)
    to_come: float = after[seen]
    if leads == leader or leader == NOBODY:
        return to_come
    if paid.after_change.size > 0:
        to_come = paid.after_change[seen, j, x]
    return to_come + paid.change
