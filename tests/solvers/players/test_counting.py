"""Rules that count their scoring turns: as many numbers are told apart as play can come to, and no more."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import InvalidRules
from solvers.games import pig
from solvers.games.turn import Turn
from solvers.players.counting import MOST_TOLD_APART, counting_rule
from solvers.players.rule import RuleOfThumb, rule_of_thumb
from tests.one_throw import by_text
from tests.strategies import FEW, wiping_turns

TEXTS = st.one_of(
    st.integers(1, 5).map(lambda turns: f"{turns} scoring turns"),
    st.builds(
        lambda first, step, most: f"hold at {first} + {step} * min(scored, {most}) + opponent / 3",
        st.integers(1, 6),
        st.integers(-3, 3),
        st.integers(0, 5),
    ),
)


def met(text: str, turn: Turn, goal: int) -> Iterator[tuple[int, int, RuleOfThumb]]:
    """Numbers of scoring turns and scores at which turns begin, and what the rule says there."""
    waiting, seen = [(0, banked) for banked in range(goal)], set[tuple[int, int]]()
    while waiting:
        scored, banked = at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        rule = rule_of_thumb(text, turn, goal, beside_all={"scored": scored})
        yield scored, banked, rule
        # With any gain, as those are that some game has.
        held = [total for total in range(1, goal - banked) if any_holds(rule, banked, total)]
        waiting += [(scored + 1, banked + total) for total in held]


def any_holds(rule: RuleOfThumb, banked: int, total: int) -> bool:
    """Whether it holds with this turn total whatever the other has."""
    return any(rule.at(banked, other)[total, 0] == 0 for other in range(rule.goal))


@FEW
@given(st.one_of(st.just(pig.turn()), wiping_turns()), st.integers(2, 9), TEXTS)
def test_counting_rule__is_the_rule_after_each_number_that_play_comes_to(
    turn: Turn, goal: int, text: str
) -> None:
    found, most = counting_rule(text, turn, goal), 0
    for scored, banked, rule in met(text, turn, goal):
        most = max(most, scored)
        for other in range(goal):
            assert np.array_equal(found.after(scored).at(banked, other), rule.at(banked, other))
    assert len(found.parts) <= most + 1
    if len(found.parts) > 1:
        last, before = found.parts[-1].choices.holds, found.parts[-2].choices.holds
        assert not np.array_equal(last, before)


def test_rule_that_does_not_count__is_one_part() -> None:
    assert len(by_text("hold at 20", 100).parts) == 1
    assert by_text("hold at 20", 100).played().row.shape == (100, 100)
    assert by_text("4 scoring turns", 100).played().row.shape == (4, 100, 100)
    # It names them, and does not change with them.
    assert len(by_text("hold at 20 + 0 * scored", 100).parts) == 1


def test_rule_that_tells_many_apart__is_refused() -> None:
    assert len(by_text(f"hold at max(1, {MOST_TOLD_APART} - scored)", 300).parts) <= MOST_TOLD_APART
    with pytest.raises(InvalidRules, match=r"rule: expected one that changes with scored up to 23 only, got"):
        by_text("hold when turn_total >= 1 and (scored < 30 or turn_total >= 2 * scored)", 100)
    says = r"up to 0 only, got .* Write min\(scored, 0\) in place of scored, or set a smaller goal"
    with pytest.raises(InvalidRules, match=says):
        by_text("hold at max(1, opponent - scored)", 300)
