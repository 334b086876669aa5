"""What a config file may say, and each way in which it may be wrong."""

import os
import pickle
import re
from pathlib import Path

import pytest

from configs.errors import ConfigError, ConfigNotFound
from configs.load import load, parse

CONFIGS = Path(__file__).parents[2] / "configs"
GOOD = """\
name: pig/test
title: A test
question: simultaneous.best_response_to_two
parameters:
  goal: 30
axes:
  first_hold_at: [20, 21]
  second_hold_at: {from: 20, to: 21}
symmetric: [[first_hold_at, second_hold_at]]
keep: [win_probability]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refusal(text: str | bytes) -> str:
    Path("a.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ConfigError) as caught:
        load("a.yaml")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("file", "sizes"),
    [
        ("pig/hold_at_n.yaml", {"pig/hold_at_n": (100, 100)}),
        ("pig/three_players.yaml", {"pig/three_players": (121, 66)}),
        (
            "pig/goal_sizes.yaml",
            {"pig/goal_sizes/race": (195, 195), "pig/goal_sizes/best_response": (3381, 3381)},
        ),
        ("pig/head_to_head.yaml", {"pig/head_to_head": (3, 3)}),
        ("pig/race_response.yaml", {"pig/race_response": (100, 100)}),
        ("pig/keep_pace.yaml", {"pig/keep_pace": (637, 637)}),
        ("pig/scoring_turns.yaml", {"pig/scoring_turns": (40, 40)}),
        ("ten_thousand/restricted_actions.yaml", {"ten_thousand/restricted_actions": (256, 256)}),
    ],
)
def test_shipped_config__has_its_cases(file: str, sizes: dict[str, tuple[int, int]]) -> None:
    assert {sweep.name: (sweep.size, sweep.solved.size) for sweep in load(CONFIGS / file)} == sizes


CHANGES = [
    (
        "name: pig/test",
        "name: Pig Test",
        "name: expected lowercase words joined by _ and /, got 'Pig Test' (a.yaml, line 1, name).",
    ),
    (
        "name: pig/test",
        "name: ../pig",
        "name: expected lowercase words joined by _ and /, got '../pig' (a.yaml, line 1, name).",
    ),
    ("title: A test", "title: 2024", "title: expected text, got 2024 (a.yaml, line 2, title)."),
    ("title: A test", "title: ''", "title: expected some text, got '' (a.yaml, line 2, title)."),
    (
        "title: A test\n",
        "",
        "title: expected a line that says what is asked, got nothing (a.yaml, line 1, title). Add it.",
    ),
    (
        "best_response_to_two",
        "best_response_to_too",
        "question: expected one of the catalogue, got 'simultaneous.best_response_to_too' (a.yaml, line 3",
    ),
    (
        "title:",
        "scheduler: tcp://x\ntitle:",
        (
            "scheduler: expected one of name, title, game, contest, players, seats, question, rules,"
            " parameters, axes, symmetric, keep, got 'scheduler'"
        ),
    ),
    (
        "goal: 30",
        "goal: 1",
        "goal: expected a whole number from 2 to 500, got 1 (a.yaml, line 5, parameters.goal).",
    ),
    (
        "goal: 30",
        "goal: '30'",
        "goal: expected a whole number from 2 to 500, got '30' (a.yaml, line 5, parameters.goal).",
    ),
    (
        "goal: 30",
        "goal: true",
        "goal: expected a whole number from 2 to 500, got True (a.yaml, line 5, parameters.goal).",
    ),
    (
        "goal: 30",
        "goal: [30, 40]",
        (
            "goal: expected a whole number from 2 to 500, got [30, 40] (a.yaml, line 5, parameters.goal)."
            " Several values go under axes."
        ),
    ),
    ("goal: 30", "gaol: 30", "Did you mean 'goal'?"),
    (
        "parameters:\n  goal: 30",
        "parameters: 30",
        "parameters: expected a mapping, key: value, got 30 (a.yaml, line 4, parameters).",
    ),
    (
        "goal: 30",
        "first_hold_at: 30",
        (
            "first_hold_at: it is under parameters and under axes (a.yaml, line 7, axes.first_hold_at)."
            " Remove it from one of the two."
        ),
    ),
    (
        "[20, 21]",
        "[]",
        "first_hold_at: expected at least one entry, got [] (a.yaml, line 7, axes.first_hold_at).",
    ),
    (
        "[20, 21]",
        "[{from: 20}]",
        "to: expected a whole number, got nothing (a.yaml, line 7, axes.first_hold_at[0].to). Add it.",
    ),
    ("[20, 21]", "20", "first_hold_at: expected a list, got 20 (a.yaml, line 7, axes.first_hold_at)."),
    (
        "[20, 21]",
        "[20, 21, 20]",
        (
            "first_hold_at: the label 20 comes twice (a.yaml, line 7, axes.first_hold_at[2]). Remove one of"
            " the two."
        ),
    ),
    (
        "[20, 21]",
        "\n  - 20\n  - 0",
        (
            "first_hold_at: expected a whole number from 1 to 2000, got 0 (a.yaml, line 9,"
            " axes.first_hold_at[1])."
        ),
    ),
    (
        "[20, 21]",
        "[20, .nan]",
        (
            "first_hold_at: expected a whole number from 1 to 2000, got nan (a.yaml, line 7,"
            " axes.first_hold_at[1])."
        ),
    ),
    (
        "[20, 21]",
        "[20, 21.0]",
        (
            "first_hold_at: expected a whole number from 1 to 2000, got 21.0 (a.yaml, line 7,"
            " axes.first_hold_at[1])."
        ),
    ),
    (
        "{from: 20, to: 21}",
        "{from: 21, to: 20}",
        "got {'from': 21, 'to': 20} (a.yaml, line 8, axes.second_hold_at). Exchange from and to.",
    ),
    (
        "{from: 20, to: 21}",
        "[{from: 20}]",
        "to: expected a whole number, got nothing (a.yaml, line 8, axes.second_hold_at[0].to). Add it.",
    ),
    (
        "to: 21}",
        "to: 21, step: 0}",
        "step: expected 1 or more, got 0 (a.yaml, line 8, axes.second_hold_at.step).",
    ),
    ("to: 21}", "to: 2.5}", "to: expected a whole number, got 2.5 (a.yaml, line 8, axes.second_hold_at.to)."),
    (
        "to: 21}",
        "to: 21, by: 1}",
        "by: expected one of from, to, step, got 'by' (a.yaml, line 8, axes.second_hold_at.by).",
    ),
    (
        "to: 21}",
        "to: 2001}",
        (
            "second_hold_at: expected a whole number from 1 to 2000, got 2001 (a.yaml, line 8,"
            " axes.second_hold_at.to)."
        ),
    ),
    (
        "  second_hold_at: {from: 20, to: 21}\n",
        "",
        "second_hold_at: expected a whole number from 1 to 2000, got nothing (a.yaml, line 1).",
    ),
    (
        "  second_hold_at:",
        "  third_hold_at:",
        "third_hold_at: expected a parameter of simultaneous.best_response_to_two, got 'third_hold_at'",
    ),
    (
        "to: 21}",
        "to: 22}",
        (
            "symmetric: the axes first_hold_at, second_hold_at have different labels (a.yaml, line 9,"
            " symmetric[0]). Give them the same labels, or remove the group."
        ),
    ),
    (
        "[[first_hold_at, second",
        "[[goal, second",
        (
            "symmetric: simultaneous.best_response_to_two is not symmetric in goal, second_hold_at (a.yaml,"
            " line 9, symmetric[0]). It is symmetric in first_hold_at, second_hold_at."
        ),
    ),
    (
        "[[first_hold_at, second_hold_at]]",
        "[first_hold_at]",
        "symmetric: expected a list, got 'first_hold_at'",
    ),
    (
        "[[first_hold_at, second_hold_at]]",
        "[[first_hold_at]]",
        "symmetric: expected two or more different axes, got ['first_hold_at']",
    ),
    (
        "second_hold_at]]",
        "second_hold_at], [second_hold_at, first_hold_at]]",
        (
            "symmetric: 'first_hold_at' is in two groups (a.yaml, line 9, symmetric[1]). Remove it from one"
            " of the groups."
        ),
    ),
    ("[win_probability]", "[]", "keep: expected at least one entry, got [] (a.yaml, line 10, keep)."),
    (
        "[win_probability]",
        "win_probability",
        "keep: expected a list, got 'win_probability' (a.yaml, line 10, keep).",
    ),
    (
        "[win_probability]",
        "[win_probability, win_probability]",
        "keep: the output 'win_probability' comes twice (a.yaml, line 10, keep[1]). Remove one of the two.",
    ),
    (
        "[win_probability]",
        "[win]",
        (
            "keep: expected an output of simultaneous.best_response_to_two, got 'win' (a.yaml, line 10,"
            " keep[0])."
        ),
    ),
    (
        "goal: 30",
        "goal: 30\n  goal: 40",
        (
            "goal: this key is on line 5 and again on line 6 (a.yaml, line 5, parameters.goal). Remove one of"
            " the two."
        ),
    ),
    ("title:", "yes: 1\ntitle:", "key: expected a word, got 'yes' (a.yaml, line 2, yes)."),
    (
        "title: A test",
        "title: !!python/name:os.system",
        "title: expected text, a number, true or false, got ''",
    ),
    (
        "[20, 21]",
        "!!set {20, 21}",
        (
            "first_hold_at: the tag 'tag:yaml.org,2002:set' is not a value (a.yaml, line 7,"
            " axes.first_hold_at). Remove it."
        ),
    ),
    (
        "title: A test",
        "title: 2020-99-99",
        "title: expected text, a number, true or false, got '2020-99-99' (a.yaml, line 2, title).",
    ),
]


@pytest.mark.parametrize(
    ("part", "instead", "error"), CHANGES, ids=[change[1].strip() or change[0].strip() for change in CHANGES]
)
@pytest.mark.usefixtures("here")
def test_load__refuses(part: str, instead: str, error: str) -> None:
    assert part in GOOD
    text = refusal(GOOD.replace(part, instead, 1))
    assert error in text
    # What is called wrong, a sentence with the place, and what to do where it does not say so itself.
    for line in text.splitlines():
        assert re.fullmatch(r"\w+: \S.* \(a\.yaml, line \d+(, \S+)?\)\.( [A-Z].*[.?])?", line), line
        assert ": expected " not in line or ", got " in line, line


@pytest.mark.usefixtures("here")
def test_load__tells_all_problems_in_the_order_of_the_file() -> None:
    bad = (
        GOOD.replace("goal: 30", "goal: 0")
        .replace("title: A test", "title: 3")
        .replace("[win_probability]", "[win]")
    )
    lines = refusal(f"{bad}---\n{GOOD.replace('[20, 21]', '[0, 1, 0]')}").splitlines()
    found = [
        (line.split(":")[0], line.split("line ")[-1].split(",")[0])
        for line in lines
        if not line.startswith("name")
    ]
    assert found == [
        ("title", "2"),
        ("goal", "5"),
        ("keep", "10"),
        ("first_hold_at", "18"),
        ("first_hold_at", "18"),
    ]
    assert [place for place, line in enumerate(lines) if line.startswith("name")] == [3]


@pytest.mark.parametrize("other", ["pig/test", "pig", "pig/test/more"])
@pytest.mark.usefixtures("here")
def test_load__refuses_sweeps_inside_each_other(other: str) -> None:
    text = refusal(f"{GOOD}---\n{GOOD.replace('pig/test', other)}")
    assert (
        text == f"name: '{other}' clashes with 'pig/test' on line 1 (a.yaml, line 12, name)."
        " Rename one of the two."
    )


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "config: expected at least one sweep, got an empty file (a.yaml)."),
        ("# nothing but a comment\n", "config: expected at least one sweep, got an empty file (a.yaml)."),
        (f"{GOOD}---\n", "sweep: expected a mapping, key: value, got an empty document (a.yaml, line 12)."),
        ("- 1\n- 2\n", "sweep: expected a mapping, key: value, got [1, 2] (a.yaml, line 1)."),
        (
            "title: Pig: a game\n",
            "YAML: syntax error, a colon and a space cannot stand here (a.yaml, line 1).",
        ),
        (
            "name: x\naxes: [1,\n",
            "YAML: syntax error, expected a value, got the end of the file (a.yaml, line 3).",
        ),
        ("name: x\naxes: [1, 2\n", 'braces: "hold at {n}".\n  axes: [1, 2\n        ^'),
        ("a: &a [1]\nb: *a\n", "alias *a, which configs do not have"),
        ("a: &a [*a]\n", "alias *a, which configs do not have"),
        (
            "[" * 5000,
            "YAML: syntax error, lists or mappings nested too deeply (a.yaml).",
        ),
        (
            b"name: x\ntitle: \xff\n",
            "config: expected a text file in UTF-8, got other bytes on line 2 (a.yaml). Save it as UTF-8",
        ),
        (b"\x00", "YAML: syntax error, "),
        (
            "name: x\naxes:\n\tgoal: [1]\n",
            "a tab cannot stand here (a.yaml, line 3). Indent with spaces: YAML takes",
        ),
        (
            "axes:\n  - {a: 1}\n   - {b: 2}\n",
            "this line is not indented like those that it belongs to (a.yaml, line 3",
        ),
        (
            "axes:\n   a: {b: 1}\n  c: {d: 1}\n",
            "not indented like those that it belongs to (a.yaml, line 3).",
        ),
    ],
    ids=[
        "empty",
        "comment",
        "empty document",
        "list",
        "colon",
        "unclosed",
        "never closed",
        "alias",
        "recursion",
        "depth",
        "encoding",
        "binary",
        "tab",
        "deeper",
        "less deep",
    ],
)
@pytest.mark.usefixtures("here")
def test_load__refuses_what_is_no_config(text: str | bytes, error: str) -> None:
    assert error in refusal(text)


@pytest.mark.usefixtures("here")
def test_load__refuses_a_missing_file() -> None:
    with pytest.raises(
        FileNotFoundError,
        match=r"^config: expected a YAML file, got no such file \(no.yaml\)\. Check the path\.$",
    ) as caught:
        load("no.yaml")
    assert isinstance(caught.value, ConfigNotFound)
    assert isinstance(caught.value, ValueError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_load__refuses_a_directory(here: Path) -> None:
    with pytest.raises(ConfigError, match="expected a YAML file, got a directory"):
        load(here)


@pytest.mark.usefixtures("here")
def test_load__refuses_a_name_that_no_file_has() -> None:
    with pytest.raises(ConfigError, match="expected a readable file"):
        load("a\x00.yaml")


@pytest.mark.usefixtures("here")
def test_load__takes_paths_of_any_kind() -> None:
    Path("a.yaml").write_text(GOOD, encoding="utf-8")
    assert load("a.yaml") == load(Path("a.yaml")) == load(os.path.abspath("a.yaml"))


def test_parse__words_errors_without_a_file() -> None:
    with pytest.raises(ConfigError, match=r"^sweep: expected a mapping, key: value, got 3\.$"):
        parse(3)
    with pytest.raises(
        ConfigError, match=r"^question: expected one of the catalogue, got 'x' \(run 7, question\)\."
    ) as caught:
        parse({"name": "a", "title": "b", "question": "x", "axes": {"goal": [3]}, "keep": ["value"]}, "run 7")
    assert len(str(caught.value).splitlines()) == 1
