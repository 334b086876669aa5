"""Questions: value iteration in races of Pig and of Piglet, sweep by sweep."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.learning.certificate_of_value_iteration import residual
from solvers.learning.question_race import EXACT, LEARNT, STATE, STATE_DIMENSIONS, distances, states
from solvers.learning.value_iteration import Trace, trace
from solvers.outputs import proofs, studies
from solvers.players.player import BEST, two
from solvers.questions.dimension import Dimension
from solvers.questions.following import Follows
from solvers.questions.game import Game
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.picture import Form, Picture
from solvers.questions.question import Question

_RESIDUAL = proofs.residual()


def _largest(given: Parameters, estimate: NDArray[Any], value: NDArray[Any]) -> Any:
    return np.abs(estimate - value)[:, ~np.isnan(value)].max(axis=1, initial=0.0)


def _mean(given: Parameters, estimate: NDArray[Any], value: NDArray[Any]) -> Any:
    differences = np.abs(estimate - value)[:, ~np.isnan(value)]
    return differences.sum(axis=1) / max(1, differences.shape[1])


def _change(given: Parameters, estimate: NDArray[Any]) -> NDArray[Any]:
    moved = np.abs(np.diff(estimate, axis=0)).reshape(len(estimate) - 1, -1)
    return np.concatenate(([np.nan], moved[:, ~np.isnan(estimate[0].ravel())].max(axis=1, initial=0.0)))


_FAR = {
    "distance": Follows(follows=_largest, follows_from=("estimate", "value")),
    "mean_distance": Follows(follows=_mean, follows_from=("estimate", "value")),
}
_CHANGE = Follows(follows=_change, follows_from=("estimate",))


def _trace_of(game: Game) -> Callable[..., Trace]:
    def solve(**parameters: Any) -> Trace:
        asked = (parameters["goal"], parameters["sweeps"], parameters["tolerance"], parameters["in_place"])
        return trace(game.turn(parameters), *asked)

    return solve


def _certify_trace_of(game: Game) -> Callable[[Parameters, Mapping[str, NDArray[Any]]], float]:
    def certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        value, estimate = stored["value"], stored["estimate"]
        return residual(
            game.certificate_turn(parameters),
            int(parameters["goal"]),
            bool(parameters["in_place"]),
            estimate,
            value,
        )

    return certify


def _trace_seconds(parameters: Parameters) -> float:
    outcomes = 3.0 + float(parameters.get("sides", 1)) / 15.0
    return 0.001 + 6e-8 * outcomes * states(parameters) * float(parameters["sweeps"])


# As in Figure 2 of the survey (Neller, Russell & Markov 2012).
TRACES = Picture(
    name="traces",
    title="Value iteration, sweep by sweep",
    output="estimate",
    form=Form.TRACES,
    dims=("sweep", *STATE),
)


def _question(game: Game) -> Question:
    return Question(
        name=f"learning.value_iteration_{game.name}",
        version=1,
        title=f"Value iteration on {game.title}, sweep by sweep",
        game=game,
        contest=RACE,
        players=two(BEST),
        positions=False,
        study=True,
        parameters=(
            Parameter("goal", int, "Points to win.", "points", 2, 20, 10, words="points to win"),
            *game.parameters,
            Parameter(
                "sweeps", int, "Sweeps whose estimates are kept.", "1", 1, 500, 50, words="kept sweeps"
            ),
            Parameter(
                "tolerance",
                float,
                "Value iteration stops when no estimate of a sweep changes by it.",
                "1",
                1e-14,
                0.1,
                1e-9,
                words="stopping tolerance",
            ),
            Parameter(
                "in_place",
                bool,
                "Whether a sweep reads what it has made already, or all from the sweep before.",
                "",
                default=True,
                words="sweeps in place",
            ),
        ),
        dimensions=(
            Dimension(
                "sweep",
                "1",
                "Sweeps made; 0 is before the first.",
                lambda parameters: np.arange(int(parameters["sweeps"]) + 1),
                words="sweeps made",
            ),
            *STATE_DIMENSIONS,
        ),
        outputs=(
            *EXACT,
            studies.estimate(dims=("sweep", *STATE), proved=True),
            studies.largest_change(**_CHANGE),
            *(replace(distance, **_FAR[distance.name]) for distance in distances(("sweep",))),
            studies.sweeps_needed(record=True),
            studies.distance_at_stop(record=True),
            _RESIDUAL,
        ),
        solve=_trace_of(game),
        certify=_certify_trace_of(game),
        seconds=_trace_seconds,
        pictures=(TRACES,),
    )


QUESTIONS = tuple(_question(game) for game in LEARNT)
