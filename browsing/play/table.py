"""The table of a game: both sides with their dice, the choices, and what has happened."""

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
from solvers.games.turn import HOLD


@dataclass(frozen=True)
class Thrown:
    """A throw of a turn.

    Attributes
    ----------
    dice : its faces
    total : points on paper that are at risk after it, or banked if it ends the turn; 0 after a bust
    level : level of risk, from 0 to 10
    bust : whether it has lost the turn
    """

    dice: list[Face]
    total: int
    level: int
    bust: bool


@dataclass(frozen=True)
class Side:
    """A player.

    Attributes
    ----------
    name : "You" or "Opponent"
    score, at_risk : points on paper
    banked, risked : the same as fractions of the goal, at most 1 together
    throws : its last turn, throw by throw
    before : its score before that turn, if a page shows it throw by throw; else None
    moves : whether it is the mover
    wins : whether it has won
    """

    name: str
    score: int
    at_risk: int
    banked: float
    risked: float
    throws: list[Thrown]
    before: int | None
    moves: bool
    wins: bool


@dataclass(frozen=True)
class Option:
    """A choice.

    Attributes
    ----------
    choice : the choice
    dice : dice that it keeps; empty if all are thrown
    moves : value of `moves` in the address that it leads to
    worth : the person's win probability with it; None if the coach is silent
    best : whether the coach calls it the best
    focused : whether it has the keyboard focus when the page opens
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
    kind : for the person: "won", "lost" or "shared"
    words : in a sentence
    """

    kind: str
    words: str


def sides(play: Play) -> list[Side]:
    """Return both players, the person first."""
    return [_side(play, player) for player in (YOU, OPPONENT)]


def options(play: Play, shown: Shown) -> list[Option]:
    """Return the choices; empty once the game is over.

    Parameters
    ----------
    play : the game
    shown : whether the coach speaks
    """
    # Holding last, as rolling comes first and more often.
    found = sorted(choices(play.match, play.state), key=lambda one: one.place == HOLD)
    worths = coach.worths(play) if shown.coaching and len(found) > 1 else {}
    best = coach.best(worths) if worths else None
    # With two choices, the more common one; never the coach's choice, which would be a hint without the
    # coach.
    focused = found[0] if found else None
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
    """Return the result of the person's last decision, and what the opponent has done since, in sentences."""
    yours = [place for place, step in enumerate(play.steps) if step.player == YOU]
    since = play.steps[yours[-1] if yours else 0 :]
    return [sentence for _, sentence in told(play.match, since)]


def risk(play: Play) -> tuple[int, int]:
    """Return the person's points at risk on paper, and the level of risk, from 0 to 10."""
    state, setup = play.state, play.match.setup
    total = state.turn_total if state.mover == YOU and not play.over else 0
    return total * setup.playable.point, risk_level(total, setup.goal)


def risk_level(total: int, goal: int) -> int:
    """Return the level of risk of a turn total, from 0 to 10; it is 10 from a quarter of the goal on.

    Parameters
    ----------
    total, goal : points

    Examples
    --------
    >>> [risk_level(total, 100) for total in (0, 1, 10, 20, 25, 60)]
    [0, 1, 4, 8, 10, 10]
    """
    return min(10, -(-40 * total // goal))


def result(play: Play) -> Result | None:
    """Return how the game ended; None while it goes on."""
    if play.state.winner is None:
        return None
    return Result({YOU: "won", OPPONENT: "lost", SHARED: "shared"}[play.state.winner], ended(play))


def sets_aside(play: Play) -> bool:
    """Return whether scoring dice stay on the table while others are thrown."""
    return play.match.thrower.aside is not nothing_aside


def _moves(play: Play, place: int) -> str:
    """The person's decisions with one more, as in an address."""
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
        _before(play) if player == OPPONENT else None,
        state.mover == player and not play.over,
        state.winner in (player, SHARED),
    )


def _thrown(play: Play, player: int) -> list[Thrown]:
    turn, piece = play.last_turn(player), play.match.thrower.piece
    return [
        Thrown(
            faces(piece, step.faces, _kept_of(play.match, step, following)),
            _total(step) * play.match.setup.playable.point,
            risk_level(_total(step), play.match.setup.goal),
            step.result is not None and step.result.fate is not Fate.SCORES,
        )
        for step, following in zip_longest(turn, turn[1:])
        if step.faces
    ]


def _total(step: Step) -> int:
    """Points that a throw puts at risk, or banks."""
    if not step.ends_turn:
        return step.after.turn_total
    if step.result is not None and step.result.fate is not Fate.SCORES:
        return 0
    if step.after.waiting is not None:
        return step.after.waiting
    return max(0, step.after.scores[step.player] - step.before.banked)


def _before(play: Play) -> int | None:
    """The opponent's score before its last turn, if that came after the person's last decision."""
    last = play.last_turn(OPPONENT)
    mine = max((place for place, step in enumerate(play.steps) if step.player == YOU), default=-1)
    theirs = max((place for place, step in enumerate(play.steps) if step.player == OPPONENT), default=-1)
    return last[0].before.scores[OPPONENT] * play.match.setup.playable.point if theirs > mine else None


def _kept_of(match: Match, step: Step, following: Step | None) -> Faces:
    """Dice of a throw that stay on the table: those that the next decision kept, or else all that score."""
    if following is not None:
        return choice(match, following.before, following.place).aside
    scores = step.result is not None and step.result.fate is Fate.SCORES
    return match.thrower.aside(step.faces, None) if scores else ()


def _kept_by(match: Match, one: Choice) -> list[Face]:
    """Dice that a choice keeps."""
    return faces(match.thrower.piece, one.aside, one.aside) if one.thrown else []
