"""The best numbers of a family of rules of thumb: those that lose least against optimal play.

All rules of a family are tried where they are few: all with one number, and those of three to a few points.
Nothing is better than the best of them.

Of others all rules of a coarse grid are tried. From each of the best three of them on, one number after the
other is moved as long as that helps, in steps of eight, four, two and one. In the end all rules are tried any
of whose numbers are one more or one less, all 3^n - 1 of them: where none loses less, that is a proof of a
local optimum over whole numbers, and no proof that there is no better one far away.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Protocol

from solvers.thumb.families import Choices, Family

Numbers = tuple[int, ...]
STEPS = (8, 4, 2, 1)
# A family of no more rules is tried whole: three numbers up to 13, as the brains of Zombie Dice.
MOST_WHOLE = 2500
# Rules of the grid from which steps are made.
STARTS = 3
# Of what two rules lose: less is rounding.
LEAST_BETTER = 1e-14


@dataclass(frozen=True)
class Best:
    """The best rule of a family that a search has found.

    Attributes
    ----------
    family : whose
    numbers : of the rule
    loss : chance to win that it lacks to a half against optimal play
    tried : how many rules were
    best_of_all : whether every rule of the family was
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
    """What rules of thumb are tried in."""

    def loss(self, text: str, numbers: dict[str, int]) -> float:
        """What a rule gives away; infinite where hardly a turn of it scores."""


def best(contest: Tried, family: Family, tell: Callable[[Best], None]) -> Best:
    """The best numbers of a family.

    Parameters
    ----------
    contest : what rules are tried in
    family : of rules
    tell : is told the best so far after each rule that is tried
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
    """All that a number may be."""
    return range(own.low, own.high + 1)


def _coarse(own: Choices) -> Sequence[int]:
    """Where the search for it begins."""
    return own.grid


def _downhill(
    at: Numbers, loss: Callable[[Numbers], float], near: Callable[[Numbers], Iterator[Numbers]]
) -> Numbers:
    """Go to the best near rule as long as it is better.

    Parameters
    ----------
    at : where to begin
    loss : of a rule
    near : rules near another one
    """
    while True:
        there = min(near(at), key=loss, default=at)
        if not loss(there) < loss(at) - LEAST_BETTER:
            return at
        at = there


def _along(family: Family, step: int, numbers: Numbers) -> Iterator[Numbers]:
    """Rules one of whose numbers is a step more or less."""
    for place, own in enumerate(family.choices):
        for number in (numbers[place] - step, numbers[place] + step):
            if own.low <= number <= own.high:
                yield (*numbers[:place], number, *numbers[place + 1 :])


def _around(family: Family, numbers: Numbers) -> Iterator[Numbers]:
    """Rules any of whose numbers are one more or less."""
    for steps in product((-1, 0, 1), repeat=len(numbers)):
        near = tuple(number + step for number, step in zip(numbers, steps, strict=True))
        if near != numbers and all(
            own.low <= number <= own.high for own, number in zip(family.choices, near, strict=True)
        ):
            yield near


def frontier(found: list[Best]) -> list[Best]:
    """Those that lose less than all of as few numbers or fewer, fewest numbers first.

    Parameters
    ----------
    found : any
    """
    ordered, kept = sorted(found, key=lambda one: (one.family.numbers, one.loss)), list[Best]()
    for one in ordered:
        if not kept or one.loss < kept[-1].loss - LEAST_BETTER:
            kept.append(one)
    return kept
