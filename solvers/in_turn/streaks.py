"""Rounds over all turns of a contest in which busts in a row cost points.

Let H(a, b, x, j) be what it is worth to hand over the turn with score x and a busts in a row behind one,
against j and b. One who has i and a busts banks x for H(0, b, x, j); a bust is worth H(a + 1, b, i, j), and
the last of a streak H(0, b, max(0, i - cost), j). Turns of greater i + j come first, and of one sum those of
greater a + b: then all of this is known but what comes after a streak or a wipe. So turns
are swept once where those of a race take Newton steps on what their busts are worth (`in_turn.best`). What
leads back is read from where the round before has left it (`in_turn.settling`).

The turns of a side are free, or played out before. What they are worth is what they are not worth to the
other, so that each of two sides is read to write the other; both sides may be one. From the goal on the
values of handing over are given: there one has won, or the other has a last turn.
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
    steady : whether it has won from there on, whatever the other has
    throws, positions : float64, rows of the turn kernel, from `values.workspace`
    turns : its turns if they are played out, of no rows if it is free
    handed : float64[own busts, other's busts, x, other], value of handing over the turn with x below the goal
    hold : float64[other's busts, x, other], of banking x, as far as one throw from below `top` goes
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
    """Refuse what is no contest with busts in a row.

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
    seat : of the contest without the rule, with its values from the goal on
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
    """What the turns of a player are worth, float64[banked, opponent, own busts, opponent's busts].

    Parameters
    ----------
    other : the other side, which is the same where both are alike
    """
    goal = other.handed.shape[2]
    return np.ascontiguousarray(1.0 - other.handed[..., :goal].transpose(3, 2, 1, 0))


def set_value(other: Side, value: Array) -> None:
    """Set what the turns of a player are worth.

    Parameters
    ----------
    other : the other side
    value : as `value_against` gives it
    """
    goal = len(value)
    other.handed[..., :goal] = 1.0 - value.transpose(3, 2, 1, 0)
    other.hold[:, :goal, :goal] = other.handed[0, ..., :goal]


def settle(
    sides: tuple[Side, ...], goal: int, rule: Rule, who: str, largest_change: float = LARGEST_CHANGE
) -> Array:
    """Solve all turns again and again, until the values after a streak stay.

    Parameters
    ----------
    sides : who plays, one where both are alike; `handed` comes with guesses
    goal : points to reach
    rule : what busts in a row cost
    who : whose values, as in an error
    largest_change : of a value after a streak, by the last round

    Returns
    -------
    float64[value], those that lead back.

    Raises
    ------
    NotConverged
        if that takes too many rounds
    """
    back = np.concatenate([_leads_back(side, goal, rule).ravel() for side in sides])
    return stay(_round(sides, goal, rule), back, who, STREAK, largest_change)


def solve(sides: tuple[Side, ...], goal: int, rule: Rule, who: str) -> None:
    """Solve all turns, and prove them to be near.

    Parameters
    ----------
    sides, goal, rule, who : as for `settle`

    Raises
    ------
    NotConverged
        if that takes too many rounds, or rounds do not take back what is moved
    """
    found = settle(sides, goal, rule, who)
    if not _is_proved(sides, goal, rule, found):
        # Where streaks lead to the next some thousand times a game, last digits add up.
        found = rest(_round(sides, goal, rule), found)
        if not _is_proved(sides, goal, rule, found):
            raise unknown(who, STREAK)


def _is_proved(sides: tuple[Side, ...], goal: int, rule: Rule, found: Array) -> bool:
    """Whether values are shown to be near; on copies, as that moves them."""
    alike = len(sides) == 1
    moved = tuple(one._replace(handed=one.handed.copy(), hold=one.hold.copy()) for one in (sides * 2)[:2])
    round_of, both = _round(moved, goal, rule), np.tile(found, 2 if alike else 1)
    signs, free = np.repeat((1, -1), both.size // 2), [len(one.turns.bust) == 0 for one in moved]
    if not all(free):
        return is_proved_convex(round_of, both, signs if free[0] else -signs, STREAK.largest_error)
    # Of two who are alike the other way round is the same.
    ways = (1,) if alike else (1, -1)
    return all(is_proved(round_of, both, way * signs, STREAK.largest_error) for way in ways)


def _leads_back(side: Side, goal: int, rule: Rule) -> Array:
    """What a round reads before it writes it, a view: values after no bust with the points that a streak
    leaves, one of which is after a wipe.
    """
    return side.handed[0, :, : max(1, goal - rule.cost), :goal]


def _round(sides: tuple[Side, ...], goal: int, rule: Rule) -> Round:
    """The round of these sides."""
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
    rule : what busts in a row cost
    sides : one where both are alike, or two, each of which is read to write the other
    row : float64[2, turn and LANES more], memory for what busts and turns of a diagonal are worth
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
    """Set what busts are worth.

    Parameters
    ----------
    rule : what busts in a row cost
    side : of those about to move; to stop with nothing gained is a bust, too, as `hold` says then
    own, other : busts in a row
    diagonal : which turns
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
    side : of those about to move; its memory is written
    other : busts in a row of the others
    diagonal : which turns
    row : float64[2, turn], what busts of these turns are worth; what they are worth is written
    """
    low, high, offset = diagonal
    count = high - low + 1
    tables = side.tables
    hold = side.hold[other]
    after_wipe = side.handed[0, other, 0]
    # The first block is the one with lanes left over, as all later ones have longer sweeps.
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
    side : of those about to move
    own, other : busts in a row
    diagonal : which turns
    row : float64[2, turn], what busts of these turns are worth; what they are worth is written
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
    """Set what handing over is worth to the others.

    Parameters
    ----------
    side : of the others; `handed` and `hold` are written
    own, other : busts in a row, its own first
    diagonal : which turns
    value : float64[turn], what they are worth
    """
    low, high, offset = diagonal
    for q in range(high - low + 1):
        worth = 1.0 - value[offset + q]
        side.handed[own, other, low + q, high - q] = worth
        if own == 0:
            side.hold[other, low + q, high - q] = worth
