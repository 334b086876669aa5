"""`jp.open` and `jp.run` read and write stores as the command does."""

import asyncio
from pathlib import Path

import pytest

import jeopardice as jp
from storage.query import open_sweep
from tests.sweeps import alone, race, solved_store, write


def test_open__gives_the_sweep_as_it_is_stored(tmp_path: Path) -> None:
    store = solved_store(tmp_path, race(), alone())
    ds = jp.open(tmp_path / "store", "small/race")
    stored = open_sweep(store, "small/race")
    assert ds.equals(stored)
    assert stored.attrs.items() <= ds.attrs.items()
    assert ds.attrs["certificate"] == float(stored.residual.max())
    with pytest.raises(
        jp.NotInStore, match=r"^sweep: the store has several sweeps: small/alone, small/race\."
    ):
        jp.open(tmp_path / "store")
    with pytest.raises(jp.NotInStore, match="Did you mean 'small/race'"):
        jp.open(str(tmp_path / "store"), "small/rac")


def test_open__of_no_store_says_so(tmp_path: Path) -> None:
    with pytest.raises(jp.StoreNotFound, match=r"or pass `store=\.\.\.`"):
        jp.open(tmp_path / "nothing")


def test_run__solves_what_is_missing_and_opens_it(tmp_path: Path, reporting: str) -> None:
    config = write(tmp_path, alone())
    ds = jp.run(config, tmp_path / "store", serial=True)
    assert (ds.status.values == 1).all()
    assert ds.equals(jp.open(tmp_path / "store"))


def test_run__works_where_an_event_loop_runs_as_in_a_notebook(tmp_path: Path, reporting: str) -> None:
    config = write(tmp_path, alone())

    async def cell() -> int:
        return jp.run(config, tmp_path / "store", serial=True).sizes["sides"]

    assert asyncio.run(cell()) == 2


def test_run__of_a_dict_says_what_takes_one() -> None:
    with pytest.raises(jp.InvalidRules, match=r"config: expected the path .* jp\.sweep"):
        jp.run({"game": "pig"})  # type: ignore[arg-type]


def test_run__of_no_config_names_the_nearest() -> None:
    with pytest.raises(jp.ConfigNotFound, match="Did you mean 'pig/three_players'"):
        jp.run("pig/three_player")
