"""Make an older state the newest, as where files of the newest were lost."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from storage.creation import locked, not_found
from storage.errors import NotInStore, StoreChanged
from storage.location import Location
from storage.objects import Objects, objects
from storage.soundness.branch import name, named, read_branch
from storage.soundness.sealing import CHANGES, FIRST_STATE, SNAPSHOTS, Seal, first_wrong, seals


@dataclass(frozen=True)
class Restorable:
    """A state that can become the newest.

    Parameters
    ----------
    seal : what it consists of
    newest : whether it is the newest already
    branch : content of the file that says which is the newest; None if it is missing
    lost : commits of the newest state that it does not have, newest first
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
    NewerStore
        if the store is in Icechunk's second format
    """
    files = objects(location)
    if not files.names(SNAPSHOTS):
        raise not_found(location)
    known = seals(files)
    content = read_branch(files, "restore", location.url)
    current = named(content)
    if ref is None and current and current not in known and files.read(f"{SNAPSHOTS}/{current}") is not None:
        raise NotInStore(
            f"restore: the newest state {current} has no seal, so nothing says that it is damaged."
            " `jeopardice check` reads it. To go back all the same, name an older state that has one."
        )
    wanted = _latest(files, known, current, location.url) if ref is None else _named(files, known, ref)
    return Restorable(wanted, current == wanted.snapshot, content, _after(known, current, wanted))


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
        if not name(files, found.branch, found.seal.snapshot):
            raise StoreChanged("restore: another process has just committed. Try again.")


def broken(files: Objects, own: Seal) -> str:
    """The first file of a state that is not what was written, and what is wrong with it; "" if all are.

    Parameters
    ----------
    files : files of the store
    own : what the state consists of
    """
    # Without the list of its changes a state can be read all the same.
    needed = {
        file: expected for file, expected in own.files.items() if not file.startswith((CHANGES, FIRST_STATE))
    }
    return " ".join(first_wrong(files, needed) or ())


def latest_sound(files: Objects) -> Seal | None:
    """The latest state that has a seal and of whose files each is what was written; None if there is none.

    Parameters
    ----------
    files : files of the store
    """
    return _first_sound(files, _newest_first(seals(files).values()))


def _first_sound(files: Objects, states: Iterable[Seal]) -> Seal | None:
    return next((own for own in states if not broken(files, own)), None)


def _latest(files: Objects, known: Mapping[str, Seal], current: str, url: str) -> Seal:
    """The nearest sound state before the current one: a later one may have been given up by a restore. The
    latest of all, if that is not known.
    """
    found = _first_sound(files, _line(known, current)) or _first_sound(files, _newest_first(known.values()))
    if found is None:
        raise NotInStore(
            f"restore: no state of the store at {url} is sound. Restore its files from a backup."
        )
    return found


def _line(known: Mapping[str, Seal], snapshot: str) -> Iterator[Seal]:
    """A state and those before it, newest first, as far as they have seals."""
    while (own := known.get(snapshot)) is not None:
        yield own
        snapshot = own.parent


def _after(known: Mapping[str, Seal], current: str, wanted: Seal) -> tuple[Seal, ...]:
    """The commits of the current state that another one does not have, newest first; those that are later, if
    the current one is not known.
    """
    if current not in known:
        return tuple(_newest_first(own for own in known.values() if own.time > wanted.time))
    kept = {own.snapshot for own in _line(known, wanted.snapshot)}
    return tuple(own for own in _line(known, current) if own.snapshot not in kept)


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
