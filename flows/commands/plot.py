"""`jeopardice plot`: a picture of an answer from a store, a copy, or a case solved now."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import xarray as xr
from rich.console import Console
from rich.table import Table

from configs.rules.finding import find_rules
from flows.command_line.asked_for import asked_for
from flows.commands.solved_case import solved
from flows.places import store_url
from pictures.view import fitting, view
from pictures.writing import checked, write
from solvers.catalog import find
from solvers.errors import InvalidRules, expected
from solvers.questions.games import GAMES
from solvers.questions.picture import Picture
from solvers.questions.question import Question
from solvers.wording.names import is_wording
from storage.errors import NotAStore, StoreError
from storage.publishing import open_copy
from storage.query import open_sweep, select
from storage.repository import Store
from storage.selecting import the_sweep, wanted
from tasks.given import read_all

console = Console(highlight=False)


@dataclass(frozen=True)
class Source:
    """The source of the numbers: a question to solve, a published copy, or a sweep of a store.

    Attributes
    ----------
    what : name of a question or of a sweep of the store, or path of a copy; "" for a store's only sweep
    given : parameters of the question as NAME=VALUE
    store : as for all commands
    sweep : name of a sweep of the store, as an option
    at : as for all commands
    selected : AXIS=LABEL texts
    """

    what: str
    given: Sequence[str]
    store: str | None
    sweep: str | None
    at: str | None
    selected: Sequence[str]


def plot(source: Source, name: str | None, output: str | None, listed: bool) -> None:
    """Draw one picture into a file, or list the available ones.

    Parameters
    ----------
    source : source of the numbers
    name : name of the picture; None for the first that fits
    output : path of the file; None for a default name in the current directory
    listed : whether to list the pictures instead

    Raises
    ------
    InvalidRules
        if there is no such question, picture, label or format
    """
    path = checked(Path(output)) if output else None
    asked = _Asked.of(source)
    if listed:
        _list(asked.question, asked.fitting())
        return
    picture = asked.picture(name)
    target = path or Path(f"{as_file(asked.name)}.{picture.name}.png")
    write(view(picture, asked.dataset((picture,)), asked.selected), target)
    console.print(f"Wrote {target}: {picture.title}.", soft_wrap=True, markup=False)


def _meant(source: Source) -> tuple[Question, Sequence[str]]:
    """The question, and the given parameters."""
    is_game = source.what in GAMES or find_rules(source.what) is not None
    if is_game or is_wording(source.what):
        question, given, _ = asked_for(source.what, source.given)
        return question, given
    return find(source.what), source.given


def as_file(name: str) -> str:
    """The name of a sweep or of a question as a file name.

    >>> as_file("pig/pairs"), as_file("pig, race: best, hold at {n}")
    ('pig.pairs', 'pig_race_best_hold_at_n')
    """
    return re.sub(r"[^\w.-]+", "_", name.replace("/", ".")).strip("_")


@dataclass(frozen=True)
class _Asked:
    """The source of a picture: a question with its parameters, or the dataset of a sweep."""

    question: Question
    name: str
    parameters: dict[str, Any]
    found: xr.Dataset | None
    selected: tuple[str, ...]
    chosen: Mapping[str, Any]

    @classmethod
    def of(cls, source: Source) -> "_Asked":
        chosen = wanted(source.selected)
        if source.what and source.sweep not in (None, source.what):
            raise InvalidRules(
                f"--sweep: the command names two sweeps, {source.what} and {source.sweep}. Leave one out."
            )
        if source.what and not (Path(source.what).is_dir() or _is_sweep(source)):
            question, told = _meant(source)
            given = read_all(question, told)
            return cls(question, question.name, question.complete(given), None, (*given, *chosen), chosen)
        if source.given:
            raise InvalidRules(
                f"{source.given[0]}: a stored sweep takes no parameters. Select cases with --sel"
                f" {source.given[0]}."
            )
        dataset, name = _opened(source)
        question = find(str(dataset.attrs["question"]))
        return cls(question, name, {}, select(dataset, chosen), tuple(chosen), chosen)

    def fitting(self) -> list[Picture]:
        """Pictures that can be drawn, the most telling first."""
        pictures = self.question.all_pictures
        if self.found is not None:
            return fitting(pictures, self.found)
        own = {dimension.name for dimension in self.question.dimensions}
        return [
            picture
            for picture in pictures
            if self.question.output(picture.output).dims and set(picture.dims) <= own
        ]

    def picture(self, name: str | None) -> Picture:
        """The requested picture, or the first."""
        there = self.fitting()
        if not there:
            raise InvalidRules(f"plot: {self.name} has one number per case. Plot a sweep of it.")
        if name is None:
            return there[0]
        for picture in there:
            if picture.name == name:
                return picture
        raise expected("--picture", f"one of {', '.join(one.name for one in there)}", name, self._why(name))

    def _why(self, name: str) -> str:
        """Why there is no picture of that name, or which one may be meant."""
        pictures = {picture.name: picture for picture in self.question.all_pictures}
        if name not in pictures:
            close = get_close_matches(name, [picture.name for picture in self.fitting()], 1)
            return f"Did you mean {close[0]!r}?" if close else "List them with --list."
        output = pictures[name].output
        if self.found is not None and output not in self.found:
            return f"It needs {output}, which is not stored: add it under `keep`, and run the sweep again."
        return f"{output} does not have the dimensions that {name} needs."

    def dataset(self, pictures: Sequence[Picture]) -> xr.Dataset:
        """The numbers, solved now unless they come from a store."""
        if self.found is not None:
            return self.found
        names = {name for picture in pictures for name in (picture.output, picture.chance) if name}
        return select(solved(self.question, self.parameters, names), self.chosen)


def _is_sweep(source: Source) -> bool:
    """Whether it names a sweep of the store, even misspelt: names of questions contain a dot, those of sweeps
    do not.
    """
    if "." in source.what or Path(source.what).is_dir():
        return False
    try:
        known = Store.open(store_url(source.store)).sweeps(source.at)
    except StoreError:
        return False
    return "/" in source.what or bool(get_close_matches(source.what, known))


def _opened(source: Source) -> tuple[xr.Dataset, str]:
    if source.what and not _is_sweep(source):
        return _copy(source.what), Path(source.what).stem
    place = Store.open(store_url(source.store))
    name = the_sweep(place, source.what or source.sweep, source.at)
    return open_sweep(place, name, source.at, chunks={}), name


def _copy(path: str) -> xr.Dataset:
    """The dataset of the copy in a directory."""
    try:
        dataset = open_copy(path)
    except NotAStore:
        dataset = xr.Dataset()
    if "question" not in dataset.attrs:
        raise InvalidRules(
            f"plot: {path} is not a published copy of a sweep. Name one such as"
            " published/pig/three_players.zarr, or a sweep with --store."
        )
    return dataset


def _list(question: Question, pictures: Sequence[Picture]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("picture", "shows", "along"):
        table.add_column(heading, overflow="fold")
    for picture in pictures:
        dims = picture.dims or question.output(picture.output).dims
        table.add_row(picture.name, picture.title, ", ".join(dims))
    console.print(table)
