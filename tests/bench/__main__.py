"""Measure parts of the bench and write its page: `python -m tests.bench PART`."""

import argparse
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.bench import cold, estimates, growth, kernels, large, machine, memory, pipeline, size, startup
from tests.bench.contest import held
from tests.bench.processes import HOUSE
from tests.bench.report import TITLES, page
from tests.bench.samples import Line, Part, Run, joined, save

PARTS = {
    "kernels": kernels.contests,
    "startup": startup.contests,
    "cold": cold.contests,
    "pipeline": pipeline.contests,
    "large": large.contests,
    "memory": memory.contests,
    "growth": growth.contests,
    "size": size.contests,
    "estimates": estimates.contests,
}
SAMPLES = HOUSE / ".cache" / "bench.json"
PAGE = HOUSE / "docs" / "performance.md"


def main() -> None:
    """Measure, save all samples and write the page."""
    words = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    words.add_argument("parts", nargs="*", choices=["all", *PARTS], default="all", metavar="PART")
    wanted = words.parse_args().parts
    names = [name for name in PARTS if name in wanted or "all" in wanted]
    console, start = Console(), time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    run = joined(Run(machine.described(), {}), SAMPLES)
    with Progress(*columns, console=console) as progress:
        for name in names:
            run = Run(run.machine, {**run.parts, name: measured(name, progress)})
            # After each part: what is measured is kept, whatever becomes of the rest.
            save(run, SAMPLES)
    PAGE.write_text(page(run, PAGE.read_text("utf-8")), encoding="utf-8")
    console.print(f"{', '.join(TITLES[name] for name in names)}: {time.perf_counter() - start:.0f} s in all.")
    console.print(f"All samples: {SAMPLES}\nThe page: {PAGE}", soft_wrap=True)


def measured(name: str, progress: Progress) -> Part:
    """Measure a part.

    Parameters
    ----------
    name : of the part
    progress : shows how far it is
    """
    start, load = time.perf_counter(), machine.load()
    lines: list[Line] = []
    left_out: list[str] = []
    task = progress.add_task(f"{name}: models and stores are made", total=None)
    with tempfile.TemporaryDirectory(prefix="jeopardice-bench-") as scratch:
        contests = PARTS[name](Path(scratch), left_out)
        progress.update(task, total=sum(contest.rounds * len(contest.who) for contest in contests))
        for contest in contests:
            lines += held(
                contest, lambda what: progress.update(task, advance=1, description=f"{name}: {what}")
            )
        progress.update(task, description=name)
    return Part(load, time.perf_counter() - start, tuple(lines), tuple(left_out))


if __name__ == "__main__":
    main()
