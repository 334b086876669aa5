"""Errors are built-ins, read alike, and cross process borders."""

import pickle

import pytest

from solvers.errors import InvalidRules, NotConverged, SolverError, expected


@pytest.mark.parametrize(
    "error", [expected("goal", "2 or more", 1, "Raise it."), NotConverged("residual: expected 0, got 1.")]
)
def test_errors__survive_pickling(error: SolverError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert again.args == error.args


def test_errors__are_builtin_errors() -> None:
    assert issubclass(InvalidRules, SolverError)
    assert issubclass(InvalidRules, ValueError)
    assert issubclass(NotConverged, SolverError)
    assert issubclass(NotConverged, RuntimeError)


def test_expected__names_the_rule_the_value_and_the_remedy() -> None:
    assert (
        str(expected("goal", "2 or more", "one", "Raise it."))
        == "goal: expected 2 or more, got 'one'. Raise it."
    )
    assert str(expected("goal", "2 or more", 1)) == "goal: expected 2 or more, got 1."


def test_expected__cuts_a_long_text_and_says_that_nothing_came() -> None:
    long = str(expected("goal" * 99, "2 or more", "begun " + 999 * "x" + " ended"))
    assert long.startswith("goalgoal")
    assert "got 'begun x" in long
    assert long.endswith(" ended'.")
    assert len(long) < 300
    assert str(expected("goal", "2 or more", None)) == "goal: expected 2 or more, got nothing."
