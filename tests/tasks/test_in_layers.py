"""Four opponents in a sweep whose states outgrow a worker: block by block, over a window that all share."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solvers.at_once import best_response
from solvers.catalog import QUESTIONS
from solvers.questions.question import Question
from storage.query import open_sweep
from storage.repository import Store
from tests import sweeps

NAME = "small/five"
QUESTION = "simultaneous.best_response_to_four"
CONTENT: dict[str, Any] = {
    "name": NAME,
    "title": "Four opponents",
    "question": QUESTION,
    "parameters": {"goal": 6, "first_hold_at": 4, "second_hold_at": 3, "third_hold_at": 3},
    "axes": {"fourth_hold_at": [2]},
    "keep": ["win_probability", "opening_hold_at", "value", "hold_at"],
}


@pytest.fixture
def short_of_memory(monkeypatch: pytest.MonkeyPatch) -> Question:
    """The question, none of whose cases fits into memory."""
    monkeypatch.setattr(best_response, "MOST_STATES", 100)
    return QUESTIONS[QUESTION]


@pytest.fixture
def right(tmp_path: Path) -> Store:
    """The answers of all states at once."""
    store = sweeps.new_store(tmp_path / "right")
    sweeps.solve(CONTENT, store)
    return store


def test_layers__give_the_bits_of_all_states_at_once(
    right: Store, short_of_memory: Question, tmp_path: Path
) -> None:
    store = sweeps.new_store(tmp_path / "layers")
    _, reports = sweeps.solve(CONTENT, store)
    assert [report.errors for report in reports] == [()] * len(reports)
    assert max(report.worst for report in reports) <= 1e-13
    one, other = open_sweep(store, NAME), open_sweep(right, NAME)
    assert all(one[name].equals(other[name]) for name in CONTENT["keep"])
    assert store.repository.list_branches() == {"main"}


def test_window__that_lacks_earlier_layers_is_not_certified(short_of_memory: Question) -> None:
    wave = short_of_memory.wave
    assert wave is not None
    given = short_of_memory.complete({**CONTENT["parameters"], "fourth_hold_at": 2})
    window, found = np.zeros(wave.shape(given)), list[Any]()
    first, *others = [block for stage in wave.stages(given) for block in stage.pieces]
    for block in others:
        found.append(wave.solve(given, window, block).found)
    assert wave.certify(given, window, None, np.concatenate(found)) == (np.inf,)
    window, found = np.zeros(wave.shape(given)), []
    for block in [first, *others]:
        found.append(wave.solve(given, window, block).found)
    assert wave.certify(given, window, None, np.concatenate(found)) <= (1e-13,)
