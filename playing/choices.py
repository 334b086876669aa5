"""The person's choices, for display: a key, words, and the dice that stay on the table."""

from dataclasses import dataclass

from playing.match import Match
from playing.pieces import Faces
from playing.state import State
from solvers.games.turn import HOLD


@dataclass(frozen=True)
class Choice:
    """A possible decision.

    Attributes
    ----------
    place : HOLD, or the place of an opening or a way
    key : what to type: h to hold, r for the most common choice, else the number of the place
    words : description: "roll 3 dice, keeping 1 5 for 150"
    short : the shortest description that differs from the others
    aside : dice that stay on the table
    thrown : number of dice thrown next, 0 for holding
    points : points that are banked, or left at risk
    """

    place: int
    key: str
    words: str
    short: str
    aside: Faces
    thrown: int
    points: int


def choices(match: Match, state: State) -> list[Choice]:
    """Return all choices in a state, holding first."""
    return [choice(match, state, place) for place in match.rules.places(state)]


def choice(match: Match, state: State, place: int) -> Choice:
    """Return one of the choices in a state.

    Parameters
    ----------
    match : the setup, and what is solved for it
    state : state of the decision
    place : place of the choice
    """
    rules, thrower = match.rules, match.thrower
    aside = () if state.opens else thrower.aside(state.faces, rules.way(state, place))
    points = rules.before(state, place) * match.setup.playable.point
    if place == HOLD:
        return Choice(place, "h", f"hold and bank {points}", "hold", aside, 0, points)
    several = len(rules.turn.throws) > 1
    count = thrower.count(rules.throw(state, place))
    what = f"{thrower.piece.verb} {thrower.piece.some(count)}" if several else thrower.piece.verb
    kept = f", keeping {thrower.piece.words(aside)} ({points} at risk)" if aside else ""
    # A number of dice is typed as a number; otherwise the first way gets the key r.
    counted = state.opens and len(rules.turn.openings) > 1
    key = str(place) if place > 1 or counted else "r"
    short = what + (f" for {points}" if aside else "")
    return Choice(place, key, what + kept, short, aside, count, points)
