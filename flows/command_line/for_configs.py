"""The commands of `jeopardice` for configs, besides `run`: schedules, the shipped configs, the schema."""

from typing import Annotated

import typer

from flows.command_line.options import (
    CaseTimeout,
    Config,
    KeepHistory,
    Log,
    OnFailure,
    Rerun,
    Scheduler,
    Store,
    Workers,
)

commands = typer.Typer()


@commands.command()
def schedule(
    config: Config,
    cron: Annotated[str, typer.Option(help="When to run, as in crontab: '0 3 * * *'.", metavar="CRON")],
    store: Store = None,
    scheduler: Scheduler = None,
    workers: Workers = None,
    case_timeout: CaseTimeout = None,
    rerun: Rerun = "needed",
    on_failure: OnFailure = None,
    log: Log = None,
    keep_history: KeepHistory = None,
) -> None:
    """Run a config on a schedule, as a Prefect deployment, until Ctrl-C."""
    from flows.settling import settle

    # Before Prefect is imported, which fails without a home directory.
    settle()
    from flows.commands.schedule import serve
    from flows.launch import Launch
    from tasks.rerun import Rerun

    launch = Launch(
        config=config,
        store=store,
        scheduler=scheduler,
        workers=workers,
        case_timeout=case_timeout,
        rerun=Rerun(rerun),
        log=log,
        keep_history=keep_history,
    )
    serve(launch, cron, on_failure)


@commands.command()
def alert(
    address: Annotated[
        str | None,
        typer.Argument(
            help="A chat's webhook, or mail as mailtos://...; $JEOPARDICE_ON_FAILURE by default.",
            metavar="[ADDRESS]",
            envvar="JEOPARDICE_ON_FAILURE",
            show_envvar=False,
        ),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Tell nobody any more.")] = False,
) -> None:
    """Let a Prefect server tell of runs that failed, crashed or are late."""
    from flows.settling import settle

    # Before Prefect is imported, which fails without a home directory.
    settle()
    from flows.commands.alert import alert

    alert(address, remove)


@commands.command()
def configs(
    word: Annotated[str, typer.Argument(help="Only those with this text in their name or titles.")] = "",
) -> None:
    """List the shipped configs, with the names that `run` takes."""
    from flows.commands.configs import list_configs

    list_configs(word)


@commands.command()
def schema(
    rules: Annotated[bool, typer.Option("--rules", help="Print that of a file of rules.")] = False,
) -> None:
    """Print the JSON schema of a config, for use in an editor."""
    if rules:
        from configs.rules.schema import text
    else:
        from configs.schema import text

    print(text(), end="")
