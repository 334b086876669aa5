"""Games: built in, from a file of rules, or from a dict with the same keys."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jeopardice.border import public

if TYPE_CHECKING:
    from configs.rules.load import Described
    from solvers.questions.parameter import Value
    from solvers.questions.question import Question


@dataclass(frozen=True, repr=False)
class Game:
    """A game that `solve`, `sweep`, `questions` and `advise` take.

    Parameters
    ----------
    name : name of the game, from its rules
    described : the rules, if they come from a file or a dict; None for a built-in game
    """

    name: str
    described: "Described | None" = field(default=None)

    @property
    def goal(self) -> int | None:
        """The usual goal, in the game's unit of points; None if the rules name none."""
        if self.described is not None:
            return self.described.usual_goal
        from solvers.questions.games import GAMES

        return GAMES[self.name].usual_goal

    @property
    def asked(self) -> str:
        """Name of the game in the catalogue that questions are asked about."""
        from solvers.questions.rules import OWN

        return self.name if self.described is None else OWN

    @property
    def told(self) -> "dict[str, Value]":
        """The rules as a parameter, by name; empty for a built-in game."""
        if self.described is None:
            return {}
        from solvers.games.own import text
        from solvers.questions.rules import RULES

        return {RULES.name: text(self.described.turn)}

    def given(self, question: "Question") -> "dict[str, Value]":
        """The rules and their usual goal as parameters of a question; empty for a built-in game.

        Parameters
        ----------
        question : a question about the game
        """
        from solvers.questions.question import GOAL

        usual = None if self.described is None else question.usual_goal(self.described.usual_goal)
        return self.told if usual is None else self.told | {GOAL: usual}

    def __repr__(self) -> str:
        if self.described is None:
            return f"Game({self.name!r}: built in, goal {self.goal})"
        turn = self.described.turn
        goal = "no usual goal" if self.goal is None else f"goal {self.goal}"
        throws = ", ".join(throw.name for throw in turn.throws)
        return f"Game({self.name!r}: {goal}, throws {throws}, actions {', '.join(turn.actions)})"


@public
def game(what: "str | os.PathLike[str] | Mapping[str, Any] | Game") -> Game:
    """Read a built-in game, a file of rules, or a dict of rules.

    Parameters
    ----------
    what : name of a game, path of a YAML file of rules, or a dict with the keys of such a file

    Raises
    ------
    InvalidRules
        if there is no such game
    ConfigError
        if the rules define no playable game; one line for each problem

    Examples
    --------
    >>> import jeopardice as jp
    >>> jp.game("pig")
    Game('pig': built in, goal 100)
    >>> results = [{"chance": "1/2", "gain": 1}, {"chance": "1/2", "bust": True}]
    >>> jp.game({"name": "coins", "usual_goal": 10, "throws": {"coin": {"results": results}}})
    Game('coins': goal 10, throws coin, actions hold, roll)
    """
    if isinstance(what, Game):
        return what
    if isinstance(what, Mapping):
        return _from_mapping(what)
    if not isinstance(what, str | os.PathLike):
        from solvers.errors import expected

        raise expected("game", "a name, a path, or a dict of rules", what)
    from configs.rules.load import load_game
    from flows.command_line.game_or_file import game_and_file

    name, file = game_and_file(os.fspath(what))
    if file is None:
        return Game(name)
    described = load_game(file)
    return Game(described.turn.name, described)


def _from_mapping(content: Mapping[str, Any]) -> Game:
    from configs.errors import ConfigError, listed
    from configs.files import once
    from configs.rules.load import checked

    described, problems = checked(content)
    if described is None or problems:
        raise ConfigError(listed([problem.worded() for problem in once(problems)]))
    return Game(described.turn.name, described)
