"""A store on a disk, as shipped, whose every storage call can crash, fail or lose its answer.

The seam is handed in where `Store` takes its repository and its files; nothing shipped is patched.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import icechunk

from storage import creation
from storage.errors import StoreLocked
from storage.location import locate
from storage.objects import Objects
from storage.repository import Store
from storage.soundness.branch import BRANCH_FILE
from tests.simulation.seam import Place, Result, Seam

home = tempfile.TemporaryDirectory(
    prefix="jeopardice-simulated-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None
)


@contextmanager
def on_disk() -> Iterator[Place]:
    """A directory with an empty store."""
    place = tempfile.mkdtemp(dir=home.name)
    try:
        url = new_store(f"{place}/store")
        plain = Store.open(url)
        yield Place(url, lambda: plain.newest, lambda number, seam: SimulatedStore(url, seam))
    finally:
        shutil.rmtree(place)


def new_store(url: str) -> str:
    """Make an empty store at a path, and return the path."""
    shutil.copytree(_empty(), url)
    return url


@cache
def _empty() -> Path:
    place = Path(home.name) / "empty"
    Store.open(str(place), create=True)
    return place


class SimulatedStore(Store):
    """A store on a disk, behind a seam."""

    def __init__(self, url: str, seam: Seam) -> None:
        location = locate(url)
        super().__init__(location, creation.opened(location), lock_seconds=0)
        self.seam, self.files = seam, _Files(self.files, seam)
        self.repository = _Repository(self.repository, self.files, seam)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with ExitStack() as stack:
            while True:
                self.seam.call("lock", lambda: None, OSError)
                try:
                    stack.enter_context(super().lock())
                    break
                except StoreLocked:
                    # A process that waits for the lock lets the others go on.
                    continue
            yield

    def lock(self) -> Any:
        """The real lock, which others may hold for many steps."""
        return self._locked()


class _Files:
    def __init__(self, files: Objects, seam: Seam) -> None:
        self.below, self._seam = files, seam

    def read(self, name: str) -> bytes | None:
        return self._seam.call(f"read {name}", lambda: self.below.read(name), OSError)

    def write(self, name: str, content: bytes) -> None:
        self._seam.call(f"write {name}", lambda: self.below.write(name, content), OSError)

    def names(self, directory: str) -> list[str]:
        return self._seam.call(f"names {directory}", lambda: self.below.names(directory), OSError)

    def delete(self, name: str) -> None:
        self._seam.call(f"delete {name}", lambda: self.below.delete(name), OSError)


class _Repository(icechunk.Repository):
    def __init__(self, real: icechunk.Repository, files: _Files, seam: Seam) -> None:
        super().__init__(real._repository)
        self._files, self._seam = files, seam

    def _call(self, name: str, do: Callable[[], Result]) -> Result:
        return self._seam.call(name, do, icechunk.IcechunkError)

    def lookup_branch(self, branch: str) -> str:
        look = super().lookup_branch
        return self._call("lookup_branch", lambda: look(branch))

    def readonly_session(self, *args: Any, **named: Any) -> icechunk.Session:
        begin = super().readonly_session
        return self._call("readonly_session", lambda: begin(*args, **named))

    def writable_session(self, branch: str) -> icechunk.Session:
        begin = super().writable_session
        session = self._call("writable_session", lambda: begin(branch))
        return _Session(session, self._files, self._seam)

    def diff(self, **named: Any) -> icechunk.Diff:
        compare = super().diff
        return self._call("diff", lambda: compare(**named))

    def ancestry(self, **named: Any) -> Any:
        follow = super().ancestry
        return self._call("ancestry", lambda: follow(**named))


class _Session(icechunk.Session):
    def __init__(self, real: icechunk.Session, files: _Files, seam: Seam) -> None:
        super().__init__(real._session)
        self._files, self._seam = files, seam

    def rebase(self, solver: icechunk.ConflictSolver) -> None:
        onto = super().rebase
        self._seam.call("rebase", lambda: onto(solver), icechunk.IcechunkError)

    def commit(self, message: str, metadata: dict[str, Any] | None = None, **named: Any) -> str:
        """A disk has no compare-and-swap: others may write between the comparison and the swap."""
        compared = self._files.read(BRANCH_FILE)
        real = super().commit

        def swap() -> str:
            if compared is not None and compared != self._files.below.read(BRANCH_FILE):
                self._files.below.write(BRANCH_FILE, compared)
            return real(message, metadata, **named)

        return self._seam.call("commit", swap, icechunk.IcechunkError)
