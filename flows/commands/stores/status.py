"""`jeopardice status`: what runs on a store, how far it is, and what became of runs that did not end well."""

import json
from datetime import UTC, datetime

from rich.console import Console

from flows.places import store_url
from flows.terminal.errors import say_error
from flows.terminal.printable import printable
from flows.terminal.times import took
from solvers.wording.counts import some
from storage.creation import check_directory, exists, not_found
from storage.damage import ROTTEN, sentence_of
from storage.errors import NotInStore, StoreError
from storage.location import Location, locate
from storage.objects import objects
from storage.repository import Store
from storage.running import Running, State, told

console = Console(highlight=False)
# Cases per second below which they are counted by the hour.
SLOW = 0.1
AGAIN = "Run the same command again to continue."


def show_status(store: str | None, as_json: bool) -> None:
    """Print each run of a store that has not ended well.

    Parameters
    ----------
    store : address of the store
    as_json : whether to print a list for programs

    Raises
    ------
    StoreNotFound, NotAStore
        if there is no store, or something else
    """
    location, now = locate(store_url(store)), datetime.now(UTC)
    check_directory(location)
    runs: list[Running] = []
    for name, run in told(objects(location)):
        if run is None:
            say_error("warning", f"{_in_a_line(name)}: this version cannot read this file of the store.")
        else:
            runs.append(run)
    if not runs and not exists(location):
        raise not_found(location)
    if as_json:
        print(json.dumps([_as_json(run, now) for run in runs], indent=1))
        return
    if not runs:
        _line(f"Nothing runs on {location.url}.")
    for run in runs:
        _say(run, now)
        if run.state(now) is not State.RUNNING:
            _line(f"  {_saved(location, run.sweep)}")


def _as_json(run: Running, now: datetime) -> dict[str, object]:
    """Return what is known of a run, also what follows from the present time."""
    known = run.model_dump(mode="json", exclude={"ended"})
    return {**known, "state": run.state(now).value, "age": run.age(now), "seconds_left": run.seconds_left}


def _say(run: Running, now: datetime) -> None:
    state = run.state(now)
    failed = f", {run.failed} of them failed" if run.failed else ""
    pace = _pace(run) if state is State.RUNNING else ""
    _line(f"{run.sweep}: {run.answered} of {some(run.cases, 'case')} to do{failed}{pace}")
    _line(f"  {_standing(run, state, now)}")
    if state is State.RUNNING:
        for worker, what in run.working.items():
            _line(f"  {worker}: {what}")
        if others := run.workers - len(run.working):
            _line(f"  and {some(others, 'worker')} more")
    for event in run.events:
        _line(f"  {event}")
    if run.error:
        _line(f"  {run.error}")


def _pace(run: Running) -> str:
    """Return how fast it is, and how long it will take; "" before its first answer."""
    left = run.seconds_left
    if left is None:
        return ""
    rate = f"{run.rate:.1f}/s" if run.rate >= SLOW else f"{3600.0 * run.rate:.1f} an hour"
    return f", {rate}" + (f", about {took(left)} left" if left else "")


def _standing(run: Running, state: State, now: datetime) -> str:
    """Return what became of a run, and what to do."""
    who, seen = f"process {run.process} on {run.host}", f"{took(run.age(now))} ago"
    match state:
        case State.RUNNING:
            return f"Run {run.run} began {took((now - run.begun).total_seconds())} ago: {who}."
        case State.SILENT:
            return f"Run {run.run} gave its last sign of life {seen}: {who}. If it has ended: {AGAIN}"
        case State.DIED:
            return f"Run {run.run} ended about {seen} without saying why: {who}. {AGAIN}"
        case State.STOPPED:
            return f"Run {run.run} was stopped {seen}. {AGAIN}"
        case State.FAILED:
            return f"Run {run.run} failed {seen}:"


def _saved(location: Location, sweep: str) -> str:
    """Return how many cases of a sweep the store has, in words."""
    try:
        counts = Store.open(location.url).stored(sweep).counts
    except NotInStore:
        return "The store has no cases of it."
    except (*ROTTEN, StoreError) as error:
        return sentence_of(error, location.url)
    return f"In all, {counts.done} of {some(counts.cases, 'case')} of this sweep are done."


def _line(text: str) -> None:
    console.print(_in_a_line(text), soft_wrap=True, markup=False)


def _in_a_line(text: str) -> str:
    """Return a text that others may have written, without what moves the cursor."""
    return printable(text).replace("\n", " ")
