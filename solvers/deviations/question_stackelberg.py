"""Stackelberg value iteration of simultaneous Pig: one commits to a turn total, the other one answers it."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import AT_ONCE
from solvers.deviations.certificate_of_stackelberg import residual
from solvers.deviations.stackelberg import Stackelberg, stackelberg
from solvers.players.player import BEST_THRESHOLD, two
from solvers.questions import pig_rules, usual
from solvers.questions.following import Follows, first_of
from solvers.questions.parameter import Parameters
from solvers.questions.question import Output, Question, Role


def _solve(**parameters: Any) -> Stackelberg:
    return stackelberg(pig_rules.turn(parameters), parameters["goal"])


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return residual(pig_rules.turn(parameters), stored["value"])


def seconds_of_stackelberg(parameters: Parameters) -> float:
    """Estimated seconds of one case."""
    goal, sides = float(parameters["goal"]), float(parameters["sides"])
    return 1.5e-4 * goal + 3e-5 * goal**2 + 1.2e-7 * goal**3 * sides


_SCORES = ("banked", "opponent")
_START = (
    "Chance of the one who answers to win, a shared win counting as half; the one who commits wins the rest."
)
_DIFFER = "Number of pairs of own and opponent's score at which the two policies differ."
_BY_ONE = "Number of pairs of own and opponent's score at which they differ by one point."
_VALUE = "Chance of the one who answers to win from these scores, its own first."
_ANSWER = "Turn total at which the one who answers holds; the least of those that are equally good."
_COMMITMENT = (
    "Turn total at which the one who commits holds, its own score first; the least of those that are equally"
    " good."
)

_BOTH = ("hold_at", "leader_hold_at")
_DIFFERING = Follows(follows=lambda given, one, other: np.count_nonzero(one != other), follows_from=_BOTH)
_BY_ONE_POINT = Follows(
    follows=lambda given, one, other: np.count_nonzero((one - other) ** 2 == 1), follows_from=_BOTH
)

STACKELBERG = Question(
    name="equilibrium.stackelberg",
    version=1,
    title=(
        "Stackelberg policies of simultaneous Pig: at each pair of scores one commits, the other one answers"
    ),
    game=pig_rules.PIG,
    contest=AT_ONCE,
    players=two(BEST_THRESHOLD),
    positions=False,
    study=True,
    parameters=(pig_rules.goal(200), pig_rules.SIDES, pig_rules.BUST_FACE),
    dimensions=(pig_rules.scores("banked", "the player"), pig_rules.scores("opponent", "the opponent")),
    outputs=(
        usual.win_probability(
            meaning=_START,
            **first_of("value"),
        ),
        Output(
            name="differing_states",
            role=Role.COUNT,
            dtype="int32",
            unit="states",
            long_name="differing states",
            meaning=_DIFFER,
            **_DIFFERING,
        ),
        Output(
            name="differing_by_one",
            role=Role.COUNT,
            dtype="int32",
            unit="states",
            long_name="differing by one",
            meaning=_BY_ONE,
            **_BY_ONE_POINT,
        ),
        usual.value(dims=_SCORES, meaning=_VALUE),
        usual.hold_at(
            dims=_SCORES,
            unit="points",
            long_name="hold at",
            meaning=_ANSWER,
        ),
        Output(
            name="leader_hold_at",
            role=Role.CHOICE,
            dims=_SCORES,
            dtype="int16",
            unit="points",
            long_name="leader holds at",
            meaning=_COMMITMENT,
        ),
        usual.RESIDUAL,
    ),
    solve=_solve,
    certify=_certify,
    seconds=seconds_of_stackelberg,
)

QUESTIONS = (STACKELBERG,)
