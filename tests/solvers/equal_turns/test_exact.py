"""Equal turns in fractions: what four ideas say, whatever the floats they start from."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.contests.tie import Tie
from solvers.equal_turns.fractions.exact import ExactContest, most_goal, solve
from solvers.equal_turns.solve import optimal_play
from solvers.errors import InvalidRules
from solvers.games import pig, piglet, progressive_pig, two_dice_pig
from solvers.games.turn import Turn
from solvers.questions.exact import largest_difference
from tests.four_ideas.tables import seat_tables
from tests.strategies import FEW, goals, turns, turns_that_lead_on

ties = st.sampled_from(Tie)


def from_floats(turn: Turn, goal: int, tie: Tie) -> tuple[ExactContest, float]:
    """The contest in fractions, and by how much floats differ from it."""
    floats = optimal_play(turn, goal, tie)
    exact = solve(turn, goal, tie, floats.value, floats.second_value, floats.tie_value)
    pairs = (
        (floats.value, exact.value),
        (floats.second_value, exact.second_value),
        (floats.last_value, exact.last_value),
        (np.array([floats.tie_value]), np.array([exact.tie_value], object)),
    )
    return exact, max(largest_difference(*pair) for pair in pairs)


@pytest.mark.long
@pytest.mark.parametrize("tie", Tie)
@pytest.mark.parametrize(
    ("turn", "goal"),
    [(pig.turn(2, 2), 4), (progressive_pig.turn(4), 5), (pig.turn(4), 3)],
    ids=("coin", "progressive", "four sides"),
)
def test_contest__is_what_four_ideas_say(turn: Turn, goal: int, tie: Tie) -> None:
    exact, difference = from_floats(turn, goal, tie)
    right = seat_tables(turn, goal, tie, (None, None), 0, Fraction)
    assert exact.tie_value == right.tie
    assert (exact.value == right.value).all()
    assert (exact.second_value == 1 - right.waiting.T).all()
    assert (exact.last_value[:goal] == right.last).all()
    assert difference <= 1e-15


@FEW
@given(st.one_of(turns(full=True), turns_that_lead_on()), goals(3), ties)
def test_contest__of_any_turn_is_near_to_floats(turn: Turn, goal: int, tie: Tie) -> None:
    exact, difference = from_floats(turn, goal, tie)
    assert difference <= 1e-12
    assert all(isinstance(value, Fraction) for value in (*exact.value.flat, *exact.second_value.flat))


@pytest.mark.long
@pytest.mark.parametrize("goal", [6, 10])
def test_contest__in_which_most_games_are_wiped_is_near_to_floats(goal: int) -> None:
    assert from_floats(two_dice_pig.turn(2), goal, Tie.LAST)[1] <= 1e-14


@pytest.mark.parametrize("turn", [piglet.turn(), two_dice_pig.turn(3)], ids=lambda turn: turn.name)
def test_contest__is_the_same_from_bad_guesses(turn: Turn) -> None:
    goal = 4
    right, _ = from_floats(turn, goal, Tie.AGAIN)
    random = np.random.default_rng(3)
    blind = solve(turn, goal, Tie.AGAIN, *random.random((2, goal, goal)), tie_value=0.9)
    assert right.improved == 0 < blind.improved
    assert (right.value == blind.value).all()
    assert (right.second_value == blind.second_value).all()
    assert right.tie_value == blind.tie_value


def test_contest__refuses_what_it_cannot_answer() -> None:
    half = np.full((3, 3), 0.5)
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        solve(pig.turn(), 1, Tie.FIRST, half, half, 0.5)
    with pytest.raises(InvalidRules, match="guess: expected an array of 4 by 4"):
        solve(pig.turn(), 4, Tie.FIRST, half, half, 0.5)
    assert most_goal(two_dice_pig.turn()) < most_goal(pig.turn()) < most_goal(piglet.turn())
