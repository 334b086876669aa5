"""The rules of one turn as data, as they are written down.

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

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from solvers.games.adding import added

# Codes of the actions that every game has; they are on disk.
HOLD, ROLL = 0, 1


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

    @cached_property
    def most_given_up(self) -> int:
        """The most points that one of its ways gives up."""
        return max((way.given_up for way in self.ways), default=0)


@dataclass(frozen=True)
class TurnRules:
    """All rules of a turn, whether or not a game can be played by them.

    Parameters
    ----------
    name : of the game
    throws, positions : refer to each other by index; a throw that may gain nothing comes before those that
        may be made then
    actions : names of the action codes, "hold" and "roll" first
    openings : indices of the throws that may open a turn
    least_score : points that a turn scores at least, also one that busts; no gain is less
    entry : the least score that may be banked: who would have less may not hold; 0 where all may be
    """

    name: str
    throws: tuple[Throw, ...]
    positions: tuple[Position, ...]
    actions: tuple[str, ...] = ("hold", "roll")
    openings: tuple[int, ...] = (0,)
    least_score: int = 0
    entry: int = 0

    @cached_property
    def longest_gain(self) -> int:
        """The most points that one throw can add."""
        return max(outcome.gain for throw in self.throws for outcome in throw.outcomes)

    @cached_property
    def least_rise(self) -> int:
        """Points by which a throw that scores raises at least what can be banked, whatever is given up."""
        deepest = [position.most_given_up for position in self.positions]
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
