"""A game as it is played: the steps that follow from a setup and from what the person decided.

Nothing else goes in: no clock, no screen, no file. The opponent answers at once, so that a game is always
over or waits for you.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from playing.match import Match
from playing.opponents import Decision
from playing.pieces import Faces
from playing.saving import move
from playing.state import OPPONENT, YOU, State
from playing.throwing import Result
from solvers.errors import expected
from solvers.games.turn import HOLD


@dataclass(frozen=True)
class Step:
    """One decision and what came of it.

    Attributes
    ----------
    before : where it was decided
    place : what was decided: HOLD, or the place of an opening or a way
    decision : what the opponent's rests on; None for yours
    faces : dice that were thrown; none if the mover held
    result : what they came to; None if the mover held
    after : where the game stands then
    """

    before: State
    place: int
    decision: Decision | None
    faces: Faces
    result: Result | None
    after: State

    @property
    def player(self) -> int:
        """Who decided, YOU or OPPONENT."""
        return self.before.mover

    @property
    def ends_turn(self) -> bool:
        """Whether the mover's turn is over."""
        return self.after.mover != self.before.mover


@dataclass(frozen=True)
class Play:
    """A game up to a decision of yours, or to its end; made by `begin` and `move`.

    Attributes
    ----------
    match : setup, and what is solved for it
    steps : all that has happened
    state : where it stands
    """

    match: Match
    steps: tuple[Step, ...]
    state: State

    @property
    def places(self) -> tuple[int, ...]:
        """What you may decide; nothing once the game is over."""
        return self.match.rules.places(self.state)

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.state.winner is not None

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """What you have decided."""
        return tuple(step.place for step in self.steps if step.player == YOU)

    def last_turn(self, player: int) -> tuple[Step, ...]:
        """The steps of a player's last turn, or of the one that it is at; none before its first."""
        theirs = [step for step in self.steps if step.player == player]
        return tuple(step for step in theirs if step.before.round == theirs[-1].before.round)

    def move(self, place: int) -> "Play":
        """The game after a decision of yours, and after all that the opponent does then.

        Raises
        ------
        InvalidRules
            if that cannot be decided here
        """
        if place not in self.places:
            rule = "one of the places " + ", ".join(map(str, self.places)) if self.places else "none"
            raise expected("decision", rule, place, "The game is over." if self.over else "")
        return _answered(self._stepped(place, None))

    def _stepped(self, place: int, decision: Decision | None) -> "Play":
        step = _step(self, place, decision)
        return Play(self.match, (*self.steps, step), step.after)


def begin(match: Match) -> Play:
    """The game before your first decision; an opponent that starts has had its turn."""
    return _answered(Play(match, (), State(mover=match.setup.starter)))


def replay(match: Match, moves: Iterable[int]) -> Play:
    """The game after decisions of yours.

    Raises
    ------
    InvalidRules
        if one of them cannot be made where it comes, which is said
    """
    play = begin(match)
    for number, place in enumerate(moves, 1):
        if place not in play.places:
            rule = " or ".join(map(move, play.places)) or "no move, as the game is over"
            remedy = f"This is move {number}; the link or file is damaged, or of another game."
            raise expected("moves", rule, move(place), remedy)
        play = play.move(place)
    return play


def _answered(play: Play) -> Play:
    """With all that the opponent does before it is your decision."""
    opponent, luck = play.match.opponent, play.match.luck
    while not play.over and play.state.mover == OPPONENT:
        decision = opponent.decide(play.state, luck)
        play = play._stepped(decision.place, decision)
    return play


def _step(play: Play, place: int, decision: Decision | None) -> Step:
    """One decision and what comes of it."""
    match, before = play.match, play.state
    if place == HOLD:
        return Step(before, place, decision, (), None, match.rules.held(before))
    throw = match.rules.throw(before, place)
    number = sum(step.player == before.mover and step.result is not None for step in play.steps)
    thrower = match.thrower
    faces = match.luck.fall(before.mover, number, thrower.piece, thrower.count(throw))
    result = thrower.read(throw, faces)
    return Step(before, place, decision, faces, result, match.rules.thrown(before, place, faces, result))
