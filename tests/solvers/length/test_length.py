"""The length of a race: in fractions at small goals, with dice at real ones."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import InvalidRules, NotConverged
from solvers.games import farkle, hog, pass_the_pigs, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.length import means
from solvers.length.leader import MOVER, NOBODY, OTHER
from solvers.length.solve import Length, of_optimal_play, of_plan
from solvers.plans.plans import always, hold_at, most_points
from solvers.race import policy as race_policy
from solvers.race.solve import optimal_play
from tests import oracle_length, oracle_plans
from tests.strategies import FEW, goals, turns, turns_that_lead_on

LEADERS = {None: NOBODY, 0: MOVER, 1: OTHER}


def agrees_in_fractions(found: Length, plan: Callable[[int, int], oracle_plans.Plan]) -> None:
    """Everything, with the rule played out in fractions."""
    rule = oracle_length.rule_of(found.turn, found.goal, plan)
    left, changes = oracle_length.expected(rule, found.goal)
    most = max(1.0, float(max(left.values())))
    for (banked, opponent, led), exact in left.items():
        assert found.turns_left[banked, opponent] == pytest.approx(float(exact), rel=1e-12)
        stored = found.lead_changes_left[banked, opponent, LEADERS[led]]
        assert stored == pytest.approx(float(changes[banked, opponent, led]), abs=1e-13 * most)
    for n, more in enumerate(oracle_length.more_changes(rule, found.goal, 3)):
        for (banked, opponent, led), exact in more.items():
            stored = found.more_changes_left[n, banked, opponent, LEADERS[led]]
            assert stored == pytest.approx(float(exact), rel=1e-12, abs=1e-300)
    longer = oracle_length.longer(rule, found.goal, 12)
    ending = [Fraction(0), *(one - two for one, two in pairwise(longer))]
    np.testing.assert_allclose(
        found.longer_probability[:13], np.array(longer, float), rtol=1e-12, atol=1e-300
    )
    np.testing.assert_allclose(found.ending_probability[:13], np.array(ending, float), rtol=0, atol=1e-14)
    assert found.residual <= 1e-13 * most


@FEW
@given(st.one_of(turns(full=True), turns_that_lead_on()), goals(6))
def test_length__of_any_plan_is_that_of_fractions(turn: Turn, goal: int) -> None:
    plan = oracle_plans.plan_of(hold_at(turn, 3))
    agrees_in_fractions(of_plan(hold_at(turn, 3), goal, 20), lambda banked, opponent: plan)


@FEW
@given(turns_that_lead_on(), goals(12))
def test_length__proves_itself_where_throws_gain_nothing(turn: Turn, goal: int) -> None:
    assert of_optimal_play(turn, goal, 20).residual <= 1e-13
    assert of_plan(hold_at(turn, 3), goal, 20).residual <= 1e-12


@pytest.mark.long
@pytest.mark.parametrize(
    ("turn", "goal"),
    [
        (pig.turn(), 8),
        (pig.turn(3, 2), 7),
        (progressive_pig.turn(), 8),
        (two_dice_pig.turn(4), 8),
        (piglet.turn(0.3), 4),
    ],
    ids=lambda own: getattr(own, "name", str(own)),
)
def test_length__of_optimal_play_is_that_of_fractions(turn: Turn, goal: int) -> None:
    rolls = race_policy.policy(optimal_play(turn, goal))

    def plan(banked: int, opponent: int) -> oracle_plans.Plan:
        return 0, lambda total, position: (0, 0) if rolls[banked, opponent, total] else None

    agrees_in_fractions(of_optimal_play(turn, goal, 20), plan)


@pytest.mark.parametrize(
    "turn",
    [ten_thousand.turn(), pytest.param(farkle.turn(), marks=pytest.mark.long), hog.turn(4)],
    ids=lambda turn: turn.name,
)
def test_length__of_more_ways_to_go_on_is_that_of_fractions(turn: Turn) -> None:
    for own in (most_points(turn), always(turn, 0)):
        plan = oracle_plans.plan_of(own)
        agrees_in_fractions(of_plan(own, 7, 20), lambda banked, opponent, plan=plan: plan)


def test_length__of_piglet_to_2_can_be_had_by_hand() -> None:
    """A turn wins with two heads, 1/4, and nobody stops at one: a geometric distribution, and no lead."""
    found = of_plan(hold_at(piglet.turn(), 2), 2, 30)
    np.testing.assert_allclose(found.longer_probability, 0.75 ** np.arange(31), rtol=1e-14)
    assert found.expected_turns == pytest.approx(4.0, rel=1e-15)
    assert found.expected_lead_changes == 0.0


def test_length__counts_a_win_from_behind_as_a_change_and_a_tie_as_none() -> None:
    """A turn is one toss of a coin: whoever leads 1 to 0 may be drawn level with, and lose."""
    found = of_plan(hold_at(piglet.turn(), 1), 2, 30)
    assert found.lead_changes_left[1, 1, MOVER] < found.lead_changes_left[1, 1, OTHER]
    # At 1 to 1 the mover wins with 2/3; that is a change if the other has led last.
    assert found.lead_changes_left[1, 1, OTHER] == pytest.approx(2 / 3, abs=1e-15)
    assert found.lead_changes_left[1, 1, MOVER] == pytest.approx(1 / 3, abs=1e-15)
    assert np.isnan(found.lead_changes_left[1, 0, OTHER])
    assert np.isnan(found.lead_changes_left[1, 1, NOBODY])


@pytest.mark.long
@pytest.mark.parametrize(
    "turn",
    [pig.turn(), progressive_pig.turn(), pass_the_pigs.turn(), two_dice_pig.turn()],
    ids=lambda turn: turn.name,
)
def test_length__at_100_is_what_dice_say(turn: Turn) -> None:
    found, plan = of_plan(hold_at(turn, 20), 100, 200), oracle_plans.plan_of(hold_at(turn, 20))
    games = np.array(
        oracle_length.played(100, oracle_plans.player(turn, 100, lambda *scores: plan), 2000, 7), float
    )
    expected = np.array([found.expected_turns, found.expected_lead_changes])
    assert (np.abs(games.mean(axis=0) - expected) <= 4.0 * games.std(axis=0) / len(games) ** 0.5).all()
    said = [((games[:, 0] > most).mean(), found.longer_probability[most]) for most in (15, 25, 40)]
    said += [((games[:, 1] > most).mean(), found.more_changes_probability[most]) for most in (0, 1, 2, 4)]
    for counted, chance in said:
        error = (chance * (1.0 - chance) / len(games)) ** 0.5
        assert abs(counted - chance) <= 4.0 * error + 1e-3


def test_length__of_optimal_pig_to_100_is_what_dice_say() -> None:
    found, rolls = of_optimal_play(pig.turn(), 100, 200), race_policy.policy(optimal_play(pig.turn(), 100))

    def plan(banked: int, opponent: int) -> oracle_plans.Plan:
        return 0, lambda total, position: (0, 0) if rolls[banked, opponent, total] else None

    games = np.array(oracle_length.played(100, oracle_plans.player(pig.turn(), 100, plan), 2000, 11), float)
    expected = np.array([found.expected_turns, found.expected_lead_changes])
    assert (np.abs(games.mean(axis=0) - expected) <= 4.0 * games.std(axis=0) / len(games) ** 0.5).all()


def test_length__of_a_long_distribution_sums_up_to_its_mean() -> None:
    found = of_optimal_play(two_dice_pig.turn(), 60, 1500)
    assert found.tail_probability < 1e-20
    assert found.longer_probability[:-1].sum() == pytest.approx(found.expected_turns, rel=1e-13)


def test_means__of_games_that_hardly_end_are_known_to_their_last_digits() -> None:
    """A coin of 0.001 to 3 heads in one turn: a turn wins with 1e-9."""
    found = of_plan(hold_at(piglet.turn(0.001), 3), 3, 10)
    assert found.expected_turns == pytest.approx(1e9, rel=1e-14)
    # Two states that leave each other with 1e-12.
    moves = np.array([[0.5, 0.5 - 1e-12], [0.25, 0.75 - 1e-12]])
    solved = means.eliminated(moves, np.full(2, 1e-12), np.ones((2, 1)), "two")
    np.testing.assert_allclose(solved[:, 0], 1e12, rtol=1e-12)


@pytest.mark.long
def test_length__of_games_that_hardly_end_has_as_small_a_certificate() -> None:
    """Two-sided dice nearly always wipe: 4.5e15 turns, of which all digits but the last are known."""
    found = of_optimal_play(two_dice_pig.turn(2), 200, 10)
    assert found.expected_turns == pytest.approx(4.5036e15, rel=1e-4)
    assert found.residual <= 1e-13


def test_length__is_refused_where_nobody_ever_wins_or_nothing_is_asked() -> None:
    with pytest.raises(NotConverged, match="chance that"):
        of_plan(hold_at(piglet.turn(0.001), 150), 150, 10)
    with pytest.raises(InvalidRules, match="most_turns: expected 1 or more, got 0"):
        of_plan(hold_at(pig.turn(), 20), 30, 0)


def test_changes__of_the_lead_sum_up_to_their_mean() -> None:
    for found in (
        of_optimal_play(pig.turn(), 60, 10, 60),
        of_plan(hold_at(two_dice_pig.turn(), 20), 60, 10, 60),
    ):
        assert found.more_changes_probability[-1] < 1e-13
        assert found.more_changes_probability.sum() == pytest.approx(found.expected_lead_changes, rel=1e-13)
        assert found.changes_probability.sum() == pytest.approx(1.0, abs=1e-13)
        left = found.more_changes_left.sum(axis=0)
        np.testing.assert_allclose(left, found.lead_changes_left, rtol=1e-12, atol=1e-13)


def test_changes__of_the_lead_can_be_had_by_hand() -> None:
    """A turn is one toss of a coin, to 2: at 1 to 1 the mover wins with 2/3, who led last does not matter."""
    found = of_plan(hold_at(piglet.turn(), 1), 2, 30, 3)
    more = found.more_changes_left
    assert more[:, 1, 1, OTHER] == pytest.approx([2 / 3, 0.0, 0.0, 0.0], abs=1e-15)
    assert more[:, 1, 1, MOVER] == pytest.approx([1 / 3, 0.0, 0.0, 0.0], abs=1e-15)


def test_changes__are_as_many_as_are_asked_for() -> None:
    few, many = (of_optimal_play(pig.turn(), 30, 10, most).more_changes_left for most in (2, 9))
    np.testing.assert_array_equal(few, many[:3])
    with pytest.raises(InvalidRules, match="most_changes: expected 1 or more, got 0"):
        of_optimal_play(pig.turn(), 30, 10, 0)
