"""The seam that every storage call of a launcher passes: it can crash, fail or lose its answer.

What lies behind it is a store on a disk (`disk.py`) or in a bucket (`bucket.py`).
"""

import random
import threading
from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple, TypeVar

from storage.repository import Store

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
    """What all storage calls of one launcher pass through, one after another.

    Parameters
    ----------
    baton, launcher : whose turn it is
    faults : by the number of the call
    """

    def __init__(self, baton: Baton, launcher: int, faults: Mapping[int, Fault]) -> None:
        self._baton, self._launcher, self._faults = baton, launcher, faults
        self._busy = threading.Lock()
        self.calls: list[str] = []
        self._dead = False

    def step(self) -> None:
        """Others may go on."""
        self._baton.step(self._launcher)

    def call(self, name: str, do: Callable[[], Result], error: type[Exception]) -> Result:
        """Do a storage call, or what the seed has planned for it."""
        with self._busy:
            return self._call(name, do, error)

    def _call(self, name: str, do: Callable[[], Result], error: type[Exception]) -> Result:
        if self._dead:
            raise Crash
        self.step()
        fault = self._faults.get(len(self.calls))
        self.calls.append(name)
        if fault is Fault.CRASH:
            self.die()
        if fault in (Fault.FAIL, Fault.TIMEOUT):
            raise error(fault.value)
        result = do()
        if fault is Fault.CRASH_AFTER:
            self.die()
        if fault is Fault.LOST:
            raise error(fault.value)
        return result

    def die(self) -> None:
        """The process is dead."""
        self._dead = True
        raise Crash


class Place(NamedTuple):
    """Where launchers share a store.

    Attributes
    ----------
    url : of the store, for readers and undisturbed launchers
    state : what changes with each new state, without a storage call; "" before the first
    store : opens it for a launcher, by its number and through its seam
    """

    url: str
    state: Callable[[], str]
    store: Callable[[int, Seam], Store]
