"""What all games of a player come to."""

from collections.abc import Sequence
from dataclasses import dataclass

from judging.losses import Account, Judged, JudgedGame, added


@dataclass(frozen=True)
class Player:
    """A player over all games.

    Attributes
    ----------
    name : as the log says it, or the seat
    games : how many; of a player with both seats a game counts twice
    won : of these
    choices : decisions in which there was something to decide
    right : those of them to which nothing was better
    account : where the wins come from, over all games
    """

    name: str
    games: int
    won: int
    choices: int
    right: int
    account: Account

    @property
    def lost(self) -> float:
        """Wins that all decisions together lost."""
        return -self.account.own_losses

    @property
    def lost_a_decision(self) -> float:
        """Chance to win that a decision lost on average, 0 without any."""
        return self.lost / self.choices if self.choices else 0.0

    @property
    def lost_a_game(self) -> float:
        """Chance to win that the decisions of a game lost on average."""
        return self.lost / self.games

    @property
    def luck_a_game(self) -> float:
        """What all dice of a game, those of the other player too, were worth on average."""
        return (self.account.own_luck + self.account.other_luck) / self.games


def players_of(games: Sequence[JudgedGame]) -> list[Player]:
    """All players, who loses least in a game first.

    Parameters
    ----------
    games : from `judge`
    """
    seats: dict[str, list[tuple[JudgedGame, int]]] = {}
    for game in games:
        for seat, name in enumerate(game.played.players):
            seats.setdefault(name, []).append((game, seat))
    found = [_player(name, own) for name, own in seats.items()]
    return sorted(found, key=lambda player: player.lost_a_game)


def _player(name: str, seats: Sequence[tuple[JudgedGame, int]]) -> Player:
    choices = [one for game, seat in seats for one in choices_of(game, seat)]
    return Player(
        name,
        len(seats),
        sum(game.played.winner == seat for game, seat in seats),
        len(choices),
        sum(one.is_right for one in choices),
        added([game.account(seat) for game, seat in seats]),
    )


def choices_of(game: JudgedGame, player: int) -> list[Judged]:
    """Decisions of a player in which there was something to decide.

    Parameters
    ----------
    game : from `judge`
    player : 0 with seat 1, or 1
    """
    return [one for one in game.judged if one.player == player and one.is_choice]
