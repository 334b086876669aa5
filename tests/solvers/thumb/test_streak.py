"""Rules of thumb where busts in a row cost points, shown to be right; four ideas have their values."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.catalog import find
from solvers.contests.streak import Rule
from solvers.errors import InvalidRules, NotConverged
from solvers.games import farkle, pig
from solvers.games.turn import Turn
from solvers.in_turn import streaks
from solvers.players.rule import rule_of_thumb
from solvers.questions import certify
from solvers.thumb.evaluation import evaluate as evaluate_race
from solvers.thumb.families import families_by_position
from solvers.thumb.search import best
from solvers.thumb.streak.certificate import Tables, residual
from solvers.thumb.streak.evaluation import ContestOfStreak, StreakEvaluation, evaluate
from solvers.thumb.streak.rounds import ENOUGH_TO_COMPARE
from solvers.thumb.streak.rule import rule_by_busts
from tests.strategies import FEW, goals, turns, turns_that_lead_on

any_turns = st.one_of(turns(), turns_that_lead_on())
costs = st.builds(Rule, st.integers(1, 3), st.integers(0, 6))
of_a_race = st.sampled_from(["hold at 1", "hold at 3", "hold when turn_total >= 2 + (opponent - banked) / 2"])
looking_at_busts = st.sampled_from(
    [
        "hold at 3 - own_busts",
        "hold when opponent_busts > own_busts or turn_total >= 2",
        "hold when turn_total >= 2 + opponent_busts - own_busts or banked > opponent",
    ]
)
texts = st.one_of(of_a_race, looking_at_busts)


@FEW
@given(any_turns, goals(15), costs, texts)
def test_rule__of_any_turn_proves_itself(turn: Turn, goal: int, streak: Rule, text: str) -> None:
    assert evaluate(rule_by_busts(text, turn, goal, streak)).residual <= 1e-12


@FEW
@given(any_turns, goals(12), st.integers(1, 3), of_a_race)
def test_busts__that_cost_nothing_are_those_of_the_race(turn: Turn, goal: int, busts: int, text: str) -> None:
    rule = rule_of_thumb(text, turn, goal)
    found, race = evaluate(rule_by_busts(text, turn, goal, Rule(busts, 0))), evaluate_race(rule)
    assert found.loss_to_reply == pytest.approx(race.loss_to_reply, abs=1e-11)
    itself = np.broadcast_to(race.value_against_itself[..., None, None], found.optimal_value.shape)
    np.testing.assert_allclose(found.value_against_itself, itself, rtol=0, atol=1e-11)


def of_farkle() -> StreakEvaluation:
    """A game in which one gives up points to go on."""
    text = "hold when turn_total >= 7 and dice_left < 6, go for most dice_left"
    return evaluate(rule_by_busts(text, farkle.turn(), 20, Rule(2, 5)))


@pytest.mark.long
def test_reply__is_no_worse_than_optimal_play_and_all_is_proved() -> None:
    found = of_farkle()
    assert 0.0 < found.loss <= found.loss_to_reply
    assert found.residual <= 1e-13
    assert (found.against_reply <= found.against_optimal + 1e-13).all()


@pytest.mark.long
def test_certificate__finds_a_lie_about_any_table() -> None:
    found = of_farkle()
    true = Tables(found.optimal_value, found.against_optimal, found.value_against_itself, found.against_reply)
    for name in Tables._fields:
        wrong = getattr(true, name).copy()
        wrong.flat[wrong.size // 3] += 1e-6
        assert residual(found.ruled, true._replace(**{name: wrong})) > 1e-8, name


@pytest.mark.long
def test_search__finds_the_best_of_all_that_hold_at_n() -> None:
    turn, streak = pig.turn(), Rule(2, 10)
    contest = ContestOfStreak(turn, 20, streak)
    family = families_by_position(turn, 20, 1)[0]
    found = best(contest, family, lambda so_far: None)
    losses = {n: evaluate(rule_by_busts(f"hold at {n}", turn, 20, streak)).loss for n in range(1, 21)}
    assert found.numbers == (min(losses, key=losses.__getitem__),)
    # While rules are compared their values are not settled; what is told of the best one is.
    assert found.loss == pytest.approx(min(losses.values()), abs=ENOUGH_TO_COMPARE)
    standing = contest.standing(found.text)
    assert standing.loss == pytest.approx(min(losses.values()), abs=1e-13)
    assert standing.loss <= standing.loss_to_reply


@pytest.mark.long
@pytest.mark.parametrize(("goal", "busts", "cost", "hold_at"), [(20, 3, 5, 6), (10, 2, 5, 4), (20, 2, 1, 7)])
def test_rule__is_proved_where_its_turns_nearly_always_bust(
    goal: int, busts: int, cost: int, hold_at: int
) -> None:
    question = find("thumb_streak.piglet")
    given = question.complete({"goal": goal, "busts": busts, "cost": cost, "rule": f"hold at {hold_at}"})
    assert certify.answer(question, given).residual <= 1e-13


@pytest.mark.long
def test_proof__refuses_chances_that_are_off_by_more_than_it_proves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaks, "settle", partial(streaks.settle, largest_change=1e-6))
    monkeypatch.setattr(streaks, "rest", lambda _, found: found)
    with pytest.raises(NotConverged, match=r"values after a streak: expected to be known to 1e-12, got less"):
        evaluate(rule_by_busts("hold at 20", pig.turn(), 50, Rule(3, 10)))


def test_question__refuses_what_there_is_no_room_for() -> None:
    with pytest.raises(InvalidRules, match=r"goal: expected at most 200 with 3 busts, to fit in memory"):
        find("thumb_streak.pig").complete({"goal": 201, "rule": "hold at 20"})
