"""Best responses to opponents that hold at fixed turn totals, everybody taking a turn at once."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.simultaneous import policy_value, residual
from solvers.contests.simultaneous import BestResponse, best_response
from solvers.exact import simultaneous as exact_simultaneous
from solvers.exact.answer import Exact, largest_difference, refuse_long
from solvers.question import Output, Parameter, Parameters, Question, Symmetry
from solvers.questions import pig_rules
from solvers.questions.residual import RESIDUAL


def _hold_at(name: str, whose: str) -> Parameter:
    meaning = f"Turn total at which {whose} holds, or at what it lacks to the goal if that is less."
    return Parameter(name, int, meaning, "points", 1, 2000)


def _opponents(parameters: Parameters) -> tuple[int, ...]:
    names = ("opponent_hold_at", "first_hold_at", "second_hold_at")
    return tuple(int(parameters[name]) for name in names if name in parameters)


def _solve(**parameters: Any) -> BestResponse:
    return best_response(pig_rules.turn(parameters), parameters["goal"], _opponents(parameters))


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    """From the values if they are stored, else from the policy, whose value at the start is then to be the stored one."""
    turn, goal, opponents = pig_rules.turn(parameters), int(parameters["goal"]), _opponents(parameters)
    if "value" in stored:
        return residual(turn, goal, opponents, stored["value"])
    value = policy_value(turn, goal, opponents, stored["hold_at"])
    difference = abs(float(value[(0,) * value.ndim]) - float(stored["win_probability"]))
    return max(difference, residual(turn, goal, opponents, value))


def _exact(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> Exact:
    """Beside all values if they are stored, else beside the one at the start."""
    turn, goal, opponents = pig_rules.turn(parameters), int(parameters["goal"]), _opponents(parameters)
    refuse_long(goal, exact_simultaneous.most_goal(turn, len(opponents)))
    found, improved = exact_simultaneous.solve(turn, goal, opponents, stored["hold_at"])
    start = found.value[(0,) * found.value.ndim]
    beside = (stored["value"], found.value) if "value" in stored else (np.asarray(stored["win_probability"]), np.array(start))
    return Exact("win probability", start, largest_difference(*beside), improved)


def _seconds_to_one(parameters: Parameters) -> float:
    return 0.002 + 2.5e-9 * float(parameters["goal"]) ** 3


def _seconds_to_two(parameters: Parameters) -> float:
    return 0.003 + 1.4e-9 * float(parameters["goal"]) ** 4


def _outputs(dims: tuple[str, ...]) -> tuple[Output, ...]:
    start = "Chance of the best response to win, a shared win counting as its share."
    here = "Chance of the best response to win from these scores at the start of a turn."
    action = "Turn total at which the best response holds; the least of those that are equally good."
    return (
        Output("win_probability", (), "float64", "1", "win probability", start, attrgetter("win_probability")),
        Output("value", dims, "float64", "1", "win probability", here, attrgetter("value")),
        Output("hold_at", dims, "int16", "points", "turn total to hold at", action, attrgetter("hold_at")),
        RESIDUAL,
    )


TO_ONE = Question(
    name="simultaneous.best_response_to_one",
    version=1,
    title="Best response to one opponent that holds at n",
    parameters=(pig_rules.goal(2000), _hold_at("opponent_hold_at", "the opponent"), pig_rules.SIDES, pig_rules.BUST_FACE),
    dimensions=(pig_rules.scores("banked", "the player"), pig_rules.scores("opponent", "the opponent")),
    outputs=_outputs(("banked", "opponent")),
    solve=_solve,
    certify=_certify,
    seconds=_seconds_to_one,
    exact=_exact,
)

TO_TWO = Question(
    name="simultaneous.best_response_to_two",
    version=1,
    title="Best response to two opponents that hold at n and m",
    parameters=(
        pig_rules.goal(500),
        _hold_at("first_hold_at", "the first opponent"),
        _hold_at("second_hold_at", "the second opponent"),
        pig_rules.SIDES,
        pig_rules.BUST_FACE,
    ),
    dimensions=(
        pig_rules.scores("banked", "the player"),
        pig_rules.scores("first_opponent", "the first opponent"),
        pig_rules.scores("second_opponent", "the second opponent"),
    ),
    outputs=_outputs(("banked", "first_opponent", "second_opponent")),
    solve=_solve,
    certify=_certify,
    seconds=_seconds_to_two,
    exact=_exact,
    symmetries=(Symmetry(("first_hold_at", "second_hold_at"), ("first_opponent", "second_opponent")),),
)
