"""Questions: win probabilities and length of two rules of thumb where busts in a row cost points.

The contest is a race, or has equal turns.
"""

from collections.abc import Mapping
from functools import partial
from math import inf
from typing import Any

from numpy.typing import NDArray

from solvers.contests.tie import Tie
from solvers.in_turn.lasting.answer import Lasting
from solvers.in_turn.lasting.question_parts import MOST_GOAL, MOST_TURNS, TURNS, outputs, seconds
from solvers.players.player import by_rule, seated
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import numbers_of, rule_parameters
from solvers.streak import question as race
from solvers.streak import question_of_length as lengths
from solvers.thumb.streak.against import rule_against_rule
from solvers.thumb.streak.certificate_of_rules import residual
from solvers.thumb.streak.rule import RuleByBusts, check_by_busts, rule_by_busts

WHOSE = {"first_": "the player", "second_": "the opponent"}
TABLES = ("value", "second_value", "turns_left", "second_turns_left")


def _question(length: Question, game: Game) -> Question:
    """Return the question about two rules in the contest of another question.

    Parameters
    ----------
    length : the question about the length of that contest between two optimal players
    game : its game
    """
    contest = length.name.removeprefix("length_").partition(".")[0]

    def told(given: Parameters, prefix: str, certifies: bool = False) -> RuleByBusts:
        turn, text = (game.certificate_turn if certifies else game.turn)(given), str(given[f"{prefix}rule"])
        goal, streak = int(given["goal"]), race.rule_of(given)
        return rule_by_busts(text, turn, goal, streak, numbers_of(given, prefix))

    def tie(given: Parameters) -> Tie | None:
        return Tie(int(given["tie"])) if "tie" in given else None

    def solve(**given: Any) -> Lasting:
        first, second = (told(given, prefix) for prefix in WHOSE)
        return rule_against_rule(first, second, tie(given), given["most_turns"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        goal, busts = int(given["goal"]), int(given["busts"])
        if any(stored[name].shape != (goal, goal, busts, busts) for name in TABLES):
            return inf
        first, second = (told(given, prefix, certifies=True) for prefix in WHOSE)
        return residual(tie(given), first, second, stored)

    def fits(prefix: str, given: Parameters) -> None:
        text, turn, goal = str(given[f"{prefix}rule"]), game.turn(given), int(given["goal"])
        check_by_busts(text, turn, goal, race.rule_of(given), numbers_of(given, prefix))

    own = {parameter.name for parameter in game.parameters} | {"goal", "most_turns"}
    return Question(
        name=f"{contest}_rules.{game.name}",
        version=1,
        title=f"Two rules of thumb in {game.title}, {_WHERE[contest]}: what each wins, and how long it lasts",
        game=game,
        contest=length.contest,
        players=seated(*map(by_rule, WHOSE)),
        positions=game.positions,
        parameters=(
            game.goal(min(MOST_GOAL, game.most_race_goal)),
            *(
                parameter
                for prefix, who in WHOSE.items()
                for parameter in rule_parameters(partial(fits, prefix), prefix, who)
            ),
            *(parameter for parameter in length.parameters if parameter.name not in own),
            MOST_TURNS,
            *game.parameters,
        ),
        dimensions=(*(one for one in length.dimensions if one.name in race.STATE), TURNS),
        outputs=(*outputs(race.STATE, two_seats=True), *race.how_fair(game)),
        solve=solve,
        certify=certify,
        seconds=lambda given: seconds(
            game, lambda given: 0.01, given, seats=2.0, counts=float(given["busts"]) ** 2
        ),
    )


_WHERE = {
    "streak": "where busts in a row cost points",
    "equal_turns_streak": "with equal turns where busts in a row cost points",
}
# A player who chooses a number of dice to open with needs more than a rule.
QUESTIONS = tuple(
    _question(length, length.game)
    for length in lengths.QUESTIONS
    if length.game and length.game.name != "hog"
)
