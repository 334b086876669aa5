"""Questions: the best response to a rule with equal turns where busts in a row cost points.

They exist for games with one opening.
"""

from collections.abc import Mapping
from functools import partial
from math import inf
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS_STREAK
from solvers.contests.tie import Tie
from solvers.equal_turns.question import points_behind
from solvers.equal_turns.response.question import CHANCES as WINS
from solvers.in_turn.lasting.certificate import TURNS
from solvers.in_turn.lasting.question_parts import in_both_seats
from solvers.outputs import lengths, proofs, tables
from solvers.outputs.declared import RESPONSE
from solvers.players.player import BEST, RULE, Kind, Wins, seated
from solvers.questions.dimension import Dimension
from solvers.questions.following import SEAT
from solvers.questions.game import Game
from solvers.questions.own_rules import with_all_gains
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question, tables_of_turns
from solvers.questions.rule_parameters import rule_parameters
from solvers.streak.question import BUSTS, STATE, TIES, cost, counts
from solvers.thumb.streak.certificate import residual_of_reply
from solvers.thumb.streak.certificate_of_turns import residual_of_reply as turns_residual
from solvers.thumb.streak.question import LONGER, MOST_GOAL, fits, optimal_seconds, rule_told
from solvers.thumb.streak.question import QUESTIONS as OF_RULES
from solvers.thumb.streak.reply import Reply, best_reply

SEATED = ("seat", *STATE)


def _reply(game: Game) -> Question:
    """The question about the best response to a rule of thumb with equal turns."""

    def solve(**given: Any) -> Reply:
        return best_reply(rule_told(game.turn(given), given), Tie(given["tie"]))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        values = stored["value"], stored["waiting_value"]
        if any(np.shape(value) != (2, *_shape(given)) for value in values):
            return inf
        rule, tie = rule_told(game.certificate_turn(given), given), Tie(int(given["tie"]))
        found = residual_of_reply(rule, tie, *values, stored.get("last_mover_value"))
        if not any(name in stored for name in TURNS):
            return found
        return float(np.maximum(found, turns_residual(rule, tie, stored)))

    return Question(
        name=f"equal_turns_streak_response.{game.name}",
        version=1,
        title=f"Best response to a rule in {game.title} with equal turns where busts in a row cost points",
        game=game,
        contest=EQUAL_TURNS_STREAK,
        players=seated(BEST, RULE),
        wins=(Wins(Kind.BEST, turns=lengths.expected_turns_by_seat.name),),
        positions=game.positions,
        parameters=(
            game.goal(min(MOST_GOAL, game.most_race_goal)),
            *rule_parameters(partial(fits, game)),
            TIES,
            BUSTS,
            cost(game),
            *game.parameters,
        ),
        dimensions=(SEAT, *_states(game), points_behind(game)),
        outputs=(
            *WINS,
            tables.value.of(RESPONSE)(dims=SEATED, proved=True),
            tables.waiting_value.of(RESPONSE)(dims=SEATED, proved=True),
            *in_both_seats(SEATED),
            tables.last_mover_value(of=attrgetter("last_value"), proved=True),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        # Moving first, several contests may be solved to find how far it goes on beyond the goal.
        seconds=lambda given: 1.5 * LONGER * optimal_seconds(game)(given),
        memory=tables_of_turns(5.0),
    )


def _shape(given: Parameters) -> tuple[int, ...]:
    """The shape of a table of all states."""
    goal, busts = int(given["goal"]), int(given["busts"])
    return goal, goal, busts, busts


def _states(game: Game) -> tuple[Dimension, ...]:
    return (
        game.scores("banked", "the player about to move"),
        game.scores("opponent", "the other player"),
        counts("own_busts", "the player about to move"),
        counts("opponent_busts", "the other player"),
    )


QUESTIONS = tuple(_reply(with_all_gains(question.game)) for question in OF_RULES if question.game)
