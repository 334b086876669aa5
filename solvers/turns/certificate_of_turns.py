"""What turns are worth, by a plain loop over the rules as they were written: the backup of all certificates.

Of a contest it knows only what the ends of a turn are worth. With these given nothing is coupled: the turn
from every banked score is evaluated by its own recursion over x = banked + turn total, without the solvers'
tables, slopes, diagonals or Newton steps. *Lanes* lie side by side: whatever else the values depend on, such
as the opponent's score, busts in a row, or the turns left.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.games.written import Written, written
from solvers.jit import jit_allocating, jit_inline
from solvers.rows import copy_row, keep_greater

# Lanes at a time.
SOME = 64


class Ends(NamedTuple):
    """What the ends of a turn are worth.

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

    def some(self, lanes: slice) -> "Ends":
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


def turns_worth(turn: Turn, ends: Ends, longest: int | None = None) -> Array:
    """What a turn from each banked score is worth to who plays it best, float64[banked, lane].

    Parameters
    ----------
    turn : any turn
    ends : what it is played for. From that score on which one throw more would lead beyond `held`, all hold
    longest : turn total from which on all hold; None where no turn total alone makes them

    Raises
    ------
    InvalidRules
        if one must throw somewhere, see `must_throw.made_at_once`
    """
    rules, out = written(turn), np.empty(ends.bust.shape)
    depth = np.array([position.most_given_up for position in turn.positions], np.int64)
    top = len(ends.held) - turn.longest_gain
    for first in range(0, len(ends.wiped), SOME):
        lanes = slice(first, first + SOME)
        here = ends.some(lanes)
        alike = top + _alike_from(here.held[top:])
        backed = np.empty(here.bust.shape)
        throws = np.empty((top * rules.bust.size, len(here.wiped)))
        positions = np.repeat(here.held, depth.size, axis=0)
        limits = (top if longest is None else longest, alike)
        _turns(rules, depth, here, limits, throws, positions, backed)
        out[:, lanes] = backed
    return out


def _alike_from(held: Array) -> int:
    """How many scores it takes until it is worth the same to hold with all that follow."""
    differ = np.flatnonzero((held != held[-1]).any(axis=1))
    return int(differ[-1]) + 1 if differ.size else 0


@jit_allocating
def _turns(
    rules: Written,
    depth: Integers,
    ends: Ends,
    limits: tuple[int, int],
    throws: Array,
    positions: Array,
    out: Array,
) -> None:
    """What turns are worth from every banked score.

    Parameters
    ----------
    rules : the turn as it was written
    depth : int64[position], the most points that one of its ways gives up
    ends : what they are played for
    limits : turn total from which on all hold, and score from which on it is worth the same to hold
    throws : float64[x, throw; lane], x and throw in one index, up to the score from which on all hold; memory
    positions : float64[x, position; lane], x and position in one index; comes with the value of holding
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
                _throw(rules, x, throw, (bust, ends.wiped, holding, held[-1]), alike, positions, throws)
            for position in range(depth.size):
                # A position waits until the throw after its deepest way is known.
                at = x + depth[position]
                if at < top:
                    standing = positions[at * depth.size + position]
                    copy_row(held[at], standing)
                    for way in range(rules.ways[position], rules.ways[position + 1]):
                        keep_greater(throws[(at - rules.given_up[way]) * count + rules.throw[way]], standing)
        copy_row(throws[banked * count + rules.openings[0]], out[banked])
        for opening in rules.openings[1:]:
            keep_greater(throws[banked * count + opening], out[banked])


@jit_inline
def _throw(
    rules: Written,
    x: int,
    throw: int,
    ends: tuple[Array, Array, Array, Array],
    alike: int,
    positions: Array,
    throws: Array,
) -> None:
    """What one throw is worth at one x = banked + turn total.

    Parameters
    ----------
    rules : the turn as it was written
    x : score if the turn total were banked
    throw : which throw
    ends : float64[lane], value of a bust, of a wipe, of holding here, and with the highest score
    alike : score from which on to hold is worth the same
    positions : float64[x, position; lane], x and position in one index; known above x
    throws : float64[x, throw; lane], x and throw in one index; known at x for those further down the list;
        the row of this throw is written
    """
    bust, wiped, held, highest = ends
    count = rules.ways.size - 1
    out = throws[x * rules.bust.size + throw]
    for lane in range(out.size):
        out[lane] = rules.bust[throw] * bust[lane] + rules.wipe[throw] * wiped[lane]
    won = 0.0
    for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
        chance = rules.chance[outcome]
        position = rules.position[outcome]
        if x + rules.gain[outcome] >= alike:
            won += chance
        elif rules.gain[outcome] > 0:
            row = (x + rules.gain[outcome]) * count + position
            for lane in range(out.size):
                out[lane] += chance * positions[row, lane]
        else:
            for lane in range(out.size):
                best = held[lane]
                for way in range(rules.ways[position], rules.ways[position + 1]):
                    best = max(best, throws[x * rules.bust.size + rules.throw[way], lane])
                out[lane] += chance * best
    if won > 0.0:
        for lane in range(out.size):
            out[lane] += won * highest[lane]
