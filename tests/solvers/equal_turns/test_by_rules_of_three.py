"""Three players with equal turns who hold at n, m and k, as must be so."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.contests.tie import OF_THREE, Tie
from solvers.equal_turns.of_three.by_rules.certificate import Stored, residual
from solvers.equal_turns.of_three.by_rules.solve import Trio
from solvers.equal_turns.of_three.solve import optimal_play
from solvers.errors import InvalidRules, NotConverged
from solvers.games import pig, piglet, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from tests.by_rules import all_held, trio_at
from tests.four_ideas.contests import EqualTurns, TurnsOf
from tests.four_ideas.values import Values, hold_at
from tests.strategies import FEW, goals, pigs, thresholds

ties = st.sampled_from(OF_THREE)


def stored(solved: Trio) -> Stored:
    """What the certificate is shown."""
    after = solved.last_value, solved.after_value, solved.tie_value, solved.three_tie_value
    return Stored(solved.value, *after, solved.turns_left)


@FEW
@given(pigs(), goals(20), ties, thresholds(3, 30))
def test_trio__of_any_pig_sums_to_one_and_is_proved(
    turn: Turn, goal: int, tie: Tie, rules: tuple[int, int, int]
) -> None:
    solved = trio_at(turn, goal, tie, rules)
    for table in (solved.value, solved.last_value, solved.after_value, solved.three_tie_value):
        np.testing.assert_allclose(table.sum(axis=-1), 1.0, rtol=0, atol=1e-13)
    assert solved.residual <= 1e-14


@pytest.mark.long
@pytest.mark.parametrize("tie", OF_THREE)
def test_trio__wins_last_turns_no_more_often_than_the_best(tie: Tie) -> None:
    solved, best = trio_at(pig.turn(), 20, tie, (20, 20, 20)), optimal_play(pig.turn(), 20, tie)
    assert (solved.last_value[0, :, 2] <= best.last_value[0] + 1e-15).all()
    assert (np.diff(solved.last_value[0, :, 2]) <= 1e-15).all()


def test_trio__keeps_its_digits_where_nearly_every_turn_busts() -> None:
    turn, contest = piglet.turn(0.001), EqualTurns(3, Tie.AGAIN, 3)
    rare, start = trio_at(turn, 3, Tie.AGAIN, (2, 2, 2)), contest.at(0, 0, 0, 0)
    tied = contest.tied((1, 1, 1), (0, 1, 2))
    right = Values(turn, contest, (hold_at(2), hold_at(2), hold_at(2)), [start, tied], Fraction)
    for told, at in ((rare.win_probability, start), (rare.three_tie_value, tied)):
        np.testing.assert_allclose(told, [float(one) for one in right[at]], rtol=1e-14, atol=0)
    lasts = Values(turn, TurnsOf(contest), (hold_at(2), hold_at(2), hold_at(2)), [start], Fraction)
    assert rare.expected_turns == pytest.approx(float(lasts[start][0]), rel=1e-13)


@pytest.mark.parametrize("tie", OF_THREE)
@pytest.mark.parametrize("name", Stored._fields)
def test_certificate__sees_a_lie_about_every_array(name: str, tie: Tie) -> None:
    turn = pig.turn(4)
    solved, rules = trio_at(turn, 5, tie, (4, 3, 6)), all_held(turn, 5, (4, 3, 6))
    honest = stored(solved)
    lie = np.array(getattr(honest, name))
    lie[(1,) * lie.ndim] += 1e-6
    assert residual(solved.turn, 5, tie, rules, honest) < 1e-14
    assert residual(solved.turn, 5, tie, rules, honest._replace(**{name: lie})) > 1e-7


@pytest.mark.parametrize(
    ("turn", "asked", "said"),
    [
        (two_dice_pig.turn(), {}, "turn: expected a game in which nobody is wiped"),
        (ten_thousand.turn(), {}, "turn: expected a game whose only way to go on is the same throw"),
        (pig.turn(), {"goal": 1}, "goal: expected 2 to 60, got 1"),
        (pig.turn(), {"goal": 61}, "goal: expected 2 to 60, got 61"),
    ],
)
def test_trio__refuses(turn: Turn, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRules, match=said):
        trio_at(turn, **({"goal": 9, "tie": Tie.FIRST, "rules": (5, 5, 5)} | asked))


def test_trio__refuses_games_that_hardly_end() -> None:
    with pytest.raises(NotConverged, match=r"chance that a turn scores: .* Hold at less"):
        trio_at(piglet.turn(1e-9), 60, Tie.FIRST, (60, 60, 60))
