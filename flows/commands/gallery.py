"""`jeopardice gallery`: a folder of plain files to put on any web page."""

from rich.console import Console

from browsing.gallery.drawing import draw
from browsing.gallery.pages import gallery
from browsing.gallery.sweeps import published_copy, published_in, shipped_sweeps
from browsing.gallery.writing import refuse_others, write_folder
from flows.shipped import shipped as configs
from storage.location import local_directory

console = Console(highlight=False)


def write_gallery(directory: str, published: str | None, data: str) -> None:
    """Draw the shipped sweeps that have a published copy, and write the folder.

    Parameters
    ----------
    directory : where to
    published : directory of the published copies, as the user named it
    data : where readers find the copies, as the pages shall say
    """
    target, copies = local_directory("DIR", directory), published_in(published)
    refuse_others(target)
    shipped = shipped_sweeps(configs())
    found = [(one.sweep, copy) for one in shipped if (copy := published_copy(copies, one.sweep)) is not None]
    drawn = [picture for sweep, copy in found for picture in draw(sweep, copy)]
    write_folder(target, gallery(drawn, shipped, data))
    console.print(f"Wrote {target / 'index.html'}", soft_wrap=True, markup=False)
    sweeps = len({one.sweep for one in drawn})
    said = f"{sweeps} of {len(shipped)} shipped sweeps drawn, from {copies}."
    if sweeps < len(shipped):
        said += " The others are not there: `jeopardice run NAME` makes one; the first page lists them."
    console.print(said, soft_wrap=True, markup=False)
