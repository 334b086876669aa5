"""What a picture shows of a dataset: one array, and words for what is fixed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from textwrap import wrap

import numpy as np
import xarray as xr

from pictures.names import flags_of, name_of
from solvers.errors import InvalidRules
from solvers.questions.picture import Form, Picture
from solvers.wording.counts import begun

# Largest number of labels shown of a third dimension.
SLICES = 4
# Largest number of lines that are named beside them; more would overlap.
NAMED = 6
# Largest number of dimensions of a picture that names none: the last ones.
MOST = 3
# Letters of a line below a title.
WIDEST = 100
# Variables of a dataset that are no outputs.
APART = ("status",)


@dataclass(frozen=True)
class View:
    """What a picture shows.

    Attributes
    ----------
    picture : the picture
    array : its output along the shown dimensions; for a map the last two are down and across
    chance : probability of each entry, for mixtures; else None
    subject : the subject of the dataset, in words
    fixed : labels at which other dimensions are fixed, in words
    """

    picture: Picture
    array: xr.DataArray
    chance: xr.DataArray | None
    subject: str
    fixed: str

    @property
    def title(self) -> str:
        """Return the title, at most six words."""
        return begun(self.picture.title)

    @property
    def subtitle(self) -> str:
        """Return the lines below the title: subject, fixed labels, and the dimension of a row of plots."""
        row = self.picture.form is Form.PLAIN and self.array.ndim == 3
        where = [self.fixed] if self.fixed else []
        where += [f"side by side: {name_of(self.array[self.array.dims[0]])}"] if row else []
        lines = self.subject, "; ".join(where)
        return "\n".join(piece for line in lines for piece in wrap(line, WIDEST))


def fitting(pictures: tuple[Picture, ...], dataset: xr.Dataset) -> list[Picture]:
    """Return the pictures that a dataset has the data for, in their order.

    Parameters
    ----------
    pictures : pictures of its question
    dataset : a sweep, or a solved case
    """
    return [picture for picture in pictures if _fits(picture, dataset)]


def view(picture: Picture, dataset: xr.Dataset, selected: Collection[str] = ()) -> View:
    """Return what the picture shows; other dimensions are fixed at the last label with an answer.

    Parameters
    ----------
    picture : one that fits
    dataset : the dataset after selection
    selected : names of the dimensions and parameters that were selected, to be named

    Raises
    ------
    InvalidRules
        if no dimension is left to draw along, or all values are missing
    """
    array = dataset[picture.output]
    if missing := [dim for dim in picture.dims if dim not in array.dims]:
        raise InvalidRules(
            f"--picture: {picture.name} runs along {missing[0]}, of which one label is selected."
            " Select less, or choose another picture."
        )
    if not array.dims:
        raise InvalidRules(
            f"--picture: {picture.output} is one number. Plot a sweep, or choose another picture:"
            " --list names them."
        )
    places = _places(array, picture)
    chosen = array.isel(places)
    kept = [dim for dim in chosen.dims if dim not in picture.dims]
    chosen = chosen.transpose(*kept, *picture.dims).compute()
    if not chosen.notnull().any():
        raise InvalidRules(f"--picture: {picture.output} has no numbers there. Select other cases.")
    for dim, words in picture.words:
        chosen[dim].attrs["long_name"] = words
    chance = dataset[picture.chance].isel(places).compute() if picture.chance else None
    fixed = _fixed(dataset, array, places, selected)
    return View(picture, _trimmed(chosen), chance, str(dataset.attrs.get("title", "")), fixed)


def _fits(picture: Picture, dataset: xr.Dataset) -> bool:
    if picture.output not in dataset.data_vars or picture.output in APART:
        return False
    dims = dataset[picture.output].dims
    alongside = not picture.chance or picture.chance in dataset.data_vars
    return bool(dims) and set(picture.dims) <= set(dims) and alongside


def _places(array: xr.DataArray, picture: Picture) -> dict[str, int]:
    """Indices of the dimensions that the picture does not show."""
    shown = picture.dims or array.dims[-MOST:]
    return {str(dim): _telling(array, str(dim)) for dim in array.dims if dim not in shown}


def _telling(array: xr.DataArray, dim: str) -> int:
    """The last label with a value: the largest case of a ragged axis."""
    others = [other for other in array.dims if other != dim]
    there = array.notnull().any(others).values
    return int(np.flatnonzero(there)[-1]) if there.any() else array.sizes[dim] - 1


def _trimmed(array: xr.DataArray) -> xr.DataArray:
    """The array without labels at its end that have no values, the padding of a ragged table."""
    for dim in array.dims:
        there = np.flatnonzero(array.notnull().any([other for other in array.dims if other != dim]).values)
        array = array.isel({dim: slice(0, int(there[-1]) + 1)})
    return array


def _fixed(
    dataset: xr.Dataset, array: xr.DataArray, places: Mapping[str, int], selected: Collection[str]
) -> str:
    """The labels that were selected, and those that were fixed."""
    asked = {
        name: dataset[name].item() for name in selected if name in dataset.coords and not dataset[name].dims
    }
    taken = {dim: array[dim].values[place] for dim, place in places.items()}
    return ", ".join(f"{_words(dataset, name)}: {_label(label)}" for name, label in (asked | taken).items())


def _words(dataset: xr.Dataset, name: str) -> str:
    return (
        str(dataset[name].attrs.get("long_name", name.replace("_", " "))) if name in dataset.coords else name
    )


def _label(label: object) -> str:
    return f"{label:g}" if isinstance(label, float | np.floating) else str(label)


def lines_along(array: xr.DataArray) -> str | None:
    """Return the dimension along which lines show numbers best; None if a map is better.

    Lines are better if one of the last two dimensions has numbers for labels, and the other has few labels.

    Parameters
    ----------
    array : of two dimensions or more

    Examples
    --------
    >>> lines_along(xr.DataArray(np.zeros((3, 9)), {"sides": [4, 6, 8], "turns": np.arange(9)}))
    'turns'
    """
    numbered = [
        str(dim) for dim in array.dims[-2:] if array[dim].dtype.kind in "iuf" and array.sizes[dim] > 1
    ]
    if not numbered or flags_of(array):
        return None
    longest = max(numbered, key=lambda dim: array.sizes[dim])
    (other,) = (dim for dim in array.dims[-2:] if dim != longest)
    return longest if array.sizes[other] <= NAMED else None


def slices(array: xr.DataArray, dim: str) -> xr.DataArray:
    """Return a few labels of a dimension, evenly spaced, with the first and the last.

    Parameters
    ----------
    array : with the dimension
    dim : name of the dimension
    """
    count = array.sizes[dim]
    return array.isel({dim: np.unique(np.linspace(0, count - 1, min(count, SLICES)).round().astype(int))})
