"""Rules of thumb under equal turns, for every game whose turns open in one way and wipe nothing."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import Tie
from solvers.equal_turns.question import QUESTIONS as OF_OPTIMAL_PLAY
from solvers.equal_turns.question import TIE
from solvers.equal_turns.response.question import MOST_GOAL, proof_seconds
from solvers.outputs import proofs, tables
from solvers.players.player import RULE_JUDGED, RULE_WINS
from solvers.questions.following import SEAT
from solvers.questions.game import Game
from solvers.questions.own_rules import WIPING_NOTHING, WITH_ALL_GAINS
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import refuse_no_rule, rule_parameters, ruled_told
from solvers.thumb.equal_turns.certificate import ITSELF, OPTIMAL, REPLY, Tables, residual
from solvers.thumb.equal_turns.evaluation import EqualTurnsEvaluation, evaluate
from solvers.thumb.question_outputs import IN_SEATS, LOSSES, values

SEATED = ("seat", "banked", "opponent")
MEETS = ("optimal", "reply")


def _question(game: Game) -> Question:
    optimal_seconds = next(one for one in OF_OPTIMAL_PLAY if one.is_about(game.name)).seconds

    def solve(**given: Any) -> EqualTurnsEvaluation:
        return evaluate(ruled_told(game.turn(given), given), Tie(int(given["tie"])))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn = game.certificate_turn(given)

        def seats(other: str) -> NDArray[Any]:
            return np.stack([stored[f"{side}value_against_{other}"] for side in ("", "waiting_")])

        optimal, reply = (seats(other) for other in MEETS)
        itself = stored["tie_value_against_itself"]
        ties = [stored["tie_value_against_optimal"], [itself, itself], stored["tie_value_against_reply"]]
        kept = Tables(
            stored["optimal_value"],
            optimal,
            stored["value_against_itself"],
            reply,
            float(stored["optimal_tie_value"]),
            np.array(ties),
        )
        own = ruled_told(turn, given)
        return residual(own.rule, own.again, Tie(int(given["tie"])), kept)

    def seconds(given: Parameters) -> float:
        """Twice optimal play, whose turns are played out and replied to, and the proof."""
        return 2.0 * optimal_seconds(given) + 5e-8 * float(given["goal"]) ** 3 + proof_seconds(game, given)

    def fits(given: Parameters) -> None:
        refuse_no_rule(game.turn(given), given)

    return Question(
        name=f"thumb_equal_turns.{game.name}",
        version=2,
        title=f"A rule of thumb in {game.title} with equal turns: what it gives away",
        game=game,
        contest=EQUAL_TURNS,
        players=RULE_JUDGED,
        wins=RULE_WINS,
        positions=game.positions,
        parameters=(
            game.goal(min(MOST_GOAL, game.most_race_goal)),
            *rule_parameters(fits),
            TIE,
            *game.parameters,
        ),
        dimensions=(
            SEAT,
            game.scores("banked", "the player about to move, or the rule"),
            game.scores("opponent", "the other player"),
        ),
        outputs=(
            *IN_SEATS,
            *LOSSES,
            *values(SEATED),
            tables.optimal_value(dims=SEATED, of=attrgetter("value"), proved=True),
            *_TIES,
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


_TIES = (
    tables.optimal_tie_value(of=attrgetter("tie_value"), proved=True),
    tables.tie_value_against_optimal(of=lambda solved: solved.tie_values[OPTIMAL], proved=True),
    tables.tie_value_against_itself(of=lambda solved: solved.tie_values[ITSELF, 0], proved=True),
    tables.tie_value_against_reply(of=lambda solved: solved.tie_values[REPLY], proved=True),
)
# Who chooses how many dice to begin with plays by more than a rule.
QUESTIONS = tuple(
    _question(WIPING_NOTHING if game.name == "own" else game)
    for game in WITH_ALL_GAINS
    if game.name == "own" or not (game.name == "hog" or game.wipes)
)
