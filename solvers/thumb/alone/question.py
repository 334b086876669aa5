"""Rules of thumb for who wants the goal within some turns, alone: what one gives away, and where."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from solvers.alone.question_within_turns import TURNS, TURNS_LEFT
from solvers.arrays import Flags
from solvers.contests.contest import WITHIN_TURNS
from solvers.fixed.question_parts import ONE_THROW, scores
from solvers.outputs import proofs
from solvers.players.player import RULE_ALONE, RULE_ALONE_WINS
from solvers.players.question_rule import rule_parameters, rule_told
from solvers.questions.game import Game
from solvers.questions.own_rules import ALONE_WITHOUT_ENTRY
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.thumb.alone.certificate import Tables, residual
from solvers.thumb.alone.evaluation import EvaluationAlone, evaluate_alone, rolls_alone
from solvers.thumb.alone.question_outputs import CHANCES, LOST, VALUES, of_play
from solvers.thumb.question import MOST_GOAL
from solvers.thumb.question_decided import DECIDED
from solvers.thumb.question_rule import of_one_throw, totals


def _question(game: Game) -> Question:
    def solve(**given: Any) -> EvaluationAlone:
        return evaluate_alone(rule_told(game.turn(given), given))

    def does(given: Parameters) -> Flags:
        return rolls_alone(rule_told(game.certificate_turn(given), given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        tables = Tables(stored["value"], stored["rule_value"], stored["visits"])
        return residual(rule_told(game.certificate_turn(given), given), tables)

    def seconds(given: Parameters) -> float:
        goal = float(given["goal"])
        state = 8e-7 + game.width * game.weight(given) * 1.1e-8 * goal
        return 0.0006 + 2.5e-5 * goal + float(given["turns"]) * goal * state

    return Question(
        name=f"thumb_within_turns.{game.name}",
        version=1,
        title=f"A rule of thumb for {game.title} alone, to reach the goal within some turns",
        game=game,
        contest=WITHIN_TURNS,
        players=RULE_ALONE,
        wins=RULE_ALONE_WINS,
        positions=False,
        parameters=(
            game.goal(game.most_policy_goal or MOST_GOAL),
            TURNS,
            *rule_parameters(of_one_throw(game, "thumb_within_turns.own_by_position")),
            *game.parameters,
        ),
        dimensions=(TURNS_LEFT, scores("banked", "the rule", game), totals(game)),
        outputs=(*CHANCES, *DECIDED, *of_play(game, does), *VALUES, proofs.residual()),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(LOST,),
    )


QUESTIONS = tuple(_question(game) for game in (*ONE_THROW, ALONE_WITHOUT_ENTRY))
