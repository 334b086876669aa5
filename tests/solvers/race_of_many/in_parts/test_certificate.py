"""The certificate in parts: that of the whole, and as hard to deceive."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array
from solvers.games import pig
from solvers.games.turn import Turn
from solvers.race_of_many.certificate import backup, gain_of, residual_of
from solvers.race_of_many.in_parts.certificate import certify_others
from solvers.race_of_many.solve import optimal_play
from tests.strategies import FEW, pigs

NOBODY = np.zeros(0, np.int64)


def certify(turn: Turn, value: Array, most: int, apart: Array = NOBODY) -> tuple[float, float]:
    """Residual and gain over all of the others' scores, so many at a time."""
    goal, players = value.shape[0], value.shape[-1]
    each = goal ** (players - 2)
    table = value.reshape(-1, goal, players)
    found = [
        certify_others(turn, table, range(first, min(first + most, each)), apart)
        for first in range(0, each, most)
    ]
    return tuple(np.max(found, axis=0))


@FEW
@given(pigs(), st.sampled_from([(3, 9), (4, 5)]), st.integers(1, 30), st.randoms(use_true_random=False))
def test_certificate__in_parts_is_that_of_the_whole(
    turn: Turn, sizes: tuple[int, int], most: int, draw: np.random.Generator
) -> None:
    players, goal = sizes
    value = optimal_play(turn, goal, players).value
    # Of a lie it says as much.
    value[tuple(draw.randrange(goal) for _ in range(players))] += draw.uniform(-1e-3, 1e-3)
    backed, all_exact = backup(turn, goal, value), np.zeros(value.shape[:-1], np.int8)
    residual, gain = certify(turn, value, most)
    assert residual == residual_of(value, backed, all_exact) > 0.0
    assert max(gain, 0.0) == gain_of(value, backed)


def test_certificate__speaks_of_every_state_but_those_set_apart() -> None:
    turn = pig.turn(3)
    value = optimal_play(turn, 16, 3).value
    apart = np.flatnonzero(optimal_play(turn, 16, 3).settled.ravel() == 2)
    residual, gain = certify(turn, value, 5)
    assert residual > 1e-6 < gain  # three equal scores without equilibrium
    assert certify(turn, value, 5, apart)[0] < 1e-14
    value[3, 1, 2, 0] = np.nan
    assert np.isnan(certify(turn, value, 5, apart)).all()
