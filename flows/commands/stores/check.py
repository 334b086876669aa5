"""`jeopardice check`: read every file of a store and its copies, and name what is damaged."""

import shlex
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from flows.places import store_url
from flows.shipped import shipped
from solvers.wording.counts import some
from storage.errors import NotInStore
from storage.location import Location, locate
from storage.soundness.checking import findings
from storage.soundness.copies import of_copies
from storage.soundness.finding import Finding

console = Console(highlight=False)


def check_store(store: str | None, sweep: str | None, published: str | None) -> int:
    """Print what is damaged and what mends it; return the severity of the worst.

    Raises
    ------
    NotInStore
        if there is no directory of copies of that name
    """
    location = locate(store_url(store))
    directory = Path(published or "published")
    if published is not None and not directory.is_dir():
        raise NotInStore(f"--published: there is no directory {published!r}. Name another, or leave it out.")
    return say_findings(location, chain(findings(location, sweep), of_copies(location, directory, sweep)))


def say_findings(location: Location, found: Iterable[Finding]) -> int:
    """Print findings as they come; return the severity of the worst.

    Parameters
    ----------
    location : place of the store
    found : from `storage.soundness`
    """
    worst = 0
    with console.status("Reading every file"):
        for one in found:
            worst = max(worst, one.severity)
            _say(location, one)
    if not worst:
        console.print("Every file is what was written.")
    return worst


def _say(location: Location, one: Finding) -> None:
    whose = f"{one.sweep}: " if one.sweep else ""
    console.print(
        f"{whose}[red]{escape(one.file)}[/] {escape(one.what)}{escape(_needed_by(one))}.", soft_wrap=True
    )
    console.print(f"  {_mends(location, one)}", soft_wrap=True, markup=False)


def _needed_by(one: Finding) -> str:
    """The arrays and the cases that depend on it."""
    arrays = f"; it has {_listed(one.arrays)}" if one.arrays else ""
    return arrays + (f" of {some(len(one.cases), 'case')}" if one.cases is not None else "")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]


def _mends(location: Location, one: Finding) -> str:
    """What to type, or what happens by itself."""
    if not one.mends.startswith("jeopardice "):
        return one.mends[:1].upper() + one.mends[1:] + "."
    command = one.mends
    if one.sweep in shipped():
        command = command.replace("CONFIG", one.sweep)
    return f"Mend it with:  {command} --store {shlex.quote(location.url)}"
