"""Surfaces are seen from where most of them is."""

import numpy as np
import pytest

from pictures.surface import AZIMUTHS, best_azimuth

CELLS = np.arange(40.0)


@pytest.mark.parametrize(
    ("heights", "side"),
    [
        # Rising with the second index, which goes along the first axis of the box: seen from where it is low.
        (np.tile(CELLS, (40, 1)), (-1.0, 0.0)),
        (np.tile(-CELLS, (40, 1)), (1.0, 0.0)),
        (np.tile(CELLS[:, None], (1, 40)), (0.0, -1.0)),
        # A wall along the far end hides nothing, and one along the near end hides what is behind it.
        (np.where(CELLS[:, None] > 35.0, 40.0, 0.0) * np.ones(40), (0.0, -1.0)),
    ],
)
def test_surface__is_seen_from_its_low_side(heights: np.ndarray, side: tuple[float, float]) -> None:
    angle = np.deg2rad(best_azimuth(heights))
    assert np.dot((np.cos(angle), np.sin(angle)), side) > 0.0


@pytest.mark.parametrize("heights", [np.zeros((3, 2)), np.full((5, 5), np.nan) * 1.0, np.eye(1) * 1e-300])
def test_surface__without_a_shape_is_seen_from_somewhere(heights: np.ndarray) -> None:
    heights[0, 0] = 1.0
    assert best_azimuth(heights) in AZIMUTHS
