"""Families of rules of thumb: sentences with one to four numbers that are to be chosen.

What a person keeps in mind besides the sentence are its numbers, so that a rule is as long as it has numbers;
one that comes twice is one.
That who can bank the goal holds goes without saying in all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from solvers.games.turn import Turn
from solvers.players.language.grammar import NUMBERS


@dataclass(frozen=True)
class Choices:
    """What a number may be.

    Parameters
    ----------
    low, high : least and greatest
    grid : where the search begins, in order
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
    choices : of each number
    """

    text: str
    choices: tuple[Choices, ...]

    @property
    def numbers(self) -> int:
        """How many it has."""
        return len(self.choices)

    @property
    def rules(self) -> int:
        """How many rules it is.

        >>> Family("hold at {a} + {b}", (Choices(1, 100, (20,)), Choices(0, 9, (1, 2)))).rules
        1000
        """
        return prod(own.high - own.low + 1 for own in self.choices)

    def written(self, numbers: Sequence[int]) -> str:
        """The rule with its numbers in place.

        >>> Family("hold at {a}", (Choices(1, 100, (20,)),)).written((25,))
        'hold at 25'
        """
        return self.text.format(**self.named(numbers))

    def named(self, numbers: Sequence[int]) -> dict[str, int]:
        """The numbers by name."""
        return dict(zip(NUMBERS, numbers, strict=False))


def families(turn: Turn, goal: int, most_numbers: int) -> tuple[Family, ...]:
    """The families that are searched, those of fewest numbers first.

    Parameters
    ----------
    turn : the game, whose critical threshold says about how much a turn is good for
    goal : points to win
    most_numbers : of a family

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
    """Choices with those of a grid that there are, each once."""
    return Choices(low, high, tuple(sorted({min(max(low, number), high) for number in grid})))
