"""Finished pieces of a case that is solved piece by piece, stored until the case is done.

They are on a branch of their own that starts at the store's first snapshot, so readers of sweeps and of their
history do not see them. A stage is an array, and a piece a row of it, one chunk, which one worker writes. A
piece is finished if its chunk is in the newest snapshot of the branch. Once the answer is committed the
branch is deleted, and garbage collection frees its data.

Chunks have checksums, but the files that list them have not. So what is stored of a piece begins with its
place, and with what tells whether its other results are there.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray
from zarr.codecs import BloscCodec, Crc32cCodec
from zarr.core.sync import sync

from storage.access import lasting
from storage.committing import commit_patiently
from storage.damage import file_of, is_silence
from storage.errors import StoreError
from storage.history import BRANCH
from storage.repository import Store
from storage.soundness.finding import UNDECODED, said

LEFT, FOUND, CUT = "left", "found", "cut"
# Workers write a megabyte per 30 ms of solving. Compared with LZ4, Zstandard took 4 times as long and 1.25
# times the space; without a codec writing took twice as long.
CODECS = (BloscCodec(cname="lz4", clevel=1, shuffle="shuffle", typesize=8), Crc32cCodec())


# Numbers before the values: stage, row, and how many rows or columns of other results there are.
MARKS = 3


class PiecesDamaged(StoreError):
    """A file of a case's finished pieces is missing, or is not what was written."""


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

    Attributes
    ----------
    lost : what was wrong with pieces that were dropped as they are damaged; "" for none
    """

    def __init__(self, store: Store, key: str, cut: Sequence[tuple[int, int]]) -> None:
        self._store, self.lost = store, ""
        self._cut = [[pieces, MARKS + most] for pieces, most in cut]
        self.branch = f"unfinished-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
        with store.lock():
            if self._is_there() and self._kept_cut() != self._cut:
                self._delete()
            if not self._is_there():
                self._create()

    def start_over(self) -> None:
        """Delete all pieces, to store new ones."""
        with self._store.lock():
            self._delete()
            self._create()

    def begin(self) -> icechunk.Session:
        """A session at the newest snapshot, to be forked for workers that solve pieces."""
        return self._store.repository.writable_session(self.branch)

    def finished(self) -> frozenset[Place]:
        """The finished pieces.

        Raises
        ------
        PiecesDamaged
            if they cannot be read
        """
        with _noticed():
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
        """Other stored results of the pieces, in order: float64[row, column]; there may be no rows.

        Raises
        ------
        PiecesDamaged
            if they cannot be read
        """
        rows = [row for row in self._found(pieces) if len(row)]
        return np.concatenate(rows or [np.zeros((0, 0))])

    def check_found(self, rows: Mapping[Place, int]) -> None:
        """Compare the numbers of rows of other stored results with those that were written.

        Raises
        ------
        PiecesDamaged
            if there are others
        """
        for place, stored in zip(rows, self._found(list(rows)), strict=True):
            if len(stored) != rows[place]:
                raise PiecesDamaged(f"of piece {place} {len(stored)} of {rows[place]} results are there")

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
            commit_patiently(
                self._store.repository,
                session,
                lambda: session.rebase(icechunk.ConflictDetector()),
                message,
                {},
            )

    def drop(self) -> None:
        """Delete all pieces."""
        with self._store.lock():
            self._store.repository.delete_branch(self.branch)

    def _session(self) -> icechunk.Session:
        return self._store.repository.readonly_session(self.branch)

    def _is_there(self) -> bool:
        return self.branch in self._store.repository.list_branches()

    def _delete(self) -> None:
        try:
            self._store.repository.delete_branch(self.branch)
        except icechunk.IcechunkError:
            # It first reads the file that names the newest snapshot, which may be damaged.
            self._store.files.delete(f"refs/branch.{self.branch}/ref.json")

    def _kept_cut(self) -> Any:
        try:
            with _noticed():
                return zarr.open_group(self._session().store, mode="r").attrs.get(CUT)
        except PiecesDamaged as error:
            self.lost = str(error)
            return None

    def _found(self, pieces: Sequence[Place]) -> list[NDArray[np.float64]]:
        with _noticed():
            group = zarr.open_group(self._session().store, mode="r")
            return [_read_found(group, piece) for piece in pieces]

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
        marked = _marked(place, found.shape[1], found)
        rows = group.create_array(
            _found(place), shape=marked.shape, chunks=marked.shape, dtype="float64", compressors=CODECS
        )
        rows[...] = marked
    stored: Any = group[f"{LEFT}/{place.stage}"]
    stored[place.row, : MARKS + left.size] = _marked(place, len(found), left)


def read_left(session: icechunk.Session, place: Place) -> tuple[NDArray[np.float64], int]:
    """Values that a finished piece left, float64[...], padded with NaN; number of rows of its other results.

    Parameters
    ----------
    session : from `Checkpoints.reader`
    place : the piece

    Raises
    ------
    PiecesDamaged
        if they cannot be read
    """
    with _noticed():
        stored: Any = zarr.open_group(session.store, mode="r")[f"{LEFT}/{place.stage}"]
        return _unmarked(place, np.asarray(stored[place.row]))


def _read_found(group: zarr.Group, place: Place) -> NDArray[np.float64]:
    """Other stored results of a piece, float64[row, column]; there may be no rows."""
    stored: Any = group.get(_found(place))
    if stored is None:
        return np.zeros((0, 0))
    values, columns = _unmarked(place, np.asarray(stored[...]))
    return values.reshape(-1, columns)


def _marked(place: Place, number: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([[*place, number], values.ravel()])


def _unmarked(place: Place, stored: NDArray[np.float64]) -> tuple[NDArray[np.float64], int]:
    """Stored values of a piece, and the number before them."""
    if stored[: MARKS - 1].tolist() != list(place):
        raise PiecesDamaged(f"piece {place} is not what was written")
    return stored[MARKS:], int(stored[MARKS - 1])


@contextmanager
def _noticed() -> Iterator[None]:
    """Turn errors of damaged files into ours; those of a store that cannot be reached stay."""
    try:
        yield
    except (FileNotFoundError, IndexError, *UNDECODED) as error:
        if isinstance(error, StoreError) or lasting(error) or is_silence(str(error)):
            raise
        raise PiecesDamaged(f"{file_of(error) or 'a file'} {said(error)}") from error


def _found(place: Place) -> str:
    return f"{FOUND}/{place.stage}-{place.row}"
