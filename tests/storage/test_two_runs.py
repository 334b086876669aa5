"""Of two runs at once the sweep says which was launched last, whoever lays it out last."""

from pathlib import Path

from configs.load import parse
from storage.repository import Store
from tasks.plan import make_plan
from tasks.rerun import Rerun
from tasks.room import attributes, run_metadata
from tests.commands import Command
from tests.sweeps import new_store, race


def _laid_out(store: Store, launched: str, goals: list[int]) -> None:
    sweep, metadata = parse(race(goals)), run_metadata() | {"launched": launched, "run": launched}
    plan = make_plan(sweep, store, Rerun.NEEDED)
    store.prepare(sweep.name, plan.layout, attributes(sweep, metadata), "plan", metadata, plan.keys)


def test_ls__shows_the_run_that_was_launched_last(jeopardice: Command, tmp_path: Path) -> None:
    store = new_store(tmp_path)
    newer, older = "2026-03-01T12:00:05+00:00", "2026-03-01T12:00:00+00:00"
    _laid_out(store, newer, [5])
    _laid_out(store, older, [5, 6])
    said = jeopardice("ls").out
    assert newer[:19] in said
    assert older[:19] not in said
    assert store.stored("small/race").attrs["run"] == newer
    latest = "2026-03-01T12:00:09+00:00"
    _laid_out(store, latest, [5, 6, 7])
    assert latest[:19] in jeopardice("ls").out
