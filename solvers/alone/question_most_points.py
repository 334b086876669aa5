"""The question about most points in n turns, alone."""

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.alone.certificate import loss_of_hold_at, loss_of_opening, most_points_residual
from solvers.alone.most_points import MostPoints, hold_at, most_points, opening
from solvers.alone.question_within_turns import TURNS_LEFT
from solvers.contests.contest import MOST_POINTS
from solvers.outputs import chances, proofs, tables
from solvers.players.player import BEST, seated
from solvers.questions.decision import decision
from solvers.questions.dimension import Dimension
from solvers.questions.following import with_all_turns
from solvers.questions.game import Game, Inside
from solvers.questions.own_rules import WITH_ALL_GAINS
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question

STATE = ("turns_left", "banked")
TURNS = Parameter("turns", int, "Turns to play.", "turns", 1, 100, 5, words="turns played")
MAY_PASS = Parameter("may_pass", bool, "Whether a player may pass a turn without rolling.", "", default=True)


def _most_banked(game: Game) -> Parameter:
    # Without wipes the best choice does not depend on the banked score.
    usual = 300 if game.wipes else 0
    return Parameter(
        "most_banked", int, "Greatest banked score that is answered for.", game.unit, 0, 2000, usual
    )


def banked(given: Parameters) -> NDArray[Any]:
    """Banked scores in the answer, int[banked]."""
    return np.arange(int(given["most_banked"]) + 1)


def _question(game: Game) -> Question:
    def solve(**given: Any) -> MostPoints:
        return most_points(game.turn(given), given["turns"], given["most_banked"], may_pass=given["may_pass"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return most_points_residual(
            game.certificate_turn(given), bool(given["may_pass"]), stored["score_value"]
        )

    def loses(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        asked = game.certificate_turn(given), bool(given["may_pass"])
        return (
            loss_of_hold_at(*asked, own)
            if game.inside is Inside.HOLD_AT
            else loss_of_opening(*asked, own - 1)
        )

    def seconds(given: Parameters) -> float:
        # The fewer turns are left, the more scores can have been reached.
        turns, asked = float(given["turns"]), 1.0 + float(given["most_banked"])
        height = 1.0 if game.inside is Inside.DICE else max(game.threshold(given), game.turn(given).entry)
        scores = turns * (asked + turns * (height + game.turn(given).longest_gain) / 2.0)
        # With wipes, scores far above matter until holding is proved to be optimal.
        wipes = 2.5e-9 * height if game.turn(given).wipes else 0.0
        sweeps = scores * game.steps(given) * (1.8e-8 + 2.5e-10 * height + wipes)
        return 1.5e-4 + game.making(given) / 2.0 + turns * (1.8e-4 + 3.5e-5 * height + 5e-7 * asked) + sweeps

    return Question(
        name=f"most_points.{game.name}",
        version=1 + game.version,
        title=f"{game.title} alone: most points on average in some turns",
        game=game,
        contest=MOST_POINTS,
        players=seated(BEST),
        positions=game.positions,
        parameters=(TURNS, _most_banked(game), MAY_PASS, *game.parameters),
        dimensions=(
            TURNS_LEFT,
            Dimension("banked", game.unit, "Banked score.", banked, words="banked score"),
        ),
        outputs=(
            chances.expected_score(points=game.unit, **with_all_turns("score_value")),
            tables.score_value(of=attrgetter("value"), dims=STATE, points=game.unit, proved=True),
            *(
                replace(own, loses=loses, follows_from=("score_value",))
                for own in decision(game, STATE, hold_at, opening)
            ),
            proofs.residual(),
        ),
        solve=solve,
        certify=certify,
        seconds=seconds,
    )


QUESTIONS = tuple(_question(game) for game in WITH_ALL_GAINS)
