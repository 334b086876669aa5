"""Select a sweep of a store, and cases of the sweep."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from solvers.errors import expected
from storage.errors import NotInStore
from storage.query import axes_of, select
from storage.repository import Store

if TYPE_CHECKING:
    import xarray as xr


def the_sweep(store: Store, name: str | None, at: str | None = None, said: str = "SWEEP") -> str:
    """The named sweep, or the only one.

    Parameters
    ----------
    store : the store
    name : the name given, or None
    at : the state to search; None for the newest
    said : how the command line calls the argument, for an error

    Raises
    ------
    NotInStore
        if no name is given and there are several sweeps, or there is none of that name
    """
    known = store.sweeps(at)
    if name is None and len(known) == 1:
        return known[0]
    if not known:
        state = " yet" if at is None else f" in its state {at!r}"
        raise NotInStore(
            f"The store at {store.url} has no sweep{state}. Run one with `jeopardice run`, or pass another"
            " --store."
        )
    if name is None:
        raise NotInStore(f"{said}: the store has several sweeps: {', '.join(known)}. Name one of them.")
    if name not in known:
        close = get_close_matches(name, known, 1)
        remedy = f"Did you mean {close[0]!r}?" if close else "Name one of these."
        where = "the store" if at is None else f"its state {at!r}"
        raise NotInStore(f"{said}: {where} has no sweep {name!r}, only {', '.join(known)}. {remedy}")
    return name


def wanted(selected: Sequence[str]) -> dict[str, str | list[str]]:
    """AXIS=LABEL texts by axis; an axis that is named more than once has several labels."""
    chosen: dict[str, list[str]] = {}
    for text in selected:
        name, equals, label = text.partition("=")
        if not (name and equals and label):
            raise expected("--sel", "AXIS=LABEL", text, "Write goal=100, or goal=20:60 for a range.")
        chosen.setdefault(name, []).append(label)
    return {name: labels if len(labels) > 1 else labels[0] for name, labels in chosen.items()}


def cases_of(dataset: "xr.Dataset", selected: Sequence[str], why: str) -> "xr.Dataset":
    """Select whole cases; axes are kept even if one label is selected.

    Raises
    ------
    InvalidRules
        if a selected name is not an axis
    """
    axes = axes_of(dataset)
    for name in (chosen := wanted(selected)):
        if name not in axes:
            raise expected("--sel", f"an axis among {', '.join(axes)}", name, why)
    return select(
        dataset, {name: [label] if isinstance(label, str) else label for name, label in chosen.items()}
    )
