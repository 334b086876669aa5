"""Format numbers and labels for readers: codes as words, whole numbers without a point."""

from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from browsing.explorer.slicing import label_text
from pictures.names import flags_of

BLANK = "\N{EN DASH}"


def cells_of(variable: xr.DataArray) -> NDArray[Any]:
    """Return all cells of a variable as texts.

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
    """Numbers with the same number of decimals, so that digits align; eight digits for the largest.

    >>> _aligned(np.array([12345678.0, 3e7])).tolist(), _aligned(np.array([0.25, 0.5])).tolist()
    (['12345678', '30000000'], ['0.25', '0.50'])
    """
    there = np.abs(values[np.isfinite(values) & (values != 0.0)])
    largest, least = float(there.max(initial=0.0)), float(there.min(initial=1.0))
    decimals = 8 - len(str(int(largest))) + (largest < 1.0)
    # Exponents if a number would look like 0, or need more digits.
    if decimals < 0 or least < 0.5 * 10.0**-decimals:
        kept = [f"{one:.4e}" if np.isfinite(one) else BLANK for one in values.ravel().tolist()]
    else:
        kept = [f"{one:.{decimals}f}" if np.isfinite(one) else BLANK for one in values.ravel().tolist()]
        ends = [len(text) - len(text.rstrip("0")) for text in kept if text != BLANK]
        idle = min(decimals, *ends) if ends else 0
        # Whole numbers need no point.
        idle += 1 if 0 < idle == decimals else 0
        kept = [text if text == BLANK or not idle else text[:-idle] for text in kept]
    return np.array(kept, object).reshape(values.shape)


def labels_of(coordinate: xr.DataArray) -> list[str]:
    """Return the labels of a dimension as texts.

    Parameters
    ----------
    coordinate : coordinate of the dimension
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
