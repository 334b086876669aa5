"""The states of a store: found by a name, compared with what was written, and named."""

from collections.abc import Iterator
from contextlib import suppress

import icechunk

from storage.access import remedy, worded
from storage.damage import Unreadable, cause, damaged, is_silence, sentence_of, unreadable
from storage.errors import NotInStore, StoreError
from storage.history import BRANCH, Commit, commits, resolve
from storage.location import Location
from storage.objects import objects
from storage.soundness.sealing import behind, first_wrong, seal


class States:
    """The states of an open store.

    Parameters
    ----------
    location : place of the store
    repository : its repository
    """

    def __init__(self, location: Location, repository: icechunk.Repository) -> None:
        self.location, self.repository = location, repository
        self.files = objects(location)
        # Snapshots, and the sweeps in them, that were found to be what was written.
        self._sound: set[tuple[str, str | None]] = set()

    @property
    def url(self) -> str:
        """The address, as it was given."""
        return self.location.url

    @property
    def newest(self) -> str:
        """Id of the newest snapshot."""
        return self.repository.lookup_branch(BRANCH)

    def at(self, ref: str | None = None, sweep: str | None = None) -> icechunk.Session:
        """A read-only session of the newest snapshot, or of an old one.

        Parameters
        ----------
        ref : a tag, a snapshot's id or its beginning, or a run's id; None for the newest
        sweep : the sweep that will be read

        Raises
        ------
        NotInStore
            if there is no match, or several
        Unreadable
            if it is damaged, or the sweep in it, or it cannot be reached
        """
        try:
            snapshot = resolve(self.repository, ref)
        except icechunk.IcechunkError as error:
            said = cause(error)
            if ref is None or is_silence(str(error)):
                raise Unreadable(f"Cannot read the store at {self.url}: {said}. {remedy(said)}") from error
            raise NotInStore(f"at: no snapshot {ref!r}: {said}. `jeopardice history` lists them.") from error
        self.check(snapshot, sweep)
        try:
            return self.repository.readonly_session(snapshot_id=snapshot)
        except icechunk.IcechunkError as error:
            # Icechunk 2 reads it now, older versions when its data is requested.
            raise unreadable(snapshot, error) from error

    def check(self, snapshot: str, sweep: str | None) -> None:
        """Compare what a reader of a sweep depends on with what was written, once.

        Parameters
        ----------
        snapshot : id of the snapshot
        sweep : name of the sweep; None to compare only what all sweeps depend on

        Raises
        ------
        Damaged
            if a file is missing, or is not what was written
        """
        if (snapshot, sweep) in self._sound:
            return
        try:
            found = first_wrong(self.files, behind(self.files, snapshot, sweep))
        except Unreadable:
            if self.location.path is not None:
                raise
            # Icechunk finds credentials in more places than the environment; it may be able to read.
            return
        if found is not None:
            raise damaged(self.url, *found, sweep, older=snapshot != self.newest)
        self._sound.add((snapshot, sweep))

    def seal(self, snapshot: str) -> None:
        """Note what a new snapshot consists of. What is committed stays so without a seal, too, and the next
        commit has one.
        """
        with suppress(OSError, icechunk.IcechunkError):
            seal(self.files, self.repository, snapshot)

    def commits(self, sweep: str | None = None) -> Iterator[Commit]:
        """All commits, or those of one sweep, newest first, one after the other.

        Raises
        ------
        Unreadable
            at a snapshot that is damaged, before which no commit is known
        """
        try:
            yield from commits(self.repository, sweep, lambda snapshot: self.check(snapshot, None))
        except icechunk.IcechunkError as error:
            raise Unreadable(sentence_of(error, self.url)) from error

    def known(self, sweep: str | None = None) -> tuple[list[Commit], Unreadable | None]:
        """All commits, or those of one sweep, newest first, and the damage before which no commit is known.

        Parameters
        ----------
        sweep : name of the sweep; None for all
        """
        found: list[Commit] = []
        try:
            for commit in self.commits(sweep):
                found.append(commit)
        except Unreadable as error:
            return found, error
        return found, None

    def history(self, sweep: str | None = None) -> list[Commit]:
        """All commits, or those of one sweep, newest first."""
        return list(self.commits(sweep))

    def has_changed(self, sweep: str, since: str) -> bool:
        """Whether anything of a sweep was committed after a snapshot; "" means since the beginning."""
        for commit in self.commits():
            if commit.id == since:
                return False
            if commit.metadata.get("sweep") == sweep:
                return True
        return bool(since)

    def tag(self, name: str, at: str | None = None) -> None:
        """Give a snapshot a permanent name; the newest one by default.

        Raises
        ------
        StoreError
            if the name is taken
        """
        try:
            with worded("store", self.url):
                self.repository.create_tag(name, resolve(self.repository, at))
        except icechunk.IcechunkError as error:
            raise StoreError(
                f"tag: cannot name a state {name!r}: {cause(error)}. Choose another name."
            ) from error

    def tags(self) -> dict[str, str]:
        """Snapshots by tag."""
        return {name: self.repository.lookup_tag(name) for name in sorted(self.repository.list_tags())}
