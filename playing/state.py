"""The state of a game, and how decisions and throws change it, for any turn.

Players move in turn, or both at once. Then the person plays its turn first, unseen by the opponent, and the
opponent's turn does not depend on it; both are banked together. A turn that reaches the goal, or cannot go
on, is banked without a decision.
"""

from dataclasses import dataclass, replace

from playing.pieces import Faces
from playing.throwing import Fate, Result
from solvers.games.turn import HOLD, Turn, Way

YOU, OPPONENT, SHARED = 0, 1, 2


@dataclass(frozen=True)
class State:
    """The state of a game.

    Attributes
    ----------
    scores : banked scores, the person's first
    mover : the player to decide
    turn_total : points at risk
    position : index of the turn's position; None before the first throw of a turn
    faces : dice of the last throw of this turn
    round : number of turns that ended before; if both play at once, of rounds
    scored : for each player, turns ended by holding since its last wipe
    waiting : if both play at once and the person's turn has ended, the score that it will bank
    winner : YOU, OPPONENT or SHARED once the game is over
    """

    scores: tuple[int, int] = (0, 0)
    mover: int = YOU
    turn_total: int = 0
    position: int | None = None
    faces: Faces = ()
    round: int = 0
    scored: tuple[int, int] = (0, 0)
    waiting: int | None = None
    winner: int | None = None

    @property
    def banked(self) -> int:
        """The mover's score."""
        return self.scores[self.mover]

    @property
    def other(self) -> int:
        """The other player's score."""
        return self.scores[1 - self.mover]

    @property
    def opens(self) -> bool:
        """Whether a turn is about to open."""
        return self.position is None


@dataclass(frozen=True)
class Rules:
    """The possible decisions, and their results.

    Parameters
    ----------
    turn, goal : the game
    at_once : whether both players roll at the same time
    """

    turn: Turn
    goal: int
    at_once: bool

    def places(self, state: State) -> tuple[int, ...]:
        """Return the choices: HOLD, or the place of an opening or of a way, from 1; nothing at the end.

        HOLD is missing where a player may not hold.
        """
        if state.winner is not None:
            return ()
        if state.position is None:
            return tuple(range(1, len(self.turn.openings) + 1))
        ways = range(1, len(self.turn.positions[state.position].ways) + 1)
        return (HOLD, *ways) if self.may_hold(state) else tuple(ways)

    def may_hold(self, state: State) -> bool:
        """Return whether the mover may hold: not with a forced throw, nor below an entry."""
        if state.position is None or self.turn.positions[state.position].must_throw:
            return False
        return state.banked + state.turn_total >= self.turn.entry

    def way(self, state: State, place: int) -> Way | None:
        """Return the way at a place; None for holding and for openings."""
        if state.position is None or place == HOLD:
            return None
        return self.turn.positions[state.position].ways[place - 1]

    def throw(self, state: State, place: int) -> int:
        """Return the index of the throw that a place other than HOLD leads to."""
        way = self.way(state, place)
        return self.turn.openings[place - 1] if way is None else way.throw

    def before(self, state: State, place: int) -> int:
        """Return the turn total at risk after a choice, without the points that its way gives up."""
        way = self.way(state, place)
        return state.turn_total - (0 if way is None else way.given_up)

    def held(self, state: State) -> State:
        """Return the state after holding."""
        return self._ended(state, state.turn_total, scored=True)

    def thrown(self, state: State, place: int, faces: Faces, result: Result) -> State:
        """Return the state after a throw.

        Parameters
        ----------
        state : state of the decision
        place : the choice
        faces, result : what was thrown, and its result
        """
        if result.fate is Fate.WIPES:
            return self._ended(_wiped(state), 0, scored=False)
        if result.fate is Fate.BUSTS:
            return self._ended(state, self.turn.least_score, scored=False)
        total = self.before(state, place) + result.gain
        after = replace(state, turn_total=total, position=result.position, faces=faces)
        if self.goes_on(after):
            return after
        return self.held(after)

    def goes_on(self, state: State) -> bool:
        """Return whether there is a decision after a throw that scored."""
        if state.position is None:
            return state.banked + state.turn_total < self.goal
        at = self.turn.positions[state.position]
        return at.must_throw or (bool(at.ways) and state.banked + state.turn_total < self.goal)

    def _ended(self, state: State, gain: int, scored: bool) -> State:
        """The state after a turn of the mover."""
        own = tuple(count + (scored and player == state.mover) for player, count in enumerate(state.scored))
        fresh = State(state.scores, 1 - state.mover, round=state.round, scored=(own[0], own[1]))
        if self.at_once and state.mover == YOU:
            return replace(fresh, waiting=gain)
        gains = [0, 0]
        gains[state.mover] = gain
        if state.waiting is not None:
            gains[YOU] = state.waiting
        scores = state.scores[0] + gains[0], state.scores[1] + gains[1]
        return replace(fresh, scores=scores, round=state.round + 1, winner=self._winner(scores))

    def _winner(self, scores: tuple[int, int]) -> int | None:
        there = [score >= self.goal for score in scores]
        return SHARED if all(there) else there.index(True) if any(there) else None


def _wiped(state: State) -> State:
    """The state after a wipe: the mover loses its score, and its scoring turns."""
    scores, scored = list(state.scores), list(state.scored)
    scores[state.mover] = scored[state.mover] = 0
    return replace(state, scores=(scores[0], scores[1]), scored=(scored[0], scored[1]))
