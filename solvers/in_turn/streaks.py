"""Rounds over all turns of a contest in which busts in a row cost points.

H(a, b, x, j) is the value of handing over the turn with score x after a busts in a row, against score j and b
busts. A player with i and a busts banks x for H(0, b, x, j). A bust is worth H(a + 1, b, i, j), and the last
of a streak H(0, b, max(0, i - cost), j). Turns of greater i + j come first, and of one sum those of greater a
+ b; then only the values after a streak or a wipe are unknown. So turns are swept once, where those of a race
take Newton steps on the values of their busts (`in_turn.best`). Values after a streak or a wipe are read from
the round before (`in_turn.settling`).

The turns of a side are free, or played out beforehand. One side's values are 1 minus the other's, so each
side is read to write the other; both sides may be one. The values of handing over are given from the goal on:
there the player has won, or the other has a last turn.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.streak import Rule
from solvers.errors import expected
from solvers.games.turn import Turn, TurnArrays
from solvers.in_turn.diagonal import Diagonal
from solvers.in_turn.seat import Seat
from solvers.in_turn.settling import (
    LARGEST_CHANGE,
    Back,
    Round,
    is_proved,
    is_proved_convex,
    rest,
    stay,
    unknown,
)
from solvers.jit import jit
from solvers.turns.backward import LANES, hold_beyond
from solvers.turns.played import PlayedTurns, unplayed
from solvers.turns.values import opening, sweep, workspace

# With `row` of int64[own busts, other's busts, own score, other's score].
TurnsByBusts = PlayedTurns

REMEDY = "Nearly every turn busts: ask for a smaller goal, or for a game that busts less."
STREAK = Back("a streak", REMEDY, largest_error=1e-12)


class Side(NamedTuple):
    """A player in one seat.

    Attributes
    ----------
    tables : the turn
    top : score from which on it holds
    steady : whether it has won from `top` on, whatever the other has
    throws, positions : float64, rows of the turn kernel, from `values.workspace`
    turns : its turns if they are played out; no rows if it is free
    handed : float64[own busts, other's busts, x, other], value of handing over the turn with x below the goal
    hold : float64[other's busts, x, other], value of banking x, up to one throw beyond `top`
    """

    tables: TurnArrays
    top: int
    steady: bool
    throws: Array
    positions: Array
    turns: TurnsByBusts
    handed: Array
    hold: Array


def refuse(turn: Turn, goal: int, rule: Rule) -> None:
    """Refuse rules that are no contest with busts in a row.

    Raises
    ------
    InvalidRules
        if the goal is less than 2, a streak less than one bust, the cost less than 0, or a bust scores
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if rule.busts < 1:
        raise expected("busts in a row", "1 or more", rule.busts)
    if rule.cost < 0:
        raise expected("cost", "0 or more points", rule.cost)
    if turn.least_score > 0:
        raise expected("turn", "one in which a bust scores nothing", turn.name)


def new_side(goal: int, rule: Rule, seat: Seat, turns: TurnsByBusts | None = None) -> Side:
    """A side whose values of handing over are 1/2 below the goal.

    Parameters
    ----------
    goal, rule : the game
    seat : seat of the contest without the penalty, with its values from the goal on
    turns : its turns if they are played out
    """
    handed = np.zeros((rule.busts, rule.busts, goal, goal + LANES))
    handed[..., :goal] = 0.5
    if turns is None:
        turns = unplayed(goal, 0)
        turns = turns._replace(row=turns.row[None, None])
    tables, top, steady = seat.sweeps.tables, seat.sweeps.top, seat.sweeps.steady
    throws, positions = workspace(tables, top, len(seat.hold) - top)
    hold = np.tile(seat.hold, (rule.busts, 1, 1))
    return Side(tables, top, steady, throws, positions, turns, handed, hold)


def value_against(other: Side) -> Array:
    """Values of a player's turns, float64[banked, opponent, own busts, opponent's busts].

    Parameters
    ----------
    other : the other side, which is the same if both are alike
    """
    goal = other.handed.shape[2]
    return np.ascontiguousarray(1.0 - other.handed[..., :goal].transpose(3, 2, 1, 0))


def set_value(other: Side, value: Array) -> None:
    """Set the values of a player's turns.

    Parameters
    ----------
    other : the other side
    value : as from `value_against`
    """
    goal = len(value)
    other.handed[..., :goal] = 1.0 - value.transpose(3, 2, 1, 0)
    other.hold[:, :goal, :goal] = other.handed[0, ..., :goal]


def settle(
    sides: tuple[Side, ...], goal: int, rule: Rule, who: str, largest_change: float = LARGEST_CHANGE
) -> Array:
    """Solve all turns repeatedly until the values after a streak converge.

    Parameters
    ----------
    sides : the players, one if both are alike; `handed` has estimates on entry
    goal : points to reach
    rule : the penalty for busts in a row
    who : the players, for an error
    largest_change : largest change of a value after a streak by the last round

    Returns
    -------
    float64[value], the values after a streak or a wipe

    Raises
    ------
    NotConverged
        if it takes too many rounds
    """
    back = np.concatenate([_leads_back(side, goal, rule).ravel() for side in sides])
    return stay(_round(sides, goal, rule), back, who, STREAK, largest_change)


def solve(sides: tuple[Side, ...], goal: int, rule: Rule, who: str) -> None:
    """Solve all turns, and prove the values.

    Parameters
    ----------
    sides, goal, rule, who : as for `settle`

    Raises
    ------
    NotConverged
        if it takes too many rounds, or rounds do not take back what is moved
    """
    found = settle(sides, goal, rule, who)
    if not _is_proved(sides, goal, rule, found):
        # If streaks follow each other some thousand times a game, errors of the last digit add up.
        found = rest(_round(sides, goal, rule), found)
        if not _is_proved(sides, goal, rule, found):
            raise unknown(who, STREAK)


def _is_proved(sides: tuple[Side, ...], goal: int, rule: Rule, found: Array) -> bool:
    """Whether values are proved; works on copies, as it moves them."""
    alike = len(sides) == 1
    moved = tuple(one._replace(handed=one.handed.copy(), hold=one.hold.copy()) for one in (sides * 2)[:2])
    round_of, both = _round(moved, goal, rule), np.tile(found, 2 if alike else 1)
    signs, free = np.repeat((1, -1), both.size // 2), [len(one.turns.bust) == 0 for one in moved]
    if not all(free):
        return is_proved_convex(round_of, both, signs if free[0] else -signs, STREAK.largest_error)
    # If both are alike, the opposite signs are the same test.
    ways = (1,) if alike else (1, -1)
    return all(is_proved(round_of, both, way * signs, STREAK.largest_error) for way in ways)


def _leads_back(side: Side, goal: int, rule: Rule) -> Array:
    """The entries that a round reads before it writes them, a view: values after no bust with the points that
    a streak leaves, or that a wipe leaves.
    """
    return side.handed[0, :, : max(1, goal - rule.cost), :goal]


def _round(sides: tuple[Side, ...], goal: int, rule: Rule) -> Round:
    """The round function of these sides."""
    row, views = np.zeros((2, 2 * goal + LANES)), [_leads_back(side, goal, rule) for side in sides]

    def round_of(after: Array, _: bool) -> Array:
        for view, own in zip(views, np.split(after, len(views)), strict=True):
            view[...] = own.reshape(view.shape)
        _solve(goal, rule, sides, row)
        return np.concatenate([view.ravel() for view in views])

    return round_of


@jit
def _solve(goal: int, rule: Rule, sides: tuple[Side, ...], row: Array) -> None:
    """Solve all turns once.

    Parameters
    ----------
    goal : points to reach
    rule : the penalty for busts in a row
    sides : one if both are alike, or two, each of which is read to write the other
    row : float64[2, turn and LANES more], buffers for the values of busts and turns of a diagonal
    """
    most = rule.busts - 1
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        for level in range(2 * most, -1, -1):
            for own in range(max(0, level - most), min(level, most) + 1):
                for k in range(len(sides)):
                    diagonal = Diagonal(low, high, k * (high - low + 1))
                    _set_busts(rule, sides[k], own, level - own, diagonal, row[0])
                    if len(sides[k].turns.bust) > 0:
                        _play_diagonal(sides[k], own, level - own, diagonal, row)
                    else:
                        _sweep_diagonal(sides[k], level - own, diagonal, row)
                for k in range(len(sides)):
                    diagonal = Diagonal(low, high, k * (high - low + 1))
                    _hand_over(sides[len(sides) - 1 - k], level - own, own, diagonal, row[1])


@jit
def _set_busts(rule: Rule, side: Side, own: int, other: int, diagonal: Diagonal, out: Array) -> None:
    """Set the values of busts.

    Parameters
    ----------
    rule : the penalty for busts in a row
    side : the side about to move; holding with nothing gained counts as a bust, also in `hold`
    own, other : busts in a row
    diagonal : the diagonal
    out : float64[turn], written for these
    """
    low, high, offset = diagonal
    for q in range(high - low + 1):
        if own + 1 < rule.busts:
            bust = side.handed[own + 1, other, high - q, low + q]
        else:
            bust = side.handed[0, other, max(0, high - q - rule.cost), low + q]
        out[offset + q] = bust
        side.hold[other, high - q, low + q] = bust


@jit
def _sweep_diagonal(side: Side, other: int, diagonal: Diagonal, row: Array) -> None:
    """Find the best turns of one diagonal.

    Parameters
    ----------
    side : the side about to move; its buffers are written
    other : busts in a row of the other side
    diagonal : the diagonal
    row : float64[2, turn], values of busts of these turns; values of turns are written
    """
    low, high, offset = diagonal
    count = high - low + 1
    tables = side.tables
    hold = side.hold[other]
    after_wipe = side.handed[0, other, 0]
    # The first block is the incomplete one, as all later ones have longer sweeps.
    start = 0
    end = (count - 1) % LANES + 1
    while start < count:
        if not side.steady:
            hold_beyond(tables, side.top, hold, low + start, side.positions)
        ends = (row[0, offset + start :], after_wipe[low + start :])
        span = (high - end + 1, side.top)
        sweep(tables, hold, low + start, ends, span, side.throws, side.positions)
        for q in range(start, end):
            row[1, offset + q] = opening(tables, side.throws, high - q, q - start)
        start = end
        end = end + LANES


@jit
def _play_diagonal(side: Side, own: int, other: int, diagonal: Diagonal, row: Array) -> None:
    """Evaluate the turns of one diagonal that are played out.

    Parameters
    ----------
    side : the side about to move
    own, other : busts in a row
    diagonal : the diagonal
    row : float64[2, turn], values of busts of these turns; values of turns are written
    """
    low, high, offset = diagonal
    turns = side.turns
    for q in range(high - low + 1):
        i = high - q
        j = low + q
        at = turns.row[own, other, i, j]
        worth = turns.wins[at] + turns.bust[at] * row[0, offset + q]
        worth += turns.wipe[at] * side.handed[0, other, 0, j]
        for gain in range(turns.span[at, 0], turns.span[at, 1]):
            worth += turns.gain[at, gain] * side.hold[other, i + gain, j]
        row[1, offset + q] = worth


@jit
def _hand_over(side: Side, own: int, other: int, diagonal: Diagonal, value: Array) -> None:
    """Set the values of handing over to the other side.

    Parameters
    ----------
    side : the side that hands over; `handed` and `hold` are written
    own, other : busts in a row, its own first
    diagonal : the diagonal
    value : float64[turn], values of the turns that follow
    """
    low, high, offset = diagonal
    for q in range(high - low + 1):
        worth = 1.0 - value[offset + q]
        side.handed[own, other, low + q, high - q] = worth
        if own == 0:
            side.hold[other, low + q, high - q] = worth
