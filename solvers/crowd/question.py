"""The question from how many players on everybody holds at the goal."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import AT_ONCE
from solvers.crowd.certificate import (
    deviation_value,
    is_crossover,
    margin,
    reach_probability,
    residual,
)
from solvers.crowd.solve import Crowd, crowd
from solvers.outputs import mixtures, proofs, studies, tables
from solvers.players.player import BEST_THRESHOLD, any_number
from solvers.questions.dimension import Dimension
from solvers.questions.games import BUST_FACE, PIG, SIDES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question


def _solve(**parameters: Any) -> Crowd:
    return crowd(PIG.turn(parameters), parameters["goal"], parameters["most_players"])


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    turn, goal, players = (
        PIG.turn(parameters),
        int(parameters["goal"]),
        int(stored["crossover_players"]),
    )
    value = stored["value"]
    if not is_crossover(turn, goal, players, value):
        return np.inf
    found = [residual(turn, goal, np.array([players]), value[:, None])]
    if "lone_deviation_gain" in stored:
        numbers = _players(parameters)
        gain = deviation_value(turn, goal, numbers)[0] - 1.0 / numbers
        found.append(np.abs(gain - stored["lone_deviation_gain"]).max())
    return float(np.max(found))


def _margin(parameters: Parameters, players: NDArray[Any], value: NDArray[Any]) -> float:
    return margin(PIG.turn(parameters), int(parameters["goal"]), int(players), value)


def _reach(parameters: Parameters) -> float:
    return reach_probability(PIG.turn(parameters), int(parameters["goal"]))


def _players(parameters: Parameters) -> NDArray[Any]:
    return np.arange(2, int(parameters["most_players"]) + 1)


def _seconds(parameters: Parameters) -> float:
    goal, players, sides = (float(parameters[name]) for name in ("goal", "most_players", "sides"))
    # Sums over players at each score and pair of scores, and turns for each face.
    return 4e-4 + 1.5e-5 * goal + goal**2 * (8e-9 * players + 9e-7 * sides)


CROWD = Question(
    name="simultaneous.crowd",
    version=2,
    title="From how many players on everybody holds at the goal",
    game=PIG,
    contest=AT_ONCE,
    players=any_number(BEST_THRESHOLD, "players"),
    positions=False,
    study=True,
    parameters=(
        PIG.goal(300),
        Parameter(
            "most_players",
            int,
            "Largest number of players of which the gain by deviation is told.",
            "players",
            2,
            500,
            200,
        ),
        SIDES,
        BUST_FACE,
    ),
    dimensions=(
        Dimension("players", "players", "Number of players.", _players, words="number of players"),
        PIG.scores("banked", "the player who deviates"),
    ),
    outputs=(
        mixtures.crossover_players(of=attrgetter("players"), proved=True),
        studies.reach_probability(follows=_reach),
        studies.paper_bound(follows=lambda given: np.floor(1.0 / _reach(given)) + 1),
        studies.margin(follows=_margin, follows_from=("crossover_players", "value")),
        tables.value(dims=("banked",), proved=True),
        proofs.lone_deviation_gain(of=attrgetter("deviation_gain"), proved=True),
        proofs.residual(),
    ),
    solve=_solve,
    certify=_certify,
    seconds=_seconds,
)

QUESTIONS = (CROWD,)
