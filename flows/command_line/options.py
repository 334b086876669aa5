"""Arguments and options of the commands of `jeopardice` that several share, or that take several lines."""

from typing import Annotated

import typer

from flows.command_line import completing

Config = Annotated[
    str,
    typer.Argument(
        help="YAML file with one sweep or several, or the name of a shipped one: pig/hold_at_n.",
        metavar="CONFIG",
        autocompletion=completing.configs,
    ),
]
Store = Annotated[
    str | None,
    typer.Option("--store", help="Path or URL; $JEOPARDICE_STORE or ./store by default.", metavar="URL"),
]
Place = Annotated[
    str | None,
    typer.Argument(help="Store to read; $JEOPARDICE_STORE or ./store by default.", metavar="[STORE]"),
]
Sweep = Annotated[
    str | None,
    typer.Option(
        "--sweep",
        help="Which sweep of the store; needed if it has several.",
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
SweepToo = Annotated[
    str | None,
    typer.Option("--sweep", help="The same, as an option.", metavar="NAME", autocompletion=completing.sweeps),
]
Selection = Annotated[
    list[str] | None,
    typer.Option(
        "--sel",
        help=(
            "Keep one label of an axis or dimension, or those from FIRST:LAST, both included; more than once"
            " for several."
        ),
        metavar="AXIS=LABEL",
    ),
]
At = Annotated[
    str | None,
    typer.Option("--at", help="An old state: a snapshot, run or tag from `history`.", metavar="REF"),
]
Variables = Annotated[
    list[str] | None, typer.Option("--var", help="Only this variable; may be repeated.", metavar="NAME")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", help="A Dask scheduler that is there already.", metavar="tcp://HOST:PORT"),
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", help="Size of the local Dask cluster; one a core by default.", metavar="N"),
]
Rerun = Annotated[
    str,
    typer.Option(
        "--rerun",
        help="needed: missing, failed, stale; or only failed, only stale, all.",
        metavar="WHICH",
        autocompletion=completing.reruns,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print what would be done; touch nothing.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]
Serial = Annotated[bool, typer.Option("--serial", help="Solve in this process, for debugging.")]
Keep = Annotated[
    list[str] | None,
    typer.Option("--keep", help="Store this output too; may be repeated.", metavar="NAME"),
]
Publish = Annotated[str | None, typer.Option(help="Directory for a plain Zarr copy.", metavar="DIR")]
NoPublish = Annotated[bool, typer.Option("--no-publish", help="Make no plain Zarr copy.")]
YesToSize = Annotated[
    bool, typer.Option("--yes", help="Solve it even if it is absurdly large or replaces answers.")
]
QuestionName = Annotated[
    str,
    typer.Argument(
        help="A game, a file of rules, or the name of a study; left out, what to type is said.",
        metavar="[GAME]",
        autocompletion=completing.questions,
    ),
]
GameOrFile = Annotated[
    str,
    typer.Argument(
        help="A game, or a file of rules; left out, all of them.",
        metavar="[GAME]",
        autocompletion=completing.judged_games,
    ),
]
Given = Annotated[
    list[str] | None,
    typer.Argument(
        help="Contest, players and parameters as NAME=VALUE.",
        metavar="[NAME=VALUE]...",
        autocompletion=completing.parameters,
    ),
]
PlotWhat = Annotated[
    str,
    typer.Argument(
        help=(
            "A game or a question to solve now, a sweep of the store, or the directory of a published copy;"
            " left out, the only sweep of the store."
        ),
        metavar="[GAME | SWEEP | COPY]",
        autocompletion=completing.questions_and_sweeps,
    ),
]
PictureName = Annotated[
    str | None,
    typer.Option("--picture", help="Which; the most telling by default. --list names them.", metavar="NAME"),
]
PictureFile = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", help="File to write; .png, .svg or .html says the format.", metavar="PATH"
    ),
]
GameName = Annotated[
    str,
    typer.Argument(
        help="What to play; left out, the games and their opponents are listed.",
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
        help="A game whose turns open in one way, or a file of rules.",
        metavar="GAME",
        autocompletion=completing.thumb_games,
    ),
]
ThumbGiven = Annotated[
    list[str] | None,
    typer.Argument(
        help="Parameters as NAME=VALUE: goal=50, rule='hold at 25'; with turns=10 one plays alone, with"
        " busts=3 cost=10 three busts in a row cost points.",
        metavar="[NAME=VALUE]...",
        autocompletion=completing.thumb_parameters,
    ),
]
OpponentName = Annotated[
    str,
    typer.Option(
        "--opponent",
        help="Whom to play against, as hold-at-20; best play by default.",
        metavar="NAME",
        autocompletion=completing.opponents,
    ),
]
First = Annotated[
    str,
    typer.Option(
        "--first",
        help="Who starts: you, opponent or chance.",
        metavar="WHO",
        autocompletion=completing.starters,
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", help="Of the dice; a new one by default.", metavar="N")]
Coach = Annotated[
    bool, typer.Option("--coach/--no-coach", help="Say what choices are worth and what yours cost.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Words only, no pictures of dice.")]
SaveGame = Annotated[
    str | None, typer.Option("--save", help="Save the game when it ends or is left.", metavar="FILE")
]
LogOfGame = Annotated[
    str | None,
    typer.Option("--log", help="Add its decisions to this CSV file, for `jeopardice judge`.", metavar="FILE"),
]
ReplayGame = Annotated[
    str | None, typer.Option("--replay", help="Show a saved game, or go on with it.", metavar="FILE|LINK")
]
StoreOfAnswers = Annotated[
    str | None,
    typer.Option("--store", help="Take the answer from this store if it has it.", metavar="URL"),
]
JudgedGame = Annotated[
    str,
    typer.Argument(
        help="What was played: pig, ten_thousand, ..., or a file of rules.",
        metavar="GAME",
        autocompletion=completing.judged_games,
    ),
]
GameLog = Annotated[
    str, typer.Argument(help="CSV file, a row for every throw and every hold; docs/judge.md.", metavar="LOG")
]
JudgedRules = Annotated[
    list[str] | None,
    typer.Argument(help="Parameters as `solve` takes them: goal=50.", metavar="[NAME=VALUE]..."),
]
Decisions = Annotated[
    str | None,
    typer.Option(
        "--decisions",
        help="Write the log again with best choice, loss and luck beside each row.",
        metavar="FILE",
    ),
]
Host = Annotated[
    str,
    typer.Option(
        "--host",
        help="Listen at this address; by default 127.0.0.1, which this machine alone reaches.",
        metavar="ADDRESS",
    ),
]
Port = Annotated[
    int, typer.Option("--port", help="Of pages; any free one by default.", min=0, max=65535, metavar="N")
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Open no browser.")]


def named(word: str | None, option: str | None) -> str | None:
    """The sweep that is named, as a word or by --sweep; refused if both are and differ."""
    if word and option and word != option:
        raise typer.BadParameter(
            f"--sweep names another sweep, {option}: leave one of them out.", param_hint="SWEEP"
        )
    return word or option
