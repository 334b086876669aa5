"""Symmetric value iteration of simultaneous Pig, which cycles."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from numpy.typing import NDArray

from solvers.contests.contest import AT_ONCE
from solvers.deviations.certificate_of_value_iteration import residual
from solvers.deviations.symmetric_value_iteration import Cycle, symmetric_value_iteration
from solvers.players.player import BEST_THRESHOLD, two
from solvers.questions import pig_rules, usual
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Output, Question, Role

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


def _solve(**parameters: Any) -> Cycle:
    return symmetric_value_iteration(
        pig_rules.turn(parameters), parameters["goal"], parameters["start_hold_at"]
    )


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    tables = (stored[name] for name in ("value", "second_value", "hold_at", "second_hold_at"))
    return residual(pig_rules.turn(parameters), *tables)


def seconds_of_cycle(parameters: Parameters) -> float:
    """Estimated seconds of one case."""
    # Some need ten times as many sweeps as others.
    goal = float(parameters["goal"])
    return 1e-4 + 1e-4 * goal + 1e-5 * goal**2 + 6e-7 * goal**3


_SCORES = ("banked", "opponent")
_PERIOD = "After how many sweeps actions and values come again; 1 if they settle."
_SWEEPS = "Number of sweeps until they came again."
_STATES = "Number of states whose action is not the same throughout a period."
_MEAN = "Mean absolute difference of the values of the last two sweeps, over all states."
_LARGEST = "Largest absolute difference of the values of the last two sweeps."
_LEAST = (
    "What some deviation wins beyond 1/2 from the two policies, one of which is drawn before the game and"
    " kept."
)
_MOST = (
    "What no deviation wins beyond 1/2 from the two policies, one of which is drawn before the game and kept."
)
_VALUE = "Chance to win from these scores, as the last sweep but one left it."
_SECOND = "Chance to win from these scores, as the last sweep left it."
_ACTION = "Turn total to hold at after the last sweep but one."
_ANSWER = "Turn total to hold at after the last sweep."
_CYCLES = "Whether the action is not the same throughout a period."

SYMMETRIC_VALUE_ITERATION = Question(
    name="equilibrium.symmetric_value_iteration",
    version=1,
    title="Symmetric value iteration of simultaneous Pig, and the cycle that it runs into",
    game=pig_rules.PIG,
    contest=AT_ONCE,
    players=two(BEST_THRESHOLD),
    positions=False,
    study=True,
    parameters=(pig_rules.goal(300), _START, pig_rules.SIDES, pig_rules.BUST_FACE),
    dimensions=(pig_rules.scores("banked", "the player"), pig_rules.scores("opponent", "the opponent")),
    outputs=(
        Output(
            name="cycling_states",
            role=Role.COUNT,
            dtype="int32",
            unit="states",
            long_name="cycling states",
            meaning=_STATES,
        ),
        Output(
            name="period",
            role=Role.COUNT,
            dtype="int32",
            unit="sweeps",
            long_name="cycle period",
            meaning=_PERIOD,
        ),
        Output(
            name="sweeps",
            role=Role.COUNT,
            dtype="int32",
            unit="sweeps",
            long_name="sweeps made",
            meaning=_SWEEPS,
        ),
        Output(
            name="mean_difference",
            role=Role.DIFFERENCE,
            long_name="mean difference",
            meaning=_MEAN,
        ),
        Output(
            name="largest_difference",
            role=Role.DIFFERENCE,
            long_name="largest difference",
            meaning=_LARGEST,
        ),
        Output(
            name="mix_gain_least",
            role=Role.DIFFERENCE,
            long_name="least mix gain",
            meaning=_LEAST,
            of=attrgetter("mix.least"),
        ),
        Output(
            name="mix_gain_most",
            role=Role.DIFFERENCE,
            long_name="most mix gain",
            meaning=_MOST,
            of=attrgetter("mix.most"),
        ),
        usual.value(dims=_SCORES, meaning=_VALUE),
        Output(
            name="second_value",
            role=Role.VALUE,
            dims=_SCORES,
            long_name="win probability",
            meaning=_SECOND,
        ),
        usual.hold_at(
            dims=_SCORES,
            unit="points",
            long_name="hold at",
            meaning=_ACTION,
        ),
        Output(
            name="second_hold_at",
            role=Role.CHOICE,
            dims=_SCORES,
            dtype="int16",
            unit="points",
            long_name="hold at",
            meaning=_ANSWER,
        ),
        Output(
            name="cycles",
            role=Role.KIND,
            dims=_SCORES,
            dtype="int8",
            unit="",
            long_name="cycling state",
            meaning=_CYCLES,
            flags=("no", "yes"),
        ),
        usual.RESIDUAL,
    ),
    solve=_solve,
    certify=_certify,
    seconds=seconds_of_cycle,
)

QUESTIONS = (SYMMETRIC_VALUE_ITERATION,)
