"""The `jeopardice` command. Commands import what they need when they are called, so that `--help` is fast."""

import gc
from typing import Annotated

import typer

from flows.command_line import completing
from flows.command_line.for_configs import commands as configs
from flows.command_line.for_pictures import commands as pictures
from flows.command_line.for_stores import commands as stores
from flows.command_line.options import (
    At,
    CaseTimeout,
    Config,
    DryRun,
    GameOrFile,
    Given,
    Keep,
    KeepHistory,
    Log,
    NoPublish,
    OnFailure,
    Publish,
    QuestionName,
    Rerun,
    Scheduler,
    Selection,
    Serial,
    Store,
    SweepToo,
    SweepToVerify,
    SweepWord,
    ThumbGame,
    ThumbGiven,
    Variables,
    Workers,
    YesToSize,
    named,
)
from flows.compiling.telling import compiles

app = typer.Typer(
    name="jeopardice",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"jeopardice {version('jeopardice')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_say_version, is_eager=True),
    ] = False,
) -> None:
    """Solve jeopardy dice games exactly, for whole grids of rules, with a bound on each error."""


@app.command()
@compiles
def run(
    config: Config,
    store: Store = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    case_timeout: CaseTimeout = None,
    serial: Serial = False,
    rerun: Rerun = "needed",
    keep: Keep = None,
    publish: Publish = "published",
    no_publish: NoPublish = False,
    dry_run: DryRun = False,
    yes: YesToSize = False,
    on_failure: OnFailure = None,
    log: Log = None,
    keep_history: KeepHistory = None,
) -> None:
    """Solve the cases of a sweep that are missing, failed or stale, and save them."""
    from flows.commands.run import run as carry_out
    from flows.quick_imports import quick_imports

    with quick_imports():
        from flows.launch import Launch
        from tasks.rerun import Rerun

    launch = Launch(
        config=config,
        store=store,
        scheduler=scheduler,
        workers=workers,
        case_timeout=case_timeout,
        serial=serial,
        rerun=Rerun(rerun),
        keep=tuple(keep or ()),
        publish=None if no_publish else publish,
        log=log,
        keep_history=keep_history,
        yes=yes,
    )
    raise typer.Exit(carry_out(launch, dry_run, on_failure))


@app.command()
@compiles
def solve(
    question: QuestionName = "",
    parameters: Given = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON, including tables.")] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Also solve it in exact fractions, if it is small.")
    ] = False,
) -> None:
    """Solve one case now and print its numbers. Nothing is stored."""
    from flows.quick_imports import quick_imports

    with quick_imports():
        from flows.commands.solve import ask
    ask(question, parameters or [], json, exact)


@app.command()
def questions(
    game: GameOrFile = "",
    players: Annotated[
        int | None, typer.Option(help="Only questions of N players.", min=1, metavar="N")
    ] = None,
    about: Annotated[
        str, typer.Option(help="Only questions that mention this text in title or outputs.", metavar="TEXT")
    ] = "",
) -> None:
    """List what can be solved, and how to ask: contests, players, parameters."""
    from flows.quick_imports import quick_imports

    with quick_imports():
        from flows.commands.questions import say
    say(game, players, about)


@app.command()
@compiles
def thumb(
    game: ThumbGame,
    parameters: ThumbGiven = None,
    numbers: Annotated[
        int | None,
        typer.Option(help="Search rules with at most N numbers. [default: 3]", min=1, max=4, metavar="N"),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Show what a rule of thumb loses, and where. Without rule=TEXT, search for the best rules."""
    from flows.quick_imports import quick_imports

    if any(text.startswith("numbers=") for text in parameters or []):
        raise typer.BadParameter(
            "pass the number of numbers as an option: --numbers 2.", param_hint="numbers"
        )
    if any(text.startswith("rule=") for text in parameters or []):
        if numbers is not None:
            raise typer.BadParameter(
                "it limits a search, and rule= names one rule. Leave one of them out.", param_hint="--numbers"
            )
        with quick_imports():
            from flows.commands.thumb.one_rule import say_rule
        say_rule(game, parameters or [], json)
        return
    with quick_imports():
        from flows.commands.thumb.search import say_best
    raise typer.Exit(say_best(game, parameters or [], 3 if numbers is None else numbers, json))


@app.command()
def show(
    sweep: SweepWord = None,
    store: Store = None,
    sweep_too: SweepToo = None,
    sel: Selection = None,
    var: Variables = None,
    at: At = None,
) -> None:
    """Print the numbers of a sweep as a table, or everything about one case."""
    from flows.quick_imports import quick_imports

    with quick_imports():
        from flows.commands.stores.show import show_sweep
    show_sweep(store, named(sweep, sweep_too), sel or [], var or [], at)


@app.command()
@compiles
def verify(
    sweep: SweepToVerify = None,
    store: Store = None,
    sweep_too: SweepToo = None,
    sel: Selection = None,
    tolerance: Annotated[
        float, typer.Option(help="Largest residual that is accepted; relative where values exceed 1.")
    ] = 1e-12,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Also solve small cases in exact fractions, from the stored choices."),
    ] = False,
) -> None:
    """Check stored answers: recompute the bounds on their errors."""
    from flows.commands.stores.verify import verify_store

    raise typer.Exit(verify_store(store, named(sweep, sweep_too), sel or [], tolerance, exact))


@app.command()
@compiles
def exploit(
    sweep: SweepWord = None,
    store: Store = None,
    sweep_too: SweepToo = None,
    sel: Selection = None,
    any_rule: Annotated[
        bool, typer.Option("--any-rule", help="Allow any stopping rule as the deviation.")
    ] = False,
    hold_at: Annotated[
        str | None,
        typer.Option(
            help="Stored variable with the turn totals to hold at: mixed_hold_at or hold_at.", metavar="NAME"
        ),
    ] = None,
    probability: Annotated[
        str,
        typer.Option(help="Stored variable with their probabilities, if there are several.", metavar="NAME"),
    ] = "probability",
    at: At = None,
) -> None:
    """Show what the best deviation gains against stored policies of two players who roll at once."""
    from flows.commands.stores.exploit import exploit_stored

    exploit_stored(store, named(sweep, sweep_too), sel or [], (hold_at, probability), any_rule, at)


@app.command()
@compiles
def reproduce(
    paper: Annotated[
        str | None,
        typer.Option(
            "--paper",
            help="Only the figures of this paper, such as neller-presser-2004; all papers by default.",
            metavar="NAME",
            autocompletion=completing.papers,
        ),
    ] = None,
    markdown: Annotated[
        str | None, typer.Option("--markdown", help="Also write the table as Markdown.", metavar="FILE")
    ] = None,
    dataset: Annotated[
        str | None,
        typer.Option(
            "--dataset", help="Also write a dataset; .nc for NetCDF, .zarr for Zarr.", metavar="PATH"
        ),
    ] = None,
    pictures: Annotated[
        str | None,
        typer.Option("--pictures", help="Draw the papers' pictures into this directory.", metavar="DIR"),
    ] = None,
) -> None:
    """Recompute every published number and compare, paper by paper."""
    from flows.commands.reproduce import Written
    from flows.commands.reproduce import reproduce as compare

    raise typer.Exit(compare(paper, Written(markdown, dataset, pictures)))


@app.command()
def rules(
    file: Annotated[
        str,
        typer.Argument(
            help="A file of rules, or a shipped game such as pig; without one, list the games.",
            metavar="[FILE]",
            show_default=False,
        ),
    ] = "",
    as_file: Annotated[
        bool, typer.Option("--as-file", help="Print a file of rules with every chance written out.")
    ] = False,
) -> None:
    """Explain a file of rules: its throws, their chances, and what a player may do."""
    from flows.commands.rules import explain

    explain(file, as_file)


app.add_typer(configs)
app.add_typer(pictures)
app.add_typer(stores)


def main() -> None:
    """Run the command and end the process; a user's mistake ends in one clear line, not in a traceback."""
    from flows.terminal.errors import guarded
    from flows.terminal.interrupting import stop_hearing

    try:
        guarded(app)
    finally:
        stop_hearing()
        # Skips Python's last garbage collection, which takes up to a second.
        gc.freeze()


if __name__ == "__main__":
    main()
