"""From how many players on everybody holds at the goal."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import AT_ONCE
from solvers.crowd.solve import Crowd, crowd
from solvers.players.player import BEST_THRESHOLD, any_number
from solvers.questions import pig_rules, usual
from solvers.questions.certify import solved_anew
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Dimension, Output, Question, Role


def _solve(**parameters: Any) -> Crowd:
    return crowd(pig_rules.turn(parameters), parameters["goal"], parameters["most_players"])


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return solved_anew(CROWD, parameters, stored)


def _players(parameters: Parameters) -> NDArray[Any]:
    return np.arange(2, int(parameters["most_players"]) + 1)


def _seconds(parameters: Parameters) -> float:
    goal, players, sides = (float(parameters[name]) for name in ("goal", "most_players", "sides"))
    # Sums over players at each score, and at each pair of scores; and turns, for each face.
    return 4e-4 + 1.5e-5 * goal + goal**2 * (8e-9 * players + 9e-7 * sides)


_CROSSOVER = "Least number of players from which on it is an equilibrium that everybody holds at the goal."
_REACH = "Chance to reach the goal in one turn by holding at the goal."
_BOUND = "Least n with 1 / n below that chance, the bound that Zhu, Ma, Chen & Liu 2023 give."
_MARGIN = (
    "With that many players, by how much holding at the goal beats the best other stop of the first turn, in"
    " chances to reach the goal."
)
_VALUE = (
    "With that many players, what a player with this banked score wins who plays a best response to all"
    " others, who have 0."
)
_GAIN = (
    "What the best deviation of one player wins beyond an equal share, if everybody else holds at the goal."
)

CROWD = Question(
    name="simultaneous.crowd",
    version=1,
    title="From how many players on everybody holds at the goal",
    game=pig_rules.PIG,
    contest=AT_ONCE,
    players=any_number(BEST_THRESHOLD, "players"),
    positions=False,
    study=True,
    parameters=(
        pig_rules.goal(300),
        Parameter(
            "most_players",
            int,
            "Largest number of players of which the gain by deviation is told.",
            "players",
            2,
            500,
            200,
        ),
        pig_rules.SIDES,
        pig_rules.BUST_FACE,
    ),
    dimensions=(
        Dimension("players", "players", "Number of players.", _players, words="number of players"),
        pig_rules.scores("banked", "the player who deviates"),
    ),
    outputs=(
        Output(
            name="crossover_players",
            role=Role.COUNT,
            dtype="int64",
            unit="players",
            long_name="crossover players",
            meaning=_CROSSOVER,
            of=attrgetter("players"),
        ),
        Output(
            name="reach_probability",
            role=Role.CHANCE,
            long_name="goal probability",
            meaning=_REACH,
        ),
        Output(
            name="paper_bound",
            role=Role.COUNT,
            dtype="int64",
            unit="players",
            long_name="paper's bound",
            meaning=_BOUND,
        ),
        Output(
            name="margin",
            role=Role.DIFFERENCE,
            long_name="equilibrium margin",
            meaning=_MARGIN,
        ),
        usual.value(dims=("banked",), meaning=_VALUE),
        Output(
            name="deviation_gain",
            role=Role.DIFFERENCE,
            dims=("players",),
            long_name="gain by deviation",
            meaning=_GAIN,
        ),
        usual.RESIDUAL,
    ),
    solve=_solve,
    certify=_certify,
    seconds=_seconds,
)

QUESTIONS = (CROWD,)
