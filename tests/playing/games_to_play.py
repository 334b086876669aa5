"""Small games to play in tests: every game, and every kind of opponent."""

from functools import cache

from playing import opponent_names
from playing.games import PLAYABLE
from playing.match import Match, match
from playing.setup import set_up

GOALS = {"piglet": 4, "simultaneous_piglet": 4, "ten_thousand": 24, "farkle": 16, "hog": 15}
USUAL = 18
# Numbers that fit the goals.
NUMBERS = {
    "hold-at-N": "hold-at-3",
    "hold-at-N-keeping-all": "hold-at-7-keeping-all",
    "always-N-dice": "always-3-dice",
    "N-scoring-turns": "2-scoring-turns",
    "hold-at-N-end-race-at-M": "hold-at-4-end-race-at-3",
}
# Every game with each of its opponents.
PAIRINGS = [
    (name, NUMBERS.get(kind.name, kind.name))
    for name, playable in PLAYABLE.items()
    for kind in opponent_names.kinds(playable)
]


@cache
def small(game: str, opponent: str = "", first: str = "", seed: int = 0) -> Match:
    """A game to a few points, solved."""
    return match(set_up(game, {"goal": GOALS.get(game, USUAL)}, opponent=opponent, first=first, seed=seed))
