"""Questions: what a rule of thumb gives away to one player alone with a number of turns, and where."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from solvers.alone.question_within_turns import TURNS, TURNS_LEFT
from solvers.arrays import Flags
from solvers.contests.contest import WITHIN_TURNS
from solvers.fixed.question_parts import ONE_THROW
from solvers.outputs import decisions, proofs
from solvers.players.player import RULE_ALONE
from solvers.questions.game import Game
from solvers.questions.own_rules import ALONE_WITHOUT_ENTRY, WITH_HOUSE_RULES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import refuse_no_rule, rule_parameters, rule_told
from solvers.thumb.alone.certificate import residual
from solvers.thumb.alone.evaluation import (
    EvaluationAlone,
    evaluate_alone,
    evaluate_alone_by_state,
    rolls_alone,
)
from solvers.thumb.alone.question_outputs import CHANCES, LOST, STATE, VALUES, of_play
from solvers.thumb.judged import dice_columns
from solvers.thumb.question import MOST_GOAL, MOST_GOAL_BY_POSITION, refuse_more_to_decide
from solvers.thumb.question_decided import DECIDED, at_risk, decided_by_position, dice_left, totals

# Seconds to solve and prove, divided by the turns and by goal ** 2, on one core of 3 GHz.
SECONDS = {"ten_thousand": 2.4e-6, "farkle": 8e-6, "own": 1.3e-7}


def _of_one_throw(game: Game) -> Question:
    def solve(**given: Any) -> EvaluationAlone:
        return evaluate_alone_by_state(rule_told(game.turn(given), given))

    def does(given: Parameters) -> Flags:
        return rolls_alone(rule_told(game.certificate_turn(given), given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        rule = rule_told(game.certificate_turn(given), given)
        return residual(rule, dice_columns(rule, False)[0], stored)

    def seconds(given: Parameters) -> float:
        goal = float(given["goal"])
        state = 8e-7 + game.width * game.weight(given) * 1.1e-8 * goal
        return 0.0006 + 2.5e-5 * goal + float(given["turns"]) * goal * state

    return Question(
        name=f"thumb_within_turns.{game.name}",
        version=2,
        title=f"A rule of thumb for {game.title} alone, to reach the goal within some turns",
        game=game,
        contest=WITHIN_TURNS,
        players=RULE_ALONE,
        positions=False,
        parameters=(
            game.goal(game.most_policy_goal or MOST_GOAL),
            TURNS,
            *rule_parameters(refuse_more_to_decide(game, "thumb_within_turns.own_by_position")),
            *game.parameters,
        ),
        dimensions=(TURNS_LEFT, game.scores("banked", "the rule"), totals(game)),
        outputs=(*CHANCES, *DECIDED, *of_play(game, does), *VALUES, proofs.residual()),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(LOST,),
    )


def _by_position(game: Game, suffix: str) -> Question:
    # Positions of a game from a file have no labels that fit all games of a sweep.
    by_dice = not suffix
    totals = ("turn_total", "dice_left") if by_dice else ("turn_total",)

    def solve(**given: Any) -> EvaluationAlone:
        return evaluate_alone(rule_told(game.turn(given), given), by_dice)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        rule = rule_told(game.certificate_turn(given), given)
        return residual(rule, dice_columns(rule, by_dice)[0], stored)

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
        version=2,
        title=f"A rule of thumb for {game.title} alone, to reach the goal within some turns, by turn total",
        game=game,
        contest=WITHIN_TURNS,
        players=RULE_ALONE,
        positions=True,
        parameters=(game.goal(MOST_GOAL_BY_POSITION), TURNS, *rule_parameters(fits), *game.parameters),
        dimensions=(
            TURNS_LEFT,
            game.scores("banked", "the rule"),
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
    *map(_of_one_throw, (*ONE_THROW, ALONE_WITHOUT_ENTRY)),
    _by_position(_BY_NAME["ten_thousand"], ""),
    _by_position(_BY_NAME["farkle"], ""),
    _by_position(_BY_NAME["own"], "_by_position"),
)
