"""What is finished of a case that is solved piece by piece, kept until all of it is.

It lies on a branch of its own, which begins where the store began: the sweeps, their history and who reads
them see nothing of it. A row of numbers a piece is one chunk, which one worker writes; a piece whose chunk is
in the newest snapshot of the branch is finished. Once the answer is committed the branch goes, and what it
had is freed like everything that no state refers to.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray
from zarr.core.sync import sync

from storage.committing import commit_patiently
from storage.group import CODECS
from storage.history import BRANCH
from storage.repository import Store

LEFT, FOUND, CUT = "left", "found", "cut"


class Checkpoints:
    """The finished pieces of one case.

    Parameters
    ----------
    store : where they lie
    key : content key of the case
    cut : how many pieces there are, and how many numbers one leaves at most; those of another cut are
        dropped
    """

    def __init__(self, store: Store, key: str, cut: tuple[int, int]) -> None:
        self._store = store
        self.branch = f"unfinished-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
        with store.lock():
            if self.branch in store.repository.list_branches() and self._cut() != list(cut):
                store.repository.delete_branch(self.branch)
            if self.branch not in store.repository.list_branches():
                self._create(cut)

    def begin(self) -> icechunk.Session:
        """A session at the newest snapshot, to be forked to who solves pieces."""
        return self._store.repository.writable_session(self.branch)

    def finished(self) -> frozenset[int]:
        """Numbers of the finished pieces."""
        session = self._session()

        async def chunks() -> frozenset[int]:
            return frozenset([place[0] async for place in session.chunk_coordinates(f"/{LEFT}")])

        return sync(chunks())

    def found(self, pieces: Sequence[int]) -> NDArray[np.float64]:
        """What else is remembered of pieces, one after the other: float64[row, column]; no row if of none."""
        group = zarr.open_group(self._session().store, mode="r")
        rows = [read_found(group, piece) for piece in pieces]
        return np.concatenate([row for row in rows if row is not None] or [np.zeros((0, 0))])

    def reader(self) -> icechunk.Session:
        """A session of the newest snapshot, for who puts pieces back."""
        return self._session()

    def commit(self, session: icechunk.Session, forks: Sequence[icechunk.ForkSession], message: str) -> None:
        """Commit pieces, with whatever was committed since the session began.

        Parameters
        ----------
        session : from `begin`; used up
        forks : of that session, with pieces
        message : of the commit
        """
        if not forks:
            return
        session.merge(*forks)
        with self._store.lock():
            commit_patiently(session, lambda: session.rebase(icechunk.ConflictDetector()), message, {})

    def drop(self) -> None:
        """Forget all of it."""
        with self._store.lock():
            self._store.repository.delete_branch(self.branch)

    def _session(self) -> icechunk.Session:
        return self._store.repository.readonly_session(self.branch)

    def _cut(self) -> Any:
        return zarr.open_group(self._session().store, mode="r").attrs.get(CUT)

    def _create(self, cut: tuple[int, int]) -> None:
        repository = self._store.repository
        first = list(repository.ancestry(branch=BRANCH))[-1]
        repository.create_branch(self.branch, first.id)
        session = self.begin()
        group = zarr.create_group(session.store, attributes={CUT: list(cut)})
        group.create_group(FOUND)
        group.create_array(
            LEFT, shape=cut, chunks=(1, cut[1]), dtype="float64", fill_value=np.nan, compressors=CODECS
        )
        session.commit("pieces of a case", {})


def write_piece(
    fork: icechunk.ForkSession, piece: int, left: NDArray[np.float64], found: NDArray[np.float64]
) -> None:
    """Write what came of a piece.

    Parameters
    ----------
    fork : of a session from `Checkpoints.begin`
    piece : its number
    left : float64[...], what it left in the table
    found : float64[row, column], what else is to be remembered
    """
    group = zarr.open_group(fork.store, mode="r+")
    if len(found) and f"{FOUND}/{piece}" not in group:
        rows = group.create_array(
            f"{FOUND}/{piece}", shape=found.shape, chunks=found.shape, dtype="float64", compressors=CODECS
        )
        rows[...] = found
    stored: Any = group[LEFT]
    stored[piece, : left.size] = left


def read_left(session: icechunk.Session, piece: int) -> NDArray[np.float64]:
    """What a finished piece left, float64[...], filled up with NaN.

    Parameters
    ----------
    session : from `Checkpoints.reader`
    piece : its number
    """
    stored: Any = zarr.open_group(session.store, mode="r")[LEFT]
    return np.asarray(stored[piece])


def read_found(group: zarr.Group, piece: int) -> NDArray[np.float64] | None:
    """What else is remembered of a piece, float64[row, column]; None if nothing is.

    Parameters
    ----------
    group : of the pieces
    piece : its number
    """
    stored: Any = group.get(f"{FOUND}/{piece}")
    return None if stored is None else np.asarray(stored[...])
