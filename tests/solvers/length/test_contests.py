"""The length of equal turns, and where busts in a row cost points; `tests/solvers/test_four_ideas.py` has the
turns still to come from every state.
"""

import numpy as np
import pytest

from solvers.contests.streak import Rule
from solvers.contests.tie import SETTLED, Tie
from solvers.equal_turns import length as of_equal_turns
from solvers.errors import InvalidRules, NotConverged
from solvers.games import hog, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.in_turn.lasting.answer import Lasting
from solvers.length.solve import of_optimal_play
from solvers.streak import length as of_streaks

GAMES = [
    pytest.param(turn, goal, id=turn.name)
    for turn, goal in (
        (pig.turn(), 30),
        (piglet.turn(), 5),
        (progressive_pig.turn(), 20),
        (hog.turn(3), 15),
        (ten_thousand.turn(), 12),
    )
]
WITH_BUSTS = [
    pytest.param(turn, goal, id=turn.name)
    for turn, goal in ((pig.turn(), 8), (piglet.turn(), 3), (two_dice_pig.turn(), 8), (hog.turn(3), 8))
]
TURNS = 2000


def sums_up(found: Lasting) -> None:
    """The distribution, played forwards, has the mean that linear equations have."""
    assert found.tail_probability < 1e-15
    assert found.longer_probability[:-1].sum() == pytest.approx(found.expected_turns, rel=1e-11)
    assert found.ending_probability.sum() == pytest.approx(1.0, abs=1e-12)
    assert found.residual <= 1e-12


@pytest.mark.long
@pytest.mark.parametrize("tie", list(Tie))
@pytest.mark.parametrize(("turn", "goal"), GAMES)
def test_length__of_equal_turns_sums_up_to_its_mean(turn: Turn, goal: int, tie: Tie) -> None:
    sums_up(of_equal_turns.length(turn, goal, tie, TURNS))


@pytest.mark.long
@pytest.mark.parametrize("busts", [1, 2, 3])
@pytest.mark.parametrize(("turn", "goal"), WITH_BUSTS)
def test_length__with_busts_in_a_row_sums_up_to_its_mean(turn: Turn, goal: int, busts: int) -> None:
    sums_up(of_streaks.length(turn, goal, Rule(busts, 3), TURNS))
    sums_up(of_streaks.length_of_equal_turns(turn, goal, Rule(busts, 3), Tie.LAST, TURNS))


@pytest.mark.long
def test_length__of_busts_that_cost_nothing_is_that_of_the_contest() -> None:
    turn = pig.turn()
    race, free = of_optimal_play(turn, 40, 60), of_streaks.length(turn, 40, Rule(2, 0), 60)
    np.testing.assert_allclose(free.longer_probability, race.longer_probability, rtol=1e-10)
    equal = of_equal_turns.length(turn, 40, Tie.SHARED, 60)
    both = of_streaks.length_of_equal_turns(turn, 40, Rule(3, 0), Tie.SHARED, 60)
    for counts in np.ndindex(3, 3):
        np.testing.assert_allclose(both.turns_left[..., *counts], equal.turns_left, rtol=1e-10)
        np.testing.assert_allclose(both.second_turns_left[..., *counts], equal.second_turns_left, rtol=1e-10)


def test_length__of_equal_turns_of_a_coin_can_be_had_by_hand() -> None:
    """A turn is one toss, and heads have the goal: a round ends the game unless both have tails, or tie.

    A tie comes up in a quarter of the rounds; further rounds decide with a half, in four turns on average.
    """
    coin = hog.turn(1, 2)
    once, again = (of_equal_turns.length(coin, 2, tie, 40) for tie in (Tie.FIRST, Tie.AGAIN))
    np.testing.assert_allclose(once.longer_probability[::2], 0.25 ** np.arange(21), rtol=1e-13)
    np.testing.assert_allclose(once.longer_probability[1::2], 0.25 ** np.arange(20), rtol=1e-13)
    assert once.expected_turns == pytest.approx(8 / 3, rel=1e-14)
    assert again.expected_turns == pytest.approx(4.0, rel=1e-14)
    # Neither has won, or there was a tie, once or before.
    assert again.longer_probability[2:7:2] == pytest.approx([1 / 2, 1 / 4, 1 / 8], rel=1e-13)


def test_length__is_refused_where_rounds_are_not_played_out_or_hardly_a_game_ends() -> None:
    with pytest.raises(InvalidRules, match=f"tie: expected {SETTLED} in two-dice pig, got 'again'"):
        of_equal_turns.length(two_dice_pig.turn(), 20, Tie.AGAIN, 50)
    with pytest.raises(NotConverged):
        of_streaks.length(piglet.turn(0.001), 12, Rule(2, 6), 50)
