"""What turns are worth, by a plain loop over the rules as they were written: the backup of all certificates.

Of a contest it knows only what the ends of a turn are worth. With these given nothing is coupled: the turn
from every banked score is evaluated by its own recursion over x = banked + turn total, without the solvers'
tables, slopes, diagonals or Newton steps. *Lanes* lie side by side: whatever else the values depend on, such
as the opponent's score, busts in a row, or the turns left.

The mover does what is best, or its choices are known. Values may come in two *layers*: optimal play decides
by what it is worth against its equal, the first, and is worth something else against another, the second.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.plan import Choices, Fixed
from solvers.games.turn import HOLD, Turn
from solvers.games.written import Written, written
from solvers.jit import jit, jit_inline
from solvers.rows import copy_row, keep_greater

# Lanes at a time.
SOME = 64
# Relative differences up to this are rounding, and a tie holds where something else hangs on it.
TIE = 1e-14
# Of whoever does what is best.
NOBODY = Choices(np.zeros((1, 1, 1, 1), np.bool_), np.zeros(1, np.int64), np.zeros((1, 1), np.int64))


class Ends(NamedTuple):
    """What the ends of a turn are worth. Layers lie side by side as lanes do, the first one first.

    Attributes
    ----------
    held : float64[x, lane], of holding with a score, -inf where one may not; as far as a throw may lead
    nothing : float64[banked, lane], of holding where nothing is gained yet
    bust : float64[banked, lane], of a bust
    wiped : float64[lane], of a wipe
    """

    held: Array
    nothing: Array
    bust: Array
    wiped: Array

    def some(self, lanes: Integers | slice) -> "Ends":
        """A part of the lanes."""
        held, nothing, bust, wiped = (np.ascontiguousarray(own[..., lanes]) for own in self)
        return Ends(held, nothing, bust, wiped)


def ends(held: Array, bust: Array, wiped: Array) -> Ends:
    """The ends of a turn that may be held with nothing gained as with any other score.

    Parameters
    ----------
    held, bust, wiped : as of `Ends`
    """
    return Ends(held, held[: len(bust)], bust, wiped)


class _Mover(NamedTuple):
    """Who moves, for the kernel; flat, as what is nested takes twice as long to hand over.

    Attributes
    ----------
    free : whether it does what is best
    holds, kind, way : what it does else, see `solvers.games.plan.Choices`
    openings : int64[opening], throws that may open its turns
    other : int64[lane], what it knows besides its own score, of the lanes of one layer
    tie : a difference up to this times what holding is worth is a tie, which holds
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
    """What a turn from each banked score is worth, float64[banked, lane]; of layers the last.

    Parameters
    ----------
    turn : any turn
    ends : what it is played for. From that score on which one throw more would lead beyond `held`, all hold
    longest : turn total from which on all hold; None where no turn total alone makes them
    fixed : who plays it; None for who plays it best
    layers : how many there are, of which the first decides
    other : int64[lane], what the other has; None where the lanes are that

    Raises
    ------
    InvalidRules
        if one must throw somewhere, see `must_throw.made_at_once`
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
    """What each throw is worth in the turn from one banked score, float64[turn_total, throw, lane].

    Parameters
    ----------
    turn : any turn
    ends : what it is played for, of that banked score, which is 0
    rules : the turn as it was written, if it is known
    """
    rules = rules or written(turn)
    mover = _Mover(True, *NOBODY, rules.openings, np.arange(len(ends.wiped)), 0.0)
    _, throws = _backed(turn, rules, mover, ends, None)
    return throws.reshape(-1, rules.bust.size, len(ends.wiped))


def _backed(
    turn: Turn, rules: Written, mover: _Mover, ends: Ends, longest: int | None
) -> tuple[Array, Array]:
    """Turns of some lanes: what they are worth, [banked, lane], and the throws of the last, [x, throw; lane].

    Parameters
    ----------
    turn, rules : as they are, and as they were written
    mover : who plays them
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
    """How many scores it takes until it is worth the same to hold with all that follow."""
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
    """What turns are worth from every banked score.

    Parameters
    ----------
    rules : the turn as it was written
    depth : int64[position], the most points that one of its ways gives up
    mover : who plays them
    ends : what they are played for
    limits : turn total from which on all hold, and score from which on it is worth the same to hold
    throws : float64[x, throw; lane], x and throw in one index, up to the score from which on all hold; memory
    positions : float64[x, position; lane], x and position in one index; comes with the value of holding
    standing : float64[1, lane], memory
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
            # A throw that gains nothing leads to those further down the list.
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
                # A position waits until the throw after its deepest way is known.
                at = x + depth[position]
                if at < top:
                    known = positions[at * depth.size + position]
                    _stand(rules, mover, (at, banked, position), held[at], throws, known)
        copy_row(throws[banked * count + mover.openings[0]], out[banked])
        for place in range(1, mover.openings.size):
            _keep_better(mover, throws[banked * count + mover.openings[place]], out[banked])


@jit_inline
def _add(chance: float, table: Array, row: int, out: Array) -> None:
    """Add what follows by a chance.

    Parameters
    ----------
    chance : of what follows
    table : float64[row, lane]
    row : of the table
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
    """What it is worth to stand at a position.

    Parameters
    ----------
    rules : the turn as it was written
    mover : who stands there
    where : score if the turn total were banked, score before the turn, and position
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
    """Keep the better of two, lane by lane, as the first layer has it; what is no number stays.

    Parameters
    ----------
    mover : who chooses
    row : float64[lane]
    out : float64[lane], read and written
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
