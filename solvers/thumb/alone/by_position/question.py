"""Rules of thumb for who wants the goal within some turns, alone, in games with more to decide."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from solvers.alone.question_within_turns import TURNS, TURNS_LEFT
from solvers.contests.contest import WITHIN_TURNS
from solvers.fixed.question_parts import scores
from solvers.outputs import decisions, proofs
from solvers.players.player import RULE_ALONE, RULE_ALONE_WINS
from solvers.players.question_rule import refuse_no_rule, rule_parameters, rule_told
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_HOUSE_RULES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.thumb.alone.by_position.certificate import Tables, residual
from solvers.thumb.alone.by_position.evaluation import EvaluationAloneByPosition, evaluate_alone_by_position
from solvers.thumb.alone.question_outputs import CHANCES, LOST, STATE, VALUES
from solvers.thumb.by_position.question import MOST_GOAL
from solvers.thumb.by_position.question_outputs import at_risk, decided_by_position, dice_left, two
from solvers.thumb.by_position.summed import dice_columns

# Seconds by turns and the second power of the goal, on one core of 3 GHz, of all that is solved and proved.
SECONDS = {"ten_thousand": 2.4e-6, "farkle": 8e-6, "own": 1.3e-7}


def _question(game: Game, suffix: str) -> Question:
    # Positions of a file's game have no labels that fit all games of a sweep.
    by_dice = not suffix
    totals = ("turn_total", "dice_left") if by_dice else ("turn_total",)

    def solve(**given: Any) -> EvaluationAloneByPosition:
        return evaluate_alone_by_position(rule_told(game.turn(given), given), by_dice)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        own = rule_told(game.certificate_turn(given), given)
        column, _ = dice_columns(own, by_dice)
        states = (stored[name] for name in ("value", "rule_value", "turns_begun", "lost"))
        sums = (two(stored[name]) for name in ("visits", "lost_there", "right_visits"))
        return residual(own, column, Tables(*states, *sums))

    def fits(given: Parameters) -> None:
        refuse_no_rule(game.turn(given), given)

    def seconds(given: Parameters) -> float:
        states = (float(given["turns"]) + 1.0) * float(given["goal"])
        return (
            0.0015
            + 9e-6 * game.effort
            + game.making(given)
            + game.weight(given) * SECONDS[game.name] * states * float(given["goal"])
        )

    return Question(
        name=f"thumb_within_turns.{game.name}{suffix}",
        version=1,
        title=f"A rule of thumb for {game.title} alone, to reach the goal within some turns, by turn total",
        game=game,
        contest=WITHIN_TURNS,
        players=RULE_ALONE,
        wins=RULE_ALONE_WINS,
        positions=True,
        parameters=(game.goal(MOST_GOAL), TURNS, *rule_parameters(fits), *game.parameters),
        dimensions=(
            TURNS_LEFT,
            scores("banked", "the rule", game),
            at_risk(game),
            *((dice_left(game),) if by_dice else ()),
        ),
        outputs=(*CHANCES, *decided_by_position(totals), *_STATES, *VALUES, proofs.residual()),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(LOST,),
    )


_STATES = (
    decisions.lost(dims=STATE, proved=True),
    decisions.turns_begun(dims=STATE, of=lambda solved: solved.begun, proved=True),
)
_BY_NAME = {game.name: game for game in WITH_HOUSE_RULES}
QUESTIONS = (
    _question(_BY_NAME["ten_thousand"], ""),
    _question(_BY_NAME["farkle"], ""),
    _question(_BY_NAME["own"], "_by_position"),
)
