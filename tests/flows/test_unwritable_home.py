"""Commands work where nothing can be kept at home: they look first, say so in one line, and use a temporary
directory, which is gone afterwards.
"""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE
from tests.other_users import command_as_unnamed, common_directory, needs_root
from tests.processes import PATIENCE, answers, environment, free_port, started
from tests.sweeps import race, write

COMMAND = str(Path(sys.executable).parent / "jeopardice")
CHANGED = ("HOME", "PREFECT_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "NUMBA_CACHE_DIR", "MPLCONFIGDIR")


@dataclass(frozen=True)
class Place:
    """Somewhere a command may be typed.

    Parameters
    ----------
    settings : variables of the environment that say where files of the user are
    unnamed : whether the user has no line in /etc/passwd
    notes : lines that say that a directory cannot be used
    """

    settings: dict[str, str] = field(default_factory=dict)
    unnamed: bool = False
    notes: int = 1


PLACES = {
    "home that takes no files": Place({"HOME": "/proc"}),
    "home that is no directory": Place({"HOME": "/dev/null"}),
    "home that does not exist": Place({"HOME": "/nonexistent"}),
    "Prefect's home": Place({"HOME": "{}", "PREFECT_HOME": "/proc/prefect"}),
    "caches": Place({"HOME": "{}", "XDG_CACHE_HOME": "/proc/caches"}),
    "state": Place({"HOME": "{}", "XDG_STATE_HOME": "/proc/state"}),
    "machine code": Place({"HOME": "{}", "NUMBA_CACHE_DIR": "/proc/kernels"}),
    "user without a name": Place(unnamed=True),
    "user without a name, as a container has it": Place({"HOME": "/"}, unnamed=True),
    "user in the home of root": Place({"HOME": "/root"}, unnamed=True),
    "home that can be used": Place({"HOME": "{}"}, notes=0),
}
LOOKED_AT = ("user without a name, as a container has it",)


def typed(name: str) -> "pytest.ParameterSet":
    """A place by its name."""
    return pytest.param(PLACES[name], id=name, marks=[needs_root] if PLACES[name].unnamed else [])


everywhere = pytest.mark.parametrize("place", [typed(name) for name in PLACES])
COMMANDS = [
    ("solve", "race.pig", "goal=5"),
    ("thumb", "pig", "goal=5", "rule=hold at 3"),
    ("play", "pig", "goal=5", "--seed", "1"),
    ("plot", "race.pig", "goal=6", "--output", "picture.png"),
    ("ls",),
    ("show", "small/race"),
]


@dataclass(frozen=True)
class There:
    """A place with a working directory.

    Parameters
    ----------
    place : what is typed there
    home : the working directory, where everybody may write
    """

    place: Place
    home: Path

    @property
    def variables(self) -> dict[str, str]:
        """The whole environment."""
        own = environment(self.home, NUMBA_DISABLE_JIT="1", TMPDIR=str(self.temporary))
        kept = {name: text for name, text in own.items() if name not in CHANGED}
        return kept | {name: text.format(self.home) for name, text in self.place.settings.items()}

    @property
    def temporary(self) -> Path:
        """Where temporary files are."""
        return self.home / "temporary"

    def command(self, *words: str) -> list[str]:
        """The command, as the user who is there."""
        return command_as_unnamed(COMMAND, *words) if self.place.unnamed else [COMMAND, *words]

    def done(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """A command that has ended, with no line to read."""
        return subprocess.run(
            self.command(*words),
            cwd=self.home,
            env=self.variables,
            input="",
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def said(self, *words: str) -> str:
        """What a command says that ends well, and notes what must be noted; nothing is left behind."""
        done = self.done(*words)
        assert done.returncode == 0, done.stderr
        self.check_notes(done.stderr)
        assert not list(self.temporary.iterdir())
        return done.stdout

    def serves(self, words: Sequence[str], ready: Callable[[str], bool], **settings: str) -> None:
        """A command serves until it is interrupted, notes once what must be noted, and leaves nothing behind.

        Parameters
        ----------
        words : of the command
        ready : whether it serves, by what it has said
        settings : variables besides
        """
        command, variables = self.command(*words), self.variables | settings
        with started(words[0], command, self.home, variables, stop=signal.SIGINT) as process:
            process.wait(lambda: ready(process.log.read_text()))
        said = process.log.read_text()
        assert said.count("note: ") == 1
        assert "Traceback" not in said
        assert not list(self.temporary.iterdir())

    def check_notes(self, errors: str) -> None:
        """Nothing is said of trouble but these lines."""
        lines = errors.splitlines()
        assert len(lines) == self.place.notes, errors
        assert all(line.startswith("note: ") and " cannot be used (" in line for line in lines)


@contextmanager
def in_place(place: Place) -> Iterator[There]:
    with common_directory() as home:
        there = There(place, home)
        there.temporary.mkdir()
        there.temporary.chmod(0o1777)
        write(home, race([5, 6]))
        yield there


# Each takes two seconds; `make test-long` solves cases in all places.
@pytest.mark.parametrize("place", [typed(name) for name in LOOKED_AT])
def test_dry_run__looks_at_what_cannot_be_kept(place: Place) -> None:
    with in_place(place) as there:
        assert "(0 done, 2 to do)" in there.said("run", "small.yaml", "--dry-run")


@everywhere
@pytest.mark.long
def test_run__solves_where_nothing_can_be_kept(place: Place) -> None:
    with in_place(place) as there:
        assert "2 cases done in " in there.said("run", "small.yaml", "--serial", "--no-publish")
        assert (open_sweep(Store.open(str(there.home / "store")), "small/race")["status"] == DONE).all()


somewhere = pytest.mark.parametrize(
    "place",
    [
        pytest.param(PLACES["home that takes no files"], id="HOME=/proc"),
        pytest.param(PLACES["user without a name, as a container has it"], marks=needs_root, id="unnamed"),
    ],
)


@somewhere
@pytest.mark.long
def test_schedule__serves_where_nothing_can_be_kept(place: Place, api: str) -> None:
    with in_place(place) as there:
        words = ("schedule", "small.yaml", "--cron", "0 3 * * *")
        there.serves(words, lambda said: "being served" in said, PREFECT_API_URL=api)


@somewhere
@pytest.mark.long
def test_explore__serves_where_nothing_can_be_kept(place: Place) -> None:
    with in_place(place) as there:
        there.said("run", "small.yaml", "--serial", "--no-publish")
        address = f"http://127.0.0.1:{free_port()}"
        words = ("explore", "--port", address.rpartition(":")[2], "--no-open")
        there.serves(words, lambda _: answers(f"{address}/health") and answers(f"{address}/"))


@somewhere
@pytest.mark.long
def test_commands__work_where_nothing_can_be_kept(place: Place) -> None:
    with in_place(place) as there:
        assert "2 cases done in " in there.said("run", "small.yaml", "--workers", "1")
        for words in COMMANDS:
            done = there.done(*words)
            assert "Traceback" not in done.stderr, done.stderr
            assert done.returncode == 0, (words, done.stderr)
            # Who reads a store alone keeps nothing at home.
            assert done.stderr.count("\n") == done.stderr.count("note: ") <= 1
        assert not list(there.temporary.iterdir())
