"""The question about symmetric value iteration of simultaneous Pig, which cycles."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import AT_ONCE
from solvers.deviations.certificate_of_mix import Bounds, bounds
from solvers.deviations.certificate_of_value_iteration import answers, residual
from solvers.deviations.symmetric_value_iteration import Cycle, symmetric_value_iteration
from solvers.outputs import proofs, studies
from solvers.players.player import BEST_THRESHOLD, two
from solvers.questions.games import BUST_FACE, PIG, SIDES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question

_START = Parameter(
    "start_hold_at",
    int,
    "Turn total to hold at everywhere before the first sweep.",
    "points",
    1,
    2000,
    25,
    words="first guess",
)

# The last two sweeps.
TABLES = ("earlier_value", "later_value", "earlier_hold_at", "later_hold_at")


def _solve(**parameters: Any) -> Cycle:
    return symmetric_value_iteration(PIG.turn(parameters), parameters["goal"], parameters["start_hold_at"])


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    turn, (value, second, hold_at, second_hold_at) = (
        PIG.turn(parameters),
        (stored[name] for name in TABLES),
    )
    found = residual(turn, value, second, hold_at, second_hold_at)
    if int(stored.get("period", np.zeros(()))) in (1, 2):
        # With period 2 or 1, a sweep from the second table leads back to the actions of the first. Values
        # return only up to their last digits.
        back = answers(turn, second, value, second_hold_at, hold_at)
        found = max(found, float((back.best - back.chosen).max()))
    return found


def seconds_of_cycle(parameters: Parameters) -> float:
    """Estimated seconds of a case."""
    # Some cases need ten times as many sweeps as others.
    goal = float(parameters["goal"])
    return 1e-4 + 1e-4 * goal + 1e-5 * goal**2 + 6e-7 * goal**3


def _bounds(given: Parameters, first: NDArray[Any], second: NDArray[Any]) -> Bounds:
    return bounds(PIG.turn(given), first, second)


_POLICIES: Any = {"follows_from": ("earlier_hold_at", "later_hold_at")}
_TWO: Any = {"follows_from": ("earlier_value", "later_value")}

SYMMETRIC_VALUE_ITERATION = Question(
    name="equilibrium.symmetric_value_iteration",
    version=2,
    title="Symmetric value iteration of simultaneous Pig, and the cycle that it runs into",
    game=PIG,
    contest=AT_ONCE,
    players=two(BEST_THRESHOLD),
    positions=False,
    study=True,
    parameters=(PIG.goal(300), _START, SIDES, BUST_FACE),
    dimensions=(PIG.scores("banked", "the player"), PIG.scores("opponent", "the opponent")),
    outputs=(
        studies.cycling_states(
            follows=lambda given, cycles: np.count_nonzero(cycles == 1), follows_from=("cycles",)
        ),
        studies.period(record=True),
        studies.sweeps(record=True),
        studies.mean_difference(follows=lambda given, *two: np.abs(two[0] - two[1]).mean(), **_TWO),
        studies.largest_difference(follows=lambda given, *two: np.abs(two[0] - two[1]).max(), **_TWO),
        studies.mix_gain_least(
            of=attrgetter("mix.least"), follows=lambda given, *two: _bounds(given, *two).least, **_POLICIES
        ),
        studies.mix_gain_most(
            of=attrgetter("mix.most"), follows=lambda given, *two: _bounds(given, *two).most, **_POLICIES
        ),
        studies.earlier_value(of=attrgetter("value"), proved=True),
        studies.later_value(of=attrgetter("second_value"), proved=True),
        studies.earlier_hold_at(of=attrgetter("hold_at"), record=True),
        studies.later_hold_at(of=attrgetter("second_hold_at"), proved=True),
        studies.cycles(record=True),
        proofs.residual(),
    ),
    solve=_solve,
    certify=_certify,
    seconds=seconds_of_cycle,
)

QUESTIONS = (SYMMETRIC_VALUE_ITERATION,)
