"""The rules of one turn as data.

Every jeopardy dice game has the same turn. A *throw* is made: it busts (the turn total is lost), it wipes
(the banked score is lost, too), or it has an *outcome* that adds a gain to the turn total and leads to a
*position*. At a position the player may hold the turn total, or go on in one of the position's *ways*: give
up some of what was just gained (nothing, in most games) and throw again. A turn opens with one of the
*openings*: in most games there is one, in Hog one chooses how many dice to throw.

Points are given up only from the gain just made and never all of it, so a throw that gains raises the turn
total of the throw before. One that gains nothing and leads on, to another position, leaves it as it is; what
may be thrown then is further down the list of throws. So the backward induction over turn totals, and at one
turn total over the throws from the last to the first, ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.adding import added
from solvers.games.house_rules import refuse_house_rules, refuse_must_throw
from solvers.games.seldom import refuse_seldom
from solvers.games.unplayable import refuse_throw

# Codes of the actions that every game has; they are on disk.
HOLD, ROLL = 0, 1

# The turn kernel adds this many outcomes at a time; throws are filled up with outcomes of probability zero.
# Twice as fast as one at a time for the race to 100, where loading and storing the running sums otherwise
# dominates.
STRIDE = 5


@dataclass(frozen=True)
class Outcome:
    """A result of a throw after which the turn may go on.

    Parameters
    ----------
    probability : of this result
    gain : points it adds to the turn total if all are kept; 0 where only the position is another
    position : index of the position it leads to
    """

    probability: Fraction
    gain: int
    position: int


@dataclass(frozen=True)
class Throw:
    """What is thrown: some dice, a coin.

    Parameters
    ----------
    name : as a label, "5 dice"
    bust : probability that the turn total is lost, and nothing else
    outcomes : all results that score, or lead on
    wipe : probability that turn total and banked score are lost
    """

    name: str
    bust: Fraction
    outcomes: tuple[Outcome, ...]
    wipe: Fraction = Fraction(0)

    @property
    def mean_gain(self) -> Fraction:
        """Points that it adds on average, 0 where it does not score."""
        return added(
            [outcome.probability for outcome in self.outcomes], [outcome.gain for outcome in self.outcomes]
        )


@dataclass(frozen=True)
class Way:
    """A way to go on instead of holding.

    Parameters
    ----------
    action : its code, ROLL or more
    given_up : points taken from the gain just made, 0 or more
    throw : index of the next throw
    """

    action: int
    given_up: int
    throw: int


@dataclass(frozen=True)
class Position:
    """Where a turn stands after a throw that scored.

    Parameters
    ----------
    name : as a label, "5 1, 3 left"
    ways : the ways to go on; none if the player must hold
    must_throw : whether the player may not hold; there is one way on then, which gives up nothing
    """

    name: str
    ways: tuple[Way, ...]
    must_throw: bool = False


@dataclass(frozen=True)
class Turn:
    """All rules of a turn.

    Parameters
    ----------
    name : of the game
    throws, positions : refer to each other by index; a throw that may gain nothing comes before those that
        may be made then
    actions : names of the action codes, "hold" and "roll" first
    openings : indices of the throws that may open a turn
    least_score : points that a turn scores at least, also one that busts; no gain is less
    entry : the least score that may be banked: who would have less may not hold; 0 where all may be

    Raises
    ------
    InvalidRules
        if probabilities are not positive or do not sum to one, a gain is negative or less than what a turn
        scores at least, an index refers to nothing, a way gives up all of a gain, or a throw can neither bust
        nor wipe, so that a turn need not end; if a throw that gains nothing leads to where one must hold, or
        to a throw that is not further down the list, or if there are wipes, too; if where one must throw
        there is not one way that gives up nothing, or no turn could be held; if there is an entry where one
        must hold, or where a bust scores or a throw wipes; if turns hardly ever score
    """

    name: str
    throws: tuple[Throw, ...]
    positions: tuple[Position, ...]
    actions: tuple[str, ...] = ("hold", "roll")
    openings: tuple[int, ...] = (0,)
    least_score: int = 0
    entry: int = 0

    def __post_init__(self) -> None:
        """Refuse rules that no game can be played by."""
        if not self.throws:
            raise expected(f"{self.name}: throws", "at least one", self.throws)
        for place, throw in enumerate(self.throws):
            refuse_throw(self, place, throw)
        for opening in self.openings or (None,):
            if opening is None or not 0 <= opening < len(self.throws):
                raise expected(
                    f"{self.name}: openings", f"one or more of 0 to {len(self.throws) - 1}", opening
                )
        for way in (way for position in self.positions for way in position.ways):
            if not 0 <= way.throw < len(self.throws):
                raise expected(f"{self.name}: throw of a way", f"0 to {len(self.throws) - 1}", way.throw)
            if way.given_up < 0:
                raise expected(f"{self.name}: points given up", "0 or more", way.given_up)
            if not ROLL <= way.action < len(self.actions):
                raise expected(
                    f"{self.name}: action of a way", f"{ROLL} to {len(self.actions) - 1}", way.action
                )
        refuse_house_rules(self)
        refuse_seldom(self)

    @cached_property
    def longest_gain(self) -> int:
        """The most points that one throw can add."""
        return max(outcome.gain for throw in self.throws for outcome in throw.outcomes)

    @cached_property
    def least_rise(self) -> int:
        """Points by which a throw that scores raises at least what can be banked, whatever is given up."""
        deepest = [max((way.given_up for way in position.ways), default=0) for position in self.positions]
        return min(
            outcome.gain - deepest[outcome.position] for throw in self.throws for outcome in throw.outcomes
        )

    @cached_property
    def may_gain_nothing(self) -> bool:
        """Whether a throw may lead on without a gain."""
        return any(outcome.gain == 0 for throw in self.throws for outcome in throw.outcomes)

    @property
    def goes_on(self) -> bool:
        """Whether a turn may be more than one throw, as it is not in Hog."""
        return any(position.ways for position in self.positions)

    def chooses_below(self, holds_from: int) -> int:
        """Turn total from which there is nothing to choose, if all hold from `holds_from` on.

        It is 1 where a turn is one throw.
        """
        return holds_from if self.goes_on else 1

    @property
    def only_throws_on(self) -> bool:
        """Whether the only way to go on is the same throw again, as in Pig.

        A turn total to hold at then says all.
        """
        return len(self.throws) == 1 and all(
            [(way.given_up, way.throw) for way in at.ways] == [(0, 0)] for at in self.positions
        )

    @cached_property
    def must_throw(self) -> bool:
        """Whether there is a position at which one may not hold."""
        return any(position.must_throw for position in self.positions)

    @cached_property
    def wipes(self) -> bool:
        """Whether some throw takes the banked score."""
        return any(throw.wipe > 0 for throw in self.throws)

    def critical_threshold(self) -> int:
        """The least turn total from which no further throw pays on average, whatever the throw.

        From there on holding is optimal for whoever wants most points from one turn: one more throw loses on
        average, and no number of further throws mends that (Crocce & Mordecki 2014, equation 6 and Lemma 4.3,
        which take the maximum over the throws as we do).
        """
        worth = (throw.mean_gain / (throw.bust + throw.wipe) for throw in self.throws)
        return self.least_score + int(-(-max(worth) // 1))

    def always_held_from(self) -> int:
        """The least turn total from which who wants most points of one turn holds: no less than the entry."""
        return max(self.critical_threshold(), self.entry)


class TurnArrays(NamedTuple):
    """A turn as flat arrays for the kernels.

    Positions with the same ways are one *choice*, so that each maximum is taken once. Throws are evaluated
    from the last to the first; a choice waits for the first of the throws that may follow, and choices that
    wait for one throw lie side by side. Indices are unsigned: the compiler then leaves out what negative ones
    would need.

    Attributes
    ----------
    bust, wipe : float64[throw], probability to bust, and to wipe
    openings : uint64[opening], throws that may open a turn
    outcome_start : uint64[throw + 1], first outcome of each throw; a multiple of STRIDE
    probability : float64[outcome], 0 for the outcomes that fill up
    row : uint64[outcome], gain times the number of choices, plus the choice: how many rows further its
        position is
    way_start : uint64[choice + 1], first way of each choice
    given_up, next_throw : uint64[way], points given up, and index of the next throw
    depth : uint64[choice], the most points that one of its ways gives up
    waiting : uint64[throw + 1], first choice of those that wait for each throw
    """

    bust: Array
    wipe: Array
    openings: NDArray[np.uint64]
    outcome_start: NDArray[np.uint64]
    probability: Array
    row: NDArray[np.uint64]
    way_start: NDArray[np.uint64]
    given_up: NDArray[np.uint64]
    next_throw: NDArray[np.uint64]
    depth: NDArray[np.uint64]
    waiting: NDArray[np.uint64]


def tables(turn: Turn, goal: int | None = None, every_way: bool = False) -> TurnArrays:
    """Compile a turn to flat arrays.

    Outcomes of a throw with the same gain and choice are one; their probabilities are added as fractions and
    rounded once. Of ways to the same throw the cheapest is left: for who plays for the best against somebody
    who does so, too, more points at risk are never worth less.

    Parameters
    ----------
    turn : any turn
    goal : points with which all is over, however many more they are: outcomes that gain as much from 0 are
        one
    every_way : whether to keep all ways: against somebody whose choices hang on one's score, more points may
        be worth less

    Raises
    ------
    InvalidRules
        if one must throw somewhere, see `must_throw.made_at_once`
    """
    refuse_must_throw(turn)
    ways = [_ways(position, every_way) for position in turn.positions]
    last = len(turn.throws) - 1
    # Where every throw gains, all wait for the first, in the order in which they come.
    waits_for = {
        own: min((throw for _, throw in own), default=last) if turn.may_gain_nothing else 0 for own in ways
    }
    choices = sorted(waits_for, key=waits_for.__getitem__)
    index = {own: place for place, own in enumerate(choices)}
    choice_of = [index[own] for own in ways]
    outcomes = [
        _merged(throw, choice_of, turn.longest_gain + 1 if goal is None else goal) for throw in turn.throws
    ]
    flat = [entry for own in outcomes for entry in own]
    laid = [way for own in choices for way in own]
    return TurnArrays(
        bust=np.array([float(throw.bust) for throw in turn.throws]),
        wipe=np.array([float(throw.wipe) for throw in turn.throws]),
        openings=np.array(turn.openings, np.uint64),
        outcome_start=_starts(outcomes),
        probability=np.array([float(entry.probability) for entry in flat]),
        row=np.array([entry.gain * len(choices) + entry.choice for entry in flat], np.uint64),
        way_start=_starts(choices),
        given_up=np.array([given_up for given_up, _ in laid], np.uint64),
        next_throw=np.array([throw for _, throw in laid], np.uint64),
        depth=np.array([max((given_up for given_up, _ in own), default=0) for own in choices], np.uint64),
        waiting=np.searchsorted([waits_for[own] for own in choices], np.arange(last + 2)).astype(np.uint64),
    )


def _ways(position: Position, every_way: bool) -> tuple[tuple[int, int], ...]:
    """All ways, or of those to each throw the cheapest, as points given up and index of the throw."""
    ways = [(way.given_up, way.throw) for way in position.ways]
    cheapest = {throw: given_up for given_up, throw in sorted(ways, reverse=True)}
    return tuple(dict.fromkeys(ways if every_way else [(cheapest[throw], throw) for _, throw in ways]))


class _Merged(NamedTuple):
    """Outcomes of a throw that are one to the kernels."""

    probability: Fraction
    gain: int
    choice: int


def _merged(throw: Throw, choice_of: Sequence[int], goal: int) -> list[_Merged]:
    """Outcomes of a throw, those of the same gain and choice as one, filled up to a multiple of STRIDE."""
    together: dict[tuple[int, int], list[Fraction]] = {}
    for outcome in throw.outcomes:
        key = (outcome.gain, choice_of[outcome.position]) if outcome.gain < goal else (goal, 0)
        together.setdefault(key, []).append(outcome.probability)
    merged = [_Merged(added(chances), gain, choice) for (gain, choice), chances in sorted(together.items())]
    while len(merged) % STRIDE:
        merged.append(merged[-1]._replace(probability=Fraction(0)))
    return merged


def _starts(groups: Sequence[Sequence[object]]) -> NDArray[np.uint64]:
    """Where each group starts if they are laid end to end, and where the last one ends."""
    return np.cumsum([0] + [len(group) for group in groups]).astype(np.uint64)
