"""`jp.sweep` gives what a run stores, on threads and on a cluster."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

import jeopardice as jp
from solvers.catalog import QUESTIONS
from storage.query import open_sweep
from tests.jeopardice.test_solving import COINS
from tests.sweeps import LABELS, new_store, race, solve, trio


def _same(ours: xr.Dataset, stored: xr.Dataset) -> None:
    """All answers, labels and their attributes are the same, to the bit."""
    assert set(ours.data_vars) == {*stored.data_vars, "error", "seconds"}
    for name in stored.variables:
        assert ours[name].variable.identical(stored[name].variable), name
        assert ours[name].dtype == stored[name].dtype
    assert set(stored.attrs) - {"layout"} <= set(ours.attrs)
    for name in ("question", "question_title", "question_version"):
        assert ours.attrs[name] == stored.attrs[name]


def _stored(content: dict[str, Any], directory: Path) -> xr.Dataset:
    store = new_store(directory)
    solve(content, store)
    return open_sweep(store, content["name"]).load()


def test_sweep__gives_ragged_tables_as_a_store_has_them(tmp_path: Path) -> None:
    content = race(range(5, 13))
    ours = jp.sweep("race.pig", goal=range(5, 13), keep=content["keep"], progress=False)
    _same(ours, _stored(content, tmp_path))


def test_sweep__solves_mirrored_cases_once_and_turns_their_tables(tmp_path: Path) -> None:
    content = trio()
    ours = jp.sweep(
        "simultaneous.best_response_to_two",
        goal=12,
        first_hold_at=np.array(LABELS),
        second_hold_at=list(LABELS),
        keep="win_probability, value, hold_at",
        progress=False,
    )
    assert (ours.seconds.values > 0).sum() == 6
    _same(ours, _stored(content, tmp_path))


@pytest.mark.long
def test_sweep__is_solved_alike_on_a_cluster(scheduler: str) -> None:
    from distributed import Client

    asked: dict[str, Any] = {"players": "best, hold at {n}", "n": range(2, 6), "goal": 10}
    with Client(scheduler) as client:
        there = jp.sweep("pig", **asked, client=client, progress=False)
    here = jp.sweep("pig", **asked, progress=False)
    assert here.drop_vars("seconds").equals(there.drop_vars("seconds"))


def test_case_of_a_sweep__is_what_solve_gives() -> None:
    ds = jp.sweep("pig", players=["best", "hold at {n}"], n=range(2, 6), goal=10, progress=False)
    for n in range(2, 6):
        alone = jp.solve("pig", players=f"best, hold at {n}", goal=10)
        assert ds.win_probability.sel(n=n).item() == alone.win_probability.item()
    assert ds.attrs["certificate"] == ds.residual.max().item()
    assert ds.goal.item() == 10


def test_axis__may_be_floats_that_are_whole_or_a_range_as_in_a_config() -> None:
    for axis in (np.linspace(5, 7, 3), {"from": 5, "to": 7}):
        ds = jp.sweep("pig", goal=axis, keep="win_probability", progress=False)
        assert ds.goal.values.tolist() == [5, 6, 7]
        assert ds.goal.dtype == int


def test_several_players_in_a_seat__are_an_axis() -> None:
    ds = jp.sweep("pig", players=["best", ["hold at 3", "hold at 5"]], goal=8, progress=False)
    assert ds.sizes["second_player"] == 2


def test_own_rules__are_swept_to_their_usual_goal() -> None:
    game = jp.game(COINS)
    ds = jp.sweep(game, players="best, hold at {n}", n=[1, 2], progress=False)
    assert (ds.goal.item(), ds.rules.item(), ds.attrs["title"][:5]) == (8, "coins", "Coins")
    assert jp.sweep(game, goal=[4, 6], progress=False).goal.values.tolist() == [4, 6]


def test_usual_goal__is_the_one_that_solve_takes() -> None:
    # Three players of Pig are slow to solve: their usual goal is 30.
    game = jp.game(COINS | {"usual_goal": 50})
    asked: dict[str, Any] = {"contest": "equal turns", "players": 3, "keep": "win_probability"}
    assert jp.solve(game, **asked).goal == 30
    assert jp.sweep(game, **asked, tie=["shared"], progress=False).goal == 30


def test_question_without_a_goal__is_told_none() -> None:
    found = jp.sweep("solitaire.own", rules=[jp.game(COINS).told["rules"]], progress=False)
    assert "goal" not in found.coords


def test_sweep__can_be_written_as_netcdf(tmp_path: Path) -> None:
    jp.sweep("pig", goal=[5, 6], progress=False).to_netcdf(tmp_path / "s.nc", engine="h5netcdf")


def test_progress__is_told_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    jp.sweep("pig", goal=[5, 6])
    said = capsys.readouterr()
    assert said.out == ""
    assert "2/2" in said.err


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"goal": [0, 5]}, jp.ConfigError, r"goal: expected .* got 0 \(axes.goal\[0\]\)"),
        ({"n": [1, 2]}, jp.ConfigError, "It has goal, sides"),
        ({"goal": 5}, jp.InvalidRules, "jp.solve"),
        ({"goal": []}, jp.ConfigError, "goal"),
        ({"goal": [5], "player": "best, best"}, jp.InvalidRules, "Did you mean 'players'"),
        ({"goal": [5], "client": "tcp://127.0.0.1:8786"}, jp.InvalidRules, r"distributed.Client\('tcp"),
        ({"goal": [980, 990, 1000], "keep": "advantage"}, jp.InvalidRules, r"jp\.run, which takes yes=True"),
        ({"goal": [5], "players": 2.5}, jp.InvalidRules, "players: expected a list by seat"),
        ({"goal": [5], "keep": "valeu"}, jp.ConfigError, "valeu"),
        ({"players": "best, hold at {n}", "n": range(1, 2_000_000)}, jp.ConfigError, "n"),
    ],
)
def test_mistake__is_worded(asked: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        jp.sweep("pig", **asked, progress=False)


def test_failed_case__is_warned_of_where_the_sweep_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    question = QUESTIONS["race.pig"]

    def solve_others(**parameters: Any) -> Any:
        if parameters["goal"] == 7:
            raise ArithmeticError("seven is out")
        return question.solve(**parameters)

    monkeypatch.setitem(QUESTIONS, "race.pig", replace(question, solve=solve_others))
    with pytest.warns(UserWarning, match="1 of 2 cases failed. One says: .*seven is out") as warned:
        jp.sweep("race.pig", goal=[6, 7], progress=False)
    assert {one.filename for one in warned} == {__file__}
