"""Families of rules of thumb: sentences with one to four numbers to choose.

A person must remember the sentence and its numbers, so the length of a rule is its number of numbers; a
number that occurs twice counts once. In all families a player who can bank the goal holds.

In games with more decisions, a threshold may depend on the dice left, on the dice set aside for good, or, if
there are few positions, on their names. A rule may never stop while all dice may be rolled. Among several
ways to go on it may take that with most dice, or weigh a die against points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from solvers.games.turn import Turn
from solvers.players.dice import dice_of, out_of
from solvers.players.language.grammar import NUMBERS

# Largest number of positions with their own thresholds.
MOST_NAMED = 3


@dataclass(frozen=True)
class Choices:
    """The values that a number may have.

    Parameters
    ----------
    low, high : least and greatest value
    grid : values where the search begins, ascending
    """

    low: int
    high: int
    grid: tuple[int, ...]


@dataclass(frozen=True)
class Family:
    """A sentence with numbers.

    Parameters
    ----------
    text : a rule with {a}, {b} and so on
    choices : choices of each number
    """

    text: str
    choices: tuple[Choices, ...]

    @property
    def numbers(self) -> int:
        """The number of its numbers."""
        return len(self.choices)

    @property
    def rules(self) -> int:
        """The number of its rules.

        >>> Family("hold at {a} + {b}", (Choices(1, 100, (20,)), Choices(0, 9, (1, 2)))).rules
        1000
        """
        return prod(own.high - own.low + 1 for own in self.choices)

    def written(self, numbers: Sequence[int]) -> str:
        """Return the rule with its numbers in place.

        >>> Family("hold at {a}", (Choices(1, 100, (20,)),)).written((25,))
        'hold at 25'
        """
        return self.text.format(**self.named(numbers))

    def named(self, numbers: Sequence[int]) -> dict[str, int]:
        """Return the numbers by name."""
        return dict(zip(NUMBERS, numbers, strict=False))


def families(turn: Turn, goal: int, most_numbers: int) -> tuple[Family, ...]:
    """Return the families to search, by rising number of numbers.

    Parameters
    ----------
    turn : the game's turn, whose critical threshold gives the order of magnitude of a turn
    goal : points to win
    most_numbers : largest number of numbers in a family

    Examples
    --------
    >>> from solvers.games import pig
    >>> [family.text for family in families(pig.turn(), 100, 1)][:2]
    ['hold at {a}', 'hold at (goal - banked) / {a}']
    """
    worth = min(max(1, turn.critical_threshold()), goal)
    total = choices(1, goal, [worth * tenth // 10 for tenth in range(7, 18, 2)])
    score = choices(1, goal, [goal * part // 20 for part in range(8, 20, 2)])
    divisor = choices(1, goal, (2, 4, 6, 8, 12, 16))
    every = choices(1, goal, range(1, goal + 1))
    pace = "round({a} + (opponent - banked) / {b})"
    known = (
        Family("hold at {a}", (every,)),
        Family("hold at (goal - banked) / {a}", (every,)),
        Family("hold when turn_total >= {a} and goal - opponent > {a}", (every,)),
        Family(f"hold at {pace}", (total, divisor)),
        Family("hold when turn_total >= {a} and opponent < {b}", (total, score)),
        Family("hold when turn_total >= {a} and max(banked, opponent) < {b}", (total, score)),
        Family("hold when turn_total >= {a} and banked < {b} and opponent < {c}", (total, score, score)),
        Family(f"hold when turn_total >= {pace} and max(banked, opponent) < {{c}}", (total, divisor, score)),
        Family(
            f"hold when turn_total >= {pace} and banked < {{c}} and opponent < {{d}}",
            (total, divisor, score, score),
        ),
        Family(
            "hold when turn_total >= round({a} + opponent / {b} - banked / {c})"
            " and max(banked, opponent) < {d}",
            (total, divisor, divisor, score),
        ),
    )
    return tuple(family for family in known if family.numbers <= most_numbers)


def choices(low: int, high: int, grid: Sequence[int]) -> Choices:
    """Return choices with the values of a grid that are in range, each once."""
    return Choices(low, high, tuple(sorted({min(max(low, number), high) for number in grid})))


def families_by_position(turn: Turn, goal: int, most_numbers: int) -> tuple[Family, ...]:
    """Return the families to search in games with several positions, by rising number of numbers.

    Parameters
    ----------
    turn : the game's turn, whose critical threshold gives the order of magnitude of a turn
    goal : points to win
    most_numbers : largest number of numbers in a family

    Examples
    --------
    >>> from solvers.games import ten_thousand
    >>> len(families_by_position(ten_thousand.turn(), 200, 1))
    5
    """
    worth = min(max(2, turn.critical_threshold()), goal - 1)
    every = choices(1, goal, range(1, goal + 1))
    total = choices(1, goal, [worth * part // 12 for part in (1, 2, 3, 4, 6, 8)])
    score = choices(1, goal, [goal * part // 20 for part in range(8, 20, 3)])
    known = [
        Family("hold at {a}", (every,)),
        Family("hold when turn_total >= {a} and max(banked, opponent) < {b}", (total, score)),
    ]
    goes_for = ["", *going_for(turn)]
    if (dice := dice_of(turn)) is not None:
        few, step = choices(0, goal, (1, 2, 4, 8)), choices(0, goal, (0, 1, 2, 3))
        hot = f"dice_left < {max(dice)}"
        for way in goes_for:
            known += [
                Family(f"hold when turn_total >= {{a}} and {hot}{way}", (every,)),
                Family(f"hold when turn_total >= {{a}} * dice_left and {hot}{way}", (few,)),
                Family(f"hold when turn_total >= {{a}} + {{b}} * dice_left and {hot}{way}", (total, step)),
                Family(
                    f"hold when turn_total >= {{a}} + {{b}} * max(0, dice_left - {{c}}) and {hot}{way}",
                    (total, few, choices(0, max(dice), (1, 2, 3))),
                ),
                Family(
                    f"hold when turn_total >= {{a}} + {{b}} * dice_left and {hot}"
                    f" and max(banked, opponent) < {{c}}{way}",
                    (total, step, score),
                ),
            ]
        if goes_for[1:]:
            weighed = ", go for most points + {{{}}} * dice_left"
            known += [
                Family(
                    f"hold when turn_total >= {{a}} and {hot}{weighed.format('b')}",
                    (total, choices(0, 20, (1, 2, 4))),
                ),
                Family(
                    f"hold when turn_total >= {{a}} + {{b}} * dice_left and {hot}{weighed.format('c')}",
                    (total, step, choices(0, 20, (1, 2, 4))),
                ),
            ]
    else:
        known += _by_name(told_apart(turn), every, total)
    return shortest_first(known, most_numbers)


def told_apart(turn: Turn) -> list[str]:
    """Return conditions that distinguish positions if throws are not named by dice, the last position first.

    They ask for the dice set aside for good or, if there are few positions, for names.

    Parameters
    ----------
    turn : the game's turn
    """
    if (out := out_of(turn)) is not None:
        return [f"out = {number}" for number in range(max(out), -1, -1)]
    names = [position.name for position in turn.positions if position.ways]
    return [f'position = "{name}"' for name in reversed(names)] if 1 < len(names) <= MOST_NAMED else []


def shortest_first(known: Sequence[Family], most_numbers: int) -> tuple[Family, ...]:
    """Return the families with at most this many numbers, the fewest first."""
    fitting = [family for family in known if family.numbers <= most_numbers]
    return tuple(sorted(fitting, key=lambda family: family.numbers))


def going_for(turn: Turn) -> list[str]:
    """Return what a rule may go for besides most points, as the end of its text."""
    several = any(len(position.ways) > 1 for position in turn.positions)
    return [", go for most dice_left"] if several and dice_of(turn) is not None else []


def _by_name(conditions: Sequence[str], every: Choices, total: Choices) -> list[Family]:
    """Families with a threshold for the first condition, for the first two, and so on; elsewhere they roll.

    Parameters
    ----------
    conditions : conditions of positions
    every, total : choices of turn totals to hold at, if there is one, and if there are several
    """
    found = []
    for count in range(1, min(len(conditions), 4) + 1):
        parts = [
            f"turn_total >= {{{number}}} and {condition}"
            for number, condition in zip("abcd", conditions[:count], strict=False)
        ]
        found.append(Family("hold when " + " or ".join(parts), (total,) * count if count > 1 else (every,)))
    return found
