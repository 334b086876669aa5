"""Farkle: six dice; some of what was thrown must be set aside and score, the rest may be thrown again.

If all six are set aside, all are rolled again (hot dice). A roll that scores nothing ends the turn with
nothing.

The scoring table is data: combinations of dice and their worth, in units of 50 points. Dice that are set
aside must all belong to a combination, and score as much as they can. All ways to keep dice that differ in
points or in dice left are offered, none is left out as dominated. Fewer points with fewer dice to roll may be
better, as fewer dice become hot sooner: if four and five of a kind score 1 unit and six dice 200 units, that
adds 0.0034 to a turn. Fewer points with as many dice never help a player who may hold at any time, but may
help a player who holds at a fixed turn total.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial
from operator import add

from solvers.errors import expected
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way

DICE, FACES, UNIT = 6, 6, 50
# Number of dice that show 1, 2, ..., 6.
Counts = tuple[int, ...]
Table = Mapping[Counts, int]
# Points kept, and number of dice rolled next.
Option = tuple[int, int]
ACTIONS = ("hold", "roll", *(f"throw {dice}" for dice in range(1, DICE + 1)))


def table(
    four: int = 20,
    five: int = 40,
    six: int = 60,
    straight: int = 30,
    three_pairs: int = 30,
    two_triplets: int = 50,
    ones: int = 6,
) -> dict[Counts, int]:
    """A scoring table in units of 50 points: singles 1 and 5, triples, and the options.

    An option worth 0 is left out.

    Parameters
    ----------
    four, five, six : worth of that many of a kind, of any face
    straight : worth of 1 to 6
    three_pairs, two_triplets : worth of these, of any faces; four of a kind and a pair are three pairs
    ones : worth of three 1s; other triples are worth their face times 100 points
    """
    scores = {_show(1): 2, _show(5): 1, _show(1, 1, 1): ones}
    scores |= {_show(face, face, face): 2 * face for face in range(2, FACES + 1)}
    for dice, worth in ((4, four), (5, five), (6, six)):
        scores |= {_show(*[face] * dice): worth for face in range(1, FACES + 1)}
    scores[_show(*range(1, FACES + 1))] = straight
    for faces in combinations_with_replacement(range(1, FACES + 1), 3):
        pairs = _show(*faces, *faces)
        scores[pairs] = max(three_pairs, scores.get(pairs, 0))
    for first, second in combinations_with_replacement(range(1, FACES + 1), 2):
        triplets = _show(*[first, second] * 3)
        scores[triplets] = max(two_triplets, scores.get(triplets, 0))
    return {combination: worth for combination, worth in scores.items() if worth}


def turn(scores: Table | None = None) -> Turn:
    """The turn of Farkle.

    Parameters
    ----------
    scores : for each combination, as numbers of dice by face, its worth in units of 50 points;
        `table()` by default

    Raises
    ------
    InvalidRules
        if a combination has no die or more than six dice, or is worth nothing

    Examples
    --------
    >>> print(round(float(turn().throws[0].bust), 4), turn().throws[5].bust)
    0.0231 2/3
    """
    rules = tuple(sorted((table() if scores is None else scores).items()))
    for combination, worth in rules:
        if len(combination) != FACES or min(combination) < 0 or not 0 < sum(combination) <= DICE:
            raise expected("scores: combination", f"{FACES} counts, 1 to {DICE} dice in all", combination)
        if worth < 1:
            raise expected(f"scores: worth of {combination}", "1 or more", worth)
    positions: dict[tuple[Way, ...], int] = {}
    kept = _kept(rules)
    throws = [_throw(dice, kept, positions) for dice in range(DICE, 0, -1)]
    named = tuple(Position(_label(ways), ways) for ways in positions)
    return Turn("farkle", tuple(throws), named, ACTIONS)


def _throw(dice: int, worth: Table, positions: dict[tuple[Way, ...], int]) -> Throw:
    """The throw of this many dice; new positions are added to `positions`."""
    frequencies: dict[tuple[int, int], int] = {}
    bust = 0
    for shown, frequency in _shown(dice):
        options = _options(shown, worth)
        if not options:
            bust += frequency
            continue
        gain = max(points for points, _ in options)
        key = gain, positions.setdefault(_ways(options, gain), len(positions))
        frequencies[key] = frequencies.get(key, 0) + frequency
    total = FACES**dice
    outcomes = tuple(
        Outcome(Fraction(count, total), gain, position)
        for (gain, position), count in sorted(frequencies.items())
    )
    return Throw(f"{dice} dice", Fraction(bust, total), outcomes)


def _options(shown: Counts, worth: Table) -> set[Option]:
    """All choices of points to keep and dice to roll."""
    kept = product(*(range(count + 1) for count in shown))
    return {(worth[some], sum(shown) - sum(some) or DICE) for some in kept if some in worth}


def _kept(rules: tuple[tuple[Counts, int], ...]) -> Table:
    """For all sets of dice made of combinations, the greatest worth."""
    most = {(0,) * FACES: 0}
    for combination, worth in rules:
        # The added dice may hold the same combination again.
        growing = list(most)
        for some in growing:
            more = tuple(map(add, some, combination))
            if sum(more) <= DICE and most[some] + worth > most.get(more, 0):
                most[more] = most[some] + worth
                growing.append(more)
    return {kept: worth for kept, worth in most.items() if worth}


def _ways(options: Iterable[Option], gain: int) -> tuple[Way, ...]:
    """Ways to go on, most points first, so that rolling what did not score is first; holding keeps all."""
    return tuple(
        Way(ROLL if worth == gain else 1 + left, gain - worth, DICE - left)
        for worth, left in sorted(options, reverse=True)
    )


def _label(ways: Iterable[Way]) -> str:
    """Name of a position: how many dice may be rolled, and for how many points less."""
    return " or ".join(
        f"{DICE - way.throw} dice" + (f" for {UNIT * way.given_up} less" if way.given_up else "")
        for way in ways
    )


def _shown(dice: int) -> Iterable[tuple[Counts, int]]:
    """All results of this many dice, as numbers of dice by face, and in how many ways each comes."""
    for faces in combinations_with_replacement(range(1, FACES + 1), dice):
        counts = _show(*faces)
        ways = factorial(dice)
        for count in counts:
            ways //= factorial(count)
        yield counts, ways


def _show(*faces: int) -> Counts:
    """Number of these dice that show each face."""
    return tuple(faces.count(face) for face in range(1, FACES + 1))
