"""Places and texts of labels at an axis: a name with its unit, numbers or texts at the ticks."""

import numpy as np
import xarray as xr
from matplotlib.axis import Axis
from matplotlib.ticker import Locator, MaxNLocator
from numpy.typing import NDArray

from pictures.names import name_of

# Largest number of text labels at an axis.
MOST_TEXTS = 16
# Numbers are written at their places if they are at least as far apart as this many evenly spaced ones.
MOST_NUMBERS = 16
# Largest number of letters of a label.
LONGEST = 28
# Letters that fit across a plot, counting each label as long as the longest; more are written upright.
MOST_ACROSS = 80


def places(array: xr.DataArray, dim: str) -> NDArray[np.float64]:
    """Return the places of a dimension's labels: their numbers, or 0, 1, 2, ... for texts.

    Parameters
    ----------
    array : with the dimension
    dim : name of the dimension
    """
    labels = array[dim].values
    return labels.astype(float) if labels.dtype.kind in "iuf" else np.arange(labels.size, dtype=float)


def whole_numbers() -> Locator:
    """Return a locator of round whole numbers."""
    return MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10])


def name_ticks(axis: Axis, array: xr.DataArray, dim: str, share: int = 1) -> None:
    """Name an axis by its dimension, and its ticks if labels are texts or few.

    Parameters
    ----------
    axis : of a Matplotlib plot
    array : with the dimension
    dim : name of the dimension
    share : number of plots that share the width
    """
    axis.set_label_text(name_of(array[dim]))
    labels = array[dim].values
    if labels.dtype.kind in "iuf":
        if _apart(labels, share):
            axis.set_ticks(labels, [f"{one:g}" for one in labels.tolist()])
        elif labels.dtype.kind in "iu":
            axis.set_major_locator(whole_numbers())
        return
    step = -(-labels.size // MOST_TEXTS)
    texts = [_short(str(text)) for text in labels[::step]]
    axis.set_ticks(np.arange(0, labels.size, step), texts)
    upright = axis is axis.axes.xaxis and len(texts) * max(map(len, texts)) * share > MOST_ACROSS
    axis.set_tick_params(labelsize="small", labelrotation=90.0 if upright else 0.0)


def _apart(labels: NDArray[np.generic], share: int) -> bool:
    """Whether all of these numbers fit at an axis, each at its place."""
    steps = np.diff(labels.astype(float))
    return labels.size == 1 or bool(steps.min() * MOST_NUMBERS >= share * steps.sum())


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
