"""Equal turns: proved, right where one can know by hand, and refused where nothing is known.

Random games are held against the definition in tests (`tests/four_ideas`).
"""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.contests.beyond import Beyond
from solvers.contests.tie import Tie
from solvers.equal_turns import beyond, solve
from solvers.equal_turns.fractions import exact as fractions
from solvers.equal_turns.further_rounds import tie_worth
from solvers.equal_turns.last_turn import Stakes, last_turns
from solvers.equal_turns.solve import optimal_play
from solvers.errors import InvalidRules, NotConverged
from solvers.games import big_pig, hog, pig, piglet, progressive_pig, two_dice_pig
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way
from tests.strategies import FEW, goals, pigs, turns, turns_that_lead_on

ties = st.sampled_from(Tie)
any_turns = st.one_of(turns(full=True), turns_that_lead_on())


@FEW
@given(any_turns, goals(20), ties)
def test_contest__of_any_turn_proves_itself(turn: Turn, goal: int, tie: Tie) -> None:
    assert optimal_play(turn, goal, tie).residual <= 1e-13


@pytest.mark.parametrize(
    ("tie", "chance"),
    [
        (Tie.FIRST, Fraction(1, 2)),
        (Tie.LAST, Fraction(21, 50)),
        (Tie.SHARED, Fraction(1, 2)),
        (Tie.AGAIN, Fraction(1, 2)),
    ],
)
def test_piglet_to_2__is_what_comes_out_by_hand(tie: Tie, chance: Fraction) -> None:
    assert optimal_play(piglet.turn(), 2, tie).win_probability == pytest.approx(float(chance), abs=1e-15)


GAMES = {
    "pig": pig.turn(),
    "progressive pig": progressive_pig.turn(),
    "two-dice pig": two_dice_pig.turn(),
    "big pig": big_pig.turn(),
    "hog": hog.turn(8),
}


@pytest.mark.parametrize("game", GAMES)
def test_ties__are_worth_what_they_are_called(game: str) -> None:
    wins = {tie: optimal_play(GAMES[game], 25, tie) for tie in Tie}
    order = [wins[tie].win_probability for tie in (Tie.FIRST, Tie.SHARED, Tie.LAST)]
    assert order == sorted(order, reverse=True)
    # Who moves second knows what is to be beaten.
    assert wins[Tie.AGAIN].tie_value < 0.5
    assert wins[Tie.SHARED].win_probability >= wins[Tie.AGAIN].win_probability - 1e-15


@FEW
@given(pigs(), goals(40), ties)
def test_contest__is_a_probability_that_own_points_raise_and_others_lower(
    turn: Turn, goal: int, tie: Tie
) -> None:
    solved = optimal_play(turn, goal, tie)
    for value in (solved.value, solved.second_value):
        assert value.min() >= 0.0
        assert value.max() <= 1.0
        assert np.diff(value, axis=0).min() >= -1e-14
        assert np.diff(value, axis=1).max() <= 1e-14
    assert np.diff(solved.last_value).max() <= 1e-15
    assert solved.first_player_advantage == 2 * solved.win_probability - 1


@FEW
@given(any_turns, goals(12), ties)
def test_beyond__is_so_far_that_farther_changes_nothing(turn: Turn, goal: int, tie: Tie) -> None:
    solved = optimal_play(turn, goal, tie)
    level, more = 1.0 - solved.tie_value, 2 * solved.beyond.top
    farther = last_turns(turn, Stakes.chances(level), more + turn.longest_gain)[:, 0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "beyond", lambda *given: Beyond(more, farther))
        twice = optimal_play(turn, goal, tie)
    np.testing.assert_allclose(twice.value, solved.value, rtol=0, atol=1e-14)
    np.testing.assert_allclose(twice.second_value, solved.second_value, rtol=0, atol=1e-14)


def test_tie__with_nothing_may_lead_to_one_with_more() -> None:
    """One throw of 1 or 2 points with 2/9 each, a bust with 1/9, a wipe with 4/9: as a wipe costs what has
    been gained, the second settles for a tie with more than 0. One with nothing is worth 17/36, another one
    19/40; if ties with nothing led to such alone, that would be 0.47488.
    """
    die = Throw(
        "die",
        Fraction(1, 9),
        tuple(Outcome(Fraction(2, 9), gain, 0) for gain in (1, 2)),
        wipe=Fraction(4, 9),
    )
    turn = Turn("wiping ties", (die,), (Position("any", (Way(ROLL, 0, 0),)),))
    assert tie_worth(turn) == pytest.approx(19 / 40, abs=1e-15)
    solved = optimal_play(turn, 2, Tie.AGAIN)
    exact = fractions.solve(turn, 2, Tie.AGAIN, solved.value, solved.second_value, solved.tie_value)
    assert exact.tie_value == Fraction(19, 40)
    assert solved.win_probability == pytest.approx(0.48803104575163, abs=1e-13)
    assert solved.residual <= 1e-15


@pytest.mark.parametrize("goal", [7, 8, 20, 24])
def test_contest__reaches_as_far_as_who_has_nothing_is_behind(goal: int) -> None:
    solved = optimal_play(big_pig.turn(2), goal, Tie.LAST)
    assert solved.beyond.last.size == solved.beyond.top + big_pig.turn(2).longest_gain + 1
    assert solved.residual <= 1e-14


def test_contest__is_proved_where_rounds_hardly_move_its_values() -> None:
    """Of what is left after a round, the next leaves 0.999; one round does not take back what was raised."""
    solved = optimal_play(two_dice_pig.turn(2), 40, Tie.FIRST)
    assert solved.residual <= 1e-14
    assert solved.first_player_advantage > 0.0


def test_contest__refuses_what_is_nearly_always_wiped() -> None:
    """Rounds hardly move its values, which then are not those that they stay at."""
    with pytest.raises(NotConverged, match="values after a wipe: expected to be known to 1e-11, got less"):
        optimal_play(two_dice_pig.turn(2), 90, Tie.LAST)


@pytest.mark.parametrize("goal", [1, 0])
def test_contest__refuses_a_goal_that_is_reached_at_once(goal: int) -> None:
    with pytest.raises(InvalidRules, match=f"goal: expected 2 or more, got {goal}."):
        optimal_play(pig.turn(), goal, Tie.FIRST)


@pytest.mark.long
def test_contest__refuses_throws_that_lose_nothing_or_hardly_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        InvalidRules, match="turn: expected one that takes at most 1000000 rows beyond the goal"
    ):
        optimal_play(piglet.turn(0.9999999), 20, Tie.FIRST)
    monkeypatch.setattr(beyond, "MOST_SCORE", 100)
    with pytest.raises(
        InvalidRules, match=r"turn: expected one that is held from a score of 100 on, got 114\."
    ):
        optimal_play(pig.turn(), 100, Tie.FIRST)
    sure = Throw("sure", Fraction(1, 2), (Outcome(Fraction(1, 2), 1, 0),))
    object.__setattr__(sure, "bust", Fraction(0))
    monkeypatch.setattr(beyond, "throws_that_go_on", lambda turn: [sure])
    with pytest.raises(InvalidRules, match=r"piglet: chance to bust or to wipe: expected more than 0"):
        optimal_play(piglet.turn(), 20, Tie.FIRST)
