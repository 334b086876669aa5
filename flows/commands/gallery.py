"""`jeopardice gallery`: a folder of plain files for any web server."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import xarray as xr
from rich.console import Console

from browsing.gallery.drawing import draw
from browsing.gallery.drawn import Drawn
from browsing.gallery.finished import Finished, finish
from browsing.gallery.pages import Content, gallery
from browsing.gallery.sheet import sheet
from browsing.gallery.sweeps import published_copies, published_in, shipped_sweeps
from browsing.gallery.topic import Topic, topic_of_game, topics
from browsing.gallery.writing import refuse_others, write_folder
from configs.rules.load import load_game
from flows.command_line.asked_case import case
from flows.command_line.asked_for import asked_for
from flows.command_line.game_or_file import file_of
from flows.commands.solved_case import solved
from flows.places import store_url
from flows.shipped import shipped as configs
from solvers.errors import expected
from storage.errors import StoreNotFound
from storage.location import local_directory
from storage.publishing import open_copy
from storage.query import open_sweep
from storage.repository import Store

console = Console(highlight=False)
# The page whose answer is printed on the sheet.
PRINTED = 0


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What the gallery shows besides its standard pages, as given by the user.

    Parameters
    ----------
    games : files of rules
    store : store whose sweeps are shown; None for the usual store, if it exists
    published : directory of published copies; None for the usual one, if it exists
    data : address at which readers find these copies; "" for none
    """

    games: Sequence[str]
    store: str | None
    published: str | None
    data: str


def write_gallery(directory: str, wanted: Wanted) -> None:
    """Solve what the pages need, draw them, and write the folder.

    Parameters
    ----------
    directory : the folder
    wanted : what else to show

    Raises
    ------
    InvalidRules
        if the directory has other files in it, or there is no such file of rules or directory
    StoreError
        if there is no such store
    """
    target, copies = local_directory("DIR", directory), published_in(wanted.published)
    refuse_others(target)
    store, own = _store(wanted.store), _own_games(wanted.games)
    asked = [*topics(), *own]
    answers = [_answer(topic, f"{place} of {len(asked)}") for place, topic in enumerate(asked, 1)]
    finished = [one for one, _ in answers]
    drawn = _sweeps(store, copies)
    content = Content(
        finished=finished[: len(finished) - len(own)],
        games=finished[len(finished) - len(own) :],
        drawn=drawn,
        shipped=shipped_sweeps(configs()),
        sheet=sheet(answers[PRINTED][1]),
        data=wanted.data,
    )
    write_folder(target, gallery(content))
    _say_what_is_there(target, len(finished), len({one.sweep for one in drawn}))


def _own_games(names: Sequence[str]) -> list[Topic]:
    """The pages of user-defined games; their files need different names."""
    own = [_own_game(name) for name in names]
    if len({topic.name for topic in own}) < len(own):
        raise expected("--game", "files of different names", ", ".join(names), "Rename one.")
    return own


def _own_game(name: str) -> Topic:
    """The page of a user-defined game."""
    found = file_of(name, ())
    if found is None:
        raise expected("--game", "a file of rules", name)
    file = Path(found)
    described = load_game(file)
    turn = described.turn
    return topic_of_game(file, turn.name, described.usual_goal, len(turn.positions))


def _answer(topic: Topic, place: str) -> tuple[Finished, xr.Dataset]:
    """A page, and the answer that it shows."""
    console.print(f"{place}: {topic.title}", soft_wrap=True, markup=False)
    name = str(topic.file) if topic.file else topic.game
    asked = case(asked_for(name, [f"{given}={value}" for given, value in topic.given.items()]))
    picture = asked.question.picture(topic.picture)
    names = topic.outputs | {one for one in (picture.output, picture.chance) if one}
    dataset = solved(asked.question, asked.parameters, names)
    return finish(topic, dataset, picture), dataset


def _sweeps(store: Store | None, copies: Path) -> list[Drawn]:
    """The pictures of the sweeps of a store, and of published copies of other sweeps."""
    drawn: list[Drawn] = []
    names: list[str] = []
    if store is not None:
        names = store.sweeps()
        for name in names:
            drawn += draw(name, open_sweep(store, name, chunks={}))
    for name, copy in published_copies(copies).items():
        if name not in names:
            with open_copy(copy) as dataset:
                drawn += draw(name, dataset)
    return drawn


def _store(given: str | None) -> Store | None:
    """The store; it may only be missing if the user did not name it."""
    try:
        return Store.open(store_url(given))
    except StoreNotFound:
        if given is not None:
            raise
        return None


def _say_what_is_there(target: Path, pages: int, sweeps: int) -> None:
    console.print(f"Wrote {target / 'index.html'}", soft_wrap=True, markup=False)
    more = "" if sweeps == 0 else f" and {sweeps} {'sweep' if sweeps == 1 else 'sweeps'}"
    said = f"{pages} answers{more}. Open it in a browser, or copy the folder to any web server."
    console.print(said, soft_wrap=True, markup=False)
