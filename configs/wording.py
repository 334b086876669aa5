"""A config with game, contest and players, as one with the name of a question.

    game: pig
    contest: equal turns
    players: [best, "hold at {n}"]

asks `pig, equal turns: best, hold at {n}`. If several questions match, `keep` decides between them.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from configs.errors import NOTHING, Path, Problem, shown
from configs.rules.asked import RULES
from solvers.catalog import find, keeping
from solvers.errors import InvalidRules
from solvers.questions.games import GAMES
from solvers.questions.question import Question
from solvers.questions.rules import OWN
from solvers.wording.alternatives import axis_of
from solvers.wording.asking import asked
from solvers.wording.names import contest_of
from solvers.wording.seats import read

WORDS = ("game", "contest", "players", "seats")


@dataclass(frozen=True)
class Worded:
    """A config that names its question.

    Attributes
    ----------
    content : content of the document
    problems : problems with the words
    of_rules : whether the game is a file of rules
    """

    content: object
    problems: tuple[Problem, ...] = ()
    of_rules: bool = False

    def placed(self, problem: Problem) -> Problem:
        """A problem, with its path in the config as written if the words were replaced there."""
        moved = self.of_rules and problem.path[:1] == (RULES,)
        return replace(problem, path=("game", *problem.path[1:])) if moved else problem


def with_question(content: object) -> Worded:
    """Replace a config's words by the name of the question that they ask; a config without them is unchanged.

    Parameters
    ----------
    content : content of the document
    """
    if not isinstance(content, Mapping) or not any(word in content for word in WORDS):
        return Worded(content)
    put = {key: value for key, value in content.items() if key not in WORDS}
    game = content.get("game")
    of_rules = isinstance(game, str) and game not in GAMES and RULES not in content
    if of_rules:
        put[RULES] = game
    problems = tuple(_wrong_words(content))
    if problems:
        return Worded(put, problems, of_rules)
    parts = [part for key in ("parameters", "axes") if isinstance(part := content.get(key), Mapping)]
    try:
        wording = asked(
            OWN if of_rules else str(game),
            content.get("contest"),
            content.get("players"),
            list(dict.fromkeys(name for part in parts for name in part)),
        )
        question = _keeping(wording.name, content.get("keep"))
    except InvalidRules as error:
        return Worded(put, (_problem(error, content),), of_rules)
    put = {"question": question.name} | put
    several = {axis_of(seat): texts for seat, texts in wording.several.items()}
    if several and isinstance(axes := put.get("axes", {}), Mapping):
        put["axes"] = several | dict(axes)
    if "symmetric" not in put and (groups := exchangeable(question, put.get("axes"))):
        put["symmetric"] = groups
    return Worded(put, _not_in_all_seats(content, question), of_rules)


def _keeping(name: str, keep: object) -> Question:
    """The question that has the outputs to keep; the simplest if none has them all, for its error."""
    names = [own for own in keep if isinstance(own, str)] if isinstance(keep, list | tuple) else []
    plainest = find(name)
    with suppress(InvalidRules):
        return keeping(name, names)
    return plainest


def _wrong_words(content: Mapping[str, Any]) -> Iterator[Problem]:
    """Problems of each word by itself."""
    game = content.get("game")
    if "question" in content:
        remedy = "Remove question, or remove game, contest and players."
        yield Problem("question", "this config has a game and a question", "", ("question",), remedy)
    elif not isinstance(game, str):
        path: Path = ("game",) if "game" in content else ()
        yield Problem("game", "a game, or a file of rules", _shown(game), path, "Name it.")
    elif RULES in content and game != OWN:
        remedy = "Remove rules, or name that file as the game."
        yield Problem(RULES, "this config has a game and rules", "", (RULES,), remedy)
    for word, known in (("contest", contest_of), ("players", read)):
        try:
            if word in content:
                known(content[word])
        except InvalidRules as error:
            yield _problem(error, content)


def _problem(error: InvalidRules, content: Mapping[str, Any]) -> Problem:
    if error.refusal is None:
        raise error
    rule, got, remedy = error.refusal
    return Problem(error.name, rule, _shown(got), (error.name,) if error.name in content else (), remedy)


def _shown(got: object) -> str:
    return NOTHING if got is None else shown(got)


def _not_in_all_seats(content: Mapping[str, Any], question: Question) -> tuple[Problem, ...]:
    """`seats: all` says that the first player takes each seat, which the question's `seat` must offer."""
    if "seats" not in content:
        return ()
    if content["seats"] != "all":
        remedy = "Remove it to have the seats as they are written."
        return (Problem("seats", "all", shown(content["seats"]), ("seats",), remedy),)
    if any(dimension.name == "seat" for dimension in question.dimensions):
        return ()
    remedy = "Remove it, and write a sweep for each order of the players."
    return (Problem("seats", f"{question.name} does not take all", "", ("seats",), remedy),)


def exchangeable(question: Question, axes: object) -> list[list[str]]:
    """Groups of axes that may be exchanged by the question, and have the same labels.

    Parameters
    ----------
    question : the question
    axes : labels by name, as in a config; other values have no labels
    """
    if not isinstance(axes, Mapping):
        return []
    groups = []
    for symmetry in question.symmetries:
        there = [name for name in symmetry.axes if name in axes]
        if len(there) > 1 and all(axes[name] == axes[there[0]] for name in there):
            groups.append(there)
    return groups
