"""Damaged pieces of an unfinished case are noticed: it is solved from its start, and the run says so."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solvers.catalog import QUESTIONS
from solvers.race_of_many.in_parts import stages
from storage.repository import Store
from tasks import progress
from tests import sweeps
from tests.storage.damaging import DAMAGES, Damage, flipped
from tests.tasks.test_in_pieces import QUESTION, check_same, content

GOAL = content(16)


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The answer of the case as a whole."""
    whole = sweeps.new_store(tmp_path_factory.mktemp("right"))
    sweeps.solve(GOAL, whole)
    return whole


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store with some finished pieces of the case, which outgrows a worker."""
    monkeypatch.setattr(stages, "PIECE_SECONDS", 5e-5)
    question, solved = QUESTIONS[QUESTION], list[object]()
    assert question.wave is not None
    large, solve = replace(question.wave, outgrows=lambda given: True), question.wave.solve

    def dies(given: Any, table: Any, piece: Any) -> Any:
        if len(solved) == 8:
            raise KeyboardInterrupt
        solved.append(piece)
        return solve(given, table, piece)

    QUESTIONS[QUESTION] = replace(question, wave=replace(large, solve=dies))
    store = sweeps.new_store(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        sweeps.solve(GOAL, store)
    assert len(store.repository.list_branches()) == 2
    QUESTIONS[QUESTION] = replace(question, wave=large)
    yield tmp_path / "store"
    del QUESTIONS[QUESTION]


def of_pieces(place: Path, kind: str) -> list[Path]:
    """Files of finished pieces, those that were written last at the end."""
    branch = Store.open(str(place)).repository
    (name,) = branch.list_branches() - {"main"}
    if kind == "refs":
        return [place / f"refs/branch.{name}/ref.json"]
    if kind == "snapshots":
        return [place / "snapshots" / branch.lookup_branch(name)]
    return sorted((place / kind).iterdir(), key=lambda path: path.stat().st_mtime_ns)[-3:]


def told(place: Path, right: Store) -> list[str]:
    """What a run says that finishes the case."""
    said = list[str]()
    with progress.listening(None, teller=said.append):
        _, (report,) = sweeps.solve(GOAL, Store.open(str(place)))
    assert report.errors == ()
    check_same(Store.open(str(place)), right)
    return said


def test_pieces__that_are_sound_are_told_of_to_nobody(begun: Path, right: Store) -> None:
    assert told(begun, right) == []


@pytest.mark.parametrize(
    ("kind", "how"),
    [
        ("chunks", flipped(-20, 3)),
        ("chunks", DAMAGES["deleted"]),
        ("manifests", DAMAGES["zeroed"]),
        pytest.param("manifests", DAMAGES["deleted"], marks=pytest.mark.long),
        pytest.param("snapshots", DAMAGES["deleted"], marks=pytest.mark.long),
        pytest.param("snapshots", DAMAGES["emptied"], marks=pytest.mark.long),
        ("refs", DAMAGES["emptied"]),
    ],
)
def test_piece__that_is_damaged_lets_its_case_begin_again(
    kind: str, how: Damage, begun: Path, right: Store
) -> None:
    file = of_pieces(begun, kind)[0]
    after = how(file.read_bytes())
    file.unlink() if after is None else file.write_bytes(after)
    (said,) = told(begun, right)
    assert said.startswith("goal=16: solved from its start, as finished pieces are damaged: ")


def test_piece__in_the_place_of_another_is_damaged(begun: Path, right: Store) -> None:
    *_, one, other = of_pieces(begun, "chunks")
    shutil.copy(one, begun / "aside")
    os.replace(other, one)
    os.replace(begun / "aside", other)
    (said,) = told(begun, right)
    assert said.startswith("goal=16: solved from its start, as finished pieces are damaged: ")
