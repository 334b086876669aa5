"""What `jeopardice run --rerun damaged` does before it plans: damaged cases become missing."""

from collections.abc import Sequence

from rich.console import Console

from configs.sweep import Sweep
from flows.terminal.asking import agreed
from solvers.wording.counts import some
from storage.errors import StoreNotFound
from storage.repository import Store
from storage.soundness.mending import Damage, damage_of, mend


def mend_sweeps(sweeps: Sequence[Sweep], url: str, console: Console, dry_run: bool, yes: bool) -> None:
    """Read each sweep, say what is damaged, and make it missing.

    Parameters
    ----------
    sweeps : sweeps of the launch
    url : address of the store, which need not exist
    console : where it is said
    dry_run : whether to change nothing
    yes : whether to remove a whole sweep without a question

    Raises
    ------
    Damaged
        if the newest state cannot be read
    Unanswered
        if a whole sweep would be removed, and there is no terminal to ask at
    """
    try:
        store = Store.open(url)
    except StoreNotFound:
        return
    for one in sweeps:
        with console.status(f"Reading {one.name}"):
            found = damage_of(store, one.name)
        console.print(f"{one.name}: {_worded(found)}", soft_wrap=True)
        if found.found and not dry_run and (not found.whole or agreed(f"Remove {one.name} first?", yes)):
            mend(store, one.name, found)


def _worded(found: Damage) -> str:
    if not found.found:
        return "nothing is damaged."
    files = some(len(found.found), "damaged file")
    if found.whole:
        return (
            f"{files}, also of what says which cases there are. All are removed from the newest state, those"
            " of other configs, too, and those of this config solved again."
        )
    return f"{files}; {some(len(found.cases), 'case')} to solve again."
