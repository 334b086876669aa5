"""Whatever file of a store or a copy is damaged, no command is silent about it or ends in a traceback."""

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from filelock import FileLock

from tests.commands import Command
from tests.storage.damaging import ABOUT, COPIES, KINDS, STORE, Trial, Verdict, drawn, make_sound_store

# One in so many files of its kind; `make damage` takes all, and flips more bits.
EVERY = int(os.environ.get("DAMAGE_EVERY", "5"))
FLIPS = int(os.environ.get("DAMAGE_FLIPS", "2"))
# A directory that keeps the store and the verdicts of each part: what is there is not tried again.
KEPT = os.environ.get("DAMAGE_KEPT")
# So that no part takes more than some minutes.
PARTS = dict.fromkeys(KINDS, 1) | {
    f"{STORE}/snapshots": 2,
    f"{STORE}/transactions": 2,
    f"{STORE}/manifests": 6,
    f"{STORE}/seals": 2,
    COPIES: 11,
}
# Commands that must name damage of each kind, at least; those that read a chunk do so of the newest ones.
NAMED_BY = {kind: {"check"} for kind in KINDS} | {f"{STORE}/chunks": {"check", "verify", "export"}}


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """One store for the parts in all processes: files of another have other names, and another order."""
    own = tmp_path_factory.getbasetemp()
    place = Path(KEPT or (own if worker_id == "master" else own.parent), "sound").absolute()
    place.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{place}.lock"):
        if not place.exists():
            made = place.with_name("made")
            shutil.rmtree(made, ignore_errors=True)
            made.mkdir()
            make_sound_store(made)
            made.rename(place)
    return place


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize(("kind", "part"), [(kind, part) for kind in KINDS for part in range(PARTS[kind])])
def test_damage__is_told_or_changes_nothing(kind: str, part: int, jeopardice: Command, sound: Path) -> None:
    kept = sound.with_name(f"{kind.replace('/', '-')}-{part}.jsonl")
    if kept.exists():
        pytest.skip("tried before")
    trial = Trial(jeopardice, sound, ABOUT[kind])
    files = [file for file in trial.files() if file.startswith(kind)]
    # Of chunks there are few, and the older half is of older states.
    files = files[:: 1 if len(files) < 2 * EVERY else EVERY][part :: PARTS[kind]]
    found = list(drawn(trial, files, FLIPS))
    assert {one.command for one in found if one.kind in ("told", "mended")} >= NAMED_BY[kind]
    assert [one for one in found if one.kind in ("silent", "traceback")] == []
    whole = kept.with_suffix(".new")
    whole.write_text("".join(f"{json.dumps(row)}\n" for row in rows(found)), encoding="utf-8")
    whole.replace(kept)


def rows(found: Iterable[Verdict]) -> Iterable[dict[str, str]]:
    """What `tests.storage.damage_table` reads."""
    for one in found:
        yield {"file": one.file, "command": one.command, "verdict": one.kind}
