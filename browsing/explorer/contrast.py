"""Two slices at the labels that both have, and their difference."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from browsing.explorer.address import LINE, Address
from browsing.explorer.slicing import Slice, lazy_slice, read, settle, trimmed, upright, variables_of
from solvers.wording.counts import some
from storage.errors import NotInStore


@dataclass(frozen=True)
class Contrast:
    """Two slices and their difference.

    Parameters
    ----------
    a, b : in memory, along the same labels
    difference : b - a; for codes, 1 where they differ
    largest : largest absolute difference; NaN if no cell has two numbers
    changed, shared : number of cells that differ or that one of the two lacks, and of cells that both have
    missing_a, missing_b : number of cells that only the other one has
    parts : what is not shown, in words
    """

    a: xr.DataArray
    b: xr.DataArray
    difference: xr.DataArray
    largest: float
    changed: int
    shared: int
    missing_a: int
    missing_b: int
    parts: tuple[str, ...]


def contrast(a: xr.Dataset, b: xr.Dataset, address: Address, whole: bool = False) -> Contrast:
    """Cut the same slice from both, and compare them.

    Parameters
    ----------
    a, b : from `open_sweep`, two states or two sweeps
    address : complete for a
    whole : whether to read all of it, even if that takes long

    Raises
    ------
    NotInStore
        if b does not have the variable, the dimensions or the labels, or no label is common
    """
    plotted = {name for name in (address.x, address.y) if name and name != LINE}
    if address.variable not in variables_of(b):
        raise NotInStore(
            f"var: expected a variable that both have, got {address.variable!r}. Choose one of"
            f" {', '.join(name for name in variables_of(a) if name in variables_of(b))}."
        )
    dims = set(map(str, b[address.variable].dims))
    if not plotted <= dims:
        missing = ", ".join(sorted(plotted - dims))
        raise NotInStore(f"with: expected a sweep along {missing}, got one without. Plot over another one.")
    held = {name: text for name, text in address.labels.items() if name in dims}
    same = settle(b, address.but(labels=held, point={}))
    one, other = xr.align(
        *map(_bare, (lazy_slice(a, address), lazy_slice(b, same))), join="inner", copy=False
    )
    if 0 in one.shape:
        raise NotInStore(
            f"with: expected labels in common along {', '.join(plotted)}, got none. Choose another."
        )
    first = Slice(one.load()) if whole else read(one)
    second = other.isel({dim: slice(size) for dim, size in first.values.sizes.items()}).load()
    mine, theirs = trimmed(first.values, second), trimmed(second, first.values)
    return _compared(upright(mine, address), upright(theirs, address), first.parts)


def _compared(a: xr.DataArray, b: xr.DataArray, parts: tuple[str, ...]) -> Contrast:
    left, right = a.values.astype(float), b.values.astype(float)
    both = ~np.isnan(left) & ~np.isnan(right)
    gap = (right != left).astype(float) if "flag_meanings" in a.attrs else right - left
    difference = a.copy(data=np.where(both, gap, np.nan))
    difference.attrs = {"long_name": "difference", "units": a.attrs.get("units", "")}
    # A cell with a number in only one of the two differs, too.
    missing_a, missing_b = (
        int((np.isnan(own) & ~np.isnan(other)).sum()) for own, other in ((left, right), (right, left))
    )
    changed = int((both & (gap != 0)).sum()) + missing_a + missing_b
    largest = float(np.abs(gap[both]).max()) if both.any() else float("nan")
    return Contrast(a, b, difference, largest, changed, int(both.sum()), missing_a, missing_b, parts)


def in_words(found: Contrast) -> str:
    """Describe how many cells differ and by how much, and how many are missing in one of the two.

    Parameters
    ----------
    found : the comparison
    """
    if not found.shared:
        return "They have no number in common here."
    missing = [(found.missing_a, "a"), (found.missing_b, "b")]
    differ = found.changed - found.missing_a - found.missing_b
    if not any(count for count, _ in missing):
        if not differ:
            return f"They are the same in all {found.shared} cells that have a number in both."
        return (
            f"{some(differ, 'cell')} of {found.shared} differ; the largest difference is {found.largest:.6g}."
        )
    (first, where), *second = [(count, where) for count, where in missing if count]
    lacking = f"{some(first, 'cell')} {'is' if first == 1 else 'are'} missing in {where}"
    lacking += "".join(f" and {count} in {where}" for count, where in second)
    if not differ:
        are = "is" if found.shared == 1 else "are"
        return f"{lacking}; the other {found.shared} {are} identical."
    return f"{lacking}; {differ} of the other {found.shared} differ, by {found.largest:.6g} at most."


def _bare(values: xr.DataArray) -> xr.DataArray:
    """The array without other coordinates than its dimensions': the labels of fixed ones may differ."""
    return values.drop_vars([name for name in values.coords if name not in values.dims])
