"""The rules of one turn as data.

Every jeopardy dice game has the same kind of turn. A *throw* busts (the turn total is lost), wipes (the
banked score is lost, too), or has an *outcome*, which adds a gain to the turn total and leads to a
*position*. At a position the player may hold, or go on in one of the position's *ways*: give up some of the
last gain (nothing, in most games) and throw again. A turn opens with one of the *openings*: most games have
one; in Hog the player chooses how many dice to roll.

A way may give up points of the last gain only, and never all of them. So a throw with a gain raises the turn
total, and a throw without one leads to a throw later in the list. Hence backward induction ends: over falling
turn totals, and at each turn total over the throws from the last to the first.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from solvers.games.adding import added

# Codes of the actions that every game has; they are stored.
HOLD, ROLL = 0, 1


@dataclass(frozen=True)
class Outcome:
    """A result of a throw after which the turn may go on.

    Parameters
    ----------
    probability : probability of this result
    gain : points added to the turn total if nothing is given up; 0 if only the position changes
    position : index of the position that it leads to
    """

    probability: Fraction
    gain: int
    position: int


@dataclass(frozen=True)
class Throw:
    """A throw of some dice, a coin or the like.

    Parameters
    ----------
    name : label, such as "5 dice"
    bust : probability that the turn total is lost, and nothing else
    outcomes : all results that score, or lead on without a gain
    wipe : probability that the turn total and the banked score are lost
    """

    name: str
    bust: Fraction
    outcomes: tuple[Outcome, ...]
    wipe: Fraction = Fraction(0)

    @property
    def mean_gain(self) -> Fraction:
        """Expected gain, where a bust or a wipe counts as 0."""
        return added(
            [outcome.probability for outcome in self.outcomes], [outcome.gain for outcome in self.outcomes]
        )


@dataclass(frozen=True)
class Way:
    """A way to go on instead of holding.

    Parameters
    ----------
    action : code of the action, ROLL or more
    given_up : points of the last gain that are given up, 0 or more
    throw : index of the next throw
    """

    action: int
    given_up: int
    throw: int


@dataclass(frozen=True)
class Position:
    """The situation after a throw that did not end the turn.

    Parameters
    ----------
    name : label, such as "5 1, 3 left"
    ways : the ways to go on; none if the player must hold
    must_throw : whether the player may not hold; there is then one way, which gives up nothing
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
    name : name of the game
    throws, positions : refer to each other by index; a throw that may gain nothing comes before the throws
        that may follow it
    actions : names of the action codes; the first are "hold" and "roll"
    openings : indices of the throws that may open a turn
    least_score : least score of a turn, also of a bust; no gain is less
    entry : least score that may be banked; 0 if all may be
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
        """Least rise, by a throw that scores, of the score that can be banked, whatever is given up."""
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
        """Whether a turn may have more than one throw, unlike in Hog."""
        return any(position.ways for position in self.positions)

    def chooses_below(self, holds_from: int) -> int:
        """Turn total from which there is no choice, if holding is optimal from `holds_from` on.

        It is 1 if a turn is one throw.
        """
        return holds_from if self.goes_on else 1

    @property
    def only_throws_on(self) -> bool:
        """Whether the only way to go on is the same throw again, as in Pig.

        If so, a turn total to hold at describes a policy.
        """
        return len(self.throws) == 1 and all(
            [(way.given_up, way.throw) for way in at.ways] == [(0, 0)] for at in self.positions
        )

    @cached_property
    def must_throw(self) -> bool:
        """Whether there is a position at which the player may not hold."""
        return any(position.must_throw for position in self.positions)

    @cached_property
    def wipes(self) -> bool:
        """Whether some throw loses the banked score."""
        return any(throw.wipe > 0 for throw in self.throws)

    def critical_threshold(self) -> int:
        """The least turn total from which no further throw pays on average, whatever the throw.

        From there on holding is optimal for most points in one turn: one more roll loses on average, and
        further rolls do not make up for that (Crocce & Mordecki 2014, equation 6 and Lemma 4.3, which take
        the maximum over the throws, too).
        """
        worth = (throw.mean_gain / (throw.bust + throw.wipe) for throw in self.throws)
        return self.least_score + int(-(-max(worth) // 1))

    def always_held_from(self) -> int:
        """Least turn total from which holding is optimal for most points in a turn; at least the entry."""
        return max(self.critical_threshold(), self.entry)
