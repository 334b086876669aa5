"""A store that version 0.2 wrote, in the words of that version: commands read it, and say what is written
otherwise now.
"""

import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import xarray as xr
from bokeh.settings import settings

from browsing.explorer.origins import admit
from browsing.explorer.site import page
from storage.repository import Store
from tests.commands import Command, one_line

STORE = "version_0_2"
SWEEPS = ("old/hold_at", "old/race", "old/three_players")
THREE = """
name: old/three_players
title: Best response to two opponents who hold at fixed thresholds, goal 12
question: simultaneous.best_response_to_two
parameters: {goal: 12}
axes:
  first_hold_at: {from: 3, to: 5}
  second_hold_at: {from: 3, to: 5}
symmetric: [[first_hold_at, second_hold_at]]
keep: [win_probability, hold_at]
"""
HOLD_AT = """
name: old/hold_at
question: thumb.pig
parameters: {goal: 20, rule: "hold at {a}"}
axes:
  a: {from: 4, to: 8}
keep: [loss, wins_against_itself_first]
"""


@pytest.fixture
def old(jeopardice: Command) -> Command:
    """The command, where that store is."""
    with tarfile.open(Path(__file__).parents[1] / "stores" / f"{STORE}.tar.gz") as packed:
        packed.extractall(jeopardice.home, filter="data")
    return jeopardice


@pytest.fixture
def served_here() -> Iterator[None]:
    """Pages are for a browser of this machine."""
    admit("127.0.0.1")
    yield
    settings.allowed_ws_origin.unset_value()


def test_old_store__is_listed_and_shown(old: Command) -> None:
    listed = old("ls", "--store", STORE)
    assert (listed.code, [line.split()[0] for line in listed.out.splitlines()[1:]]) == (0, [*SWEEPS])
    race, rules = (old("show", sweep, "--store", STORE).out for sweep in ("old/race", "old/hold_at"))
    assert "0.738041002278" in race
    assert "wins_against_itself_first" in rules
    assert "0.616857065626" in rules
    assert old("history", "old/race", "--store", STORE).code == 0


def test_old_store__is_exported(old: Command) -> None:
    assert old("export", "rules.nc", "old/hold_at", "--store", STORE).code == 0
    with xr.open_dataset(old.home / "rules.nc") as exported:
        wins = exported["wins_against_itself_first"]
        assert dict(wins.sizes) == {"a": 5}
        assert float(wins.sel(a=6)) == pytest.approx(0.624164594341, abs=1e-12)
        assert exported["policy"].notnull().any()


@pytest.mark.parametrize("sweep", SWEEPS)
def test_old_store__is_explored(sweep: str, old: Command, served_here: None) -> None:
    found = page(str(old.home / STORE), {"sweep": [sweep]}, "127.0.0.1:5006")
    assert found._render_variables["fault"] == ""


def test_old_store__is_verified(old: Command) -> None:
    for sweep in SWEEPS:
        assert "verified. Largest residual" in old("verify", sweep, "--store", STORE).out


def test_old_config__runs_and_is_told_how_it_is_written_now(old: Command) -> None:
    (old.home / "three.yaml").write_text(THREE)
    said = old("run", "three.yaml", "--dry-run", "--store", STORE)
    assert said.code == 0, said.error
    told = one_line(said.out + said.error)
    assert 'game: pig, contest: at once, players: "best threshold, hold at {n}, hold at {m}".' in told
    assert "cases 9 (9 done, 0 to do)" in told


def test_old_config__with_outputs_that_are_called_otherwise_is_refused(old: Command) -> None:
    (old.home / "rules.yaml").write_text(HOLD_AT)
    before = Store.open(str(old.home / STORE)).history("old/hold_at")[0].id
    said = old("run", "rules.yaml", "--store", STORE)
    assert (said.code, said.out) == (2, "")
    assert "got 'wins_against_itself_first' (rules.yaml, line 7, keep[1])" in one_line(said.error)
    assert Store.open(str(old.home / STORE)).history("old/hold_at")[0].id == before
