"""Score cards, slow and obvious, in fractions: every throw of every die, every choice to keep. Nothing of the
project is imported.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Dice = tuple[int, ...]
State = tuple[frozenset[int], int, bool]


class Line(NamedTuple):
    """A line of the card: what dice score, the face it counts or 0, what a joker scores or None."""

    points: Callable[[Dice], int]
    face: int
    joker: int | None


class Rules(NamedTuple):
    """A card; jokers are "none", "free" or "forced"; yahtzee is the line of dice all alike, or None."""

    lines: tuple[Line, ...]
    dice: int
    sides: int
    throws: int
    upper_goal: int
    upper_bonus: int
    yahtzee: int | None
    yahtzee_bonus: int
    jokers: str


def scores(rules: Rules, state: State, dice: Dice) -> dict[int, tuple[int, State]]:
    """For each line where dice may go: the points, the bonus for a further yahtzee included, and the state
    after.
    """
    used, upper, scored = state
    further = rules.yahtzee in used and len(set(dice)) == 1
    open_lines = [line for line in range(len(rules.lines)) if line not in used]
    own = [line for line in open_lines if rules.lines[line].face == dice[0]]
    lower = [line for line in open_lines if rules.lines[line].face == 0]
    joker = further and rules.jokers != "none" and not own
    if further and rules.jokers == "forced":
        open_lines = own or lower or open_lines
    found = {}
    for line in open_lines:
        points = rules.lines[line].points(dice)
        if joker and rules.lines[line].joker is not None:
            points = rules.lines[line].joker
        above = upper + points if rules.lines[line].face else upper
        after = (
            used | {line},
            min(above, rules.upper_goal),
            scored or (line == rules.yahtzee and points > 0),
        )
        found[line] = points + (rules.yahtzee_bonus if further and scored else 0), after
    return found


class Solitaire:
    """Expected points still to come, by state."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.value = cache(self._value)

    def _value(self, used: frozenset[int], upper: int, scored: bool) -> Fraction:
        rules, state = self.rules, (used, upper, scored)
        if len(used) == len(rules.lines):
            return Fraction(rules.upper_bonus if upper >= rules.upper_goal else 0)

        @cache
        def standing(dice: Dice, left: int) -> Fraction:
            if left == 0:
                return max(
                    points + self.value(*after) for points, after in scores(rules, state, dice).values()
                )
            return max(
                thrown(kept, left)
                for count in range(len(dice) + 1)
                for kept in set(combinations(dice, count))
            )

        @cache
        def thrown(kept: Dice, left: int) -> Fraction:
            fallen = product(range(1, rules.sides + 1), repeat=rules.dice - len(kept))
            values = [standing(tuple(sorted(kept + own)), left - 1) for own in fallen]
            return Fraction(sum(values), len(values))

        return thrown((), rules.throws)


# --- The real cards


def yahtzee(jokers: str) -> Rules:
    """Yahtzee."""

    def straight(length: int, worth: int) -> Line:
        runs = [set(range(low, low + length)) for low in range(1, 8 - length)]
        return Line(lambda dice: worth if any(own <= set(dice) for own in runs) else 0, 0, worth)

    def of_a_kind(count: int) -> Line:
        return Line(lambda dice: sum(dice) if any(dice.count(face) >= count for face in dice) else 0, 0, None)

    house = Line(lambda dice: 25 if {dice.count(face) for face in dice} == {2, 3} else 0, 0, 25)
    alike = Line(lambda dice: 50 * (dice.count(dice[0]) == 5), 0, None)
    lower = (of_a_kind(3), of_a_kind(4), house, straight(4, 30), straight(5, 40), alike, Line(sum, 0, None))
    return Rules((*map(number, range(1, 7)), *lower), 5, 6, 3, 63, 35, 11, 100, jokers)


def hooligan(throws: int = 3) -> Rules:
    """Hooligan."""
    straight = Line(lambda dice: 20 if dice in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)) else 0, 0, None)
    return Rules((*map(number, range(1, 7)), straight), 5, 6, throws, 0, 0, None, 0, "none")


def number(face: int) -> Line:
    """The sum of the dice of a face."""
    return Line(lambda dice: sum(die for die in dice if die == face), face, None)
