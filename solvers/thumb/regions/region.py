"""A region of decisions in which a rule of thumb goes wrong in one way, as it is said in a sentence."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags

Indices = NDArray[np.intp]
# What may be wrong with a decision: it holds, it throws again, it goes on in another way than the best. The
# first two are what the rule does.
HOLDS, THROWS, OTHER_WAY = 0, 1, 2


class Span(NamedTuple):
    """Whole numbers from one to another.

    Attributes
    ----------
    low, high : both included
    """

    low: int
    high: int


NO_TURNS = Span(0, 0)


class Phases(NamedTuple):
    """Phases of a contest that regions tell apart, as moving first and second with equal turns.

    Attributes
    ----------
    words : of each phase, as in a sentence; none where all is one
    alike : how many of them, the first ones, have both scores: a region of no phase is of all these
    """

    words: tuple[str, ...]
    alike: int

    @property
    def number(self) -> int:
        """How many there are."""
        return max(1, len(self.words))


ONE_PHASE = Phases((), 1)


@dataclass(frozen=True)
class Region:
    """One kind of error in a box of decisions.

    Attributes
    ----------
    goal : points to win
    throws : whether the rule throws again there, where it should hold; else it holds
    turn_total, banked, opponent : points at risk, own score, the other's
    behind : the other's score minus one's own
    share : of what the rule gives away in a game, what it does here
    other_way : whether the rule goes on there, but in another way than the best
    group : of positions, -1 where it is of all
    where : the group in words, "with 2 dice left"
    turns_left, turns : of one who plays alone, turns still to play and all of them; 0 in a race
    phase : of the contest, -1 where it is of all those that have both scores
    alike : how many these are
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
        """All decisions of one kind, of a contest of two or of one who plays alone for some turns."""
        scores, left = Span(0, goal - 1), Span(min(1, turns), turns)
        behind = Span(1 - goal, goal - 1)
        everything = cls(goal, throws, Span(1, goal - 1), scores, scores, behind)
        return replace(everything, turns_left=left, turns=turns, alike=alike)

    @property
    def error(self) -> int:
        """Its kind: HOLDS, THROWS or OTHER_WAY."""
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
        """Which of some decisions lie in it.

        Parameters
        ----------
        error : int8[...], HOLDS, THROWS or OTHER_WAY; of one way to go on what the rule does
        banked, opponent, turn_total : int[...], where
        group : int[...], of the position; None where the region is of all
        turns_left : int[...], turns still to play; None in a race
        phase : int[...], of the contest; None where that has but one
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
        """In words.

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
    """A turn total in words, nothing if it is any."""
    if span != known and span.low == known.low and span.high != known.high:
        return f"at {span.high} or less"
    return _said("at", span, known)


def _said(word: str, span: Span, known: Span) -> str:
    """A span in words, nothing if it is all that there is."""
    if span == known:
        return ""
    if span.high == known.high:
        return f"{word} {span.low} or more"
    return f"{word} {span.low}" + (f" to {span.high}" if span.high > span.low else "")


def _lead(behind: Span, known: Span) -> str:
    """By how much one is behind or ahead, in words."""
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
    """Turns still to play in words, the one that is played included."""
    low, high = span
    if span == known:
        return ""
    if low == known.low:
        return "in the last turn" if high == low else f"in the last {high} turns"
    if high == known.high:
        return "in the first turn" if high == low else f"with {low} turns or more left"
    return f"with {low} turns left" if high == low else f"with {low} to {high} turns left"
