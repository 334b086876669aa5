"""`jeopardice fairest`: the cases of a sweep in which moving first matters least."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.markup import escape

from flows.places import store_url
from flows.terminal.columns import listing_of
from flows.terminal.printed_json import print_json
from solvers.catalog import QUESTIONS
from solvers.contests.contest import RACE
from solvers.errors import InvalidRules
from solvers.wording.counts import some
from storage.attributes import nested
from storage.query import axes_of, check_number, select
from storage.repository import Store
from storage.schema import DONE
from storage.selecting import the_sweep, wanted
from storage.stored import StoredSweep

console = Console(highlight=False)
ADVANTAGE = "advantage"
# Stored next to it, if the config keeps them.
BESIDE = ("handicap", "fair_handicap")
# For three or more players: the handicaps that are drawn, and their probabilities.
LOTTERY = ("lottery_points", "lottery_probability")
WINS = "lottery_win_probability"
# Chances that differ by no more than this are equal.
EVEN = 1e-9


def list_fairest(
    sweep: str | None,
    store: str | None,
    selected: Sequence[str],
    by: str,
    most: int,
    as_json: bool,
    at: str | None,
) -> None:
    """Print the done cases whose number is nearest to 0, the nearest first; ties stay in order.

    Parameters
    ----------
    sweep, store, selected : which cases, as in `jeopardice show`
    by : "advantage", or the name of a stored number
    most : number of cases listed
    as_json : whether to print JSON instead of a table
    at : state of the store; None for the newest

    Raises
    ------
    InvalidRules
        if no stored number says how fair a case is
    NotInStore
        if no number of that name is stored
    """
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep, at)
    dataset = select(place.stored(name, at), wanted(selected))
    if by != ADVANTAGE:
        check_number(dataset, by)
    numbers = {ADVANTAGE: advantage(dataset, name)}
    numbers |= {
        own: _number(dataset, own) for own in dict.fromkeys((by, *BESIDE)) if own in dataset.data_vars
    }
    found = dataset["status"].values == DONE
    places = np.argwhere(found & np.isfinite(numbers[by]))
    order = np.argsort(np.abs(numbers[by][tuple(places.T)]), kind="stable")
    first = [tuple(place) for place in places[order[:most]]]
    rows = [_row(dataset, numbers, case) for case in first]
    if all(own in dataset.data_vars for own in LOTTERY):
        for row, case in zip(rows, first, strict=True):
            row |= {"lottery": _lottery(dataset, case), WINS: _wins(dataset, case)}
    if as_json:
        print_json(_document(dataset, name, rows))
        return
    console.print(f"[bold]{escape(str(dataset.attrs.get('title', name)))}[/]  ({name})")
    listing = listing_of(*axes_of(dataset), *numbers)
    for row in rows:
        listing.add_row(*(_cell(value) for name, value in row.items() if name not in ("lottery", WINS)))
    console.print(listing)
    if any("lottery" in row for row in rows):
        console.print("Head starts in points, first player first, and how many games of 1000 begin so:")
    for row in rows:
        if "lottery" in row:
            labels = " ".join(f"{axis}={row[axis]}" for axis in axes_of(dataset))
            console.print(escape(f"{labels}: {_in_words(row['lottery'], row[WINS])}"))
    console.print(f"{len(rows)} of {some(len(places), 'case')}, those with {by} nearest to 0 first.")


def advantage(dataset: StoredSweep, name: str) -> NDArray[np.float64]:
    """The advantage of moving first in every case: the first player's chance to win minus the second's; for
    more players the greatest chance minus the least.

    Parameters
    ----------
    dataset : the sweep, or a part of it
    name : its name, for an error

    Raises
    ------
    InvalidRules
        if no stored number says it
    """
    if "first_player_advantage" in dataset.data_vars:
        return np.asarray(dataset["first_player_advantage"].values, float)
    if "win_probability" in dataset.data_vars:
        wins = np.asarray(dataset["win_probability"].values, float)
        left = dataset["win_probability"].dims[len(axes_of(dataset)) :]
        if left == ("seat",):
            # With fewer players the last seats are NaN; for missing cases all of them are.
            none = np.isnan(wins)
            spread = np.where(none, -np.inf, wins).max(axis=-1) - np.where(none, np.inf, wins).min(axis=-1)
            return np.where(none.all(axis=-1), np.nan, spread)
        if not left and _of_two_alike(str(dataset.attrs["question"])):
            return 2.0 * wins - 1.0
    raise InvalidRules(
        f"{name} ({dataset.attrs['question']}) stores neither `first_player_advantage` nor each seat's"
        " `win_probability`. Run a race of two or more best players with `keep: [win_probability]`."
    )


def _of_two_alike(name: str) -> bool:
    """Whether a question's `win_probability` is that of the first of two players in a race who play alike."""
    question = QUESTIONS.get(name)
    if question is None or question.study:
        return False
    return question.contest == RACE and len(question.players.seats) == 2 and question.players.alike


def _number(dataset: StoredSweep, name: str) -> NDArray[np.float64]:
    check_number(dataset, name)
    return np.asarray(dataset[name].values, float)


def _row(
    dataset: StoredSweep, numbers: dict[str, NDArray[np.float64]], at: tuple[int, ...]
) -> dict[str, Any]:
    """A case: its labels and its numbers."""
    labels = {
        axis: dataset[axis].values.tolist()[own] for axis, own in zip(axes_of(dataset), at, strict=True)
    }
    return labels | {name: float(values[at]) for name, values in numbers.items()}


def _lottery(dataset: StoredSweep, at: tuple[int, ...]) -> list[dict[str, Any]]:
    """The handicaps of a case from which one is drawn, the likeliest first; empty if not stored."""
    points, chance = (np.asarray(dataset[name].values[at], float) for name in LOTTERY)
    return [
        {"probability": float(one), "points": [int(seat) for seat in own if np.isfinite(seat) and seat >= 0]}
        for one, own in zip(chance, points, strict=True)
        if one > 0.0
    ]


def _wins(dataset: StoredSweep, at: tuple[int, ...]) -> list[float]:
    """Each seat's chance to win if a handicap is drawn; empty if not stored."""
    if WINS not in dataset.data_vars:
        return []
    wins = np.asarray(dataset[WINS].values[at], float)
    return [float(one) for one in wins[np.isfinite(wins)]]


def _often(chance: float) -> str:
    games = f"{1000 * chance:.0f}"
    return "all" if chance > 1.0 - EVEN else games if games != "0" else "less than 1"


def _in_words(lottery: Sequence[dict[str, Any]], wins: Sequence[float]) -> str:
    """The drawn handicaps in words: points, and in how many games of a thousand."""
    drawn = ", ".join(
        f"{'-'.join(map(str, option['points']))} in {_often(option['probability'])}" for option in lottery
    )
    if not wins:
        return drawn
    if max(wins) - min(wins) <= EVEN:
        return f"{drawn}. All win equally often"
    return f"{drawn}. The nearest to even: they win {', '.join(f'{one:.2%}' for one in wins)}"


def _document(dataset: StoredSweep, name: str, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The list as a document for programs."""
    fixed = nested(dataset.attrs, "config").get("parameters", {})
    named = [
        {key: None if isinstance(value, float) and np.isnan(value) else value for key, value in row.items()}
        for row in rows
    ]
    return {"sweep": name, "question": dataset.attrs["question"], "parameters": fixed, "cases": named}


def _cell(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else escape(str(value))
