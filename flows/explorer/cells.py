"""Numbers and labels as a reader sees them: codes as words, whole numbers whole, units beside names."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from flows.explorer.slicing import label_text

BLANK = "\N{EN DASH}"


def name_of(variable: xr.DataArray) -> str:
    """What a variable or a dimension is called, with its unit: turn total [points].

    Parameters
    ----------
    variable : with the attributes of the store
    """
    unit = unit_of(variable)
    long_name = str(variable.attrs.get("long_name", str(variable.name).replace("_", " ")))
    return f"{long_name} [{unit}]" if unit else long_name


def unit_of(variable: xr.DataArray) -> str:
    """The unit; "" of pure numbers.

    Parameters
    ----------
    variable : with the attributes of the store
    """
    unit = str(variable.attrs.get("units", ""))
    return "" if unit == "1" else unit


def flags_of(variable: xr.DataArray) -> dict[int, str]:
    """What the codes of a policy stand for; none for numbers.

    Parameters
    ----------
    variable : with the attributes of the store
    """
    codes: Any = variable.attrs.get("flag_values", [])
    meanings = str(variable.attrs.get("flag_meanings", "")).split()
    known: Sequence[int] = [int(code) for code in np.atleast_1d(codes)] or range(len(meanings))
    return dict(zip(known, meanings, strict=False))


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
