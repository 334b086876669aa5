"""What the plan says that a case takes of its worker's memory, beside what it takes."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from configs.load import parse
from flows.cluster.fork_server import ENVIRONMENT
from solvers.catalog import find
from tasks.plan import make_plan
from tasks.rerun import Rerun
from tests.processes import environment

pytestmark = pytest.mark.long

# Of a process of its own, which solves the only case of a sweep and writes it, as a worker does.
MEASURED = """
import json, sys
from pathlib import Path
from configs.load import parse
from flows.cluster.workers import Serial
from storage.repository import Store
from tasks.plan import make_plan
from tasks.rerun import Rerun
from tasks.work import Work

content = json.loads(sys.argv[1])
store = Store.open("store", create=True)
plan = make_plan(parse(content), store, Rerun.NEEDED)
work = Work(store, Serial(), {"run": "only"})
for shard in work.room(plan, Rerun.NEEDED).shards:
    assert work.report(shard).failed == 0
# Not ru_maxrss: Linux lets a process begin with the peak of the one that started it.
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line)
print(1024 * int(peak.split()[1]))
"""
# The process of the test has what a launcher and a worker have.
LAUNCHER = 0.1e9
CASES = {
    "race.pig": {"goal": 400},
    "race_of_three.pig": {"goal": 120},
    "simultaneous.best_response_to_two": {"goal": 300, "first_hold_at": 20, "second_hold_at": 25},
    "simultaneous.best_response_to_three": {
        "goal": 80,
        "first_hold_at": 20,
        "second_hold_at": 25,
        "third_hold_at": 30,
    },
    "thumb.pig": {"goal": 300, "rule": "hold at 20"},
    "length_streak.pig": {"goal": 100, "busts": 4},
    "thumb_streak.pig": {"goal": 100, "rule": "hold at 20", "busts": 4},
    "equal_turns_streak_response.pig": {"goal": 100, "rule": "hold at 20", "busts": 4},
}


@pytest.mark.parametrize(("question", "given"), CASES.items(), ids=CASES)
def test_memory__is_that_of_a_worker(question: str, given: Mapping[str, object], tmp_path: Path) -> None:
    asked = find(question)
    content = {
        "name": "large/case",
        "title": "One case",
        "question": question,
        "parameters": {name: value for name, value in given.items() if name != "goal"},
        "axes": {"goal": [given["goal"]]},
        "keep": [output.name for output in asked.outputs],
    }
    ended = subprocess.run(
        [sys.executable, "-c", MEASURED, json.dumps(content)],
        cwd=tmp_path,
        # Workers keep what they have freed.
        env=environment(tmp_path, **ENVIRONMENT),
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ended.returncode == 0, ended.stderr
    takes, said = float(ended.stdout), make_plan(parse(content), None, Rerun.NEEDED).blocks.memory
    assert takes - LAUNCHER <= said <= 2.5 * takes, (takes / 1e9, said / 1e9)
