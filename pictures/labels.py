"""Where labels are on an axis, and what stands there: a name with its unit, numbers or texts at the ticks."""

import numpy as np
import xarray as xr
from matplotlib.axis import Axis
from matplotlib.ticker import Locator, MaxNLocator
from numpy.typing import NDArray

from pictures.names import name_of

# Of a dimension whose labels are texts so many are written at most.
MOST_TEXTS = 16
# Numbers are written at their places if they are no closer than so many evenly spread ones.
MOST_NUMBERS = 16
# Letters of one.
LONGEST = 28
# Letters of as many texts as are across, if all are as long as the longest; more stand upright.
MOST_ACROSS = 80


def places(array: xr.DataArray, dim: str) -> NDArray[np.float64]:
    """Where a dimension's labels are on an axis: at their number, or one after the other for texts.

    Parameters
    ----------
    array : with the dimension
    dim : its name
    """
    labels = array[dim].values
    return labels.astype(float) if labels.dtype.kind in "iuf" else np.arange(labels.size, dtype=float)


def whole_numbers() -> Locator:
    """Ticks at whole numbers only, and at round ones."""
    return MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10])


def name_ticks(axis: Axis, array: xr.DataArray, dim: str, share: int = 1) -> None:
    """Write a dimension's words at an axis, and its labels where they are texts or few.

    Parameters
    ----------
    axis : of a Matplotlib plot
    array : with the dimension
    dim : its name
    share : how many plots share the width
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
    """Whether all of these numbers can be written at an axis, each at its place."""
    steps = np.diff(labels.astype(float))
    return labels.size == 1 or bool(steps.min() * MOST_NUMBERS >= share * steps.sum())


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
