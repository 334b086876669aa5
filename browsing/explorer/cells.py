"""Numbers and labels as a reader sees them: codes as words, whole numbers whole."""

from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from browsing.explorer.slicing import label_text
from pictures.names import flags_of

BLANK = "\N{EN DASH}"


def cells_of(variable: xr.DataArray) -> NDArray[Any]:
    """All cells of a variable as texts.

    Parameters
    ----------
    variable : in memory
    """
    flags = flags_of(variable)
    texts = [_text(cell, flags) for cell in variable.values.ravel().tolist()]
    return np.array(texts, object).reshape(variable.shape)


def labels_of(coordinate: xr.DataArray) -> list[str]:
    """Labels of a dimension as texts.

    Parameters
    ----------
    coordinate : of the dimension
    """
    return [label_text(label) for label in coordinate.values]


def _text(cell: Any, flags: dict[int, str]) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and np.isnan(cell):
        return BLANK
    if flags and cell in flags:
        return flags[int(cell)]
    return f"{cell:.8g}" if isinstance(cell, int | float) else str(cell)
