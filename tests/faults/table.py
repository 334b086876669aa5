"""docs/reliability.md from the outcomes of trials: `python -m tests.faults.table OUTCOMES PAGE`.

A page that is there keeps its lines of faults that were not tried again.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.faults.faults import End
from tests.faults.kinds import FAULTS

Row = Mapping[str, Any]
# Directories differ from trial to trial, but for their last part; so do ports of services, and hosts.
ADDRESS = re.compile(r"(s3://|/)\S*?/(store|published|home|tmp)\b\S*?(?=[:,.]?(\s|$))")
PORT, HOST = re.compile(r":\d{4,5}\b"), re.compile(r"(?<=//)[\d.]{7,}")
TEXT = """# Reliability

`make faults` starts sweeps, lets something happen to them, and looks at what becomes of them. It wrote this
page: {trials} trials, each of one fault at a moment of its own. Of every trial it is asked that

- whenever one looks at the store, each case that is done has the right answer, bit by bit;
- the run goes on, or ends with one line that says what happened, never with a traceback;
- the same command, given once more, finishes;
- all answers then equal those of a run that nobody disturbed, bit by bit;
- no process, no temporary file and no half-written file is left.

{met} A trial has two sweeps of {cases} cases together, on two workers. What happens "for some seconds",
or ends with a new start, takes up to eight seconds. What happens "for good", or to a disk, lasts until the
run has ended.

{table}

[operations.md](operations.md#faults-and-reruns) says what is lost of the work in flight.
"""
HEAD = "fault | trials | the run went on | it ended with a line | it was killed | what the line said"


def page(outcomes: Iterable[Row], before: str = "") -> str:
    """The whole page.

    Parameters
    ----------
    outcomes : of the trials
    before : the page as it was
    """
    outcomes = list(outcomes)
    lines = {fault.name: _line(fault.name, outcomes) or _kept(fault.name, before) for fault in FAULTS}
    # Where one fails, `make faults` ends before this page is written.
    untried = [name for name, line in lines.items() if not line]
    met = "All of them did."
    if untried:
        met += f" Not tried, for want of rights or programs: {'; '.join(untried)}."
    rows = [HEAD.split(" | "), ["---"] * len(HEAD.split(" | ")), *filter(None, lines.values())]
    return TEXT.format(
        trials=sum(int(line[1]) for line in lines.values() if line),
        met=met,
        cases=max(outcome["cases"] for outcome in outcomes),
        table="\n".join(f"| {' | '.join(row)} |" for row in rows),
    )


def _line(name: str, outcomes: Sequence[Row]) -> list[str]:
    found = [outcome for outcome in outcomes if outcome["fault"] == name]
    if not found:
        return []
    ends = Counter(outcome["end"] for outcome in found)
    told = Counter(_said(outcome["said"]) for outcome in found if outcome["end"] == End.TOLD.value)
    counts = (ends[end.value] for end in (End.WENT_ON, End.TOLD, End.KILLED))
    return [name, *map(str, [len(found), *counts]), "; ".join(text for text, _ in told.most_common())]


def _kept(name: str, page: str) -> list[str]:
    cells = next((line for line in page.splitlines() if line.startswith(f"| {name} |")), "")
    # A bar within a cell has a backslash before it.
    return re.split(r" (?<!\\)\| ", cells.removeprefix("| ").removesuffix(" |")) if cells else []


def _said(line: str) -> str:
    """The line as it reads in any trial, without what would be a column of the table."""
    return HOST.sub("HOST", PORT.sub(":PORT", ADDRESS.sub(r"\2", line))).replace("|", r"\|")


def main() -> None:
    """Write the page."""
    outcomes, target = map(Path, sys.argv[1:])
    lines = outcomes.read_text(encoding="utf-8").splitlines()
    before = target.read_text(encoding="utf-8") if target.exists() else ""
    target.write_text(page(map(json.loads, lines), before), encoding="utf-8")


if __name__ == "__main__":
    main()
