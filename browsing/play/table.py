"""The table of a game: both sides with their dice, what may be decided, and what has happened."""

from dataclasses import dataclass
from itertools import zip_longest

from browsing.play.asked import Shown
from browsing.play.drawing import Face, faces
from playing import coach
from playing.choices import Choice, choice, choices
from playing.match import Match
from playing.narrating import ended, told
from playing.pieces import Faces
from playing.play import Play, Step
from playing.saving import link
from playing.state import OPPONENT, SHARED, YOU
from playing.throwing import Fate, nothing_aside


@dataclass(frozen=True)
class Side:
    """A player.

    Attributes
    ----------
    name : "You" or "Opponent"
    score, at_risk : points on paper
    banked, risked : the same as parts of the goal, at most 1 together
    throws : dice of its last turn, throw by throw
    moves : whether it is its decision
    wins : whether it has won
    """

    name: str
    score: int
    at_risk: int
    banked: float
    risked: float
    throws: list[list[Face]]
    moves: bool
    wins: bool


@dataclass(frozen=True)
class Option:
    """Something that may be decided.

    Attributes
    ----------
    choice : the choice
    dice : those that it keeps to throw the others; none where all are thrown
    moves : value of `moves` in the address that it leads to
    worth : your chance to win with it; None if the coach is silent
    best : whether the coach calls it the best
    focused : whether the keyboard is at it when the page comes
    """

    choice: Choice
    dice: list[Face]
    moves: str
    worth: float | None
    best: bool
    focused: bool


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes
    ----------
    kind : for you: "won", "lost" or "shared"
    words : in a sentence
    """

    kind: str
    words: str


def sides(play: Play) -> list[Side]:
    """Both players, you first."""
    return [_side(play, player) for player in (YOU, OPPONENT)]


def options(play: Play, shown: Shown) -> list[Option]:
    """What may be decided; nothing once the game is over.

    Parameters
    ----------
    play : the game
    shown : whether the coach speaks
    """
    found = choices(play.match, play.state)
    worths = coach.worths(play) if shown.coaching and len(found) > 1 else {}
    best = coach.best(worths) if worths else None
    # Of two, what one mostly does; never what the coach thinks, which would be a hint to who plays without.
    focused = found[-1 if len(found) <= 2 else 0] if found else None
    return [
        Option(
            one,
            _kept_by(play.match, one),
            _moves(play, one.place),
            worths.get(one.place),
            one.place == best,
            one is focused,
        )
        for one in found
    ]


def happened(play: Play) -> list[str]:
    """What your last decision has come to, and what the opponent has done since, in sentences."""
    yours = [place for place, step in enumerate(play.steps) if step.player == YOU]
    since = play.steps[yours[-1] if yours else 0 :]
    return [sentence for _, sentence in told(play.match, since)]


def result(play: Play) -> Result | None:
    """How the game ended; None while it goes on."""
    if play.state.winner is None:
        return None
    return Result({YOU: "won", OPPONENT: "lost", SHARED: "shared"}[play.state.winner], ended(play))


def sets_aside(play: Play) -> bool:
    """Whether dice that score stay on the table while others are thrown."""
    return play.match.thrower.aside is not nothing_aside


def _moves(play: Play, place: int) -> str:
    """Your decisions with one more, as an address has them."""
    return link(play.match.setup, (*play.moves, place)).rpartition("moves=")[2]


def _side(play: Play, player: int) -> Side:
    setup, state = play.match.setup, play.state
    point = setup.playable.point
    at_risk = state.turn_total if state.mover == player and not play.over else 0
    if player == YOU and state.waiting is not None:
        at_risk = state.waiting
    banked = min(1.0, state.scores[player] / setup.goal)
    return Side(
        ("You", "Opponent")[player],
        state.scores[player] * point,
        at_risk * point,
        banked,
        min(1.0 - banked, at_risk / setup.goal),
        _thrown(play, player),
        state.mover == player and not play.over,
        state.winner in (player, SHARED),
    )


def _thrown(play: Play, player: int) -> list[list[Face]]:
    turn, piece = play.last_turn(player), play.match.thrower.piece
    return [
        faces(piece, step.faces, _kept_of(play.match, step, following))
        for step, following in zip_longest(turn, turn[1:])
        if step.faces
    ]


def _kept_of(match: Match, step: Step, following: Step | None) -> Faces:
    """Dice of a throw that stay on the table: those that the next decision kept, before it all that score."""
    if following is not None:
        return choice(match, following.before, following.place).aside
    scores = step.result is not None and step.result.fate is Fate.SCORES
    return match.thrower.aside(step.faces, None) if scores else ()


def _kept_by(match: Match, one: Choice) -> list[Face]:
    """Dice that a choice keeps to throw the others."""
    return faces(match.thrower.piece, one.aside, one.aside) if one.thrown else []
