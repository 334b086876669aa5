"""`jeopardice play`: a game in the terminal."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import typer
from rich.console import Console
from rich.table import Table

from flows.places import store_url
from flows.terminal.errors import INTERRUPTED
from judging.writing import LogFile
from playing import games, opponent_names
from playing.keeping import File, load
from playing.match import Match, match, seconds
from playing.play import Play, replay
from playing.saving import Saved, link
from playing.seeds import new_seed
from playing.setup import Setup, set_up
from playing.terminal import Session
from solvers.errors import InvalidRules
from solvers.race.solve import Race
from solvers.wording.counts import begun
from tasks.given import read_all

console = Console(highlight=False)
# Solving that takes less is not announced.
SOON = 0.5


@dataclass(frozen=True)
class Wanted:
    """The requested game.

    Attributes
    ----------
    game : name; "" lists the games
    parameters : NAME=VALUE texts
    opponent, first : "" for the default
    seed : None for a new one
    replayed : a file or a link of a saved game, which replaces all of these
    """

    game: str
    parameters: Sequence[str]
    opponent: str
    first: str
    seed: int | None
    replayed: str | None


@dataclass(frozen=True)
class Manner:
    """How the game is shown and saved.

    Attributes
    ----------
    coach : whether the coach is on
    plain : whether to print no pictures of dice
    save : file to which the game is saved at its end
    log : file to which its decisions are added, for `jeopardice judge`
    store : store with answers, if given
    """

    coach: bool
    plain: bool
    save: str | None
    log: str | None
    store: str | None


def play_game(wanted: Wanted, manner: Manner) -> None:
    """Play a game, or continue one.

    Raises
    ------
    InvalidRules
        if the requested game cannot be played
    """
    if not wanted.game and wanted.replayed is None:
        _list_games()
        return
    saved = asked(wanted)
    file = File(manner.save, own=manner.save is not None and manner.save == wanted.replayed)
    log = None if manner.log is None else LogFile(manner.log, saved.setup)
    # Words only, for screen readers and files.
    plain = manner.plain or not console.is_terminal
    game = replay(_solved(saved.setup, manner.store), saved.moves)
    session = Session(game, console, _line, file.save, manner.coach, plain)
    _introduce(session)
    interrupted = _run(session)
    _say(_again(session.play))
    if manner.save is not None:
        _say(file.save(session.play))
    if log is not None:
        _say(log.add(session.play))
    # Outside of the handler, as it is not a failure of a command.
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def asked(wanted: Wanted) -> Saved:
    """The requested game.

    Raises
    ------
    InvalidRules
        if it cannot be played
    """
    if wanted.replayed is not None:
        seed = "" if wanted.seed is None else "--seed"
        said = (wanted.game, *wanted.parameters, wanted.opponent, wanted.first, seed)
        if any(said):
            more = ", ".join(filter(None, said))
            raise InvalidRules(f"--replay: the saved game says how it is played. Leave out {more}.")
        return load(wanted.replayed)
    question = games.find(wanted.game).question
    setup = set_up(
        wanted.game,
        read_all(question, wanted.parameters),
        opponent=wanted.opponent,
        first=wanted.first,
        seed=new_seed() if wanted.seed is None else wanted.seed,
    )
    return Saved(setup, ())


def _solved(setup: Setup, store: str | None) -> Match:
    """The solved match; a message is shown if solving takes long."""
    race = None if store is None or not setup.needs_race else _stored(store, setup)
    takes = 0.0 if race is not None else seconds(setup)
    if takes < SOON:
        return match(setup, race)
    goal = setup.goal * setup.playable.point
    words = f"Solving {setup.playable.title} to {goal}, about {takes:.0f} s ..."
    if not console.is_terminal:
        _say(words)
        return match(setup, race)
    with console.status(words):
        return match(setup, race)


def _stored(store: str, setup: Setup) -> Race | None:
    # Imported late: xarray and Zarr take a second, and most games do not need them.
    from playing.stored_races import stored_race

    return stored_race(store_url(store), setup.playable.question, setup.parameters)


def _introduce(session: Session) -> None:
    setup = session.play.match.setup
    playable = setup.playable
    starts = "Both play at once" if playable.at_once else ("You start", "The opponent starts")[setup.starter]
    goal = setup.goal * playable.point
    console.print(f"{begun(playable.title)} to {goal}, seed {setup.seed}. {starts}.", style="bold")
    _say(f"Your opponent, {setup.opponent}: {opponent_names.says(playable, setup.opponent)}")
    session.explain()


def _run(session: Session) -> bool:
    """Play; return whether Ctrl-C ended it."""
    try:
        session.run()
    except KeyboardInterrupt:
        _say("")
        return True
    return False


def _line() -> str | None:
    """The next line from the keyboard, or from a pipe, which does not echo it."""
    line = sys.stdin.readline()
    if not line:
        return None
    if not sys.stdin.isatty():
        _say(line.rstrip("\n"))
    return line


def _again(play: Play) -> str:
    words = "To see it again, or to share it" if play.over else "To go on"
    return f"{words}: jeopardice play --replay {shlex.quote(link(play.match.setup, play.moves))}"


def _say(text: str) -> None:
    console.print(text, markup=False, soft_wrap=True)


def _list_games() -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for playable in games.PLAYABLE.values():
        names = ", ".join(kind.name for kind in opponent_names.kinds(playable))
        table.add_row(f"[bold]{playable.name}[/]", names)
    console.print(table)
