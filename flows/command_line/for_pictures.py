"""The commands of `jeopardice` for looking and playing: pictures, pages and games."""

from typing import Annotated

import typer

from flows.command_line.options import (
    At,
    Coach,
    Decisions,
    First,
    GameLog,
    GameName,
    GameRules,
    Given,
    Host,
    JudgedGame,
    JudgedRules,
    LogOfGame,
    NoOpen,
    OpponentName,
    PictureFile,
    PictureName,
    Place,
    Plain,
    PlotWhat,
    Port,
    ReplayGame,
    SaveGame,
    Seed,
    Selection,
    Store,
    StoreOfAnswers,
    Sweep,
    named,
)
from flows.compiling.telling import compiles
from flows.extras import require

commands = typer.Typer()
# An epilog, as Typer breaks each line of a docstring's later paragraphs again.
KEYS = (
    "Keys, each followed by Enter: h hold, r roll, a number for another choice, c coach on or off, w why the"
    " opponent did that, s save, q quit, ? help. Ctrl-C quits and prints how to continue."
)


@commands.command()
@compiles
def plot(
    what: PlotWhat = "",
    parameters: Given = None,
    picture: PictureName = None,
    output: PictureFile = None,
    listed: Annotated[bool, typer.Option("--list", help="List the available pictures.")] = False,
    store: Store = None,
    sweep: Sweep = None,
    sel: Selection = None,
    at: At = None,
) -> None:
    """Draw a picture of an answer into a file, for slides, papers or a browser."""
    as_page = output is not None and output.lower().endswith(".html")
    require("pages" if as_page else "pictures", "jeopardice plot")
    from flows.commands.plot import Source
    from flows.commands.plot import plot as draw

    draw(Source(what, parameters or [], store, sweep, at, sel or []), picture, output, listed)


@commands.command(epilog=KEYS)
@compiles
def play(
    game: GameName = "",
    rules: GameRules = None,
    opponent: OpponentName = "",
    first: First = "",
    seed: Seed = None,
    coach: Coach = True,
    plain: Plain = False,
    save: SaveGame = None,
    log: LogOfGame = None,
    replay: ReplayGame = None,
    store: StoreOfAnswers = None,
    browser: Annotated[
        bool, typer.Option("--browser", help="Play in a browser instead of the terminal.")
    ] = False,
    port: Port = 0,
    no_open: NoOpen = False,
) -> None:
    """Play against a solved game, with a coach, in the terminal or in a browser."""
    from flows.commands.play import Manner, Wanted

    wanted, manner = (
        Wanted(game, rules or [], opponent, first, seed, replay),
        Manner(coach, plain, save, log, store),
    )
    if browser:
        from flows.commands.play_in_browser import play_in_browser
        from flows.commands.serving import Serving

        play_in_browser(wanted, manner, Serving(port, not no_open))
    else:
        from flows.commands.play import play_game

        play_game(wanted, manner)


@commands.command()
@compiles
def judge(
    game: JudgedGame,
    log: GameLog,
    parameters: JudgedRules = None,
    store: StoreOfAnswers = None,
    decisions: Decisions = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Judge recorded games: what each decision lost, where the errors are, and what was luck."""
    from flows.commands.judge import Wanted, judge_log

    judge_log(Wanted(game, log, parameters or [], store, decisions, json))


@commands.command()
@compiles
def explore(
    place: Place = None,
    store: Store = None,
    host: Host = "127.0.0.1",
    port: Port = 0,
    no_open: NoOpen = False,
) -> None:
    """Explore a store in a browser: slices, runs, comparisons, downloads. Ctrl-C ends it."""
    require("pages", "jeopardice explore")
    from flows.commands.explore import explore_store
    from flows.commands.serving import Serving

    explore_store(named(place, store, "store"), Serving(port, not no_open, host))


@commands.command()
@compiles
def gallery(
    directory: Annotated[
        str, typer.Argument(help="Directory to write to: new, empty or an earlier gallery.", metavar="DIR")
    ],
    game: Annotated[
        list[str] | None,
        typer.Option(
            help="File of rules of your own game, for a page of its own; repeat it.", metavar="FILE"
        ),
    ] = None,
    store: Store = None,
    published: Annotated[
        str | None,
        typer.Option(help="Directory of plain Zarr copies of sweeps; ./published by default.", metavar="DIR"),
    ] = None,
    data: Annotated[
        str, typer.Option(help="Address at which your readers find these copies.", metavar="URL")
    ] = "",
) -> None:
    """Write a folder of web pages: twelve answers, your sweeps and games, and Pig to play with a coach."""
    require("pages", "jeopardice gallery")
    from flows.commands.gallery import Wanted, write_gallery

    write_gallery(directory, Wanted(games=game or (), store=store, published=published, data=data))
