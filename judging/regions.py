"""Errors by region: the error, the turn total, and the difference of scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from judging.losses import Judged, JudgedGame
from judging.players import choices_of
from solvers.games.turn import HOLD

# The goal divided by the width of a band of turn totals, in round numbers, and by a great difference of
# scores.
BANDS, FAR = 20, 5
ROUND = (1, 2, 5)


class Error(Enum):
    """What was done instead of the best choice."""

    HELD = "held, rolling is better"
    THREW = "rolled, holding is better"
    OTHERWISE = "rolled, another roll is better"


@dataclass(frozen=True)
class Where:
    """A region of errors.

    Attributes
    ----------
    error : the error
    least, most : range of turn totals
    behind, ahead : range of the player's lead; None for no limit
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
        """The difference of scores in words: 20 or more ahead."""
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
    times : number of errors
    lost : wins lost by all of them
    """

    player: str
    where: Where
    times: int
    lost: float


def regions_of(games: Sequence[JudgedGame], goal: int) -> list[Region]:
    """Return the errors of all players by region, the costliest first.

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
    """Return the region of an error.

    Parameters
    ----------
    one : a decision with a better choice
    goal : points to win
    """
    state = one.decided.state
    least = state.turn_total - state.turn_total % width(goal)
    return Where(_error(one), least, least + width(goal) - 1, *_ahead(state.banked - state.other, goal))


def width(goal: int) -> int:
    """Return the width of a band of turn totals.

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
    """The limits of the band that contains a lead."""
    far = max(2, goal // FAR)
    if points == 0:
        return 0, 0
    if abs(points) >= far:
        return (far, None) if points > 0 else (None, -far)
    return (1, far - 1) if points > 0 else (1 - far, -1)
