"""What a launch with --rerun damaged does before it plans: damaged cases become missing."""

from contextlib import suppress

from rich.console import Console

from flows.launch import Launch
from flows.look import refuse_unplayable
from flows.terminal.asking import agreed
from solvers.wording.counts import some
from storage.errors import StoreNotFound
from storage.repository import Store
from storage.soundness.mending import Damage, damage_of, mend
from tasks.rerun import Rerun


def mended(launch: Launch, console: Console, dry_run: bool = False) -> Launch:
    """Read each sweep, say what is damaged, and make it missing; return a launch that solves what is needed.

    Parameters
    ----------
    launch : the launch; nothing is done unless it asks for what is damaged
    console : where it is said
    dry_run : whether to change nothing

    Raises
    ------
    InvalidRules, StoreError
        if the launch would be refused anyway, or the newest state cannot be read
    Unanswered
        if a whole sweep would be removed, and there is no terminal to ask at
    """
    if launch.rerun is not Rerun.DAMAGED:
        return launch
    refuse_unplayable(launch.sweeps, launch.publish, launch.yes)
    with suppress(StoreNotFound):
        _mend(launch, Store.open(launch.url), console, dry_run)
    # Without the plans that it may have: they took damaged cases for done.
    return Launch(**launch.model_dump(exclude={"rerun"}))


def _mend(launch: Launch, store: Store, console: Console, dry_run: bool) -> None:
    for one in launch.sweeps:
        with console.status(f"Reading {one.name}"):
            found = damage_of(store, one.name)
        console.print(f"{one.name}: {_worded(found)}", soft_wrap=True)
        if (
            found.found
            and not dry_run
            and (not found.whole or agreed(f"Remove {one.name} first?", launch.yes))
        ):
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
