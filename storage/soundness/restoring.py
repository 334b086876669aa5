"""Make an older state the newest, as where files of the newest were lost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from storage.creation import locked, not_found
from storage.errors import NotInStore, StoreChanged
from storage.location import Location
from storage.objects import Objects, objects
from storage.soundness.branch import BRANCH_FILE, name, named
from storage.soundness.sealing import CHANGES, SNAPSHOTS, Seal, first_wrong, seals


@dataclass(frozen=True)
class Restorable:
    """A state that can become the newest.

    Parameters
    ----------
    seal : what it consists of
    newest : whether it is the newest already
    branch : content of the file that says which is the newest; None if it is missing
    lost : commits after it, newest first
    """

    seal: Seal
    newest: bool
    branch: bytes | None
    lost: tuple[Seal, ...]


def restorable(location: Location, ref: str | None = None) -> Restorable:
    """The latest state of whose files each is what was written, or the one that is named.

    Parameters
    ----------
    location : place of the store
    ref : a snapshot's id or its beginning; None for the latest sound one

    Raises
    ------
    StoreNotFound
        if there is no store
    NotInStore
        if there is no such state, or it is damaged
    """
    files = objects(location)
    if not files.names(SNAPSHOTS):
        raise not_found(location)
    known = seals(files)
    content = files.read(BRANCH_FILE)
    current = named(content)
    if ref is None and current and current not in known and files.read(f"{SNAPSHOTS}/{current}") is not None:
        raise NotInStore(
            f"restore: the newest state {current} has no seal, so nothing says that it is damaged."
            " `jeopardice check` reads it. To go back all the same, name an older state that has one."
        )
    wanted = _latest(files, known, location.url) if ref is None else _named(files, known, ref)
    lost = _newest_first(own for own in known.values() if own.time > wanted.time)
    return Restorable(wanted, current == wanted.snapshot, content, tuple(lost))


def restore(location: Location, found: Restorable, seconds: float) -> None:
    """Make a state the newest.

    Parameters
    ----------
    location : place of the store
    found : the state, from `restorable`
    seconds : longest wait in s for another writer on a local disk

    Raises
    ------
    StoreChanged
        if anything was committed since it was found
    """
    files = objects(location)
    with locked(location, seconds):
        if files.read(BRANCH_FILE) != found.branch:
            raise StoreChanged("restore: another process has just committed. Try again.")
        name(files, found.seal.snapshot)


def broken(files: Objects, own: Seal) -> str:
    """The first file of a state that is not what was written, and what is wrong with it; "" if all are.

    Parameters
    ----------
    files : files of the store
    own : what the state consists of
    """
    # Without the list of its changes a state can be read all the same.
    needed = {file: expected for file, expected in own.files.items() if not file.startswith(CHANGES)}
    return " ".join(first_wrong(files, needed) or ())


def _latest(files: Objects, known: Mapping[str, Seal], url: str) -> Seal:
    for own in _newest_first(known.values()):
        if not broken(files, own):
            return own
    raise NotInStore(f"restore: no state of the store at {url} is sound. Restore its files from a backup.")


def _named(files: Objects, known: Mapping[str, Seal], ref: str) -> Seal:
    begun = [snapshot for snapshot in known if ref and snapshot.startswith(ref.upper())]
    if len(begun) != 1:
        found = "several begin with that" if begun else "none that has a seal, as those of 0.3 have"
        raise NotInStore(f"restore: expected a snapshot, got {ref!r}: {found}. See `jeopardice history`.")
    own = known[begun[0]]
    if said := broken(files, own):
        raise NotInStore(f"restore: snapshot {own.snapshot} is damaged, too: {said}. Choose an older one.")
    return own


def _newest_first(some: Iterable[Seal]) -> list[Seal]:
    return sorted(some, key=lambda own: own.time, reverse=True)
