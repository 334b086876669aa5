"""What a small case in plain Python says that the kernels of a case will be called with."""

from pathlib import Path

import pytest

from flows.compiling.kernel_calls import Call, calls, small
from solvers.catalog import find
from solvers.kernel import Kernel
from tests.solvers.questions.test_catalog import SMALL
from tests.solvers.test_jit import run

ASKED = (
    "race.pig",
    "thumb.pig",
    "equal_turns.pig",
    "streak.piglet",
    "fewest_turns.own",
    "head_to_head.rules_pig",
)


def from_python(noted: list[Call]) -> list[Call]:
    """Those of kernels that Python calls; machine code on disk has the others in it."""
    return [call for call in noted if isinstance(call.kernel, Kernel)]


@pytest.mark.parametrize("name", ASKED)
def test_calls__are_those_of_the_case_itself(name: str) -> None:
    question = find(name)
    parameters = question.complete(SMALL[name][0]) if name in SMALL else question.complete({"goal": 30})
    noted = from_python(calls(question, parameters))
    solution = question.solve(**parameters)
    for output in question.outputs:
        output.read(solution)
    assert noted
    for call in noted:
        assert call.types in call.kernel.overloads, call


# A cache of its own, as machine code on disk has the kernels within it.
COMPILED_OTHERWISE = """
from flows.compiling.kernel_calls import calls
from solvers.catalog import find
question = find("race.pig")
noted = calls(question, question.complete({}), kept=[])
question.solve(**question.complete({}))
print(len(noted), len([call for call in noted if call.types not in call.kernel.overloads]))
"""


@pytest.mark.long
def test_calls_within_kernels__have_the_types_that_the_compiler_finds(tmp_path: Path) -> None:
    (said,) = run(COMPILED_OTHERWISE, NUMBA_CACHE_DIR=str(tmp_path))
    noted, otherwise = map(int, said.split())
    assert noted > 15
    # Plain Python has no unsigned whole numbers.
    assert otherwise <= 2


def test_calls__leave_kernels_as_they_were() -> None:
    question = find("race.pig")
    calls(question, question.complete({}))
    from solvers.in_turn import best

    assert isinstance(best._solve, Kernel)


def test_calls__ends_with_what_it_has_if_a_small_case_takes_long() -> None:
    question = find("yahtzee.solitaire")
    assert len(from_python(calls(question, question.complete({}), seconds=0.5))) == 1


def test_small__keeps_what_is_no_number_of_points() -> None:
    question = find("thumb.pig")
    cut = small(question, question.complete({"rule": "hold at {a}", "a": 25, "sides": 8}))
    assert (cut["rule"], cut["a"], cut["sides"]) == ("hold at {a}", 25, 8)
    assert cut["goal"] < 10


def test_calls__of_kept_outputs_are_those_that_solve_and_read_them() -> None:
    question = find("race.pig")
    parameters = question.complete({"goal": 30})
    every = [call.kernel for call in calls(question, parameters)]
    some = [call.kernel for call in calls(question, parameters, kept=["win_probability"])]
    assert some
    assert len(some) < len(every)
    assert [kernel for kernel in every if kernel in some] == some
