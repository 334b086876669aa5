"""The results of each player over all games."""

from collections.abc import Sequence
from dataclasses import dataclass

from judging.losses import Account, Judged, JudgedGame, added


@dataclass(frozen=True)
class Player:
    """The results of a player over all games.

    Attributes
    ----------
    name : name in the log, or the seat
    games : number of games; a game with the player in both seats counts twice
    won : games won
    choices : decisions with more than one choice
    right : decisions among these without a better choice
    account : sources of the wins, over all games
    """

    name: str
    games: int
    won: int
    choices: int
    right: int
    account: Account

    @property
    def lost(self) -> float:
        """Wins lost by all decisions together."""
        return -self.account.own_losses

    @property
    def lost_a_decision(self) -> float:
        """Mean loss of win probability in a decision; 0 without decisions."""
        return self.lost / self.choices if self.choices else 0.0

    @property
    def lost_a_game(self) -> float:
        """Mean loss of win probability in a game."""
        return self.lost / self.games

    @property
    def luck_a_game(self) -> float:
        """Mean luck in a game, of the opponent's dice, too."""
        return (self.account.own_luck + self.account.other_luck) / self.games


def players_of(games: Sequence[JudgedGame]) -> list[Player]:
    """Return all players, by rising loss in a game.

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
    """Return the decisions of a player with more than one choice.

    Parameters
    ----------
    game : from `judge`
    player : 0 with seat 1, or 1
    """
    return [one for one in game.judged if one.player == player and one.is_choice]
