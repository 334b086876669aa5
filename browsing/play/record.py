"""A game in hindsight: every decision of yours with its cost, and the costliest ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from browsing.play.asked import Shown, address
from playing import coach
from playing.choices import choice
from playing.coach import Judged
from playing.numbers import percent, percentage_points
from playing.play import Play
from solvers.wording.counts import some

# Each has an address with all decisions in it: of thousands they would be megabytes.
MOST_LINES = 250


@dataclass(frozen=True)
class Line:
    """A decision of yours.

    Attributes
    ----------
    number : from 1 on
    to : address of the page before it
    at : the scores, and what was at risk
    chosen, better : what was decided, and what was best
    chance, best : to win with either
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
        """What was decided, what it is worth, and what it cost."""
        wins = f"you chose to {self.chosen}, which wins {percent(self.chance)}"
        if not self.cost:
            return f"{wins}: the best choice."
        return f"{wins}; to {self.better} wins {percent(self.best)}. It cost {percentage_points(self.cost)}."


def lines(play: Play, decided: Sequence[Judged], moves: tuple[int, ...], shown: Shown) -> list[Line]:
    """The last decisions that were judged.

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
    """The three decisions that cost most, the costliest first.

    Parameters
    ----------
    play, decided, moves, shown : as `lines` takes them
    """
    numbers = {one.index: number for number, one in enumerate(decided, 1)}
    return [_line(play, one, numbers[one.index], moves, shown) for one in coach.costliest(decided)]


def verdict(play: Play, decided: Sequence[Judged], shown: Shown) -> str:
    """What the last decision was worth and has cost; nothing if it was none.

    Parameters
    ----------
    play, decided, shown : as `lines` takes them
    """
    if not decided or len(decided[-1].worths) < 2:
        return ""
    last = _line(play, decided[-1], len(decided), play.moves, shown)
    return f"At {last.at} {last.judged}"


def given_away(decided: Sequence[Judged]) -> str:
    """What all decisions have cost."""
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
