"""The pages of sweeps: pictures and numbers of each, with their paths."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from browsing.gallery.drawn import Drawn
from browsing.gallery.numbers import MOST_ROWS, Cells, cells, csv, flat
from browsing.gallery.sweeps import Shipped
from browsing.gallery.templating import page, read

VIEW_BOX = re.compile(r'viewBox="[\d.+-]+[ ,]+[\d.+-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"')


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A picture of a sweep and its paths.

    Parameters
    ----------
    drawn : the picture
    page : path of its sweep's page
    picture, csv : paths of its files
    size : width and height as attributes, so that the page does not move when it loads
    all : its numbers on the page
    rows : number of rows
    """

    drawn: Drawn
    page: str
    picture: str
    csv: str
    size: Markup
    all: Cells
    rows: int

    @property
    def cut(self) -> bool:
        """Whether the page leaves rows out."""
        return self.rows > len(self.all.rows)


def placed(drawn: Sequence[Drawn]) -> list[list[Shown]]:
    """Return pictures with their paths, those of one sweep in one list.

    Parameters
    ----------
    drawn : the pictures, those of one sweep together
    """
    return [
        [_placed(one, number) for number, one in enumerate(pictures)]
        for _, pictures in groupby(drawn, key=lambda one: one.sweep)
    ]


def sweep_pages(sweeps: Sequence[Sequence[Shown]], shipped: Sequence[Shipped], data: str) -> dict[str, bytes]:
    """Return the files of all sweeps by path.

    Parameters
    ----------
    sweeps : from `placed`
    shipped : the sweeps that come with the project, which one command makes
    data : URL of plain copies; "" if there is none
    """
    configs = {one.sweep: one.config for one in shipped}
    files: dict[str, bytes] = {}
    for place, pictures in enumerate(sweeps):
        first = pictures[0]
        sweep = first.drawn.sweep
        files[first.page] = page(
            first.page,
            "sweep.html",
            read("styles", "pictures.css"),
            pictures=pictures,
            sweep=sweep,
            config=configs.get(sweep, ""),
            copy=f"{data.rstrip('/')}/{sweep}.zarr" if data else "",
            before=sweeps[place - 1][0] if place > 0 else None,
            after=sweeps[place + 1][0] if place + 1 < len(sweeps) else None,
        )
        for one in pictures:
            files[one.picture] = one.drawn.content
            files[one.csv] = csv(flat(one.drawn.numbers))
    return files


def size_of(svg: str) -> Markup:
    """Return width and height of an SVG as attributes; nothing if it has none.

    Parameters
    ----------
    svg : text of the SVG

    Examples
    --------
    >>> print(size_of('<svg viewBox="0 0 64.4 42">'))
     width="64" height="42"
    """
    found = VIEW_BOX.search(svg)
    return _attributes(*map(float, found.groups())) if found else Markup("")


def _placed(drawn: Drawn, number: int) -> Shown:
    """A picture with its paths, by its number among those of its sweep."""
    name = drawn.sweep if number == 0 else f"{drawn.sweep}-{number + 1}"
    numbers = flat(drawn.numbers)
    return Shown(
        drawn=drawn,
        page=f"sweeps/{drawn.sweep}.html",
        picture=f"pictures/{name}{drawn.suffix}",
        csv=f"numbers/{name}.csv",
        size=_size(drawn),
        all=cells(numbers, MOST_ROWS),
        rows=len(numbers),
    )


def _size(drawn: Drawn) -> Markup:
    if not drawn.png:
        return size_of(drawn.svg)
    # From the first chunk, with which every PNG begins.
    width, height = (float(int.from_bytes(drawn.png[at : at + 4], "big")) for at in (16, 20))
    return _attributes(width, height)


def _attributes(width: float, height: float) -> Markup:
    return Markup(' width="{}" height="{}"').format(round(width), round(height))
