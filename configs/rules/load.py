"""From a file of rules to a turn: all that is wrong is said at once, with its line and a remedy."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pydantic import ValidationError

from configs.errors import ConfigError, Path, Problem, shown
from configs.load import documents_of, worded_in_order
from configs.rules.dice import Shown, counted, faces_of, taken
from configs.rules.gains import NAMES, gained, parsed
from configs.rules.malformed import malformed
from configs.rules.written import Result, Rules, Thrown
from solvers.errors import InvalidRules
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way, added

# Of all throws together; Farkle has 1 400.
MOST_OUTCOMES = 100_000


@dataclass
class _Chances:
    """What may come of a throw, so far."""

    bust: Fraction = Fraction(0)
    wipe: Fraction = Fraction(0)
    again: Fraction = Fraction(0)
    gains: dict[tuple[int, str], Fraction] = field(default_factory=dict)

    def add(self, result: Result, chance: Fraction, gain: int, on: str) -> None:
        """Take in a result."""
        if result.bust:
            self.bust += chance
        elif result.wipe:
            self.wipe += chance
        elif result.again:
            self.again += chance
        else:
            key = gain, result.then or on
            self.gains[key] = self.gains.get(key, Fraction(0)) + chance


def load_rules(path: str | os.PathLike[str]) -> Turn:
    """The turn that a file describes.

    Raises
    ------
    ConfigNotFound
        if there is no such file
    ConfigError
        if it cannot be read, or no game can be played by it; one line for each problem
    """
    place = os.fspath(path)
    documents = documents_of(place)
    if len(documents) > 1:
        raise ConfigError(
            Problem("rules", "one game in a file", f"{len(documents)} documents", (), "Split it.").worded(
                place
            )
        )
    (document,) = documents
    turn, problems = checked(document.content)
    if turn is None or document.problems:
        raise ConfigError("\n".join(worded_in_order([*document.problems, *problems], document, place)))
    return turn


def checked(content: object) -> tuple[Turn | None, list[Problem]]:
    """The turn that plain content describes, or all that is wrong with it.

    Parameters
    ----------
    content : mappings, lists and values with the keys of `Rules`
    """
    try:
        rules = Rules.model_validate(content)
    except ValidationError as error:
        return None, malformed(error)
    problems: list[Problem] = []
    chances = {name: _chances(name, throw, problems) for name, throw in rules.throws.items()}
    problems += [*_unknown_names(rules), *_given_up(rules, chances), *_unreachable(rules)]
    if problems:
        return None, problems
    try:
        return _turn(rules, chances), []
    except InvalidRules as error:
        name, _, rest = str(error).partition(": expected ")
        rule, _, got = rest.partition(", got ")
        return None, [Problem(name, rule, got.rstrip("."))]


def _chances(name: str, throw: Thrown, problems: list[Problem]) -> _Chances:
    """What may come of a throw; what is wrong with it is added to the problems."""
    path, found = ("throws", name), _Chances()
    before = len(problems)
    if throw.dice is None:
        total = Fraction(0)
        for place, result in enumerate(throw.results):
            own = (*path, "results", place)
            chance = _fraction(result, own, problems)
            gain = _gain(result, None, own, problems)
            total += chance
            found.add(result, chance, gain, name)
        if len(problems) == before and total != 1:
            remedy = f"What is missing is {1 - total}." if total < 1 else f"That is {total - 1} too much."
            problems.append(Problem("results", "chances that add up to 1", str(total), path, remedy))
    else:
        _count(throw, found, path, problems)
    if len(problems) == before:
        problems += _ends(found, path)
    return found


def _count(throw: Thrown, found: _Chances, path: Path, problems: list[Problem]) -> None:
    """Count what the dice show."""
    try:
        shown_by = counted([faces_of(die) for die in throw.dice or ()])
    except InvalidRules as error:
        problems.append(_refused(error, (*path, "dice")))
        return
    before = len(problems)
    for place, result in enumerate(throw.results):
        own = (*path, "results", place)
        if result.chance is not None:
            remedy = "The dice say how likely it is: remove it."
            problems.append(Problem("chance", "none where there are dice", shown(result.chance), own, remedy))
        _gain(result, (), own, problems)
    if len(problems) > before:
        return
    total, used = sum(shown_by.values()), set[int]()
    for dice, ways in shown_by.items():
        matched = _first(throw.results, dice)
        if matched is None:
            remedy = "Add a last result without `show` for all others."
            got = f"none for {', '.join(map(str, dice))}"
            problems.append(Problem("results", "one for all that the dice may show", got, path, remedy))
            return
        place, of = matched
        used.add(place)
        own = (*path, "results", place)
        gain = _gain(throw.results[place], dice, own, problems, of)
        found.add(throw.results[place], Fraction(ways, total), gain, path[-1])
        if len(problems) > before:
            return
    for place, result in enumerate(throw.results):
        if place not in used:
            remedy = "Earlier results take all that it would: remove it, or put it before them."
            got = f"none with {list(result.show or ())}"
            problems.append(Problem("show", "a throw that it is for", got, (*path, "results", place), remedy))


def _first(results: Sequence[Result], dice: Shown) -> tuple[int, Shown] | None:
    """Place of the first result whose dice are among those thrown, and which dice these are."""
    for place, result in enumerate(results):
        of = taken(dice, result.show or ())
        if of is not None:
            return place, of
    return None


def _fraction(result: Result, path: Path, problems: list[Problem]) -> Fraction:
    """A chance as it is written."""
    try:
        chance = Fraction(str(result.chance))
    except (ValueError, ZeroDivisionError):
        chance = Fraction(-1)
    if not 0 < chance <= 1 or result.show is not None:
        if result.show is not None:
            problem = Problem(
                "show", "dice that show it", "a throw without dice", path, "Give `dice`, or `chance`."
            )
        else:
            got = "nothing" if result.chance is None else shown(result.chance)
            problem = Problem("chance", "a fraction more than 0, such as 1/6", got, path)
        problems.append(problem)
    return chance


def _gain(result: Result, dice: Shown | None, path: Path, problems: list[Problem], of: Shown = ()) -> int:
    """What a result gains, 0 where it does not; of no dice at all only whether it is a sum."""
    if result.gain is None:
        return 0
    names = () if dice is None else NAMES
    try:
        tree = parsed(str(result.gain), names)
    except InvalidRules as error:
        problems.append(_refused(error, path))
        return 1
    if dice == ():
        return 1
    rest = sum(dice or ()) - sum(of)
    numbers = {
        "sum": sum(dice or ()),
        "dice": len(dice or ()),
        "rest": rest,
        "others": len(dice or ()) - len(of),
    }
    gain = gained(tree, numbers)
    if gain < 1:
        where = f" where the dice show {', '.join(map(str, dice))}" if dice else ""
        remedy = "What changes nothing is `again: true`; what ends the turn is a bust."
        problems.append(Problem("gain", f"1 or more{where}", str(gain), path, remedy))
    return gain


def _ends(found: _Chances, path: Path) -> Iterator[Problem]:
    if found.again == 1:
        yield Problem("results", "something besides `again`", "nothing", path)
    elif found.bust + found.wipe == 0:
        remedy = "A turn must be able to end: give a result that busts or wipes."
        yield Problem("results", "one that busts or wipes", "none", path, remedy)
    elif not found.gains:
        yield Problem("results", "one that gains", "none", path, "Nobody can score with it.")


def _unknown_names(rules: Rules) -> Iterator[Problem]:
    """Names that are of nothing."""
    throws, positions = ", ".join(rules.throws), ", ".join(rules.positions) or "none: leave it out"
    for name, throw in rules.throws.items():
        for place, result in enumerate(throw.results):
            if result.then is not None and result.then not in rules.positions:
                path = ("throws", name, "results", place, "then")
                yield Problem("then", f"a position among {positions}", shown(result.then), path)
    for name, ways in rules.positions.items():
        for place, way in enumerate(ways):
            if way.throw not in rules.throws:
                path = ("positions", name, place, "throw")
                yield Problem("throw", f"one of {throws}", shown(way.throw), path)
    for place, opening in enumerate(rules.openings):
        if opening not in rules.throws:
            yield Problem("openings", f"one of {throws}", shown(opening), ("openings", place))


def _given_up(rules: Rules, chances: Mapping[str, _Chances]) -> Iterator[Problem]:
    """Ways that give up all of a gain."""
    least: dict[str, int] = {}
    for found in chances.values():
        for gain, position in found.gains:
            least[position] = min(gain, least.get(position, gain))
    for name, ways in rules.positions.items():
        for place, way in enumerate(ways):
            if way.give_up >= least.get(name, way.give_up + 1):
                rule = f"less than the gain that leads there, {least[name]}"
                yield Problem("give_up", rule, str(way.give_up), ("positions", name, place))


def _unreachable(rules: Rules) -> Iterator[Problem]:
    """Throws and positions that no turn comes to."""
    waiting = list(rules.openings or [next(iter(rules.throws))])
    thrown, stood = set[str](), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in thrown and name in rules.throws:
            thrown.add(name)
            reached = {result.then for result in rules.throws[name].results if result.then}
            stood |= reached
            waiting += [way.throw for position in reached for way in rules.positions.get(position, ())]
    remedy = "Lead to it, or remove it."
    for kind, known, seen in (("throws", rules.throws, thrown), ("positions", rules.positions, stood)):
        for name in known:
            if name not in seen:
                yield Problem(name, "a way to it", "none", (kind, name), remedy)


def _turn(rules: Rules, chances: Mapping[str, _Chances]) -> Turn:
    throws = list(rules.throws)
    actions = list(
        dict.fromkeys(["hold", "roll", *(way.action for ways in rules.positions.values() for way in ways)])
    )
    # Where a result leads to no position, one goes on with the same throw.
    on = {
        name: (Way(ROLL, 0, throws.index(name)),) for name in throws if _goes_on(chances[name], name, rules)
    }
    positions = {f"on, {name}": ways for name, ways in on.items()} | {
        name: tuple(Way(actions.index(way.action), way.give_up, throws.index(way.throw)) for way in ways)
        for name, ways in rules.positions.items()
    }
    index = {name: place for place, name in enumerate(positions)}
    index |= {name: index[f"on, {name}"] for name in on}
    return Turn(
        name=rules.name,
        throws=tuple(_throw(name, chances[name], index, rules) for name in throws),
        positions=tuple(Position(name, ways) for name, ways in positions.items()),
        actions=tuple(actions),
        openings=tuple(throws.index(name) for name in rules.openings) or (0,),
        least_score=rules.least_score,
    )


def _goes_on(found: _Chances, name: str, rules: Rules) -> bool:
    return any(position == name and position not in rules.positions for _, position in found.gains)


def _throw(name: str, found: _Chances, index: Mapping[str, int], rules: Rules) -> Throw:
    """What leaves all as it was does not count: the rest is what happens sooner or later."""
    left = 1 - found.again
    outcomes = tuple(
        Outcome(chance / left, gain, index[position])
        for (gain, position), chance in sorted(
            found.gains.items(), key=lambda one: (one[0][0], index[one[0][1]])
        )
    )
    return Throw(name, found.bust / left, outcomes, found.wipe / left)


def _refused(error: InvalidRules, path: Path) -> Problem:
    """One of ours, with its place."""
    name, _, rest = str(error).partition(": expected ")
    rule, _, got = rest.partition(", got ")
    got, _, remedy = got.partition(". ")
    return Problem(name, rule, got.rstrip("."), path, remedy)
