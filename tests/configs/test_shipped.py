"""The shipped configs obey the schema, ask every question, and have pictures."""

from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from configs.load import load
from configs.sweep import Sweep
from pictures.view import fitting
from solvers.catalog import QUESTIONS
from solvers.wording.cells import cells
from solvers.wording.keeping import plainest
from solvers.wording.names import is_wording, wording
from tests.configs.test_schema import CONFIGS, accepted, documents

SHIPPED = sorted(CONFIGS.glob("*/*.yaml"))
every_config = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)


@cache
def sweeps(path: Path) -> list[Sweep]:
    """All that a config asks for; some take a while to read."""
    return load(path)


@every_config
def test_shipped_config__obeys_the_schema_and_names_it(path: Path) -> None:
    first_line = path.read_text(encoding="utf-8").splitlines()[0]
    named = first_line.removeprefix("# yaml-language-server: $schema=")
    assert (path.parent / named).resolve() == (CONFIGS / "sweep.schema.json").resolve()
    assert all(map(accepted, documents(path)))


# Of Pig and of games from files there are all contests and all players; the other games are asked the same.
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if path.parent.name in ("pig", "own") else pytest.mark.long)
        for path in SHIPPED
    ],
)
def test_canonical_document__obeys_the_schema(path: Path) -> None:
    assert all(accepted(sweep.document()) for sweep in sweeps(path))


def rows(question: str) -> set[str]:
    """The questions of the catalogue that answer one, which may be asked in words."""
    if not is_wording(question):
        return {question}
    asked = wording(question)
    each = [plainest(cells(asked, told, QUESTIONS.values()), asked.keep) for told in product(*asked.seats)]
    return {chosen.cell.question.name for chosen in each if chosen is not None}


def test_shipped_configs__ask_every_question() -> None:
    asked = {row for path in SHIPPED for sweep in sweeps(path) for row in rows(sweep.question)}
    # The pigs' probabilities are fixed, and so is what is in a file: with nothing to vary there is no sweep.
    fixed = {name for name, one in QUESTIONS.items() if all(own.kind is str for own in one.parameters)}
    assert set(QUESTIONS) - asked == fixed


@every_config
def test_every_shipped_sweep__has_a_picture_of_an_answer(path: Path) -> None:
    for sweep in sweeps(path):
        question = QUESTIONS[sweep.question]
        variables = {
            output.name: ((*sweep.axes, *output.dims), np.zeros((1,) * (len(sweep.axes) + len(output.dims))))
            for output in sweep.kept
        }
        first = fitting(question.all_pictures, xr.Dataset(variables))[0]
        assert first.output != question.certificate.name, sweep.name
