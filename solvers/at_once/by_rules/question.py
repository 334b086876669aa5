"""The question about two rules of thumb in simultaneous play."""

from collections.abc import Mapping
from math import inf
from typing import Any

from numpy.typing import NDArray

from solvers.at_once.by_rules.certificate import Tables, residual
from solvers.at_once.by_rules.solve import RulesAtOnce, rules_at_once
from solvers.contests.contest import AT_ONCE
from solvers.outputs import chances, lengths, proofs, tables
from solvers.players.player import by_rule, seated
from solvers.questions.following import first_of
from solvers.questions.game import Game
from solvers.questions.own_rules import WIPING_NOTHING, WITH_HOUSE_RULES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import rule_told, rules_of_seats

WHOSE = {"first_": "the player", "second_": "the opponent"}
PREFIXES = tuple(WHOSE)
PAIR = ("banked", "opponent")
# Turns of a rule that looks at both scores have a number for each gain at each pair of scores.
MOST_GOAL = 200
# Seconds, measured on one core of 3 GHz: the fourth power of the goal, for the sums of the solver and of the
# proof; the third power for each outcome, to play out the turns.
SECONDS, SECONDS_AN_OUTCOME = 3e-9, 3e-9


def _question(game: Game) -> Question:
    def solve(**given: Any) -> RulesAtOnce:
        turn = game.turn(given)
        return rules_at_once(*(rule_told(turn, given, prefix) for prefix in PREFIXES))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        said = Tables(stored["value"], stored["rounds_left"])
        if any(table.shape != (goal, goal) for table in said):
            return inf
        own, other = (rule_told(turn, given, prefix) for prefix in PREFIXES)
        return residual(turn, own, other, said)

    def seconds(given: Parameters) -> float:
        goal = float(given["goal"])
        played = SECONDS_AN_OUTCOME * game.width * game.steps(given) * goal**3
        return 0.003 + game.making(given) + SECONDS * goal**4 + played

    return Question(
        name=f"at_once_rules.{game.name}",
        version=1,
        title=f"Two rules of thumb in {game.title} at once: what each wins, and how many rounds it takes",
        game=game,
        contest=AT_ONCE,
        players=seated(*map(by_rule, PREFIXES)),
        positions=game.positions,
        parameters=(
            game.goal(min(MOST_GOAL, game.most_race_goal)),
            *rules_of_seats(game.turn, WHOSE),
            *game.parameters,
        ),
        dimensions=tuple(game.scores(name, who) for name, who in zip(PAIR, WHOSE.values(), strict=True)),
        outputs=(
            chances.win_probability(**first_of("value")),
            lengths.expected_rounds(**first_of("rounds_left")),
            tables.value(dims=PAIR, proved=True),
            lengths.rounds_left(proved=True),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


# If a player also chooses how many dice to roll, it needs more than a rule.
QUESTIONS = tuple(
    _question(WIPING_NOTHING if game.name == "own" else game)
    for game in WITH_HOUSE_RULES
    if game.name == "own" or not (game.name == "hog" or game.wipes)
)
