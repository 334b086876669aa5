"""Small cases of all shipped configs answer what they answered before, bit for bit; see `tests/frozen`."""

import numpy as np
import pytest

from tests.frozen.answers import Frozen, answered, frozen, moved, stored
from tests.frozen.cases import Case, cases


@pytest.mark.long
@pytest.mark.parametrize(("case", "before"), [pytest.param(*one, id=one[0].sweep) for one in stored()])
def test_config__answers_the_same_bits(case: Case, before: dict[str, Frozen]) -> None:
    now = answered(case.question, case.parameters)
    assert not moved(before, now), f"{case.question}: `make frozen` if this is meant to be"


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
