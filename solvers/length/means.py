"""Expected turns and changes of the lead to the end of a race of two players with one fixed rule.

A state is the mover's score i, the opponent's j, and who led last. A turn has a distribution of its gain x, a
probability e of a bust and w of a wipe. If a turn counts r, the expected count to the end is

    X(i, j) = r + sum over x of P(x) X(j, i + x) + e X(j, i) + w X(j, 0),

where r is 1 for turns; for changes of the lead, r is the probability that the turn changes it. Scores only
grow, so states with greater i + j come first. A bust connects the pair (i, j), (j, i): two linear equations,
solved in closed form without the cancellation in 1 - e e'. If a turn scores at least a point, a bust leads
to a later state instead.

A wipe leads to a state (j, 0) with a smaller sum. X is affine in the values z there, z = c + M z. This system
is solved by elimination without subtractions (Grassmann, Taksar & Heyman 1985): 1 minus a row sum of M is the
probability that the game ends before the next wipe, which is computed separately. So every mean is exact to
its last digits, however long games are.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit, jit_inline
from solvers.length.leader import MOVER, NOBODY, OTHER
from solvers.linear.markov_chain import eliminated
from solvers.turns.played import PlayedTurns
from solvers.underflow import refuse_seldom


class Paid(NamedTuple):
    """What a turn, a change of the lead and the end count.

    Attributes
    ----------
    turn, change, won : count of a turn, of a change of the lead, and of the end of the game
    after_change : float64[leader, banked, opponent], what follows a change that does not end the game; empty
        if this is the expectation itself
    """

    turn: float
    change: float
    won: float
    after_change: Array


ITSELF = np.zeros((0, 0, 0))
TURNS, CHANGES, END = Paid(1.0, 0.0, 0.0, ITSELF), Paid(0.0, 1.0, 0.0, ITSELF), Paid(0.0, 0.0, 1.0, ITSELF)
NOTHING = Paid(0.0, 0.0, 0.0, ITSELF)


def expected(least_score: int, turns: PlayedTurns, who: str) -> tuple[Array, Array]:
    """Return the expected turns and changes of the lead to come, float64[banked, opponent, leader] each.

    NaN where there is no state: the player ahead led last, and nobody led only at the start.

    Parameters
    ----------
    least_score : least score of a turn
    turns : turns of both players, played out
    who : names the players in an error

    Raises
    ------
    NotConverged
        if the probability to ever win is 0 or near underflow
    """
    found = Expectations(least_score, turns, NOTHING, END, who)
    turns_left, changes_left = (
        np.ascontiguousarray(found.of(paid).transpose(1, 2, 0)) for paid in (TURNS, CHANGES)
    )
    return turns_left, changes_left


class Expectations:
    """Expected counts from every state to the end, or to a change of the lead.

    Parameters
    ----------
    least_score : least score of a turn
    turns : turns of both players, played out
    moving, ending : count nothing, and only the end; after a change of the lead both go on, or both have a
        table that counts as the end
    who : names the players in an error

    Raises
    ------
    NotConverged
        if the probability to ever win is 0 or near underflow
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
        """Return the expected count, float64[leader, banked, opponent]; NaN where there is no state.

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
        """The expected count for given counts after a wipe, float64[leader, score]."""
        out = np.full((3, *self._turns.row.shape), np.nan)
        scores = _backward(self._least, self._turns, paid, after, out)
        refuse_seldom("a turn scores", scores, self._who)
        return out

    def _after_a_wipe(self, found: Array) -> Array:
        """The rows of the states after a wipe."""
        leader, score = self._at
        return np.asarray(found[leader, score, 0])


@jit
def _backward(least: int, turns: PlayedTurns, paid: Paid, wiped: Array, out: Array) -> float:
    """Compute all states by falling i + j.

    Parameters
    ----------
    least : least score of a turn
    turns : turns of both players, played out
    paid : what is counted
    wiped : float64[leader, score], counts after a wipe, by the score of the player who moves next
    out : float64[leader, banked, opponent], written at all states

    Returns
    -------
    The least probability that at least one of the two turns from a pair of states does not bust.
    """
    goal = out.shape[1]
    least_leave = 1.0
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), total // 2 + 1):
            j = total - i
            for leader in range(3):
                # Not a state: the player behind led last, or nobody led after the start.
                if (leader == NOBODY and total > 0) or (i < j and leader != OTHER):
                    continue
                seen = _seen_by_other(leader)
                one, score = _turn(least, turns, paid, wiped, i, j, leader, out)
                two, other_score = _turn(least, turns, paid, wiped, j, i, seen, out)
                if least > 0:
                    out[leader, i, j] = one
                    out[seen, j, i] = two
                else:
                    # 1 - e e' without cancellation, which loses digits if nearly all turns bust.
                    bust = turns.bust[turns.row[i, j]]
                    leave = score + bust * other_score
                    out[leader, i, j] = (one + bust * two) / leave
                    out[seen, j, i] = two + turns.bust[turns.row[j, i]] * out[leader, i, j]
                    least_leave = min(least_leave, leave)
    return least_leave


@jit_inline
def _seen_by_other(leader: int) -> int:
    """The leader as the opponent sees it."""
    return leader if leader == NOBODY else MOVER + OTHER - leader


@jit
def _turn(
    least: int, turns: PlayedTurns, paid: Paid, wiped: Array, i: int, j: int, leader: int, out: Array
) -> tuple[float, float]:
    """The count of a turn, except after a bust to the same scores.

    Parameters
    ----------
    least : least score of a turn
    turns : turns of both players, played out
    paid : what is counted
    wiped : float64[leader, score], counts after a wipe, by the score of the player who moves next
    i, j, leader : the state
    out : float64[leader, banked, opponent], known for greater sums of scores

    Returns
    -------
    worth : expected count
    score : probability not to bust
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
    """The count of banking a score, and of all that follows.

    Parameters
    ----------
    paid : what is counted
    leader : who led last
    x : the mover's score after the turn
    j : the opponent's score
    after : float64[leader], what follows, as the opponent sees it
    """
    leads = MOVER if x > j else OTHER if x < j else leader
    seen = _seen_by_other(leads)
    to_come: float = after[seen]
    if leads == leader or leader == NOBODY:
        return to_come
    if paid.after_change.size > 0:
        to_come = paid.after_change[seen, j, x]
    return to_come + paid.change
