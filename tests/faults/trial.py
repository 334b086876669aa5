"""One trial of a fault: a launcher, a seeded moment, the fault, what came of it, and the next run."""

import random
import re
import tempfile
import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path

import pytest

from tests.faults.faults import End, Fault, NotThere
from tests.faults.world import HOME, World
from tests.launchers import Answers, check_identical, ended, wait_for_all_to_end
from tests.processes import Process

MOMENTS = 12
# Longest time until what is mended is mended, and between two looks at the store, in seconds.
MEND_SECONDS, LOOK_SECONDS = 8.0, 1.0
# About what a run takes that nobody disturbs.
LENGTH = 12.0
# How the last line begins.
TOLD = re.compile(r"(error|stopped|ended): ")


@dataclass(frozen=True)
class Outcome:
    """What came of a trial.

    Parameters
    ----------
    fault, seed : which trial
    end : how the run ended
    said : its last line
    done, cases : how many cases were committed by then, of how many
    left : what was left behind after the next run
    """

    fault: str
    seed: int
    end: str
    said: str
    done: int
    cases: int
    left: tuple[str, ...]

    def row(self) -> dict[str, object]:
        """For a file."""
        return asdict(self)


class Missed(Enum):
    """Why a moment does not count."""

    EARLY = "what the fault happens to was not there yet"
    LATE = "the run had ended"


@dataclass(frozen=True)
class Window:
    """When a fault may happen.

    Parameters
    ----------
    earliest, latest : seconds from the run's start, or from that of its work
    """

    earliest: float = 0.0
    latest: float = LENGTH

    def without(self, moment: float, missed: Missed) -> "Window":
        """Without the moments of which a missed one tells that they are missed, too."""
        if missed is Missed.EARLY:
            # A run on a busy machine may begin later still.
            return Window(moment, max(self.latest, moment + 1.0))
        return replace(self, latest=moment)


def tried(fault: Fault, seed: int, config: Path, right: Answers, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    """Try until the fault comes before the end of a run.

    Raises
    ------
    AssertionError
        if anything is not as it must be
    """
    chance, within = random.Random(f"{fault.name} {seed}"), Window()
    for _ in range(MOMENTS):
        with tempfile.TemporaryDirectory(prefix="f-", ignore_cleanup_errors=True) as place:
            # Services of other users are in it.
            Path(place).chmod(0o711)
            with World(Path(place), fault.kind, config, chance) as world:
                # This process opens the store, too.
                for name, value in world.settings.items():
                    if name.startswith("AWS_"):
                        monkeypatch.setenv(name, value)
                moment = chance.uniform(within.earliest, within.latest)
                outcome = _attempt(fault, seed, world, right, moment)
                if isinstance(outcome, Outcome):
                    return outcome
                within = within.without(moment, outcome)
    raise AssertionError(f"{fault.name}: none of {MOMENTS} moments was within a run, the last time {within}")


def _attempt(fault: Fault, seed: int, world: World, right: Answers, moment: float) -> Outcome | Missed:
    with ExitStack() as stack:
        process = world.launch(stack)
        if fault.begun:
            _wait_for_store(world, process)
        if not _reached(moment, world, process, right):
            return Missed.LATE
        try:
            mend = fault.strike(world, process)
        except NotThere:
            return Missed.EARLY if process.popen.poll() is None else Missed.LATE
        if process.popen.poll() == 0:
            return Missed.LATE
        if mend and fault.mended:
            time.sleep(world.chance.uniform(0, MEND_SECONDS))
            mend()
        code = ended(process)
        said = process.log.read_text(errors="replace")
        if mend and not fault.mended:
            mend()
    end = _end(code, said)
    if end is End.KILLED and end not in fault.ends:
        # Python had just begun, or was about to end.
        if not said:
            return Missed.EARLY
        if world.look(right) == _cases(right):
            return Missed.LATE
    if end is End.WENT_ON:
        # To the end, and with all that it was to do.
        check_identical(world.answers(), right)
        if end not in fault.ends:
            # It was through a moment before.
            return Missed.LATE
    assert end in fault.ends, f"exit code {code}\n{said}"
    done = world.look(right)
    return _finished(world, right, Outcome(fault.name, seed, end.value, _last(said), done, _cases(right), ()))


def _wait_for_store(world: World, process: Process) -> None:
    while process.popen.poll() is None and not world.has_store():
        time.sleep(0.05)


def _reached(moment: float, world: World, process: Process, right: Answers) -> bool:
    """Wait until a moment of a run, and look at the store meanwhile; false if the run ended."""
    until = time.monotonic() + moment
    while (left := until - time.monotonic()) > 0 and process.popen.poll() is None:
        if left > LOOK_SECONDS:
            world.look(right)
        time.sleep(max(0.0, min(LOOK_SECONDS, until - time.monotonic())))
    return process.popen.poll() is None


def _end(code: int, said: str) -> End:
    if code < 0:
        return End.KILLED
    assert "Traceback" not in said, said
    if code == 0:
        return End.WENT_ON
    assert TOLD.match(_last(said)), said
    return End.TOLD


def _cases(right: Answers) -> int:
    return sum(dataset["status"].size for dataset in right.values())


def _last(said: str) -> str:
    return next((line for line in reversed(said.splitlines()) if line.strip()), "")


def _finished(world: World, right: Answers, outcome: Outcome) -> Outcome:
    """Run once more, undisturbed, and see that all is there and nobody left."""
    wait_for_all_to_end(world.place / HOME)
    with ExitStack() as stack:
        process = world.launch(stack)
        code = ended(process)
        assert code == 0, f"exit code {code}\n{process.tail()}"
    check_identical(world.answers(), right)
    wait_for_all_to_end(world.place / HOME)
    return replace(outcome, left=tuple(world.left()))
