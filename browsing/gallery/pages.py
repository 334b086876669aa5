"""The gallery's files: pages, pictures and numbers, by their paths in the folder."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from browsing.gallery.drawn import Drawn
from browsing.gallery.numbers import FEW_COLUMNS, FEW_ROWS, MOST_ROWS, Cells, cells, csv, flat
from browsing.gallery.pig_page import pig_page
from browsing.gallery.sweeps import Shipped
from browsing.gallery.templating import page, read

VIEW_BOX = re.compile(r'viewBox="[\d.+-]+[ ,]+[\d.+-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"')


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A picture in its place.

    Parameters
    ----------
    drawn : the picture
    page : where its sweep's page is
    picture, csv : where its files are
    size : width and height as attributes, so that nothing moves when it arrives
    code : the line that opens its data
    few, all : its numbers at a glance, and on the page
    rows : how many there are
    """

    drawn: Drawn
    page: str
    picture: str
    csv: str
    size: Markup
    code: str
    few: Cells
    all: Cells
    rows: int

    @property
    def left(self) -> str:
        """What the glance leaves out, in words; "" if nothing."""
        rows, columns = self.rows - len(self.few.rows), len(self.all.columns) - len(self.few.columns)
        said = [f"{rows} rows"] * (rows > 0) + [f"{columns} columns"] * (columns > 0)
        return " and ".join(said)

    @property
    def cut(self) -> bool:
        """Whether the page leaves rows out."""
        return self.rows > len(self.all.rows)


def gallery(drawn: Sequence[Drawn], shipped: Sequence[Shipped], data: str) -> dict[str, bytes]:
    """All files.

    Parameters
    ----------
    drawn : the pictures, those of one sweep side by side
    shipped : all sweeps that there could be, so that those without a picture are named
    data : where a reader finds the published copies, as the line that opens them says it
    """
    configs = {one.sweep: one.config for one in shipped}
    sweeps = [
        [_placed(one, number, data) for number, one in enumerate(pictures)]
        for _, pictures in groupby(drawn, key=lambda one: one.sweep)
    ]
    files = {"pig.html": pig_page("pig.html")}
    there = {one.sweep for one in drawn}
    files["index.html"] = page(
        "index.html",
        "index.html",
        read("styles", "pictures.css"),
        shown=[pictures[0] for pictures in sweeps],
        missing=[one for one in shipped if one.sweep not in there],
    )
    for place, pictures in enumerate(sweeps):
        first = pictures[0]
        files[first.page] = page(
            first.page,
            "sweep.html",
            read("styles", "pictures.css"),
            pictures=pictures,
            sweep=first.drawn.sweep,
            config=configs.get(first.drawn.sweep, first.drawn.sweep),
            before=sweeps[place - 1][0] if place > 0 else None,
            after=sweeps[place + 1][0] if place + 1 < len(sweeps) else None,
        )
        for one in pictures:
            files[one.picture] = one.drawn.content
            files[one.csv] = csv(flat(one.drawn.numbers))
    return files


def _placed(drawn: Drawn, number: int, data: str) -> Shown:
    """A picture in its place, by its number among those of its sweep."""
    name = drawn.sweep if number == 0 else f"{drawn.sweep}-{number + 1}"
    numbers = flat(drawn.numbers)
    return Shown(
        drawn=drawn,
        page=f"sweeps/{drawn.sweep}.html",
        picture=f"pictures/{name}{drawn.suffix}",
        csv=f"numbers/{name}.csv",
        size=_size(drawn),
        code=f'ds = xr.open_zarr("{data.rstrip("/")}/{drawn.sweep}.zarr")',
        few=cells(numbers, FEW_ROWS, FEW_COLUMNS),
        all=cells(numbers, MOST_ROWS),
        rows=len(numbers),
    )


def _size(drawn: Drawn) -> Markup:
    """Width and height of a picture as attributes, none if it does not say."""
    if drawn.png:
        # Of the first chunk, which every PNG begins with.
        width, height = (float(int.from_bytes(drawn.png[at : at + 4], "big")) for at in (16, 20))
    elif found := VIEW_BOX.search(drawn.svg):
        width, height = (float(length) for length in found.groups())
    else:
        return Markup("")
    return Markup(' width="{}" height="{}"').format(round(width), round(height))
