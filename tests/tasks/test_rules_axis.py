"""Rules along an axis: games go by their names, and answers are keyed by all of their rules."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
import yaml

from browsing.explorer.address import Address
from browsing.explorer.slicing import cut
from configs.errors import ConfigError
from configs.load import load
from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from flows.commands.stores.verify import verify_store
from solvers.catalog import find
from solvers.games import own, pig
from solvers.games.turn import Turn
from storage.export import export
from storage.query import axes_of, open_sweep, select, table
from storage.repository import Store
from tasks.known import Reason
from tasks.stored_cases import DoneCases
from tests.sweeps import labels_of, new_store, planned, solve

FLIP = """\
name: Flip
throws:
  coin:
    results:
      - {chance: 1/2, bust: true}
      - {chance: 1/2, gain: 1}
"""
SWEEP = """\
name: own/games
title: Several games
question: race.own
"""
GOALS = (5, 8)


def asked(directory: Path, *rules: object, goals: tuple[int, ...] = GOALS) -> dict[str, object]:
    """The content of a sweep of games, as it is after its files are read."""
    path = directory / "games.yaml"
    axes = {"axes": {"rules": list(rules), "goal": list(goals)}, "keep": ["win_probability", "value"]}
    path.write_text(SWEEP + yaml.safe_dump(axes, sort_keys=False), encoding="utf-8")
    (sweep,) = load(path)
    return sweep.document()


def refused(directory: Path, *rules: object) -> str:
    with pytest.raises(ConfigError) as error:
        asked(directory, *rules)
    return str(error.value)


def flip(directory: Path, content: str = FLIP) -> str:
    (directory / "flip.yaml").write_text(content, encoding="utf-8")
    return "flip.yaml"


def solved_by_itself(turn: Turn, goal: int) -> float:
    question = find("race.own")
    return float(question.solve(rules=own.text(turn), goal=goal).value[0, 0])


def check(dataset: xr.Dataset, games: Mapping[str, Turn]) -> None:
    """Every case has the answer to the rules of its label."""
    for name, turn in games.items():
        for goal in GOALS:
            found = dataset.win_probability.sel(rules=name, goal=goal).item()
            assert found == solved_by_itself(turn, goal), (name, goal)


def test_games__go_by_their_names_in_whatever_way_they_are_given(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    inside = yaml.safe_load(FLIP) | {"name": "Written out"}
    _, reports = solve(asked(tmp_path, "pig", flip(tmp_path), inside), store)
    assert sum(report.answered for report in reports) == 6
    dataset = open_sweep(store, "own/games").load()
    assert dataset.rules.values.tolist() == ["pig", "Flip", "Written out"]
    coin = load_game(tmp_path / "flip.yaml").turn
    check(dataset, {"pig": pig.turn(), "Flip": coin, "Written out": coin})
    assert dataset.win_probability.mean("rules").shape == (2,)
    parts = [dataset.sel(rules=[name]) for name in ("pig", "Flip")]
    merged = xr.merge(parts, join="outer", compat="no_conflicts")
    assert merged.win_probability.sel(rules="Flip").equals(dataset.win_probability.sel(rules="Flip"))
    assert xr.concat(parts, "rules").sizes["rules"] == 2
    written = export(dataset, tmp_path / "games.nc", "netcdf")
    with xr.open_dataset(written) as again:
        check(again, {"pig": pig.turn(), "Flip": coin})
    assert table(dataset)["rules"].unique().tolist() == ["Flip", "Written out", "pig"]
    assert select(dataset, {"rules": "Flip"}).win_probability.shape == (2,)


def test_file__of_a_shipped_games_name_comes_first(tmp_path: Path) -> None:
    (tmp_path / "pig").write_text(FLIP, encoding="utf-8")
    content = asked(tmp_path, "pig", "piglet")
    (sweep,) = load(tmp_path / "games.yaml")
    assert sweep.axes["rules"] == ("Flip", "piglet")
    assert content == sweep.document()


def test_changed_file__is_stale_and_nothing_else_is(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(asked(tmp_path, "pig", flip(tmp_path)), store)
    assert not planned(asked(tmp_path, "pig", flip(tmp_path)), store).changes
    # Another way to write the same, in another order.
    assert not planned(asked(tmp_path, yaml.safe_load(FLIP), str(shipped_rules()["pig"])), store).blocks
    changed = flip(tmp_path, FLIP.replace("gain: 1", "gain: 2"))
    plan, _ = solve(asked(tmp_path, "pig", changed), store)
    assert plan.reasons == {Reason.STALE: 2}
    assert labels_of(plan) == [("Flip", 5), ("Flip", 8)]
    check(open_sweep(store, "own/games"), {"pig": pig.turn(), "Flip": load_game(tmp_path / changed).turn})


def test_changed_file__takes_answers_along_that_the_config_no_longer_names(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(asked(tmp_path, "pig", flip(tmp_path)), store)
    changed = flip(tmp_path, FLIP.replace("gain: 1", "gain: 2"))
    solve(asked(tmp_path, changed, goals=(5,)), store)
    dataset = open_sweep(store, "own/games").load()
    assert np.isnan(dataset.win_probability.sel(rules="Flip", goal=8))
    found = dataset.win_probability.sel(rules="Flip", goal=5).item()
    assert found == solved_by_itself(load_game(tmp_path / changed).turn, 5)
    check(dataset, {"pig": pig.turn()})


def test_another_game__comes_behind_those_that_are_there(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(asked(tmp_path, "pig", flip(tmp_path)), store)
    plan, _ = solve(asked(tmp_path, "big_pig", "pig"), store)
    assert labels_of(plan) == [("big pig", 5), ("big pig", 8)]
    dataset = open_sweep(store, "own/games", masked=False)
    assert dataset.rules.values.tolist() == ["pig", "Flip", "big pig"]
    check(dataset, {"pig": pig.turn(), "Flip": load_game(tmp_path / "flip.yaml").turn})
    # What a name stood for is known of those, too, that this config does not name.
    cases = {case.label: case for case in DoneCases(find("race.own"), dataset, axes_of(dataset))}
    assert cases["rules=Flip, goal=8"].parameters["rules"] == own.text(load_game(tmp_path / "flip.yaml").turn)
    assert verify_store(store.url, None, (), 1e-12) == 0


def test_one_game__has_its_name_as_the_label(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(f"{SWEEP}rules: pig\naxes: {{goal: [5, 8]}}\nkeep: [win_probability, value]\n")
    (sweep,) = load(path)
    store = new_store(tmp_path)
    solve(sweep.document(), store)
    assert open_sweep(store, "own/games").rules.item() == "pig"
    assert verify_store(store.url, None, (), 1e-12) == 0


def test_explorer__cuts_along_games(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(asked(tmp_path, "pig", flip(tmp_path)), store)
    dataset = open_sweep(store, "own/games")
    shown = cut(dataset, Address("own/games", variable="win_probability", x="rules", labels={"goal": "8"}))
    assert shown.values.rules.values.tolist() == ["pig", "Flip"]


def test_wrong_rules__are_said_with_their_place(tmp_path: Path) -> None:
    flip(tmp_path)
    twice = refused(tmp_path, "pig", "flip.yaml", "flip.yaml")
    assert "rules: the label 'Flip' comes twice (" in twice
    assert "line 8, axes.rules[2]). Remove one of the two, or give one another `name:`" in twice
    assert "there is no file 'farkel.yaml', and no game of that name (" in refused(
        tmp_path, "farkel.yaml", "pig"
    )
    assert "axes.rules[0]). Did you mean 'farkle'?" in refused(tmp_path, "farkel.yaml", "pig")
    broken = refused(tmp_path, {"name": "Nothing", "throws": {}}, "pig")
    assert "throws: expected at least one entry" in broken
    assert "axes.rules[0].throws" in broken
    assert "expected the rules of a turn, got '{no' (" in refused(tmp_path, "pig", "{no")
    flip(tmp_path, FLIP.replace("gain: 1", "gain: one"))
    assert "flip.yaml, line" in refused(tmp_path, "pig", "flip.yaml")


def test_store__is_of_several_runs(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(asked(tmp_path, "pig"), store)
    solve(asked(tmp_path, "pig", flip(tmp_path)), store)
    before, now = (open_sweep(store, "own/games", at) for at in _states(store))
    assert before.rules.values.tolist() == ["pig"]
    assert now.rules.values.tolist() == ["pig", "Flip"]


def _states(store: Store) -> tuple[str, str]:
    commits = [commit.id for commit in store.history("own/games")]
    return commits[-1], commits[0]
