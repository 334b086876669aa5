"""docs/performance.md, made from samples."""

import statistics
from collections.abc import Iterable, Iterator
from itertools import groupby

import numpy as np

from tests.bench import estimates, large, size, spent
from tests.bench.contest import FEW, ROUNDS
from tests.bench.samples import OURS, Line, Part, Run

HEAD = f"""\
# Performance

After this page you know what a case costs, and how to make a run fast. `make bench` measures all of it and
writes the page; no figure is typed by hand. `make bench PARTS="kernels startup"` measures these parts again
and keeps the others. Each part names the processor it was measured on.

**What a case costs.** `jeopardice run CONFIG --dry-run` prints the cases of a sweep, their bytes and the
estimated seconds. *Estimated and measured times of cases* shows how good such estimates are.

**How to make a run fast.**

- Ask for many short cases in one sweep. A run has a fixed cost, which *Whole runs* shows: it starts workers
  and a Prefect server.
- Keep few outputs. Tables over all states take time and space.
- Declare axes as `symmetric` where players may be exchanged: mirror cases are not solved.
- Add workers if cases take long. If they take milliseconds, *Growth with size* shows no gain.
- The first run compiles; later ones do not. *The first answer* has both times.

**How it is measured.** After one call that does not count there are {ROUNDS} rounds, {FEW} for tasks of a
minute or more. In each round every program that does the same task runs once. The tables give the median and
the quartiles of the rounds. *Times ours* is the median of the ratios within rounds, so a slow spell of the
machine affects both sides. Solvers are measured in processor time; one sample is the mean of as many calls
as take 20 ms. Commands are measured as whole processes, in elapsed time and in processor time. Whole runs use
all cores, everything else uses one. Each program's answer is compared with ours first; *differs* gives the
difference. *Certified* includes the time of the certificate, as users get it. The *C floor*
(`tests/bench/floor.c`) solves only the equations of Pig with its usual die: it has no certificate, keeps no
choices and checks nothing. Solvers of Markov decision processes get the finished model; building it does not
count.
"""
TITLES = {
    "kernels": "Solvers",
    "startup": "Commands, from Enter to the prompt",
    "cold": "The first answer, including compilation",
    "pipeline": "Whole runs into an empty store",
    "large": "A case larger than one process",
    "memory": "Largest memory of a process",
    "growth": "Growth with size",
    "size": "Sweeps of a million cases",
    "estimates": "Estimated and measured times of cases",
}
# Made of the samples of whole runs and of large cases.
SPENT, MORE = "Where runs spend their time", "More workers"
ORDER = (*TITLES.values(), SPENT, MORE)
TABLE = ("what", "who", "measure", "median", "quartiles", "times ours", "differs")
MODEL = ("what", "table, GB", "stages; pieces", "workers", "hours", "efficiency", "bound by")
GROWTH = ("what", "measure", "sizes", "medians", "exponent", "in theory")
LONGEST = "Of each family of questions, the case that takes longest:"
# A column before this is text, the others are figures.
FIRST_FIGURE = {TABLE: 3, GROWTH: 2, size.HEAD: 2, MODEL: 1, spent.HEAD: 1, estimates.HEAD: 1}


def page(run: Run, earlier: str = "") -> str:
    """The page.

    Parameters
    ----------
    run : what was measured now
    earlier : the page as it was, whose sections stay where nothing was measured anew

    Examples
    --------
    >>> line = Line("ls", OURS, "wall, s", (1.0, 3.0, 2.0))
    >>> print(page(Run({"cores": "2"}, {"startup": Part(0.5, 3.0, (line,))})).splitlines()[-1])
    | ls | Jeopardice | wall, s | 2.00 | 1.50 to 2.50 | 1 |  |
    """
    sections = {**_sections(earlier), **_measured_now(run)}
    parts = [f"## {title}\n\n{sections[title]}\n" for title in ORDER if title in sections]
    return "\n".join([HEAD, _machine(run.machine), *parts])


def figure(number: float) -> str:
    """Three digits, and no exponent for what people read in full.

    Examples
    --------
    >>> figure(0.012345), figure(1.0), figure(123.4), figure(12345.6), figure(3e-16)
    ('0.0123', '1.00', '123', '12346', '3e-16')
    """
    if abs(number) < 1e-4:
        return f"{number:.0e}" if number else "0"
    return f"{number:.0f}" if abs(number) >= 100.0 else f"{number:#.3g}"


def exponent(sizes: Iterable[float], medians: Iterable[float]) -> float:
    """The power of the size that fits best: least squares of logarithms.

    Examples
    --------
    >>> round(exponent([1, 2, 4], [3, 24, 192]), 12)
    3.0
    """
    return float(np.polyfit(np.log(list(sizes)), np.log(list(medians)), 1)[0])


def _machine(machine: dict[str, str]) -> str:
    return "\n".join(["## Machine", "", *(f"- {what}: {said}" for what, said in machine.items()), ""])


def _sections(earlier: str) -> dict[str, str]:
    """What is under each heading of a page."""
    under = (section.partition("\n") for section in earlier.split("\n## ")[1:])
    return {title: text.strip("\n") for title, _, text in under}


def _measured_now(run: Run) -> dict[str, str]:
    """The sections for which there are samples, by heading."""
    made = {TITLES[name]: _part(name, part, run.machine) for name, part in run.parts.items()}
    if "pipeline" in run.parts:
        spending = spent.section(run.parts["pipeline"].lines, int(run.machine["cores"]))
        made[SPENT] = "\n".join([spent.SAYS, *_table(spent.HEAD, spending)])
    if "large" in run.parts:
        rows = large.section(run.parts["large"].lines)
        made[MORE] = "\n".join([large.SAYS, *_table(MODEL, rows)])
    return made


def _part(name: str, part: Part, machine: dict[str, str]) -> str:
    """A section: what it took and where, its tables, and who is missing."""
    where = f" ({machine['processor']})" if "processor" in machine else ""
    took = f"Took {part.seconds:.0f} s{where}. Load of the machine when it began: {part.load:.1f}."
    left_out = [f"\nLeft out: {said}" for said in part.left_out]
    # What runs spend their processor time on has a section of its own.
    lines = tuple(line for line in part.lines if name != "pipeline" or not spent.is_shown(line))
    made = {"estimates": _estimated, "size": _sized}.get(name, _measured)
    return "\n".join([took, *left_out, *made(lines)])


def _measured(lines: tuple[Line, ...]) -> list[str]:
    """What has one size, and what grows."""
    grows = [line for line in lines if line.size is not None]
    fixed = [line for line in lines if line.size is None]
    tables = ["", *_table(TABLE, _rows(fixed))] if fixed else []
    return [*tables, *(["", *_table(GROWTH, _growth(grows))] if grows else [])]


def _estimated(lines: tuple[Line, ...]) -> list[str]:
    """How good estimates are in all, and of the case of each family that takes longest."""
    rows = ((case, *map(figure, figures)) for case, *figures in estimates.longest(lines))
    return ["", estimates.summary(lines), "", LONGEST, "", *_table(estimates.HEAD, rows)]


def _sized(lines: tuple[Line, ...]) -> list[str]:
    """What a sweep takes, by its size."""
    rows = (
        (*said, ", ".join(figure(1e6 * median / cases) for cases, median in zip(sizes, medians, strict=True)))
        for said, sizes, medians in _by_size(lines)
    )
    return ["", size.SAYS, *_table(size.HEAD, rows)]


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    text = FIRST_FIGURE[head]
    rule = ["---"] * text + ["---:"] * (len(head) - text)
    return [f"| {' | '.join(row)} |" for row in [head, rule, *rows]]


def _rows(lines: list[Line]) -> list[tuple[str, ...]]:
    ours = {(line.what, line.measure): line for line in lines if line.who == OURS}
    return [
        (
            line.what,
            line.who,
            line.measure,
            figure(statistics.median(line.samples)),
            _quartiles(line),
            _times(line, ours[line.what, line.measure]),
            "" if line.differs is None else figure(line.differs),
        )
        for line in lines
    ]


def _quartiles(line: Line) -> str:
    low, _, high = statistics.quantiles(line.samples, n=4, method="inclusive")
    return f"{figure(low)} to {figure(high)}"


def _times(line: Line, ours: Line) -> str:
    if line.who == OURS:
        return "1"
    return figure(statistics.median(a / b for a, b in zip(line.samples, ours.samples, strict=True)))


def _growth(lines: list[Line]) -> list[tuple[str, ...]]:
    theory = {(line.what, line.measure): line.theory or 0.0 for line in lines}
    return [
        (*said, f"{exponent(sizes, medians):.2f}", f"{theory[said[0], said[1]]:.0f}")
        for said, sizes, medians in _by_size(lines)
    ]


def _by_size(lines: Iterable[Line]) -> Iterator[tuple[tuple[str, ...], list[float], list[float]]]:
    """Of each measure the first columns of its row, the sizes and the medians."""
    in_order = sorted(lines, key=lambda line: (line.what, line.measure))
    for (what, measure), group in groupby(in_order, lambda line: (line.what, line.measure)):
        held = list(group)
        medians = [statistics.median(line.samples) for line in held]
        sizes = [line.size or 0.0 for line in held]
        said = what, measure, ", ".join(f"{one:.0f}" for one in sizes), ", ".join(map(figure, medians))
        yield said, sizes, medians
