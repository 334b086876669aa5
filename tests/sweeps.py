"""Small sweeps for tests, and a way to solve them in this process without Prefect and Dask."""

import shutil
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from configs.load import parse
from flows.cluster.workers import Serial
from storage.repository import Store
from tasks.plan import RunPlan, make_plan
from tasks.rerun import Rerun
from tasks.room import attributes, run_metadata
from tasks.work import Report, Work

Content = dict[str, Any]
GOALS = range(5, 13)
LABELS = (3, 5, 8)
_solved = tempfile.TemporaryDirectory(prefix="jeopardice-solved-")


def race(
    goals: Iterable[int] = GOALS, keep: Sequence[str] = ("win_probability", "value"), name: str = "small/race"
) -> Content:
    """The race to a few points: one axis, ragged tables."""
    return {
        "name": name,
        "title": "The race to a few points",
        "question": "race.pig",
        "axes": {"goal": list(goals)},
        "keep": list(keep),
    }


def trio(
    labels: Iterable[int] = LABELS, symmetric: bool = True, name: str = "small/trio", goal: int = 12
) -> Content:
    """Best responses to two opponents: two axes that may be exchanged, tables of three dimensions."""
    axes = ["first_hold_at", "second_hold_at"]
    return {
        "name": name,
        "title": "Best response to two opponents",
        "question": "simultaneous.best_response_to_two",
        "parameters": {"goal": goal},
        "axes": {axis: list(labels) for axis in axes},
        "symmetric": [axes] if symmetric else [],
        "keep": ["win_probability", "value", "hold_at"],
    }


def alone() -> Content:
    """One turn of a player alone, which takes few kernels."""
    return {
        "name": "small/alone",
        "title": "One turn alone",
        "question": "solitaire.pig",
        "axes": {"sides": [4, 6]},
        "keep": ["expected_score"],
    }


def write(directory: Path, *contents: Content) -> str:
    """A config file of these sweeps."""
    path = directory / "small.yaml"
    path.write_text(yaml.safe_dump_all(contents, sort_keys=False))
    return str(path)


def hide_ours(directory: Path) -> None:
    """Modules of a user's own with names of ours, and of what we import; none of them may be taken for
    ours.
    """
    for name in ("flows.py", "tasks.py", "storage.py", "prefect.py", "configs/__init__.py"):
        path = directory / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("raise RuntimeError('not for Jeopardice')\n")


def new_store(directory: Path) -> Store:
    """An empty store."""
    return Store.open(str(directory / "store"), create=True)


def solve(content: Content, store: Store, rerun: Rerun = Rerun.NEEDED) -> tuple[RunPlan, list[Report]]:
    """Do in this process what a run of a sweep does: plan, make room, solve and commit each shard."""
    sweep, metadata = parse(content), run_metadata()
    plan = make_plan(sweep, store, rerun)
    if plan.changes:
        layout = store.prepare(
            sweep.name, plan.layout, attributes(sweep, metadata), "plan", metadata, plan.keys
        )
        assert layout == plan.layout
    work = Work(store, Serial(), metadata)
    return plan, [work.report(shard) for shard in plan.shards]


def solved_store(directory: Path, *contents: Content) -> Store:
    """A store of one's own in which these sweeps are solved: a copy, as they are solved once a process."""
    place = directory / "store"
    shutil.copytree(_solved_once(yaml.safe_dump_all(contents, sort_keys=False)), place)
    return Store.open(str(place))


@cache
def _solved_once(contents: str) -> Path:
    """Where a store of these sweeps is that nobody changes."""
    home = Path(tempfile.mkdtemp(dir=_solved.name))
    store = new_store(home)
    for content in yaml.safe_load_all(contents):
        solve(content, store)
    return home / "store"


def planned(content: Content, store: Store | None, rerun: Rerun = Rerun.NEEDED) -> RunPlan:
    """The plan alone."""
    return make_plan(parse(content), store, rerun)


def labels_of(plan: RunPlan) -> list[tuple[Any, ...]]:
    """The labels of the cases that a plan solves, in its order."""
    return [
        tuple(plan.layout.labels(case.places[0].index).values())
        for block in plan.blocks
        for case in block.cases
    ]
