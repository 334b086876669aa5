"""Finished pieces of a case that is solved piece by piece, stored until the case is done.

They are on a branch of their own that starts at the store's first snapshot, so readers of sweeps and of their
history do not see them. A stage is an array, and a piece a row of it, one chunk, which one worker writes. A
piece is finished if its chunk is in the newest snapshot of the branch. Once the answer is committed the
branch is deleted, and garbage collection frees its data.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray
from zarr.codecs import BloscCodec, Crc32cCodec
from zarr.core.sync import sync

from storage.committing import commit_patiently
from storage.history import BRANCH
from storage.repository import Store

LEFT, FOUND, CUT = "left", "found", "cut"
# Workers write a megabyte per 30 ms of solving. Compared with LZ4, Zstandard took 4 times as long and 1.25
# times the space; without a codec writing took twice as long.
CODECS = (BloscCodec(cname="lz4", clevel=1, shuffle="shuffle", typesize=8), Crc32cCodec())


class Place(NamedTuple):
    """Identifies a piece.

    Attributes
    ----------
    stage : number of its stage
    row : number of the piece in its stage
    """

    stage: int
    row: int

    def __str__(self) -> str:
        return f"{self.row} of stage {self.stage}"


class Checkpoints:
    """The finished pieces of one case.

    Parameters
    ----------
    store : the store
    key : content key of the case
    cut : for each stage, its number of pieces, and the greatest number of values that a piece leaves; pieces
        with another cut are dropped
    """

    def __init__(self, store: Store, key: str, cut: Sequence[tuple[int, int]]) -> None:
        self._store, self._cut = store, [list(stage) for stage in cut]
        self.branch = f"unfinished-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
        with store.lock():
            if self.branch in store.repository.list_branches() and self._kept_cut() != self._cut:
                store.repository.delete_branch(self.branch)
            if self.branch not in store.repository.list_branches():
                self._create()

    def begin(self) -> icechunk.Session:
        """A session at the newest snapshot, to be forked for workers that solve pieces."""
        return self._store.repository.writable_session(self.branch)

    def finished(self) -> frozenset[Place]:
        """The finished pieces."""
        session = self._session()
        left: Any = zarr.open_group(session.store, mode="r")[LEFT]
        stages = list(left)

        async def chunks() -> frozenset[Place]:
            return frozenset(
                [
                    Place(int(stage), chunk[0])
                    for stage in stages
                    async for chunk in session.chunk_coordinates(f"/{LEFT}/{stage}")
                ]
            )

        return sync(chunks())

    def found(self, pieces: Sequence[Place]) -> NDArray[np.float64]:
        """Other stored results of the pieces, in order: float64[row, column]; there may be no rows."""
        group = zarr.open_group(self._session().store, mode="r")
        rows = [read_found(group, piece) for piece in pieces]
        return np.concatenate([row for row in rows if row is not None] or [np.zeros((0, 0))])

    def reader(self) -> icechunk.Session:
        """A session of the newest snapshot, for workers that put pieces back."""
        return self._session()

    def commit(self, session: icechunk.Session, forks: Sequence[icechunk.ForkSession], message: str) -> None:
        """Commit pieces, on top of whatever was committed since the session began.

        Parameters
        ----------
        session : from `begin`; not usable afterwards
        forks : forks of that session, with pieces
        message : message of the commit
        """
        if not forks:
            return
        session.merge(*forks)
        with self._store.lock():
            commit_patiently(session, lambda: session.rebase(icechunk.ConflictDetector()), message, {})

    def drop(self) -> None:
        """Delete all pieces."""
        with self._store.lock():
            self._store.repository.delete_branch(self.branch)

    def _session(self) -> icechunk.Session:
        return self._store.repository.readonly_session(self.branch)

    def _kept_cut(self) -> Any:
        return zarr.open_group(self._session().store, mode="r").attrs.get(CUT)

    def _create(self) -> None:
        repository = self._store.repository
        first = list(repository.ancestry(branch=BRANCH))[-1]
        repository.create_branch(self.branch, first.id)
        session = self.begin()
        group = zarr.create_group(session.store, attributes={CUT: self._cut})
        group.create_group(FOUND)
        for stage, (pieces, most) in enumerate(self._cut):
            group.create_array(
                f"{LEFT}/{stage}",
                shape=(pieces, most),
                chunks=(1, most),
                dtype="float64",
                fill_value=np.nan,
                compressors=CODECS,
            )
        session.commit("pieces of a case", {})


def write_piece(
    fork: icechunk.ForkSession, place: Place, left: NDArray[np.float64], found: NDArray[np.float64]
) -> None:
    """Write the result of a piece.

    Parameters
    ----------
    fork : fork of a session from `Checkpoints.begin`
    place : the piece
    left : float64[...], values that it left in the table
    found : float64[row, column], other results to store
    """
    group = zarr.open_group(fork.store, mode="r+")
    if len(found) and _found(place) not in group:
        rows = group.create_array(
            _found(place), shape=found.shape, chunks=found.shape, dtype="float64", compressors=CODECS
        )
        rows[...] = found
    stored: Any = group[f"{LEFT}/{place.stage}"]
    stored[place.row, : left.size] = left


def read_left(session: icechunk.Session, place: Place) -> NDArray[np.float64]:
    """Values that a finished piece left, float64[...], padded with NaN.

    Parameters
    ----------
    session : from `Checkpoints.reader`
    place : the piece
    """
    stored: Any = zarr.open_group(session.store, mode="r")[f"{LEFT}/{place.stage}"]
    return np.asarray(stored[place.row])


def read_found(group: zarr.Group, place: Place) -> NDArray[np.float64] | None:
    """Other stored results of a piece, float64[row, column]; None if there are none.

    Parameters
    ----------
    group : group of the pieces
    place : the piece
    """
    stored: Any = group.get(_found(place))
    return None if stored is None else np.asarray(stored[...])


def _found(place: Place) -> str:
    return f"{FOUND}/{place.stage}-{place.row}"
