"""Rules of thumb where busts in a row cost points, for every game whose turns open in one way."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import STREAK
from solvers.errors import expected
from solvers.outputs import proofs, tables
from solvers.players.player import RULE_JUDGED, RULE_WINS
from solvers.questions.following import SEAT
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.own_rules import BUSTS_SCORE_NOTHING
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import numbers_of, rule_parameters
from solvers.streak.question import BUSTS, STATE, cost, counts, rule_of, scores
from solvers.streak.question import QUESTIONS as OF_OPTIMAL_PLAY
from solvers.thumb.question_outputs import CHANCES, LOSSES, values
from solvers.thumb.streak.certificate import Tables, residual
from solvers.thumb.streak.evaluation import StreakEvaluation, evaluate
from solvers.thumb.streak.rule import RuleByBusts, check_by_busts, rule_by_busts

# The turns of optimal play are a number for each gain, at each pair of scores and of counts: 580 MB.
MOST_NUMBERS = 72_000_000
# Largest goal, for which there is room where every bust costs points.
MOST_GOAL = 400
SEATS = ("optimal", "reply")
# Times what optimal play takes: its turns played out, three contests, and certificates in plain NumPy.
LONGER = 6.0


def _question(game: Game) -> Question:
    optimal_seconds = next(one for one in OF_OPTIMAL_PLAY if one.is_about(game.name)).seconds

    def rule(turn: Any, given: Parameters) -> RuleByBusts:
        return rule_by_busts(str(given["rule"]), turn, int(given["goal"]), rule_of(given), numbers_of(given))

    def solve(**given: Any) -> StreakEvaluation:
        return evaluate(rule(game.turn(given), given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        seats = [
            np.array([stored[f"{side}value_against_{other}"] for side in ("", "waiting_")]) for other in SEATS
        ]
        kept = Tables(stored["optimal_value"], seats[0], stored["value_against_itself"], seats[1])
        return residual(rule(game.certificate_turn(given), given), kept)

    def fits(given: Parameters) -> None:
        check_by_busts(
            str(given["rule"]), game.turn(given), int(given["goal"]), rule_of(given), numbers_of(given)
        )
        goal, busts = int(given["goal"]), int(given["busts"])
        if goal**3 * busts**2 > MOST_NUMBERS:
            most = int((MOST_NUMBERS / busts**2) ** (1 / 3) + 1e-9)
            raise expected("goal", f"at most {most}, for which there is room with {busts} busts", goal)

    return Question(
        name=f"thumb_streak.{game.name}",
        # As of `thumb`.
        version=3,
        title=f"A rule of thumb in {game.title}, where busts in a row cost points: what it gives away",
        game=game,
        contest=STREAK,
        players=RULE_JUDGED,
        wins=RULE_WINS,
        positions=game.positions,
        parameters=(game.goal(MOST_GOAL), *rule_parameters(fits), BUSTS, cost(game), *game.parameters),
        dimensions=(
            SEAT,
            scores("banked", "the player about to move", game),
            scores("opponent", "the other player", game),
            counts("own_busts", "the player about to move"),
            counts("opponent_busts", "the other player"),
        ),
        outputs=(
            *CHANCES,
            *LOSSES,
            *values(STATE),
            tables.optimal_value(dims=STATE, of=attrgetter("value"), proved=True),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=lambda given: LONGER * optimal_seconds(given),
    )


# Who chooses how many dice to begin with plays by more than a rule; a bust that scores is none of a streak.
QUESTIONS = tuple(
    _question(BUSTS_SCORE_NOTHING if game.name == "own" else game)
    for game in GAMES.values()
    if game.name not in ("hog", "progressive_pig")
)
