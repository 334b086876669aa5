"""A plain picture of a sweep: its first number over its axes."""

import io
from pathlib import Path

import matplotlib
import pandas as pd
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from flows.gallery.drawn import Drawn
from storage.query import axes_of, numbers_of, table

HEADLINE = "win_probability"


def draw(sweep: str, copy: Path) -> tuple[Drawn, ...]:
    """The pictures of a sweep; none if it has no number a case that could be drawn.

    Parameters
    ----------
    sweep : its name
    copy : its published Zarr
    """
    with xr.open_zarr(copy) as dataset:
        names, axes = numbers_of(dataset), axes_of(dataset)
        if not names or not axes:
            return ()
        name = HEADLINE if HEADLINE in names else names[0]
        numbers = table(dataset, [name], axes)
        label = str(dataset[name].attrs.get("long_name", name))
        title = str(dataset.attrs.get("title", sweep))
    if numbers.empty:
        return ()
    caption = f"{label[:1].upper()}{label[1:]} over {' and '.join(axes[:2])}."
    alt = f"{caption} It runs from {numbers[name].min():.4g} to {numbers[name].max():.4g}."
    return (
        Drawn(
            sweep=sweep,
            title=title,
            caption=caption,
            alt=alt,
            numbers=numbers,
            svg=_svg(numbers, axes, name, label),
        ),
    )


def _svg(numbers: pd.DataFrame, axes: tuple[str, ...], name: str, label: str) -> str:
    """The picture, a heat map where two axes are numbers, else a line."""
    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    drawing: Axes = figure.subplots()
    numeric = [axis for axis in axes if pd.api.types.is_numeric_dtype(numbers[axis])]
    if len(numeric) > 1:
        grid = numbers.pivot_table(index=numeric[0], columns=numeric[1], values=name)
        mesh = drawing.pcolormesh(
            grid.columns.to_numpy(), grid.index.to_numpy(), grid.to_numpy(), rasterized=True
        )
        figure.colorbar(mesh, label=label)
        drawing.set(xlabel=numeric[1], ylabel=numeric[0])
    else:
        means = numbers.groupby(axes[0], sort=False)[name].mean()
        drawing.plot(means.index if numeric else means.index.astype(str), means.to_numpy(), "o-")
        drawing.set(xlabel=axes[0], ylabel=label)
        drawing.tick_params(axis="x", labelrotation=0 if numeric else 45)
    written = io.StringIO()
    # The same picture is the same bytes.
    with matplotlib.rc_context({"svg.hashsalt": "jeopardice"}):
        figure.savefig(written, format="svg", metadata={"Date": None})
    return written.getvalue()
