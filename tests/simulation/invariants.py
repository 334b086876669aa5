"""What holds in every state of a store, read afresh."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from configs.load import parse
from solvers.catalog import find
from storage.errors import StoreError
from storage.group import array, find_group, read_layout
from storage.region import read_cases
from storage.repository import Store
from storage.schema import DONE
from storage.soundness.finding import UNDECODED
from tests.simulation.seam import Place

# Who solved a case, when and how fast: not part of the answer.
PROVENANCE = {"run", "seconds", "finished"}
Answers = dict[Any, dict[str, bytes]]


class Violated(AssertionError):
    """An invariant does not hold."""


def answers(url: str, content: dict[str, Any]) -> Answers:
    """All finished cases with the bits of their answers.

    Raises
    ------
    Violated
        if a case has a part of an answer
    """
    sweep = str(content["name"])
    session = Store.open(url).at(sweep=sweep)
    if (group := find_group(session, sweep)) is None:
        return {}
    layout = read_layout(group)
    rows = {variable.name: np.asarray(array(group, variable.name)[...]) for variable in layout.numbers}
    (axis,) = layout.axes
    places = [(place,) for place in range(layout.cases)]
    arrays = read_cases(session, sweep, layout, places)
    names = [name for name in rows if name not in PROVENANCE]
    certificates = find(parse(content).question).certificates
    found: Answers = {}
    for place in places:
        label, stored = layout.axes[axis][place[0]], arrays[place]
        if rows["status"][place] != DONE:
            if any(not np.isnan(array).all() for array in stored.values()):
                raise Violated(f"case {label} has an answer and is not done")
            continue
        if any(np.isnan(rows[name][place]) for name in certificates if name in names):
            raise Violated(f"case {label} is done and has no certificate")
        if any(np.isnan(array).all() for array in stored.values()):
            raise Violated(f"case {label} is done and has no answer")
        scalars = {
            name: rows[name][place].tobytes()
            if rows[name].dtype.kind == "f"
            else str(rows[name][place]).encode()
            for name in names
        }
        found[label] = scalars | {name: _bits(array) for name, array in stored.items()}
    return found


def _bits(array: NDArray[Any]) -> bytes:
    """What is there and where, as a larger case pads the tables of the others."""
    there = ~np.isnan(array)
    return np.argwhere(there).tobytes() + array[there].tobytes()


class Reader:
    """Reads each new state, and remembers what was committed."""

    def __init__(self, place: Place, content: dict[str, Any], undisturbed: Answers) -> None:
        self._place, self._content, self._undisturbed = place, content, undisturbed
        self._state, self.seen = "", Answers()

    def look(self) -> None:
        """Read the newest state, if it is new.

        Raises
        ------
        Violated
            if a committed case is gone or other than that of the undisturbed run, or cannot be read
        """
        if (state := self._place.state()) == self._state:
            return
        self._state = state
        try:
            found = answers(self._place.url, self._content)
        except (StoreError, *UNDECODED) as error:
            raise Violated(f"what was committed cannot be read: {error}") from error
        if lost := set(self.seen) - set(found):
            raise Violated(f"committed cases are lost: {sorted(lost)}")
        if wrong := [label for label, answer in found.items() if answer != self._undisturbed[label]]:
            raise Violated(f"answers differ from those of the undisturbed run: {wrong}")
        self.seen = found


def check_each_once(url: str, sweep: str) -> None:
    """Every case was committed once, as one launcher has no reason to solve it again.

    Raises
    ------
    Violated
        if commits say more cases done than there are
    """
    store = Store.open(url)
    said = [commit.message for commit in store.history(sweep) if " done" in commit.message]
    count = sum(int(message.split(", ")[1].split()[0]) for message in said)
    done = int((store.stored(sweep)["status"].values == DONE).sum())
    if count != done:
        raise Violated(f"{done} cases are done, and commits say {count}: {said}")
