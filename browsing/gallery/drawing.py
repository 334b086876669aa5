"""The pictures of a sweep: those that its question names, and its numbers over its axes."""

from pathlib import Path

import pandas as pd
import xarray as xr

from browsing.gallery.drawn import Drawn
from pictures.drawing import vector
from pictures.names import flags_of, name_of
from pictures.view import View, fitting, view
from solvers.catalog import QUESTIONS

# Of one sweep at most so many, the most telling first.
MOST = 4


def draw(sweep: str, copy: Path) -> tuple[Drawn, ...]:
    """The pictures of a sweep; none if there is nothing along an axis that could be drawn.

    Parameters
    ----------
    sweep : its name
    copy : its published Zarr
    """
    with xr.open_zarr(copy, chunks={}) as dataset:
        question = QUESTIONS.get(str(dataset.attrs.get("question")))
        if question is None:
            return ()
        pictures = [
            picture
            for picture in fitting(question.all_pictures, dataset)
            if bool(dataset[picture.output].notnull().any())
        ]
        views = [view(picture, dataset) for picture in pictures[:MOST]]
        title = str(dataset.attrs.get("title", sweep))
    return tuple(_drawn(sweep, title, shown) for shown in views)


def _drawn(sweep: str, title: str, shown: View) -> Drawn:
    array = shown.array
    along = ", ".join(name_of(array[dim]) for dim in array.dims)
    caption = f"{shown.picture.title}: {name_of(array)} along {along}."
    if shown.fixed:
        caption += f" At {shown.fixed}."
    flags = ", ".join(flags_of(array).values())
    range_ = f"It is one of {flags}." if flags else f"It runs from {array.min():.4g} to {array.max():.4g}."
    return Drawn(
        sweep=sweep,
        title=title,
        caption=caption,
        alt=f"{caption} {range_}",
        numbers=_numbers(array),
        svg=vector(shown).decode(),
    )


def _numbers(array: xr.DataArray) -> pd.DataFrame:
    """A row for each number that there is, its labels first."""
    rows = array.reset_coords(drop=True).to_dataframe(name=str(array.name)).reset_index()
    found: pd.DataFrame = rows.dropna(ignore_index=True)
    return found
