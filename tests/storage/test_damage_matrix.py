"""Whatever file of a store or a copy is damaged, no command is silent about it or ends in a traceback."""

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.commands import Command
from tests.storage.damaging import COPIES, KINDS, STORE, Trial, Verdict, drawn

# One in so many files of its kind; `make damage` takes all, and flips more bits.
EVERY = int(os.environ.get("DAMAGE_EVERY", "5"))
FLIPS = int(os.environ.get("DAMAGE_FLIPS", "2"))
# A file that gets lines of JSON.
TOLD = Path(os.environ.get("DAMAGE_TOLD", os.devnull)).absolute()
# So that no part takes more than some minutes.
PARTS = dict.fromkeys(KINDS, 1) | {
    f"{STORE}/snapshots": 2,
    f"{STORE}/transactions": 2,
    f"{STORE}/manifests": 6,
    f"{STORE}/seals": 2,
    COPIES: 11,
}


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize(("kind", "part"), [(kind, part) for kind in KINDS for part in range(PARTS[kind])])
def test_damage__is_told_or_changes_nothing(kind: str, part: int, jeopardice: Command) -> None:
    trial = Trial(jeopardice)
    files = [file for file in trial.files() if file.startswith(kind)]
    # Of chunks there are few, and the older half is of older states.
    files = files[:: 1 if len(files) < 2 * EVERY else EVERY][part :: PARTS[kind]]
    found = list(drawn(trial, files, FLIPS))
    with TOLD.open("a", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows(kind, found))
    assert Counter(one.kind for one in found).keys() & {"told", "mended"}
    assert [one for one in found if one.kind in ("silent", "traceback")] == []


def rows(kind: str, found: Iterable[Verdict]) -> Iterable[dict[str, str]]:
    """What `tests.storage.damage_table` reads."""
    for one in found:
        yield {"kind": kind, "file": one.file, "command": one.command, "verdict": one.kind}
