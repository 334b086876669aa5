"""A region of decisions in which a rule of thumb is wrong in one way, and its description in words."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags

Indices = NDArray[np.intp]
# Kinds of errors: it holds, it rolls, it takes another way than the best. The first two are codes of what the
# rule does.
HOLDS, THROWS, OTHER_WAY = 0, 1, 2


class Span(NamedTuple):
    """A range of whole numbers.

    Attributes
    ----------
    low, high : both inclusive
    """

    low: int
    high: int


NO_TURNS = Span(0, 0)


class Phases(NamedTuple):
    """Phases of a contest that regions distinguish, such as moving first and second with equal turns.

    Attributes
    ----------
    words : words for each phase, as in a sentence; empty if there is only one
    alike : number of phases, the first ones, that have both scores: a region without a phase is about all
        these
    """

    words: tuple[str, ...]
    alike: int

    @property
    def number(self) -> int:
        """The number of phases."""
        return max(1, len(self.words))


ONE_PHASE = Phases((), 1)


@dataclass(frozen=True)
class Region:
    """One kind of error in a box of decisions.

    Attributes
    ----------
    goal : points to win
    throws : whether the rule rolls there and should hold; otherwise it holds
    turn_total, banked, opponent : ranges of points at risk, own score, opponent's score
    behind : range of the opponent's score minus own
    share : share of the rule's whole loss
    other_way : whether the rule goes on there, but in another way than the best
    group : group of positions, -1 for all
    where : the group in words, "with 2 dice left"
    turns_left, turns : for one player alone, range of turns to come, and number of turns; 0 in a race
    phase : phase of the contest, -1 for all phases with both scores
    alike : number of these phases
    when : the phase in words, "moving first"
    """

    goal: int
    throws: bool
    turn_total: Span
    banked: Span
    opponent: Span
    behind: Span
    share: float = 0.0
    other_way: bool = False
    group: int = -1
    where: str = ""
    turns_left: Span = NO_TURNS
    turns: int = 0
    phase: int = -1
    alike: int = 1
    when: str = ""

    @classmethod
    def everywhere(cls, goal: int, throws: bool, turns: int = 0, alike: int = 1) -> "Region":
        """Return the region of all decisions of one kind, for two players or for one alone with turns."""
        scores, left = Span(0, goal - 1), Span(min(1, turns), turns)
        behind = Span(1 - goal, goal - 1)
        everything = cls(goal, throws, Span(1, goal - 1), scores, scores, behind)
        return replace(everything, turns_left=left, turns=turns, alike=alike)

    @property
    def error(self) -> int:
        """Its kind of error: HOLDS, THROWS or OTHER_WAY."""
        return OTHER_WAY if self.other_way else int(self.throws)

    def contains(
        self,
        error: Flags,
        banked: Indices,
        opponent: Indices,
        turn_total: Indices,
        group: Indices | None = None,
        turns_left: Indices | None = None,
        phase: Indices | None = None,
    ) -> Flags:
        """Return which of some decisions are in the region.

        Parameters
        ----------
        error : int8[...], HOLDS, THROWS or OTHER_WAY; with one way to go on, what the rule does
        banked, opponent, turn_total : int[...], the states
        group : int[...], groups of the positions; None if the region is about all
        turns_left : int[...], turns to come; None in a race
        phase : int[...], phases of the contest; None if there is only one
        """
        inside = error == self.error
        if group is not None and self.group >= 0:
            inside = inside & (group == self.group)
        if turns_left is not None:
            inside = inside & (self.turns_left.low <= turns_left) & (turns_left <= self.turns_left.high)
        if phase is not None:
            inside = inside & (phase == self.phase if self.phase >= 0 else phase < self.alike)
        sides = (banked, opponent, turn_total, opponent - banked)
        for number, span in zip(
            sides, (self.banked, self.opponent, self.turn_total, self.behind), strict=True
        ):
            inside = inside & (span.low <= number) & (number <= span.high)
        return np.asarray(inside)

    @property
    def sentence(self) -> str:
        """The region in words.

        >>> from dataclasses import replace
        >>> region = Region.everywhere(100, True)
        >>> replace(region, turn_total=Span(20, 24), behind=Span(60, 99)).sentence
        'rolls at 20 to 24, trailing by 60 or more'
        >>> replace(region, throws=False, banked=Span(0, 19), behind=Span(-9, 5)).sentence
        'holds with a score of 0 to 19, between leading by 9 and trailing by 5'
        >>> replace(Region.everywhere(100, False, turns=10), turns_left=Span(1, 3)).sentence
        'holds in the last 3 turns'
        """
        known = Region.everywhere(self.goal, self.throws, self.turns)
        parts = (
            _at(self.turn_total, known.turn_total),
            _said("with a score of", self.banked, known.banked),
            _said("against a score of", self.opponent, known.opponent),
            _lead(self.behind, known.behind),
            _left(self.turns_left, known.turns_left),
        )
        verb = "rolls on in the wrong way" if self.other_way else "rolls" if self.throws else "holds"
        said = ", ".join(part for part in (*parts, self.where, self.when) if part)
        return f"{verb} {said}" if said else f"whenever it {verb}"


def _at(span: Span, known: Span) -> str:
    """A range of turn totals in words; "" for all."""
    if span != known and span.low == known.low and span.high != known.high:
        return f"at {span.high} or less"
    return _said("at", span, known)


def _said(word: str, span: Span, known: Span) -> str:
    """A range in words; "" for all."""
    if span == known:
        return ""
    if span.high == known.high:
        return f"{word} {span.low} or more"
    return f"{word} {span.low}" + (f" to {span.high}" if span.high > span.low else "")


def _lead(behind: Span, known: Span) -> str:
    """A range of points behind or ahead in words."""
    low, high = behind
    if behind == known:
        return ""
    if low >= 0:
        return _said("trailing by", behind, known)
    if high <= 0:
        return _said("leading by", Span(-high, -low), known)
    if high == known.high:
        return f"leading by {-low} or less, or trailing"
    if low == known.low:
        return f"trailing by {high} or less, or leading"
    return f"between leading by {-low} and trailing by {high}"


def _left(span: Span, known: Span) -> str:
    """A range of turns to come in words, including the current one."""
    low, high = span
    if span == known:
        return ""
    if low == known.low:
        return "in the last turn" if high == low else f"in the last {high} turns"
    if high == known.high:
        return "in the first turn" if high == low else f"with {low} turns or more left"
    return f"with {low} turns left" if high == low else f"with {low} to {high} turns left"
