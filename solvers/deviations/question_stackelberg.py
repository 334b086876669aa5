"""The question about Stackelberg policies of simultaneous Pig: one player commits, the other answers."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import AT_ONCE
from solvers.deviations.certificate_of_stackelberg import losses, residual
from solvers.deviations.stackelberg import Stackelberg, stackelberg
from solvers.outputs import chances, policies, proofs, studies, tables
from solvers.players.player import BEST_THRESHOLD, two
from solvers.questions.following import Follows, first_of
from solvers.questions.games import BUST_FACE, PIG, SIDES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question


def _solve(**parameters: Any) -> Stackelberg:
    return stackelberg(PIG.turn(parameters), parameters["goal"])


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return residual(PIG.turn(parameters), stored["value"])


def seconds_of_stackelberg(parameters: Parameters) -> float:
    """Estimated seconds of a case."""
    goal, sides = float(parameters["goal"]), float(parameters["sides"])
    return 1.5e-4 * goal + 3e-5 * goal**2 + 1.2e-7 * goal**3 * sides


_SCORES = ("banked", "opponent")

_BOTH = ("hold_at", "leader_hold_at")
_DIFFERING = Follows(follows=lambda given, one, other: np.count_nonzero(one != other), follows_from=_BOTH)
_BY_ONE_POINT = Follows(
    follows=lambda given, one, other: np.count_nonzero((one - other) ** 2 == 1), follows_from=_BOTH
)


def _loss_of_answers(
    given: Parameters, own: NDArray[Any], value: NDArray[Any], leader: NDArray[Any]
) -> NDArray[Any]:
    return losses(PIG.turn(given), value, own, leader).answers


def _loss_of_commitments(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
    return losses(PIG.turn(given), value, own, own).commitments


STACKELBERG = Question(
    name="equilibrium.stackelberg",
    version=1,
    title=(
        "Stackelberg policies of simultaneous Pig: at each pair of scores one commits, the other one answers"
    ),
    game=PIG,
    contest=AT_ONCE,
    players=two(BEST_THRESHOLD),
    positions=False,
    study=True,
    parameters=(PIG.goal(200), SIDES, BUST_FACE),
    dimensions=(PIG.scores("banked", "the player"), PIG.scores("opponent", "the opponent")),
    outputs=(
        chances.win_probability(**first_of("value")),
        studies.differing_states(**_DIFFERING),
        studies.differing_by_one(**_BY_ONE_POINT),
        tables.value(dims=_SCORES, proved=True),
        policies.hold_at(dims=_SCORES, loses=_loss_of_answers, follows_from=("value", "leader_hold_at")),
        studies.leader_hold_at(loses=_loss_of_commitments, follows_from=("value",)),
        proofs.residual(),
    ),
    solve=_solve,
    certify=_certify,
    seconds=seconds_of_stackelberg,
)

QUESTIONS = (STACKELBERG,)
