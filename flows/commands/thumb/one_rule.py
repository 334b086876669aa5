"""`jeopardice thumb GAME rule=TEXT`: what a rule of thumb gives away, and where it goes wrong, in words."""

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
    """What rules of thumb are asked about.

    Attributes
    ----------
    question : that takes them, by one turn total or by position, for who plays alone, where busts in a row
        cost points, or with equal turns
    told : its parameters as far as they are given
    """

    question: Question
    told: dict[str, Value]

    @property
    def by_position(self) -> bool:
        """Whether there is more to decide than to throw the same again."""
        return self.question.positions

    @property
    def of_optimal_play(self) -> Question:
        """The question about whom they meet."""
        return of_optimal_play(self.question)

    @property
    def alone(self) -> bool:
        """Whether they are for who plays alone for some turns."""
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
    """The question about rules of thumb of a game, and what is told of its parameters.

    Where a number of turns is told, one plays alone; where it is told how many busts in a row cost points,
    or how many points they cost, they do; where it is told what a tie means, turns are equal.

    Parameters
    ----------
    game : its name, own, or a file of rules
    given : parameters as NAME=VALUE

    Raises
    ------
    InvalidRules
        if rules of thumb are not for that game, there is none of that name, or a parameter is not one
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
    """Of the questions about one game, which may come from a file, that about its turns: by position if there
    is more to decide than to throw the same again, or an entry.
    """
    simple, *by_position = sorted(questions, key=lambda row: row.positions)
    for text in texts:
        if by_position and text.partition("=")[0] == "rules":
            turn = own.turn(str(read(by_position[0], text)[1]))
            # Where one must throw nothing is decided.
            return simple if made_at_once(turn, 1).only_throws_on and not turn.entry else by_position[0]
    return simple


def say_rule(game: str, given: Sequence[str], as_json: bool) -> None:
    """Print what a rule wins, what it gives away, and in which regions.

    Parameters
    ----------
    game : its name, own, or a file of rules
    given : parameters of the question as NAME=VALUE, the rule among them
    as_json : print everything as JSON

    Raises
    ------
    InvalidRules
        if the game or a parameter is not one
    """
    asked = ask(game, given)
    question, told = asked.question, asked.told
    # A sweep has them along its axes; here they would be 0 without a word.
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
    """The rule with its numbers in place.

    >>> written_out({"rule": "hold at {a}", "a": 25})
    'hold at 25'
    """
    rule = str(parameters["rule"])
    for name, value in parameters.items():
        rule = rule.replace(f"{{{name}}}", str(value))
    return rule
