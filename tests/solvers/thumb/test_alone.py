"""Rules of thumb for who plays alone for some turns: in fractions, by playing, and by identities."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.alone.within_turns import within_turns
from solvers.arrays import Array, Flags
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.games import own, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import HOLD, ROLL, Turn
from solvers.players import turns_by_rule
from solvers.players.rule import rule_of_thumb
from solvers.questions.covering import cover
from solvers.thumb import decisions
from solvers.thumb.alone import turns as alone_turns
from solvers.thumb.alone.certificate import residual
from solvers.thumb.alone.evaluation import EvaluationAloneByState, rolls_alone
from solvers.thumb.alone.evaluation import evaluate_alone_by_state as evaluate_alone
from solvers.thumb.regions import grid
from solvers.thumb.regions.region import Region, Span
from tests.interpreted import interpret
from tests.lies import ROUNDING, as_stored
from tests.one_throw import ruled_alone
from tests.oracle_policies import rules_of
from tests.oracle_thumb_alone import Alone
from tests.solvers.fixed.test_head_to_head import one_throw_turns
from tests.strategies import FEW, goals

QUESTION = QUESTIONS["thumb_within_turns.pig"]
CASE = {"goal": 20, "turns": 4, "rule": "hold at 6"}
EXACT = [
    (pig.turn(3, 3), 6, 3),
    (piglet.turn(), 4, 4),
    (progressive_pig.turn(4, 1), 6, 3),
    (two_dice_pig.turn(3), 8, 3),
]


def any_rolls(goal: int, turns: int, seed: int) -> Flags:
    """Any policy at all."""
    rolls = np.random.default_rng(seed).integers(0, 2, (turns + 1, goal, goal)).astype(np.int8)
    rolls[..., 0], rolls[0] = ROLL, HOLD
    return rolls


def by_text(turn: Turn, goal: int, turns: int, text: str) -> EvaluationAloneByState:
    """What a rule is worth."""
    return evaluate_alone(rule_of_thumb(text, turn, goal, turns=turns))


# --- Fractions


@pytest.mark.long
@pytest.mark.parametrize(("turn", "goal", "turns"), EXACT, ids=lambda one: getattr(one, "name", str(one)))
@pytest.mark.parametrize("seed", range(3))
def test_everything__is_what_it_is_in_fractions(turn: Turn, goal: int, turns: int, seed: int) -> None:
    rolls = any_rolls(goal, turns, seed)
    found = evaluate_alone(ruled_alone(turn, rolls))
    oracle = Alone(rules_of(turn, exactly=True), goal, lambda *at: bool(rolls[at] == ROLL))
    often = oracle.visits(turns)
    lost = {
        at: oracle.regret(at) for at in np.ndindex(rolls.shape) if at[0] and at[2] and at[1] + at[2] < goal
    }
    best, mine = oracle.values(turns, 0)
    # The identity, to the last digit.
    assert sum(often.get(at, 0) * lost[at] for at in lost) == best - mine
    assert found.loss == pytest.approx(float(best - mine), abs=1e-14)
    for at in np.ndindex(found.rule_value.shape):
        values = found.value[at], found.rule_value[at]
        assert values == pytest.approx(list(map(float, oracle.values(*at))), abs=1e-14)
    for at in np.ndindex(rolls.shape):
        assert found.visits[at] == pytest.approx(float(often.get(at, 0)), abs=1e-14)
        assert found.regret[at] == pytest.approx(float(lost.get(at, 0)), abs=1e-14)
    decided = {at: often.get(at, 0) for at in lost}
    right = sum(often for at, often in decided.items() if lost[at] == 0) / sum(decided.values())
    assert found.right_decisions == pytest.approx(float(right), abs=1e-13)


# --- Playing


@pytest.mark.long
def test_rule__reaches_the_goal_and_errs_as_often_in_turns_that_are_played() -> None:
    goal, turns, trials = 40, 5, 20_000
    found = by_text(pig.turn(), goal, turns, "hold when turn_total >= 14 and turns_left > 1")
    random, won = np.random.default_rng(1), 0
    counted, ended = np.zeros_like(found.visits), np.zeros(goal)
    for _ in range(trials):
        banked = 0
        for left in range(turns, 0, -1):
            total = 0
            while banked + total < goal:
                counted[left, banked, total] += 1
                if total and not (left == 1 or total < 14):
                    break
                die = int(random.integers(1, 7))
                if die == 1:
                    total = 0
                    break
                total += die
            banked += total
            if banked >= goal:
                break
        won += banked >= goal
        if banked < goal:
            ended[banked] += 1
    # Five standard deviations of what is counted so often.
    assert won / trials == pytest.approx(found.rule_value[-1, 0], abs=5 * 0.5 / trials**0.5)
    assert ended / trials == pytest.approx(found.visits[0, :, 0], abs=5 * 0.5 / trials**0.5)
    assert counted[1:, :, 1:].sum() / trials == pytest.approx(found.decisions, rel=0.02)
    assert (counted * found.regret).sum() / trials == pytest.approx(found.loss, rel=0.1)
    right = counted[..., 1:][found.regret[..., 1:] == 0].sum() / counted[..., 1:].sum()
    assert right == pytest.approx(found.right_decisions, abs=0.01)


# --- Identities


@FEW
@given(one_throw_turns(), goals(14), st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_evaluation__holds_together_for_any_rule(turn: Turn, goal: int, turns: int, seed: int) -> None:
    found = evaluate_alone(ruled_alone(turn, any_rolls(goal, turns, seed)))
    assert found.residual <= 1e-13
    assert found.lost.sum() == pytest.approx(found.loss, abs=1e-13)
    assert (found.rule_value <= found.value + 1e-14).all()
    assert 0.0 <= found.right_decisions <= 1.0
    # Whoever does not reach the goal ends somewhere below it.
    assert found.visits[0, :, 0].sum() == pytest.approx(1.0 - found.rule_value[-1, 0], abs=1e-13)


@FEW
@given(one_throw_turns(), goals(14), st.integers(2, 6))
def test_optimal_play__as_a_rule_gives_away_nothing(turn: Turn, goal: int, turns: int) -> None:
    best = evaluate_alone(ruled_alone(turn, any_rolls(goal, turns, 0))).advantage
    rolls = np.where(best > 0.0, np.int8(ROLL), np.int8(HOLD))
    rolls[1:, :, 0] = ROLL
    found = evaluate_alone(ruled_alone(turn, rolls))
    np.testing.assert_allclose(found.rule_value, within_turns(turn, goal, turns).value, rtol=0, atol=1e-14)
    assert found.regret.max() == 0.0
    assert found.right_decisions == 1.0
    assert found.regions == ()


def test_value__of_fewer_turns_is_that_of_a_case_of_fewer() -> None:
    text = "hold when turn_total * turns_left >= goal - banked"
    many, few = (by_text(pig.turn(), 30, turns, text) for turns in (6, 4))
    np.testing.assert_array_equal(many.rule_value[:5], few.rule_value)
    np.testing.assert_array_equal(many.regret[:5], few.regret)


def test_kernels__say_the_same_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    for turn in (two_dice_pig.turn(), progressive_pig.turn()):
        found = by_text(turn, 15, 3, "hold at 6")
        with monkeypatch.context() as patched:
            interpret(patched, turns_by_rule, alone_turns, decisions, grid)
            again = by_text(turn, 15, 3, "hold at 6")
            np.testing.assert_allclose(again.rule_value, found.rule_value, rtol=1e-13)
            np.testing.assert_allclose(again.visits, found.visits, rtol=1e-13)


# --- Published


def test_optimal_play_within_ten_turns__is_that_of_the_literature() -> None:
    found = by_text(pig.turn(), 100, 10, "hold at 20")
    # Neller, Russell & Markov 2012, exercise 3.
    assert found.value[10, 0] == pytest.approx(0.4654, abs=5e-5)
    assert found.loss == pytest.approx(found.value[10, 0] - found.rule_value[10, 0])


# --- Regions


def test_regions__are_sums_of_their_decisions() -> None:
    found = by_text(pig.turn(), 60, 8, "hold at 20")
    assert found.regions
    left, banked, turn_total = np.indices(found.rolls.shape)
    gone = np.zeros(found.rolls.shape, bool)
    for region in found.regions:
        inside = region.contains(found.rolls, banked, np.zeros_like(banked), turn_total, None, left) & (
            turn_total > 0
        )
        assert not (inside & gone & (found.visits > 0.0) & (banked + turn_total < 60)).any()
        lost = (found.visits * found.regret)[inside].sum()
        assert region.share * found.loss == pytest.approx(lost, rel=1e-9)
        gone |= inside
    assert sum(region.share for region in found.regions) <= 1.0 + 1e-12


def test_first_region__is_where_a_rule_was_made_worse() -> None:
    best = by_text(pig.turn(), 60, 8, "hold at 20").advantage
    rolls = np.where(best > 0.0, np.int8(ROLL), np.int8(HOLD))
    rolls[1:, :, 0] = ROLL
    rolls[1:4, :, 8:12] = HOLD
    (only,) = evaluate_alone(ruled_alone(pig.turn(), rolls)).regions
    assert only.sentence == "holds at 11 or less, in the last 3 turns"
    assert only.share == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (Span(1, 10), "whenever it holds"),
        (Span(1, 1), "holds in the last turn"),
        (Span(1, 2), "holds in the last 2 turns"),
        (Span(10, 10), "holds in the first turn"),
        (Span(4, 10), "holds with 4 turns or more left"),
        (Span(4, 4), "holds with 4 turns left"),
        (Span(4, 6), "holds with 4 to 6 turns left"),
    ],
)
def test_sentence__says_which_turns(span: Span, words: str) -> None:
    region = Region.everywhere(100, False, turns=10)
    assert region.turns_left == Span(1, 10)
    said = Region(*list(vars(region).values())[:10], turns_left=span, turns=10)
    assert said.sentence == words


# --- Certificate


@pytest.mark.parametrize("turn", [pig.turn(), two_dice_pig.turn(), progressive_pig.turn()])
def test_certificate__sees_tables_that_the_solver_believes(turn: Turn) -> None:
    found, other = (by_text(turn, 20, 4, f"hold at {n}") for n in (6, 7))
    right = {name: found[name] for name in ("value", "rule_value", "visits")}

    def off(**wrong: Array) -> float:
        return residual(found.rule, found.rule.kind, right | wrong)

    assert off() <= 1e-14
    # Where all is over.
    stray = found.visits.copy()
    stray[2, 15, 10] = 1e-6
    late = found.visits.copy()
    late[0, 3, 1] = 1e-6
    begins = found.rule_value.copy()
    begins[0, 5] = 1e-6
    for value in (other.rule_value, found.rule_value * (1.0 + 1e-6), begins):
        assert not off(rule_value=value) <= 1e-8
    assert not off(value=found.value * (1.0 + 1e-6)) <= 1e-8
    for visits in (other.visits, found.visits * (1.0 + 1e-6), stray, late, np.full_like(stray, np.nan)):
        assert not off(visits=visits) <= 1e-8


def test_certificate__sees_a_loss_that_is_not_what_decisions_give_away() -> None:
    parameters = QUESTION.complete(CASE)
    truth = as_stored(QUESTION, parameters)
    wrong = truth["rule_value"] + 1e-6
    found = cover(QUESTION, parameters, truth | {"rule_value": wrong}, ROUNDING)
    assert found.certificate >= 4e-7
    assert {"rule_value", "win_probability"} <= {one.variable for one in found.findings}


# --- Rules, and what is refused


@pytest.mark.parametrize(
    ("text", "at", "holds"),
    [
        ("hold at 5", (2, 0, 5), True),
        ("hold at 5 + turns_left", (2, 0, 6), False),
        ("hold at 5 + turns_left", (1, 0, 6), True),
        ("throw when turns_left = 1 or turn_total < 5", (1, 3, 9), False),
        ("throw when turns_left = 1 or turn_total < 5", (2, 3, 9), True),
        ("hold when turn_total * turns_left >= goal - banked", (2, 10, 5), True),
        ("hold when turn_total * turns_left >= goal - banked", (2, 9, 5), False),
        ("hold at {a}", (2, 0, 7), True),
    ],
)
def test_rule__knows_how_many_turns_are_left(text: str, at: tuple[int, int, int], holds: bool) -> None:
    rolls = rolls_alone(rule_of_thumb(text, pig.turn(), 20, {"a": 7}, 3))
    assert bool(rolls[at] == HOLD) is holds
    assert (rolls[1:, :, 0] == ROLL).all()
    assert (rolls[0] == HOLD).all()


@pytest.mark.parametrize(
    ("given_parameters", "words"),
    [
        (
            {"rule": "hold when opponent > 3"},
            "expected one of banked, turns_left, turn_total, goal at column 11",
        ),
        ({"rule": "hold when opponent > 3"}, "A rule can use it only in a race, to say when to hold"),
        ({"rule": "hold when turn_left > 3"}, "Did you mean 'turns_left'?"),
        ({"rule": "hold at 3, go for most points"}, "no `go for most`"),
        ({"turns": 0}, "turns: expected a whole number from 1 to 200, got 0"),
    ],
)
def test_what_there_is_not__is_refused(given_parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        QUESTION.complete(CASE | given_parameters)
    assert words in str(refused.value)


def test_race__refuses_turns_left_and_says_what_to_ask() -> None:
    with pytest.raises(InvalidRules, match=r"no number of turns. For a player alone, ask thumb_within_turns"):
        QUESTIONS["thumb.pig"].complete({"goal": 20, "rule": "hold when turns_left < 3"})


def test_game_with_more_to_decide__is_refused() -> None:
    question = QUESTIONS["thumb_within_turns.own"]
    with pytest.raises(InvalidRules, match=r"the same throw, got .*Ask thumb_within_turns\.own_by_position"):
        question.complete(CASE | {"rules": own.text(ten_thousand.turn())})
    given_parameters = CASE | {"rules": own.text(pig.turn(4))}
    same = QUESTION.complete(CASE | {"sides": 4})
    assert question.solve(**question.complete(given_parameters)).loss == QUESTION.solve(**same).loss
