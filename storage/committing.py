"""One commit of a shard: the arrays of its blocks and its rows, on top of the newest commit.

Nothing may be lost. The session is first rebased on the newest snapshot; where others wrote the same chunks,
their version is taken and our cases are written into it again. On a local disk a lock prevents other commits
meanwhile; an object store compares and swaps, and the later of two commits tries again.
"""

import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import icechunk

from storage.errors import StoreChanged, StoreLocked
from storage.group import check_unchanged, described, fingerprint, open_group, read_layout
from storage.layout import Index, Layout
from storage.records import Row, check_rows, finished_failures, write_rows
from storage.region import read_cases, write_cases
from storage.schema import DONE

ATTEMPTS = 60
LONGEST_PAUSE = 2.0
THEIRS = icechunk.BasicConflictSolver(on_chunk_conflict=icechunk.VersionSelection.UseTheirs)
Answers = Callable[[list[Index]], Mapping[Index, Mapping[str, Any]]]


class Shard:
    """The content of a commit: merged blocks, their rows, and the layout that they were planned for."""

    def __init__(
        self,
        session: icechunk.Session,
        forks: Sequence[icechunk.ForkSession],
        sweep: str,
        records: Mapping[Index, Row],
        planned: Layout | None = None,
    ) -> None:
        self.session, self.sweep, self.records = session, sweep, records
        group = open_group(session, sweep)
        self.planned = str(described(group)["fingerprint"])
        if planned is not None:
            check_unchanged(planned.fingerprint, self.planned, sweep)
        # Read once, as reading it opens each of its arrays.
        self.layout = planned or read_layout(group)
        check_rows(self.layout, records)
        self.seen = finished_failures(session, sweep, records)
        self.ours = self._merge(forks)

    def write(self, repository: icechunk.Repository) -> None:
        """Rebase the session on the newest snapshot and write our rows.

        Raises
        ------
        StoreChanged
            if another run has changed the layout of the sweep meanwhile
        """
        base = self.session.snapshot_id
        try:
            self.session.rebase(THEIRS)
        except icechunk.RebaseFailedError as error:
            raise StoreChanged(
                f"{self.sweep}: another run has changed the layout of this sweep ({error}). Run the same"
                " command again."
            ) from error
        if self.session.snapshot_id != base:
            check_unchanged(self.planned, fingerprint(self.session, self.sweep), self.sweep)
            self._write_again(repository.diff(from_snapshot_id=base, to_snapshot_id=self.session.snapshot_id))
        write_rows(self.session, self.sweep, self.layout, self.records, self.seen)

    def _merge(self, forks: Sequence[icechunk.ForkSession]) -> Answers:
        """Merge the blocks into the session; return a reader of our cases that outlasts the session."""
        done = [index for index, row in self.records.items() if row["status"] == DONE]
        if self.session.has_uncommitted_changes:
            # Without forks only the session has these values, so they are copied.
            aside = read_cases(self.session, self.sweep, self.layout, done)
            for fork in forks:
                aside |= read_cases(
                    fork, self.sweep, self.layout, _written(fork, self.sweep, self.layout, done)
                )
            self.session.merge(*forks)
            return lambda indices: {index: aside[index] for index in indices}
        if not forks:
            return lambda indices: {}
        merged = self.session.fork()
        merged.merge(*forks)
        self.session.merge(merged)
        return lambda indices: read_cases(merged, self.sweep, self.layout, indices)

    def _write_again(self, diff: icechunk.Diff) -> None:
        """Write our cases into the tiles that others changed, which now hold their values."""
        changed = _changed_tiles(diff, self.sweep, self.layout)
        done = [
            index
            for index, row in self.records.items()
            if row["status"] == DONE and self.layout.tile_of(index) in changed
        ]
        if done and (answers := self.ours(done)):
            write_cases(self.session, self.sweep, self.layout, answers)


def commit_patiently(
    repository: icechunk.Repository,
    session: icechunk.Session,
    write: Callable[[], None],
    message: str,
    metadata: Mapping[str, Any],
) -> str:
    """Write and commit, and try again if another process was faster; return the snapshot's id.

    Parameters
    ----------
    repository, session : the repository, and a session of it
    write : brings the session to the newest state, and writes into it
    message, metadata : of the commit

    Raises
    ------
    StoreLocked
        if another process was faster every time
    """
    for attempt in range(ATTEMPTS):
        write()
        try:
            return commit_once(repository, session, message, metadata)
        except icechunk.ConflictError:
            pause(attempt)
    raise StoreLocked(
        f"store: other runs committed first in each of {ATTEMPTS} attempts. Start fewer runs at once, or try"
        " again later."
    )


def commit_once(
    repository: icechunk.Repository, session: icechunk.Session, message: str, metadata: Mapping[str, Any]
) -> str:
    """Commit, and return the snapshot's id.

    Where an object store's answer is lost, Icechunk asks again, and is refused as its own commit is there by
    then. So each commit has a token.

    Parameters
    ----------
    repository, session : the repository, and a session of it
    message, metadata : of the commit

    Raises
    ------
    icechunk.ConflictError
        if another process was faster
    """
    token = secrets.token_hex(8)
    try:
        return session.commit(message, {**metadata, "token": token})
    except icechunk.ConflictError:
        for info in repository.ancestry(branch=session.branch):
            if info.metadata.get("token") == token:
                return info.id
            if info.id == session.snapshot_id:
                break
        raise


def pause(attempt: int) -> None:
    """Wait a random time, longer for each attempt, so that competing writers do not collide again."""
    time.sleep(random.uniform(0, min(LONGEST_PAUSE, 0.02 * 2**attempt)))


def _changed_tiles(diff: icechunk.Diff, sweep: str, layout: Layout) -> set[Index]:
    axes, changed = len(layout.axes), diff.updated_chunks
    paths = [f"/{sweep}/{variable.name}" for variable in layout.tiled]
    return {tuple(chunk[:axes]) for path in paths for chunk in changed.get(path, [])}


def _written(fork: icechunk.ForkSession, sweep: str, layout: Layout, indices: list[Index]) -> list[Index]:
    tiles = _changed_tiles(fork.status(), sweep, layout)
    return [index for index in indices if layout.tile_of(index) in tiles]
