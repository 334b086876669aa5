"""Certificates of a player alone: one backup, in plain NumPy on the rules as they were written.

No lanes, no tables, no kernel: a turn is unrolled over its turn totals, for all banked scores and all stakes
at once, and all that may be thrown. Where a throw may gain nothing, not all throws of one turn total are
known at once, and it is one throw after the other (`certificate_by_throws`). *Stakes* are what one turn is
played for: the values of banking, of a bust and of a wipe.

For the fewest turns, and for the goal within some turns, one backup of the stored values is all. Most points
in some turns would need the values of greater scores than are stored; so the values without turns left, which
are the scores, are taken through one backup after the other, and all is computed anew.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solvers.alone.certificate_by_throws import turn_value
from solvers.arrays import Array, Integers
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn

# Numbers at once, of each landing, banked score and stake.
MOST_CELLS = 2_000_000
# What a throw gains above holding, relative to the score held: up to this it is rounding.
LARGEST_GAIN = 1e-12


class Ways(NamedTuple):
    """The ways of one place, such as all second ways, of the positions that have so many.

    Attributes
    ----------
    position : int64[way], the positions
    given_up : int64[way], points that each gives up
    throw : int64[way], the throw that it goes on with
    """

    position: Integers
    given_up: Integers
    throw: Integers


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
    ways : by place among a position's ways
    """

    chance: Array
    gain: Integers
    position: Integers
    first_gain: Integers
    span: Integers
    slot: Integers
    ways: list[Ways]

    def slots(self, position: Integers, turn_total: Integers) -> Integers:
        """Where positions with these turn totals are kept."""
        return self.slot[position] + turn_total % self.span[position]


def fewest_turns_residual(turn: Turn, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value, in turns.

    Parameters
    ----------
    turn : any turn
    value : float64[banked], expected turns to the goal, which is the number of banked scores
    """
    goal = value.size
    cost = 1.0 + np.concatenate((value, np.zeros(max(1, turn.least_score))))[None]
    bust = -cost[:, turn.least_score : turn.least_score + goal]
    backup = -_turn_value(turn, with_entry(turn, -cost, axis=1), bust, -cost[:, 0], goal)
    return float(np.abs(backup[0] - value).max())


def within_turns_residual(turn: Turn, value: Array) -> float:
    """Sup-norm of one backup of a value, all turns at once, minus the value.

    Parameters
    ----------
    turn : any turn
    value : float64[turns_left, banked], chance to reach the goal, which is the number of banked scores
    """
    goal = value.shape[1]
    banking = np.concatenate((value[:-1], np.ones((value.shape[0] - 1, max(1, turn.least_score)))), axis=1)
    bust = banking[:, turn.least_score : turn.least_score + goal]
    backup = _turn_value(turn, with_entry(turn, banking, axis=1), bust, value[:-1, 0], goal)
    return float(np.maximum(np.abs(value[0]).max(), np.abs(backup - value[1:]).max()))


def most_points_residual(turn: Turn, may_pass: bool, value: Array) -> float:
    """Sup-norm of the value computed anew minus the value.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a throw
    value : float64[turns_left, banked], expected final score
    """
    longest, worst = turn.chooses_below(turn.always_held_from()), None
    while worst is None:
        worst = _most_points_residual(turn, may_pass, value, longest)
        longest *= 2
    return worst


def _most_points_residual(turn: Turn, may_pass: bool, value: Array, longest: int) -> float | None:
    """The largest difference, or None if going on at turn total `longest` could pay.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a throw
    value : float64[turns_left, banked], expected final score
    longest : turn total from which everybody holds
    """
    turns, count = value.shape[0] - 1, value.shape[1]
    reach = longest + turn.longest_gain
    known = np.arange(count + turns * reach, dtype=np.float64)
    worst = float(np.abs(known[:count] - value[0]).max())
    for turns_left in range(1, turns + 1):
        scores = known.size - reach
        bust = known[turn.least_score : turn.least_score + scores]
        for throw in turn.throws if turn.goes_on else ():
            # A throw there, held whatever it brings, if points banked were worth what they count.
            brings = float(
                sum((outcome.probability * outcome.gain for outcome in throw.outcomes), start=throw.bust * 0)
            )
            at = known[longest : longest + scores]
            change = brings - float(throw.bust) * (at - bust) - float(throw.wipe) * (at - known[0])
            if change.max() > LARGEST_GAIN * at[-1]:
                return None
        thrown = _turn_value(turn, with_entry(turn, known)[None], bust[None], known[None, 0], longest)[0]
        known = np.maximum(thrown, bust) if may_pass else thrown
        worst = float(np.maximum(worst, np.abs(known[:count] - value[turns_left]).max()))
    return worst


def _turn_value(turn: Turn, banking: Array, bust: Array, wiped: Array, longest: int) -> Array:
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
    if turn.may_gain_nothing:
        return turn_value(turn, banking, bust, wiped, longest)
    landings = _landings(turn)
    at_once = max(1, MOST_CELLS // (int(landings.span.sum()) * bust.shape[1]))
    parts = [slice(first, first + at_once) for first in range(0, bust.shape[0], at_once)]
    return np.concatenate(
        [
            _some_stakes(turn, landings, banking[part].T, bust[part].T, wiped[part], longest).T
            for part in parts
        ]
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
        Ways(
            np.array(some),
            np.array([turn.positions[index].ways[nth].given_up for index in some]),
            np.array([turn.positions[index].ways[nth].throw for index in some]),
        )
        for nth, some in enumerate(having)
    ]
    return Landings(chance, gain, position, first, span, np.cumsum(span) - span, ways)


def _some_stakes(
    turn: Turn, landings: Landings, banking: Array, bust: Array, wiped: Array, longest: int
) -> Array:
    """What the best opening is worth for some stakes, float64[banked, stake].

    Parameters
    ----------
    turn : any turn
    landings : where its throws come down
    banking : float64[x, stake], value of banking x
    bust : float64[banked, stake], value of a bust
    wiped : float64[stake], value of a wipe
    longest : turn total from which everybody holds
    """
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
    for ways in landings.ways:
        before = after[ways.position]
        goes_on = before < longest
        if goes_on.any():
            ahead = throws[(before - ways.given_up)[goes_on] % len(throws), ways.throw[goes_on]]
            yield ways.position[goes_on], ahead
