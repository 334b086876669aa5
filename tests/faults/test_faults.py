"""Seeded faults, outside and inside of what a run starts: nothing is lost, lies, hangs or is left behind.

Of each trial it is asked that whenever one looks each case that is done has the right answer, that the run
goes on or ends with one line that says what happened, that the next run finishes, that the result equals an
undisturbed one bit by bit, and that neither processes nor files outlive the trial. Moments are seeded and
spread over the length of a run. One that comes after the run's end is not counted: the trial begins anew,
with another moment.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage.repository import Store
from tests.faults.faults import Fault
from tests.faults.kinds import FAULTS
from tests.faults.trial import tried
from tests.launchers import Answers, answers, run

pytestmark = [pytest.mark.faults, pytest.mark.timeout(950)]

SEEDS = int(os.environ.get("FAULTS_SEEDS", "1"))
# A file that gets a line for each trial in order.
TOLD = Path(os.environ.get("FAULTS_TOLD", os.devnull))
CONFIG = """
name: faults/race
title: Optimal play of the race, by goal
question: race.pig
axes:
  goal: {from: 200, to: 220}
keep: [win_probability, value]
---
name: faults/pairs
title: Best response to two opponents
question: simultaneous.best_response_to_two
parameters: {goal: 90}
axes:
  first_hold_at: {from: 20, to: 25}
  second_hold_at: {from: 20, to: 25}
symmetric: [[first_hold_at, second_hold_at]]
keep: [win_probability, hold_at]
"""


@dataclass(frozen=True)
class Undisturbed:
    """A run that nobody disturbed.

    Parameters
    ----------
    config : what it solved
    right : what it stored
    """

    config: Path
    right: Answers


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, api: str) -> Undisturbed:
    home = tmp_path_factory.mktemp("undisturbed")
    config = home / "faults.yaml"
    config.write_text(CONFIG)
    run(home, config, str(home / "store"), "--workers", "2", PREFECT_API_URL=api)
    return Undisturbed(config, answers(Store.open(str(home / "store"))))


def trials() -> Iterator[object]:
    """All trials but those that were in order before: two hours are not lost to one that was not."""
    lines = TOLD.read_text("utf-8").splitlines() if TOLD.exists() else []
    done = {(row["fault"], row["seed"]) for row in map(json.loads, lines)}
    for fault in FAULTS:
        for seed in range(SEEDS):
            if (fault.name, seed) not in done:
                yield pytest.param(fault, seed, id=f"{fault.name}-{seed}")


@pytest.mark.parametrize(("fault", "seed"), list(trials()))
def test_fault__loses_nothing(
    fault: Fault, seed: int, undisturbed: Undisturbed, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not fault.kind.possible:
        pytest.skip("needs root, a compiler of C, and the packages iproute2 and nftables")
    outcome = tried(fault, seed, undisturbed.config, undisturbed.right, monkeypatch)
    assert outcome.left == ()
    with TOLD.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(outcome.row()) + "\n")
