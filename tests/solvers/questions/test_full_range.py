"""Every question over the whole range of every parameter: right or refused, never silently wrong. For `make
fuzz`.
"""

import time
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, event, given, reject
from hypothesis import strategies as st

from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules, NotConverged
from solvers.outputs.output import Output
from solvers.players.language.grammar import NUMBERS
from solvers.questions.certify import Anew
from solvers.questions.covering import cover, scale
from solvers.questions.parameter import Parameter, Value
from solvers.questions.question import Question
from tests.lies import ROUNDING
from tests.solvers.questions.test_catalog import SMALL

pytestmark = pytest.mark.fuzz

# Seconds, as estimated, that a case may take; what the estimate may be wrong by, and what is not worth an
# estimate.
LONGEST, TIMES, SHORT = 1.0, 3.0, 2.0
FEW = 25
# What is counted to see how fast the machine is, and how long that takes on a quiet core of 3 GHz.
COUNTED, COUNTED_SECONDS = 2_000_000, 0.023
# Largest goal, and most dice of Hog, whose fractions take no time.
SMALL_GOAL, SMALL_HAND = 10, 4
SIGNED = ("advantage", "first_player_advantage")


@st.composite
def cases(draw: st.DrawFn, name: str) -> dict[str, Value]:
    """Parameters of a case that takes no longer than LONGEST: ends, small numbers, and anything between."""
    question = QUESTIONS[name]
    # A rule in words, with its numbers, is one of those that small cases have, as is a file of rules.
    small = draw(st.sampled_from(SMALL[name]))
    drawn = {
        one.name: draw(_values(one))
        for one in question.parameters
        if one.kind is not str and one.name.rpartition("_")[2] not in NUMBERS
    }
    parameters = _fitting(question, small | drawn)
    for sizes in range(FEW):
        if question.seconds(parameters) <= LONGEST:
            break
        # What is large comes down to what the estimate allows.
        one = draw(
            st.sampled_from([one for one in question.parameters if one.kind is int]), label=f"smaller {sizes}"
        )
        least = int(one.minimum or 0)
        parameters = _fitting(
            question, parameters | {one.name: least + (int(parameters[one.name]) - least) // 2}
        )
    assume(question.seconds(parameters) <= LONGEST)
    return parameters


def _fitting(question: Question, drawn: dict[str, Any]) -> dict[str, Value]:
    """Whatever does not go with the others, as a bust face that the die has not, at its least; no case if
    that does not go either.
    """
    for _ in range(1 + len(question.parameters)):
        try:
            return question.complete(drawn)
        except InvalidRules as refusal:
            said = str(refusal).partition(":")[0]
            offender = next((one for one in question.parameters if one.name == said), None)
            if offender is None or offender.kind is str:
                break
            drawn = drawn | {offender.name: offender.kind(offender.minimum or 0)}
    return reject()


def _values(parameter: Parameter) -> st.SearchStrategy[Any]:
    if parameter.kind is bool:
        return st.booleans()
    low, high = parameter.minimum, parameter.maximum
    assert low is not None
    assert high is not None
    if parameter.kind is float:
        return st.one_of(st.sampled_from([low, high]), st.floats(low, high))
    low, high = int(low), int(high)
    return st.one_of(st.integers(low, min(high, low + FEW)), st.just(high), st.integers(low, high))


# By name: a whole question fills a page where hypothesis prints it.
@pytest.mark.parametrize("name", QUESTIONS)
@given(data=st.data())
def test_question__is_right_or_refuses(name: str, data: st.DataObject) -> None:
    question = QUESTIONS[name]
    parameters = data.draw(cases(name), label="parameters")
    # Shown where the test fails, also if it is stopped while it solves.
    print("jeopardice solve", " ".join([name, *(f"{own}={value}" for own, value in parameters.items())]))
    anew = Anew(question, parameters)
    try:
        stored = {output.name: anew(output) for output in question.outputs}
    except (InvalidRules, NotConverged) as refusal:
        event(f"refused by {type(refusal).__name__}")
        return
    for output in question.outputs:
        check_numbers(output, stored[output.name])
    found = cover(question, parameters, stored, ROUNDING, anew)
    assert not found.findings
    assert found.certificate <= ROUNDING * scale(question, stored)
    check_fractions(question, parameters, stored)
    check_time(question, parameters)


def check_numbers(output: Output, stored: np.ndarray[Any, Any]) -> None:
    """NaN only where the output speaks of it, and no chance that is none."""
    if stored.dtype.kind != "f":
        return
    if "NaN" not in output.meaning:
        assert np.isfinite(stored).all(), output.name
    if output.unit == "1" and output.name not in SIGNED:
        known = stored[~np.isnan(stored)]
        assert known.size == 0 or (known.min() >= -ROUNDING and known.max() <= 1.0 + ROUNDING), output.name


def check_fractions(
    question: Question, parameters: dict[str, Value], stored: dict[str, np.ndarray[Any, Any]]
) -> None:
    """The oracle that all questions share which have one."""
    if (
        question.exact is None
        or parameters.get("goal", 0) > SMALL_GOAL
        or parameters.get("most_dice", 0) > SMALL_HAND
    ):
        return
    try:
        found = question.exact(parameters, stored)
    except InvalidRules:
        return
    assert found.difference <= ROUNDING * scale(question, stored)


def check_time(question: Question, parameters: dict[str, Value]) -> None:
    """Once more, as the first time may compile: within a few times over, where that is told at all; as on a
    quiet machine.
    """
    before = slowness()
    began = time.process_time()
    question.solve(**parameters)
    taken = (time.process_time() - began) / max(1.0, before, slowness())
    assert taken <= max(SHORT, TIMES * question.seconds(parameters)), f"{taken:.1f} s taken"


def slowness() -> float:
    """How many times as long as on a quiet core of 3 GHz something takes now: others use the machine, too."""
    began = time.process_time()
    sum(range(COUNTED))
    return (time.process_time() - began) / COUNTED_SECONDS
