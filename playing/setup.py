"""The setup of a game: its rules, the opponent, who starts, and the seed.

A game is a function of its setup and of the person's decisions, and of nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from playing import games, opponent_names
from playing.games import Playable
from playing.pieces import STARTING, Luck, coin
from playing.state import OPPONENT, YOU
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.questions.parameter import Value
from solvers.wording.counts import either

# Greater whole numbers are not exact in browsers, where numbers are floats.
MOST_SEED = 2**53 - 1
FIRST = {"you": YOU, "opponent": OPPONENT}
CHANCE, BOTH = "chance", "both"


@dataclass(frozen=True)
class Setup:
    """A playable game; made by `set_up`, which refuses others.

    Attributes
    ----------
    game : name, from `games.PLAYABLE`
    goal : points to win, in the game's unit
    rules : all other parameters, in the game's order
    opponent : name of the opponent, from `opponent_names`
    first : who starts: "you", "opponent" or "chance"; "both" if both roll at the same time
    seed : seed of the random numbers, 0 to MOST_SEED
    """

    game: str
    goal: int
    rules: tuple[tuple[str, Value], ...]
    opponent: str
    first: str
    seed: int

    @property
    def playable(self) -> Playable:
        """The game."""
        return games.PLAYABLE[self.game]

    @property
    def parameters(self) -> dict[str, Value]:
        """All parameters by name, including the goal."""
        return {"goal": self.goal, **dict(self.rules)}

    @cached_property
    def turn(self) -> Turn:
        """The game's turn, for solvers."""
        return self.playable.game.turn(self.parameters)

    @cached_property
    def turn_as_played(self) -> Turn:
        """The game's turn, throw by throw."""
        return self.playable.game.as_played(self.parameters)

    @property
    def needs_race(self) -> bool:
        """Whether the solved race, which a store may have, is all that it needs."""
        return self.opponent == "optimal"

    @property
    def starter(self) -> int:
        """The player who starts, YOU or OPPONENT; YOU if both play at once."""
        if self.first == CHANCE:
            return Luck(self.seed).fall(STARTING, 0, coin(Fraction(1, 2)), 1)[0] - 1
        return FIRST.get(self.first, YOU)


def set_up(
    game: str,
    parameters: Mapping[str, object] | None = None,
    *,
    opponent: str = "",
    first: str = "",
    seed: int = 0,
) -> Setup:
    """Return a setup from a person's request.

    Parameters
    ----------
    game : name, from `games.PLAYABLE`
    parameters : by name, including the goal; missing ones have their defaults
    opponent : name of the opponent; by default the best one
    first : "you", "opponent" or "chance"; "you" by default; not for games where both roll at the same time
    seed : 0 to MOST_SEED

    Raises
    ------
    InvalidRules
        if a value is not accepted

    Examples
    --------
    >>> set_up("pig", {"goal": 50}, opponent="hold-at-20").rules
    (('sides', 6), ('bust_face', 1))
    """
    playable = games.find(game)
    given = playable.question.complete(parameters or {})
    name = opponent or opponent_names.best(playable)
    opponent_names.check(playable, name, given)
    starts = first or (BOTH if playable.at_once else "you")
    accepted = (BOTH,) if playable.at_once else (*FIRST, CHANCE)
    if starts not in accepted:
        remedy = "Both players roll at the same time." if playable.at_once else ""
        raise expected("first", either(accepted), first, remedy)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise expected("seed", f"a whole number from 0 to {MOST_SEED}", seed)
    rules = tuple((own, value) for own, value in given.items() if own != "goal")
    return Setup(game, int(given["goal"]), rules, name, starts, seed)
