"""The coach: what each of your choices is worth, what you gave away, and your chance to win as a curve.

All chances are yours if you play your best against this opponent from there on. A decision costs the best
choice's chance less that of yours; dice cost nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from playing.play import Play, Step
from playing.state import OPPONENT, YOU, State
from playing.worth import Worths

# Less than this is rounding.
LEAST_LOSS = 1e-9
OUTCOMES = (1.0, 0.0, 0.5)


@dataclass(frozen=True)
class Judged:
    """A decision of yours, and what it cost.

    Attributes
    ----------
    index : of the step
    step : the step
    worths : your chance to win by place
    best : the best place
    loss : by how much your chance fell; 0 for the best
    """

    index: int
    step: Step
    worths: Worths
    best: int
    loss: float


@dataclass(frozen=True)
class Point:
    """A point of the curve.

    Attributes
    ----------
    step : after how many steps of the game
    chance : yours to win
    """

    step: int
    chance: float


def worths(play: Play) -> Worths:
    """Your chance to win by what you may decide now; nothing once the game is over."""
    return {} if play.over else play.match.opponent.your_worths(play.state)


def best(worths: Worths) -> int:
    """The place of the best choice; of equal ones the first, which is to hold."""
    most = max(worths.values())
    return next(place for place, worth in worths.items() if worth >= most - LEAST_LOSS)


def judged(play: Play, index: int) -> Judged:
    """A decision of yours by the index of its step."""
    step = play.steps[index]
    found = play.match.opponent.your_worths(step.before)
    loss = max(found.values()) - found[step.place]
    return Judged(index, step, found, best(found), loss if loss > LEAST_LOSS else 0.0)


def decisions(play: Play) -> list[Judged]:
    """All decisions of yours."""
    return [judged(play, index) for index, step in enumerate(play.steps) if step.player == YOU]


def costliest(decided: Sequence[Judged], count: int = 3) -> list[Judged]:
    """The decisions that cost most, the costliest first; none that cost nothing.

    Parameters
    ----------
    decided : from `decisions`
    count : how many at most
    """
    costly = [one for one in decided if one.loss > 0.0]
    return sorted(costly, key=lambda one: -one.loss)[:count]


def given_away(decided: Sequence[Judged]) -> float:
    """What all decisions cost together."""
    return sum(one.loss for one in decided)


def chance(play: Play, state: State) -> float | None:
    """Your chance to win in a state of a game; None in the middle of the opponent's turn."""
    if state.winner is not None:
        return OUTCOMES[state.winner]
    if state.mover == OPPONENT:
        return play.match.opponent.your_wait(state) if state.opens else None
    return max(play.match.opponent.your_worths(state).values())


def curve(play: Play) -> list[Point]:
    """Your chance to win, from the start to where the game stands."""
    states = [*(step.before for step in play.steps), play.state]
    found = ((index, chance(play, state)) for index, state in enumerate(states))
    return [Point(index, value) for index, value in found if value is not None]
