"""What is stored of turns that chase the goal: best where it matters, and refused where it is read off wrong.

Where a throw from a tie nearly always wins, as in Pig, a tie worth nothing and one worth a half give the same
turn totals. So these are cases in which the last player wins a tie: there it holds.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from solvers.catalog import QUESTIONS
from solvers.contests.tie import Tie
from solvers.equal_turns import policy
from solvers.equal_turns import question as equal_turns
from solvers.equal_turns.of_three.response.solve import Seated
from solvers.equal_turns.response import question as response
from solvers.questions.covering import cover
from tests.lies import ROUNDING, as_stored

OF_TWO: dict[str, dict[str, Any]] = {
    "equal_turns.pig": {"goal": 12},
    "equal_turns_response_to_rule.pig": {"goal": 12, "rule": "hold at 4"},
}
OF_THREE = (
    "equal_turns_response_to_two.pig",
    {"goal": 9, "earlier_rule": "hold at 5", "later_rule": "hold at 12"},
)


def named(question: str, given: dict[str, Any]) -> list[str]:
    """The outputs of a case that are found to be wrong, as its solver reads them off now."""
    asked = QUESTIONS[question]
    parameters = asked.complete(given)
    findings = cover(asked, parameters, as_stored(asked, parameters), ROUNDING).findings
    return [finding.variable for finding in findings]


@pytest.mark.parametrize("question", OF_TWO)
@pytest.mark.parametrize(("tie", "held"), [(Tie.FIRST, False), (Tie.LAST, True)])
def test_last_turn__holds_a_tie_that_wins(question: str, tie: Tie, held: bool) -> None:
    given = OF_TWO[question] | {"tie": int(tie)}
    asked = QUESTIONS[question]
    hold_at = asked.output("last_hold_at").read(asked.solve(**asked.complete(given)))
    np.testing.assert_array_equal(hold_at - np.arange(1, hold_at.size + 1), 0 if held else 1)
    assert named(question, given) == []


@pytest.mark.parametrize("question", OF_TWO)
def test_last_turn__of_two_with_a_tie_worth_nothing_is_refused(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def worth_nothing(turn: Any, most: int, level: float) -> Any:
        return policy.last_hold_at(turn, most, 0.0)

    for module in (equal_turns, response):
        monkeypatch.setattr(module, "last_hold_at", worth_nothing)
    assert named(question, OF_TWO[question] | {"tie": int(Tie.LAST)}) == ["last_hold_at"]


def _further(seated: Seated, right: Callable[[Seated], Any]) -> Any:
    return right(seated) + np.int16(5)


def _tie_worth_nothing(seated: Seated, right: Callable[[Seated], Any]) -> Any:
    return np.stack([seated._held([0.0, 0.0, *[1.0] * seated.reply.reach])] * 3)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "wrong"),
    [("after_hold_at", _further), ("last_hold_at", _further), ("last_hold_at", _tie_worth_nothing)],
    ids=["chase 5 too far", "last 5 too far", "tie worth nothing"],
)
def test_turns_of_three__read_off_wrong_are_refused(
    name: str, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    question, given = OF_THREE
    given = given | {"tie": int(Tie.LAST)}
    assert named(question, given) == []
    right = getattr(Seated, name)
    monkeypatch.setattr(Seated, name, lambda seated: wrong(seated, right))
    assert named(question, given) == [name]
