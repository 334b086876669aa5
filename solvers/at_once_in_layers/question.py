"""Best responses to four opponents that hold at fixed turn totals, everybody taking a turn at once.

All states at once if they fit into memory, else layer by layer: every state has the same bits.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from solvers.at_once.best_response import BestResponse, best_response, fits_into_memory
from solvers.at_once.question import LEVEL, LEVEL_OUTPUTS, opponents, states_from_0, to_some
from solvers.at_once_in_layers.layers import LevelResponse, best_response_in_layers
from solvers.questions import pig_rules
from solvers.questions.certify import solved_anew
from solvers.questions.parameter import Parameters


def _solve(**parameters: Any) -> BestResponse | LevelResponse:
    turn, goal, them = pig_rules.turn(parameters), int(parameters["goal"]), opponents(parameters)
    if fits_into_memory(turn, goal, them, only_from_0=True):
        return best_response(turn, goal, them, only_from_0=True)
    return best_response_in_layers(turn, goal, them)


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return solved_anew(TO_FOUR, parameters, stored)


def _seconds(parameters: Parameters) -> float:
    return 0.3 + 3e-7 * states_from_0(parameters)


TO_FOUR = replace(
    to_some(4, 100, _seconds, version=2, proves=False),
    dimensions=LEVEL,
    outputs=LEVEL_OUTPUTS,
    solve=_solve,
    certify=_certify,
)

QUESTIONS = (TO_FOUR,)
