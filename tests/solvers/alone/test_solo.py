"""One player alone: proved by certificates, right where one can know by hand, and played by the answers.

Random games are held against the definition in tests (`tests/four_ideas`).
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.alone import certificate
from solvers.alone import fewest_turns as fewest
from solvers.alone import most_points as most
from solvers.alone import within_turns as within
from solvers.alone.fewest_turns import fewest_turns
from solvers.alone.most_points import most_points
from solvers.alone.one_turn import best_turn
from solvers.alone.solo import SoloTurn, Stakes
from solvers.alone.within_turns import within_turns
from solvers.errors import InvalidRules, NotConverged
from solvers.games import (
    big_pig,
    farkle,
    hog,
    pass_the_pigs,
    pig,
    piglet,
    progressive_pig,
    ten_thousand,
    two_dice_pig,
)
from solvers.games.turn import HOLD, ROLL, Outcome, Position, Throw, Turn, Way
from solvers.turns.backward import choose
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pigs, turns

full_turns = turns(full=True)
SLIP = 1e-6


# --- Within some turns


@FEW
@given(full_turns, goals(70), st.integers(1, 6))
def test_within_turns__is_a_chance_that_turns_and_points_raise(turn: Turn, goal: int, count: int) -> None:
    solution = within_turns(turn, goal, count)
    assert solution.residual <= 1e-13
    assert 0.0 <= solution.value.min() <= solution.value.max() <= 1.0
    assert np.diff(solution.value, axis=1).min() >= -1e-14
    # Another turn may be one that must risk a wipe.
    assert turn.wipes or np.diff(solution.value, axis=0).min() >= -1e-14


def test_within_turns__says_how_many_give_an_even_chance() -> None:
    solution = within_turns(pig.turn(), 100, 15)
    enough = int(solution.even_chance_turns)
    assert solution.value[enough, 0] >= 0.5 > solution.value[enough - 1, 0]
    assert np.isnan(within_turns(pig.turn(), 100, enough - 1).even_chance_turns)


def test_within_turns__goes_for_the_goal_in_the_last_turn() -> None:
    held = within.hold_at(within_turns(pig.turn(), 60, 3))
    assert (held[0] == 0).all()
    assert held[1].tolist() == [60 - banked for banked in range(60)]
    assert (held[3, :30] < held[2, :30]).all()


def test_within_turns__with_one_die_left_of_hog_throws_one() -> None:
    opened = within.opening(within_turns(hog.turn(5), 20, 2))
    assert (opened[0] == -1).all()
    # One point short any number of dice will do, but the fewest bust the least.
    assert opened[1, 19] == 0
    assert opened[1, 0] == 4


# --- The fewest turns


@FEW
@given(full_turns, goals(60))
def test_fewest_turns__are_at_least_one_and_fall_with_points(turn: Turn, goal: int) -> None:
    solution = fewest_turns(turn, goal)
    scale = max(1.0, solution.expected_turns)
    assert solution.residual <= 1e-13 * scale
    assert solution.value.min() >= 1.0 - 1e-15 * scale
    assert np.diff(solution.value).max() <= 1e-13 * scale


@FEW
@given(pigs(), goals(50), st.integers(1, 20))
def test_fewest_turns__depend_on_the_points_that_are_missing(turn: Turn, goal: int, more: int) -> None:
    few, many = fewest_turns(turn, goal).value, fewest_turns(turn, goal + more).value
    np.testing.assert_allclose(many[more:], few, rtol=1e-13, atol=0)


@pytest.mark.long
@pytest.mark.parametrize("goal", [20, 100, 300, 1000])
def test_fewest_turns__where_a_game_is_nearly_always_wiped(goal: int) -> None:
    # Two 2s bring 4 points and two 1s, as likely, take all; half of the turns bring nothing. So one game of
    # 2^throws is not wiped.
    throws = goal // 4
    solution = fewest_turns(two_dice_pig.turn(2), goal)
    assert solution.expected_turns == pytest.approx(4 * (2**throws - 1), rel=1e-12)
    assert solution.residual <= 1e-13 * solution.expected_turns


def test_fewest_turns__says_so_when_the_start_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fewest, "MOST_STEPS", 3)
    with pytest.raises(
        NotConverged, match=r"step: expected at most 1e-12 of the value, got .* Set a smaller goal"
    ):
        fewest_turns(two_dice_pig.turn(2), 300)


@pytest.mark.long
def test_fewest_turns__says_so_when_a_score_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch, fewest)
    monkeypatch.setattr(fewest, "MOST_SWEEPS", 1)
    with pytest.raises(
        NotConverged,
        match=r"step: expected at most 1e-14 of the value, got .* \(fewest turns to 9, 1 sweeps of one",
    ):
        fewest_turns(pig.turn(), 9)


# --- Most points


def test_most_points__goes_on_past_the_critical_threshold_where_more_turns_make_that_pay() -> None:
    # Ten points or all is lost. In a last turn one throws below 10, so that points count half there, and in
    # full from 10 on.
    gamble = Throw("coin", Fraction(0), (Outcome(Fraction(1, 2), 10, 0),), Fraction(1, 2))
    turn = Turn("gamble", (gamble,), (Position("any", (Way(ROLL, 0, 0),)),))
    assert turn.critical_threshold() == 10
    solution = most_points(turn, 2)
    assert solution.value[:, 0].tolist() == [0.0, 5.0, 8.75]
    assert most.hold_at(solution)[:, 0].tolist() == [0, 10, 15]
    assert solution.holds_from >= 20


@FEW
@given(turns(), st.integers(1, 3), st.integers(0, 40))
def test_most_points__without_wipes_is_one_turn_after_the_other(turn: Turn, count: int, banked: int) -> None:
    one, solution = best_turn(turn), most_points(turn, count, banked)
    expected = np.arange(count + 1)[:, None] * one.expected_score + np.arange(banked + 1)
    np.testing.assert_allclose(solution.value, expected, rtol=1e-13, atol=0)
    assert solution.holds_from == turn.chooses_below(turn.critical_threshold())


@FEW
@given(full_turns)
def test_most_points__in_one_turn_is_the_best_turn(turn: Turn) -> None:
    assert most_points(turn, 1, may_pass=False).expected_score == pytest.approx(
        best_turn(turn).expected_score, rel=1e-13
    )


@FEW
@given(full_turns, st.integers(1, 4), st.booleans())
def test_most_points__rise_with_points_by_no_more_and_ever_faster(
    turn: Turn, count: int, may_pass: bool
) -> None:
    solution = most_points(turn, count, 50, may_pass=may_pass)
    rise = np.diff(solution.value, axis=1)
    assert -1e-12 <= rise.min() <= rise.max() <= 1.0 + 1e-12
    assert np.diff(rise, axis=1).min() >= -1e-11
    assert solution.residual <= 1e-12
    longer = most_points(turn, count, 60, may_pass=may_pass)
    np.testing.assert_allclose(longer.value[:, :51], solution.value, rtol=1e-13, atol=0)


def test_think__is_passed_where_a_wipe_threatens_more_than_a_throw_brings() -> None:
    # A throw brings 25/36 of 8 points and loses a 36th of the score.
    held = most.hold_at(most_points(two_dice_pig.turn(), 5, 300))
    assert (held[1] == 0).argmax() == 200
    assert (np.diff((held[1:] == 0).argmax(axis=1)) > 0).all()
    assert (held[1:, 0] == 19).all()
    must = most.hold_at(most_points(two_dice_pig.turn(), 5, 300, may_pass=False))
    assert (must[1:] >= 1).all()


def test_most_points__says_so_when_too_many_scores_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(most, "MOST_SCORES", 3000)
    with pytest.raises(
        NotConverged, match=r"scores that matter: expected at most 3000, got \d+ \(two-dice pig, 40 turns"
    ):
        most_points(two_dice_pig.turn(2), 40, may_pass=False)


def test_most_points__of_hog_throws_as_many_dice_as_in_one_turn() -> None:
    solution = most_points(hog.turn(8), 2)
    assert most.opening(solution)[:, 0].tolist() == [
        -1,
        best_turn(hog.turn(8)).opening,
        best_turn(hog.turn(8)).opening,
    ]
    # Five dice bring as much as six: 4 n (5/6)^n.
    assert best_turn(hog.turn(8)).opening == 4


# --- All three


@pytest.mark.parametrize("goal", [0, -1])
def test_solvers__refuse_what_cannot_be_played(goal: int) -> None:
    with pytest.raises(InvalidRules, match=f"goal: expected 1 or more, got {goal}."):
        fewest_turns(pig.turn(), goal)
    with pytest.raises(InvalidRules, match=f"goal: expected 1 or more, got {goal}."):
        within_turns(pig.turn(), goal, 3)
    with pytest.raises(InvalidRules, match=f"turns: expected 1 or more, got {goal}."):
        within_turns(pig.turn(), 10, goal)
    with pytest.raises(InvalidRules, match=f"turns: expected 1 or more, got {goal}."):
        most_points(pig.turn(), goal)
    with pytest.raises(InvalidRules, match=r"most_banked: expected 0 or more, got -1\."):
        most_points(pig.turn(), 1, -1)


def test_solvers__as_plain_python_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = two_dice_pig.turn(3)
    compiled = within_turns(turn, 12, 2).value, fewest_turns(turn, 12).value, most_points(turn, 2, 3).value
    interpret(monkeypatch)
    plain = within_turns(turn, 12, 2).value, fewest_turns(turn, 12).value, most_points(turn, 2, 3).value
    for one, other in zip(plain, compiled, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-14, atol=0)


@FEW
@given(full_turns, goals(20), st.data())
def test_certificates__show_one_wrong_value(turn: Turn, goal: int, data: st.DataObject) -> None:
    for value, residual in (
        (within_turns(turn, goal, 3).value, lambda value: certificate.within_turns_residual(turn, value)),
        (most_points(turn, 3, goal).value, lambda value: certificate.most_points_residual(turn, True, value)),
    ):
        wrong = value.copy()
        wrong.flat[data.draw(st.integers(0, wrong.size - 1))] += data.draw(st.sampled_from((-SLIP, SLIP)))
        assert residual(value) <= 1e-12
        assert residual(wrong) >= SLIP * (1 - 1e-5)


def test_fewest_turns_certificate__shows_one_wrong_value() -> None:
    for turn in (pig.turn(), two_dice_pig.turn(), progressive_pig.turn(), hog.turn(5)):
        value = fewest_turns(turn, 30).value
        for banked in range(30):
            for sign in (-1, 1):
                wrong = value.copy()
                wrong[banked] += sign * SLIP
                # A turn that ends where it began carries part of the error with it.
                assert certificate.fewest_turns_residual(turn, wrong) >= SLIP / 100


def test_certificates__show_the_values_of_another_game() -> None:
    other = pig.turn(bust_face=2)
    assert certificate.within_turns_residual(other, within_turns(pig.turn(), 30, 3).value) > 1e-4
    assert certificate.fewest_turns_residual(other, fewest_turns(pig.turn(), 30).value) > 1e-3
    assert certificate.most_points_residual(other, True, most_points(pig.turn(), 3).value) > 1e-2
    passed = most_points(two_dice_pig.turn(), 3, 300).value
    assert certificate.most_points_residual(two_dice_pig.turn(), False, passed) > 1e-3


# --- Monte Carlo: the policies score what they promise


def play(
    turn: Turn,
    choices: Callable[[int, int], tuple[int, np.ndarray]],
    state: tuple[int, int],
    random: np.random.Generator,
) -> int:
    """Score after a turn. `choices` gives, for a state (turns left, banked), the opening and the actions by
    turn total and position.
    """
    banked = state[1]
    throw, actions = choices(*state)
    if throw < 0:
        return banked + turn.least_score
    turn_total = 0
    while True:
        rules = turn.throws[throw]
        drawn, at = random.random(), float(rules.bust)
        if drawn < at:
            return banked + turn.least_score
        if drawn < at + float(rules.wipe):
            return 0
        at += float(rules.wipe)
        for outcome in rules.outcomes:
            at += float(outcome.probability)
            if drawn < at:
                break
        turn_total += outcome.gain
        action = int(actions[turn_total, outcome.position]) if turn_total < len(actions) else HOLD
        if action == HOLD:
            return banked + turn_total
        # Farkle has ways that keep fewer points and leave as many dice, named after the one that keeps most:
        # no better where one may hold.
        way = next(way for way in turn.positions[outcome.position].ways if way.action == action)
        turn_total, throw = turn_total - way.given_up, way.throw


def chosen(solo: SoloTurn, stakes: Stakes, banked: int, may_pass: bool = False) -> tuple[int, np.ndarray]:
    """The opening, -1 to pass, and the actions by turn total and position, at one banked score."""
    throws = next(throws for score, throws in enumerate(solo.throws(stakes)) if score == banked)
    _, actions = choose(solo.turn, stakes.banking[banked : banked + len(throws)], throws)
    opened = max(solo.turn.openings, key=lambda opening: throws[0, opening])
    return -1 if may_pass and throws[0, opened] <= stakes.bust[banked] else opened, actions


def assert_mean(samples: list[float], expected: float) -> None:
    assert abs(np.mean(samples) - expected) < 5 * np.std(samples) / np.sqrt(len(samples))


@pytest.mark.parametrize(
    ("turn", "goal"),
    [
        (pig.turn(), 40),
        pytest.param(piglet.turn(), 6, marks=pytest.mark.long),
        pytest.param(progressive_pig.turn(), 40, marks=pytest.mark.long),
        (two_dice_pig.turn(), 40),
        pytest.param(big_pig.turn(), 60, marks=pytest.mark.long),
        pytest.param(hog.turn(6), 30, marks=pytest.mark.long),
        pytest.param(pass_the_pigs.turn(), 40, marks=pytest.mark.long),
        pytest.param(ten_thousand.turn(), 20, marks=pytest.mark.long),
        (farkle.turn(), 20),
    ],
    ids=lambda value: value.name if isinstance(value, Turn) else "",
)
def test_policies__reach_the_goal_as_promised(turn: Turn, goal: int) -> None:
    random, games = np.random.default_rng(2012), 3000
    solo, chance, fast = SoloTurn(turn, goal), within_turns(turn, goal, 4), fewest_turns(turn, goal)
    plans: dict[tuple[int, int], tuple[int, np.ndarray]] = {}

    def in_time(left: int, banked: int) -> tuple[int, np.ndarray]:
        if (left, banked) not in plans:
            plans[left, banked] = chosen(solo, chance.stakes(left) if left else fast.stakes, banked)
        return plans[left, banked]

    reached, taken = [], []
    for _ in range(games):
        score = 0
        for left in range(4, 0, -1):
            score = play(turn, in_time, (left, score), random) if score < goal else score
        reached.append(float(score >= goal))
        score, count = 0, 0
        while score < goal:
            # No turns left stands for any number of them.
            score, count = play(turn, in_time, (0, score), random), count + 1
        taken.append(float(count))
    assert_mean(reached, chance.win_probability)
    assert_mean(taken, fast.expected_turns)


@pytest.mark.parametrize("start", [0, 150, 190], ids=str)
def test_think__scores_as_much_as_promised(start: int) -> None:
    solution = most_points(two_dice_pig.turn(), 5, 400)
    solo, random, scores = SoloTurn(solution.turn, solution.holds_from), np.random.default_rng(5), []
    plans: dict[tuple[int, int], tuple[int, np.ndarray]] = {}

    def plan(left: int, banked: int) -> tuple[int, np.ndarray]:
        if (left, banked) not in plans:
            plans[left, banked] = chosen(solo, solution.stakes(left), banked, may_pass=True)
        return plans[left, banked]

    for _ in range(5000):
        score = start
        for left in range(5, 0, -1):
            score = play(solution.turn, plan, (left, score), random)
        scores.append(float(score))
    assert_mean(scores, float(solution.value[5, start]))


def test_piglet__with_a_coin_reaches_two_in_four_turns() -> None:
    # One head, banked, and another; or both at once, at one chance in four a turn.
    assert fewest_turns(piglet.turn(), 2).expected_turns == pytest.approx(4.0, rel=1e-15)
