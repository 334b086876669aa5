"""`jp.solve` gives what the command gives, and its answers say what they are."""

import json
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jeopardice as jp
from tests.commands import Command

COINS = {
    "name": "coins",
    "usual_goal": 8,
    "throws": {"coin": {"results": [{"chance": "1/2", "gain": 1}, {"chance": "1/2", "bust": True}]}},
}
AS_YAML = """\
name: coins
usual_goal: 8
throws:
  coin:
    results:
      - {chance: 1/2, gain: 1}
      - {chance: 1/2, bust: true}
"""


def _plain(values: Any) -> Any:
    cells = np.asarray(values).astype(object)
    return json.loads(json.dumps(np.where(cells != cells, None, cells).tolist()))


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["pig", "goal=12"], {"game": "pig", "goal": 12}),
        (
            ["pig", "players=best, hold at 5", "goal=12"],
            {"game": "pig", "players": ["best", "hold at 5"], "goal": np.int64(12)},
        ),
        (
            ["pig", "contest=equal turns", "tie=first", "goal=12", "keep=win_probability,value"],
            {
                "game": "pig",
                "contest": "equal turns",
                "tie": "first",
                "goal": 12,
                "keep": ["win_probability", "value"],
            },
        ),
        (["race.piglet", "goal=6"], {"game": "race.piglet", "goal": 6}),
        (["pig", "players=3", "goal=8"], {"game": "pig", "players": 3, "goal": 8}),
        (["piglet_two_coins", "goal=6"], {"game": jp.game("piglet_two_coins"), "goal": 6}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_solve__gives_what_the_command_prints(
    words: list[str], asked: dict[str, Any], jeopardice: Command
) -> None:
    said = json.loads(jeopardice("solve", *words, "--json").out)
    ds = jp.solve(asked.pop("game"), **asked)
    assert ds.attrs["question"] == said["question"]
    assert ds.attrs["question_version"] == said["version"]
    assert list(ds.data_vars) == list(said["outputs"])
    for name, output in said["outputs"].items():
        assert list(ds[name].dims) == output["dims"]
        assert _plain(ds[name].values) == output["values"]
        assert ds[name].attrs.get("units", "1") in (output["unit"], "1")
        assert ds[name].attrs["long_name"]
        assert ds[name].attrs["comment"]
        for dim in output["dims"]:
            assert ds[dim].values.tolist() == said["dimensions"][dim]
    for name, value in said["parameters"].items():
        assert name == "rules" or ds[name].item() == value


def test_solve__takes_a_game_from_a_dict_and_from_a_file_alike(tmp_path: Path) -> None:
    file = tmp_path / "coins.yaml"
    file.write_text(AS_YAML)
    answers = [jp.solve(what) for what in (jp.game(COINS), jp.game(file), file, str(file))]
    for other in answers[1:]:
        assert answers[0].identical(other)
    assert answers[0].goal.item() == 8
    assert answers[0].rules.item() == "coins"
    assert jp.solve(jp.game(COINS), goal=5).goal.item() == 5


def test_answer__says_how_exact_it_is_and_how_to_cite_it() -> None:
    ds = jp.solve("pig", goal=10)
    assert ds.attrs["certificate"] == ds.residual.item() < 1e-12
    assert ds.attrs["certificate_meaning"].startswith("Largest residual. ")
    assert ds.attrs["jeopardice_version"] == jp.__version__
    assert jp.__version__ in ds.attrs["citation"]


def test_answer__can_be_written_as_netcdf(tmp_path: Path) -> None:
    jp.solve("pig", goal=6).to_netcdf(tmp_path / "pig.nc", engine="h5netcdf")


def test_citation__is_that_of_the_citation_file() -> None:
    import yaml

    from jeopardice.describing import AUTHORS, TITLE, YEAR

    said = yaml.safe_load((Path(__file__).parents[2] / "CITATION.cff").read_text())
    assert (said["authors"], said["title"]) == ([{"name": AUTHORS}], TITLE)
    assert said["date-released"].year == YEAR


def test_whole_number__may_come_as_a_float() -> None:
    ds = jp.solve("pig", goal=8)
    assert ds.equals(jp.solve("pig", goal=np.float64(8)))
    assert ds.equals(jp.solve("pig", goal=ds.goal))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"game": "pgi"}, "Did you mean 'pig'"),
        ({"game": "pig", "goals": 9}, "Did you mean 'goal'"),
        ({"game": "pig", "goal": 0}, "goal: expected .* got 0"),
        ({"game": "pig", "goal": [8, 9]}, "an axis: jp.sweep"),
        ({"game": "pig", "keep": "valeu"}, "valeu"),
        ({"game": COINS}, "jp.game"),
        ({"game": None}, "got nothing"),
        ({"game": "pig", "player": "best, best"}, "Did you mean 'players'"),
        ({"game": "pig", "players": ["best", 20]}, 'Write "hold at 20"'),
        ({"game": "pig", "players": [["best", 3]]}, 'Write "hold at 3"'),
        ({"game": "pig", "players": {"first": "best"}}, "players: expected a list by seat"),
        ({"game": "pig", "players": 2.5}, "players: expected a list by seat"),
        ({"game": "pig", "keep": 5}, "keep: expected names of outputs, got 5"),
        ({"game": "pig", "keep": [1]}, "keep: expected names of outputs, got 1"),
        ({"game": "pig", "goal": 8.5}, "a whole number"),
    ],
)
def test_mistake__is_one_line_without_our_stack(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(jp.InvalidRules, match=message) as raised:
        jp.solve(asked.pop("game"), **asked)
    shown = traceback.format_exception(raised.value)
    assert len(str(raised.value).splitlines()) == 1
    assert "".join(shown).count("  File ") == 2
    assert "During handling" not in "".join(shown)


def test_rules__that_are_none_are_refused_line_by_line() -> None:
    with pytest.raises(jp.ConfigError, match="throws"):
        jp.game({"name": "nothing"})


def test_faults_of_ours__keep_their_traceback() -> None:
    from jeopardice.border import public

    def faulty() -> None:
        raise KeyError("inside")

    with pytest.raises(KeyError) as raised:
        public(faulty)()
    assert traceback.extract_tb(raised.value.__traceback__)[-1].name == "faulty"


def test_import__loads_nothing_heavy() -> None:
    heavy = "numpy numba xarray pandas pydantic prefect dask distributed zarr icechunk matplotlib rich typer"
    code = f"import sys, jeopardice; print(*(set({heavy.split()}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
