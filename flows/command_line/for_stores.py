"""The commands of `jeopardice` for stores: their contents, their history, and what may be deleted."""

from typing import Annotated

import typer

from flows.command_line import completing
from flows.command_line.options import (
    At,
    DryRun,
    Selection,
    Store,
    Sweep,
    SweepToo,
    SweepWord,
    Variables,
    Yes,
    named,
)
from flows.compiling.telling import compiles

commands = typer.Typer()


@commands.command()
def ls(store: Store = None) -> None:
    """List the sweeps of a store, and how many cases of each are done."""
    from flows.quick_imports import quick_imports

    with quick_imports():
        from flows.commands.stores.ls import list_store
    if code := list_store(store):
        raise typer.Exit(code)


@commands.command()
def status(
    store: Store = None,
    json: Annotated[bool, typer.Option("--json", help="Print a list for programs.")] = False,
) -> None:
    """Show what runs on a store, how many cases are done, and which runs failed.

    Works in any terminal, and on any machine that can read the store.
    """
    from flows.quick_imports import quick_imports

    with quick_imports():
        from flows.commands.stores.status import show_status
    show_status(store, json)


@commands.command()
def history(
    sweep: Annotated[
        str | None,
        typer.Argument(
            help="Only the runs of this sweep.", metavar="[SWEEP]", autocompletion=completing.sweeps
        ),
    ] = None,
    store: Store = None,
    sweep_too: SweepToo = None,
) -> None:
    """List the runs that wrote to a store, newest first."""
    from flows.quick_imports import quick_imports

    with quick_imports():
        from flows.commands.stores.history import list_runs
    list_runs(store, named(sweep, sweep_too))


@commands.command()
def check(
    sweep: Annotated[
        str | None,
        typer.Argument(help="Only this sweep.", metavar="[SWEEP]", autocompletion=completing.sweeps),
    ] = None,
    store: Store = None,
    sweep_too: SweepToo = None,
    published: Annotated[
        str | None, typer.Option(help="Where plain Zarr copies are.", metavar="DIR", show_default="published")
    ] = None,
) -> None:
    """Read every file of a store and its copies: what is damaged, and what mends it.

    Ends with 0 if all is sound, 1 if the newest answers are, 3 if cases must be
    solved again, and 4 if the newest state cannot be read.
    """
    from flows.commands.stores.check import check_store

    if code := check_store(store, named(sweep, sweep_too), published):
        raise typer.Exit(code)


@commands.command()
def restore(
    ref: Annotated[
        str | None,
        typer.Argument(
            help="A snapshot from `history`; the newest that is sound by default.", metavar="[SNAPSHOT]"
        ),
    ] = None,
    store: Store = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Make an older sound state of a store the newest, and say what is lost."""
    from flows.commands.stores.restore import restore_state

    restore_state(ref, store, dry_run, yes)


@commands.command()
def cp(
    source: Annotated[str, typer.Argument(help="Path or URL of a store.", metavar="SOURCE")],
    target: Annotated[str, typer.Argument(help="Where there is nothing yet.", metavar="TARGET")],
    dry_run: DryRun = False,
) -> None:
    """Copy a store with its history to another disk or bucket, and check the copy.

    Ends with the exit codes of `check`. A run may go on meanwhile: the copy
    has the states that were there when it began.
    """
    from flows.commands.stores.cp import copy_store

    if code := copy_store(source, target, dry_run):
        raise typer.Exit(code)


@commands.command()
def diff(
    old: Annotated[str, typer.Argument(help="A snapshot, run or tag from `history`.", metavar="OLD")],
    new: Annotated[
        str | None, typer.Argument(help="Another one; the latest state by default.", metavar="[NEW]")
    ] = None,
    store: Store = None,
    sweep: Sweep = None,
) -> None:
    """Compare two states of a sweep."""
    from flows.commands.stores.diff import compare_states

    compare_states(old, new, store, sweep)


@commands.command()
def tag(
    name: Annotated[
        str | None, typer.Argument(help="Name of the tag; without it, tags are listed.", metavar="[NAME]")
    ] = None,
    ref: Annotated[
        str | None,
        typer.Argument(
            help="A snapshot or run from `history`; the latest state by default.", metavar="[REF]"
        ),
    ] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete this tag.")] = False,
    store: Store = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Tag a state of a store so that it is kept, list the tags, or delete one."""
    from flows.commands.stores.tag import tag_state

    tag_state(name, ref, delete, store, dry_run, yes)


@commands.command()
def rm(
    sweep: Annotated[
        str,
        typer.Argument(
            help="Name of the sweep, as `ls` lists it.", metavar="SWEEP", autocompletion=completing.sweeps
        ),
    ],
    store: Store = None,
    published: Annotated[
        str | None, typer.Option(help="Also remove its plain Zarr copy in this directory.", metavar="DIR")
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Remove a sweep. The history keeps it until `expire` and `gc`."""
    from flows.commands.stores.rm import remove_sweep

    remove_sweep(sweep, store, published, dry_run, yes)


@commands.command()
def expire(
    older_than: Annotated[
        str,
        typer.Option(
            "--older-than", help="An age such as 30d or 12h, or a date such as 2026-01-31.", metavar="WHEN"
        ),
    ],
    store: Store = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Delete old states of a store, except tagged ones."""
    from flows.commands.stores.expire import expire_history

    expire_history(older_than, store, dry_run, yes)


@commands.command("gc")
def collect_garbage(
    older_than: Annotated[
        str,
        typer.Option(
            "--older-than",
            help="An age such as 7d or 12h, or a date. Choose more than a run takes.",
            metavar="WHEN",
        ),
    ] = "7d",
    store: Store = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Delete the files that no state of a store uses."""
    from flows.commands.stores.gc import collect_garbage

    collect_garbage(older_than, store, dry_run, yes)


@commands.command()
@compiles
def fairest(
    sweep: SweepWord = None,
    store: Store = None,
    sweep_too: SweepToo = None,
    sel: Selection = None,
    by: Annotated[
        str, typer.Option(help="The number to be nearest to 0: advantage, or a stored one.", metavar="NAME")
    ] = "advantage",
    most: Annotated[int, typer.Option(help="How many cases to list.", min=1, metavar="N")] = 10,
    json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False,
    at: At = None,
) -> None:
    """List the cases of a sweep in which moving first matters least."""
    from flows.quick_imports import quick_imports

    with quick_imports():
        from flows.commands.stores.fairest import list_fairest
    list_fairest(named(sweep, sweep_too), store, sel or [], by, most, json, at)


@commands.command()
def export(
    path: Annotated[
        str,
        typer.Argument(
            help="File to write; its ending, .zarr, .nc, .csv or .parquet, is the format.", metavar="PATH"
        ),
    ],
    sweep: SweepWord = None,
    store: Store = None,
    sweep_too: SweepToo = None,
    sel: Selection = None,
    var: Variables = None,
    at: At = None,
) -> None:
    """Write a sweep as plain Zarr, NetCDF, CSV or Parquet."""
    from flows.commands.stores.export import export_sweep

    export_sweep(path, store, named(sweep, sweep_too), sel or [], var or [], at)
