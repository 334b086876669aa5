"""One backup of a player alone where a throw may gain nothing: one throw after the other, in a plain loop.

At one turn total the throws are taken from the last of the list to the first, as a throw without a gain leads
to those further down. Positions are worked out wherever a throw leads to them: on the rules as they were
written, without the solvers' tables.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.games.written import Written, written
from solvers.jit import jit_allocating, jit_inline
from solvers.rows import copy_row, keep_greater

# Numbers at once, of each turn total, throw and stake.
MOST_CELLS = 8_000_000


def turn_value(turn: Turn, banking: Array, bust: Array, wiped: Array, longest: int) -> Array:
    """What the best opening of a turn is worth, float64[stake, banked].

    Parameters
    ----------
    turn : any turn
    banking : float64[stake, x], value of banking x; at its last x everybody holds, and banking more is worth
        the same
    bust : float64[stake, banked], value of a bust
    wiped : float64[stake], value of a wipe
    longest : turn total from which everybody holds
    """
    rules, out = written(turn), np.empty(bust.shape)
    some = max(1, MOST_CELLS // (longest * len(turn.throws)))
    for first in range(0, len(bust), some):
        part = slice(first, first + some)
        backed = np.empty(bust[part].T.shape)
        held, busted = np.ascontiguousarray(banking[part].T), np.ascontiguousarray(bust[part].T)
        _turns(rules, held, busted, wiped[part], longest, backed)
        out[part] = backed.T
    return out


@jit_allocating
def _turns(rules: Written, banking: Array, bust: Array, wiped: Array, longest: int, out: Array) -> None:
    """What turns are worth from every banked score.

    Parameters
    ----------
    rules : the turn as it was written
    banking : float64[x, stake], value of banking x; at its last x everybody holds
    bust : float64[banked, stake], value of a bust
    wiped : float64[stake], value of a wipe
    longest : turn total from which everybody holds
    out : float64[banked, stake], written whole
    """
    last = len(banking) - 1
    throws = np.empty((longest, rules.bust.size, wiped.size))
    for banked in range(len(out)):
        height = min(longest, last - banked)
        for turn_total in range(height - 1, -1, -1):
            for throw in range(rules.bust.size - 1, -1, -1):
                worth = throws[turn_total, throw]
                for stake in range(worth.size):
                    worth[stake] = rules.bust[throw] * bust[banked, stake] + rules.wipe[throw] * wiped[stake]
                for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
                    at = turn_total + rules.gain[outcome]
                    held = banking[min(banked + at, last)]
                    _add(rules, outcome, at, at < height, held, throws, worth)
        copy_row(throws[0, rules.openings[0]], out[banked])
        for opening in rules.openings[1:]:
            keep_greater(throws[0, opening], out[banked])


@jit_inline
def _add(
    rules: Written, outcome: int, at: int, may_go_on: bool, held: Array, throws: Array, worth: Array
) -> None:
    """Add what an outcome is worth, times its chance.

    Parameters
    ----------
    rules : the turn as it was written
    outcome : which outcome
    at : turn total that it leads to
    may_go_on : whether that is less than what everybody holds from
    held : float64[stake], value of holding there
    throws : float64[turn_total, throw, stake], those that may follow are known
    worth : float64[stake], added to
    """
    position = rules.position[outcome]
    for stake in range(worth.size):
        best = held[stake]
        if may_go_on:
            for way in range(rules.ways[position], rules.ways[position + 1]):
                best = max(best, throws[at - rules.given_up[way], rules.throw[way], stake])
        worth[stake] += rules.chance[outcome] * best
