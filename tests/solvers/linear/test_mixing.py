"""Mixtures of rounds: how soon they come to where plain rounds would come late."""

import numpy as np
import pytest

from solvers.linear.mixing import ENOUGH, mixed


@pytest.mark.parametrize("count", [3, 10 * ENOUGH])
def test_mixtures__come_to_what_stays_as_soon_as_each_factor_has_had_a_round(count: int) -> None:
    factors = np.resize([0.999, -0.99, 0.5], count)
    stays = np.linspace(0.4, 0.6, count)
    given, came = [np.full(count, 0.5)], []
    for _ in range(5):
        came.append(stays + factors * (given[-1] - stays))
        given.append(mixed(given, came))
    assert np.abs(given[-1] - stays).max() <= 1e-10


def test_mixtures__stay_among_chances() -> None:
    given, came = [np.array([0.1]), np.array([0.2])], [np.array([0.2]), np.array([0.299])]
    assert mixed(given, came) == came[-1]
