"""One backup of the turns of a player alone, in plain NumPy on the rules as they were written: no lanes, no tables, no kernel.

A turn is unrolled over its turn totals, for all banked scores and all stakes at once, and all that may be thrown.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.games.turn import Turn

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
# Numbers at once, of each landing, banked score and stake.
MOST_CELLS = 2_000_000


class Landings(NamedTuple):
    """Where throws come down: each gain with each position.

    Attributes
    ----------
    chance : float64[throw, landing]
    gain : int64[landing]
    ways : for each place among a position's ways, the landings that have it, what each gives up, and the throw that it goes on with
    """

    chance: Array
    gain: Indices
    ways: list[tuple[Indices, Indices, Indices]]


def turn_value(turn: Turn, banking: Array, bust: Array, wiped: Array, longest: int) -> Array:
    """What the best opening of a turn is worth, float64[stake, banked].

    Parameters
    ----------
    turn : any turn
    banking : float64[stake, x], value of banking x; at its last x everybody holds, and banking more is worth the same
    bust : float64[stake, banked], value of a bust
    wiped : float64[stake], value of a wipe
    longest : turn total from which everybody holds
    """
    landings = _landings(turn)
    at_once = max(1, MOST_CELLS // (landings.gain.size * bust.shape[1]))
    parts = [slice(first, first + at_once) for first in range(0, bust.shape[0], at_once)]
    return np.concatenate([_turn_value(turn, landings, banking[part].T, bust[part].T, wiped[part], longest).T for part in parts])


def _landings(turn: Turn) -> Landings:
    pairs = sorted({(outcome.gain, outcome.position) for throw in turn.throws for outcome in throw.outcomes})
    place = {pair: index for index, pair in enumerate(pairs)}
    chance = np.zeros((len(turn.throws), len(pairs)))
    for index, throw in enumerate(turn.throws):
        for outcome in throw.outcomes:
            chance[index, place[outcome.gain, outcome.position]] += float(outcome.probability)
    found = [turn.positions[position].ways for _, position in pairs]
    most = max(map(len, found), default=0)
    having = [[index for index, ways in enumerate(found) if len(ways) > nth] for nth in range(most)]
    ways = [
        (np.array(some), np.array([found[index][nth].given_up for index in some]), np.array([found[index][nth].throw for index in some]))
        for nth, some in enumerate(having)
    ]
    return Landings(chance, np.array([gain for gain, _ in pairs]), ways)


def _turn_value(turn: Turn, landings: Landings, banking: Array, bust: Array, wiped: Array, longest: int) -> Array:
    """The same with stakes last, float64[banked, stake]."""
    last, scores, kept = len(banking) - 1, np.arange(len(bust)), turn.longest_gain + 1
    ended = np.array([[float(throw.bust), float(throw.wipe)] for throw in turn.throws])
    without = ended[:, :1, None] * bust + ended[:, 1:, None] * wiped
    # Of the turn totals that a throw from the present one leads to.
    throws = np.full((kept, *without.shape), -np.inf)
    for turn_total in range(longest - 1, -1, -1):
        after = turn_total + landings.gain
        there = banking[np.minimum(after[:, None] + scores, last)]
        for some, ahead in _ahead(landings, after, longest, throws):
            there[some] = np.maximum(there[some], ahead)
        throws[turn_total % kept] = without + np.einsum("tl,lbs->tbs", landings.chance, there)
        # Whoever has so much holds.
        throws[turn_total % kept, :, max(0, last - turn_total) :] = -np.inf
    return np.asarray(throws[0, list(turn.openings)].max(axis=0))


def _ahead(landings: Landings, after: Indices, longest: int, throws: Array) -> Iterator[tuple[Indices, Array]]:
    """What going on is worth in each way, float64[landing, banked, stake], and for which landings."""
    for some, given_up, throw in landings.ways:
        goes_on = after[some] < longest
        yield some[goes_on], throws[(after[some] - given_up)[goes_on] % len(throws), throw[goes_on]]
