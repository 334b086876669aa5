"""`jeopardice judge`: played games, compared with optimal play."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

from flows.command_line.game_or_file import file_of
from flows.compiling.answering import answered
from flows.places import store_url
from flows.terminal.how_long import say_how_long
from flows.terminal.printed_json import print_json
from judging.following import games_of
from judging.log import read_log
from judging.losses import judge
from judging.printing import print_report
from judging.report import Report, document, write_decisions
from playing.state import Rules
from solvers.catalog import find
from solvers.games.turn import Turn
from solvers.questions.games import GAMES
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from solvers.questions.rules import OWN
from solvers.race.solve import Race
from tasks.given import read_all

console = Console(highlight=False)


@dataclass(frozen=True)
class Wanted:
    """The request.

    Attributes
    ----------
    game : name in the catalogue, a file of rules, or the name of a shipped one
    log : path of the CSV file
    parameters : NAME=VALUE texts
    store : store with the answer, if given
    decisions : file for every decision, if given
    as_json : whether to print everything as JSON
    """

    game: str
    log: str
    parameters: Sequence[str]
    store: str | None
    decisions: str | None
    as_json: bool


def judge_log(wanted: Wanted) -> None:
    """Judge the games of a log, and print the results.

    Raises
    ------
    InvalidRules
        if there is no such game or parameter
    LogError
        if the games of the log are impossible
    """
    question, given = _asked(wanted.game, wanted.parameters)
    parameters = question.complete(given)
    rules = Rules(_turn(question, parameters), int(parameters["goal"]), at_once=False)
    unit = question.parameter("goal").unit
    # Errors of the log are reported before anything takes long.
    log = read_log(wanted.log, rules, unit)
    games = games_of(log, rules)
    race = _race(question, parameters, wanted.store)
    told = {name: _told(question, name, value) for name, value in parameters.items()}
    judged = judge(games, rules, race.value)
    report = Report(_title(question, rules), unit, told, rules, log, judged, race.residual)
    written = None if wanted.decisions is None else write_decisions(report, wanted.decisions)
    if wanted.as_json:
        print_json(document(report))
        return
    print_report(report, console)
    if written is not None:
        console.print(f"Wrote {written}", soft_wrap=True, markup=False)


def _asked(game: str, given: Sequence[str]) -> tuple[Question, dict[str, Value]]:
    """The question about the game's race, and the parameters that are given."""
    file = file_of(game, GAMES)
    question = find(f"race.{game}" if file is None else "race.own")
    texts = [*given, *([] if file is None else [f"rules={file}"])]
    return question, read_all(question, texts)


def _turn(question: Question, parameters: dict[str, Value]) -> Turn:
    """The turn as played, with a row for each throw."""
    turn = question.turn(parameters)
    return turn if question.game is None else question.game.as_played(parameters)


def _race(question: Question, parameters: dict[str, Value], store: str | None) -> Race:
    """The answer, from the store if it is there."""
    if store is not None:
        # Imported late: xarray and Zarr take a second, and most games do not need them.
        from playing.stored_races import stored_race

        stored = stored_race(store_url(store), question, parameters)
        if stored is not None:
            return stored
    say_how_long(question, parameters)
    race: Race = answered(question, parameters)
    return race


def _title(question: Question, rules: Rules) -> str:
    title = rules.turn.name if question.is_about(OWN) or question.game is None else question.game.title
    return title[0].upper() + title[1:]


def _told(question: Question, name: str, value: Value) -> Value:
    """A parameter for printing: for a file of rules, the name of its game."""
    return question.parameter(name).label(value)
