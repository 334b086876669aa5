"""Arguments and options that several commands of `jeopardice` share, or that take several lines."""

from typing import Annotated

import typer

from flows.command_line import completing

Config = Annotated[
    str,
    typer.Argument(
        help="A YAML file with one or more sweeps, or a shipped config such as pig/hold_at_n.",
        metavar="CONFIG",
        autocompletion=completing.configs,
    ),
]
Store = Annotated[
    str | None,
    typer.Option(
        "--store", help="Path or URL of the store; $JEOPARDICE_STORE or ./store by default.", metavar="URL"
    ),
]
Place = Annotated[
    str | None,
    typer.Argument(help="Store to read; $JEOPARDICE_STORE or ./store by default.", metavar="[STORE]"),
]
Sweep = Annotated[
    str | None,
    typer.Option(
        "--sweep",
        help="Name of the sweep; needed if the store has several.",
        metavar="NAME",
        autocompletion=completing.sweeps,
    ),
]
SweepWord = Annotated[
    str | None,
    typer.Argument(
        help="Name of the sweep, as `ls` lists it; needed if the store has several.",
        metavar="[SWEEP]",
        autocompletion=completing.sweeps,
    ),
]
SweepToVerify = Annotated[
    str | None,
    typer.Argument(
        help="Name of the sweep, as `ls` lists it; all by default. Needed with --sel or --exact if the store"
        " has several.",
        metavar="[SWEEP]",
        autocompletion=completing.sweeps,
    ),
]
SweepToo = Annotated[
    str | None,
    typer.Option(
        "--sweep",
        help="The sweep, as an option instead of an argument.",
        metavar="NAME",
        autocompletion=completing.sweeps,
    ),
]
Selection = Annotated[
    list[str] | None,
    typer.Option(
        "--sel",
        help=(
            "Select one label of an axis or dimension, or a range FIRST:LAST, both included. May be repeated."
        ),
        metavar="AXIS=LABEL",
    ),
]
At = Annotated[
    str | None,
    typer.Option("--at", help="Read an old state: a snapshot, run or tag from `history`.", metavar="REF"),
]
Variables = Annotated[
    list[str] | None, typer.Option("--var", help="Only this variable. May be repeated.", metavar="NAME")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", help="Use this running Dask scheduler.", metavar="tcp://HOST:PORT"),
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", help="Number of local Dask workers; one per core by default.", metavar="N"),
]
CaseTimeout = Annotated[
    float | None,
    typer.Option(
        "--case-timeout",
        help="End a case that takes longer, and record it as failed; the others go on.",
        metavar="SECONDS",
    ),
]
Rerun = Annotated[
    str,
    typer.Option(
        "--rerun",
        help="Which cases to solve: needed (missing, failed or stale), failed, stale,"
        " damaged (see check) or all.",
        metavar="WHICH",
        autocompletion=completing.reruns,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print what would be done, and change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]
Serial = Annotated[
    bool, typer.Option("--serial", help="Solve one case after the other in this process, for debugging.")
]
Keep = Annotated[
    list[str] | None,
    typer.Option("--keep", help="Also store this output. May be repeated.", metavar="NAME"),
]
Publish = Annotated[
    str | None, typer.Option(help="Write a plain Zarr copy into this directory.", metavar="DIR")
]
NoPublish = Annotated[bool, typer.Option("--no-publish", help="Write no plain Zarr copy.")]
Log = Annotated[
    str | None,
    typer.Option(
        "--log",
        help="Append a line of JSON for each event to this file; $JEOPARDICE_LOG by default.",
        metavar="FILE",
    ),
]
KeepHistory = Annotated[
    str | None,
    typer.Option(
        "--keep-history",
        help="Then delete states replaced longer ago than this, such as 30d, except tagged ones, and free"
        " their files.",
        metavar="AGE",
    ),
]
YesToSize = Annotated[
    bool, typer.Option("--yes", help="Run even if the sweep is very large or replaces stored answers.")
]
OnFailure = Annotated[
    str | None,
    typer.Option(
        "--on-failure",
        help="If a run fails, send a JSON document to this address, such as a chat's webhook;"
        " $JEOPARDICE_ON_FAILURE by default. It is kept secret.",
        metavar="URL",
        envvar="JEOPARDICE_ON_FAILURE",
        show_envvar=False,
    ),
]
QuestionName = Annotated[
    str,
    typer.Argument(
        help="A game, a file of rules or a study. Without it, examples are printed.",
        metavar="[GAME]",
        autocompletion=completing.questions,
    ),
]
GameOrFile = Annotated[
    str,
    typer.Argument(
        help="A game or a file of rules; all by default.",
        metavar="[GAME]",
        autocompletion=completing.judged_games,
    ),
]
Given = Annotated[
    list[str] | None,
    typer.Argument(
        help="Contest, players, parameters and keep as NAME=VALUE.",
        metavar="[NAME=VALUE]...",
        autocompletion=completing.parameters,
    ),
]
PlotWhat = Annotated[
    str,
    typer.Argument(
        help=(
            "A game or question to solve now, a sweep of the store, or the directory of a published copy."
            " Default: the only sweep of the store."
        ),
        metavar="[GAME | SWEEP | COPY]",
        autocompletion=completing.questions_and_sweeps,
    ),
]
PictureName = Annotated[
    str | None,
    typer.Option(
        "--picture",
        help="Name of the picture, as --list shows it; the most telling by default.",
        metavar="NAME",
    ),
]
PictureFile = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        help="File to write; its ending, .png, .svg, .pdf or .html, is the format.",
        metavar="PATH",
    ),
]
GameName = Annotated[
    str,
    typer.Argument(
        help="Game to play. Without it, games and opponents are listed.",
        metavar="[GAME]",
        autocompletion=completing.games,
    ),
]
GameRules = Annotated[
    list[str] | None,
    typer.Argument(
        help="Rules as NAME=VALUE, as `solve` takes them: goal=50.",
        metavar="[NAME=VALUE]...",
        autocompletion=completing.game_parameters,
    ),
]
ThumbGame = Annotated[
    str,
    typer.Argument(
        help="A game or a file of rules.",
        metavar="GAME",
        autocompletion=completing.thumb_games,
    ),
]
ThumbGiven = Annotated[
    list[str] | None,
    typer.Argument(
        help="Parameters as NAME=VALUE: goal=50, rule='hold at 25'. turns=10 is for a player alone with 10"
        " turns; busts=3 cost=10 makes three busts in a row cost 10 points.",
        metavar="[NAME=VALUE]...",
        autocompletion=completing.thumb_parameters,
    ),
]
OpponentName = Annotated[
    str,
    typer.Option(
        "--opponent",
        help="Your opponent, such as hold-at-20; optimal play by default.",
        metavar="NAME",
        autocompletion=completing.opponents,
    ),
]
First = Annotated[
    str,
    typer.Option(
        "--first",
        help="Who moves first: you, opponent or chance.",
        metavar="WHO",
        autocompletion=completing.starters,
    ),
]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Seed of the dice; a new one by default.", metavar="N")
]
Coach = Annotated[
    bool, typer.Option("--coach/--no-coach", help="Show what each choice is worth and what yours cost.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Print words only, no pictures of dice.")]
SaveGame = Annotated[
    str | None,
    typer.Option("--save", help="Save the game to this file when it ends or you quit.", metavar="FILE"),
]
LogOfGame = Annotated[
    str | None,
    typer.Option(
        "--log", help="Append your decisions to this CSV file, for `jeopardice judge`.", metavar="FILE"
    ),
]
ReplayGame = Annotated[
    str | None, typer.Option("--replay", help="Replay a saved game, or continue it.", metavar="FILE|LINK")
]
StoreOfAnswers = Annotated[
    str | None,
    typer.Option("--store", help="Read the answer from this store if it is there.", metavar="URL"),
]
JudgedGame = Annotated[
    str,
    typer.Argument(
        help="The game that was played: pig, ten_thousand, ..., or a file of rules.",
        metavar="GAME",
        autocompletion=completing.judged_games,
    ),
]
GameLog = Annotated[
    str,
    typer.Argument(help="CSV file with a row for each roll and each hold; see docs/judge.md.", metavar="LOG"),
]
JudgedRules = Annotated[
    list[str] | None,
    typer.Argument(help="Parameters as `solve` takes them: goal=50.", metavar="[NAME=VALUE]..."),
]
Decisions = Annotated[
    str | None,
    typer.Option(
        "--decisions",
        help="Write the log to this file, with best choice, loss and luck in each row.",
        metavar="FILE",
    ),
]
Host = Annotated[
    str,
    typer.Option(
        "--host",
        help="Listen at this address. The default 127.0.0.1 is reachable from this machine only.",
        metavar="ADDRESS",
    ),
]
Port = Annotated[
    int,
    typer.Option("--port", help="Port to listen at; any free one by default.", min=0, max=65535, metavar="N"),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")]


def named(word: str | None, option: str | None, what: str = "sweep") -> str | None:
    """The name of the sweep or store, as an argument or an option; refused if both are given and differ."""
    if word and option and word != option:
        raise typer.BadParameter(
            f"--{what} names another {what}, {option}: leave one of them out.", param_hint=what.upper()
        )
    return word or option
