"""The store: an Icechunk repository with a group per sweep. Readers see whole commits, and none is lost."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

import icechunk

from storage import creation
from storage.access import worded
from storage.committing import ATTEMPTS, Shard, commit_patiently, pause
from storage.conditions import check_conditional_writes
from storage.damage import Unreadable, cause, sentence_of, unreadable
from storage.errors import LayoutMismatch, NotInStore, StoreError, StoreLocked
from storage.group import check_apart, find_group, is_current, list_sweeps, read_layout
from storage.growth import Keys, bring
from storage.history import BRANCH, Commit, commits, resolve
from storage.layout import Index, Layout
from storage.location import Location, locate
from storage.objects import objects
from storage.records import Row, read_rows
from storage.soundness.sealing import check, seal
from storage.stored import StoredSweep, stored_sweep

if TYPE_CHECKING:
    import xarray as xr

LOCK_SECONDS = 120.0
Changed = TypeVar("Changed")


class Store:
    """An open store, from `Store.open`; threads may share it."""

    def __init__(
        self,
        location: Location,
        repository: icechunk.Repository,
        lock_seconds: float = LOCK_SECONDS,
        probed: bool = False,
    ) -> None:
        self.location, self.repository, self.lock_seconds = location, repository, lock_seconds
        self.files = objects(location)
        self._probed = probed
        # Snapshots, and the sweeps in them, that were found to be what was written.
        self._sound: set[tuple[str, str | None]] = set()

    @classmethod
    def open(cls, url: str, create: bool = False, lock_seconds: float = LOCK_SECONDS) -> "Store":
        """Open the store at an address.

        Parameters
        ----------
        url : a path, file://, s3://bucket/prefix (server and credentials from `AWS_ENDPOINT_URL` and its
            like), gs:// or az://
        create : create it if there is none; otherwise nothing is changed
        lock_seconds : longest wait in s for another writer on a local disk

        Raises
        ------
        StoreNotFound
            if there is no store and `create` is false
        NotAStore
            if there is something else
        UnsafeStore
            if it would be created on a server that loses concurrent commits
        """
        location = locate(str(url))
        if not create and location.path is not None and not location.path.exists():
            raise creation.not_found(location)
        creation.check_directory(location)
        if creation.exists(location):
            return cls(location, creation.opened(location), lock_seconds)
        if not create:
            raise creation.not_found(location)
        check_conditional_writes(location)
        with creation.locked(location, lock_seconds):
            if not creation.exists(location):
                creation.create(location)
        return cls(location, creation.opened(location), lock_seconds, probed=True)

    @property
    def url(self) -> str:
        """The address, as it was given."""
        return self.location.url

    def lock(self) -> AbstractContextManager[None]:
        """One writer at a time on a local disk; nothing on an object store, which compares and swaps."""
        return creation.locked(self.location, self.lock_seconds)

    @property
    def newest(self) -> str:
        """Id of the newest snapshot."""
        return self.repository.lookup_branch(BRANCH)

    def sweeps(self, at: str | None = None) -> list[str]:
        """All sweeps, in order; `at` names an older state."""
        return list_sweeps(self.at(at))

    def layout(self, sweep: str) -> Layout | None:
        """The sweep's layout, None if there is no such sweep."""
        group = find_group(self.at(sweep=sweep), sweep)
        return None if group is None else read_layout(group)

    def records(self, sweep: str, at: str | None = None) -> "xr.Dataset":
        """One row per case, in memory: the record, and the outputs with one number.

        Raises
        ------
        NotInStore
            if there is no such sweep
        """
        return read_rows(self.at(at, sweep), sweep)

    def stored(self, sweep: str, at: str | None = None) -> StoredSweep:
        """The sweep with its record, without making a dataset.

        Raises
        ------
        NotInStore
            if there is no such sweep
        """
        return stored_sweep(self.at(at, sweep), sweep)

    def is_current(self, sweep: str) -> bool:
        """Whether the sweep has the current format; `prepare` updates older ones."""
        group = find_group(self.at(), sweep)
        return group is None or is_current(group)

    def check_name(self, sweep: str) -> None:
        """Refuse a name that cannot be a new sweep's.

        Raises
        ------
        LayoutMismatch
            if it is not a group path, or lies inside or around another sweep
        """
        _check_path(sweep)
        check_apart(sweep, self.sweeps())

    def prepare(
        self,
        sweep: str,
        layout: Layout,
        attributes: Mapping[str, Any],
        message: str,
        metadata: Mapping[str, Any],
        keys: Keys | None = None,
    ) -> Layout:
        """Create or extend the sweep's group, and mark answers to a different question as missing.

        It commits if anything changes.

        Parameters
        ----------
        sweep : group path, such as "pig/three_players"
        layout : the layout to add; stored cases and variables stay
        attributes : provenance for the group, as JSON values; other attributes stay
        message, metadata : of the commit
        keys : content key of each case that is asked, by its labels: an answer with another key becomes
            missing; None keeps all

        Returns
        -------
        Layout
            the layout in the store now

        Raises
        ------
        LayoutMismatch
            if what is there cannot be extended to it, or the name cannot be a sweep's
        AnsweredByNewer, NewerStore
            if a newer version wrote what is there
        Unwritable
            if the disk is full or cannot be written to
        """
        _check_path(sweep)

        def change(session: icechunk.Session) -> Layout:
            before = self.repository.readonly_session(snapshot_id=session.snapshot_id)
            return bring(session, sweep, layout, attributes, before, keys)

        self._probe()
        with worded("store", self.url):
            return self.transact(change, message, {**metadata, "sweep": sweep})

    def transact(
        self,
        change: Callable[[icechunk.Session], Changed],
        message: str,
        metadata: Mapping[str, Any],
        checked: bool = True,
    ) -> Changed:
        """Change the newest state and commit any change; try again if another process was faster.

        Parameters
        ----------
        change : function of a session, whose result is returned
        message, metadata : of the commit
        checked : whether to refuse a damaged sweep, whose name is in the metadata

        Raises
        ------
        Damaged
            if the sweep is
        StoreLocked
            if other processes kept the store busy for too long
        """
        with self.lock():
            for attempt in range(ATTEMPTS):
                session = self.begin(metadata.get("sweep") if checked else None)
                changed = change(session)
                try:
                    if session.has_uncommitted_changes:
                        self.seal(session.commit(message, dict(metadata)))
                    return changed
                except icechunk.ConflictError:
                    pause(attempt)
        raise StoreLocked(
            f"store: other processes committed first in each of {ATTEMPTS} attempts. Try again later."
        )

    def begin(self, sweep: str | None = None) -> icechunk.Session:
        """A writable session at the newest snapshot.

        Parameters
        ----------
        sweep : the sweep that is changed

        Raises
        ------
        Damaged
            if the sweep is
        """
        session = self.repository.writable_session(BRANCH)
        self.check(session.snapshot_id, sweep)
        return session

    def seal(self, snapshot: str) -> None:
        """Note what a new snapshot consists of."""
        seal(self.files, self.repository, snapshot)

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
        if (snapshot, sweep) not in self._sound:
            check(self.files, self.url, snapshot, sweep)
            self._sound.add((snapshot, sweep))

    def fork(self, session: icechunk.Session) -> icechunk.ForkSession:
        """A fork that a block in another process writes into: picklable, and merged by `commit`."""
        return session.fork()

    def commit(
        self,
        session: icechunk.Session,
        forks: Sequence[icechunk.ForkSession],
        sweep: str,
        records: Mapping[Index, Row],
        message: str,
        metadata: Mapping[str, Any],
        layout: Layout | None = None,
    ) -> str:
        """Commit what the blocks wrote together with their cases' rows.

        Parameters
        ----------
        session : from `begin`; not usable afterwards
        forks : forks of that session, as returned by the blocks
        sweep : the group
        records : by case, "status" and other values of the record and of the outputs with one number; missing
            ones are blank
        message, metadata : of the commit; JSON values
        layout : layout that the indices belong to, if another launcher may have changed it before `begin`

        Returns
        -------
        str
            the snapshot's id

        Raises
        ------
        StoreChanged
            if another run has changed the layout of the sweep: plan again
        StoreLocked
            if other processes kept the store busy for too long
        """
        self._probe()
        shard = Shard(session, forks, sweep, records, layout)
        with self.lock():
            committed = commit_patiently(
                session, lambda: shard.write(self.repository), message, {**metadata, "sweep": sweep}
            )
        self.seal(committed)
        return committed

    def commits(self, sweep: str | None = None) -> Iterator[Commit]:
        """All commits, or those of one sweep, newest first, one after the other.

        Raises
        ------
        Unreadable
            at a snapshot that is damaged, before which no commit is known
        """
        try:
            for commit in commits(self.repository):
                self.check(commit.id, None)
                if sweep is None or commit.metadata.get("sweep") == sweep:
                    yield commit
        except icechunk.IcechunkError as error:
            raise Unreadable(sentence_of(error, self.url)) from error

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
            got = "the newest, which cannot be read" if ref is None else repr(ref)
            raise NotInStore(
                f"at: no snapshot {got}: {cause(error)}. `jeopardice history` lists them."
            ) from error
        self.check(snapshot, sweep)
        try:
            return self.repository.readonly_session(snapshot_id=snapshot)
        except icechunk.IcechunkError as error:
            # Icechunk 2 reads it now, older versions when its data is requested.
            raise unreadable(snapshot, error) from error

    def _probe(self) -> None:
        """Before the first write, check that an object store is safe."""
        if not self._probed:
            check_conditional_writes(self.location)
            self._probed = True


def _check_path(sweep: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)*", sweep):
        raise LayoutMismatch(
            f"sweep: {sweep!r} is not a valid name. Use letters, digits, - and _, as in pig/three_players."
        )
