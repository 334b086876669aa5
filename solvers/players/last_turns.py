"""How last turns end, by the points that who takes one is behind: of who throws until it is ahead in a way of
its own, and of optimal play.

Where a bust scores less than lacks, all is lost with it, and turns that lack as much as others do after some
throws go on as these: one pass over the points that lack has them all. Of those some few who are ahead, or
level, by a bust, each takes a pass of its own.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.contests.tie import Tie
from solvers.games.turn import HOLD, Turn
from solvers.jit import jit
from solvers.players.played import Last
from solvers.turns.backward import TIE
from solvers.turns.played import FlatTurn

# Ends of a last turn.
WIN, LEVEL, LOSE = range(3)
# Of who chooses the best way.
NO_WAYS = np.zeros(0, np.int64)


def until_ahead_by(
    turn: Turn, rules: FlatTurn, way: Integers, far: int, tie: Tie, level_after_wipe: bool = False
) -> Last:
    """How last turns end of who throws until it is ahead, or level where a tie is its own.

    Parameters
    ----------
    turn, rules : any turn that opens in one way, and the same as flat arrays
    way : int64[position], place of the way that it takes when it goes on, 0 where there is none
    far : the most points behind
    tie : who wins with equal scores
    level_after_wipe : whether who is 0 points behind has the score 0, so that a wipe is a tie

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.turns.played import flat
    >>> last = until_ahead_by(pig.turn(), flat(pig.turn()), np.array([1]), 2, Tie.FIRST)
    >>> print((last.win[2] * 36).round(9))
    29.0
    """
    level_wins = tie is Tie.LAST
    level = float(level_wins)
    return _last(turn, rules, way, far, level_wins, level, level if level_after_wipe else None)


def by_best_ways(
    turn: Turn, rules: FlatTurn, far: int, level: float, level_at_zero: float | None = None
) -> Last:
    """How last turns of optimal play end; of equally good choices it holds, or takes the way named first.

    Parameters
    ----------
    turn, rules : any turn, and the same as flat arrays
    far : the most points behind
    level : what a tie is worth to it
    level_at_zero : the same where both have the score 0, if who is 0 points behind has that, so that a wipe
        is a tie; else None
    """
    return _last(turn, rules, NO_WAYS, far, False, level, level_at_zero)


def worth_of_throws(turn: Turn, rules: FlatTurn, far: int, level: float) -> Array:
    """What throws of last turns are worth to who takes the best ways, float64[behind, turn_total, throw]: of
    who is that far behind before the turn, up to the turn total that is level, and 0 beyond.

    Parameters
    ----------
    turn, rules, far, level : as in `by_best_ways`
    """
    lost, worth = np.eye(3)[LOSE], np.array([1.0, level, 0.0])
    ends = np.zeros((far + 1, rules.bust.size, 3))
    _fill(rules, NO_WAYS, False, level, (lost, lost), ends)
    lacking, out = ends @ worth, np.zeros((far + 1, far + 1, rules.bust.size))
    for behind in range(far + 1):
        out[behind, : behind + 1] = lacking[behind::-1]
    for behind in range(min(turn.least_score, far) + 1):
        bust = np.eye(3)[LEVEL if behind == turn.least_score else WIN]
        own = ends[: behind + 1].copy()
        _fill(rules, NO_WAYS, False, level, (bust, lost), own)
        out[behind, : behind + 1] = (own @ worth)[::-1]
    return out


def _last(
    turn: Turn,
    rules: FlatTurn,
    way: Integers,
    far: int,
    level_wins: bool,
    level: float,
    level_at_zero: float | None,
) -> Last:
    """How last turns end.

    Parameters
    ----------
    turn, rules, way, far : as in `until_ahead_by`; without ways the best are taken
    level_wins : whether one holds level
    level, level_at_zero : what a tie is worth, as in `by_best_ways`
    """
    openings, least = np.array(turn.openings), turn.least_score
    ends = np.zeros((far + 1, rules.bust.size, 3))
    lost = np.eye(3)[LOSE]
    _fill(rules, way, level_wins, level, (lost, lost), ends)
    out = _opened(ends, openings, level)
    for behind in range(min(least, far) + 1):
        bust = np.eye(3)[LEVEL if behind == least else WIN]
        wipe, worth = lost, level
        if behind == 0 and level_at_zero is not None:
            wipe, worth = np.eye(3)[LEVEL], level_at_zero
        # Nobody who has thrown nothing holds.
        _fill(rules, way, level_wins and behind > 0, worth, (bust, wipe), ends[: behind + 1])
        out[behind] = _opened(ends[behind : behind + 1], openings, worth)[0]
    return Last(*np.ascontiguousarray(out.T))


def _opened(throws: Array, openings: Integers, level: float) -> Array:
    """How turns end that open in the best way, float64[behind, end]; of equally good ones the first.

    Parameters
    ----------
    throws : float64[behind, throw, end]
    openings : int64[opening]
    level : what a tie is worth
    """
    worth = throws[:, openings, WIN] + level * throws[:, openings, LEVEL]
    best = (worth >= worth.max(axis=1, keepdims=True) * (1.0 - TIE)).argmax(axis=1)
    return np.asarray(throws[np.arange(len(throws)), openings[best]])


@jit
def _fill(
    rules: FlatTurn,
    way: Integers,
    level_wins: bool,
    level: float,
    lost: tuple[Array, Array],
    out: Array,
) -> None:
    """How throws end, by the points that lack to a tie.

    Parameters
    ----------
    rules : the turn
    way : int64[position], as in `until_ahead_by`; without any the best ones are taken
    level_wins : whether one holds level
    level : what a tie is worth
    lost : float64[end] both, what a bust and a wipe come to
    out : float64[lacking, throw, end], written
    """
    for lacking in range(len(out)):
        # A throw that gains nothing leads to those further down the list.
        for throw in range(rules.bust.size - 1, -1, -1):
            ends = out[lacking, throw]
            for end in range(ends.size):
                ends[end] = rules.bust[throw] * lost[0][end] + rules.wipe[throw] * lost[1][end]
            for outcome in range(rules.start[throw], rules.start[throw + 1]):
                left = lacking - rules.gain[outcome]
                chance = rules.probability[outcome]
                if left < 0 or (left == 0 and level_wins):
                    ends[WIN] += chance
                    continue
                position = rules.position[outcome]
                taken = way[position] if way.size > 0 else _best_way(rules, position, left, level, out)
                if taken != HOLD:
                    there = left + rules.given_up[position, taken]
                    for end in range(ends.size):
                        ends[end] += chance * out[there, rules.next_throw[position, taken], end]
                else:
                    ends[LEVEL if left == 0 else LOSE] += chance


@jit
def _best_way(rules: FlatTurn, position: int, left: int, level: float, ends: Array) -> int:
    """Place of the best way of who is not ahead, HOLD to hold; up to rounding, a tie holds.

    Parameters
    ----------
    rules : the turn
    position : where it stands
    left : points that lack to a tie
    level : what a tie is worth
    ends : float64[lacking, throw, end], known as far as ways lead
    """
    best = level if left == 0 else 0.0
    taken = HOLD
    for place in range(1, rules.way_count[position] + 1):
        there = ends[left + rules.given_up[position, place], rules.next_throw[position, place]]
        ahead = there[WIN] + level * there[LEVEL]
        if ahead > best + TIE * best:
            best = ahead
            taken = place
    return taken
