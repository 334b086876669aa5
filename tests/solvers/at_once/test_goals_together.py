"""Best responses to several goals in one pass: the same bits as one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.at_once.best_response import BestResponse, best_response
from solvers.at_once.goals_together import best_responses_to_one
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.games import pig
from solvers.games.turn import Turn
from tests.solvers.questions.test_catalog import SMALL
from tests.strategies import FEW, goals, pigs


def check_same(together: BestResponse, alone: BestResponse) -> None:
    assert together.table.tobytes() == alone.table.tobytes()
    assert together.actions.tobytes() == alone.actions.tobytes()
    assert together.value.tobytes() == alone.value.tobytes()
    assert together.hold_at.tobytes() == alone.hold_at.tobytes()
    assert abs(together.residual - alone.residual) <= 1e-15


@FEW
@given(pigs(), st.lists(goals(70), min_size=1, max_size=4), st.integers(1, 80))
def test_goals_together__are_the_bits_of_each(turn: Turn, several: list[int], n: int) -> None:
    found = best_responses_to_one(turn, several, n)
    for goal, together in zip(several, found, strict=True):
        check_same(together, best_response(turn, goal, (n,)))


def test_goals_together__where_a_win_is_all_but_certain() -> None:
    for goal, together in zip((500, 60), best_responses_to_one(pig.turn(), (500, 60), 25), strict=True):
        check_same(together, best_response(pig.turn(), goal, (25,)))


def test_goals_together__are_refused_as_one_is() -> None:
    with pytest.raises(InvalidRules, match="goal: expected 2 or more, got 1"):
        best_responses_to_one(pig.turn(), (1, 1), 25)


def test_questions__solve_together_what_they_solve_alone() -> None:
    for question in QUESTIONS.values():
        if question.together is not None:
            name = question.together.parameter
            given = SMALL[question.name][0]
            cases = [question.complete({**given, name: value}) for value in (9, 6)]
            for case, solution in zip(cases, question.together.solve(cases), strict=True):
                alone = question.solve(**case)
                for output in question.outputs:
                    if output.name not in question.certificates:
                        assert np.array_equal(output.read(solution), output.read(alone), equal_nan=True)
