"""Rules of thumb under equal turns, for every game whose turns open in one way and wipe nothing."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import Tie
from solvers.equal_turns.question import QUESTIONS as OF_OPTIMAL_PLAY
from solvers.equal_turns.question import TIE, scores
from solvers.equal_turns.response.question import MOST_GOAL, proof_seconds
from solvers.equal_turns.thumb.certificate import ITSELF, OPTIMAL, REPLY, Tables, residual
from solvers.equal_turns.thumb.evaluation import EqualTurnsEvaluation, evaluate
from solvers.players.player import RULE_JUDGED, RULE_WINS
from solvers.players.question_rule import refuse_no_rule, rule_parameters, ruled_told
from solvers.questions import usual
from solvers.questions.game import Game
from solvers.questions.own_rules import WIPING_NOTHING, WITH_ALL_GAINS
from solvers.questions.parameter import Parameters
from solvers.questions.question import Dimension, Output, Question, Role
from solvers.thumb.question_outputs import IN_SEATS, LOSSES, values

SEATED = ("seat", "banked", "opponent")
MEETS = ("optimal", "reply")
SEAT = Dimension(
    "seat",
    "",
    "Seat of the rule: 1 moves first in each round, 2 second.",
    lambda given: np.array([1, 2]),
    words="rule's seat",
)


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
        tables = Tables(
            stored["value"],
            optimal,
            stored["value_against_itself"],
            reply,
            float(stored["tie_value"]),
            np.array(ties),
        )
        own = ruled_told(turn, given)
        return residual(own.rule, own.again, Tie(int(given["tie"])), tables)

    def seconds(given: Parameters) -> float:
        """Twice optimal play, whose turns are played out and replied to, and the proof."""
        return 2.0 * optimal_seconds(given) + 5e-8 * float(given["goal"]) ** 3 + proof_seconds(game, given)

    def fits(given: Parameters) -> None:
        refuse_no_rule(game.turn(given), given)

    return Question(
        name=f"thumb_equal_turns.{game.name}",
        version=1,
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
            scores("banked", "the player about to move, or the rule", game),
            scores("opponent", "the other player", game),
        ),
        outputs=(
            *IN_SEATS,
            *LOSSES,
            *values(SEATED),
            usual.value(
                dims=SEATED,
                meaning="Chance of the player about to move, in this seat, to win if both play optimally.",
                proved=True,
            ),
            *_TIES,
            usual.RESIDUAL,
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


def _tie(name: str, words: str, other: int, seated: bool) -> Output:
    """What a tie is worth where the rule meets somebody."""
    return Output(
        name=f"tie_value_against_{name}",
        role=Role.VALUE,
        dims=("seat",) if seated else (),
        long_name=f"tie against {name}",
        meaning=f"What equal scores are worth to the first player where the rule meets {words}.",
        of=lambda solved: solved.tie_values[other] if seated else solved.tie_values[other, 0],
        proved=True,
    )


_TIES = (
    Output(
        name="tie_value",
        role=Role.VALUE,
        long_name="tie worth",
        meaning="What equal scores at the end of a round are worth to the first player of optimal play.",
        proved=True,
    ),
    _tie("optimal", "optimal play", OPTIMAL, seated=True),
    _tie("itself", "itself", ITSELF, seated=False),
    _tie("reply", "its best reply", REPLY, seated=True),
)
# Who chooses how many dice to begin with plays by more than a rule.
QUESTIONS = tuple(
    _question(WIPING_NOTHING if game.name == "own" else game)
    for game in WITH_ALL_GAINS
    if game.name == "own" or not (game.name == "hog" or game.wipes)
)
