"""Where labels are drawn in a browser: at their numbers, or evenly spaced and named."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from numpy.typing import NDArray

# Largest number of named labels at an axis.
TICKS = 12


@dataclass(frozen=True)
class Placed:
    """Labels of a dimension, and their places.

    Attributes
    ----------
    places : float64[label], place of each
    words : text of each
    whole : whether the places are whole numbers, so that no tick is between two
    named : whether ticks must be named, as the places are not the labels
    """

    places: NDArray[np.float64]
    words: tuple[str, ...]
    whole: bool
    named: bool

    @property
    def half(self) -> float:
        """Half of a step."""
        return float(self.places[1] - self.places[0]) / 2.0 if self.places.size > 1 else 0.5

    @property
    def ticks(self) -> dict[float, str]:
        """Return a few labels by their places."""
        last = self.places.size - 1
        few = np.unique(np.linspace(0, last, min(TICKS, last + 1)).round().astype(int))
        return {float(self.places[place]): self.words[place] for place in few}


def placed(labels: xr.DataArray, even: bool = False) -> Placed:
    """Return the places of labels.

    Parameters
    ----------
    labels : labels of a dimension
    even : whether steps must be equal, as for cells of an image

    Examples
    --------
    >>> goals = xr.DataArray([25, 50, 100], dims="goal")
    >>> placed(goals).places.tolist(), placed(goals, even=True).places.tolist()
    ([25.0, 50.0, 100.0], [0.0, 1.0, 2.0])
    """
    values = labels.values
    words = tuple(f"{label:g}" if isinstance(label, float) else str(label) for label in values.tolist())
    if values.dtype.kind in "iuf":
        steps = np.diff(values.astype(float))
        if (steps > 0.0).all() and (not even or np.allclose(steps, steps[:1])):
            return Placed(values.astype(float), words, values.dtype.kind in "iu", named=False)
    return Placed(np.arange(values.size, dtype=float), words, whole=True, named=True)
