"""What was measured, and the file that keeps it: every sample, by part, with the machine."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

OURS = "Jeopardice"


@dataclass(frozen=True)
class Line:
    """Samples of one measure of one way to do one thing.

    Attributes
    ----------
    what : what is done
    who : the way
    measure : what is measured, with its unit
    samples : one of each round
    differs : how far the answer is from ours; None where there is none to compare
    size : of the problem, where a part asks how a measure grows; else None
    theory : the power of the size with which theory has it grow; None with `size`
    """

    what: str
    who: str
    measure: str
    samples: tuple[float, ...]
    differs: float | None = None
    size: float | None = None
    theory: float | None = None


@dataclass(frozen=True)
class Part:
    """What a part of the bench has measured.

    Attributes
    ----------
    load : processes that wanted to run when it began, a mean over a minute
    seconds : what it took in all
    lines : what was measured
    left_out : what was not, and why
    """

    load: float
    seconds: float
    lines: tuple[Line, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """All that was measured on one machine with the same versions.

    Attributes
    ----------
    machine : its kind and the versions, by what they are of
    parts : by name
    """

    machine: dict[str, str]
    parts: dict[str, Part]


def save(run: Run, path: Path) -> None:
    """Write all samples as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(run), indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> Run:
    """Read what `save` has written."""
    read = json.loads(path.read_text(encoding="utf-8"))
    return Run(read["machine"], {name: _part(part) for name, part in read["parts"].items()})


def joined(run: Run, path: Path) -> Run:
    """A run with those parts of an earlier one that it has not measured anew.

    What another machine, or other versions, have measured is no neighbour for a table, and is left behind.

    Parameters
    ----------
    run : the new one
    path : where the earlier one was saved, if there is one
    """
    if not path.exists():
        return run
    earlier = load(path)
    return Run(run.machine, {**earlier.parts, **run.parts}) if earlier.machine == run.machine else run


def _part(read: dict[str, Any]) -> Part:
    lines = tuple(Line(**{**line, "samples": tuple(line["samples"])}) for line in read["lines"])
    return Part(read["load"], read["seconds"], lines, tuple(read["left_out"]))
