"""A race of two whose turns are played out before: who wins, and how many turns are still to come.

Own's chance to win is V(i, j) if own is about to move and U(i, j) if other is,

    V(i, j) = r + sum over x of P(x) U(i + x, j) + g P(reach the goal) + e U(i, j) + w U(0, j),
    U(i, j) = r + sum over y of P'(y) V(i, j + y) + g' P'(reach the goal) + e' V(i, j) + w' V(i, 0),

with r = 0, g = 1 and g' = 0; e and w are the chances of a bust and of a wipe. The turns still to come solve
the same equations with r = 1 and g = g' = 0. States of greater i + j come first; what is left is two linear
equations. Where a turn scores at least one point, a bust leads to a later state. Values after a wipe come
first: chances as in `solvers.fixed.wipes`, turns by elimination, since games may be wiped for 1e15 turns.
"""

import numpy as np

from solvers.arrays import Array
from solvers.elimination import eliminated
from solvers.fixed.wipes import Won, after_wipes
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns
from solvers.underflow import refuse_hardly_scoring

NOTHING, BY_OWN, BY_ANYBODY, TURNS = Won(0.0, 0.0), Won(1.0, 0.0), Won(1.0, 1.0), Won(0.0, 0.0, 1.0)


def race_of(turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns) -> tuple[Array, Array]:
    """Own's chances to win, float64[banked, opponent], if own is about to move and if other is.

    Parameters
    ----------
    turn : the game
    who : who plays, for an error
    own, other : their turns, played out

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe take too many rounds
    """
    pair = _Pair(turn, who, own, other)
    pair.backup(BY_OWN, after_wipes(pair.states, who, pair.backup) if turn.wipes else np.zeros(pair.states))
    value, waiting = pair.tables
    return chances(value, who), chances(waiting, who)


def turns_left(turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns) -> tuple[Array, Array]:
    """Turns of both players still to come on average, float64[banked, opponent], if own is about to move and
    if other is.

    Parameters
    ----------
    turn, who, own, other : as in `race_of`

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever
    """
    pair = _Pair(turn, who, own, other)
    after = np.zeros(pair.states)
    if turn.wipes:
        moves = np.array([pair.backup(NOTHING, unit) for unit in np.eye(pair.states)]).T
        ends, turns = (pair.backup(counted, after) for counted in (BY_ANYBODY, TURNS))
        after = eliminated(moves, ends, turns[:, None], who)[:, 0]
    pair.backup(TURNS, after)
    return pair.tables


class _Pair:
    """Two players, and the tables that are written for them."""

    def __init__(self, turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns) -> None:
        goal = own.row.shape[0]
        self._least, self._who, self._own, self._other = turn.least_score, who, own, other
        # By [opponent, banked], so that each expectation is over neighbours.
        self._value, self._waiting = np.zeros((goal, goal)), np.zeros((goal, goal))
        self.states = 2 * goal

    @property
    def tables(self) -> tuple[Array, Array]:
        """What has been written, float64[banked, opponent], if own is about to move and if other is."""
        return self._value, np.ascontiguousarray(self._waiting.T)

    def backup(self, counted: Won, wiped: Array) -> Array:
        """Solve all states, if it is known what follows a wipe, float64[state]; gives the same anew.

        Parameters
        ----------
        counted : what counts
        wiped : own moves after the other's wipe with each of its scores, then the other way round
        """
        value, waiting = self._value, self._waiting
        value[:, 0], waiting[:, 0] = np.split(wiped, 2)
        refuse_hardly_scoring(_solve(self._least, self._own, self._other, counted, value, waiting), self._who)
        return np.concatenate((value[:, 0], waiting[:, 0]))


@jit
def _solve(
    least: int, own: PlayedTurns, other: PlayedTurns, won: Won, out_value: Array, out_waiting: Array
) -> float:
    """Solve all states, by decreasing i + j.

    Parameters
    ----------
    least : what a turn scores at least
    own, other : their turns, played out
    won : what reaching the goal is worth, and a turn
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
            mine = own.row[i, j]
            theirs = other.row[j, i]
            worth, score = _banked(own, mine, i, out_waiting[j])
            worth += won.turn + own.wins[mine] * won.own + own.wipe[mine] * out_waiting[j, 0]
            against, other_score = _banked(other, theirs, j, out_value[i])
            against += won.turn + other.wins[theirs] * won.other + other.wipe[theirs] * out_value[i, 0]
            bust = own.bust[mine]
            other_bust = other.bust[theirs]
            if least > 0:
                worth += bust * (out_waiting[j, i + least] if i + least < goal else won.own)
                against += other_bust * (out_value[i, j + least] if j + least < goal else won.other)
                out_value[i, j] = worth
                out_waiting[j, i] = against
            else:
                # 1 - e e' without the cancellation, which costs digits where turns nearly always bust.
                leave = score + own.wipe[mine] + bust * (other_score + other.wipe[theirs])
                out_value[i, j] = (worth + bust * against) / leave
                out_waiting[j, i] = against + other_bust * out_value[i, j]
                least_leave = min(least_leave, leave)
    return least_leave


@jit
def _banked(turns: PlayedTurns, row: int, banked: int, after: Array) -> tuple[float, float]:
    """What a turn is worth that scores and does not reach the goal, and the chance that one scores.

    Parameters
    ----------
    turns : a player's turns, played out
    row : which of them
    banked : score before the turn
    after : float64[score], value of having banked that score
    """
    worth = 0.0
    score = turns.wins[row]
    for gain in range(turns.span[row, 0], turns.span[row, 1]):
        chance = turns.gain[row, gain]
        score += chance
        worth += chance * after[banked + gain]
    return worth, score
