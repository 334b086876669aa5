"""A file for HDF5, which ends the process when a disk refuses a write: errors are raised at the end."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class _Patient(io.FileIO):
    """A file whose errors are recorded instead of raised. After the first one it continues in memory, since
    HDF5 reads again what it wrote.
    """

    error: OSError | None = None
    _memory: io.BytesIO | None = None

    def write(self, content: Any) -> int:
        """Write all of it, if the disk accepts it."""
        left = memoryview(content).cast("B")
        try:
            while left and self._memory is None:
                left = left[super().write(left) :]
        except OSError as error:
            self._go_on_in_memory(error)
        if self._memory is not None:
            self._memory.write(left)
        return memoryview(content).nbytes

    def truncate(self, size: int | None = None) -> int:
        """Set the length, if the disk has room."""
        try:
            if self._memory is None:
                return super().truncate(size)
        except OSError as error:
            self._go_on_in_memory(error)
        return size or 0

    def readinto(self, content: Any) -> int:
        """Read what was written."""
        return super().readinto(content) if self._memory is None else self._memory.readinto(content)

    def seek(self, place: int, whence: int = 0) -> int:
        """Go to a place."""
        return super().seek(place, whence) if self._memory is None else self._memory.seek(place, whence)

    def tell(self) -> int:
        """The place."""
        return super().tell() if self._memory is None else self._memory.tell()

    def _go_on_in_memory(self, error: OSError) -> None:
        place = super().tell()
        super().seek(0)
        self.error, self._memory = error, io.BytesIO(super().readall())
        self._memory.seek(place)


@contextmanager
def patient(path: Path, mode: str = "w+") -> Iterator[io.FileIO]:
    """A file for writing and reading.

    HDF5 may open it only once: an error is raised before it could do so again.

    Parameters
    ----------
    path : path of the file
    mode : "w+" for a new file, "r+" for an existing one

    Raises
    ------
    OSError
        at the end of the block, if the disk has refused anything; it is the cause of errors of HDF5
    """
    with _Patient(path, mode) as file:
        try:
            yield file
        finally:
            if file.error is not None:
                raise file.error
