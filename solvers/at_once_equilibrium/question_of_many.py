"""Questions about symmetric equilibria of two and more players in simultaneous play."""

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
from solvers.crowd.certificate import is_crossover
from solvers.outputs import mixtures, policies, proofs, tables
from solvers.players.player import BEST_THRESHOLD, any_number
from solvers.questions.dimension import Dimension
from solvers.questions.following import Follows
from solvers.questions.games import BUST_FACE, PIG, SIDES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question

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
    return simultaneous_of_many(PIG.turn(given), given["goal"], given["players"], given["start_hold_at"])


def _certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    """Residual from the strategy, and from its value and `crossover_players` if these are stored."""
    goal, players = int(given["goal"]), int(given["players"])
    value = np.asarray(stored["value"]) if "value" in stored else None
    turn, crossover = PIG.turn(given), stored.get("crossover_players")
    if crossover is not None and not is_crossover(turn, goal, int(crossover)):
        return np.inf
    return exploitability(turn, goal, states(goal, players), np.asarray(stored["strategy"]), value)


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
    # A stage game for each sorted tuple of scores; rules of each player, and outcomes of all turns.
    stage = players * (1e-4 + 6e-6 * goal) + 5.5e-9 * goal**players
    return 0.001 + comb(int(goal) - 1 + players, players) * stage


def _scores(given: Parameters) -> NDArray[Any]:
    """The sorted scores of all players in every state, int64[state, seat], found among all combinations."""
    every = np.indices((int(given["goal"]),) * int(given["players"])).reshape(int(given["players"]), -1).T
    return every[(np.diff(every, axis=1) >= 0).all(axis=1)]


def _mean(given: Parameters, opening: NDArray[Any]) -> Any:
    return (_hold_at(given) * opening).sum()


def _mixed(given: Parameters, strategy: NDArray[Any]) -> Any:
    return np.count_nonzero((strategy.max(axis=2) < 1.0).any(axis=1))


_OPENING = Follows(follows=lambda given, strategy: strategy[0, 0], follows_from=("strategy",))
_MEAN = Follows(follows=_mean, follows_from=("opening_probability",))
_MIXED = Follows(follows=_mixed, follows_from=("strategy",))

SIMULTANEOUS_OF_MANY = Question(
    name="equilibrium.simultaneous_of_many",
    version=2,
    title="Some players take a turn at once: a symmetric equilibrium of turn totals to hold at",
    game=PIG,
    contest=AT_ONCE,
    players=any_number(BEST_THRESHOLD, "players"),
    positions=False,
    parameters=(
        Parameter("players", int, "How many play.", "players", 2, MOST_PLAYERS, words="number of players"),
        Parameter("goal", int, "Points to win.", "points", 2, 100, fits=_has_room, words="points to win"),
        SIDES,
        BUST_FACE,
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
        Dimension("hold_at", "points", "Turn total to hold at.", _hold_at, words="hold threshold"),
    ),
    outputs=(
        mixtures.strategy(proved=True),
        tables.value(dims=("state", "seat"), proved=True),
        policies.scores(follows=_scores),
        mixtures.opening_probability(dims=("hold_at",), **_OPENING),
        policies.opening_mean_hold_at(**_MEAN),
        mixtures.mixed_states(**_MIXED),
        mixtures.restarted(record=True),
        mixtures.crossover_players(proved=True),
        proofs.exploitability(),
    ),
    solve=_solve,
    certify=_certify,
    seconds=_seconds,
)

QUESTIONS = (SIMULTANEOUS_OF_MANY,)
