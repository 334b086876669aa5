"""The recipes of CONTRIBUTING.md, followed in a scratch copy of the house as they are written there."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

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
# The solver itself reads it off wrong, so that a new solution says the same.
BELIEVED_LIE = """
from dataclasses import replace

from solvers.catalog import QUESTIONS
from solvers.questions.covering import cover
from tests.lies import as_stored

question = QUESTIONS["equilibrium.showdown_any_rule"]
right = question.output("come_probability")
wrong = replace(right, of=lambda solution: right.read(solution)[::-1])
outputs = tuple(wrong if output is right else output for output in question.outputs)
liar = replace(question, outputs=outputs)
parameters = liar.complete({"cap": 25})
print(*(finding.variable for finding in cover(liar, parameters, as_stored(liar, parameters), 1e-12).findings))
"""

pytestmark = pytest.mark.long


class House:
    """A scratch copy of the house, with machine code of its own.

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

    def python(self, *words: str) -> str:
        """Run Python on the copy; return what it printed."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_CACHE_DIR": str(self.root.parent / "kernels"),
            "COLUMNS": "200",
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
        assert " passed" in self.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *words)

    def follow(self, title: str) -> None:
        """Do what a recipe says: every block of code, and the schema if it is written anew."""
        recipe = recipes()[title]
        blocks = list(BLOCK.finditer(recipe))
        assert len(blocks) == len(re.findall(r"```(?:python|yaml)\n", recipe)), (
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


def test_recipes__are_those_that_are_followed_here() -> None:
    assert list(recipes()) == ["Add a game", "Add a question", "Add an output", "Add a certificate"]


@pytest.mark.timeout(2400)
def test_recipe__adds_a_game_that_is_raced_and_proved(follow: Callable[[str], House]) -> None:
    house = follow("Add a game")
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
def test_recipe__adds_a_certificate_that_notices_a_lie(
    follow: Callable[[str], House], tmp_path: Path
) -> None:
    assert House(tmp_path / "before").python("-c", BELIEVED_LIE) == "\n"
    house = follow("Add a certificate")
    assert len(house.touched()) <= 3, house.touched()
    assert house.python("-c", BELIEVED_LIE) == "come_probability\n"
    proved(house, "equilibrium.showdown_any_rule", "cap=25")
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
