"""The recipes of CONTRIBUTING.md, followed in a scratch copy of the house as they are written there."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from flows import PACKAGES

ROOT = Path(__file__).resolve().parents[2]
COPIED = (*PACKAGES, "tests", "docs", "pyproject.toml", "README.md")
# "In `FILE`:" for a whole new file, "In `FILE`, after `LINE`:" and the like for a part of one.
BLOCK = re.compile(
    r"In\s+`(?P<file>[\w./]+)`(?:,\s+(?P<where>after|instead\s+of|at\s+the\s+end\s+of)\s+`(?P<line>[^`]+)`)?:\n\n"
    r"```\w+\n(?P<text>.*?)```",
    re.DOTALL,
)
SCHEMA = "configs/sweep.schema.json"
SCHEMA_COMMAND = f"$ jeopardice schema > {SCHEMA}"
CLOSES = {"(": ")", "[": "]", "{": "}"}
# The solver itself reads an output off wrong, so that a new solution says the same.
BELIEVED_LIE = """
import sys
from dataclasses import replace

from solvers.catalog import find
from solvers.questions.covering import cover
from tests.lies import as_stored

name, output, *given = sys.argv[1:]
question = find(name)
right = question.output(output)
wrong = replace(right, of=lambda solution: right.read(solution) * 0.99)
liar = replace(question, outputs=tuple(wrong if own is right else own for own in question.outputs))
parameters = liar.complete({name: int(text) for name, _, text in (word.partition("=") for word in given)})
print(*(finding.variable for finding in cover(liar, parameters, as_stored(liar, parameters), 1e-12).findings))
"""

pytestmark = pytest.mark.long


class House:
    """A scratch copy of the house; machine code goes by what it is made from, and is shared with the house.

    Parameters
    ----------
    root : where it is
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        ignored = shutil.ignore_patterns("__pycache__")
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, root / name, ignore=ignored)
            else:
                shutil.copy(ROOT / name, root / name)
        self._before = files(root)

    def python(self, *words: str, columns: int = 200) -> str:
        """Run Python on the copy, where lines have so many columns; return what it printed."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "COLUMNS": str(columns),
        }
        done = subprocess.run(
            [sys.executable, "-P", *words],
            cwd=self.root,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def jeopardice(self, *words: str) -> str:
        """Run the command on the copy; return what it printed."""
        return self.python("-m", "flows.cli", *words)

    def tests(self, *words: str) -> None:
        """Run tests of the copy; there must be some, and all must pass."""
        assert " passed" in self.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *words, columns=80)

    def follow(self, title: str) -> None:
        """Do what a recipe says: every block of code, and the schema if it is written anew."""
        recipe = recipes()[title]
        blocks = list(BLOCK.finditer(recipe))
        assert len(blocks) == len(re.findall(r"```(?:python|yaml|markdown)\n", recipe)), (
            f"{title}: a block has no file"
        )
        for block in blocks:
            self._apply(block.groupdict())
        if SCHEMA_COMMAND in recipe:
            text = self.jeopardice("schema")
            (self.root / SCHEMA).write_text(text, encoding="utf-8")

    def _apply(self, block: Mapping[str, str | None]) -> None:
        path, text = self.root / str(block["file"]), str(block["text"])
        if block["where"] is None:
            assert not path.exists(), f"{path}: a recipe writes over a file"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        named = f"{block['line']}\n"
        assert lines.count(named) == 1, f"{path}: expected one line {named!r}, got {lines.count(named)}"
        first = last = lines.index(named)
        where = block["where"].split()[0]
        if where == "after":
            first = last = first + 1
        elif where == "instead":
            last = first + 1
        else:
            closing = named[: len(named) - len(named.lstrip())] + CLOSES[named[-2]] + "\n"
            first = last = lines.index(closing, first)
        path.write_text("".join([*lines[:first], text, *lines[last:]]), encoding="utf-8")

    def changed(self) -> list[str]:
        """Files that are not as they were copied, in order."""
        return [name for name, text in files(self.root).items() if self._before.get(name) != text]

    def touched(self) -> list[str]:
        """Those outside the tests."""
        return [name for name in self.changed() if not name.startswith("tests/")]

    def check(self) -> None:
        """What `make check` asks of what was touched, and what the tests ask of the layout and of configs."""
        sources = [name for name in self.changed() if name.endswith(".py")]
        self.python("-m", "ruff", "check", "--no-cache", *sources)
        self.python("-m", "ruff", "format", "--check", "--no-cache", *sources)
        self.python("-c", "from importlinter.cli import lint_imports; exit(lint_imports(no_cache=True))")
        shipped = [name for name in sources if not name.startswith("tests/")]
        self.python("-m", "mypy", "--cache-dir", str(self.root.parent / "types"), *shipped)
        self.tests(
            "tests/house/test_layout.py", "tests/configs/test_schema.py", "-k", "solvers or config or schema"
        )


def recipes() -> dict[str, str]:
    """The recipes of CONTRIBUTING.md by their titles."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Recipes\n")[1]
    parts = re.split(r"^### (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def files(root: Path) -> dict[str, bytes]:
    """All files that a copy has, by their paths."""
    places = [root / name for name in COPIED]
    found = [path for place in places for path in (place.rglob("*") if place.is_dir() else [place])]
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(found)
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def follow(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], House]:
    """A function that gives a copy of the house in which a recipe has been followed."""
    directory = tmp_path_factory.mktemp("contributing")

    def followed(title: str) -> House:
        house = House(directory / title.replace(" ", "_"))
        house.follow(title)
        return house

    return followed


def proved(house: House, question: str, *given: str) -> None:
    """A question answers, and every number of its answer is accounted for: by its certificate, too."""
    code = (
        "import sys; from solvers.catalog import find; from solvers.questions.covering import cover;"
        " from tests.lies import as_stored; question = find(sys.argv[1]);"
        " given = question.complete({name: int(text) for name, _, text in"
        " (word.partition('=') for word in sys.argv[2:])});"
        " found = cover(question, given, as_stored(question, given), 1e-12);"
        " assert not found.findings, found.findings; print(found.certificate)"
    )
    assert float(house.python("-c", code, question, *given)) <= 1e-12


def believed(house: House, question: str, output: str, *given: str) -> str:
    """What is found wrong where the solver says an output wrong, so that a new solution says the same."""
    return house.python("-c", BELIEVED_LIE, question, output, *given).strip()


def answer(house: House, *words: str) -> dict[str, Any]:
    """The numbers that the command says, by the names of outputs."""
    said = json.loads(house.jeopardice("solve", *words, "--json"))["outputs"]
    return {name: output["values"] for name, output in said.items()}


def test_recipes__are_those_that_are_followed_here() -> None:
    assert list(recipes()) == [
        "Add a game",
        "Build a game in",
        "Add a contest",
        "Add a tie rule",
        "Add a kind of player",
        "Add a question",
        "Add an output",
        "Add a certificate",
    ]


@pytest.mark.timeout(2400)
def test_recipe__adds_a_game_as_a_file(follow: Callable[[str], House]) -> None:
    house = follow("Add a game")
    assert len(house.touched()) <= 2, house.touched()
    assert "coin and die" in house.jeopardice("rules", "coin_and_die")
    assert 0.5 < answer(house, "coin_and_die", "players=best, hold at 15", "goal=20")["win_probability"] < 1.0
    house.tests("tests/configs/test_shipped.py", "-k", "coin_and_die")
    house.check()


@pytest.mark.timeout(2400)
def test_recipe__builds_a_game_in_that_is_raced_and_proved(follow: Callable[[str], House]) -> None:
    house = follow("Build a game in")
    assert len(house.touched()) <= 5, house.touched()
    assert "coin and die" in house.jeopardice("solve", "race.coin_and_die", "goal=10", "--exact")
    proved(house, "race.coin_and_die", "goal=10")
    house.tests(
        "solvers/games",
        "tests/solvers/games/test_rules.py",
        "tests/solvers/questions/test_catalog.py",
        "-k",
        "coin_and_die",
    )
    house.check()


@pytest.mark.timeout(2400)
def test_recipe__adds_a_contest_that_is_proved_for_every_game(follow: Callable[[str], House]) -> None:
    house = follow("Add a contest")
    # The test, too; the page of contests is made of their rows.
    assert len(house.changed()) <= 6, house.changed()
    one = answer(house, "pig", "goal=20")["win_probability"]
    wins = answer(house, "pig", "contest=best of three", "goal=20")["win_probability"]
    # The first two races, the first and the third, the last two.
    each = (one * (1 - one), one * one * one, (1 - one) * one * (1 - one))
    assert wins == pytest.approx(sum(each), abs=1e-12)
    proved(house, "race.best_of_three_pig", "goal=20")
    assert believed(house, "race.best_of_three_pig", "win_probability", "goal=20") == "win_probability"
    assert "the first to win two races wins" in house.jeopardice("questions")
    house.tests("tests/configs/test_shipped.py", "-k", "every_question or best_of_three")
    house.tests(
        "solvers/contests",
        "tests/solvers/race/test_best_of_three.py",
        "tests/solvers/questions/test_catalog.py",
        "tests/solvers/questions/test_lies.py",
        "tests/flows/command_line/test_asking_in_words.py",
        "-m",
        "not long",
        "-k",
        "best_of_three_pig or best_of_three_own or test_best_of_three or test_catalog__ or fits_a_screen",
    )
    house.check()


@pytest.mark.timeout(2400)
def test_recipe__adds_a_tie_rule_to_all_equal_turns_of_two(follow: Callable[[str], House]) -> None:
    house = follow("Add a tie rule")
    assert len(house.touched()) <= 4, house.touched()
    said = answer(house, "pig", "tie=mostly_last", "goal=20", "keep=win_probability,tie_value")
    assert said["tie_value"] == 0.1
    last, shared = (answer(house, "pig", f"tie={tie}", "goal=20") for tie in ("last", "shared"))
    assert last["win_probability"] < said["win_probability"] < shared["win_probability"]
    proved(house, "equal_turns.pig", "goal=20", "tie=4")
    for question, tie, says in (
        ("equal_turns_streak.pig", 3, "tie: expected one of 0, 1, 2, 4"),
        ("equal_turns_of_three.pig", 4, "tie: expected a whole number from 0 to 3"),
    ):
        with pytest.raises(AssertionError, match=says):
            house.jeopardice("solve", question, "goal=20", f"tie={tie}")
    house.tests("tests/solvers/test_four_ideas.py", "-k", "equal_turns and fractions_say")
    house.tests("tests/solvers/equal_turns/test_exact.py")
    house.tests("tests/configs/test_shipped.py", "-k", "mostly_last")
    house.check()


@pytest.mark.timeout(2400)
def test_recipe__adds_a_kind_of_player_wherever_rules_play(follow: Callable[[str], House]) -> None:
    house = follow("Add a kind of player")
    assert len(house.touched()) <= 4, house.touched()
    rules = ("end at 15 or hold at 9", "hold when turn_total >= 9 and banked < 15")
    for contest, others in (
        ("race", "best"),
        ("race", "hold at 9, hold at 5"),
        ("equal turns", "hold at 9"),
        ("equal turns", "hold at 9, hold at 5"),
        ("at once", "hold at 9"),
    ):
        named, spelled_out = (
            answer(house, "pig", f"contest={contest}", f"players={rule}, {others}", "goal=20")
            for rule in rules
        )
        assert named["win_probability"] == spelled_out["win_probability"]
    house.tests(
        "tests/solvers/test_four_ideas.py",
        "-k",
        "fractions_say and (rules or response_to_two or trio or thumb_equal)",
    )
    house.check()


@pytest.mark.timeout(2400)
def test_recipe__adds_a_question_that_is_solved_and_proved(follow: Callable[[str], House]) -> None:
    house = follow("Add a question")
    assert len(house.touched()) <= 5, house.touched()
    said = json.loads(house.jeopardice("solve", "head_start.pig", "goal=20", "--json"))["outputs"]
    fair, wins = said["fair_head_start"]["values"], said["win_probability"]["values"]
    assert wins[fair] <= 0.5 < wins[fair - 1]
    proved(house, "head_start.pig", "goal=20")
    house.tests(
        "tests/solvers/questions/test_catalog.py",
        "tests/solvers/questions/test_lies.py",
        "-m",
        "not long",
        "-k",
        "head_start",
    )
    house.check()


@pytest.mark.timeout(2400)
def test_recipe__adds_an_output_that_is_there_and_accounted_for(follow: Callable[[str], House]) -> None:
    house = follow("Add an output")
    assert len(house.touched()) <= 2, house.touched()
    said = json.loads(house.jeopardice("solve", "race.pig", "goal=10", "--json"))["outputs"]
    value, waiting = said["value"]["values"], said["waiting_value"]["values"]
    assert waiting[3][7] == 1.0 - value[7][3]
    proved(house, "race.pig", "goal=10")
    house.tests(
        "tests/solvers/questions/test_catalog.py", "tests/solvers/questions/test_lies.py", "-k", "race.pig"
    )
    house.check()


@pytest.mark.timeout(2400)
def test_recipe__adds_a_certificate_that_notices_a_lie(follow: Callable[[str], House]) -> None:
    house = follow("Add a certificate")
    assert len(house.touched()) <= 3, house.touched()
    asked = ("equilibrium.showdown_any_rule", "cap=25")
    # A roll brings 4 points with a chance of 5/6, and nobody holds at less than one roll.
    assert 10 / 3 < answer(house, *asked)["expected_score"] < 25.0
    assert believed(house, asked[0], "expected_score", *asked[1:]) == "expected_score"
    proved(house, *asked)
    house.tests(
        "solvers/showdown",
        "tests/solvers/questions/test_catalog.py",
        "tests/solvers/questions/test_lies.py",
        "-m",
        "not long",
        "-k",
        "showdown_any_rule",
    )
    house.check()
