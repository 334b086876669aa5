"""Two rules of thumb with equal turns: proved, no better than the best, and refused where nothing is known.

Random games are held against the definition in tests (`tests/four_ideas`).
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.contests.tie import Tie
from solvers.equal_turns.question_of_rules import RulesWithEqualTurns, rules_with_equal_turns
from solvers.equal_turns.solve import optimal_play
from solvers.errors import InvalidRules, NotConverged
from solvers.games import farkle, pig, piglet, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_equal_turns import Said, equal_turns_residual
from solvers.players.ruled import Ruled
from tests.by_rules import anything, held, pair
from tests.strategies import FEW, goals, pigs, turns, turns_that_lead_on, wiping_turns

ties = st.sampled_from(Tie)
any_turns = st.one_of(pigs(), turns(), turns_that_lead_on(), wiping_turns())


def said(found: RulesWithEqualTurns) -> Said:
    """What is proved."""
    return Said(*(getattr(found, name) for name in Said._fields))


@pytest.mark.parametrize("tie", Tie)
def test_pair__of_pig_proves_itself_and_wins_no_more_than_the_best(tie: Tie) -> None:
    best = optimal_play(pig.turn(), 60, tie)
    found = pair(pig.turn(), 60, tie, 20, 20)
    assert found.residual <= 1e-14
    assert np.all(found.last_value <= best.last_value + 1e-15)
    assert abs(found.win_probability - best.win_probability) < 0.05


@FEW
@given(any_turns, goals(12), ties, st.integers(1, 15), st.integers(0, 4))
def test_pair__of_any_turn_proves_itself(plain: Turn, goal: int, tie: Tie, n: int, entry: int) -> None:
    may_enter = not plain.wipes and all(position.ways for position in plain.positions)
    turn = replace(plain, entry=min(entry, goal)) if may_enter else plain
    found = pair(turn, goal, tie, n, 3)
    assert found.residual <= 1e-13 * max(1.0, found.turns_left.max())


@FEW
@given(st.one_of(pigs(), wiping_turns()), goals(8), ties, st.integers(0, 10**6))
def test_policies_by_both_scores__prove_themselves(turn: Turn, goal: int, tie: Tie, seed: int) -> None:
    first, second = anything(turn, goal, seed), anything(turn, goal, seed + 1)
    found = rules_with_equal_turns(first, second, tie)
    assert found.residual <= 1e-13 * max(1.0, found.turns_left.max()) ** 2


@pytest.mark.parametrize("turn", [ten_thousand.turn(), farkle.turn()], ids=lambda turn: turn.name)
def test_pair__of_games_with_more_to_decide_proves_itself(turn: Turn) -> None:
    found = pair(turn, 20, Tie.AGAIN, 7, 5)
    assert found.residual <= 1e-13
    # Equal turns end with a round, of two turns.
    assert found.expected_turns > 2.0


CASES: list[tuple[Turn, Tie, Any]] = [
    (pig.turn(), Tie.AGAIN, held),
    (two_dice_pig.turn(), Tie.AGAIN, held),
    (two_dice_pig.turn(), Tie.SHARED, anything),
]


@pytest.mark.long
@pytest.mark.parametrize("name", Said._fields)
@pytest.mark.parametrize(("turn", "tie", "player"), CASES, ids=("pig", "wipes", "wipes, by both scores"))
def test_certificate__finds_a_lie_in_each_table(turn: Turn, tie: Tie, player: Any, name: str) -> None:
    first, second = player(turn, 20, 9), player(turn, 20, 7)
    true = said(rules_with_equal_turns(first, second, tie))
    assert equal_turns_residual(turn, tie, first, second, true) <= 1e-12
    known = np.asarray(getattr(true, name))
    for place in {0, known.size // 3, known.size - 1}:
        lie = known.copy()
        lie.flat[place] += 1e-6
        told = true._replace(**{name: lie})
        assert equal_turns_residual(turn, tie, first, second, told) > 1e-8, place


def test_certificate__finds_another_tie_rule() -> None:
    first, second = held(pig.turn(), 20, 9), held(pig.turn(), 20, 7)
    true = said(rules_with_equal_turns(first, second, Tie.AGAIN))
    assert equal_turns_residual(pig.turn(), Tie.LAST, first, second, true) > 1e-7


def test_certificate__sees_what_one_backup_hardly_does() -> None:
    """Where nearly every game is wiped, values that are off come back from one backup nearly as they were."""
    turn = two_dice_pig.turn(3)
    first, second = held(turn, 80, 20), held(turn, 80, 25)
    true = said(rules_with_equal_turns(first, second, Tie.FIRST))
    wrong = true._replace(value=true.value + 1e-9, second_value=true.second_value - 1e-9)
    assert equal_turns_residual(turn, Tie.FIRST, first, second, wrong) >= 9e-10
    longer = true._replace(
        turns_left=1.001 * true.turns_left, second_turns_left=1.001 * true.second_turns_left
    )
    assert equal_turns_residual(turn, Tie.FIRST, first, second, longer) >= 9e-4


def test_pair__refuses_what_it_cannot_answer() -> None:
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        pair(pig.turn(), 1, Tie.FIRST, 5, 5)
    with pytest.raises(NotConverged, match="chance that a turn scores: expected more than 1e-290"):
        pair(piglet.turn(0.001), 200, Tie.FIRST, 150, 150)


def test_entry__is_no_part_of_further_rounds() -> None:
    turn = replace(pig.turn(), entry=15)
    plain, entering = held(pig.turn(), 20, 9), held(turn, 20, 9)
    assert (plain.rule.at(0, 0) != entering.rule.at(0, 0)).any()
    assert (plain.first_of_round.way == entering.first_of_round.way).all()
    assert isinstance(entering, Ruled)
