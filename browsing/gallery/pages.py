"""The gallery's files, pages, pictures and numbers, by their paths in the folder."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from browsing.gallery.drawn import Drawn
from browsing.gallery.finished import Finished
from browsing.gallery.numbers import csv
from browsing.gallery.pig_page import pig_page
from browsing.gallery.sheet import Sheet
from browsing.gallery.sweep_pages import placed, size_of, sweep_pages
from browsing.gallery.sweeps import Shipped
from browsing.gallery.templating import page, read

SHEET = "sheet.html"


@dataclass(frozen=True, kw_only=True)
class Content:
    """The content of a gallery.

    Parameters
    ----------
    finished : the pages that come with the project
    games : pages of the user's own games
    drawn : pictures of sweeps, those of one sweep together
    shipped : the sweeps that come with the project, which one command makes
    sheet : the sheet to print; None for a gallery without
    data : URL of plain copies of the sweeps; "" if there is none
    """

    finished: Sequence[Finished]
    games: Sequence[Finished] = ()
    drawn: Sequence[Drawn] = ()
    shipped: Sequence[Shipped] = ()
    sheet: Sheet | None = None
    data: str = ""


@dataclass(frozen=True)
class Placed:
    """A finished page and its paths.

    Parameters
    ----------
    shown : its content
    """

    shown: Finished

    @property
    def page(self) -> str:
        """Path of the page."""
        return f"answers/{self.shown.topic.name}.html"

    @property
    def picture(self) -> str:
        """Path of its picture."""
        return f"answers/{self.shown.topic.name}.svg"

    @property
    def csv(self) -> str:
        """Path of its numbers."""
        return f"answers/{self.shown.topic.name}.csv"

    @property
    def rules(self) -> str:
        """Path of its rules; "" if they come with the project."""
        return f"answers/{self.shown.topic.file.name}" if self.shown.topic.file else ""

    @property
    def size(self) -> Markup:
        """Width and height of the picture as attributes."""
        return size_of(self.shown.svg)


def gallery(content: Content) -> dict[str, bytes]:
    """Return all files by path.

    Parameters
    ----------
    content : content of the gallery
    """
    finished, games = ([Placed(one) for one in some] for some in (content.finished, content.games))
    sweeps = placed(content.drawn)
    files = {"pig.html": pig_page("pig.html")}
    files["index.html"] = page(
        "index.html",
        "index.html",
        read("styles", "pictures.css"),
        finished=finished,
        games=games,
        sweeps=[pictures[0] for pictures in sweeps],
        sheet=SHEET if content.sheet else "",
    )
    if content.sheet:
        style = read("styles", "sheet.css")
        files[SHEET] = page(SHEET, "sheet.html", style, sheet=content.sheet, shown=finished[0])
    files |= _finished_pages([*finished, *games])
    return files | sweep_pages(sweeps, content.shipped, content.data)


def _finished_pages(pages: Sequence[Placed]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for place, one in enumerate(pages):
        files[one.page] = page(
            one.page,
            "topic.html",
            read("styles", "pictures.css"),
            one=one,
            before=pages[place - 1] if place > 0 else None,
            after=pages[place + 1] if place + 1 < len(pages) else None,
        )
        files[one.picture] = one.shown.svg.encode()
        files[one.csv] = csv(one.shown.table)
        if one.shown.topic.file:
            files[one.rules] = one.shown.topic.file.read_bytes()
    return files
