"""How `jeopardice` is called: its version, completion in a shell, shipped configs by name, from a wheel, long
answers on a terminal.
"""

import json
import os
import pty
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.commands import Command, one_line

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "flows.cli"]


def shipped() -> set[str]:
    return {
        path.relative_to(ROOT / "configs").with_suffix("").as_posix()
        for path in (ROOT / "configs").glob("*/*.yaml")
    }


def completed(directory: Path, *words: str) -> list[str]:
    """What bash offers for the last word, by the script that --install-completion installs."""
    shell = f"""
eval "$(jeopardice --show-completion)"
COMP_WORDS=(jeopardice {" ".join(words)}); COMP_CWORD={len(words)}
_jeopardice_completion jeopardice
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "SHELL": "/bin/bash"}
    done = subprocess.run(
        ["bash", "-c", shell], cwd=directory, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("hist",), {"history"}),
        pytest.param(("show", "--sw"), {"--sweep"}, marks=pytest.mark.long),
        (("run", "pig/hold"), {"pig/hold_at_n"}),
        pytest.param(("run", "mi"), {"mine.yaml", "mill/"}, marks=pytest.mark.long),
        pytest.param(("solve", "race.pigl"), {"race.piglet"}, marks=pytest.mark.long),
        (("solve", "race.pig", "go"), {"goal="}),
        pytest.param(("run", "mine.yaml", "--rerun", "fa"), {"failed"}, marks=pytest.mark.long),
        pytest.param(("show", "--sweep", "no"), set(), marks=pytest.mark.long),
    ],
)
def test_completion__offers_commands_options_and_names(
    words: tuple[str, ...], offered: set[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").touch()
    (tmp_path / "mill").mkdir()
    assert set(completed(tmp_path, *words)) == offered


def test_version__is_printed(jeopardice: Command) -> None:
    said = jeopardice("--version")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (said.code, said.out) == (0, f"jeopardice {project['version']}\n")


def test_configs__lists_all_that_are_shipped(jeopardice: Command) -> None:
    lines = jeopardice("configs").out.splitlines()
    assert {line.strip() for line in lines if not line.startswith(" ")} == shipped()
    assert any(line.startswith("  Best response") for line in lines)


def test_run__takes_a_shipped_config_by_its_name(jeopardice: Command) -> None:
    assert "sweep pig/hold_at_n" in one_line(jeopardice("run", "pig/hold_at_n", "--dry-run").out)
    # What is typed as in the checkout does the same anywhere.
    assert "sweep pig/hold_at_n" in one_line(jeopardice("run", "configs/pig/hold_at_n.yaml", "--dry-run").out)
    said = jeopardice("run", "pig/hold_at_m", "--dry-run")
    assert said.code == 2
    assert "Did you mean 'pig/hold_at_n'?" in said.error


@pytest.mark.long
def test_wheel__brings_its_configs(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, ROOT], check=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".yaml")}
    rules = {path.as_posix() for path in Path("configs/rules").rglob("*.yaml")}
    of_configs = {name for name in inside if name.startswith("configs/")}
    assert of_configs == {f"configs/{name}.yaml" for name in shipped()} | rules
    assert rules
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", "--target", tmp_path / "installed", wheel], check=True
    )
    (empty := tmp_path / "empty").mkdir()
    # Before the checkout, which this Python has as an editable installation.
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "COLUMNS": "80"}

    def said(*words: str) -> str:
        return subprocess.run(
            [sys.executable, *words], cwd=empty, env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert str(tmp_path) in said("-c", "import configs; print(configs.__file__)")
    assert "sweep pig/hold_at_n" in one_line(said("-m", "flows.cli", "run", "pig/hold_at_n", "--dry-run"))
    assert list(empty.iterdir()) == []


def on_a_terminal(*words: str) -> tuple[int, str]:
    """The exit code and the error of a command whose output is a terminal."""
    ours, theirs = pty.openpty()
    command = subprocess.Popen([*COMMAND, *words], stdout=theirs, stderr=subprocess.PIPE, text=True)
    os.close(theirs)
    try:
        error = command.communicate(timeout=120)[1]
    finally:
        os.close(ours)
    return command.returncode, one_line(error)


@pytest.mark.long
def test_json__of_a_large_answer_is_not_for_a_terminal(jeopardice: Command) -> None:
    code, error = on_a_terminal("solve", "race.pig", "goal=60", "--json")
    assert code == 2
    assert "--json: expected a file or a pipe for" in error
    assert "got 'a terminal'. Add > answer.json, or pipe it into jq." in error
    assert on_a_terminal("solve", "risk.battle", "attackers=3", "defenders=2", "--json")[0] == 0
    assert json.loads(jeopardice("solve", "race.pig", "goal=60", "--json").out)["question"] == "race.pig"


def test_configs__are_listed_by_a_word(jeopardice: Command) -> None:
    every = shipped()
    assert every & {*jeopardice("configs").out.split()} == every
    said = jeopardice("configs", "SHOWDOWN")
    assert said.code == 0
    assert {"pig/showdown", "pig/showdown_of_many"} <= every & {*said.out.split()} < every
    refused = jeopardice("configs", "no such words")
    assert refused.code == 2
    assert "No shipped config has 'no such words' in its name or titles." in one_line(refused.error)
