"""`jeopardice cp`: copy a store to another place, and check the copy."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from flows.commands.stores.check import say_findings
from flows.terminal.sizes import in_bytes
from solvers.wording.counts import some
from storage.copying import Copied, Copying, copy, copying
from storage.location import locate
from storage.soundness.checking import findings

console = Console(highlight=False)


def copy_store(source: str, target: str, dry_run: bool) -> int:
    """Copy all files of a store and read the copy; return the severity of the worst damage in it.

    Parameters
    ----------
    source, target : addresses of the store, and of the copy
    dry_run : whether to change nothing

    Raises
    ------
    StoreNotFound
        if there is no store
    NotAStore
        if the target is not empty
    """
    found = copying(locate(source), locate(target))
    files = some(found.number, "file")
    if dry_run:
        console.print(f"Would copy {files} to {found.target.url}.", soft_wrap=True, markup=False)
        return 0
    size = _copied(found)
    console.print(f"Copied {files}, {in_bytes(size)}, to {found.target.url}.", soft_wrap=True, markup=False)
    return say_findings(found.target, findings(found.target))


def _copied(found: Copying) -> int:
    """Copy with a bar; return the number of bytes."""
    size = 0
    columns = TextColumn("Copying files"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=found.number)

        def each(one: Copied) -> None:
            nonlocal size
            size += one.size
            bar.advance(task)

        copy(found, each)
    return size
