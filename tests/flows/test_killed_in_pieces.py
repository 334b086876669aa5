"""A case solved piece by piece loses a commit at most when its launcher is killed, and never a bit."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from storage.errors import StoreNotFound
from storage.repository import Store
from tests.launchers import (
    MARK,
    Answers,
    answers,
    check_identical,
    ended,
    run,
    wait_for_all_to_end,
    workers_of,
)
from tests.processes import Process, environment, started

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

SWEEP = "faults/four"
CONFIG = f"""
name: {SWEEP}
title: Four players of Pig in turn
question: equilibrium.race_of_many
axes:
  players: [4]
  goal: [32]
keep: [win_probability, listed_clusters, mixed_clusters]
"""
# The launcher decides what outgrows a worker, and how it is cut.
LAUNCHER = """
from flows.cli import main
from solvers.race_of_many.in_parts import question_of_equilibria, stages
from tasks import in_pieces

in_pieces.BATCH_SECONDS = {together}
question_of_equilibria.LONGEST_SECONDS, stages.PIECE_SECONDS = 0.0, 0.01
main()
"""


def launcher(together: float = 0.0) -> str:
    """The command, with stages committed together that begin within so many seconds."""
    return LAUNCHER.format(together=together)


@contextmanager
def in_pieces(home: Path, store: str, together: float = 0.0) -> Iterator[Process]:
    """A launcher that solves it piece by piece on two workers, with a commit for as many seconds together."""
    home.mkdir()
    (home / "four.yaml").write_text(CONFIG)
    words = ["run", str(home / "four.yaml"), "--store", store, "--workers", "2"]
    scratch = home / "scratch"
    scratch.mkdir()
    variables = environment(home, **{MARK: str(home), "JEOPARDICE_SCRATCH": str(scratch)})
    with started("launcher", [sys.executable, "-c", launcher(together), *words], home, variables) as process:
        yield process
        assert process.popen.poll() != 0 or not list(scratch.iterdir())


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What one process answers."""
    home = tmp_path_factory.mktemp("right")
    (home / "four.yaml").write_text(CONFIG)
    run(home, home / "four.yaml", str(home / "store"), "--serial")
    return answers(Store.open(str(home / "store")))


def commits(store: str) -> int:
    """How many commits there are of a case that is not finished."""
    try:
        repository = Store.open(store).repository
    except StoreNotFound:
        return 0
    return sum(
        sum(1 for _ in repository.ancestry(branch=branch)) for branch in repository.list_branches() - {"main"}
    )


@pytest.mark.parametrize(("together", "least"), [(0.0, 12), (0.3, 4)])
def test_killed_launcher__costs_a_commit(tmp_path: Path, right: Answers, together: float, least: int) -> None:
    store = str(tmp_path / "store")
    with in_pieces(tmp_path / "killed", store, together) as process:
        process.wait(lambda: commits(store) >= least)
        process.kill()
        wait_for_all_to_end(tmp_path / "killed")
    before = commits(store)
    assert before >= least
    # Wherever the next one is: its scratch directory is another.
    with in_pieces(tmp_path / "next", store, together) as process:
        process.wait(lambda: commits(store) > before)
        assert ended(process) == 0, process.tail()
    check_identical(answers(Store.open(store)), right)
    assert Store.open(store).repository.list_branches() == {"main"}
    # Both launchers made room; the answer was committed once, and no stage is in the history.
    said = [commit.message for commit in Store.open(store).history(SWEEP)]
    assert [message.removeprefix(f"{SWEEP}: ").split()[0] for message in said] == ["shard", "plan", "plan"]


def test_killed_worker__costs_a_piece(tmp_path: Path, right: Answers) -> None:
    store = str(tmp_path / "store")
    with in_pieces(tmp_path / "run", store) as process:
        for stages in (4, 9, 14):
            process.wait(lambda least=stages: commits(store) >= least)  # type: ignore[misc]
            workers(tmp_path / "run")[0].kill()
        assert ended(process) == 0, process.tail()
    check_identical(answers(Store.open(store)), right)


def workers(home: Path) -> list[psutil.Process]:
    """The processes that solve, the busiest first."""
    return sorted(workers_of(home), key=lambda process: -sum(process.cpu_times()[:2]))


def test_full_scratch__is_said(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "absent", ignore_errors=True)
    home = tmp_path / "run"
    home.mkdir()
    (home / "four.yaml").write_text(CONFIG)
    variables = environment(home, **{MARK: str(home), "JEOPARDICE_SCRATCH": str(tmp_path / "absent")})
    words = ["run", str(home / "four.yaml"), "--store", str(tmp_path / "store"), "--serial"]
    with started("launcher", [sys.executable, "-c", launcher(), *words], home, variables) as process:
        assert ended(process) != 0
        assert "JEOPARDICE_SCRATCH: there is no directory" in process.log.read_text()
