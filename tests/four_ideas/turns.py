"""How a turn ends, if the player plays by a rule or chooses what is worth most: every throw is followed."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from math import ceil, log
from typing import Any, NamedTuple

from solvers.games.turn import Turn
from tests.four_ideas.contests import BUST, WIPE, Result

# A fraction or a float.
Number = Any
# Each result of a turn with its chance.
Ends = dict[Hashable, Number]
# What happens more seldom than this is left out.
HARDLY_EVER = 1e-13


def far(turn: Turn) -> int:
    """A turn total beyond all reason: twice what one would hold at alone."""
    most = max(throw.mean_gain / (throw.bust + throw.wipe) for throw in turn.throws)
    return 2 * int(most) + 2 * turn.longest_gain + 4


@cache
def too_far(turn: Turn) -> int:
    """Points by which whoever must throw on comes too far, but hardly ever."""
    must = (
        float(sum(one.probability for one in throw.outcomes if turn.positions[one.position].must_throw))
        for throw in turn.throws
    )
    most = max(must)
    return turn.longest_gain * ceil(log(HARDLY_EVER) / log(most)) if most > 0.0 else 0


class Chances(NamedTuple):
    """A throw, its chances being of one type: each outcome's chance, gain and position."""

    outcomes: tuple[tuple[Number, int, int], ...]
    bust: Number
    wipe: Number


def chances(turn: Turn, number: Callable[[Fraction], Number]) -> tuple[Chances, ...]:
    """All throws of a turn, with chances of this type."""
    return tuple(
        Chances(
            tuple((number(one.probability), one.gain, one.position) for one in throw.outcomes),
            number(throw.bust),
            number(throw.wipe),
        )
        for throw in turn.throws
    )


def mean(parts: list[tuple[Number, Ends]]) -> Ends:
    """Ends that come with these chances."""
    found: Ends = {}
    for chance, ends in parts:
        for result, part in ends.items():
            found[result] = found.get(result, 0) + chance * part
    return found


def ends(
    turn: Turn,
    throws: tuple[Chances, ...],
    enough: int,
    lacks: int,
    *,
    worth: Callable[[Result], Number],
    holds: Callable[[int], bool] | None = None,
    digits: int | None = None,
) -> Ends:
    """How a turn ends.

    Parameters
    ----------
    turn : the game
    throws : its throws, with chances of the type that is asked for
    enough : turn total from which the best player holds
    lacks : least turn total that may be banked
    worth : of each result to a player who chooses
    holds : whether a player by a rule holds with a turn total; it goes on by a position's first way
    digits : how many decimals tell choices apart
    """
    busts = turn.least_score or BUST

    def value(found: Ends) -> Number:
        number = sum(chance * worth(result) for result, chance in found.items())
        return number if digits is None else round(number, digits)

    @cache
    def thrown(total: int, index: int) -> Ends:
        throw = throws[index]
        parts = [(chance, stood(total + gain, position)) for chance, gain, position in throw.outcomes]
        parts += [(throw.bust, {busts: 1})] if throw.bust else []
        parts += [(throw.wipe, {WIPE: 1})] if throw.wipe else []
        return mean(parts)

    @cache
    def stood(total: int, at: int) -> Ends:
        position, held = turn.positions[at], {total or busts: 1}
        if position.must_throw and total < enough + too_far(turn):
            return thrown(total, position.ways[0].throw)
        ahead = [(way.given_up, way.throw) for way in position.ways]
        if holds is not None:
            stops = not ahead or (total > 0 and total >= lacks and holds(total))
            return held if stops else thrown(total - ahead[0][0], ahead[0][1])
        if total >= enough or not ahead:
            return held
        choices = [thrown(total - given_up, throw) for given_up, throw in ahead]
        return max(choices if total < lacks else [held, *choices], key=value)

    openings = turn.openings if holds is None else turn.openings[:1]
    return max((thrown(0, opening) for opening in openings), key=value)


def results(turn: Turn, enough: int) -> set[Result]:
    """All results that a turn may have, whatever is chosen."""
    found: set[Result] = {turn.least_score or BUST}
    if turn.wipes:
        found.add(WIPE)
    seen, waiting = set[tuple[int, int]](), [(0, opening) for opening in turn.openings]
    while waiting:
        total, index = waiting.pop()
        if (total, index) in seen:
            continue
        seen.add((total, index))
        for one in turn.throws[index].outcomes:
            at, ahead = turn.positions[one.position], total + one.gain
            found.add(ahead or turn.least_score or BUST)
            if ahead < enough + (too_far(turn) if at.must_throw else 0):
                waiting += [(ahead - way.given_up, way.throw) for way in at.ways]
    return found
