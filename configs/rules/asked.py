"""Rules in a config: `rules` is the name of a file or of a game, or rules written out; one for all cases, or
several along an axis.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from configs.errors import ConfigError, Path, Problem, dotted
from solvers.catalog import QUESTIONS
from solvers.games import own, pig
from solvers.questions.question import GOAL

if TYPE_CHECKING:
    from configs.rules.load import Described

RULES = "rules"
# How rules begin as a line of text in a sweep.
TEXT = "{"


@dataclass(frozen=True)
class Asked:
    """A config with its rules as a parameter or an axis.

    Attributes
    ----------
    content : content of the document
    problems : problems of rules written in the config
    elsewhere : problems of the files that it names, as text
    at_top : whether rules are a top-level key
    """

    content: object
    problems: tuple[Problem, ...] = ()
    elsewhere: tuple[str, ...] = ()
    at_top: bool = False

    def placed(self, problem: Problem) -> Problem:
        """A problem about rules, with its path in the config as written."""
        moved = self.at_top and problem.path == ("parameters", RULES)
        return replace(problem, path=(RULES,)) if moved else problem


def with_rules(content: object, place: str) -> Asked:
    """Put the rules that a config names or contains where the question expects them, as text.

    Parameters
    ----------
    content : content of the document
    place : its file; paths of rules are relative to its directory
    """
    if not isinstance(content, Mapping):
        return Asked(content)
    reader, put = _Reader(os.path.dirname(place)), dict(content)
    parameters, axes = content.get("parameters") or {}, content.get("axes")
    if RULES in content:
        del put[RULES]
        if isinstance(parameters, Mapping) and RULES in parameters:
            remedy = "Remove it from the parameters."
            reader.problems.append(Problem(RULES, "rules are given twice", "", ("parameters", RULES), remedy))
        elif isinstance(parameters, Mapping):
            put["parameters"] = {RULES: reader.text(content[RULES], (RULES,)), **parameters}
    elif isinstance(parameters, Mapping) and RULES in parameters:
        put["parameters"] = {**parameters, RULES: reader.text(parameters[RULES], ("parameters", RULES))}
    if isinstance(axes, Mapping) and isinstance(axes.get(RULES), list):
        texts = [reader.text(one, ("axes", RULES, number)) for number, one in enumerate(axes[RULES])]
        put["axes"] = {**axes, RULES: texts}
    reader.say_goal(put)
    return Asked(put, tuple(reader.problems), tuple(dict.fromkeys(reader.elsewhere)), RULES in content)


@dataclass(frozen=True)
class _Reader:
    """Reads rules, and collects their problems.

    Attributes
    ----------
    directory : directory for relative paths
    problems, elsewhere : as in `Asked`
    goals : usual goals by name of the game; None for a game without one
    """

    directory: str
    problems: list[Problem] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    goals: dict[str, int | None] = field(default_factory=dict)

    def text(self, written: object, path: Path) -> str:
        """The rules as text; if there are none, those of some other game, so that the rest can be checked."""
        if isinstance(written, str) and written.startswith(TEXT):
            return written
        game = self._named(written, path) if isinstance(written, str) else self._inside(written, path)
        if game is None:
            return own.text(replace(pig.turn(), name=dotted(path)))
        self.goals[game.turn.name] = game.usual_goal
        return own.text(game.turn)

    def say_goal(self, content: dict[str, Any]) -> None:
        """Set the goal to the usual goal of the rules if a config has none; a problem if they differ.

        Parameters
        ----------
        content : content of a document with its rules
        """
        asked = content.get("question")
        question = QUESTIONS.get(asked) if isinstance(asked, str) else None
        parameters, axes = content.get("parameters") or {}, content.get("axes") or {}
        silent = all(isinstance(part, Mapping) and GOAL not in part for part in (parameters, axes))
        if question is None or question.usual_goal() is None or not silent:
            return
        goals = {name: question.usual_goal(goal) for name, goal in self.goals.items()}
        usual = set(goals.values())
        if len(usual) == 1:
            content["parameters"] = {**parameters, GOAL: usual.pop()}
        elif usual:
            got = ", ".join(f"{goal} of {name}" for name, goal in goals.items())
            remedy = "They are usually played to these: say one under parameters or axes."
            self.problems.append(Problem(GOAL, "one for all of these games", got, ("axes", RULES), remedy))

    # Imported here, as reading rules needs a parser, which other sweeps do not.
    def _named(self, name: str, path: Path) -> "Described | None":
        from configs.rules.finding import find_rules, nowhere
        from configs.rules.load import load_game

        file = find_rules(name, self.directory)
        if file is None:
            self.problems.append(nowhere(name, path))
            return None
        try:
            return load_game(file)
        except ConfigError as error:
            self.elsewhere.extend(str(error).splitlines())
            return None

    def _inside(self, written: object, path: Path) -> "Described | None":
        from configs.rules.load import checked

        game, problems = checked(written)
        self.problems.extend(replace(problem, path=(*path, *problem.path)) for problem in problems)
        return game
