"""No lie about anything that is stored passes, and each is named."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from solvers.catalog import QUESTIONS
from solvers.games.turn import Turn
from solvers.outputs.output import Output
from solvers.questions.certify import Anew
from solvers.questions.covering import KINDS, cover
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from tests.lies import ROUNDING, Lie, as_stored, lies
from tests.solvers.questions.test_catalog import SAMPLE, SMALL

CASES = [
    pytest.param(
        QUESTIONS[name], index, id=f"{name} {index}", marks=() if name in SAMPLE else pytest.mark.exhaustive
    )
    for name, cases in SMALL.items()
    for index in range(len(cases))
]
every_case = pytest.mark.parametrize(("question", "index"), CASES)


def another(question: Question, index: int) -> Mapping[str, Any]:
    """Parameters of another case than that one."""
    given = SMALL[question.name]
    if len(given) > 1:
        return given[index - 1]
    first = next(
        one for one in question.parameters if one.name in ("goal", "cap", "attackers") or one.kind is float
    )
    base = question.complete(given[0])[first.name]
    return given[0] | {first.name: base + 1 if first.kind is int else 0.6}


def found_out(
    lie: Lie, question: Question, parameters: Parameters, truth: Mapping[str, Any], anew: Anew
) -> bool:
    """Whether the lie is refused, by its name, and by its cell where it has cells."""
    found = cover(question, parameters, truth | {lie.output.name: lie.stored}, ROUNDING, anew)
    named = [finding for finding in found.findings if finding.variable == lie.output.name]
    whole = (
        lie.stored.shape != truth[lie.output.name].shape or lie.stored.dtype != truth[lie.output.name].dtype
    )
    return any(whole or bool(finding.cell) == bool(lie.output.dims) for finding in named)


@every_case
def test_cover__accepts_the_truth_and_no_lie(question: Question, index: int) -> None:
    parameters = question.complete(SMALL[question.name][index])
    truth, other = (
        as_stored(question, parameters),
        as_stored(question, question.complete(another(question, index))),
    )
    anew = Anew(question, parameters)
    right = cover(question, parameters, truth, ROUNDING, anew)
    assert not right.findings, right.findings
    assert sorted(name for kind in KINDS for name in getattr(right, kind)) == sorted(truth)
    assert [
        str(lie)
        for lie in lies(question, truth, other)
        if not found_out(lie, question, parameters, truth, anew)
    ] == []


WITH_CHOICES = [
    pytest.param(question, output.name, id=f"{question.name} {output.name}")
    for question in QUESTIONS.values()
    for output in question.outputs
    if output.loses is not None
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("question", "name"), WITH_CHOICES)
def test_cover__refuses_a_policy_that_its_own_solver_reads_off_wrong(question: Question, name: str) -> None:
    """A new solution says the same, and the values are right: only what the choice is worth gives it away."""
    right = question.output(name)
    wrong = replace(right, of=lambda solution: wrongly_chosen(right, right.read(solution)))
    liar = replace(
        question, outputs=tuple(wrong if output.name == name else output for output in question.outputs)
    )
    parameters = question.complete(SMALL[question.name][0])
    findings = cover(liar, parameters, as_stored(liar, parameters), ROUNDING).findings
    assert [finding.expected for finding in findings if finding.variable == name] == ["a best choice"]


def wrongly_chosen(output: Output, right: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Another choice everywhere, for here and there two are equally good; without turns left there is
    none.
    """
    least = 0 if output.flags else 1
    wrong = np.where(right > least, right - 1, right + 1)
    if output.dims[:1] == ("turns_left",):
        wrong[0] = right[0]
    return wrong


def test_cover__refuses_a_turn_solved_up_to_too_small_a_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Labels, tables and a new solution all share it, and all is consistent."""
    question = QUESTIONS["solitaire.pig"]
    parameters = question.complete({})
    monkeypatch.setattr(Turn, "critical_threshold", lambda turn: 5)
    stored = as_stored(question, parameters)
    assert stored["throw_value"].shape == (6, 1)
    found = cover(question, parameters, stored, ROUNDING)
    assert found.certificate > 1.0
    assert [finding.variable for finding in found.findings] == ["certificate"]


def test_cover__refuses_a_race_of_three_with_everything_flagged_as_unsettled() -> None:
    question = QUESTIONS["race_of_three.pig"]
    parameters = question.complete({"goal": 8})
    truth = as_stored(question, parameters)
    tables = {name: np.full_like(truth[name], 0.7) for name in ("value", "seat_value", "win_probability")}
    stored = truth | tables | {"settled": np.full_like(truth["settled"], 2), "residual": np.zeros(())}
    kept = {name: array for name, array in stored.items() if name != "unsettled_scores"}
    assert question.certify(parameters, kept) > 0.1
    named = {finding.variable for finding in cover(question, parameters, kept, ROUNDING).findings}
    assert {"seat_value", "settled"} <= named
