"""A page of faults that were tried in part keeps its other lines."""

from tests.compose_file import PROJECT
from tests.faults.faults import End
from tests.faults.kinds import FAULTS
from tests.faults.table import page


def test_page__keeps_the_lines_of_what_was_not_tried_again() -> None:
    before = (PROJECT / "docs" / "reliability.md").read_text(encoding="utf-8")
    name = FAULTS[-1].name
    tried = {"fault": name, "cases": 57, "end": End.TOLD.value, "said": "error: a | b"}
    renewed = page([tried], before).splitlines()
    lines = [line for line in before.splitlines() if line.startswith("| ") and f"| {name} |" not in line]
    assert [line for line in renewed if line.startswith("| ")] == [
        *lines,
        rf"| {name} | 1 | 0 | 1 | 0 | error: a \| b |",
    ]
    # What is kept may have a bar, too.
    assert page([tried | {"fault": FAULTS[0].name}], "\n".join(renewed)).splitlines()[-3] == renewed[-3]
