"""The games that can be played, in turn or with both players at once."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from playing import throwing
from playing.set_aside import of_farkle, of_ten_thousand
from playing.spoken_rules import TOGETHER, spoken_rules
from playing.throwing import Thrower
from solvers.catalog import QUESTIONS
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question

AT_ONCE = "simultaneous_"
CHIP = 50


@dataclass(frozen=True)
class Playable:
    """A playable game.

    Parameters
    ----------
    name : name as typed
    title : name as in a sentence
    game : the game, with parameters and turn
    at_once : whether both players roll at the same time, unseen
    thrower : function of the turn and of the parameters by name
    """

    name: str
    title: str
    game: Game
    at_once: bool
    thrower: Callable[[Turn, Parameters], Thrower]

    @property
    def point(self) -> int:
        """The value of a unit of its scores on paper: 50 points if scores are counted in chips."""
        return CHIP if f"{CHIP} points" in self.game.unit else 1

    @property
    def question(self) -> Question:
        """The question about optimal play, which has the parameters and their limits."""
        contest = f"equilibrium.{AT_ONCE}" if self.at_once else "race."
        return QUESTIONS[contest + self.game.name]

    def says(self, given: Parameters) -> str:
        """Return its rules in a sentence or two.

        Parameters
        ----------
        given : parameters by name; missing ones have their defaults
        """
        usual = {own.name: own.default for own in self.question.parameters if own.default is not None}
        return spoken_rules(self.game.name, usual | dict(given), self.point) + TOGETHER * self.at_once


_THROWERS: dict[str, Callable[[Turn, Parameters], Thrower]] = {
    "pig": lambda turn, given: throwing.pig(given),
    "piglet": lambda turn, given: throwing.piglet(given),
    "progressive_pig": lambda turn, given: throwing.pig(given),
    "two_dice_pig": lambda turn, given: throwing.two_dice_pig(given),
    "doubles_pig": lambda turn, given: throwing.doubles_pig(given),
    "big_pig": lambda turn, given: throwing.big_pig(given),
    "hog": lambda turn, given: throwing.hog(given),
    "pass_the_pigs": lambda turn, given: throwing.pigs(given),
    "ten_thousand": lambda turn, given: of_ten_thousand(turn),
    "farkle": of_farkle,
}
_ROWS = [Playable(name, GAMES[name].title, GAMES[name], False, make) for name, make in _THROWERS.items()]
_ROWS += [
    Playable(AT_ONCE + row.name, f"simultaneous {row.title}", row.game, True, row.thrower)
    for row in _ROWS
    if row.game.most_mixed
]
PLAYABLE: dict[str, Playable] = {row.name: row for row in _ROWS}


def find(name: str) -> Playable:
    """Return the game with a name.

    Raises
    ------
    InvalidRules
        if there is none
    """
    if name not in PLAYABLE:
        # Imported late: built-in games need no parser of configs.
        from configs.rules.shipped import shipped_rules

        close = get_close_matches(name, PLAYABLE, 1)
        from_a_file = Path(name).suffix in (".yaml", ".yml") or name in shipped_rules()
        remedy = "Games from files cannot be played; `solve`, `thumb` and `judge` take them."
        raise expected(
            "game",
            "one of " + ", ".join(PLAYABLE),
            name,
            remedy if from_a_file else f"Did you mean {close[0]!r}?" if close else "",
        )
    return PLAYABLE[name]
