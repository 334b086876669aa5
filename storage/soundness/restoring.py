"""Make an older state the newest, as where files of the newest were lost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from storage.creation import locked
from storage.errors import NotInStore
from storage.location import Location
from storage.objects import Objects, objects
from storage.soundness.branch import BRANCH_FILE, name, named
from storage.soundness.sealing import CHANGES, Seal, seals, wrong


@dataclass(frozen=True)
class Restorable:
    """A state that can become the newest.

    Parameters
    ----------
    seal : what it consists of
    newest : whether it is the newest already
    lost : commits after it, newest first
    """

    seal: Seal
    newest: bool
    lost: tuple[Seal, ...]


def restorable(location: Location, ref: str | None = None) -> Restorable:
    """The latest state of whose files each is what was written, or the one that is named.

    Parameters
    ----------
    location : place of the store
    ref : a snapshot's id or its beginning; None for the latest sound one

    Raises
    ------
    NotInStore
        if there is no such state, or it is damaged
    """
    files = objects(location)
    known = seals(files)
    wanted = _latest(files, known, location.url) if ref is None else _named(files, known, ref)
    content = files.read(BRANCH_FILE)
    newest = named(content) == wanted.snapshot if content is not None else False
    return Restorable(
        wanted, newest, tuple(_newest_first(own for own in known.values() if own.time > wanted.time))
    )


def restore(location: Location, found: Restorable, seconds: float) -> None:
    """Make a state the newest.

    Parameters
    ----------
    location : place of the store
    found : the state, from `restorable`
    seconds : longest wait in s for another writer on a local disk
    """
    with locked(location, seconds):
        name(objects(location), found.seal.snapshot)


def broken(files: Objects, own: Seal) -> str:
    """The first file of a state that is not what was written, and what is wrong with it; "" if all are.

    Parameters
    ----------
    files : files of the store
    own : what the state consists of
    """
    for file, expected in own.files.items():
        # Without the list of its changes a state can be read all the same.
        if not file.startswith(CHANGES) and (what := wrong(files, file, expected)):
            return f"{file} {what}"
    return ""


def _latest(files: Objects, known: Mapping[str, Seal], url: str) -> Seal:
    for own in _newest_first(known.values()):
        if not broken(files, own):
            return own
    raise NotInStore(f"restore: no state of the store at {url} is sound. Restore its files from a backup.")


def _named(files: Objects, known: Mapping[str, Seal], ref: str) -> Seal:
    begun = [snapshot for snapshot in known if ref and snapshot.startswith(ref.upper())]
    if len(begun) != 1:
        found = "several begin with that" if begun else "no snapshot with a seal begins with that"
        raise NotInStore(f"restore: got {ref!r}, but {found}. `jeopardice history` lists snapshots.")
    own = known[begun[0]]
    if said := broken(files, own):
        raise NotInStore(f"restore: snapshot {own.snapshot} is damaged, too: {said}. Choose an older one.")
    return own


def _newest_first(some: Iterable[Seal]) -> list[Seal]:
    return sorted(some, key=lambda own: own.time, reverse=True)
