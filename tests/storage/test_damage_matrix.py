"""Whatever file of a store or a copy is damaged, no command is silent about it or ends in a traceback."""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.commands import Command
from tests.storage.damaging import COPIES, STORE, Trial, drawn

# One in so many files of its kind; `make damage` takes all, and flips more bits.
EVERY = int(os.environ.get("DAMAGE_EVERY", "5"))
FLIPS = int(os.environ.get("DAMAGE_FLIPS", "2"))
KINDS = ("refs", "snapshots", "transactions", "manifests", "chunks", "seals")


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize("kind", [*(f"{STORE}/{kind}" for kind in KINDS), COPIES])
def test_damage__is_told_or_changes_nothing(kind: str, jeopardice: Command) -> None:
    trial = Trial(jeopardice)
    files = [file for file in trial.files() if file.startswith(kind)]
    # Of chunks there are few, and the older half is of older states.
    files = files[:: 1 if len(files) < 2 * EVERY else EVERY]
    found = list(drawn(trial, files, FLIPS))
    counts = Counter(one.kind for one in found)
    if told := os.environ.get("DAMAGE_TABLE"):
        with Path(told).open("a", encoding="utf-8") as table:
            table.write(f"{kind}: {len(files)} files, {dict(sorted(counts.items()))}\n")
    assert counts["told"] + counts["mended"] > 0
    assert [one for one in found if one.kind in ("silent", "traceback")] == []
