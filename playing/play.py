"""A game in progress: the steps that follow from a setup and from the person's decisions.

There is no other input: no clock, no screen, no file. The opponent answers at once, so a game is over or
waits for the person.
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
    """A decision and its result.

    Attributes
    ----------
    before : state of the decision
    place : the choice: HOLD, or the place of an opening or a way
    decision : the opponent's reasons; None for a decision of the person
    faces : dice that were thrown; empty if the mover held
    result : result of the throw; None if the mover held
    after : state after it
    """

    before: State
    place: int
    decision: Decision | None
    faces: Faces
    result: Result | None
    after: State

    @property
    def player(self) -> int:
        """The player who decided, YOU or OPPONENT."""
        return self.before.mover

    @property
    def ends_turn(self) -> bool:
        """Whether the mover's turn is over."""
        return self.after.mover != self.before.mover


@dataclass(frozen=True)
class Play:
    """A game up to a decision of the person, or to its end; made by `begin` and `move`.

    Attributes
    ----------
    match : the setup, and what is solved for it
    steps : all steps so far
    state : the current state
    """

    match: Match
    steps: tuple[Step, ...]
    state: State

    @property
    def places(self) -> tuple[int, ...]:
        """The person's choices; empty once the game is over."""
        return self.match.rules.places(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.winner is not None

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """The person's decisions so far."""
        return tuple(step.place for step in self.steps if step.player == YOU)

    def last_turn(self, player: int) -> tuple[Step, ...]:
        """Return the steps of a player's current or last turn; nothing before its first."""
        theirs = [step for step in self.steps if step.player == player]
        return tuple(step for step in theirs if step.before.round == theirs[-1].before.round)

    def move(self, place: int) -> "Play":
        """Return the game after a decision of the person, and after the opponent's answer.

        Raises
        ------
        InvalidRules
            if the choice is impossible
        """
        if place not in self.places:
            rule = "one of the places " + ", ".join(map(str, self.places)) if self.places else "none"
            raise expected("decision", rule, place, "The game is over." if self.over else "")
        return _answered(self._stepped(place, None))

    def _stepped(self, place: int, decision: Decision | None) -> "Play":
        step = _step(self, place, decision)
        return Play(self.match, (*self.steps, step), step.after)


def begin(match: Match) -> Play:
    """Return the game before the person's first decision; an opponent who starts has had its turn."""
    return _answered(Play(match, (), State(mover=match.setup.starter)))


def replay(match: Match, moves: Iterable[int]) -> Play:
    """Return the game after decisions of the person.

    Raises
    ------
    InvalidRules
        if one of them is impossible; the error says which
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
    """The game after the opponent's steps, up to a decision of the person."""
    opponent, luck = play.match.opponent, play.match.luck
    while not play.over and play.state.mover == OPPONENT:
        decision = opponent.decide(play.state, luck)
        play = play._stepped(decision.place, decision)
    return play


def _step(play: Play, place: int, decision: Decision | None) -> Step:
    """A decision and its result."""
    match, before = play.match, play.state
    if place == HOLD:
        return Step(before, place, decision, (), None, match.rules.held(before))
    throw = match.rules.throw(before, place)
    number = sum(step.player == before.mover and step.result is not None for step in play.steps)
    thrower = match.thrower
    faces = match.luck.fall(before.mover, number, thrower.piece, thrower.count(throw))
    result = thrower.read(throw, faces)
    return Step(before, place, decision, faces, result, match.rules.thrown(before, place, faces, result))
