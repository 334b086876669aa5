"""What `jeopardice run --rerun damaged` does before it plans: damaged cases become missing."""

from collections.abc import Sequence

from rich.console import Console

from configs.sweep import Sweep
from solvers.wording.counts import some
from storage.errors import StoreNotFound
from storage.repository import Store
from storage.soundness.mending import Damage, damage_of, mend


def mend_sweeps(sweeps: Sequence[Sweep], url: str, console: Console, dry_run: bool) -> None:
    """Read each sweep, say what is damaged, and make it missing.

    Parameters
    ----------
    sweeps : sweeps of the launch
    url : address of the store, which need not exist
    console : where it is said
    dry_run : whether to change nothing

    Raises
    ------
    Damaged
        if the newest state cannot be read
    """
    try:
        store = Store.open(url)
    except StoreNotFound:
        return
    store.at()
    for one in sweeps:
        with console.status(f"Reading {one.name}"):
            found = damage_of(store, one.name)
        console.print(f"{one.name}: {_worded(found, one.size)}", soft_wrap=True)
        if found.found and not dry_run:
            mend(store, one.name, found)


def _worded(found: Damage, size: int) -> str:
    if not found.found:
        return "nothing is damaged."
    files = some(len(found.found), "damaged file")
    if found.whole:
        return f"{files}, also of what says which cases there are; all {some(size, 'case')} are solved again."
    return f"{files}; {some(len(found.cases), 'case')} to solve again."
