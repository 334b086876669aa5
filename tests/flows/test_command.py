"""`jeopardice`: what a run says and leaves, and what the other commands print of a store."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import xarray as xr

from configs.load import parse
from configs.schema import text as schema_text
from solvers.catalog import QUESTIONS
from storage.query import open_sweep
from storage.region import write_cases
from storage.repository import Store
from tasks.plan import make_plan
from tasks.room import attributes, run_metadata
from tests import oracle
from tests.commands import Command, one_line
from tests.sweeps import new_store, race, solve, solved_store, trio, write

TRIO_TITLE = "Best response to two opponents"


@pytest.fixture
def config(tmp_path: Path) -> str:
    return write(tmp_path, race())


@pytest.fixture
def stored(tmp_path: Path) -> Store:
    """A store with both sweeps, solved here."""
    return solved_store(tmp_path, race(), trio())


# What takes a tenth of a second or more to import, but Pydantic: Typer may need it for its options.
SLOW = {
    "dask",
    "distributed",
    "holoviews",
    "icechunk",
    "matplotlib",
    "numba",
    "numpy",
    "pandas",
    "panel",
    "prefect",
    "pyarrow",
    "quantecon",
    "scipy",
    "solvers",
    "tornado",
    "xarray",
    "zarr",
}
STORE = {"icechunk", "numpy", "solvers", "zarr"}
# Numba asks for the version of SciPy.
SOLVING = {"numba", "numpy", "scipy", "solvers"}
PLANNING = STORE | SOLVING


def imported_by(*words: str) -> set[str]:
    """The slow packages that a command imports."""
    program = (
        "import sys; from flows.cli import main; sys.argv = ['jeopardice', *sys.argv[1:]]\n"
        "try: main()\n"
        "finally: print(*{name.partition('.')[0] for name in sys.modules}, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    assert done.stdout
    return set(done.stderr.split()) & SLOW


@pytest.mark.parametrize("words", ["--help", "run --help", "configs"])
def test_help__imports_nothing_slow(words: str) -> None:
    assert not imported_by(*words.split())


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "needed"),
    [
        ("ls", STORE),
        ("history", STORE),
        ("status", STORE),
        ("show --sweep small/race", STORE),
        ("show --sweep small/trio --sel first_hold_at=3", STORE),
        ("show --sweep small/race --sel goal=7", STORE),
        ("solve race.pig goal=5", SOLVING),
        (f"judge pig {Path(__file__).parents[2] / 'docs' / 'games_of_pig.csv'}", SOLVING),
        ("run small.yaml --dry-run", PLANNING),
        # All cases are there.
        ("run small.yaml --no-publish", PLANNING),
    ],
)
@pytest.mark.usefixtures("config", "stored", "jeopardice")
def test_command__imports_of_what_is_slow_only_what_it_needs(words: str, needed: set[str]) -> None:
    assert imported_by(*words.split()) == needed


def test_dry_run__says_what_would_be_done_and_touches_nothing(jeopardice: Command, config: str) -> None:
    before = jeopardice.files()
    said = jeopardice("run", config, "--dry-run")
    assert (said.code, said.error) == (0, "")
    text = one_line(said.out)
    assert "sweep small/race" in text
    assert "cases 8 (0 done, 8 to do)" in text
    assert "to solve 8 cases in 1 block, saved in 1 commit" in text
    assert re.search(r"size [1-9]\d*(\.\d)? (bytes|kB) before compression", text)
    assert re.search(r"time (less than 0\.1|about \d+\.\d) s on one core", text)
    assert jeopardice.files() == before


def test_dry_run__says_what_is_there(jeopardice: Command, stored: Store, tmp_path: Path) -> None:
    config, before = write(tmp_path, race(range(5, 15))), jeopardice.files()
    said = jeopardice("run", config, "--dry-run")
    assert "cases 10 (8 done, 2 to do)" in one_line(said.out)
    said = jeopardice("run", config, "--dry-run", "--rerun", "all")
    assert "cases 10 (0 done, 10 to do: " in one_line(said.out)
    assert jeopardice.files() == {**before, "small.yaml": (tmp_path / "small.yaml").stat().st_mtime_ns}


@pytest.mark.usefixtures("reporting")
def test_run__solves_publishes_and_then_solves_nothing(
    jeopardice: Command, config: str, tmp_path: Path
) -> None:
    said = jeopardice("run", config, "--serial")
    assert (said.code, said.error) == (0, "")
    assert "8 of 8 cases" in said.out
    assert "small/race: 8 cases done in " in one_line(said.out)
    assert xr.open_zarr(tmp_path / "published" / "small" / "race.zarr").sizes["goal"] == 8
    before = jeopardice.files()
    again = jeopardice("run", config, "--serial")
    assert (again.code, again.error) == (0, "")
    assert "Nothing to do: all cases are done." in again.out
    assert jeopardice.files() == before


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
def test_run__takes_its_store_from_the_environment(
    jeopardice: Command, config: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JEOPARDICE_STORE", str(tmp_path / "elsewhere"))
    assert jeopardice("run", config, "--serial", "--no-publish", "--keep", "hold_at").code == 0
    assert "hold_at" in open_sweep(Store.open(str(tmp_path / "elsewhere")), "small/race")
    assert not (tmp_path / "store").exists()
    assert not (tmp_path / "published").exists()


def test_show__prints_rows_of_one_axis(jeopardice: Command, stored: Store) -> None:
    said = jeopardice("show", "--sweep", "small/race")
    lines = said.out.splitlines()
    assert lines[0] == "The race to a few points  (small/race)"
    assert lines[1].split() == ["goal", "win_probability", "residual"]
    values = open_sweep(stored, "small/race")["win_probability"]
    assert [float(line.split()[1]) for line in lines[2:10]] == pytest.approx(
        values.values.tolist(), abs=1e-12
    )
    assert lines[10].startswith("8 of 8 cases done, largest residual ")


def test_show__prints_a_grid_of_two_axes(jeopardice: Command, stored: Store) -> None:
    lines = jeopardice("show", "--store", "store", "--sweep", "small/trio").out.splitlines()
    assert lines[0] == f"{TRIO_TITLE}  (small/trio)"
    assert lines[1] == "win probability, first_hold_at down, second_hold_at across"
    assert lines[2].split() == ["3", "5", "8"]
    grid = np.array([line.split() for line in lines[3:6]], float)
    assert grid[:, 0].tolist() == [3, 5, 8]
    np.testing.assert_allclose(grid[:, 1:], open_sweep(stored, "small/trio")["win_probability"], atol=5e-5)


def test_show__prints_texts_in_rows(jeopardice: Command, stored: Store) -> None:
    lines = jeopardice("show", "--sweep", "small/trio", "--var", "key").out.splitlines()
    assert lines[1].split() == ["first_hold_at", "second_hold_at", "key"]
    keys = open_sweep(stored, "small/trio", record=True)["key"].values
    assert [line.split()[2] for line in lines[2:11]] == keys.ravel().tolist()


def test_show__of_a_sweep_that_has_nothing_yet_says_so(jeopardice: Command, tmp_path: Path) -> None:
    sweep, place = (
        parse(race(name="small/planned") | {"axes": {"goal": [5, 6], "sides": [4, 6]}}),
        new_store(tmp_path),
    )
    place.prepare(sweep.name, make_plan(sweep, place).layout, attributes(sweep, run_metadata()), "plan", {})
    said = jeopardice("show", "--store", "store", "--sweep", "small/planned")
    assert (said.code, said.error) == (0, "")
    assert "0 of 4 cases done." in said.out


def test_show__prints_one_case_with_all_it_has(jeopardice: Command, stored: Store) -> None:
    said = jeopardice(
        "show", "--sweep", "small/trio", "--sel", "first_hold_at=3", "--sel", "second_hold_at=8"
    )
    rows = {line.split()[0]: line.split()[1:] for line in said.out.splitlines()[1:-1]}
    case = open_sweep(stored, "small/trio", record=True).sel(first_hold_at=3, second_hold_at=8)
    assert float(rows["win_probability"][0]) == pytest.approx(case["win_probability"].item(), abs=1e-12)
    assert rows["first_hold_at"] == ["3", "points"]
    assert "value: win probability, banked 12 x first_opponent 12 x second_opponent 12" in one_line(said.out)
    assert rows["key"] == [case["key"].item()]


@pytest.mark.long
def test_show__selects_variables_and_old_states(jeopardice: Command, stored: Store) -> None:
    run = stored.history("small/race")[0].metadata["run"]
    solve(race([*range(5, 13), 20]), stored)
    said = jeopardice("show", "--sweep", "small/race", "--var", "residual", "--at", run)
    assert said.out.splitlines()[1].split() == ["goal", "residual"]
    assert "8 of 8 cases done" in said.out


@pytest.mark.long
def test_show__prints_titles_and_errors_as_they_are(
    jeopardice: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = QUESTIONS["race.pig"]

    def refuse(**parameters: Any) -> Any:
        raise ValueError("axes[bold] of [3] cases")

    monkeypatch.setitem(QUESTIONS, own.name, replace(own, solve=refuse))
    solve(race([5]) | {"title": "Races [to a few] points"}, new_store(tmp_path))
    said = jeopardice("show")
    assert said.out.startswith("Races [to a few] points  (small/race)")
    assert "failed: ValueError: axes[bold] of [3] cases" in said.out
    assert "ValueError: axes[bold] of [3] cases" in one_line(jeopardice("show", "--sel", "goal=5").out)
    config = write(tmp_path, race([5]) | {"title": "Races [to a few] points"})
    assert "Races [to a few] points" in jeopardice("run", config, "--dry-run").out


def test_ls__lists_sweeps_and_coverage(jeopardice: Command, stored: Store) -> None:
    lines = [line.split() for line in jeopardice("ls").out.splitlines()]
    assert [line[:4] for line in lines[1:]] == [["small/race", "8", "8", "0"], ["small/trio", "9", "9", "0"]]


def test_ls__of_an_empty_store_lists_nothing(jeopardice: Command, tmp_path: Path) -> None:
    new_store(tmp_path)
    said = jeopardice("ls")
    assert (said.code, len(said.out.splitlines())) == (0, 1)


def test_history__lists_runs_newest_first(jeopardice: Command, stored: Store) -> None:
    lines = [line.split() for line in jeopardice("history").out.splitlines()[1:]]
    assert [line[0] for line in lines] == [
        stored.history(name)[0].metadata["run"] for name in ("small/trio", "small/race")
    ]
    assert [line[-1] for line in lines] == [
        stored.history(name)[0].id[:8] for name in ("small/trio", "small/race")
    ]
    assert len(jeopardice("history", "--sweep", "small/race").out.splitlines()) == 2


def test_diff__says_what_changed(jeopardice: Command, stored: Store) -> None:
    old = stored.history("small/race")[0].id
    tamper(stored)
    solve(race([*range(5, 13), 20]), stored)
    lines = [line.split() for line in jeopardice("diff", old, "--sweep", "small/race").out.splitlines()[1:]]
    found = {line[0]: line[1:] for line in lines}
    assert found["value"] == ["0", "1", "1", "0.001"]
    assert found["win_probability"] == ["0", "1", "0", "0"]


def tamper(store: Store) -> None:
    """Change one stored value of the race to 7 by a thousandth, through the storage layer."""
    layout = store.layout("small/race")
    assert layout is not None
    session = store.begin()
    fork = store.fork(session)
    value = open_sweep(store, "small/race")["value"].sel(goal=7).values[:7, :7].copy()
    value[3, 4] += 0.001
    write_cases(fork, "small/race", layout, {(2,): {"value": value}})
    session.merge(fork)
    session.commit("tamper", {"sweep": "small/race"})


def test_verify__accepts_what_was_solved(jeopardice: Command, stored: Store) -> None:
    said = jeopardice("verify", "--sweep", "small/race")
    assert said.code == 0
    assert said.out.startswith("8 of 8 cases verified. Largest residual ")
    assert jeopardice("verify", "--sweep", "small/trio").out.startswith("9 of 9 cases verified")


@pytest.mark.long
def test_verify__catches_a_changed_value(jeopardice: Command, stored: Store) -> None:
    tamper(stored)
    said = jeopardice("verify", "--sweep", "small/race")
    assert said.code == 1
    assert said.out.startswith("7 of 8 cases verified")
    assert "not verified: goal=7: value at banked=3, opponent=4: expected 0.8129" in said.out
    assert jeopardice("verify", "--sweep", "small/race", "--sel", "goal=8").code == 0
    assert jeopardice("verify", "--sweep", "small/race", "--tolerance", "0.01").code == 0


@pytest.mark.long
def test_verify__says_what_it_cannot_of_a_case_that_outgrew_a_process(
    jeopardice: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = QUESTIONS["race_of_many.pig"]
    assert many.wave is not None
    large = replace(many, wave=replace(many.wave, outgrows=lambda given: True))
    monkeypatch.setitem(QUESTIONS, many.name, large)
    content = {
        "name": "small/many",
        "title": "Three in turn",
        "question": many.name,
        "axes": {"goal": [6], "players": [3]},
        "keep": ["win_probability"],
    }
    solve(content, new_store(tmp_path))
    said = jeopardice("verify")
    assert said.code == 1
    assert "0 of 1 case verified" in said.out
    assert "goal=6, players=3: table: expected one, got none, as it is too large to be stored." in one_line(
        said.out
    )


def test_solve__says_that_it_goes_on_while_it_does(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = "Still solving after 1 second. Ctrl-C stops it."
    monkeypatch.setattr("flows.terminal.how_long.SILENT_SECONDS", 0.001)
    assert says not in jeopardice("solve", "race.pig", "goal=5").error
    # Rich takes this for a terminal.
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert says in jeopardice("solve", "race.pig", "goal=5").error


def test_solve__says_how_long_it_takes_before_it_begins(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    race_to = QUESTIONS["race.pig"]
    monkeypatch.setitem(QUESTIONS, race_to.name, replace(race_to, seconds=lambda given: 750.0))
    assert (
        "Takes about 12 minutes on one core. Ctrl-C stops it."
        in jeopardice("solve", race_to.name, "goal=5").error
    )


def test_verify_exact__solves_in_fractions(jeopardice: Command, stored: Store) -> None:
    said = jeopardice("verify", "--sweep", "small/race", "--exact")
    assert said.code == 0
    assert "8 of 8 cases solved in fractions agree. Largest difference " in one_line(said.out)
    said = jeopardice("verify", "--sweep", "small/race", "--sel", "goal=5", "--exact")
    assert "1 of 1 case solved in fractions agree" in said.out
    (exact,) = (line for line in said.out.splitlines() if line.startswith("win probability = "))
    assert exact == f"win probability = {oracle.race(oracle.pig(6, 1), 5)[0, 0]}"
    chosen = ("--sel", "first_hold_at=3", "--sel", "second_hold_at=5")
    said = jeopardice("verify", "--sweep", "small/trio", *chosen, "--exact")
    assert said.code == 0
    assert "1 of 1 case solved in fractions agree" in said.out


def test_verify_exact__catches_what_a_loose_tolerance_lets_through(
    jeopardice: Command, stored: Store
) -> None:
    tamper(stored)
    said = jeopardice("verify", "--sweep", "small/race", "--exact")
    assert said.code == 1
    assert "not exact: goal=7 differs by 0.001" in said.out
    assert "7 of 8 cases solved in fractions agree" in said.out


def test_verify_exact__says_what_is_too_large(jeopardice: Command, tmp_path: Path) -> None:
    solve(race([5, 70]), new_store(tmp_path))
    said = jeopardice("verify", "--exact")
    assert said.code == 0
    assert "1 of 2 cases solved in fractions agree" in said.out
    assert (
        "1 case not solved in fractions. The first: goal=70: goal: expected at most 60 for fractions in this"
        " game, got 70." in said.out
    )
    # Nothing proved is no success.
    assert jeopardice("verify", "--exact", "--sel", "goal=70").code == 1


def test_verify_exact__needs_a_question_that_has_it(
    jeopardice: Command, stored: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = QUESTIONS["race.pig"]
    monkeypatch.setitem(QUESTIONS, own.name, replace(own, exact=None))
    for words in (("verify", "--sweep", "small/race"), ("solve", own.name, "goal=5")):
        said = jeopardice(*words, "--exact")
        assert said.code == 2
        assert "--exact: race.pig cannot be solved in fractions." in one_line(said.error)


def test_no_number__is_said_in_words(jeopardice: Command, tmp_path: Path) -> None:
    """How many turns give an even chance, where more do than are played."""
    said = jeopardice("solve", "within_turns.pig", "goal=30", "turns=1")
    assert "even-chance turns more than are played" in one_line(said.out)
    content = race([30], ["win_probability", "even_chance_turns"], "small/within")
    solve(content | {"question": "within_turns.pig", "parameters": {"turns": 1}}, new_store(tmp_path))
    for chosen in ((), ("--sel", "goal=30")):
        said = jeopardice("show", *chosen)
        assert "even_chance_turns \N{EN DASH}: Fewest turns" in one_line(said.out)
        assert "nan" not in said.out


def test_verify_exact__solves_again_where_too_little_is_kept(jeopardice: Command, tmp_path: Path) -> None:
    solve(race([5, 7], keep=["first_player_advantage"]), new_store(tmp_path))
    said = jeopardice("verify", "--exact")
    assert said.code == 0, said.out + said.error
    text = one_line(said.out)
    assert "2 of 2 cases verified" in text
    assert "The proof needs value, not stored here. So each case was solved again," in text
    assert "2 of 2 cases solved in fractions agree" in text


def test_export__writes_every_format(jeopardice: Command, stored: Store) -> None:
    right = open_sweep(stored, "small/race").load()
    for name in ("out.zarr", "out.nc", "out.csv", "out.parquet"):
        said = jeopardice("export", name, "--sweep", "small/race")
        assert (said.code, said.error) == (0, "")
        assert said.out.startswith("Wrote ")
    chances = right["win_probability"].values
    np.testing.assert_array_equal(xr.open_zarr("out.zarr")["value"], right["value"])
    with xr.open_dataset("out.nc", engine="h5netcdf") as copy:
        np.testing.assert_array_equal(copy["value"], right["value"])
    np.testing.assert_array_equal(pd.read_parquet("out.parquet")["win_probability"], chances)
    np.testing.assert_array_equal(pd.read_csv("out.csv")["win_probability"], chances)


def test_export__writes_a_part(jeopardice: Command, stored: Store) -> None:
    assert (
        jeopardice("export", "part.csv", "--sweep", "small/race", "--sel", "goal=6", "--var", "value").code
        == 0
    )
    rows = pd.read_csv("part.csv")
    assert list(rows.columns) == ["banked", "opponent", "value"]
    assert len(rows) == 36


def test_schema__is_the_one_that_configs_name(jeopardice: Command) -> None:
    said = jeopardice("schema")
    assert said.out == schema_text()
    assert json.loads(said.out)["title"] == "A sweep of Jeopardice"


def test_solve__prints_one_case_as_json(jeopardice: Command, stored: Store) -> None:
    said = jeopardice("solve", "race.pig", "goal=7", "--json")
    document = json.loads(said.out)
    assert document["question"] == "race.pig"
    assert document["parameters"] == {"goal": 7, "sides": 6, "bust_face": 1}
    assert document["dimensions"]["banked"] == list(range(7))
    case = open_sweep(stored, "small/race").sel(goal=7)
    assert document["outputs"]["win_probability"]["values"] == case["win_probability"].item()
    assert document["outputs"]["value"]["dims"] == ["banked", "opponent"]
    np.testing.assert_array_equal(document["outputs"]["value"]["values"], case["value"].values[:7, :7])


def test_solve__prints_numbers_and_says_what_to_type(jeopardice: Command) -> None:
    said = jeopardice("solve", "race.pig", "goal=7")
    assert "win probability" in said.out
    assert "Add --json to print these, too: policy[banked, opponent, turn_total]" in said.out
    assert "jeopardice solve pig players=" in jeopardice("solve").out


def test_solve__says_who_gets_the_fairest_head_start(jeopardice: Command) -> None:
    asked = ("solve", "pig", "goal=20", "keep=handicap,handicap_win_probability")
    for more, seat in (((), "second"), (("contest=equal turns", "tie=shared"), "first")):
        found = json.loads(jeopardice(*asked, *more, "--json").out)["outputs"]
        points, wins = (found[name]["values"] for name in ("handicap", "handicap_win_probability"))
        assert (points > 0) == (seat == "second")
        said = f"Fairest head start: {abs(points)} points for the {seat} player. With it the first player"
        assert f"{said} wins {100 * wins:.2f} %." in one_line(jeopardice(*asked, *more).out)
    # It needs both numbers, and two players.
    assert "head start" not in jeopardice("solve", "pig", "goal=20", "keep=handicap").out
    assert "head start" not in jeopardice("solve", "pig", "players=3", "goal=5").out


def test_solve__prints_fractions(jeopardice: Command) -> None:
    coin = ("solve", "race.pig", "goal=2", "sides=2", "bust_face=2", "--exact")
    # Neller, Russell & Markov 2012, section 3.3.
    assert "win probability = 4/7. The floats differ by at most " in jeopardice(*coin).out
    document = json.loads(jeopardice(*coin, "--json").out)
    assert document["exact"]["fraction"] == "4/7"
    said = jeopardice("solve", "race.pig", "goal=100", "--exact")
    assert said.code == 2
    assert "goal: expected at most 60 for fractions in this game, got 100." in one_line(said.error)
