"""The question that a person asks by the name of a game, and by players and a contest."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from configs.rules.finding import find_rules
from configs.sweep import Sweep
from flows.command_line.game_or_file import game_and_file
from solvers.catalog import QUESTIONS, find, keeping
from solvers.errors import InvalidRules, expected
from solvers.questions.games import GAMES
from solvers.questions.question import Question
from solvers.questions.rules import RULES
from solvers.wording.asking import asked
from solvers.wording.names import Wording, is_wording, names_of
from solvers.wording.refused import without
from solvers.wording.rewritten import in_words
from solvers.wording.seats import Named, spelled

KEEP = "keep"
WORDS = ("contest", "players", KEEP)


class Asked(NamedTuple):
    """What a person asks for.

    Attributes
    ----------
    question : the question
    given : its parameters, as NAME=VALUE
    keep : names of the wanted outputs; empty for all
    """

    question: Question
    given: list[str]
    keep: tuple[str, ...]


def asked_for(name: str, given: Sequence[str]) -> Asked:
    """The question, its parameters, and the wanted outputs.

    Parameters
    ----------
    name : name of a question, of a game, or of a file of rules
    given : NAME=VALUE texts, possibly with `keep`, and for a game with `contest` and `players`

    Raises
    ------
    InvalidRules
        if there is no such question, game or output, or no solver for it
    """
    if is_wording(name) or name in QUESTIONS or _is_meant_as_question(name):
        words, rest = _said(given, (KEEP,))
        keep = names_of(words.get(KEEP, ""))
        find(name)
        return Asked(keeping(name, keep), rest, keep)
    _refuse_study(name)
    game, file = game_and_file(name)
    words, rest = _said(given, WORDS)
    said = [text.partition("=")[0] for text in rest]
    keep = names_of(words.get(KEEP, ""))
    wording = asked(game, words.get("contest"), words.get("players"), said)._replace(keep=keep)
    question = QUESTIONS.worded(wording)
    _refuse_unknown(wording, question, said)
    return Asked(question, rest if file is None else [f"{RULES.name}={file}", *rest], keep)


def _said(given: Sequence[str], known: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Words with their values, each allowed once, and the other texts."""
    words: dict[str, str] = {}
    rest: list[str] = []
    for text in given:
        word, equals, value = text.partition("=")
        if not (equals and word in known):
            rest.append(text)
        elif word in words:
            raise expected(word, "one value", f"{words[word]} and {value}", "Say it once.")
        else:
            words[word] = value
    return words, rest


def written_now(sweeps: Iterable[Sweep]) -> str:
    """How the first sweep that names a question is written in words; "" if that is not possible.

    Parameters
    ----------
    sweeps : sweeps of a config
    """
    for sweep in sweeps:
        question, name = sweep.asked(), sweep.asked().players.count
        numbers = sweep.axes.get(name, (sweep.parameters.get(name, 2),))
        number = Named("n") if len(numbers) > 1 else int(str(numbers[0]))
        asked = None if is_wording(question.name) else in_words(question, QUESTIONS.values(), number)
        if asked is not None and _answers(asked, sweep.keep):
            words = f'game: {asked.game}, contest: {asked.contest.name}, players: "{spelled(asked.seats)}"'
            return f"{sweep.name}: question: {question.name} is written in words now: {words}."
    return ""


def _answers(asked: Wording, keep: Sequence[str]) -> bool:
    """Whether the words ask for the same question, given what a sweep keeps."""
    try:
        return keeping(asked._replace(keep=()).name, keep).name == asked.name
    except InvalidRules:
        return False


def _is_meant_as_question(name: str) -> bool:
    """Whether it has the form of a question's name; a file of rules exists, or is YAML."""
    return "." in name and Path(name).suffix not in (".yaml", ".yml") and not Path(name).exists()


def _refuse_unknown(wording: Wording, question: Question, said: Sequence[str]) -> None:
    """Refuse a word that is nearly one of ours, and a parameter that only other players have; whatever nobody
    has is refused where it is read.
    """
    names = {own.name for own in question.parameters}
    for name in said:
        if name in names:
            continue
        if refused := without(wording, name, QUESTIONS.values()):
            raise refused
        close = get_close_matches(name, [*WORDS, *names], 1)
        if close and close[0] in WORDS:
            rule = f"{', '.join(WORDS)} or a parameter"
            raise expected(name, rule, name, f"Did you mean {close[0]!r}?")


def _refuse_study(name: str) -> None:
    """Refuse a name that is not a game, and is close to a study's."""
    if name in GAMES or find_rules(name) is not None:
        return
    near = get_close_matches(name, [row.name for row in QUESTIONS.values() if row.study], 3, 0.5)
    if near:
        raise expected("game", "a game, a file of rules or a study", name, f"Nearest: {', '.join(near)}.")
