"""`show`, `solve`, `history` and `diff` at 80 columns: what has room is printed, ids can be copied, parts are
selected.
"""

from pathlib import Path

import numpy as np
import pytest

from flows.commands.stores.show import CERTIFICATES
from solvers.catalog import QUESTIONS
from storage.query import open_sweep, select
from storage.repository import Store
from tests.commands import Command, one_line
from tests.sweeps import new_store, race, solve, solved_store, trio


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def stored(tmp_path: Path) -> Store:
    return solved_store(tmp_path, race(keep=("win_probability", "hold_at", "value")), trio())


def grid(lines: list[str], title: str, rows: int) -> np.ndarray:
    """The numbers of a printed table, its labels left out."""
    start = next(place for place, line in enumerate(lines) if line.startswith(title)) + 2
    return np.array([line.split()[1:] for line in lines[start : start + rows]], float)


def test_show__prints_the_tables_of_a_case_that_have_room(jeopardice: Command, stored: Store) -> None:
    lines = jeopardice("show", "--sweep", "small/race", "--sel", "goal=9").out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    case = open_sweep(stored, "small/race").sel(goal=9)
    # Not the padding of the sweep's longest case.
    np.testing.assert_array_equal(grid(lines, "hold_at [points]: ", 9), case["hold_at"].values[:9, :9])
    np.testing.assert_allclose(grid(lines, "value: ", 9), case["value"].values[:9, :9], atol=5e-5)


def test_show__prints_a_part_of_a_table_by_its_labels(jeopardice: Command, stored: Store) -> None:
    fixed = ("--sel", "first_hold_at=3", "--sel", "second_hold_at=8", "--sel", "second_opponent=4")
    part = (
        "--sel",
        "banked=6:9",
        "--sel",
        "first_opponent=2",
        "--sel",
        "first_opponent=10",
        "--var",
        "hold_at",
    )
    said = jeopardice("show", "--sweep", "small/trio", *fixed, *part)
    case = open_sweep(stored, "small/trio").sel(first_hold_at=3, second_hold_at=8, second_opponent=4)
    right = case["hold_at"].sel(banked=slice(6, 9), first_opponent=[2, 10]).values
    np.testing.assert_array_equal(grid(said.out.splitlines(), "hold_at [points]: ", 4), right)
    assert "value" not in said.out


def test_show__says_what_each_seat_has_in_columns_that_have_room(jeopardice: Command, tmp_path: Path) -> None:
    config = race([2, 3, 4], ("win_probability", "unsettled_clusters", "seat_value"))
    solve(config | {"question": "equal_turns_of_three.piglet"}, new_store(tmp_path))
    said = jeopardice("show")
    assert all(len(line) <= 80 for line in said.out.splitlines())
    first, second = said.out.split("\n\n")
    rows = [line.split() for line in first.splitlines()[-4:]]
    assert rows[0] == ["goal", *(word for seat in "123" for word in ("win_probability", seat))]
    chances = np.array([row[1:] for row in rows[1:]], float)
    np.testing.assert_allclose(chances.sum(axis=1), 1.0, atol=1e-11)
    assert second.splitlines()[0].split() == ["goal", "unsettled_clusters", "residual"]
    # A part of it, too; and what has thousands of numbers a case is refused as before.
    assert "win_probability 3" in jeopardice("show", "--var", "win_probability", "--var", "residual").out
    said = jeopardice("show", "--var", "seat_value", "--var", "residual")
    assert "seat_value has several numbers per case" in one_line(said.error)


def test_show__knows_the_certificates_of_every_question() -> None:
    for question in QUESTIONS.values():
        named = [output.name for output in question.outputs if output.name in CERTIFICATES]
        assert named == list(question.certificates), question.name


def test_solve__prints_a_policy_by_score(jeopardice: Command) -> None:
    said = jeopardice("solve", "fewest_turns.pig", "goal=50")
    assert all(len(line) <= 80 for line in said.out.splitlines())
    # At 20 points from the goal and closer one holds at the goal.
    printed = grid(said.out.splitlines(), "hold_at [points]: ", 5).ravel()
    assert printed[30:].tolist() == list(range(20, 0, -1))


@pytest.mark.parametrize("wanted", ["6:9", slice(6, 9), ["6:7", 8, "9"], ["6", "7", "8", "9"], "5.5:9.5"])
def test_select__takes_ranges_with_both_ends(wanted: object, stored: Store) -> None:
    assert select(open_sweep(stored, "small/race"), {"goal": wanted})["goal"].values.tolist() == [6, 7, 8, 9]


def test_sel__of_several_labels_keeps_the_axis(jeopardice: Command, stored: Store) -> None:
    said = jeopardice("verify", "--sweep", "small/race", "--sel", "goal=5", "--sel", "goal=7:9")
    assert said.out.startswith("4 of 4 cases verified")
    assert (
        jeopardice(
            "export", "some.csv", "--sweep", "small/race", "--sel", "goal=11:", "--var", "win_probability"
        ).code
        == 0
    )
    assert [line.split(",")[0] for line in Path("some.csv").read_text().splitlines()] == ["goal", "11", "12"]


def test_history__has_ids_that_can_be_copied(jeopardice: Command, tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(race([5], name="small/race_with_a_very_long_name_that_does_not_fit_beside_the_rest"), store)
    commit = store.history()[0]
    said = jeopardice("history")
    assert commit.metadata["run"] in said.out
    assert commit.id[:8] in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines())


def test_diff__with_a_state_older_than_the_sweep_says_so(jeopardice: Command, stored: Store) -> None:
    old = stored.history("small/race")[0].id
    said = jeopardice("diff", old, "--sweep", "small/trio")
    assert said.code == 2
    assert said.error.count("\n") == 1
    assert f"OLD: the state '{old}' does not have small/trio." in one_line(said.error)
    assert "older than the sweep" in said.error


def test_units__that_are_not_points_are_named(jeopardice: Command, tmp_path: Path) -> None:
    said = jeopardice("solve", "race.ten_thousand", "goal=10000")
    assert "goal: expected a whole number from 2 to 400, in chips (50 points), got 10000." in one_line(
        said.error
    )
    solve(race([2, 3]) | {"question": "race.ten_thousand"}, new_store(tmp_path))
    assert "goal in chips (50 points)." in jeopardice("show").out
    assert "Scores are in units of 50 points." in one_line(jeopardice("questions", "farkle").out)
