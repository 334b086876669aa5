"""Small cases of all shipped configs answer what they answered before, bit for bit; see `tests/frozen`."""

import os
import subprocess
import sys

import numpy as np
import pytest

from tests.frozen.answers import Frozen, answered, frozen, moved, stored
from tests.frozen.cases import Case, cases
from tests.frozen.compared import games


@pytest.mark.long
@pytest.mark.parametrize(("case", "before"), [pytest.param(*one, id=one[0].sweep) for one in stored()])
def test_config__answers_the_same_bits(case: Case, before: dict[str, Frozen]) -> None:
    now = answered(case.question, case.parameters)
    assert not moved(before, now), f"{case.question}: `make frozen` if this is meant to be"


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_game__answers_the_same_bits_on_an_old_processor(game: str) -> None:
    # BLAS and NumPy choose by these how they add up: here as on a processor of 2008.
    vectors = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    old = {"OPENBLAS_CORETYPE": "Nehalem", "NPY_DISABLE_CPU_FEATURES": " ".join(vectors)}
    command = [sys.executable, "-m", "tests.frozen.compared", game]
    ran = subprocess.run(command, env=os.environ | old, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stdout + ran.stderr


@pytest.mark.long
def test_frozen__has_the_cases_that_make_frozen_chooses() -> None:
    assert list(cases()) == [case for case, _ in stored()]


def test_moved__says_which_output_and_by_how_much() -> None:
    values = np.array([0.25, 0.5])
    before = {"value": frozen(values), "policy": frozen(np.array([1], np.int8))}
    after = {"value": frozen(np.array([0.25, 0.5 + 2**-50])), "wins": frozen(values)}
    assert moved(before, after) == [
        "policy: gone",
        "value: bits moved; 2 kept values by 8.9e-16 at most",
        "wins: new",
    ]
    reshaped = {"value": frozen(values[:1]), "policy": before["policy"]}
    assert moved(before, reshaped) == ["value: <f8 [2] became <f8 [1]"]
    assert not moved(before, before)
