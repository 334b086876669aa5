"""The numbers of a page, read off an answer and written with four digits and their unit."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import xarray as xr

from browsing.gallery.topic import Figure

DIGITS = 4


def filled(text: str, figures: Mapping[str, Figure], dataset: xr.Dataset) -> str:
    """Return a sentence with its numbers filled in.

    Parameters
    ----------
    text : sentence with names of figures in braces
    figures : by name
    dataset : the answer
    """
    return " ".join(text.split()).format(
        **{name: as_read(figure, dataset) for name, figure in figures.items()}
    )


def numbers(figures: Mapping[str, Figure], dataset: xr.Dataset) -> tuple[tuple[str, str], ...]:
    """Return the table of numbers, with a description of each.

    Parameters
    ----------
    figures : by name; those without words are left out
    dataset : the answer
    """
    return tuple((one.words, as_read(one, dataset)) for one in figures.values() if one.words)


def as_read(figure: Figure, dataset: xr.Dataset) -> str:
    """Return a figure as text for readers.

    Parameters
    ----------
    figure : the figure
    dataset : the answer

    Examples
    --------
    >>> dataset = xr.Dataset({"wins": ("seat", [0.530593, 0.469407])}, {"seat": [1, 2]})
    >>> as_read(Figure(of="wins", form="percent", at={"seat": 1}), dataset)
    '53.06 %'
    >>> FORMS["percent"](0.05), FORMS["number"](2.0)
    ('5 %', '2')
    >>> as_read(Figure(of="wins", form="whole", label="seat"), dataset)
    '1'
    """
    return FORMS[figure.form](_number(figure, dataset))


def _number(figure: Figure, dataset: xr.Dataset) -> float:
    array = dataset[figure.of].sel(figure.at)
    if figure.label:
        place = array.argmax(...)
        return float(array[figure.label].values[int(place[figure.label])])
    number = float(array.max() if figure.greatest else array.item())
    return (1.0 - number if figure.complement else number) * figure.times


def _percent(number: float) -> str:
    """A fraction as `53.06 %`; small ones keep four digits, too."""
    return f"{_rounded(100.0 * number)} %"


def _rounded(number: float) -> str:
    if abs(number) >= 10.0:
        return f"{number:.2f}"
    return np.format_float_positional(number, DIGITS, fractional=False, trim="-")


FORMS: Mapping[str, Callable[[float], str]] = {
    "percent": _percent,
    "hundredths": lambda number: _rounded(100.0 * number),
    "whole": lambda number: str(round(number)),
    "number": _rounded,
}


def table(dataset: xr.Dataset, outputs: tuple[str, ...]) -> Any:
    """Return the numbers to download: a row for each label, a column for each output.

    Parameters
    ----------
    dataset : the answer
    outputs : names, of the same dimensions

    Returns
    -------
    pandas.DataFrame
        labels first
    """
    frame = dataset[list(outputs)].reset_coords(drop=True).to_dataframe().reset_index()
    return frame.dropna(ignore_index=True)
