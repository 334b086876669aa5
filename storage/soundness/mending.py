"""Mark the cases of a sweep as missing whose answers are damaged, so that a run solves them again."""

from dataclasses import dataclass

import icechunk
import numpy as np

from storage.group import array, create_variable, open_group, read_layout, region_of
from storage.housekeeping import delete_sweep
from storage.layout import Index
from storage.records import write_rows
from storage.repository import Store
from storage.schema import MISSING, fill_value
from storage.soundness.checking import UNDECODED, Finding, findings_of_sweep


@dataclass(frozen=True)
class Damage:
    """What of a sweep is damaged.

    Parameters
    ----------
    whole : whether it can only be solved anew: it is damaged where it says what its cases are
    cases : the answered cases that are damaged
    found : all findings
    """

    whole: bool
    cases: tuple[Index, ...]
    found: tuple[Finding, ...]


def damage_of(store: Store, sweep: str) -> Damage:
    """Read a whole sweep; what of it is damaged.

    Parameters
    ----------
    store, sweep : the store, and the name of the sweep; one that it does not have is not damaged
    """
    found = tuple(findings_of_sweep(store, sweep))
    if not found:
        return Damage(False, (), ())
    group = open_group(store.repository.readonly_session("main"), sweep)
    try:
        layout = read_layout(group)
        status = np.asarray(array(group, "status")[...])
    except UNDECODED:
        return Damage(True, (), found)
    tiled = {variable.name for variable in layout.tiled}
    if any(not set(one.arrays) <= tiled for one in found):
        return Damage(True, (), found)
    answered = [tuple(place) for place in np.argwhere(status != MISSING).tolist()]
    cases = {index for one in found for index in (answered if one.cases is None else one.cases)}
    return Damage(False, tuple(sorted(cases)), found)


def mend(store: Store, sweep: str, damage: Damage) -> None:
    """Make the damaged cases missing, in one commit; all cases, if it is damaged as a whole.

    Parameters
    ----------
    store, sweep : the store, and the name of the sweep
    damage : from `damage_of`
    """

    def change(session: icechunk.Session) -> None:
        if damage.whole:
            delete_sweep(session, sweep)
            return
        group = open_group(session, sweep, "r+")
        layout = read_layout(group)
        variables = {variable.name: variable for variable in layout.tiled}
        for one in damage.found:
            for name in one.arrays:
                if one.chunk is None:
                    create_variable(group, layout, variables[name])
                else:
                    # A whole chunk, which is not read before.
                    stored = array(group, name)
                    stored[region_of(one.chunk, stored.chunks, stored.shape)] = fill_value(variables[name])
        write_rows(session, sweep, layout, {index: {"status": MISSING} for index in damage.cases}, {})

    store.transact(change, f"{sweep}: damaged, to be solved again", {"sweep": sweep}, checked=False)
