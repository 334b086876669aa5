"""Symmetric value iteration of simultaneous Pig, which cycles."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from numpy.typing import NDArray

from solvers.contests.contest import AT_ONCE
from solvers.deviations.certificate_of_value_iteration import residual
from solvers.deviations.symmetric_value_iteration import Cycle, symmetric_value_iteration
from solvers.outputs import proofs, studies
from solvers.players.player import BEST_THRESHOLD, two
from solvers.questions import pig_rules
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

# Of the last two sweeps.
TABLES = ("earlier_value", "later_value", "earlier_hold_at", "later_hold_at")


def _solve(**parameters: Any) -> Cycle:
    return symmetric_value_iteration(
        pig_rules.turn(parameters), parameters["goal"], parameters["start_hold_at"]
    )


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    tables = (stored[name] for name in TABLES)
    return residual(pig_rules.turn(parameters), *tables)


def seconds_of_cycle(parameters: Parameters) -> float:
    """Estimated seconds of one case."""
    # Some need ten times as many sweeps as others.
    goal = float(parameters["goal"])
    return 1e-4 + 1e-4 * goal + 1e-5 * goal**2 + 6e-7 * goal**3


SYMMETRIC_VALUE_ITERATION = Question(
    name="equilibrium.symmetric_value_iteration",
    version=2,
    title="Symmetric value iteration of simultaneous Pig, and the cycle that it runs into",
    game=pig_rules.PIG,
    contest=AT_ONCE,
    players=two(BEST_THRESHOLD),
    positions=False,
    study=True,
    parameters=(pig_rules.goal(300), _START, pig_rules.SIDES, pig_rules.BUST_FACE),
    dimensions=(pig_rules.scores("banked", "the player"), pig_rules.scores("opponent", "the opponent")),
    outputs=(
        studies.cycling_states(),
        studies.period(),
        studies.sweeps(),
        studies.mean_difference(),
        studies.largest_difference(),
        studies.mix_gain_least(of=attrgetter("mix.least")),
        studies.mix_gain_most(of=attrgetter("mix.most")),
        studies.earlier_value(of=attrgetter("value")),
        studies.later_value(of=attrgetter("second_value")),
        studies.earlier_hold_at(of=attrgetter("hold_at")),
        studies.later_hold_at(of=attrgetter("second_hold_at")),
        studies.cycles(),
        proofs.residual(),
    ),
    solve=_solve,
    certify=_certify,
    seconds=seconds_of_cycle,
)

QUESTIONS = (SYMMETRIC_VALUE_ITERATION,)
