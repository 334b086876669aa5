"""Every game that can be played, each in turn or both players at once."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from flows.playing import throwing
from flows.playing.set_aside import of_farkle, of_ten_thousand
from flows.playing.throwing import Thrower
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
    """A game as it is played.

    Parameters
    ----------
    name : as it is asked for
    title : as in a sentence
    says : its rules in a sentence or two
    game : its row, with parameters and turn
    at_once : whether both players throw at the same time, unseen
    thrower : function of the turn and of the parameters by name
    """

    name: str
    title: str
    says: str
    game: Game
    at_once: bool
    thrower: Callable[[Turn, Parameters], Thrower]

    @property
    def point(self) -> int:
        """What a unit of its scores is on paper: 50 points where scores are counted in chips."""
        return CHIP if f"{CHIP} points" in self.game.unit else 1

    @property
    def question(self) -> Question:
        """The question whose answer is best play; it says what may be varied, and how far it is solved."""
        contest = f"equilibrium.{AT_ONCE}" if self.at_once else "race."
        return QUESTIONS[contest + self.game.name]


_DICE: dict[str, tuple[Callable[[Turn, Parameters], Thrower], str]] = {
    "pig": (
        lambda turn, given: throwing.pig(given),
        "Roll one die as often as you like. A 1 ends your turn with nothing; else hold, and bank the sum.",
    ),
    "piglet": (
        lambda turn, given: throwing.piglet(given),
        "Toss one coin as often as you like. Heads are a point each; tails end your turn with nothing.",
    ),
    "progressive_pig": (
        lambda turn, given: throwing.pig(given),
        "Roll one die as often as you like. A 1 ends your turn with one point; else hold, and bank the sum.",
    ),
    "two_dice_pig": (
        lambda turn, given: throwing.two_dice_pig(given),
        "Roll two dice as often as you like. A 1 ends your turn with nothing, two 1s take your score as well;"
        " else hold, and bank the sum.",
    ),
    "doubles_pig": (
        lambda turn, given: throwing.doubles_pig(given),
        "Roll two dice as often as you like. A 1 ends your turn with nothing, two 1s take your score as well."
        " Other doubles must be rolled again, with the goal, too; else hold, and bank the sum.",
    ),
    "big_pig": (
        lambda turn, given: throwing.big_pig(given),
        "Roll two dice as often as you like. A single 1 ends your turn with nothing; doubles count twice, two"
        " 1s are 25; hold to bank.",
    ),
    "hog": (
        lambda turn, given: throwing.hog(given),
        "Say how many dice you roll, once a turn. If none shows a 1 you bank their sum, else nothing.",
    ),
    "pass_the_pigs": (
        lambda turn, given: throwing.pigs(given),
        "Throw two pigs as often as you like. On different sides they end your turn with nothing; other ways"
        " to lie score. Hold to bank.",
    ),
    "ten_thousand": (
        lambda turn, given: of_ten_thousand(turn),
        "Roll five dice. Ones (100), fives (50) and three of a kind score. Hold, or roll the dice that did"
        " not score, and, if you like, some that did; nothing new loses the turn. If all score, roll all"
        " anew.",
    ),
    "farkle": (
        of_farkle,
        "Roll six dice. Set some that score aside (ones 100, fives 50, three of a kind and more) and hold, or"
        " roll the rest; nothing new loses the turn. If all are set aside, roll all anew.",
    ),
}
_TOGETHER = (
    " Both play their turns unseen, and show them at the end of the round; if both reach the goal, they share"
    " the win."
)
_ROWS = [
    Playable(name, GAMES[name].title, says, GAMES[name], False, make) for name, (make, says) in _DICE.items()
]
_ROWS += [
    Playable(
        AT_ONCE + row.name,
        f"simultaneous {row.title}",
        row.says + _TOGETHER,
        row.game,
        True,
        row.thrower,
    )
    for row in _ROWS
    if row.game.most_mixed
]
PLAYABLE: dict[str, Playable] = {row.name: row for row in _ROWS}


def find(name: str) -> Playable:
    """A game by its name.

    Raises
    ------
    InvalidRules
        if there is none of that name
    """
    if name not in PLAYABLE:
        # Reading configs takes a parser, which no game needs.
        from configs.rules.shipped import shipped_rules

        close = get_close_matches(name, PLAYABLE, 1)
        from_a_file = Path(name).suffix in (".yaml", ".yml") or name in shipped_rules()
        remedy = "`judge`, `thumb` and `solve race.own` take games from files; these are not played here."
        raise expected(
            "game",
            "one of " + ", ".join(PLAYABLE),
            name,
            remedy if from_a_file else f"Did you mean {close[0]!r}?" if close else "",
        )
    return PLAYABLE[name]
