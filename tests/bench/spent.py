"""What whole runs spend their processor time on, beside how long they take."""

import statistics
from collections.abc import Iterator, Sequence

from tests.bench.samples import OURS, Line

SOLVING, WALL = "CPU of solving, s", "wall, s"
HEAD = ("run", "solving", "workers besides", "launcher", "server", "all over the cores", "wall")
SAYS = """\
Medians, in seconds of processor time. *Solving* is what the store has recorded of the cases, certificates
included; *workers besides* is their imports, and writing. Workers, launcher and server share the cores, so no
run can be shorter than *all over the cores*. The wall has more at the start: until workers have imported what
they need, a core has little to do.
"""


def is_shown(line: Line) -> bool:
    """Whether the section has this measure of a run, so that the table of runs need not repeat it.

    Parameters
    ----------
    line : of a run
    """
    return line.measure.startswith("CPU of ")


def section(lines: Sequence[Line], cores: int) -> Iterator[tuple[str, ...]]:
    """A row for each run.

    Parameters
    ----------
    lines : of the runs
    cores : of the machine

    Examples
    --------
    >>> spent = {SOLVING: 7.0, "CPU of workers, s": 10.0, "CPU of launcher, s": 3.0, "CPU of server, s": 4.0}
    >>> lines = [Line("run", OURS, name, (seconds,)) for name, seconds in {**spent, WALL: 9.0}.items()]
    >>> list(section(lines, 2))
    [('run', '7.0', '3.0', '3.0', '4.0', '8.5', '9.0')]
    """
    for run in dict.fromkeys((line.what, line.who) for line in lines if line.measure == SOLVING):
        found = {
            line.measure: statistics.median(line.samples) for line in lines if (line.what, line.who) == run
        }
        workers, launcher, server = (found[f"CPU of {kind}, s"] for kind in ("workers", "launcher", "server"))
        spent = (workers + launcher + server) / cores
        figures = (found[SOLVING], workers - found[SOLVING], launcher, server, spent, found[WALL])
        what, who = run
        yield what if who == OURS else f"{what}: {who}", *(f"{figure:.1f}" for figure in figures)
