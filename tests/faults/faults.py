"""The faults that are tried: what happens to whom, whether it is mended, and how the run may end."""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import psutil

from tests.faults.world import HOME, PLAIN, Kind, World
from tests.launchers import marked, workers_of
from tests.processes import Process

# In the command line of a run's own Prefect server.
OWN_SERVER = "flows.prefect_api.process"
Mend = Callable[[], object]


class End(Enum):
    """How a run ended."""

    WENT_ON = "went on"
    TOLD = "ended with a message"
    KILLED = "was killed"


class NotThere(Exception):
    """There is nobody yet, or any more, to whom it could happen."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault.

    Parameters
    ----------
    name : for the table
    strike : lets it happen to the world of a launcher; gives what mends it, if anything does
    ends : how the run may end
    kind : of the parts of the world
    begun : whether it happens only when the store is there
    mended : whether it is mended while the run goes on, otherwise after its end
    """

    name: str
    strike: Callable[[World, Process], Mend | None]
    ends: frozenset[End]
    kind: Kind = PLAIN
    begun: bool = False
    mended: bool = True


GOES_ON, TELLS, EITHER = (
    frozenset({End.WENT_ON}),
    frozenset({End.TOLD}),
    frozenset({End.WENT_ON, End.TOLD}),
)
KILLED = frozenset({End.KILLED})


def to_launcher(number: signal.Signals) -> Callable[[World, Process], None]:
    """Send a signal to the launcher."""

    def strike(world: World, process: Process) -> None:
        process.popen.send_signal(number)

    return strike


def to_group(number: signal.Signals) -> Callable[[World, Process], None]:
    """Send a signal to all processes of the terminal, as Ctrl-C does."""

    def strike(world: World, process: Process) -> None:
        os.killpg(process.popen.pid, number)

    return strike


def killed(found: Callable[[World, Process], list[psutil.Process]]) -> Callable[[World, Process], None]:
    """Kill one of those that are found."""

    def strike(world: World, process: Process) -> None:
        _any(world, found(world, process)).kill()

    return strike


def stopped(found: Callable[[World, Process], list[psutil.Process]]) -> Callable[[World, Process], Mend]:
    """Stop one of those that are found, until it is mended."""

    def strike(world: World, process: Process) -> Mend:
        one = _any(world, found(world, process))
        one.suspend()
        return lambda: one.resume() if one.is_running() else None

    return strike


def restarted(*names: str) -> Callable[[World, Process], Mend]:
    """Kill a service; it is started again with those that end with it."""

    def strike(world: World, process: Process) -> Mend:
        world.services[names[0]].process.kill()
        return lambda: world.start(*names)

    return strike


def full(world: World, process: Process) -> Mend:
    """Fill the small disk."""
    world.disk.fill()
    return world.disk.clear


def protected(world: World, process: Process) -> Mend:
    """Make the small disk read-only."""
    if not world.disk.protect():
        raise NotThere
    return world.disk.permit


def cut(world: World, process: Process) -> Mend:
    """Cut the line to the other host."""
    world.host.cut()
    return world.host.mend


def lossy(world: World, process: Process) -> Mend:
    """Lose packets on the line to the other host."""
    world.host.lose()
    return world.host.mend


def set_ahead(hours: int) -> Callable[[World, Process], Mend]:
    """Set the clock of all processes."""

    def strike(world: World, process: Process) -> Mend:
        world.clock.set(hours)
        return lambda: world.clock.set(0)

    return strike


def launcher_itself(world: World, process: Process) -> list[psutil.Process]:
    """The launcher."""
    return [psutil.Process(process.popen.pid)]


def own_workers(world: World, process: Process) -> list[psutil.Process]:
    """Those that the launcher has started."""
    return workers_of(world.place / HOME)


def own_server(world: World, process: Process) -> list[psutil.Process]:
    """The Prefect server that the launcher has started."""
    return [one for one in marked(world.place / HOME) if OWN_SERVER in _command(one)]


def service(name: str) -> Callable[[World, Process], list[psutil.Process]]:
    """A service, the process that was started: of a worker, its nanny."""
    return lambda world, process: [psutil.Process(world.services[name].process.popen.pid)]


def within_nannies(world: World, process: Process) -> list[psutil.Process]:
    """The workers of a cluster: of what a nanny has started, the processes that are no helpers."""
    nannies = [psutil.Process(world.services[name].process.popen.pid) for name in ("worker-0", "worker-1")]
    return [child for nanny in nannies for child in nanny.children() if "spawn_main" in _command(child)]


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def _any(world: World, found: list[psutil.Process]) -> psutil.Process:
    if not found:
        raise NotThere
    return world.chance.choice(found)
