"""The backup of all certificates: values of turns, by a plain loop over the rules as they were written.

All that is known of a contest are the values of a turn's ends. With these given no states depend on each
other: the turn from every banked score is evaluated by its own recursion over x = banked + turn total,
without the solvers' tables, slopes, diagonals or Newton steps. *Lanes* stand for whatever else values depend
on, such as the opponent's score, busts in a row, or the turns left.

The mover makes the best choices, or its choices are known. Values may have two *layers*: optimal play chooses
by its values against itself, the first layer, and has other values against another player, the second.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.plan import Choices, Fixed
from solvers.games.turn import HOLD, Turn
from solvers.games.written import Written, written
from solvers.jit import jit, jit_inline
from solvers.rows import copy_row, keep_greater

# Number of lanes processed at a time.
SOME = 64
# Values with smaller relative differences are equal; ties hold if a second layer depends on the choice.
TIE = 1e-14
# Stands for the best choices.
NOBODY = Choices(np.zeros((1, 1, 1, 1), np.bool_), np.zeros(1, np.int64), np.zeros((1, 1), np.int64))


class Ends(NamedTuple):
    """Values of the ends of a turn. Layers are stored side by side like lanes, the first one first.

    Attributes
    ----------
    held : float64[x, lane], value of holding with a score, up to where a throw may lead; -inf where a player
        may not hold
    nothing : float64[banked, lane], value of holding with nothing gained
    bust : float64[banked, lane], value of a bust
    wiped : float64[lane], value of a wipe
    """

    held: Array
    nothing: Array
    bust: Array
    wiped: Array

    def some(self, lanes: Integers | slice) -> "Ends":
        """Return a part of the lanes."""
        held, nothing, bust, wiped = (np.ascontiguousarray(own[..., lanes]) for own in self)
        return Ends(held, nothing, bust, wiped)


def ends(held: Array, bust: Array, wiped: Array) -> Ends:
    """Return values of ends where holding with nothing gained is worth the same as with any other score.

    Parameters
    ----------
    held, bust, wiped : as of `Ends`
    """
    return Ends(held, held[: len(bust)], bust, wiped)


class _Mover(NamedTuple):
    """The mover, for the kernel; flat, as nested tuples take twice as long to pass.

    Attributes
    ----------
    free : whether it makes the best choices
    holds, kind, way : its choices otherwise, see `solvers.games.plan.Choices`
    openings : int64[opening], throws that may open its turns
    other : int64[lane], what it knows besides its own score, for the lanes of one layer
    tie : ties hold up to this difference, relative to the value of holding
    """

    free: bool
    holds: Flags
    kind: Integers
    way: Integers
    openings: Integers
    other: Integers
    tie: float


def turns_worth(
    turn: Turn,
    ends: Ends,
    longest: int | None = None,
    fixed: Fixed | None = None,
    layers: int = 1,
    other: Integers | None = None,
) -> Array:
    """Return the value of a turn from each banked score, float64[banked, lane]; of the last layer.

    Parameters
    ----------
    turn : the game's turn
    ends : values of its ends; a player must hold from where a throw would lead beyond `held`
    longest : turn total from which a player must hold; None if there is none
    fixed : the player's choices; None for the best ones
    layers : number of layers, of which the first determines the choices
    other : int64[lane], what the player knows besides its own score; None if that is the index of the lane

    Raises
    ------
    InvalidRules
        if there are forced throws, see `must_throw.made_at_once`
    """
    rules, count = written(turn), len(ends.wiped) // layers
    out = np.empty((len(ends.bust), count))
    choices = NOBODY if fixed is None else fixed.choices
    openings = rules.openings if fixed is None else np.array([fixed.opening])
    others = np.arange(count) if other is None else other
    for first in range(0, count, SOME):
        lanes = np.arange(first, min(count, first + SOME))
        here = ends.some((np.arange(layers)[:, None] * count + lanes).ravel())
        mover = _Mover(fixed is None, *choices, openings, others[lanes], TIE if layers > 1 else 0.0)
        backed, _ = _backed(turn, rules, mover, here, longest)
        out[:, lanes] = backed[:, -len(lanes) :]
    return out


def throws_worth(turn: Turn, ends: Ends, rules: Written | None = None) -> Array:
    """Return the value of each throw in the turn from one banked score, float64[turn_total, throw, lane].

    Parameters
    ----------
    turn : the game's turn
    ends : values of its ends, for one banked score, which counts as 0
    rules : the turn as it was written, if already made
    """
    rules = rules or written(turn)
    mover = _Mover(True, *NOBODY, rules.openings, np.arange(len(ends.wiped)), 0.0)
    _, throws = _backed(turn, rules, mover, ends, None)
    return throws.reshape(-1, rules.bust.size, len(ends.wiped))


def _backed(
    turn: Turn, rules: Written, mover: _Mover, ends: Ends, longest: int | None
) -> tuple[Array, Array]:
    """For some lanes, values of turns, [banked, lane], and of the last turn's throws, [x, throw; lane].

    Parameters
    ----------
    turn, rules : the game's turn, and the same as it was written
    mover : the player
    ends, longest : as of `turns_worth`
    """
    depth = np.array([position.most_given_up for position in turn.positions], np.int64)
    top = len(ends.held) - turn.longest_gain
    alike = top + _alike_from(ends.held[top:])
    backed, lanes = np.empty(ends.bust.shape), len(ends.wiped)
    throws, standing = np.empty((top * rules.bust.size, lanes)), np.empty((1, lanes))
    positions = np.repeat(ends.held, depth.size, axis=0)
    limits = (top if longest is None else longest, alike)
    _turns(rules, depth, mover, ends, limits, throws, positions, standing, backed)
    return backed, throws


def _alike_from(held: Array) -> int:
    """The least score from which the value of holding is constant."""
    differ = np.flatnonzero((held != held[-1]).any(axis=1))
    return int(differ[-1]) + 1 if differ.size else 0


@jit
def _turns(
    rules: Written,
    depth: Integers,
    mover: _Mover,
    ends: Ends,
    limits: tuple[int, int],
    throws: Array,
    positions: Array,
    standing: Array,
    out: Array,
) -> None:
    """Compute the values of turns from every banked score.

    Parameters
    ----------
    rules : the turn as it was written
    depth : int64[position], the most points that a way gives up
    mover : the player
    ends : values of the turn's ends
    limits : turn total from which all hold, and score from which the value of holding is constant
    throws : float64[x, throw; lane], x and throw in one index, up to the score from which all hold; work
        array
    positions : float64[x, position; lane], x and position in one index; must have the value of holding
    standing : float64[1, lane], work array
    out : float64[banked, lane], written
    """
    held = ends.held
    longest, alike = limits
    count = rules.bust.size
    for banked in range(len(out)):
        bust = ends.bust[banked]
        top = min(len(throws) // count, banked + longest)
        for x in range(top - 1, banked - 1, -1):
            holding = held[x] if x > banked else ends.nothing[banked]
            # Backwards, as throws that gain nothing lead to later ones in the list.
            for throw in range(count - 1, -1, -1):
                row = throws[x * count + throw]
                for lane in range(row.size):
                    row[lane] = rules.bust[throw] * bust[lane] + rules.wipe[throw] * ends.wiped[lane]
                won = 0.0
                for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
                    there = x + rules.gain[outcome]
                    position = rules.position[outcome]
                    if there >= alike:
                        won += rules.chance[outcome]
                    elif there > x:
                        _add(rules.chance[outcome], positions, there * depth.size + position, row)
                    else:
                        _stand(rules, mover, (x, banked, position), holding, throws, standing[0])
                        _add(rules.chance[outcome], standing, 0, row)
                if won > 0.0:
                    _add(won, held, len(held) - 1, row)
            for position in range(depth.size):
                # Delayed until the throw after the position's deepest way is known.
                at = x + depth[position]
                if at < top:
                    known = positions[at * depth.size + position]
                    _stand(rules, mover, (at, banked, position), held[at], throws, known)
        copy_row(throws[banked * count + mover.openings[0]], out[banked])
        for place in range(1, mover.openings.size):
            _keep_better(mover, throws[banked * count + mover.openings[place]], out[banked])


@jit_inline
def _add(chance: float, table: Array, row: int, out: Array) -> None:
    """Add a row of a table times a probability.

    Parameters
    ----------
    chance : the probability
    table : float64[row, lane]
    row : index of the row
    out : float64[lane], is added to
    """
    for lane in range(out.size):
        out[lane] += chance * table[row, lane]


@jit_inline
def _stand(
    rules: Written,
    mover: _Mover,
    where: tuple[int, int, int],
    holding: Array,
    throws: Array,
    out: Array,
) -> None:
    """Compute the value at a position.

    Parameters
    ----------
    rules : the turn as it was written
    mover : the player
    where : banked score plus turn total, banked score, and position
    holding : float64[lane], value of holding
    throws : float64[x, throw; lane], x and throw in one index; known for the ways of the position
    out : float64[lane], written
    """
    at, banked, position = where
    count = rules.bust.size
    copy_row(holding, out)
    first = rules.ways[position]
    if mover.free:
        for way in range(first, rules.ways[position + 1]):
            _keep_better(mover, throws[(at - rules.given_up[way]) * count + rules.throw[way]], out)
        return
    mine, others, totals, _ = mover.holds.shape
    turn_total = at - banked
    place = mover.way[min(turn_total, len(mover.way) - 1), position]
    if place != HOLD:
        way = first + place - 1
        row = throws[(at - rules.given_up[way]) * count + rules.throw[way]]
        holds = mover.holds[min(banked, mine - 1)]
        turn_total = min(turn_total, totals - 1)
        kind = mover.kind[position]
        for lane in range(out.size):
            other = mover.other[lane % mover.other.size]
            if not holds[min(other, others - 1), turn_total, kind]:
                out[lane] = row[lane]


@jit_inline
def _keep_better(mover: _Mover, row: Array, out: Array) -> None:
    """Keep the better of two values in each lane, by the first layer; NaN stays.

    Parameters
    ----------
    mover : the player
    row : float64[lane]
    out : float64[lane], updated
    """
    lanes = mover.other.size
    if out.size == lanes:
        keep_greater(row, out)
        return
    for lane in range(lanes):
        known = out[lane]
        other = row[lane]
        if not (known + mover.tie * abs(known) >= other or known != known):
            for layer in range(lane, out.size, lanes):
                out[layer] = row[layer]
