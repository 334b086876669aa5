"""Mark the cases of a sweep as missing whose answers are damaged, so that a run solves them again."""

from dataclasses import dataclass

import icechunk
import numpy as np

from storage.errors import StoreChanged
from storage.group import array, create_variable, open_group, read_layout, region_of
from storage.housekeeping import delete_sweep
from storage.layout import Index
from storage.records import write_rows
from storage.region import write_cases
from storage.repository import Store
from storage.schema import MISSING, fill_value
from storage.soundness.checking import findings_of_sweep
from storage.soundness.finding import UNDECODED, Finding, confirm


@dataclass(frozen=True)
class Damage:
    """What of a sweep is damaged.

    Parameters
    ----------
    snapshot : id of the state that was read
    whole : whether it can only be solved anew: it is damaged where it says what its cases are
    cases : the answered cases that are damaged
    found : all findings
    """

    snapshot: str
    whole: bool
    cases: tuple[Index, ...]
    found: tuple[Finding, ...]


def damage_of(store: Store, sweep: str) -> Damage:
    """Read a whole sweep; what of it is damaged.

    Parameters
    ----------
    store, sweep : the store, and the name of the sweep; one that it does not have is not damaged
    """
    session = store.at()
    found = tuple(findings_of_sweep(store, sweep, session))
    if not found:
        return Damage(session.snapshot_id, False, (), ())
    try:
        group = open_group(session, sweep)
        layout, status = read_layout(group), np.asarray(array(group, "status")[...])
    except UNDECODED as error:
        confirm(store, error)
        return Damage(session.snapshot_id, True, (), found)
    tiled = {variable.name for variable in layout.tiled}
    if any(not one.arrays or not set(one.arrays) <= tiled for one in found):
        return Damage(session.snapshot_id, True, (), found)
    answered = [tuple(place) for place in np.argwhere(status != MISSING).tolist()]
    cases = {index for one in found for index in (answered if one.cases is None else one.cases)}
    return Damage(session.snapshot_id, False, tuple(sorted(cases)), found)


def mend(store: Store, sweep: str, damage: Damage) -> None:
    """Make the damaged cases missing, in one commit; all cases, if it is damaged as a whole.

    Parameters
    ----------
    store, sweep : the store, and the name of the sweep
    damage : from `damage_of`

    Raises
    ------
    StoreChanged
        if anything was committed since it was read
    """

    def change(session: icechunk.Session) -> None:
        if session.snapshot_id != damage.snapshot:
            raise StoreChanged(f"{sweep}: another run has just committed. Run the same command again.")
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
        write_cases(session, sweep, layout, {index: {} for index in damage.cases})

    store.transact(change, f"{sweep}: damaged, to be solved again", {"sweep": sweep}, checked=False)
