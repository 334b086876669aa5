"""The coach: the value of each choice, what the person's decisions lost, and the win probability as a curve.

All win probabilities are the person's, under best play against this opponent from then on. A decision loses
the best choice's win probability minus that of the choice made. Dice lose nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from playing.play import Play, Step
from playing.state import OPPONENT, YOU, State
from playing.worth import Worths

# Smaller losses are rounding.
LEAST_LOSS = 1e-9
OUTCOMES = (1.0, 0.0, 0.5)


@dataclass(frozen=True)
class Judged:
    """A decision of the person, and its loss.

    Attributes
    ----------
    index : index of the step
    step : the step
    worths : win probability by place
    best : place of the best choice
    loss : by how much the win probability fell; 0 for the best choice
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
    step : number of steps before it
    chance : the person's win probability
    """

    step: int
    chance: float


def worths(play: Play) -> Worths:
    """Return the person's win probability by choice; nothing once the game is over."""
    return {} if play.over else play.match.opponent.your_worths(play.state)


def best(worths: Worths) -> int:
    """Return the place of the best choice; among equal ones the first, which is to hold."""
    most = max(worths.values())
    return next(place for place, worth in worths.items() if worth >= most - LEAST_LOSS)


def judged(play: Play, index: int) -> Judged:
    """Return a decision of the person by the index of its step."""
    step = play.steps[index]
    found = play.match.opponent.your_worths(step.before)
    loss = max(found.values()) - found[step.place]
    return Judged(index, step, found, best(found), loss if loss > LEAST_LOSS else 0.0)


def decisions(play: Play) -> list[Judged]:
    """Return all decisions of the person."""
    return [judged(play, index) for index, step in enumerate(play.steps) if step.player == YOU]


def costliest(decided: Sequence[Judged], count: int = 3) -> list[Judged]:
    """Return the decisions that lost most, the costliest first; none without a loss.

    Parameters
    ----------
    decided : from `decisions`
    count : largest number of decisions
    """
    costly = [one for one in decided if one.loss > 0.0]
    return sorted(costly, key=lambda one: -one.loss)[:count]


def given_away(decided: Sequence[Judged]) -> float:
    """Return the loss of all decisions together."""
    return sum(one.loss for one in decided)


def chance(play: Play, state: State) -> float | None:
    """Return the person's win probability in a state; None in the middle of the opponent's turn."""
    if state.winner is not None:
        return OUTCOMES[state.winner]
    if state.mover == OPPONENT:
        return play.match.opponent.your_wait(state) if state.opens else None
    return max(play.match.opponent.your_worths(state).values())


def curve(play: Play) -> list[Point]:
    """Return the person's win probability from the start to the current state."""
    states = [*(step.before for step in play.steps), play.state]
    found = ((index, chance(play, state)) for index, state in enumerate(states))
    return [Point(index, value) for index, value in found if value is not None]
