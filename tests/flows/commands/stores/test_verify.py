"""`jeopardice verify` names every lie that a store tells: the case, the variable and the cell."""

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
import zarr

from configs.errors import ConfigError
from configs.load import parse
from configs.wording import with_question
from storage.repository import Store
from tests.commands import Command, one_line
from tests.sweeps import new_store, race, solve

ROOT = Path(__file__).parents[4]
GOALS = (5, 7, 8)
KEEP = ("win_probability", "value", "hold_at", "advantage")
# goal=7 is the second case; its tables are padded to 8.
CASE = 1


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a store in which all is right."""
    home = tmp_path_factory.mktemp("honest")
    solve(race(GOALS, KEEP), new_store(home))
    return home


def lying(home: Path, tell: Callable[[zarr.Group], None]) -> None:
    """Write into the arrays of the store, past everything that looks after them, on a branch of its own."""
    store = Store.open(str(home / "store"))
    session = store.begin()
    tell(zarr.open_group(session.store, path="small/race"))
    session.commit("a lie", {"sweep": "small/race"})


def cell(name: str, at: tuple[int, ...], number: float) -> Callable[[zarr.Group], None]:
    def tell(group: zarr.Group) -> None:
        group[name][(CASE, *at)] = number

    return tell


def slip(name: str, at: tuple[int, ...], by: float) -> Callable[[zarr.Group], None]:
    def tell(group: zarr.Group) -> None:
        group[name][(CASE, *at)] = group[name][(CASE, *at)] + by

    return tell


def exchanged(group: zarr.Group) -> None:
    value = group["value"][CASE]
    value[[0, 1], 2] = value[[1, 0], 2]
    group["value"][CASE] = value


def as_other_type(group: zarr.Group) -> None:
    old = group["hold_at"]
    kept, attributes = old[...].astype("int32"), dict(old.attrs)
    made: Any = group.create_array(
        "hold_at",
        shape=kept.shape,
        dtype="int32",
        chunks=old.chunks,
        fill_value=-1,
        dimension_names=old.metadata.dimension_names,
        overwrite=True,
    )
    made[...] = kept
    made.attrs.update(attributes)


def relabelled(group: zarr.Group) -> None:
    group["banked"][3] = 30


LIES = {
    "a number of the table": (
        slip("value", (3, 4), 1e-6),
        "goal=7: value at banked=3, opponent=4: expected 0.",
    ),
    "the headline": (slip("win_probability", (), 1e-6), "goal=7: win_probability: expected 0."),
    "a policy": (slip("hold_at", (2, 1), 1), "goal=7: hold_at at banked=2, opponent=1: expected "),
    "an advantage": (
        slip("advantage", (1, 0, 2), 1e-6),
        "goal=7: advantage at banked=1, opponent=0, turn_total=2: expected ",
    ),
    "no number": (
        cell("advantage", (1, 0, 2), np.nan),
        "goal=7: advantage at banked=1, opponent=0, turn_total=2: expected ",
    ),
    "the certificate": (cell("residual", (), 1e-6), "goal=7: residual: expected "),
    "two exchanged": (exchanged, "goal=7: value at banked="),
    "a number beside the table": (
        cell("value", (7, 7), 0.5),
        "goal=7: value at banked=7, opponent=7: expected nan, for the table ends",
    ),
    "another type": (as_other_type, "goal=7: hold_at: expected int16, got int32"),
    "another label": (
        relabelled,
        "goal=7: banked: expected the labels [0 1 2 3 4 5 6], got [ 0 1 2 30 4 5 6]",
    ),
}


@pytest.mark.parametrize(("tell", "named"), LIES.values(), ids=LIES)
def test_verify__names_case_variable_and_cell(
    jeopardice: Command, tmp_path: Path, tell: Callable[[zarr.Group], None], named: str
) -> None:
    solve(race(GOALS, KEEP), new_store(tmp_path))
    lying(tmp_path, tell)
    said = jeopardice("verify", "--sweep", "small/race")
    assert said.code == 1
    assert f"not verified: {named}" in one_line(said.out)


def test_verify__says_what_was_proved_and_what_was_compared(honest: Path) -> None:
    program = [sys.executable, "-m", "flows.cli", "verify", "--sweep", "small/race"]
    done = subprocess.run(program, cwd=honest, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("3 of 3 cases verified. Largest residual ")
    assert lines[1:] == [
        "Proved: value.",
        "Recomputed from other outputs: win_probability, advantage, residual.",
        "Proved optimal, and compared with a new solution: hold_at.",
    ]


def test_verify__of_no_sweep_verifies_all_and_fails_if_one_does(jeopardice: Command, tmp_path: Path) -> None:
    store = new_store(tmp_path)
    for name in ("small/race", "small/second"):
        solve(race(GOALS, KEEP, name), store)
    said = jeopardice("verify")
    assert (said.code, said.error) == (0, "")
    assert [line for line in said.out.splitlines() if line.startswith("small/")] == store.sweeps()
    assert said.out.count("3 of 3 cases verified.") == 2
    for option in (("--sel", "goal=7"), ("--exact",)):
        refused = jeopardice("verify", *option)
        assert refused.code == 2
        assert "SWEEP: the store has several sweeps: small/race, small/second." in one_line(refused.error)
    lying(tmp_path, slip("win_probability", (), 1e-6))
    said = jeopardice("verify")
    assert said.code == 1
    assert "2 of 3 cases verified" in said.out
    assert "3 of 3 cases verified" in said.out


def test_verify__solves_again_where_the_proof_needs_what_is_not_kept(
    jeopardice: Command, tmp_path: Path
) -> None:
    solve(race(GOALS, ["win_probability", "hold_at"]), new_store(tmp_path))
    said = jeopardice("verify")
    assert (said.code, said.error) == (0, "")
    lines = said.out.splitlines()
    assert lines[0].startswith("3 of 3 cases verified. Largest residual ")
    assert one_line("\n".join(lines[1:])) == (
        "The proof needs value, not stored here. So each case was solved again, and the new solution"
        " was proved. Recomputed from other outputs: win_probability, residual. Proved optimal, and compared"
        " with a new solution: hold_at."
    )
    lying(tmp_path, slip("win_probability", (), 1e-6))
    said = jeopardice("verify")
    assert said.code == 1
    assert "2 of 3 cases verified" in said.out
    assert "not verified: goal=7: win_probability: expected 0." in one_line(said.out)


def _kept_in_docs() -> list[Any]:
    """Every config that README and docs show whole."""
    found = []
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for text in re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            content = next(iter(yaml.safe_load_all(text)), None)
            if isinstance(content, dict) and "keep" in content:
                # Some show mistakes, and some name files of rules.
                named = with_question(content).content
                with suppress(ConfigError):
                    parse(named)
                    found.append(pytest.param(named, id=f"{page.name} {content['name']}"))
    return found


SMALL = {"goal": [6, 8], "n": [3, 5], "first_hold_at": [3, 5], "second_hold_at": [3, 5]}


@pytest.mark.parametrize("content", _kept_in_docs())
def test_verify__takes_every_keep_list_that_docs_show(
    jeopardice: Command, tmp_path: Path, content: dict[str, Any]
) -> None:
    axes = {name: SMALL.get(name, labels) for name, labels in content["axes"].items()}
    fixed = {name: value for name, value in content.get("parameters", {}).items() if name != "goal"}
    if "goal" in content.get("parameters", {}):
        fixed["goal"] = 9
    solve({**content, "axes": axes, "parameters": fixed}, new_store(tmp_path))
    said = jeopardice("verify")
    assert said.code == 0, said.out + said.error


@pytest.mark.long
def test_verify__measures_a_certificate_by_the_size_of_the_values(tmp_path: Path) -> None:
    # A turn of Big Pig with a hundred faces is worth thousands of points, whose rounding is more than 1e-12.
    keep = ["expected_score", "threshold", "throw_value", "policy", "residual"]
    solve(
        {
            "name": "big",
            "title": "Big",
            "question": "solitaire.big_pig",
            "axes": {"sides": [100]},
            "keep": keep,
        },
        new_store(tmp_path),
    )
    program = [sys.executable, "-m", "flows.cli", "verify", "--sweep", "big"]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("1 of 1 case verified. Largest residual ")
