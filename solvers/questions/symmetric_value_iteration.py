"""Symmetric value iteration of simultaneous Pig, which cycles."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from numpy.typing import NDArray

from solvers.certificates.symmetric_value_iteration import residual
from solvers.equilibria.symmetric_value_iteration import Cycle, symmetric_value_iteration
from solvers.question import Output, Parameter, Parameters, Question
from solvers.questions import pig_rules
from solvers.questions.residual import RESIDUAL

_START = Parameter("start_hold_at", int, "Turn total to hold at everywhere before the first sweep.", "points", 1, 2000, 25)


def _solve(**parameters: Any) -> Cycle:
    return symmetric_value_iteration(pig_rules.turn(parameters), parameters["goal"], parameters["start_hold_at"])


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    tables = (stored[name] for name in ("value", "second_value", "hold_at", "second_hold_at"))
    return residual(pig_rules.turn(parameters), *tables)


def seconds_of_cycle(parameters: Parameters) -> float:
    """Estimated seconds of one case."""
    # Some need ten times as many sweeps as others.
    return 0.01 + 1.2e-6 * float(parameters["goal"]) ** 3


_SCORES = ("banked", "opponent")
_PERIOD = "After how many sweeps actions and values come again; 1 if they settle."
_SWEEPS = "Number of sweeps until they came again."
_STATES = "Number of states whose action is not the same throughout a period."
_MEAN = "Mean absolute difference of the values of the last two sweeps, over all states."
_LARGEST = "Largest absolute difference of the values of the last two sweeps."
_LEAST = "What some deviation wins beyond 1/2 from the two policies, one of which is drawn before the game and kept."
_MOST = "What no deviation wins beyond 1/2 from the two policies, one of which is drawn before the game and kept."
_VALUE = "Chance to win from these scores, as the last sweep but one left it."
_SECOND = "Chance to win from these scores, as the last sweep left it."
_ACTION = "Turn total to hold at after the last sweep but one."
_ANSWER = "Turn total to hold at after the last sweep."
_CYCLES = "Whether the action is not the same throughout a period."

SYMMETRIC_VALUE_ITERATION = Question(
    name="equilibrium.symmetric_value_iteration",
    version=1,
    title="Symmetric value iteration of simultaneous Pig, and the cycle that it runs into",
    parameters=(pig_rules.goal(300), _START, pig_rules.SIDES, pig_rules.BUST_FACE),
    dimensions=(pig_rules.scores("banked", "the player"), pig_rules.scores("opponent", "the opponent")),
    outputs=(
        Output("cycling_states", (), "int32", "states", "cycling states", _STATES, attrgetter("cycling_states")),
        Output("period", (), "int32", "sweeps", "period", _PERIOD, attrgetter("period")),
        Output("sweeps", (), "int32", "sweeps", "sweeps", _SWEEPS, attrgetter("sweeps")),
        Output("mean_difference", (), "float64", "1", "mean difference", _MEAN, attrgetter("mean_difference")),
        Output("largest_difference", (), "float64", "1", "largest difference", _LARGEST, attrgetter("largest_difference")),
        Output("mix_gain_least", (), "float64", "1", "least gain from the mix", _LEAST, attrgetter("mix.least")),
        Output("mix_gain_most", (), "float64", "1", "most gain from the mix", _MOST, attrgetter("mix.most")),
        Output("value", _SCORES, "float64", "1", "win probability", _VALUE, attrgetter("value")),
        Output("second_value", _SCORES, "float64", "1", "win probability", _SECOND, attrgetter("second_value")),
        Output("hold_at", _SCORES, "int16", "points", "turn total to hold at", _ACTION, attrgetter("hold_at")),
        Output("second_hold_at", _SCORES, "int16", "points", "turn total to hold at", _ANSWER, attrgetter("second_hold_at")),
        Output("cycles", _SCORES, "int8", "", "cycles", _CYCLES, attrgetter("cycles"), flags=("no", "yes")),
        RESIDUAL,
    ),
    solve=_solve,
    certify=_certify,
    seconds=seconds_of_cycle,
)
