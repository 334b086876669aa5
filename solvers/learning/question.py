"""Questions: value iteration, Monte Carlo control and Q-learning compared, in races of Pig and of Piglet."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.learning.certificate import REPLAYED, residual
from solvers.learning.comparison import METHODS, Comparison, compare, marks
from solvers.learning.question_race import (
    EXACT,
    LEARNT,
    STATE,
    STATE_DIMENSIONS,
    distances,
    states,
    throws_of_a_game,
)
from solvers.learning.settings import Settings
from solvers.outputs import proofs, studies
from solvers.players.player import BEST, two
from solvers.questions.dimension import Dimension
from solvers.questions.game import Game
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.question import Question

_RESIDUAL = proofs.residual()
PATH = ("method", "updates_per_state")
# Seconds for an update of all methods in plain Python.
SECONDS_AN_UPDATE = 1e-5


def _settings(parameters: Parameters) -> Settings:
    return Settings(
        int(parameters["seed"]),
        float(parameters["exploration"]),
        bool(parameters["exploring_starts"]),
        float(parameters["half_step_at"]),
    )


def _comparison_of(game: Game) -> Callable[..., Comparison]:
    def solve(**parameters: Any) -> Comparison:
        return compare(
            game.turn(parameters), parameters["goal"], parameters["doublings"], _settings(parameters)
        )

    return solve


def _certify_comparison_of(game: Game) -> Callable[[Parameters, Mapping[str, NDArray[Any]]], float]:
    def certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        asked = (game.certificate_turn(parameters), int(parameters["goal"]), _settings(parameters))
        return residual(
            *asked, *(stored[name] for name in ("value", "estimate", "distance", "mean_distance"))
        )

    return certify


def _comparison_seconds_of(game: Game) -> Callable[[Parameters], float]:
    def seconds(parameters: Parameters) -> float:
        count, sides = states(parameters), float(parameters.get("sides", 1))
        learning = count * (
            3e-5 + 1e-6 * sides + 1.2e-7 * (1.0 + sides / 50.0) * float(2 ** int(parameters["doublings"]))
        )
        # The certificate repeats some updates; learners from whole games play at least one game to its end.
        replayed = SECONDS_AN_UPDATE * min(count * float(2 ** int(parameters["doublings"])), REPLAYED)
        return 0.002 + learning + replayed + 1.6e-4 * throws_of_a_game(game, parameters)

    return seconds


def _question(game: Game) -> Question:
    return Question(
        name=f"learning.compare_{game.name}",
        version=2,
        title=f"Value iteration, Monte Carlo control and Q-learning on {game.title}",
        game=game,
        contest=RACE,
        players=two(BEST),
        positions=False,
        study=True,
        parameters=(
            Parameter("goal", int, "Points to win.", "points", 2, 100, 10, words="points to win"),
            *game.parameters,
            Parameter(
                "seed",
                int,
                "Of the learners' games; value iteration has none.",
                "1",
                0,
                1_000_000_000,
                1,
                words="random seed",
            ),
            Parameter(
                "doublings",
                int,
                "Go on until 2^doublings updates a state.",
                "1",
                0,
                20,
                10,
                words="update doublings",
            ),
            Parameter(
                "exploration",
                float,
                "Chance of the learners to choose between both actions at random.",
                "1",
                0.0,
                1.0,
                0.1,
                words="exploration chance",
            ),
            Parameter(
                "exploring_starts",
                bool,
                "Whether the learners' games begin in any state with any action, or all at the start.",
                "",
                default=False,
            ),
            Parameter(
                "half_step_at",
                float,
                "Visits after which the step of Q-learning is a half.",
                "1",
                0.1,
                1e6,
                10.0,
            ),
        ),
        dimensions=(
            Dimension(
                "method",
                "",
                "How the value is learnt.",
                lambda parameters: np.array(METHODS),
                words="learning method",
            ),
            Dimension(
                "updates_per_state",
                "1",
                "Updates of an estimate so far, by the number of states: the sweeps of value iteration.",
                lambda parameters: marks(int(parameters["doublings"])),
            ),
            *STATE_DIMENSIONS,
        ),
        outputs=(
            *EXACT,
            *(replace(distance, proved=True) for distance in distances(PATH)),
            # These depend on the random numbers of the seed.
            studies.estimated_win_probability(of=attrgetter("start_estimate"), record=True),
            studies.wrong_actions(record=True),
            studies.games(record=True),
            studies.estimate(dims=("method", *STATE), record=True),
            studies.updates(record=True),
            _RESIDUAL,
        ),
        solve=_comparison_of(game),
        certify=_certify_comparison_of(game),
        seconds=_comparison_seconds_of(game),
    )


QUESTIONS = tuple(_question(game) for game in LEARNT)
