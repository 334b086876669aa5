"""Rules of thumb in games with more to decide: Farkle, Ten Thousand, and games from a file."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.fixed.question_parts import PAIR, scores
from solvers.outputs import decisions, proofs, tables
from solvers.players.player import RULE_JUDGED, RULE_WINS
from solvers.players.question_rule import refuse_no_rule, rule_parameters, rule_told
from solvers.questions.game import Game
from solvers.questions.own_rules import WITH_HOUSE_RULES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.thumb.by_position.certificate import Tables, residual
from solvers.thumb.by_position.evaluation import EvaluationByPosition, evaluate_by_position
from solvers.thumb.by_position.question_outputs import at_risk, decided_by_position, dice_left, two
from solvers.thumb.by_position.summed import dice_columns
from solvers.thumb.question_outputs import CHANCES, LOSSES, LOST, values

# Largest goal: the turns of optimal play are a number for each gain at each pair of scores, 64 MB, and a rule
# is a byte for each pair, turn total and number of dice left, 48 MB.
MOST_GOAL = 200
SEATS = ("optimal", "reply")
# Seconds by the third power of the goal, on one core of 3 GHz, of all that is solved and then proved.
SECONDS = {"ten_thousand": 2.8e-6, "farkle": 8e-6, "own": 1e-7}
# By which the proof in NumPy looks at an outcome at one turn total: of a cup with a quarter of a million
# outcomes nearly all that is to do.
SECONDS_AN_OUTCOME = 1.5e-5


def _question(game: Game, suffix: str) -> Question:
    # Positions of a file's game have no labels that fit all games of a sweep.
    by_dice = not suffix
    totals = ("turn_total", "dice_left") if by_dice else ("turn_total",)

    def solve(**given: Any) -> EvaluationByPosition:
        return evaluate_by_position(rule_told(game.turn(given), given), dice_apart=by_dice)

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        own = rule_told(game.certificate_turn(given), given)
        column, _ = dice_columns(own, by_dice)
        seats = [
            np.array([stored[f"{side}value_against_{other}"] for side in ("", "waiting_")]) for other in SEATS
        ]
        itself = stored["value_against_itself"]
        return residual(
            own,
            column,
            Tables(
                stored["value"],
                seats[0],
                np.array([itself, 1.0 - itself.T]),
                seats[1],
                np.array([stored["turns_begun"], stored["turns_begun_by_optimal"]]),
                stored["lost"],
                *(two(stored[name]) for name in ("visits", "lost_there", "right_visits")),
            ),
        )

    def fits(given: Parameters) -> None:
        refuse_no_rule(game.turn(given), given)

    def seconds(given: Parameters) -> float:
        return (
            0.0025
            + 9e-6 * game.effort
            + game.making(given)
            + SECONDS_AN_OUTCOME * game.written(given) * float(given["goal"])
            + game.weight(given) * SECONDS[game.name] * float(given["goal"]) ** 3
        )

    return Question(
        name=f"thumb.{game.name}{suffix}",
        # Replies to rules that look at the scores may give up points for nothing.
        version=2,
        title=f"A rule of thumb in a race of {game.title}, by turn total: what it gives away, and where",
        game=game,
        contest=RACE,
        players=RULE_JUDGED,
        wins=RULE_WINS,
        positions=True,
        parameters=(game.goal(MOST_GOAL), *rule_parameters(fits), *game.parameters),
        dimensions=(
            scores("banked", "the rule", game),
            scores("opponent", "the other", game),
            at_risk(game),
            *((dice_left(game),) if by_dice else ()),
        ),
        outputs=(
            *CHANCES,
            *LOSSES,
            *decided_by_position(totals),
            *_PAIRS,
            *values(PAIR),
            _VALUE,
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(LOST,),
    )


_PAIRS = (
    decisions.lost(dims=PAIR, proved=True),
    decisions.turns_begun(dims=PAIR, of=lambda solved: solved.begun.own, proved=True),
    decisions.turns_begun_by_optimal(of=lambda solved: solved.begun.other, proved=True),
)
_VALUE = tables.optimal_value_of_rule(dims=PAIR, proved=True)
_BY_NAME = {game.name: game for game in WITH_HOUSE_RULES}
QUESTIONS = (
    _question(_BY_NAME["ten_thousand"], ""),
    _question(_BY_NAME["farkle"], ""),
    _question(_BY_NAME["own"], "_by_position"),
)
