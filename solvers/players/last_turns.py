"""How last turns end, by the points that the player is behind, for a rule of thumb and for optimal play.

A rule of thumb rolls until it is ahead, or until level if it wins ties. A bust loses, unless it scores at
least the points behind. So a turn's value depends only on the points still lacking, whatever was gained so
far, and one pass over the points lacking gives all turns. The few turns that are ahead or level even after a
bust take a pass each.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.contests.tie import Tie
from solvers.games.turn import HOLD, Turn
from solvers.jit import jit
from solvers.linear.products import product
from solvers.players.played import Last
from solvers.turns.backward import TIE
from solvers.turns.played import FlatTurn

# Ends of a last turn, indices of arrays.
WIN, LEVEL, LOSE = range(3)
# Stands for the best ways.
NO_WAYS = np.zeros(0, np.int64)


def until_ahead_by(
    turn: Turn, rules: FlatTurn, way: Integers, far: int, tie: Tie, level_after_wipe: bool = False
) -> Last:
    """Return how the last turns of a player end who rolls until ahead, or until level if it wins ties.

    Parameters
    ----------
    turn, rules : a game's turn with one opening, and the same as flat arrays
    way : int64[position], place of the way that the player takes to go on, 0 where there is none
    far : largest number of points behind
    tie : who wins ties
    level_after_wipe : whether a player 0 points behind has score 0, so that a wipe leaves it level

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
    """Return how last turns of optimal play end; among equal choices it holds, or takes the first way.

    Parameters
    ----------
    turn, rules : a game's turn, and the same as flat arrays
    far : largest number of points behind
    level : value of a tie to the player
    level_at_zero : value of a tie at score 0, if a player 0 points behind has score 0, so that a wipe leaves
        it level; else None
    """
    return _last(turn, rules, NO_WAYS, far, False, level, level_at_zero)


def worth_of_throws(turn: Turn, rules: FlatTurn, far: int, level: float) -> Array:
    """Return the value of throws in last turns with the best ways, float64[behind, turn_total, throw].

    `behind` is counted before the turn; turn totals go up to a tie, and values beyond are 0.

    Parameters
    ----------
    turn, rules, far, level : as in `by_best_ways`
    """
    lost, worth = np.eye(3)[LOSE], np.array([1.0, level, 0.0])
    ends = np.zeros((far + 1, rules.bust.size, 3))
    _fill(rules, NO_WAYS, False, level, (lost, lost), ends)
    lacking, out = product(ends, worth), np.zeros((far + 1, far + 1, rules.bust.size))
    for behind in range(far + 1):
        out[behind, : behind + 1] = lacking[behind::-1]
    for behind in range(min(turn.least_score, far) + 1):
        bust = np.eye(3)[LEVEL if behind == turn.least_score else WIN]
        own = ends[: behind + 1].copy()
        _fill(rules, NO_WAYS, False, level, (bust, lost), own)
        out[behind, : behind + 1] = product(own, worth)[::-1]
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
    turn, rules, way, far : as in `until_ahead_by`; with `NO_WAYS`, the best ways are taken
    level_wins : whether the player holds when level
    level, level_at_zero : value of a tie, as in `by_best_ways`
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
        # The player must roll at least once, so it cannot hold when level before the turn.
        _fill(rules, way, level_wins and behind > 0, worth, (bust, wipe), ends[: behind + 1])
        out[behind] = _opened(ends[behind : behind + 1], openings, worth)[0]
    return Last(*np.ascontiguousarray(out.T))


def _opened(throws: Array, openings: Integers, level: float) -> Array:
    """How turns end that open in the best way, float64[behind, end]; among equal openings the first.

    Parameters
    ----------
    throws : float64[behind, throw, end]
    openings : int64[opening]
    level : value of a tie
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
    """Compute how throws end, by the points that the player lacks to be level.

    Parameters
    ----------
    rules : the game's turn
    way : int64[position], as in `until_ahead_by`; with `NO_WAYS`, the best ways are taken
    level_wins : whether the player holds when level
    level : value of a tie
    lost : float64[end] twice, how turns end after a bust and after a wipe
    out : float64[lacking, throw, end], written
    """
    for lacking in range(len(out)):
        # Backwards, as throws that gain nothing lead to later ones in the list.
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
    """Place of the best way of a player who is not ahead, or HOLD; ties, up to rounding, hold.

    Parameters
    ----------
    rules : the game's turn
    position : index of the position
    left : points that the player lacks to be level
    level : value of a tie
    ends : float64[lacking, throw, end], known for all throws that ways lead to
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
