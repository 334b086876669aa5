"""Names of variables, dimensions and codes, in pictures and on pages."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import xarray as xr

# Finds the player in the meaning of a turn total without words of its own.
HOLDS = re.compile(r"Turn total at which (?:the )?(.+?) holds\b")


def words_of(variable: xr.DataArray) -> str:
    """Return the name of a variable or a dimension, without its unit.

    Parameters
    ----------
    variable : with the attributes of the store

    Examples
    --------
    >>> meaning = "Turn total at which the first opponent holds, or at what it lacks."
    >>> words_of(xr.DataArray(20, name="first_hold_at", attrs={"comment": meaning}))
    'first opponent holds at'
    """
    words = str(variable.attrs.get("long_name", variable.name))
    if words == str(variable.name):
        found = HOLDS.match(str(variable.attrs.get("comment", "")))
        words = f"{found[1]} holds at" if found else words.replace("_", " ")
    return words


def name_of(variable: xr.DataArray) -> str:
    """Return the name of a variable or a dimension, with its unit: turn total [points].

    Parameters
    ----------
    variable : with the attributes of the store
    """
    words = words_of(variable)
    unit = str(variable.attrs.get("units", ""))
    # Pure numbers have no unit, and a unit that the name contains is not repeated.
    return words if unit in ("", "1") or unit in words.split() else f"{words} [{unit}]"


def label_of(label: xr.DataArray) -> str:
    """Return one label of a dimension, in words.

    Parameters
    ----------
    label : without dimensions
    """
    found = label.item()
    return f"{found:g}" if isinstance(found, float) else str(found)


def flags_of(variable: xr.DataArray) -> dict[int, str]:
    """Return the meanings of the codes of a policy; nothing for numbers.

    Parameters
    ----------
    variable : with the attributes of the store

    Examples
    --------
    >>> flags_of(xr.DataArray([0, 1], attrs={"flag_meanings": "hold keep_all"}))
    {0: 'hold', 1: 'keep all'}
    """
    codes: Any = variable.attrs.get("flag_values", [])
    meanings = str(variable.attrs.get("flag_meanings", "")).split()
    known: Sequence[int] = [int(code) for code in np.atleast_1d(codes)] or range(len(meanings))
    return {code: words.replace("_", " ") for code, words in zip(known, meanings, strict=False)}


def few_codes(array: xr.DataArray) -> xr.DataArray:
    """Return codes renumbered to those that occur, so that fewer colours are needed.

    The first two stay, so that holding and rolling look the same in all pictures.

    Parameters
    ----------
    array : codes; numbers are returned unchanged

    Examples
    --------
    >>> codes = xr.DataArray([0, 3, 3], attrs={"flag_meanings": "hold roll keep_one keep_two"})
    >>> few_codes(codes).values.tolist(), flags_of(few_codes(codes))
    ([0.0, 2.0, 2.0], {0: 'hold', 1: 'roll', 2: 'keep two'})
    """
    flags = flags_of(array)
    kept = [code for place, code in enumerate(flags) if place < 2 or (array == code).any()]
    if len(kept) == len(flags):
        return array
    found = xr.full_like(array, np.nan, dtype=float)
    for place, code in enumerate(kept):
        found = found.where(array != code, float(place))
    meanings = " ".join(flags[code].replace(" ", "_") for code in kept)
    return found.assign_attrs(flag_values=list(range(len(kept))), flag_meanings=meanings)
