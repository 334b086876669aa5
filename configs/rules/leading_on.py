"""Throws without a gain that lead to another position: their order, so that a turn ends.

Without a gain the turn total does not change. Throws at one turn total can be evaluated one after the other
only if none leads back to itself.
"""

from collections.abc import Iterator, Mapping

from configs.errors import Problem
from configs.rules.chances import Chances
from configs.rules.written import Rules

Thrown = Mapping[str, Chances]


def in_order(rules: Rules, thrown: Thrown) -> list[str]:
    """The throws, each before those that it leads to without a gain, otherwise in the written order.

    Throws on a cycle, and those that lead to one, are left out.

    Parameters
    ----------
    rules : the rules as written
    thrown : results of each throw
    """
    ahead = {name: set(_ahead(rules, thrown, name)) for name in thrown}
    left, found = list(thrown), list[str]()
    while left:
        free = next((name for name in left if not any(name in ahead[other] for other in left)), None)
        if free is None:
            return found
        left.remove(free)
        found.append(free)
    return found


def no_turns(rules: Rules, thrown: Thrown) -> Iterator[Problem]:
    """Throws without a gain after which a turn cannot be evaluated.

    Parameters
    ----------
    rules : the rules as written
    thrown : results of each throw
    """
    for name, found in thrown.items():
        path = ("throws", name)
        without = [position for gain, position in found.gains if gain == 0]
        for position in without:
            if not rules.positions[position]:
                remedy = "Make the result a bust, or give the position a way on."
                rule = f"this result gains nothing, and {position!r} has no way on"
                yield Problem("then", rule, "", path, remedy)
        if without and any(other.wipe for other in thrown.values()):
            remedy = "Games with both are not solved. Let the result gain, or remove the wipe."
            rule = f"a result leads to {without[0]!r} without a gain, while some throw wipes"
            yield Problem("then", rule, "", path, remedy)
    ordered = in_order(rules, thrown)
    circle = _circle(rules, thrown, [name for name in thrown if name not in ordered])
    if circle:
        name = next(name for name in thrown if circle[0] in _ahead(rules, thrown, name).values())
        remedy = "Let one of these throws gain, or write `again: true` for a throw that changes nothing."
        rule = f"these positions repeat without a gain: {' > '.join(circle)}"
        yield Problem("then", rule, "", ("throws", name), remedy)


def _ahead(rules: Rules, thrown: Thrown, name: str) -> dict[str, str]:
    """The throws that may follow a throw without a gain, and the position from which they do."""
    positions = [position for gain, position in thrown[name].gains if gain == 0]
    return {way.throw: position for position in positions for way in rules.positions[position]}


def _circle(rules: Rules, thrown: Thrown, left: list[str]) -> list[str]:
    """Positions on a cycle, with the first one repeated at the end; empty if no throws are left.

    Parameters
    ----------
    rules : the rules as written
    thrown : results of each throw
    left : throws on cycles, and those that cycles lead to
    """
    if not left:
        return []
    # Each of them has a predecessor: follow these until one repeats.
    throw, seen, positions = left[0], list[str](), list[str]()
    while throw not in seen:
        seen.append(throw)
        before = next(name for name in left if throw in _ahead(rules, thrown, name))
        positions.append(_ahead(rules, thrown, before)[throw])
        throw = before
    circle = positions[seen.index(throw) :][::-1]
    return [*circle, circle[0]]
