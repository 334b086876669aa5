"""Rules of thumb: what one wins against optimal play, itself and its best reply, and where it goes wrong."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags
from solvers.contests.contest import RACE
from solvers.fixed.question_parts import ONE_THROW, PAIR, scores
from solvers.outputs import proofs
from solvers.players.one_throw import rolls
from solvers.players.player import RULE_JUDGED, RULE_WINS
from solvers.players.question_rule import rule_parameters, rule_told
from solvers.questions.game import Game
from solvers.questions.own_rules import WITHOUT_ENTRY
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.thumb.certificate import Tables, residual
from solvers.thumb.evaluation import Evaluation, evaluate
from solvers.thumb.question_decided import DECIDED
from solvers.thumb.question_outputs import (
    CHANCES,
    LOSSES,
    LOST,
    of_optimal_play,
    of_play,
    reply_hold_at,
    values,
)
from solvers.thumb.question_rule import of_one_throw, totals

# Policies of a game of one's own take as much room as Pig's.
MOST_GOAL = 300


def _question(game: Game) -> Question:
    def solve(**given: Any) -> Evaluation:
        return evaluate(rule_told(game.turn(given), given))

    def does(given: Parameters) -> Flags:
        return rolls(rule_told(game.certificate_turn(given), given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        own = stored["value_against_itself"]
        optimal, reply = (
            np.array([stored[f"value_against_{other}"], stored[f"waiting_value_against_{other}"]])
            for other in ("optimal", "reply")
        )
        itself = np.array([own, 1.0 - own.T])
        tables = Tables(stored["value"], stored["policy"], optimal, itself, reply, stored["visits"])
        return residual(rule_told(game.certificate_turn(given), given), tables)

    def seconds(given: Parameters) -> float:
        goal, pace = float(given["goal"]), game.width * game.weight(given)
        played = 1.2e-3 + 4e-5 * goal + 8e-7 * goal**2 + 1.6e-8 * pace * goal**3
        # Values after a wipe must settle.
        wipes = 2e-3 + pace * goal**2 * (1e-5 + 3e-7 * goal) if game.turn(given).wipes else 0.0
        return played + wipes

    return Question(
        name=f"thumb.{game.name}",
        version=1,
        title=f"A rule of thumb in a race of {game.title}: what it gives away, and where",
        game=game,
        contest=RACE,
        players=RULE_JUDGED,
        wins=RULE_WINS,
        positions=False,
        parameters=(
            game.goal(game.most_policy_goal or MOST_GOAL),
            *rule_parameters(of_one_throw(game, "thumb.own_by_position")),
            *game.parameters,
        ),
        dimensions=(scores("banked", "the rule", game), scores("opponent", "the other", game), totals(game)),
        outputs=(
            *CHANCES,
            *LOSSES,
            *DECIDED,
            *of_play(game, does),
            *values(PAIR),
            *reply_hold_at(game),
            *of_optimal_play(game),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
        pictures=(LOST,),
    )


QUESTIONS = tuple(_question(game) for game in (*ONE_THROW, WITHOUT_ENTRY))
