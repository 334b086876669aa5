"""What stands at an axis: words with their unit, and numbers or texts at the ticks."""

import numpy as np
import xarray as xr
from matplotlib.axis import Axis
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

# Of a dimension whose labels are texts so many are written at most.
MOST_TEXTS = 16
# Letters of one.
LONGEST = 28


def label(array: xr.DataArray) -> str:
    """Words of a variable or a coordinate with its unit, as on an axis.

    Parameters
    ----------
    array : with the attributes of the dataset
    """
    words = str(array.attrs.get("long_name", str(array.name).replace("_", " ")))
    unit = str(array.attrs.get("units", ""))
    return f"{words} [{unit}]" if unit not in ("", "1") else words


def places(array: xr.DataArray, dim: str) -> NDArray[np.float64]:
    """Where a dimension's labels are on an axis: at their number, or one after the other for texts.

    Parameters
    ----------
    array : with the dimension
    dim : its name
    """
    labels = array[dim].values
    return labels.astype(float) if labels.dtype.kind in "iuf" else np.arange(labels.size, dtype=float)


def name_ticks(axis: Axis, array: xr.DataArray, dim: str) -> None:
    """Write a dimension's words at an axis, and its labels where they are texts.

    Parameters
    ----------
    axis : of a Matplotlib plot
    array : with the dimension
    dim : its name
    """
    axis.set_label_text(label(array[dim]))
    labels = array[dim].values
    if labels.dtype.kind in "iuf":
        if labels.dtype.kind in "iu":
            axis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
        return
    step = -(-labels.size // MOST_TEXTS)
    axis.set_ticks(np.arange(0, labels.size, step), [_short(str(text)) for text in labels[::step]])
    axis.set_tick_params(labelsize="small")


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
