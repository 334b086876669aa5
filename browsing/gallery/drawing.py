"""The pictures of a sweep: those that its question lists, and plain ones of its outputs over its axes."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

import pandas as pd
import xarray as xr

from browsing.gallery.drawn import Drawn
from pictures.drawing import vector_on_page
from pictures.names import flags_of, name_of, words_of
from pictures.view import View, fitting, slices, view
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.outputs.output import Role
from solvers.questions.picture import Picture
from solvers.questions.question import Question
from solvers.wording.counts import begun, either

# Largest number of pictures of a sweep; the most useful come first.
MOST = 4
# With this many dimensions a picture shows a few slices side by side.
MOST_DIMS = 3


def draw(sweep: str, dataset: xr.Dataset) -> tuple[Drawn, ...]:
    """Return the pictures of a sweep; empty if nothing can be drawn along an axis.

    Parameters
    ----------
    sweep : name of the sweep
    dataset : from a store or a published copy
    """
    question = QUESTIONS.get(str(dataset.attrs.get("question")))
    if question is None:
        return ()
    views = islice(_views(_telling(question, dataset), dataset), MOST)
    title = str(dataset.attrs.get("title", sweep))
    return tuple(_drawn(sweep, title, shown) for shown in views)


def _views(pictures: Sequence[Picture], dataset: xr.Dataset) -> Iterator[View]:
    """The views of the pictures, except those of cases that an unfinished sweep has not answered yet."""
    for picture in pictures:
        with suppress(InvalidRules):
            yield view(picture, dataset)


def _telling(question: Question, dataset: xr.Dataset) -> list[Picture]:
    """One picture for each output that can be drawn, except certificates."""
    first: dict[str, Picture] = {}
    for picture in fitting(question.all_pictures, dataset):
        is_proof = question.output(picture.output).role is Role.CERTIFICATE
        if not is_proof and bool(dataset[picture.output].notnull().any()):
            first.setdefault(picture.output, picture)
    return list(first.values())


def _drawn(sweep: str, title: str, shown: View) -> Drawn:
    array = shown.array
    # As the axes are called, which may be parts of sentences: “second opponent holds at”.
    along = either([f"“{words_of(array[dim])}”" for dim in array.dims], "and")
    at = f" At {shown.fixed}." if shown.fixed else ""
    what = name_of(array)
    caption = f"{begun(what)} by {along}.{at}"
    # True if the title above a plain picture already names the output.
    is_said = str(array.attrs.get("long_name", "")).lower() == shown.title.lower()
    flags = ", ".join(flags_of(array).values())
    values = f"One of {flags}." if flags else f"From {array.min():.4g} to {array.max():.4g}."
    return Drawn(
        sweep=sweep,
        title=title,
        picture=shown.title,
        caption=caption,
        below=f"By {along}.{at}" if is_said else caption,
        alt=f"{caption} {values}",
        numbers=_numbers(array),
        svg=vector_on_page(shown).decode(),
    )


def _numbers(array: xr.DataArray) -> pd.DataFrame:
    """A row for each number in the picture, with its labels first."""
    shown = slices(array, str(array.dims[0])) if array.ndim == MOST_DIMS else array
    rows = shown.reset_coords(drop=True).to_dataframe(name=str(array.name)).reset_index()
    found: pd.DataFrame = rows.dropna(ignore_index=True)
    return found
