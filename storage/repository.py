"""The store: an Icechunk repository with a group per sweep. Readers see whole commits, and none is lost."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

import icechunk

from storage import creation
from storage.access import worded
from storage.committing import ATTEMPTS, Shard, commit_once, commit_patiently, pause
from storage.conditions import check_conditional_writes
from storage.errors import LayoutMismatch, StoreLocked
from storage.group import check_apart, find_group, is_current, list_sweeps, read_layout
from storage.growth import Keys, bring
from storage.history import BRANCH
from storage.layout import Index, Layout
from storage.location import Location, locate
from storage.records import Row, read_rows
from storage.states import States
from storage.stored import StoredSweep, stored_sweep

if TYPE_CHECKING:
    import xarray as xr

LOCK_SECONDS = 120.0
Changed = TypeVar("Changed")


class Store(States):
    """An open store, from `Store.open`; threads may share it."""

    def __init__(
        self,
        location: Location,
        repository: icechunk.Repository,
        lock_seconds: float = LOCK_SECONDS,
        probed: bool = False,
    ) -> None:
        super().__init__(location, repository)
        self.lock_seconds, self._probed = lock_seconds, probed

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

    def lock(self) -> AbstractContextManager[None]:
        """One writer at a time on a local disk; nothing on an object store, which compares and swaps."""
        return creation.locked(self.location, self.lock_seconds)

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
                        self.seal(commit_once(self.repository, session, message, metadata))
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
                self.repository,
                session,
                lambda: shard.write(self.repository),
                message,
                {**metadata, "sweep": sweep},
            )
            self.seal(committed)
            return committed

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
