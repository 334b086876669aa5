"""A game in review: every decision of the person with its loss, and the costliest ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from browsing.play.asked import Shown, address
from playing import coach
from playing.choices import choice
from playing.coach import Judged
from playing.numbers import percent, percentage_points
from playing.play import Play
from solvers.wording.counts import some

# Each has an address with all decisions: thousands of them would take megabytes.
MOST_LINES = 250


@dataclass(frozen=True)
class Line:
    """A decision of the person.

    Attributes
    ----------
    number : counted from 1
    to : address of the page before it
    at : the scores, and the points at risk
    chosen, better : the choice made, and the best one
    chance, best : win probability of both
    cost : the difference
    """

    number: int
    to: str
    at: str
    chosen: str
    better: str
    chance: float
    best: float
    cost: float

    @property
    def judged(self) -> str:
        """The choice, its value and its loss, in words."""
        wins = f"you chose to {self.chosen}, which wins {percent(self.chance)}"
        if not self.cost:
            return f"{wins}: the best choice."
        return f"{wins}; to {self.better} wins {percent(self.best)}. It cost {percentage_points(self.cost)}."


def lines(play: Play, decided: Sequence[Judged], moves: tuple[int, ...], shown: Shown) -> list[Line]:
    """Return the last decisions that were judged.

    Parameters
    ----------
    play : the game as far as it is shown
    decided : from `coach.decisions`
    moves : all decisions of the game, which the addresses keep
    shown : how it is shown
    """
    first = max(0, len(decided) - MOST_LINES)
    return [_line(play, one, number, moves, shown) for number, one in enumerate(decided[first:], first + 1)]


def costliest(play: Play, decided: Sequence[Judged], moves: tuple[int, ...], shown: Shown) -> list[Line]:
    """Return the three decisions that lost most, the costliest first.

    Parameters
    ----------
    play, decided, moves, shown : as `lines` takes them
    """
    numbers = {one.index: number for number, one in enumerate(decided, 1)}
    return [_line(play, one, numbers[one.index], moves, shown) for one in coach.costliest(decided)]


def verdict(play: Play, decided: Sequence[Judged], shown: Shown) -> str:
    """Return what the last decision was worth and lost; "" if there was no choice.

    Parameters
    ----------
    play, decided, shown : as `lines` takes them
    """
    if not decided or len(decided[-1].worths) < 2:
        return ""
    last = _line(play, decided[-1], len(decided), play.moves, shown)
    return f"At {last.at} {last.judged}"


def given_away(decided: Sequence[Judged]) -> str:
    """Return what all decisions have lost."""
    weighed = [one for one in decided if len(one.worths) > 1]
    if not weighed:
        return ""
    given = percentage_points(coach.given_away(weighed))
    return f"Given away so far: {given} in {some(len(weighed), 'choice')}."


def _line(play: Play, one: Judged, number: int, moves: tuple[int, ...], shown: Shown) -> Line:
    match, before = play.match, one.step.before
    point = match.setup.playable.point
    at_risk = "" if before.opens else f", {before.turn_total * point} at risk"
    return Line(
        number,
        address(match.setup, moves, Shown(shown.coaching, number - 1)),
        f"{before.banked * point} to {before.other * point}{at_risk}",
        choice(match, before, one.step.place).short,
        choice(match, before, one.best).short,
        one.worths[one.step.place],
        one.worths[one.best],
        one.loss,
    )
