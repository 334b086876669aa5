"""`--case-timeout` on a real local cluster: a case that takes too long is ended, the others are solved."""

from pathlib import Path

import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED
from tests.commands import Command
from tests.launchers import ended, launcher
from tests.processes import PATIENCE
from tests.spells import SPELLBOUND, WAITS, cast
from tests.sweeps import GOALS, race, write


@pytest.mark.long
def test_run__ends_a_case_that_takes_too_long(api: str, tmp_path: Path) -> None:
    spell = cast(tmp_path, WAITS)
    settings = {"PREFECT_API_URL": api, **spell.settings}
    config, url = Path(write(tmp_path, race())), str(tmp_path / "store")
    options = ("--no-publish", "--workers", "2")
    with launcher(tmp_path, config, url, *options, "--case-timeout", "6", **settings) as process:
        code, said = ended(process, 2 * PATIENCE), " ".join(process.log.read_text().split())
    assert code == 1, said
    # One worker was enough.
    assert said.count(" took longer than 6 s. It is given up, and the worker is restarted.") == 1, said
    assert "failed: 1 case failed: goal=8: CaseTimedOut: it took longer than 6 s" in said
    dataset = open_sweep(Store.open(url), "small/race", record=True)
    assert dataset["status"].sel(goal=SPELLBOUND) == FAILED
    assert (dataset["status"].sel(goal=[goal for goal in GOALS if goal != SPELLBOUND]) == DONE).all()
    spell.file.unlink()
    again = ("--rerun", "failed", "--case-timeout", "600")
    with launcher(tmp_path, config, url, *options, *again, **settings) as process:
        assert ended(process, 2 * PATIENCE) == 0, process.tail()
    assert (open_sweep(Store.open(url), "small/race", record=True)["status"] == DONE).all()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--serial", "--case-timeout", "5"], "--case-timeout needs workers, which can be ended."),
        (["--case-timeout", "0"], "--case-timeout: expected seconds, more than 0, got 0"),
        (["--case-timeout", "nan"], "--case-timeout: expected seconds, more than 0, got nan"),
        (["--case-timeout", "inf"], "--case-timeout: expected seconds, more than 0, got inf"),
    ],
)
def test_case_timeout__that_cannot_be_kept_is_refused(
    jeopardice: Command, words: list[str], said: str
) -> None:
    found = jeopardice("run", "pig/race", *words)
    assert (found.code, found.out) == (2, "")
    assert found.error.startswith(f"error: {said}")
