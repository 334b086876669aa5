"""What comes after a turn: the next standing, or what each seat has won."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

# How a turn ends: with points to bank, with none, or with the loss of the banked score.
Result = int | Literal["bust", "wipe"]
BUST: Result = "bust"
WIPE: Result = "wipe"
LAST = 1
# What each of those who are tied has won, in the order of the round, by the tie rule and by their number; by
# a rule that is not here further rounds decide.
PARTS: dict[int, Callable[[int], tuple[Fraction, ...]]] = {
    0: lambda tied: (Fraction(1), *[Fraction(0)] * (tied - 1)),
    LAST: lambda tied: (*[Fraction(0)] * (tied - 1), Fraction(1)),
    2: lambda tied: (Fraction(1, tied),) * tied,
}
AGAIN = 3


class Standing(NamedTuple):
    """Who moves, what everybody has banked, and what else the contest remembers."""

    mover: int
    scores: tuple[int, ...]
    memory: tuple[Any, ...] = ()

    @property
    def own(self) -> int:
        """What the mover has banked."""
        return self.scores[self.mover]


class Ended(NamedTuple):
    """What each seat has won."""

    won: tuple[Any, ...]


def banked(standing: Standing, result: Result) -> tuple[int, ...]:
    """All scores after the mover's turn."""
    scores = list(standing.scores)
    if result == WIPE:
        scores[standing.mover] = 0
    elif not isinstance(result, str):
        scores[standing.mover] += result
    return tuple(scores)


@cache
def shared(seats: int, winners: tuple[int, ...]) -> Ended:
    """The winners have won equal parts."""
    return Ended(tuple(Fraction(int(seat in winners), len(winners)) for seat in range(seats)))


class Contest:
    """What all contests have, unless they say otherwise."""

    goal: int
    # What each turn adds to what a seat wins.
    each_turn = 0
    may_pass = False

    @property
    def played_for(self) -> "Contest":
        """The contest whose wins are what players want."""
        return self

    def after(self, standing: Standing, result: Result) -> Standing | Ended:
        """Where a turn leads."""
        raise NotImplementedError

    def enough(self, standing: Standing, far: int) -> int:
        """The turn total from which the best player holds; `far` is one beyond all reason."""
        return self.goal - standing.own

    def lacks(self, standing: Standing, entry: int) -> int:
        """The least turn total that may be banked."""
        return entry - standing.own

    def to_beat(self, standing: Standing) -> int | None:
        """The turn total at which a player by a rule holds in a last turn; None where it asks the rule."""
        return None

    def is_won(self, standing: Standing, total: int) -> bool:
        """Whether a player by a rule holds, as it has the goal."""
        return standing.own + total >= self.goal


@dataclass(frozen=True)
class Race(Contest):
    """The first to the goal wins. That many busts in a row cost points, where there is such a rule."""

    goal: int
    seats: int = 2
    busts: int = 0
    cost: int = 0

    def at(self, mover: int, *scores: int, busts: tuple[int, ...] = ()) -> Standing:
        """A standing; the memory is how many times in a row each seat has bust."""
        return Standing(mover, scores, busts or (0,) * self.seats)

    def after(self, standing: Standing, result: Result) -> Standing | Ended:
        """The next seat moves, unless the goal is reached."""
        mover, scores, counts = standing.mover, list(banked(standing, result)), list(standing.memory)
        if scores[mover] >= self.goal:
            return shared(self.seats, (mover,))
        counts[mover] = counts[mover] + 1 if result == BUST and self.busts else 0
        if self.busts and counts[mover] == self.busts:
            scores[mover], counts[mover] = max(0, scores[mover] - self.cost), 0
        return Standing((mover + 1) % self.seats, tuple(scores), tuple(counts))


@dataclass(frozen=True)
class CountedRace(Race):
    """A race that remembers how many turns each seat has ended by holding since it was wiped, for rules."""

    def after(self, standing: Standing, result: Result) -> Standing | Ended:
        """As in a race; where a bust scores nothing, points are what was held."""
        after, counts = super().after(standing, result), list(standing.memory)
        if isinstance(after, Ended):
            return after
        if result != BUST:
            counts[standing.mover] = 0 if result == WIPE else counts[standing.mover] + 1
        return Standing(after.mover, after.scores, tuple(counts))


@dataclass(frozen=True)
class EqualTurns(Contest):
    """All have the same number of turns: the round in which the goal is reached is the last."""

    goal: int
    tie: int
    seats: int = 2

    def at(self, mover: int, *scores: int) -> Standing:
        """A standing; the memory is whether this is a further round, and who plays it."""
        return Standing(mover, scores, (False, tuple(range(self.seats))))

    def tied(self, scores: tuple[int, ...], playing: tuple[int, ...]) -> Standing | Ended:
        """Those who play have the most."""
        if len(playing) == 1:
            return shared(self.seats, playing)
        if self.tie in PARTS:
            won = dict(zip(playing, PARTS[self.tie](len(playing)), strict=True))
            return Ended(tuple(won.get(seat, Fraction(0)) for seat in range(self.seats)))
        # How much they have does not matter, but whether they have anything does, where a throw wipes.
        level = min(1, scores[playing[0]])
        scores = tuple(level if seat in playing else -1 for seat in range(self.seats))
        return Standing(playing[0], scores, (True, playing))

    def after(self, standing: Standing, result: Result) -> Standing | Ended:
        """The next of the round moves; after the last, those who have the most are alone or tied."""
        (further, playing), scores = standing.memory, banked(standing, result)
        if standing.mover != playing[-1]:
            after = playing[playing.index(standing.mover) + 1]
            return Standing(after, scores, standing.memory)
        if not further and max(scores) < self.goal:
            return Standing(0, scores, standing.memory)
        return self.tied(scores, tuple(seat for seat in playing if scores[seat] == max(scores)))

    def _lead(self, standing: Standing) -> int | None:
        """What a player before the mover has that must be beaten."""
        further, playing, *_ = standing.memory
        before = playing[: playing.index(standing.mover)]
        lead = max((standing.scores[seat] for seat in before), default=-1)
        if not further:
            return lead if lead >= self.goal else None
        is_last = standing.mover == playing[-1]
        return lead if is_last or lead > standing.own else None

    def enough(self, standing: Standing, far: int) -> int:
        """The last of a round needs no more than to be ahead, or the goal."""
        lead = self._lead(standing)
        if standing.mover == standing.memory[1][-1]:
            return max(1, (self.goal if lead is None else lead + 1) - standing.own)
        return max(standing.own if standing.memory[0] else self.goal, lead or 0) + far - standing.own

    def lacks(self, standing: Standing, entry: int) -> int:
        """In further rounds everybody has entered."""
        return 0 if standing.memory[0] else entry - standing.own

    def to_beat(self, standing: Standing) -> int | None:
        """It is ahead, or level where that wins."""
        if (lead := self._lead(standing)) is not None:
            return max(1, lead - standing.own + (self.tie != LAST))
        return None

    def is_won(self, standing: Standing, total: int) -> bool:
        """In further rounds there is no goal."""
        return not standing.memory[0] and super().is_won(standing, total)


@dataclass(frozen=True)
class EqualTurnsWithBusts(EqualTurns):
    """Equal turns in which that many busts in a row cost points, and no tie goes on."""

    busts: int = 1
    cost: int = 0

    def at(self, mover: int, *scores: int, busts: tuple[int, ...] = ()) -> Standing:
        """A standing; the memory is that of equal turns, and how many times in a row each seat has bust."""
        plain = super().at(mover, *scores)
        return Standing(mover, scores, (*plain.memory, busts or (0,) * self.seats))

    def after(self, standing: Standing, result: Result) -> Standing | Ended:
        """As with equal turns; the last bust in a row has cost points before."""
        mover, scores, (*plain, counts) = standing.mover, list(standing.scores), standing.memory
        counts = list(counts)
        counts[mover] = counts[mover] + 1 if result == BUST else 0
        if counts[mover] == self.busts:
            scores[mover], counts[mover] = max(0, scores[mover] - self.cost), 0
        after = super().after(Standing(mover, tuple(scores), tuple(plain)), result)
        if isinstance(after, Ended):
            return after
        return Standing(after.mover, after.scores, (*after.memory, tuple(counts)))


@dataclass(frozen=True)
class TurnsOf(Contest):
    """How long a contest lasts: every seat wins 1 with each turn, whoever plays it, and 0 at the end."""

    played: Any
    each_turn = 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self.played, name)

    @property
    def played_for(self) -> Contest:
        """The contest."""
        contest: Contest = self.played
        return contest

    def after(self, standing: Standing, result: Result) -> Standing | Ended:
        """As in the contest."""
        after: Standing | Ended = self.played.after(standing, result)
        return Ended((Fraction(0),) * len(after.won)) if isinstance(after, Ended) else after

    def enough(self, standing: Standing, far: int) -> int:
        """As in the contest."""
        return self.played_for.enough(standing, far)

    def lacks(self, standing: Standing, entry: int) -> int:
        """As in the contest."""
        return self.played_for.lacks(standing, entry)

    def to_beat(self, standing: Standing) -> int | None:
        """As in the contest."""
        return self.played_for.to_beat(standing)

    def is_won(self, standing: Standing, total: int) -> bool:
        """As in the contest."""
        return self.played_for.is_won(standing, total)


@dataclass(frozen=True)
class WithinTurns(Contest):
    """One player alone: the goal within so many turns."""

    goal: int

    def at(self, turns: int, score: int) -> Standing | Ended:
        """A standing; the memory is how many turns are left."""
        return Standing(0, (score,), (turns,)) if turns else Ended((Fraction(0),))

    def after(self, standing: Standing, result: Result) -> Standing | Ended:
        """A turn less."""
        (score,), (left,) = banked(standing, result), standing.memory
        return Ended((Fraction(1),)) if score >= self.goal else self.at(left - 1, score)


@dataclass(frozen=True)
class MostPoints(Contest):
    """One player alone: most points in so many turns, each of which may be passed if one likes."""

    may_pass: bool = False

    def at(self, turns: int, score: int) -> Standing | Ended:
        """A standing; the memory is how many turns are left."""
        return Standing(0, (score,), (turns,)) if turns else Ended((Fraction(score),))

    def after(self, standing: Standing, result: Result) -> Standing | Ended:
        """A turn less."""
        (score,), (left,) = banked(standing, result), standing.memory
        return self.at(left - 1, score)

    def enough(self, standing: Standing, far: int) -> int:
        """There is no goal."""
        return far


@dataclass(frozen=True)
class FewestTurns(Contest):
    """One player alone: the goal in as few turns as can be; a seat wins -1 with each turn."""

    goal: int
    each_turn = -1

    def at(self, score: int) -> Standing:
        """A standing."""
        return Standing(0, (score,))

    def after(self, standing: Standing, result: Result) -> Standing | Ended:
        """Over with the goal."""
        (score,) = banked(standing, result)
        return Ended((Fraction(0),)) if score >= self.goal else self.at(score)
