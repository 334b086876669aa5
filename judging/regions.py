"""Errors by region: what was done, with how much at risk, and how far ahead or behind."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from judging.losses import Judged, JudgedGame
from judging.players import choices_of
from solvers.games.turn import HOLD

# Bands of turn totals are about a twentieth of the goal wide, in round numbers; far is a fifth of the goal.
BANDS, FAR = 20, 5
ROUND = (1, 2, 5)


class Error(Enum):
    """What was done instead of the best."""

    HELD = "held, rolling is better"
    THREW = "rolled, holding is better"
    OTHERWISE = "rolled, another roll is better"


@dataclass(frozen=True)
class Where:
    """A region.

    Attributes
    ----------
    error : what was done
    least, most : turn total
    behind, ahead : least and most by which the player was ahead; None where there is no limit
    """

    error: Error
    least: int
    most: int
    behind: int | None
    ahead: int | None

    @property
    def turn_total(self) -> str:
        """Turn totals in words: 20 to 24."""
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"

    @property
    def score(self) -> str:
        """The other score in words: 20 or more ahead."""
        if self.ahead is None:
            return f"{self.behind} or more ahead"
        if self.behind is None:
            return f"{-self.ahead} or more behind"
        if self.behind == 0:
            return "level"
        nearest, farthest = sorted((abs(self.behind), abs(self.ahead)))
        some = str(nearest) if nearest == farthest else f"{nearest} to {farthest}"
        return f"{some} {'ahead' if self.behind > 0 else 'behind'}"


@dataclass(frozen=True)
class Region:
    """All errors of a player in a region.

    Attributes
    ----------
    player : name
    where : the region
    times : how many
    lost : wins that they lost together
    """

    player: str
    where: Where
    times: int
    lost: float


def regions_of(games: Sequence[JudgedGame], goal: int) -> list[Region]:
    """Errors of all players by region, the costliest first.

    Parameters
    ----------
    games : from `judge`
    goal : points to win
    """
    losses: dict[tuple[str, Where], list[float]] = {}
    for game in games:
        for seat, name in enumerate(game.played.players):
            for one in choices_of(game, seat):
                if not one.is_right:
                    losses.setdefault((name, where_of(one, goal)), []).append(one.loss)
    found = [Region(name, where, len(own), sum(own)) for (name, where), own in losses.items()]
    return sorted(found, key=lambda region: -region.lost)


def where_of(one: Judged, goal: int) -> Where:
    """The region of an error.

    Parameters
    ----------
    one : a decision that was not the best
    goal : points to win
    """
    state = one.decided.state
    least = state.turn_total - state.turn_total % width(goal)
    return Where(_error(one), least, least + width(goal) - 1, *_ahead(state.banked - state.other, goal))


def width(goal: int) -> int:
    """How many turn totals a band has.

    Examples
    --------
    >>> [width(goal) for goal in (10, 50, 100, 200, 1000)]
    [1, 5, 5, 10, 50]
    """
    power = 1
    while True:
        for number in ROUND:
            if number * power * BANDS >= goal:
                return number * power
        power *= 10


def _error(one: Judged) -> Error:
    if one.decided.place == HOLD:
        return Error.HELD
    return Error.THREW if one.best == HOLD else Error.OTHERWISE


def _ahead(points: int, goal: int) -> tuple[int | None, int | None]:
    """The least and the most of the band in which a lead is."""
    far = max(2, goal // FAR)
    if points == 0:
        return 0, 0
    if abs(points) >= far:
        return (far, None) if points > 0 else (None, -far)
    return (1, far - 1) if points > 0 else (1 - far, -1)
