"""House rules as written: positions at which a player must roll, and an entry."""

from collections.abc import Iterator, Mapping

from configs.errors import Problem
from configs.rules.chances import Chances
from configs.rules.written import Rules

Thrown = Mapping[str, Chances]


def house_rules(rules: Rules, thrown: Thrown) -> Iterator[Problem]:
    """Forced ways that are not the only one, turns that can never be held, an entry that nobody can reach.

    Parameters
    ----------
    rules : the rules as written
    thrown : results of each throw
    """
    for name, ways in rules.positions.items():
        for place, way in enumerate(ways):
            path = ("positions", name, place, "must")
            if way.must and len(ways) > 1:
                remedy = "A throw that must follow leaves no choice. Remove the other ways."
                yield Problem(
                    "must",
                    f"this position has {len(ways)} ways on, and one of them must follow",
                    "",
                    path,
                    remedy,
                )
            elif way.must and way.give_up:
                yield Problem("must", "a way that gives up nothing", f"give_up: {way.give_up}", path)
    yield from _never_held(rules, thrown)
    if rules.entry:
        yield from _no_entry(rules, thrown)


def _never_held(rules: Rules, thrown: Thrown) -> Iterator[Problem]:
    """Throws after which a player can never hold."""
    forced = {name: ways[0].throw for name, ways in rules.positions.items() if any(way.must for way in ways)}
    held, before = set[str](), -1
    while len(held) > before:
        before = len(held)
        for name, found in thrown.items():
            if any(position not in forced or forced[position] in held for _, position in found.gains):
                held.add(name)
    for name in thrown:
        if name not in held:
            remedy = "Let some result lead to a position where a player may hold."
            yield Problem("results", "a player can never hold after this throw", "", ("throws", name), remedy)


def _no_entry(rules: Rules, thrown: Thrown) -> Iterator[Problem]:
    """Rules that cannot be combined with an entry."""
    rule, got = "these rules cannot have an entry", ""
    for name, ways in rules.positions.items():
        if not ways:
            remedy = f"At {name!r} a player must hold, but may not bank less than the entry. Add a way on."
            yield Problem("entry", rule, got, ("entry",), remedy)
    if rules.least_score:
        remedy = "With `least_score` a turn that busts scores, too: remove one of them."
        yield Problem("entry", rule, got, ("entry",), remedy)
    for name, found in thrown.items():
        if found.wipe:
            remedy = f"Entering again after the wipe of {name!r} is not solved."
            yield Problem("entry", rule, got, ("entry",), remedy)
