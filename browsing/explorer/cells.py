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
    if variable.dtype.kind == "f" and not flags:
        return _aligned(variable.values)
    texts = [_text(cell, flags) for cell in variable.values.ravel().tolist()]
    return np.array(texts, object).reshape(variable.shape)


def _aligned(values: NDArray[Any]) -> NDArray[Any]:
    """Numbers with the same decimals, so that their digits are aligned; the largest has eight digits."""
    there = values[np.isfinite(values)]
    largest = float(np.abs(there).max()) if there.size else 0.0
    least = float(np.abs(there[there != 0.0]).min()) if (there != 0.0).any() else 1.0
    if largest >= 1e8 or least < 1e-7:
        kept = [f"{one:.4e}" if np.isfinite(one) else BLANK for one in values.ravel().tolist()]
    else:
        decimals = 8 - len(str(int(largest))) + (largest < 1.0)
        kept = [f"{one:.{decimals}f}" if np.isfinite(one) else BLANK for one in values.ravel().tolist()]
        ends = [len(text) - len(text.rstrip("0")) for text in kept if text != BLANK]
        idle = min(ends, default=0)
        # A whole number needs no point.
        idle += 1 if idle == decimals else 0
        kept = [text if text == BLANK or not idle else text[:-idle] for text in kept]
    return np.array(kept, object).reshape(values.shape)


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
