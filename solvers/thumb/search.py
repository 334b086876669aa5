"""Search the best numbers of a family of rules of thumb: those that lose least against optimal play.

Small families are tried completely: all with one number, and those of three numbers up to 13. Then the result
is the best of the family.

For other families, all rules of a coarse grid are tried. From each of its best three, one number after the
other is moved as long as that helps, in steps of eight, four, two and one. At the end all rules whose numbers
differ by at most one are tried, 3^n - 1 rules. If none loses less, it is a local optimum over whole numbers;
there may be a better one far away.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Protocol

from solvers.thumb.families import Choices, Family

Numbers = tuple[int, ...]
STEPS = (8, 4, 2, 1)
# Families with at most this many rules are tried completely: three numbers up to 13, as the brains of Zombie
# Dice.
MOST_WHOLE = 2500
# Number of rules of the grid where descents begin.
STARTS = 3
# Smaller differences between losses are rounding.
LEAST_BETTER = 1e-14


@dataclass(frozen=True)
class Best:
    """The best rule of a family that a search has found.

    Attributes
    ----------
    family : the family
    numbers : numbers of the rule
    loss : how far its win probability is below one half against optimal play
    tried : number of rules that were tried
    best_of_all : whether every rule of the family was tried
    """

    family: Family
    numbers: Numbers
    loss: float
    tried: int
    best_of_all: bool

    @property
    def text(self) -> str:
        """The rule with its numbers in place."""
        return self.family.written(self.numbers)


class Tried(Protocol):
    """A contest in which rules of thumb are tried."""

    def loss(self, text: str, numbers: dict[str, int]) -> float:
        """Return what a rule gives away; infinity if its turns hardly ever score."""


def best(contest: Tried, family: Family, tell: Callable[[Best], None]) -> Best:
    """Return the best rule of a family.

    Parameters
    ----------
    contest : contest in which rules are tried
    family : the family
    tell : function that is called with the best so far after each rule
    """
    known = dict[Numbers, float]()
    everything = family.rules <= MOST_WHOLE
    grid = list(product(*map(_whole if everything else _coarse, family.choices)))

    def tried(numbers: Numbers) -> float:
        if numbers not in known:
            known[numbers] = contest.loss(family.text, family.named(numbers))
            tell(so_far())
        return known[numbers]

    def so_far() -> Best:
        least = min(known, key=lambda numbers: known[numbers])
        return Best(family, least, known[least], len(known), everything and len(known) == len(grid))

    best_first = sorted(grid, key=tried)
    for start in () if everything else best_first[:STARTS]:
        at = start
        for step in STEPS:
            at = _downhill(at, tried, partial(_along, family, step))
        _downhill(at, tried, partial(_around, family))
    return so_far()


def _whole(own: Choices) -> Sequence[int]:
    """All values of a number."""
    return range(own.low, own.high + 1)


def _coarse(own: Choices) -> Sequence[int]:
    """The values of a number where the search begins."""
    return own.grid


def _downhill(
    at: Numbers, loss: Callable[[Numbers], float], near: Callable[[Numbers], Iterator[Numbers]]
) -> Numbers:
    """Move to the best near rule as long as it is better.

    Parameters
    ----------
    at : numbers where it begins
    loss : function of numbers that returns the loss
    near : function of numbers that yields near ones
    """
    while True:
        there = min(near(at), key=loss, default=at)
        if not loss(there) < loss(at) - LEAST_BETTER:
            return at
        at = there


def _along(family: Family, step: int, numbers: Numbers) -> Iterator[Numbers]:
    """Rules with one number changed by a step."""
    for place, own in enumerate(family.choices):
        for number in (numbers[place] - step, numbers[place] + step):
            if own.low <= number <= own.high:
                yield (*numbers[:place], number, *numbers[place + 1 :])


def _around(family: Family, numbers: Numbers) -> Iterator[Numbers]:
    """Rules whose numbers differ by at most one."""
    for steps in product((-1, 0, 1), repeat=len(numbers)):
        near = tuple(number + step for number, step in zip(numbers, steps, strict=True))
        if near != numbers and all(
            own.low <= number <= own.high for own, number in zip(family.choices, near, strict=True)
        ):
            yield near


def frontier(found: list[Best]) -> list[Best]:
    """Return the rules that lose less than all with as few or fewer numbers, the fewest numbers first.

    Parameters
    ----------
    found : the best rules of several families
    """
    ordered, kept = sorted(found, key=lambda one: (one.family.numbers, one.loss)), list[Best]()
    for one in ordered:
        if not kept or one.loss < kept[-1].loss - LEAST_BETTER:
            kept.append(one)
    return kept
