"""`jeopardice thumb GAME rule=TEXT`: in words, what a rule of thumb loses, and where it goes wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from flows.command_line.game_or_file import file_of
from flows.command_line.thumb_questions import CONTEST_OF, about_rules, games_with_rules, of_optimal_play
from flows.commands.thumb.alone import say_alone
from flows.commands.thumb.said import say_chances
from flows.quick_imports import quick_imports
from solvers.contests.contest import EQUAL_TURNS, RACE, STREAK, WITHIN_TURNS
from solvers.errors import InvalidRules
from solvers.games import own
from solvers.games.must_throw import made_at_once
from solvers.players.language.grammar import NUMBERS
from solvers.questions.games import GAMES
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from solvers.questions.rules import OWN
from tasks.given import read, read_all

WIPING = (
    'Ask for the best reply instead: jeopardice solve {} contest="equal turns" players="best, hold at 20".'
)
OTHERS = "Other questions about it: jeopardice questions {}."


@dataclass(frozen=True)
class Asked:
    """A question about rules of thumb, with given parameters.

    Attributes
    ----------
    question : the question, for rules by turn total or by position, for a player alone, for busts in a row
        that cost points, or for equal turns
    told : its parameters as far as they are given
    """

    question: Question
    told: dict[str, Value]

    @property
    def by_position(self) -> bool:
        """Whether there are more choices than roll or hold."""
        return self.question.positions

    @property
    def of_optimal_play(self) -> Question:
        """The question about the optimal play that the rules are compared with."""
        return of_optimal_play(self.question)

    @property
    def alone(self) -> bool:
        """Whether the rules are for a player alone."""
        return self.question.contest == WITHIN_TURNS

    @property
    def streak(self) -> bool:
        """Whether busts in a row cost points."""
        return self.question.contest == STREAK

    @property
    def equal_turns(self) -> bool:
        """Whether both have the same number of turns."""
        return self.question.contest == EQUAL_TURNS


def ask(game: str, given: Sequence[str]) -> Asked:
    """The question about rules of thumb of a game, and the given parameters.

    A number of turns selects a player alone; a number of busts, or their cost, selects busts in a row; a tie
    rule selects equal turns.

    Parameters
    ----------
    game : name of the game, own, or a file of rules
    given : parameters as NAME=VALUE

    Raises
    ------
    InvalidRules
        if there are no rules of thumb for that game, no such game, or no such parameter
    """
    names = (text.partition("=")[0] for text in given)
    contest = next((CONTEST_OF[name] for name in names if name in CONTEST_OF), RACE)
    with quick_imports():
        known = games_with_rules(contest)
        if game in GAMES and game not in known:
            remedy = WIPING if contest == EQUAL_TURNS and GAMES[game].wipes else OTHERS
            raise InvalidRules(
                f"game: {contest.name} has no rules of thumb for {game}, only for {', '.join(known)} and"
                f" files of rules. {remedy.format(game)}"
            )
        file = file_of(game, known)
        texts = [*given, *([] if file is None else [f"rules={file}"])]
        name = game if file is None else OWN
        question = _of_turns([row for row in about_rules(contest) if row.is_about(name)], texts)
    told = read_all(question, texts)
    return Asked(question, told)


def _of_turns(questions: Sequence[Question], texts: Sequence[str]) -> Question:
    """Of the questions about one game, the one that fits its turns: by position if there are more choices
    than roll or hold, or an entry.
    """
    simple, *by_position = sorted(questions, key=lambda row: row.positions)
    for text in texts:
        if by_position and text.partition("=")[0] == "rules":
            turn = own.turn(str(read(by_position[0], text)[1]))
            # A forced throw is no decision.
            return simple if made_at_once(turn, 1).only_throws_on and not turn.entry else by_position[0]
    return simple


def say_rule(game: str, given: Sequence[str], as_json: bool) -> None:
    """Print a rule's chances to win, its loss, and in which regions it occurs.

    Parameters
    ----------
    game : name of the game, own, or a file of rules
    given : parameters of the question as NAME=VALUE, with the rule
    as_json : whether to print everything as JSON

    Raises
    ------
    InvalidRules
        if there is no such game or parameter
    """
    asked = ask(game, given)
    question, told = asked.question, asked.told
    # A sweep has these numbers along its axes; here they would silently be 0.
    for name in NUMBERS:
        named = f"{{{name}}}" in str(told.get("rule"))
        if named and name not in told:
            raise InvalidRules(f"{name}: the rule contains {{{name}}}. Give it a number, such as {name}=20.")
        if name in told and not named:
            raise InvalidRules(f"{name}: the rule does not contain {{{name}}}. Leave {name} out.")
    parameters = question.complete(told)
    say = say_alone if asked.alone else say_chances
    say(question, parameters, written_out(parameters), as_json)


def written_out(parameters: dict[str, Value]) -> str:
    """The rule with its numbers inserted.

    >>> written_out({"rule": "hold at {a}", "a": 25})
    'hold at 25'
    """
    rule = str(parameters["rule"])
    for name, value in parameters.items():
        rule = rule.replace(f"{{{name}}}", str(value))
    return rule
