"""One backup of the turns of a player alone, in plain NumPy on the rules as they were written: no lanes, no
tables, no kernel.

A turn is unrolled over its turn totals, for all banked scores and all stakes at once, and all that may be
thrown.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn

# Numbers at once, of each landing, banked score and stake.
MOST_CELLS = 2_000_000


class Landings(NamedTuple):
    """Where throws come down: each gain with each position.

    A position with one turn total is worth the same after whatever gain, and is looked at once: it comes into
    a slot of its own for as long as some gain leads there.

    Attributes
    ----------
    chance : float64[throw, landing]
    gain, position : int64[landing]
    first_gain, span, slot : int64[position], its least gain, how many turn totals are kept, and the first of
        so many slots
    ways : for each place among a position's ways, the positions that have it, what each gives up, and the
        throw that it goes on with
    """

    chance: Array
    gain: Integers
    position: Integers
    first_gain: Integers
    span: Integers
    slot: Integers
    ways: list[tuple[Integers, Integers, Integers]]

    def slots(self, position: Integers, turn_total: Integers) -> Integers:
        """Where positions with these turn totals are kept."""
        return self.slot[position] + turn_total % self.span[position]


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
    longest = turn.chooses_below(longest)
    landings = _landings(turn)
    at_once = max(1, MOST_CELLS // (int(landings.span.sum()) * bust.shape[1]))
    parts = [slice(first, first + at_once) for first in range(0, bust.shape[0], at_once)]
    return np.concatenate(
        [_turn_value(turn, landings, banking[part].T, bust[part].T, wiped[part], longest).T for part in parts]
    )


def _landings(turn: Turn) -> Landings:
    pairs = sorted({(outcome.position, outcome.gain) for throw in turn.throws for outcome in throw.outcomes})
    place = {pair: index for index, pair in enumerate(pairs)}
    chance = np.zeros((len(turn.throws), len(pairs)))
    for index, throw in enumerate(turn.throws):
        for outcome in throw.outcomes:
            chance[index, place[outcome.position, outcome.gain]] += float(outcome.probability)
    position, gain = np.array(pairs).T
    gains = [gain[position == one] for one in range(len(turn.positions))]
    first, last = (np.array([end(own) if own.size else 0 for own in gains]) for end in (np.min, np.max))
    span = last - first + 1
    most = max(len(one.ways) for one in turn.positions)
    having = [
        [index for index, one in enumerate(turn.positions) if len(one.ways) > nth] for nth in range(most)
    ]
    ways = [
        (
            np.array(some),
            np.array([turn.positions[index].ways[nth].given_up for index in some]),
            np.array([turn.positions[index].ways[nth].throw for index in some]),
        )
        for nth, some in enumerate(having)
    ]
    return Landings(chance, gain, position, first, span, np.cumsum(span) - span, ways)


def _turn_value(
    turn: Turn, landings: Landings, banking: Array, bust: Array, wiped: Array, longest: int
) -> Array:
    """The same with stakes last, float64[banked, stake]."""
    last, scores, kept = len(banking) - 1, np.arange(len(bust)), turn.longest_gain + 1
    every = np.arange(len(turn.positions))
    ended = np.array([[float(throw.bust), float(throw.wipe)] for throw in turn.throws])
    without = ended[:, :1, None] * bust + ended[:, 1:, None] * wiped
    # Of the turn totals that a throw from the present one leads to.
    throws = np.full((kept, *without.shape), -np.inf)
    standing = np.zeros((int(landings.span.sum()), *bust.shape))
    leads = np.zeros((len(turn.throws), len(standing)))
    # Above the longest nobody throws, but throws from below lead there.
    for turn_total in range(longest + kept, -1, -1):
        after = turn_total + landings.first_gain
        there = banking[np.minimum(after[:, None] + scores, last)]
        for some, ahead in _ahead(landings, after, longest, throws):
            there[some] = np.maximum(there[some], ahead)
        standing[landings.slots(every, after)] = there
        if turn_total < longest:
            leads[:] = 0.0
            leads[:, landings.slots(landings.position, turn_total + landings.gain)] = landings.chance
            throws[turn_total % kept] = without + np.einsum("ts,sbk->tbk", leads, standing)
            # Whoever has so much holds.
            throws[turn_total % kept, :, max(0, last - turn_total) :] = -np.inf
    return np.asarray(throws[0, list(turn.openings)].max(axis=0))


def _ahead(
    landings: Landings, after: Integers, longest: int, throws: Array
) -> Iterator[tuple[Integers, Array]]:
    """What going on is worth in each way, float64[position, banked, stake], and for which positions."""
    for some, given_up, throw in landings.ways:
        goes_on = after[some] < longest
        if goes_on.any():
            yield some[goes_on], throws[(after[some] - given_up)[goes_on] % len(throws), throw[goes_on]]
