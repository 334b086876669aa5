"""Rules of thumb under equal turns, shown to be right; four ideas have their values."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solvers.contests.tie import Tie
from solvers.equal_turns.response.solve import best_response
from solvers.errors import InvalidRules
from solvers.games import big_pig, pig, ten_thousand, two_dice_pig
from solvers.games.turn import Outcome, Position, Throw, Turn
from solvers.games.turn import Way as Onward
from solvers.players.ruled import ruled
from solvers.thumb.equal_turns.certificate import Tables, residual
from solvers.thumb.equal_turns.evaluation import ContestOfEqualTurns, EqualTurnsEvaluation, evaluate
from solvers.thumb.families import families_by_position
from solvers.thumb.search import best
from tests.by_rules import pair
from tests.strategies import FEW, goals, turns, turns_that_lead_on

ties = st.sampled_from(Tie)
any_turns = st.one_of(turns(), turns_that_lead_on())
texts = st.sampled_from(["hold at 1", "hold at 3", "hold when turn_total >= 2 + (opponent - banked) / 2"])


# Whoever has 6 of 7 points leaves a worse turn to a rule that holds at 1 than whoever has 7.
BY_TWO = Turn(
    "by two",
    (Throw("coin", Fraction(1, 4), (Outcome(Fraction(3, 4), 2, 0),)),),
    (Position("heads", (Onward(1, 0, 0), Onward(1, 1, 0))),),
)


@pytest.mark.long
@FEW
@example(BY_TWO, 7, Tie.FIRST, "hold at 1", 0)
@given(any_turns, goals(15), ties, texts, st.integers(0, 3))
def test_rule__of_any_turn_proves_itself(plain: Turn, goal: int, tie: Tie, text: str, entry: int) -> None:
    held = all(position.ways for position in plain.positions)
    turn = replace(plain, entry=min(entry, goal)) if held else plain
    assert evaluate(ruled(text, turn, goal), tie).residual <= 1e-12


@pytest.mark.parametrize("tie", Tie)
def test_rule__against_itself_and_its_reply_is_as_pairs_and_best_responses_have_it(tie: Tie) -> None:
    own = ruled("hold at 12", pig.turn(), 40)
    found, known = evaluate(own, tie), pair(pig.turn(), 40, tie, 12, 12)
    np.testing.assert_allclose(found.against_itself[0, 0], known.value, rtol=0, atol=1e-15)
    np.testing.assert_allclose(found.against_itself[0, 1], known.second_value, rtol=0, atol=1e-15)
    assert 0.5 + found.loss_to_reply == pytest.approx(best_response(own, tie).wins, abs=1e-15)


@cache
def of_ten_thousand() -> EqualTurnsEvaluation:
    """A game in which one gives up points to go on."""
    text = "hold when turn_total >= 3 + dice_left and dice_left < 5, go for most dice_left"
    return evaluate(ruled(text, ten_thousand.turn(), 6), Tie.AGAIN)


@pytest.mark.long
def test_reply__is_no_worse_than_optimal_play_and_all_is_proved() -> None:
    found = of_ten_thousand()
    assert 0.0 < found.loss <= found.loss_to_reply
    assert found.residual <= 1e-13
    assert (found.against_reply <= found.against_optimal + 1e-13).all()


@pytest.mark.long
def test_certificate__finds_a_lie_about_any_table() -> None:
    found = of_ten_thousand()
    true = Tables(
        found.optimal_value,
        found.against_optimal,
        found.value_against_itself,
        found.against_reply,
        found.optimal_tie_value,
        found.tie_values,
    )
    said = (found.rule, found.ruled.again, found.contest.tie)
    assert residual(*said, true) <= 1e-13
    for name in Tables._fields:
        wrong = np.array(getattr(true, name))
        for place in range(wrong.size) if wrong.size < 10 else (0, wrong.size // 3, wrong.size - 1):
            lie = wrong.copy()
            lie.flat[place] += 1e-6
            told = true._replace(**{name: lie if lie.ndim else float(lie)})
            assert residual(*said, told) > 1e-8, (name, place)


def test_certificate__ends_where_a_tie_is_worth_no_number() -> None:
    found = evaluate(ruled("hold at 5", pig.turn(), 8), Tie.AGAIN)
    true = Tables(
        found.optimal_value,
        found.against_optimal,
        found.value_against_itself,
        found.against_reply,
        found.optimal_tie_value,
        found.tie_values,
    )
    for lie in (np.nan, np.inf, -1.0, 2.0):
        told = true._replace(tie_values=np.full_like(true.tie_values, lie))
        assert not residual(found.rule, found.ruled.again, found.contest.tie, told) <= 0.5


def test_search__finds_the_best_of_all_that_hold_at_n() -> None:
    turn, tie = big_pig.turn(), Tie.SHARED
    contest = ContestOfEqualTurns(turn, 20, tie)
    family = families_by_position(turn, 20, 1)[0]
    found = best(contest, family, lambda so_far: None)
    losses = {n: evaluate(ruled(f"hold at {n}", turn, 20), tie).loss for n in range(1, 21)}
    assert found.numbers == (min(losses, key=losses.__getitem__),)
    assert found.loss == pytest.approx(min(losses.values()), abs=1e-13)
    standing = contest.standing(found.text)
    assert standing.loss == pytest.approx(found.loss, abs=1e-13)
    assert standing.loss <= standing.loss_to_reply


def test_rule__of_a_game_that_wipes_is_refused() -> None:
    with pytest.raises(InvalidRules, match=r"rules: expected a game that wipes nothing, got 'two-dice pig'"):
        evaluate(ruled("hold at 20", two_dice_pig.turn(), 100), Tie.SHARED)
