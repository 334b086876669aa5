"""Certificate of a comparison of learning methods: the distances are right, and the methods ran as described.

A learner's estimates satisfy no equation. So three things are checked instead, and the largest difference is
the residual:

1. the exact value against one backup of itself;
2. the distances stored at the last mark against those of the stored estimates;
3. the distances stored at the first marks against those of a second implementation (`certificate_replay`),
for
   about `REPLAYED` updates or one a state. Its learners draw the same random numbers and must agree to the
   last bit: a single game with another course would change the distances by far more than rounding.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.learning.certificate_of_value_iteration import value_residual
from solvers.learning.certificate_replay import FirstVisits, OneSteps, Replay, Sweeps
from solvers.learning.settings import Settings

# Takes about a tenth of a second for each method.
REPLAYED = 20_000


def residual(
    turn: Turn,
    goal: int,
    settings: Settings,
    value: Array,
    estimate: Array,
    distance: Array,
    mean_distance: Array,
) -> float:
    """Return the largest difference of the value to its backup, and of distances to recomputed ones.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win
    settings : settings of the learners
    value : float64[banked, opponent, turn_total], NaN where holding wins
    estimate : float64[method, banked, opponent, turn_total], at the last mark; NaN where holding wins
    distance, mean_distance : float64[method, mark]
    """
    last = np.abs(
        np.array([_distances(own, value) for own in estimate])
        - np.stack([distance[:, -1], mean_distance[:, -1]], axis=-1)
    )
    first = _replayed_difference(turn, goal, settings, value, distance, mean_distance)
    return float(np.max([value_residual(turn, goal, value), last.max(), first]))


def _distances(estimate: Array, value: Array) -> tuple[float, float]:
    """Largest and mean difference over the states, both arrays float64[banked, opponent, turn_total]."""
    difference = np.abs(estimate - value)[~np.isnan(value)]
    return float(difference.max()), float(difference.sum() / difference.size)


def _replayed_difference(
    turn: Turn, goal: int, settings: Settings, value: Array, distance: Array, mean_distance: Array
) -> float:
    """Largest difference of stored distances to recomputed ones, at all marks within REPLAYED updates.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win
    settings : settings of the learners
    value : float64[banked, opponent, turn_total], NaN where holding wins
    distance, mean_distance : float64[method, mark]
    """
    count = int((~np.isnan(value)).sum())
    worst = 0.0
    methods: list[Replay] = [
        Sweeps(turn, goal, settings),
        FirstVisits(turn, goal, settings),
        OneSteps(turn, goal, settings),
    ]
    for method, replay in enumerate(methods):
        made = 0
        for place in range(distance.shape[1]):
            wanted = 0 if place == 0 else count * 2 ** (place - 1)
            if place > 1 and wanted > REPLAYED:
                break
            while made < wanted:
                made += replay.advance()
            largest, mean = _distances(replay.table(), value)
            worst = float(
                np.max(
                    [worst, abs(largest - distance[method, place]), abs(mean - mean_distance[method, place])]
                )
            )
    return worst
