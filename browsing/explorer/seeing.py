"""The first point to show, a sentence about what is shown, and the missing cells, in readers' words."""

from collections.abc import Mapping

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from browsing.explorer.slicing import label_text
from pictures.names import flags_of, words_of
from playing.numbers import percent
from solvers.wording.counts import some
from storage.query import axes_of
from storage.schema import DONE

EVEN = 0.5
MISSING = "missing"
CHANCES = ("probability", "chance")


def opening_point(values: xr.DataArray) -> dict[str, str]:
    """Return the first point to show.

    It is the maximum if that is no edge, else a probability near 1/2, else the middle.

    Parameters
    ----------
    values : in memory, along two dimensions
    """
    numbers = values.values.astype(float)
    there = np.isfinite(numbers)
    if not there.any() or min(values.shape) < 3:
        return _labels(values, _middlemost(there) if there.any() else (0, 0))
    inside = np.zeros_like(there)
    inside[1:-1, 1:-1] = there[1:-1, 1:-1]
    if not inside.any():
        return _labels(values, _middlemost(there))
    largest = numbers == np.nanmax(numbers)
    if not flags_of(values) and (largest <= inside).all() and largest.sum() < inside.sum() / 2:
        return _labels(values, _middlemost(largest))
    if is_chance(values) and np.nanmin(numbers) < EVEN < np.nanmax(numbers):
        far = np.where(inside, np.abs(numbers - EVEN), np.inf)
        return _labels(values, _middlemost(far <= far.min() + 0.01))
    return _labels(values, _middlemost(inside))


def missing_cells(dataset: xr.Dataset, values: xr.DataArray) -> NDArray[np.bool_]:
    """Return which cells of a slice belong to cases without an answer.

    Parameters
    ----------
    dataset : from `open_sweep`
    values : a slice of it, with the labels at which it is fixed

    Returns
    -------
    NDArray[np.bool_]
        bool[...], of the slice's shape
    """
    axes = axes_of(dataset)
    held = {name: values[name] for name in axes if name in values.coords and name not in values.dims}
    open_ = dataset["status"].sel(held) != DONE
    along = [dim for dim in open_.dims if dim in values.dims]
    picked = open_.sel({dim: values[dim] for dim in along})
    every = xr.zeros_like(values, dtype=bool) | picked.drop_vars(list(picked.coords), errors="ignore")
    return np.asarray(every.transpose(*values.dims).values, bool)


def seen(values: xr.DataArray, missing: NDArray[np.bool_]) -> str:
    """Return what the slice shows, in a sentence or two.

    Parameters
    ----------
    values : in memory
    missing : from `missing_cells`
    """
    numbers, flags = values.values.astype(float), flags_of(values)
    there = np.isfinite(numbers) & ~missing
    said = []
    if there.any() and values.dims and not flags:
        low, high = (
            np.unravel_index(int(place), values.shape)
            for place in (np.nanargmin(numbers), np.nanargmax(numbers))
        )
        name = words_of(values)
        least, most = (number(values, numbers[place]) for place in (low, high))
        if least == most:
            said.append(f"Everywhere the {name} is {most}.")
        else:
            said.append(f"The {name} runs from {least} ({_at(values, low)}) to {most} ({_at(values, high)}).")
    if there.any() and flags:
        codes, counts = np.unique(numbers[there].astype(int), return_counts=True)
        shares = (
            f"{flags.get(int(code), str(code))} in {percent(share)}"
            for code, share in zip(codes, counts / there.sum(), strict=True)
        )
        said.append(f"Of the cells with an answer: {', '.join(shares)}.")
    if missing.any():
        are = "is" if missing.sum() == 1 else "are"
        said.append(
            f"{some(int(missing.sum()), 'cell')} of {missing.size} {are} missing: there is no answer yet."
        )
    return " ".join(said)


def number(values: xr.DataArray, found: float) -> str:
    """Return a number as text: probabilities in percent, others with four digits.

    Parameters
    ----------
    values : the variable
    found : the number
    """
    if np.isnan(found):
        return MISSING
    if flags := flags_of(values):
        return flags.get(int(found), str(found))
    if is_chance(values):
        return percent(found)
    return f"{int(found)}" if found.is_integer() and abs(found) < 1e9 else f"{found:.4g}"


def is_chance(values: xr.DataArray) -> bool:
    """Return whether numbers are probabilities.

    Parameters
    ----------
    values : with the attributes of the store
    """
    pure = values.attrs.get("units", "1") == "1"
    return pure and values.dtype.kind == "f" and any(word in words_of(values) for word in CHANCES)


def labelled(values: xr.DataArray, labels: Mapping[str, str]) -> str:
    """Return the position of a cell in readers' words: "banked score 3, opponent score 5".

    Parameters
    ----------
    values : with the dimensions
    labels : by dimension
    """
    return ", ".join(f"{words_of(values[dim])} {label}" for dim, label in labels.items())


def _at(values: xr.DataArray, place: tuple[np.intp, ...]) -> str:
    # Across before down, as people read a plot.
    found = reversed(_labels(values, tuple(map(int, place))).items())
    return labelled(values, dict(found))


def _labels(values: xr.DataArray, place: tuple[int, ...]) -> dict[str, str]:
    pairs = zip(map(str, values.dims), place, strict=True)
    return {dim: label_text(values[dim].values[index]) for dim, index in pairs}


def _middlemost(there: NDArray[np.bool_]) -> tuple[int, ...]:
    """The one of some cells that is nearest to their middle."""
    at = np.argwhere(there)
    return tuple(int(index) for index in at[np.abs(at - at.mean(axis=0)).sum(axis=1).argmin()])


def named(dataset: xr.Dataset, names: list[str]) -> dict[str, str]:
    """Return options for readers, names by words; equal words get the name appended.

    Parameters
    ----------
    dataset : with the attributes of the store
    names : names of variables or dimensions
    """
    words = {name: words_of(dataset[name]) for name in names}
    twice = [one for one in words.values() if list(words.values()).count(one) > 1]
    return {f"{one} ({name})" if one in twice else one: name for name, one in words.items()}
