"""What each decision lost, and how each roll changed the win probabilities.

W is the win probability if both players play optimally from then on; the value of a choice is W after it. A
decision *loses* the best choice's value minus that of the choice made. The *luck* of a roll is W once its
result is known minus the value of the decision to roll; its mean is 0. A hold has no luck. So over a game,
for one player,

    W(end) = W(start) + luck of own throws - luck of the other's - own losses + the other's losses,

and W(end) is 1 or 0, or the value of the last state if the log ends early.
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
    """A judged decision; all win probabilities are those of the player who decided.

    Attributes
    ----------
    decided : the decision, and its state
    worths : win probability by place
    best : place of the best choice; among equal ones the first, which is to hold
    luck : by how much the roll's result changed the win probability; None for a hold, and if it is unknown
    """

    decided: Decided
    worths: Worths
    best: int
    luck: float | None

    @property
    def player(self) -> int:
        """The player who decided, 0 with seat 1."""
        return self.decided.state.mover

    @property
    def loss(self) -> float:
        """By how much the win probability is below the best."""
        return max(self.worths.values()) - self.worths[self.decided.place]

    @property
    def is_choice(self) -> bool:
        """Whether there was more than one choice."""
        return len(self.worths) > 1

    @property
    def is_right(self) -> bool:
        """Whether no choice was better, up to rounding."""
        return self.loss <= LEAST_LOSS


@dataclass(frozen=True)
class Account:
    """The sources of a player's win probability, in a game or in several: `end` is the sum of all others.

    Attributes
    ----------
    start : win probability of the seat
    own_luck : luck of its own rolls
    other_luck : luck of the opponent's rolls, negative if it is good for the opponent
    own_losses : losses of its own decisions, 0 or less
    other_losses : losses of the opponent's decisions, 0 or more
    end : 1 for a game won, 0 for one lost, the value of the last state if the log ends early
    """

    start: float = 0.0
    own_luck: float = 0.0
    other_luck: float = 0.0
    own_losses: float = 0.0
    other_losses: float = 0.0
    end: float = 0.0


@dataclass(frozen=True)
class JudgedGame:
    """A judged game.

    Attributes
    ----------
    played : the game
    judged : all decisions, in order
    """

    played: Played
    judged: tuple[Judged, ...]

    def account(self, player: int) -> Account:
        """Return the sources of a player's win probability.

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
    rules : rules of the game
    value : float64[banked, opponent], win probability of the player about to move
    """
    played = list(games)
    worth = _Worth(rules, value, (one for game in played for one in game.decided))
    return [JudgedGame(game, tuple(map(worth.judged, game.decided))) for game in played]


class _Worth:
    """The values of all choices in some games."""

    def __init__(self, rules: Rules, value: Array, decided: Iterable[Decided]) -> None:
        self._rules, self._in_turn = rules, InTurn(rules, 1.0 - value.T)
        states = {_key(state): state for one in decided for state in _met(one)}
        # Ordered by banked score, as only a few tables are cached.
        self._worths: Mapping[_Key, Worths] = {
            key: self._of_choices(states[key]) for key in sorted(states, key=lambda key: key[0])
        }

    def judged(self, one: Decided) -> Judged:
        """Return a judged decision."""
        worths = self._worths[_key(one.state)]
        return Judged(one, worths, best(worths), self._luck(one, worths[one.place]))

    def _luck(self, one: Decided, worth: float) -> float | None:
        if one.place == HOLD or one.after is None:
            return None
        return self._chance(one.after, one.state.mover) - worth

    def _chance(self, state: State, player: int) -> float:
        """A player's win probability in a state."""
        if state.winner is not None:
            return OUTCOMES[0 if state.winner == player else 1]
        movers = max(self._worths[_key(state)].values())
        return movers if state.mover == player else 1.0 - movers

    def _of_choices(self, state: State) -> Worths:
        if possible(self._rules, state) == (HOLD,):
            return {HOLD: self._in_turn.holding(state)}
        return self._in_turn.of_choices(state)


# Banked score, opponent's score, turn total, position.
_Key = tuple[int, int, int, int]


def _key(state: State) -> _Key:
    return state.banked, state.other, state.turn_total, -1 if state.position is None else state.position


def _met(one: Decided) -> Iterator[State]:
    """States whose values are needed."""
    yield one.state
    if one.after is not None and one.after.winner is None:
        yield one.after


def added(accounts: Sequence[Account]) -> Account:
    """Return the sum of accounts."""
    return Account(*(sum(numbers) for numbers in zip(*map(_numbers, accounts), strict=True)))


def _numbers(own: Account) -> tuple[float, ...]:
    return own.start, own.own_luck, own.other_luck, own.own_losses, own.other_losses, own.end
