"""What each decision lost, and what each throw made of the chances to win.

W is the chance to win if both play as well as can be from there on; what a choice is worth is that chance
once it is made. A decision *loses* the best choice's worth less that of the one that was made. What becomes
of a throw is *luck*, the chance to win when one knows it less the worth of having decided to throw; on
average it is nothing. A hold leaves nothing to luck. So along a game, in the eyes of one player,

    W(end) = W(start) + luck of own throws - luck of the other's - own losses + the other's losses,

and W(end) is 1 or 0, or where the log breaks off what the game was worth then.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judging.actions import possible
from judging.decided import Decided, Played
from playing.coach import LEAST_LOSS, OUTCOMES, best
from playing.state import Rules, State
from playing.worth import InTurn, Worths
from solvers.arrays import Array
from solvers.games.turn import HOLD


@dataclass(frozen=True)
class Judged:
    """A decision as it is judged; all chances are those of who decided.

    Attributes
    ----------
    decided : what was decided, and where
    worths : chance to win by place
    best : the best place; of equal ones the first, which is to hold
    luck : by how much the throw's result changed the chance; None for a hold, and where it is not known
    """

    decided: Decided
    worths: Worths
    best: int
    luck: float | None

    @property
    def player(self) -> int:
        """Who decided, 0 with seat 1."""
        return self.decided.state.mover

    @property
    def loss(self) -> float:
        """By how much the chance is less than the best."""
        return max(self.worths.values()) - self.worths[self.decided.place]

    @property
    def is_choice(self) -> bool:
        """Whether there was anything to decide."""
        return len(self.worths) > 1

    @property
    def is_right(self) -> bool:
        """Whether nothing was better, up to rounding."""
        return self.loss <= LEAST_LOSS


@dataclass(frozen=True)
class Account:
    """Where the chance of a player comes from, in a game or in several: the end is the sum of all before it.

    Attributes
    ----------
    start : chance of the seat
    own_luck : of the own throws
    other_luck : of the other's throws, what is good for them being negative
    own_losses : of the own decisions, 0 or less
    other_losses : of the other's decisions, 0 or more
    end : 1 for a game won, 0 for one lost, else what it was worth where the log breaks off
    """

    start: float = 0.0
    own_luck: float = 0.0
    other_luck: float = 0.0
    own_losses: float = 0.0
    other_losses: float = 0.0
    end: float = 0.0


@dataclass(frozen=True)
class JudgedGame:
    """A game as it is judged.

    Attributes
    ----------
    played : the game
    judged : all decisions, in order
    """

    played: Played
    judged: tuple[Judged, ...]

    def account(self, player: int) -> Account:
        """Where a player's chance comes from.

        Parameters
        ----------
        player : 0 with seat 1, or 1
        """
        luck, losses = [0.0, 0.0], [0.0, 0.0]
        for one in self.judged:
            luck[one.player] += one.luck or 0.0
            losses[one.player] += one.loss
        first, other = max(self.judged[0].worths.values()), 1 - player
        return Account(
            start=1.0 - first if player else first,
            own_luck=luck[player],
            other_luck=-luck[other],
            own_losses=-losses[player],
            other_losses=losses[other],
            end=self._end(player),
        )

    def _end(self, player: int) -> float:
        if self.played.winner is not None:
            return OUTCOMES[0 if self.played.winner == player else 1]
        last = self.judged[-1]
        worth = last.worths[last.decided.place]
        return worth if last.player == player else 1.0 - worth


def judge(games: Iterable[Played], rules: Rules, value: Array) -> list[JudgedGame]:
    """Judge games.

    Parameters
    ----------
    games : from `games_of`
    rules : by which they were played
    value : float64[banked, opponent], chance of the player about to move to win
    """
    played = list(games)
    worth = _Worth(rules, value, (one for game in played for one in game.decided))
    return [JudgedGame(game, tuple(map(worth.judged, game.decided))) for game in played]


class _Worth:
    """What all choices of some games are worth."""

    def __init__(self, rules: Rules, value: Array, decided: Iterable[Decided]) -> None:
        self._rules, self._in_turn = rules, InTurn(rules, 1.0 - value.T)
        states = {_key(state): state for one in decided for state in _met(one)}
        # By banked score: the tables of a few of them are kept.
        self._worths: Mapping[_Key, Worths] = {
            key: self._of_choices(states[key]) for key in sorted(states, key=lambda key: key[0])
        }

    def judged(self, one: Decided) -> Judged:
        """A decision as it is judged."""
        worths = self._worths[_key(one.state)]
        return Judged(one, worths, best(worths), self._luck(one, worths[one.place]))

    def _luck(self, one: Decided, worth: float) -> float | None:
        if one.place == HOLD or one.after is None:
            return None
        return self._chance(one.after, one.state.mover) - worth

    def _chance(self, state: State, player: int) -> float:
        """Chance of a player to win."""
        if state.winner is not None:
            return OUTCOMES[0 if state.winner == player else 1]
        movers = max(self._worths[_key(state)].values())
        return movers if state.mover == player else 1.0 - movers

    def _of_choices(self, state: State) -> Worths:
        if possible(self._rules, state) == (HOLD,):
            return {HOLD: self._in_turn.holding(state)}
        return self._in_turn.of_choices(state)


# Banked score, the other's, turn total, position.
_Key = tuple[int, int, int, int]


def _key(state: State) -> _Key:
    return state.banked, state.other, state.turn_total, -1 if state.position is None else state.position


def _met(one: Decided) -> Iterator[State]:
    """States of which the worth is needed."""
    yield one.state
    if one.after is not None and one.after.winner is None:
        yield one.after


def added(accounts: Sequence[Account]) -> Account:
    """The sum of accounts."""
    return Account(*(sum(numbers) for numbers in zip(*map(_numbers, accounts), strict=True)))


def _numbers(own: Account) -> tuple[float, ...]:
    return own.start, own.own_luck, own.other_luck, own.own_losses, own.other_losses, own.end
