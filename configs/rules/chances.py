"""The results of a throw, with exact chances."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from configs.errors import Path, Problem, shown
from configs.rules.dice import Shown, counted, faces_of, taken
from configs.rules.gains import NAMES, gained, parsed
from configs.rules.part import Refused
from configs.rules.written import Result, Thrown

# Greatest gain: more than any goal, and small enough for memory.
MOST_GAIN = 10_000
# Longest text read as a fraction.
FRACTION = re.compile(r"\d{1,30}(/\d{1,30}|\.\d{1,30})?", re.ASCII)
AGAIN = "Write `again: true` if nothing changes, `bust: true` if the turn ends, or name a position in `then`."
TAKES = "A gain takes no points away. `bust: true` costs the turn total, `wipe: true` the banked score, too."


@dataclass
class Chances:
    """The results of a throw.

    Attributes
    ----------
    bust, wipe, again : chances
    gains : chances by points and position; "" if the same throw follows
    """

    bust: Fraction = Fraction(0)
    wipe: Fraction = Fraction(0)
    again: Fraction = Fraction(0)
    gains: dict[tuple[int, str], Fraction] = field(default_factory=dict)

    def add(self, result: Result, chance: Fraction, gain: int) -> None:
        """Add a result.

        Parameters
        ----------
        result : the result
        chance : its chance
        gain : points, 0 if it does not gain
        """
        if result.bust:
            self.bust += chance
        elif result.wipe:
            self.wipe += chance
        elif result.again:
            self.again += chance
        else:
            key = gain, result.then or ""
            self.gains[key] = self.gains.get(key, Fraction(0)) + chance


def chances(throw: Thrown, path: Path, problems: list[Problem]) -> Chances:
    """The results of a throw.

    Parameters
    ----------
    throw : the throw as written
    path : its place in the file
    problems : problems are added
    """
    before = len(problems)
    found = _written(throw, path, problems) if throw.dice is None else _counted(throw, path, problems)
    if len(problems) == before:
        problems += _ends(found, path)
    return found


def _written(throw: Thrown, path: Path, problems: list[Problem]) -> Chances:
    """The results by the written chances."""
    found, total, before = Chances(), Fraction(0), len(problems)
    for place, result in enumerate(throw.results):
        try:
            chance = _fraction(result)
            gain = _gain(result)
        except Refused as refused:
            problems.append(refused.at((*path, "results", place)))
            continue
        total += chance
        found.add(result, chance, gain)
    if len(problems) == before and total != 1:
        remedy = f"{1 - total} is missing." if total < 1 else f"That is {total - 1} too much."
        problems.append(Problem("results", f"the chances add up to {total} instead of 1", "", path, remedy))
    return found


def _counted(throw: Thrown, path: Path, problems: list[Problem]) -> Chances:
    """The results by counting what the dice show."""
    found, before = Chances(), len(problems)
    try:
        ways_of = counted(
            [faces_of(die) for die in throw.dice or ()], [result.show or () for result in throw.results]
        )
    except Refused as refused:
        problems.append(refused.at((*path, "dice")))
    problems += _not_of_dice(throw, path)
    if len(problems) > before:
        return found
    total, used = sum(ways_of.values()), set[int]()
    for dice, ways in ways_of.items():
        matched = _first(throw.results, dice)
        if matched is None:
            remedy = "Add a last result without `show`, such as {gain: sum}, for all other faces."
            problems.append(Problem("results", f"no result fits when the dice show {dice}", "", path, remedy))
            return found
        place, rest = matched
        used.add(place)
        try:
            found.add(throw.results[place], Fraction(ways, total), _gain(throw.results[place], dice, rest))
        except Refused as refused:
            problems.append(refused.at((*path, "results", place)))
            return found
    problems += _never(throw, used, path)
    return found


def _not_of_dice(throw: Thrown, path: Path) -> Iterator[Problem]:
    """Keys that results of dice cannot have, and invalid sums."""
    for place, result in enumerate(throw.results):
        own = (*path, "results", place)
        if result.chance is not None:
            remedy = "The dice determine the chances: remove it."
            yield Problem("chance", "a throw with `dice` takes no `chance`", "", own, remedy)
        try:
            parsed(str(result.gain)) if result.gain is not None else None
        except Refused as refused:
            yield refused.at(own)


def _never(throw: Thrown, used: set[int], path: Path) -> Iterator[Problem]:
    """Results that never happen."""
    for place in range(len(throw.results)):
        if place not in used:
            remedy = "The dice cannot show it, or earlier results match first. Remove it, or move it up."
            own = (*path, "results", place)
            yield Problem("show", "this result never happens", "", own, remedy)


def _first(results: Sequence[Result], dice: Shown) -> tuple[int, Shown] | None:
    """Index of the first result whose dice are among those shown, and the remaining dice."""
    for place, result in enumerate(results):
        rest = taken(dice, result.show or ())
        if rest is not None:
            return place, rest
    return None


def _fraction(result: Result) -> Fraction:
    """A chance as a fraction."""
    rule, remedy = "a fraction more than 0, such as 1/6", "Or give the throw `dice`, which are counted."
    if result.show is not None:
        raise Refused("show", "none where there are no dice", shown(list(result.show)), remedy)
    if result.chance is None:
        raise Refused("chance", rule, "nothing", remedy)
    text = str(result.chance)
    if FRACTION.fullmatch(text) and not re.search(r"/0+$", text):
        chance = Fraction(text)
        if 0 < chance <= 1:
            return chance
    raise Refused("chance", rule, shown(result.chance), "Write 50% as 1/2.")


def _gain(result: Result, dice: Shown | None = None, rest: Shown | None = None) -> int:
    """Points that a result gains, 0 if it does not gain."""
    if result.gain is None:
        return 0
    if dice is None or rest is None:
        gain, where = gained(parsed(str(result.gain), ()), {}), ""
    else:
        numbers = (*_sum(dice), *_sum(rest))
        gain = gained(parsed(str(result.gain)), dict(zip(NAMES, numbers, strict=True)))
        where = f" where the dice show {dice}"
    least = 1 if result.then is None else 0
    if gain < least:
        remedy = TAKES if gain < 0 else AGAIN
        raise Refused("gain", f"{least} or more{where}", str(gain), remedy)
    if gain > MOST_GAIN:
        raise Refused("gain", f"at most {MOST_GAIN}{where}", shown(gain), "Count in larger units.")
    return gain


def _sum(dice: Shown) -> tuple[int, int]:
    """Sum of what dice show, and their number."""
    return sum(dice.named) + dice.others_sum, len(dice.named) + dice.others


def _ends(found: Chances, path: Path) -> Iterator[Problem]:
    """Problems if a turn can never end, or never score."""
    if found.again == 1:
        yield Problem("results", "all results throw again", "", path, "Add a bust and a gain.")
    elif found.bust + found.wipe == 0:
        remedy = "A turn must be able to end: let some result bust."
        yield Problem("results", "no result busts or wipes", "", path, remedy)
    elif not found.gains:
        yield Problem("results", "no result gains points", "", path, "Let some result gain.")
