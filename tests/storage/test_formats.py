"""Stores of other versions: an older form is read and renewed, a newer one is left alone."""

import json
import tarfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
import zarr
from zarr.codecs import Crc32cCodec

from solvers.catalog import QUESTIONS
from storage.errors import AnsweredByNewer, NewerStore
from storage.group import FORMAT
from storage.query import open_sweep, table
from storage.repository import Store
from tests.launchers import answers, check_identical
from tests.sweeps import Content, new_store, planned, race, solve

NAME = "small/race"


def content() -> Content:
    return race([5, 6, 8], ["win_probability", "value", "hold_at"]) | {"parameters": {"sides": 6}}


@pytest.fixture
def old(tmp_path: Path) -> Store:
    """A store that version 0.1.0 wrote before its arrays had checksums and fill values."""
    with tarfile.open(Path(__file__).parents[1] / "stores" / "format_1.tar.gz") as packed:
        packed.extractall(tmp_path, filter="data")
    return Store.open(str(tmp_path / "format_1"))


def test_format_1__is_read_without_its_padding(old: Store) -> None:
    dataset = open_sweep(old, NAME).load()
    assert "key" not in dataset
    assert float(dataset.hold_at.min()) > 0
    assert np.isnan(dataset.hold_at.sel(goal=5, banked=5)).all()
    assert table(open_sweep(old, NAME, record=True), ["run"]).run.tolist() == ["20261121T100000-000001"] * 3


def test_format_1__is_renewed_without_solving_a_case_again(old: Store, tmp_path: Path) -> None:
    plan, reports = solve(content(), old)
    assert (plan.done, len(plan.blocks), reports, plan.outdated) == (3, 0, [], True)
    right = new_store(tmp_path / "right")
    solve(content(), right)
    found, expected = answers(old)[NAME], answers(right)[NAME]
    # What gains the goal is added up first since then, which rounds otherwise.
    xr.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-15)
    assert found.dtypes == expected.dtypes
    assert table(open_sweep(old, NAME, record=True), ["run"]).run.tolist() == ["20261121T100000-000001"] * 3
    group = zarr.open_group(old.at().store, path=NAME, mode="r")
    arrays = [*group.arrays(), *group["record"].arrays()]  # type: ignore[union-attr]
    assert {name for name, _ in arrays} >= {"goal", "sides", "bust_face", "status", "key", "hold_at"}
    for name, array in arrays:
        assert any(isinstance(codec, Crc32cCodec) for codec in array.compressors), name
    assert not planned(content(), old).changes


def test_format_1__of_other_parameters_is_stale(old: Store) -> None:
    plan = planned(content() | {"parameters": {"sides": 8}}, old)
    assert (plan.replaced, plan.done, plan.places) == ("sides 6 -> 8", 0, 3)


def test_newer_format__is_refused(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(race([5]), store)
    session = store.begin()
    group = zarr.open_group(session.store, path=NAME, mode="r+")
    told = json.loads(str(group.attrs["layout"]))
    group.attrs["layout"] = json.dumps(told | {"format": FORMAT + 1})
    session.commit("by a newer version", {"sweep": NAME})
    for use in (
        lambda: open_sweep(store, NAME),
        lambda: planned(race([5]), store),
        lambda: store.records(NAME),
    ):
        with pytest.raises(
            NewerStore,
            match=rf"^small/race: a newer Jeopardice wrote this, in format {FORMAT + 1}; this one reads up to"
            rf" {FORMAT}\. Update Jeopardice",
        ):
            use()


def test_newer_answers__are_not_answered_again_by_an_older_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, older = new_store(tmp_path), QUESTIONS["race.pig"]
    early = planned(race([5, 6]), store)
    monkeypatch.setitem(QUESTIONS, "race.pig", replace(older, version=older.version + 1))
    solve(race([5, 6]), store)
    before = answers(store)
    monkeypatch.setitem(QUESTIONS, "race.pig", older)
    with pytest.raises(
        AnsweredByNewer,
        match=rf"race\.pig: a newer Jeopardice .* \(version \d+; this one knows {older.version}\)",
    ):
        planned(race([5, 6]), store)
    # Nor by one that had planned before.
    with pytest.raises(AnsweredByNewer):
        store.prepare(NAME, early.layout, {}, "plan", {}, early.keys)
    check_identical(answers(store), before)
