"""Everybody takes a turn at once and wants to win: symmetric equilibria of two and more players."""

from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.at_once_equilibrium.certificate_of_many import exploitability
from solvers.at_once_equilibrium.of_many import (
    MOST_PLAYERS,
    SimultaneousOfMany,
    check,
    simultaneous_of_many,
    states,
)
from solvers.contests.contest import AT_ONCE
from solvers.players.player import BEST_THRESHOLD, any_number
from solvers.questions import pig_rules, usual
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Dimension, Output, Question, Role

START = Parameter(
    "start_hold_at",
    int,
    "Where the search for an equilibrium starts in each state: all hold there.",
    "points",
    1,
    100,
    20,
    words="first guess",
)


def _solve(**given: Any) -> SimultaneousOfMany:
    return simultaneous_of_many(
        pig_rules.turn(given), given["goal"], given["players"], given["start_hold_at"]
    )


def _certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    """From the strategy, and its value if that is stored."""
    goal, players = int(given["goal"]), int(given["players"])
    value = np.asarray(stored["value"]) if "value" in stored else None
    return exploitability(
        pig_rules.turn(given), goal, states(goal, players), np.asarray(stored["strategy"]), value
    )


def _state(given: Parameters) -> NDArray[Any]:
    return np.arange(comb(int(given["goal"]) - 1 + int(given["players"]), int(given["players"])))


def _seats(given: Parameters) -> NDArray[Any]:
    return np.arange(int(given["players"]))


def _hold_at(given: Parameters) -> NDArray[Any]:
    return np.arange(1, int(given["goal"]) + 1)


def _has_room(given: Parameters) -> None:
    check(int(given["goal"]), int(given["players"]), int(given["start_hold_at"]))


def _seconds(given: Parameters) -> float:
    goal, players = float(given["goal"]), int(given["players"])
    # A stage game for each way to sort scores; rules of each player, and what all bring.
    stage = players * (1e-4 + 6e-6 * goal) + 5.5e-9 * goal**players
    return 0.001 + comb(int(goal) - 1 + players, players) * stage


_STRATEGY = (
    "Chance to hold at this turn total, or to come past it first; of turn totals that are the same rule the"
    " least has it."
)
_VALUE = (
    "Chance of the player to win from these scores at the start of a turn, a shared win counting as its"
    " share."
)
_CROSSOVER = "Least number of players from which on it is an equilibrium that everybody holds at the goal."
_EXPLOITED = (
    "What a best response of one player wins beyond its value, at most over all scores, by a route that"
    " shares no kernel with the solver."
)

SIMULTANEOUS_OF_MANY = Question(
    name="equilibrium.simultaneous_of_many",
    version=1,
    title="Some players take a turn at once: a symmetric equilibrium of turn totals to hold at",
    game=pig_rules.PIG,
    contest=AT_ONCE,
    players=any_number(BEST_THRESHOLD, "players"),
    positions=False,
    parameters=(
        Parameter("players", int, "How many play.", "players", 2, MOST_PLAYERS, words="number of players"),
        Parameter("goal", int, "Points to win.", "points", 2, 100, fits=_has_room, words="points to win"),
        pig_rules.SIDES,
        pig_rules.BUST_FACE,
        START,
    ),
    dimensions=(
        Dimension(
            "state",
            "",
            "Number of the scores of all, ascending and in lexicographic order; the start is 0.",
            _state,
            words="state number",
        ),
        Dimension("seat", "", "Place of a player in these scores.", _seats, words="player's seat"),
        Dimension("hold_at", "points", "Turn total to hold at.", _hold_at),
    ),
    outputs=(
        Output(
            name="strategy",
            role=Role.MIXTURE,
            dims=("state", "seat", "hold_at"),
            long_name="hold-at probability",
            meaning=_STRATEGY,
        ),
        usual.value(
            dims=("state", "seat"),
            meaning=_VALUE,
        ),
        Output(
            name="scores",
            role=Role.PLACE,
            dims=("state", "seat"),
            dtype="int16",
            unit="points",
            long_name="state's scores",
            meaning="Banked scores of the players.",
        ),
        Output(
            name="opening_probability",
            role=Role.MIXTURE,
            dims=("hold_at",),
            long_name="first hold-at probability",
            meaning="Chance to hold at this turn total in the first turn.",
        ),
        Output(
            name="opening_mean_hold_at",
            role=Role.MEASURE,
            unit="points",
            long_name="mean first threshold",
            meaning="Turn total to hold at in the first turn, on average.",
        ),
        Output(
            name="mixed_states",
            role=Role.COUNT,
            dtype="int64",
            unit="states",
            long_name="mixed states",
            meaning="Number of states in which some player draws.",
        ),
        Output(
            name="restarted",
            role=Role.COUNT,
            dtype="int64",
            unit="states",
            long_name="restarted states",
            meaning="Number of states that needed another start.",
        ),
        Output(
            name="crossover_players",
            role=Role.COUNT,
            dtype="int64",
            unit="players",
            long_name="crossover players",
            meaning=_CROSSOVER,
        ),
        usual.exploitability(
            meaning=_EXPLOITED,
        ),
    ),
    solve=_solve,
    certify=_certify,
    seconds=_seconds,
)

QUESTIONS = (SIMULTANEOUS_OF_MANY,)
