"""What backs each output up: a proof, other outputs, or the word that it is none."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from solvers.catalog import QUESTIONS
from solvers.outputs.output import Output
from solvers.questions.covering import cover
from solvers.questions.question import Question
from tests.lies import ROUNDING, as_stored


def says_nothing(question: Question, output: Output) -> bool:
    """Whether nothing backs it up but a new solution."""
    followed = output.follows is not None or output.loses is not None
    return not (followed or output.proved or output.record or output is question.certificate)


def test_outputs__say_what_proves_them() -> None:
    assert [
        (name, output.name)
        for name, question in QUESTIONS.items()
        for output in question.outputs
        if says_nothing(question, output)
    ] == []


def asked() -> tuple[Question, dict[str, Any], dict[str, Any]]:
    """A question, parameters of a case, and its answer."""
    question = QUESTIONS["race.pig"]
    parameters = question.complete({"goal": 10})
    return question, parameters, as_stored(question, parameters)


def test_cover__follows_what_is_not_stored_through_a_new_solution_that_is_proved() -> None:
    question, parameters, truth = asked()
    right = cover(question, parameters, {"win_probability": truth["win_probability"]}, ROUNDING)
    assert (right.recomputed, right.not_kept, right.findings) == (("win_probability",), ("value",), ())


def test_cover__refuses_what_a_new_solution_says_as_well_if_that_is_wrong() -> None:
    """The solver is wrong, stored and new: only the proof of the new solution gives it away."""
    question, parameters, truth = asked()

    def wrong(**given: Any) -> Any:
        solution = question.solve(**given)
        return replace(solution, value=solution.value + 1e-6)

    liar = replace(question, solve=wrong)
    stored = {"win_probability": truth["win_probability"] + 1e-6}
    found = cover(liar, parameters, stored, ROUNDING)
    assert [finding.variable for finding in found.findings] == ["certificate"]


def test_cover__says_that_what_nobody_can_follow_is_wrong() -> None:
    """A function that says how an output follows may fail on right tables: that is told."""
    question, parameters, truth = asked()

    def fails(given: Mapping[str, Any], value: Any) -> Any:
        raise ValueError("no such table")

    outputs = tuple(
        replace(output, follows=fails) if output.name == "win_probability" else output
        for output in question.outputs
    )
    with pytest.raises(ValueError, match="no such table"):
        cover(replace(question, outputs=outputs), parameters, truth, ROUNDING)


def test_cover__says_of_records_that_they_are_not_proved() -> None:
    question = QUESTIONS["race_of_three.pig"]
    parameters = question.complete({"goal": 8})
    truth = as_stored(question, parameters)
    right = cover(question, parameters, truth, ROUNDING)
    assert right.records == ("cycling_clusters", "oscillation")
    assert right.backing[-1] == (
        "Not proved, as they describe the solver's run; compared with a new solution: cycling_clusters,"
        " oscillation."
    )
    wrong = cover(question, parameters, truth | {"oscillation": np.asarray(1e-6)}, ROUNDING)
    assert [finding.variable for finding in wrong.findings] == ["oscillation"]
