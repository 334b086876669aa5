"""The seam: a store as shipped, whose every storage call can crash, fail or lose its answer.

It is handed in where `Store` takes its repository and its files; nothing shipped is patched.
"""

import random
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from enum import Enum
from typing import Any, TypeVar

import icechunk

from storage import creation
from storage.errors import StoreLocked
from storage.location import locate
from storage.objects import Objects
from storage.repository import Store
from storage.soundness.branch import BRANCH_FILE

Result = TypeVar("Result")


class Fault(Enum):
    """What happens to a storage call."""

    CRASH = "the process dies before it"
    CRASH_AFTER = "the process dies after it"
    FAIL = "it fails"
    TIMEOUT = "it times out"
    LOST = "it is done, and its answer is lost"


class Crash(BaseException):
    """The launcher's process is dead; nothing catches it."""


# Chances that another launcher goes on: with a small one it may do a whole commit before it is interrupted.
CHANCES = (0.5, 0.2, 0.05)


class Baton:
    """Only one launcher runs at a time; the seed decides at each storage call who goes on."""

    def __init__(self, draw: random.Random, launchers: int, look: Callable[[], None]) -> None:
        self._draw, self._look = draw, look
        self._chance = draw.choice(CHANCES)
        self._turns = [threading.Semaphore(0) for _ in range(launchers)]
        self._alive = list(range(launchers))

    def start(self) -> None:
        """Let one launcher begin."""
        self._turns[self._draw.choice(self._alive)].release()

    def wait(self, launcher: int) -> None:
        """Wait for the first turn."""
        self._turns[launcher].acquire()

    def step(self, launcher: int) -> None:
        """Let a reader look, and maybe another launcher go on."""
        self._look()
        others = [other for other in self._alive if other != launcher]
        if others and self._draw.random() < self._chance:
            self._turns[self._draw.choice(others)].release()
            self._turns[launcher].acquire()

    def end(self, launcher: int) -> None:
        """This launcher has ended."""
        self._alive.remove(launcher)
        if self._alive:
            self._turns[self._draw.choice(self._alive)].release()


class Seam:
    """What all storage calls of one launcher pass through.

    Parameters
    ----------
    baton, launcher : whose turn it is
    faults : by the number of the call
    """

    def __init__(self, baton: Baton, launcher: int, faults: Mapping[int, Fault]) -> None:
        self._baton, self._launcher, self._faults = baton, launcher, faults
        self.calls: list[str] = []
        self._dead = False

    def step(self) -> None:
        """Others may go on."""
        self._baton.step(self._launcher)

    def call(self, name: str, do: Callable[[], Result], error: type[Exception]) -> Result:
        """Do a storage call, or what the seed has planned for it."""
        if self._dead:
            raise Crash
        self.step()
        fault = self._faults.get(len(self.calls))
        self.calls.append(name)
        if fault is Fault.CRASH:
            self._die()
        if fault in (Fault.FAIL, Fault.TIMEOUT):
            raise error(f"planned: {fault.value}")
        result = do()
        if fault is Fault.CRASH_AFTER:
            self._die()
        if fault is Fault.LOST:
            raise error(f"planned: {fault.value}")
        return result

    def _die(self) -> None:
        self._dead = True
        raise Crash


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
