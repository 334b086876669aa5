"""A user's mistake: exit code 2, and one worded line on the error stream that says what to do; nothing is
started or left behind.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Command, one_line
from tests.processes import free_port
from tests.sweeps import new_store, race, solve, solved_store, trio, write

Mistake = tuple[Callable[[Path], list[object]], str]


@pytest.fixture(autouse=True)
def _no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is there: whoever asked would fail otherwise than expected."""
    monkeypatch.setenv("PREFECT_API_URL", f"http://127.0.0.1:{free_port()}/api")


def config(directory: Path, **changed: Any) -> str:
    return write(directory, race([5, 6]) | changed)


def text(directory: Path, content: str) -> str:
    (directory / "small.yaml").write_text(content)
    return "small.yaml"


def stored(directory: Path) -> None:
    solved_store(directory, race([5, 6]))


def run(*options: object, **changed: Any) -> Callable[[Path], list[object]]:
    """Run a config with something changed, or with an option."""
    return lambda home: ["run", config(home, **changed), "--serial", *options]


def asked(*words: object) -> Callable[[Path], list[object]]:
    """Ask a store that is there."""

    def arrange(home: Path) -> list[object]:
        stored(home)
        return list(words)

    return arrange


def at_a_file(home: Path) -> list[object]:
    (home / "file").touch()
    return ["run", config(home), "--serial", "--store", "file"]


def in_a_directory_of_others(home: Path) -> list[object]:
    (home / "others").mkdir()
    (home / "others" / "letter.txt").write_text("Dear")
    return ["run", config(home), "--serial", "--store", "others"]


def on_other_axes(home: Path) -> list[object]:
    stored(home)
    return ["run", config(home, axes={"goal": [5], "sides": [4, 6]}), "--serial"]


def with_another_die(home: Path) -> list[object]:
    stored(home)
    return ["run", config(home, axes={"goal": [5, 6]}, parameters={"sides": 8}), "--serial"]


def at_several_sweeps(home: Path) -> list[object]:
    store = new_store(home)
    solve(race([5, 6]), store)
    solve(trio([3, 5]), store)
    return ["show"]


def in_a_read_only_place(home: Path) -> list[object]:
    # Nobody makes directories there, not even root.
    return ["run", config(home), "--store", "/proc/jeopardice/store"]


def nobody() -> str:
    return f"tcp://127.0.0.1:{free_port()}"


def huge(name: str, *last: int) -> dict[str, Any]:
    return {
        "question": "simultaneous.best_response_to_two",
        "parameters": {"goal": 500},
        "axes": {
            axis: {"from": 1, "to": end}
            for axis, end in zip(("first_hold_at", "second_hold_at"), last, strict=True)
        },
        "keep": [name],
    }


MISTAKES: dict[str, Mistake] = {
    "no config": (
        lambda home: ["run", "nowhere.yaml"],
        "No config named nowhere.yaml, neither a file nor one that is shipped. Check the path, or choose",
    ),
    "a directory as config": (
        lambda home: ["run", str(home)],
        "config: expected a YAML file, got a directory",
    ),
    "bad YAML": (lambda home: ["run", text(home, "name: [")], "YAML: syntax error, "),
    "empty config": (
        lambda home: ["run", text(home, "")],
        "config: expected at least one sweep, got an empty file (small.yaml).",
    ),
    "unknown question": (
        run(question="race.optimal_pay"),
        "question: expected one of the catalogue, got 'race.optimal_pay'",
    ),
    "unknown key": (run(colour="red"), "colour: expected"),
    "goal 0": (run(axes={"goal": [5, 0]}), "goal: expected a whole number from 2 to 1000, got 0"),
    "empty axis": (run(axes={"goal": []}), "goal: expected"),
    "unknown output": (run(keep=["valu"]), "keep: expected an output of race.pig, got 'valu'"),
    "unknown output to keep": (run("--keep", "valu"), "keep: expected an output of race.pig, got 'valu'."),
    "bad --rerun": (
        run("--rerun", "everything"),
        "--rerun: expected needed, failed, stale, damaged or all, got 'everything'.",
    ),
    "two places": (
        run("--workers", 2),
        "--serial and --workers exclude each other. Pass only one of them.",
    ),
    "no workers": (
        lambda home: ["run", config(home), "--workers", 0],
        "--workers: expected 1 or more, got 0.",
    ),
    "absurd time": (
        run(**huge("win_probability", 100, 100)),
        "hours on one core, more than 24. Ask for less",
    ),
    "absurd size": (run(**huge("value", 30, 2)), "GB, more than 20 GB. Ask for less"),
    "absurd number": (
        run("--yes", **huge("win_probability", 2000, 2000)),
        "small/race has 4000000 cases, more than the 1000000 that",
    ),
    "a file as store": (at_a_file, "The store's path file is a file, not a directory. Choose another path."),
    "others' directory": (
        in_a_directory_of_others,
        "The directory others holds something else, not a store. Choose another path.",
    ),
    "another die": (
        with_another_die,
        "the stored answers are for other fixed parameters (sides 6 -> 8). Pass --yes",
    ),
    "other axes": (on_other_axes, "axes: the store has goal, the config goal, sides."),
    "unknown scheme": (
        run("--store", "ftp://host/store"),
        "store: expected a path or file://, s3://bucket/prefix, gs:// or az://, got",
    ),
    "a relative address": (
        run("--store", "file://data/store"),
        "store: expected file:// and an absolute path, got 'file://data/store'.",
    ),
    "an address of nothing": (
        run("--store", "file://"),
        "store: expected file:// and an absolute path, got 'file://'.",
    ),
    "a bucket without slashes": (
        run("--store", "s3:bucket/x"),
        "got 's3:bucket/x'. For a directory of that name write './s3:bucket/x'.",
    ),
    "a bucket without colon": (
        run("--store", "s3//bucket/x"),
        "store: expected a path or an address such as s3://bucket/prefix, got",
    ),
    "a drive": (
        run("--store", "C:/dice"),
        "store: expected a path or an address such as s3://bucket/prefix, got 'C:/dice'.",
    ),
    "no such user": (
        run("--store", "~nobody-of-that-name/x"),
        "store: the path '~nobody-of-that-name/x' names a user who does not exist.",
    ),
    "a bucket and a fragment": (
        run("--store", "s3://bucket/x#y"),
        "store: the address 's3://bucket/x#y' contains a #.",
    ),
    "a read-only place": (in_a_read_only_place, "store: cannot write to "),
    "a read-only place for copies": (
        run("--publish", "/proc/x"),
        "--publish: cannot write to /proc/x/small, as nothing can be made in /proc: ",
    ),
    "a file for copies": (
        run("--publish", "small.yaml"),
        "small.yaml: Not a directory. Choose another place",
    ),
    "a bucket for copies": (
        run("--publish", "s3://bucket/x"),
        "--publish: expected a directory of this machine",
    ),
    "a read-only place to look at": (
        run("--dry-run", "--store", "/proc/x"),
        "store: cannot write to /proc/x, as nothing can be made in /proc: ",
    ),
    "no scheduler": (
        lambda home: ["run", config(home), "--scheduler", nobody()],
        "Cannot reach a Dask scheduler at tcp://127.0.0.1:",
    ),
    "no port": (
        lambda home: ["run", config(home), "--scheduler", "tcp://host:x"],
        "Cannot reach a Dask scheduler at tcp://host:x: Port",
    ),
    "a bust face that a die has not": (
        run(axes={"goal": [5, 6], "sides": [4, 6], "bust_face": [1, 5, 7]}),
        (
            "small/race: goal=5, sides=4, bust_face=5 and 5 more of 12 cases: bust_face: expected 1 to 4, a"
            " face of the die, got 5. Make"
        ),
    ),
    "no store": (
        lambda home: ["show"],
        "No store at ./store. Create one with `jeopardice run pig/three_players`, or pass --store.",
    ),
    "no store to list": (
        lambda home: ["ls", "--store", "nowhere"],
        "No store at ./nowhere.",
    ),
    "an end that is no number": (
        asked("show", "--sel", "goal=5:many"),
        "goal: '5:many' is not a range. Write it like 20:60, 20: or :60.",
    ),
    "a range of nothing": (
        asked("show", "--sel", "goal=7:9"),
        "goal: no label lies in '7:9'. Labels go from 5 to 6.",
    ),
    "misspelt sweep": (
        asked("show", "--sweep", "small/rase"),
        "SWEEP: the store has no sweep 'small/rase', only small/race. Did you mean 'small/race'?",
    ),
    "misspelt variable": (asked("show", "--var", "valu"), "Did you mean 'value'?"),
    "misspelt axis": (
        asked("show", "--sel", "gaol=5"),
        "There is no axis 'gaol'. The axes are goal, banked, opponent. Did you mean 'goal'?",
    ),
    "misspelt shipped config": (lambda home: ["run", "pig/hold_at_m"], "Did you mean 'pig/hold_at_n'?"),
    "half a goal": (
        lambda home: ["solve", "race.pig", "goal=20.5"],
        "goal: expected a whole number from 2 to 1000, got '20.5'.",
    ),
    "no such sweep to remove": (
        asked("rm", "small/rase", "--yes"),
        "no sweep 'small/rase', only small/race. Did you mean 'small/race'?",
    ),
    "no age": (
        asked("gc", "--older-than", "soon"),
        "--older-than: expected an age such as 30d or 12h, or a date such as 2026-01-31",
    ),
    "no such tag": (
        asked("tag", "paper", "--delete"),
        "tag: there is no tag 'paper'. The store has no tags.",
    ),
    "no name for a tag": (asked("tag", "a b"), "tag: 'a b' is not a valid name. Use letters, digits,"),
    "no such sweep": (
        asked("show", "--sweep", "pig"),
        "SWEEP: the store has no sweep 'pig', only small/race. Name one of these.",
    ),
    "which sweep": (
        at_several_sweeps,
        "SWEEP: the store has several sweeps: small/race, small/trio. Name one of them.",
    ),
    "no such axis": (asked("show", "--sel", "gaol=5"), "There is no axis 'gaol'."),
    "no such label": (
        asked("show", "--sel", "goal=50"),
        "goal: there is no label '50'. The nearest are 5, 6.",
    ),
    "label of another kind": (
        asked("show", "--sel", "goal=many"),
        "goal: there is no label 'many'.",
    ),
    "no label": (asked("show", "--sel", "goal"), "--sel: expected AXIS=LABEL, got 'goal'."),
    "no such variable": (asked("show", "--var", "valu"), "There is no variable 'valu'. The sweep has "),
    "no such state": (
        asked("show", "--at", "yesterday"),
        "at: no tag, snapshot or run is called 'yesterday'.",
    ),
    "no such state to compare": (asked("diff", "yesterday"), "at: no tag, snapshot or run"),
    "a dimension to verify": (
        asked("verify", "--sel", "banked=0"),
        "--sel: expected an axis among goal, got 'banked'.",
    ),
    "unknown format": (
        asked("export", "out.xlsx"),
        "path: 'out.xlsx' ends in none of .zarr, .nc, .csv, .parquet, which say the format.",
    ),
    "part of a Zarr": (
        asked("export", "out.zarr", "--var", "value"),
        "export: out.zarr takes a whole sweep.",
    ),
    "variables that do not fit": (
        asked("export", "out.csv", "--var", "value", "--var", "residual"),
        "variables: value, residual differ in their dimensions.",
    ),
    "unknown question to solve": (
        lambda home: ["solve", "race.pgi"],
        "question: expected one of the catalogue, got 'race.pgi'. Nearest: race.",
    ),
    "unknown game to solve": (
        lambda home: ["solve", "race"],
        "game: expected one of pig, piglet, progressive_pig,",
    ),
    "case that outgrows a process": (
        lambda home: ["solve", "race_of_many.pig", "players=4", "goal=100"],
        "race_of_many.pig with players=4, goal=100 is too large for one process. Put it into a config:",
    ),
    "unknown parameter": (
        lambda home: ["solve", "race.pig", "gaol=5"],
        "gaol: expected a parameter of race.pig",
    ),
    "word that is nearly one": (
        lambda home: ["solve", "pig", "palyers=best, hold at 20"],
        "palyers: expected contest, players, keep or a parameter, got 'palyers'. Did you mean 'players'?",
    ),
    "no game at all": (
        lambda home: ["questions", "who wins"],
        "got 'who wins'. Search by a word: jeopardice questions --about WORD.",
    ),
    "no value": (lambda home: ["solve", "race.pig", "goal"], "parameter: expected NAME=VALUE, got 'goal'."),
    "value of another kind": (
        lambda home: ["solve", "race.pig", "goal=ten"],
        "goal: expected a whole number from 2 to 1000, got 'ten'.",
    ),
    "cron nonsense": (
        lambda home: ["schedule", config(home), "--cron", "often"],
        "--cron: expected five fields as in crontab",
    ),
    "two places to schedule": (
        lambda home: [
            "schedule",
            config(home),
            "--cron",
            "0 3 * * *",
            "--workers",
            2,
            "--scheduler",
            "tcp://127.0.0.1:8786",
        ],
        "--scheduler and --workers exclude each other.",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake__is_worded(mistake: str, jeopardice: Command) -> None:
    arrange, expected = MISTAKES[mistake]
    words = arrange(jeopardice.home)
    before = jeopardice.files()
    said = jeopardice(*words)
    assert said.code == 2, said
    assert one_line(said.error).startswith("error: ")
    assert expected in one_line(said.error)
    # A syntax error shows the text with a caret below it.
    assert said.error.count("\n") == (3 if said.error.endswith("^\n") else 1)
    assert "Traceback" not in said.out + said.error
    assert _without_locks(jeopardice.files()) == _without_locks(before)


def test_schedule__wants_a_server(jeopardice: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PREFECT_API_URL")
    said = jeopardice("schedule", config(jeopardice.home), "--cron", "0 3 * * *")
    assert said.code == 2
    assert "PREFECT_API_URL: not set. A schedule needs a Prefect server that stays up." in one_line(
        said.error
    )


@pytest.mark.parametrize("given", ["five minutes", "0", "-5", "nan", "inf"])
@pytest.mark.parametrize("option", [(), ("--dry-run",)])
def test_patience__that_is_no_time_is_refused(
    given: str, option: tuple[str, ...], jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JEOPARDICE_PATIENCE", given)
    said = jeopardice("run", config(jeopardice.home), *option)
    assert said.code == 2
    assert (
        f"error: JEOPARDICE_PATIENCE: expected a number of seconds above 0, got {given!r}."
        " Set JEOPARDICE_PATIENCE=60, for instance, or nothing."
    ) in one_line(said.error)
    assert not (jeopardice.home / "store").exists()


def test_mistakes__of_a_config_are_all_said(jeopardice: Command) -> None:
    said = jeopardice("run", config(jeopardice.home, axes={"goal": [0]}, keep=["valu"], colour="red"))
    assert said.code == 2
    assert [line.split(":")[0] for line in said.error.removeprefix("error: ").splitlines()] == [
        "goal",
        "keep",
        "colour",
    ]


@pytest.mark.parametrize(
    "words", [["run"], ["fly"], ["run", "small.yaml", "--fast"], ["run", "small.yaml", "--workers", "many"]]
)
def test_command__that_does_not_exist_is_refused(words: list[str], jeopardice: Command) -> None:
    said = jeopardice(*words)
    assert said.code == 2
    assert "Usage: " in said.error
    assert "Traceback" not in said.error


def _without_locks(files: dict[str, int]) -> dict[str, int]:
    return {name: time for name, time in files.items() if ".lock" not in name}
