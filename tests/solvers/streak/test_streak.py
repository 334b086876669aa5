"""Busts in a row that cost points: exact on small goals, by any turn, and what comes of playing by it."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from solvers.catalog import find
from solvers.contests.streak import Rule
from solvers.errors import InvalidRules, NotConverged
from solvers.games import own, pig, progressive_pig, two_dice_pig
from solvers.games.turn import Turn
from solvers.in_turn import streaks
from solvers.questions import certify
from solvers.questions.parameter import Value
from solvers.race import solve as race
from solvers.streak.certificate import goal_wins
from solvers.streak.certificate_of_choices import by_counts
from solvers.streak.policy import in_a_race
from solvers.streak.solve import Streak, optimal_play
from solvers.turns.certificate_of_choices import loss_of_hold_at
from tests.strategies import FEW, goals, pigs, turns, turns_that_lead_on

any_turns = st.one_of(turns(), turns_that_lead_on(), turns(full=True).filter(lambda one: not one.least_score))
rules = st.builds(Rule, st.integers(1, 3), st.integers(0, 6))


def proved(turn: Turn, goal: int, rule: Rule) -> Streak:
    """The answer; not of games in which nearly every turn busts and costs points, which are refused."""
    try:
        return optimal_play(turn, goal, rule)
    except NotConverged:
        reject()


@FEW
@given(any_turns, goals(20), rules)
def test_contest__of_any_turn_proves_itself(turn: Turn, goal: int, rule: Rule) -> None:
    assert proved(turn, goal, rule).residual <= 1e-13


@FEW
@given(any_turns, goals(20), st.integers(1, 3))
def test_busts__that_cost_nothing_are_those_of_the_race(turn: Turn, goal: int, busts: int) -> None:
    plain = race.optimal_play(turn, goal).value
    solved = optimal_play(turn, goal, Rule(busts, 0)).value
    np.testing.assert_allclose(solved, np.broadcast_to(plain[..., None, None], solved.shape), atol=1e-12)


@pytest.mark.long
@pytest.mark.parametrize("turn", [pig.turn(), two_dice_pig.turn()], ids=("pig", "two-dice pig"))
def test_busts__that_hardly_come_change_hardly_anything(turn: Turn) -> None:
    plain = race.optimal_play(turn, 20).value
    apart = [
        np.abs(optimal_play(turn, 20, Rule(n, 20)).value[:, :, 0, 0] - plain).max() for n in (1, 3, 8, 30)
    ]
    assert apart == sorted(apart, reverse=True)
    assert apart[-1] < 1e-6


@FEW
@given(pigs(), goals(30), st.integers(2, 3), st.integers(0, 30))
def test_contest__is_a_chance_that_own_points_raise_and_own_busts_lower(
    turn: Turn, goal: int, busts: int, cost: int
) -> None:
    value = proved(turn, goal, Rule(busts, cost)).value
    assert value.min() >= 0.0
    assert value.max() <= 1.0
    for axis, sign in enumerate((1, -1, -1, 1)):
        assert (sign * np.diff(value, axis=axis)).min(initial=0.0) >= -1e-13


@FEW
@given(pigs(), goals(20), st.integers(2, 3))
def test_cost__above_all_points_is_that_of_all(turn: Turn, goal: int, busts: int) -> None:
    one, other = (proved(turn, goal, Rule(busts, goal + more)).value for more in (0, 7))
    np.testing.assert_array_equal(one, other)


@FEW
@given(pigs(), goals(20), rules)
def test_policy__loses_nothing_and_another_one_does(turn: Turn, goal: int, rule: Rule) -> None:
    solved = proved(turn, goal, rule)
    hold_at = in_a_race(solved).hold_at()

    def loss(made: np.ndarray) -> np.ndarray:
        return by_counts(loss_of_hold_at, turn, rule, solved.value, goal_wins(turn, goal), made)

    assert loss(hold_at).max() <= 1e-12
    assert (loss(np.where(hold_at > 1, hold_at - 1, hold_at)) >= 0.0).all()
    assert np.isinf(loss(np.zeros_like(hold_at))).all()


@pytest.mark.long
def test_proof__refuses_values_that_are_off_by_more_than_it_proves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaks, "settle", partial(streaks.settle, largest_change=1e-6))
    monkeypatch.setattr(streaks, "rest", lambda _, found: found)
    with pytest.raises(NotConverged, match=r"values after a streak: expected to be known to 1e-12, got less"):
        optimal_play(pig.turn(), 50, Rule(3, 10))


def test_proof__holds_where_nearly_every_turn_busts() -> None:
    """There a streak leads to the next some thousand times a game, and so do last digits."""
    question = find("streak.piglet")
    given = question.complete({"goal": 3, "busts": 4, "cost": 4, "heads": 0.05, "coins": 2})
    assert certify.answer(question, given).residual <= 1e-15


def test_proof__says_what_to_ask_for_where_streaks_hardly_ever_end() -> None:
    question = find("streak.piglet")
    given = question.complete({"goal": 12, "busts": 4, "cost": 20, "heads": 0.02})
    with pytest.raises(NotConverged, match=r"Nearly every turn busts: ask for a smaller goal, or "):
        certify.answer(question, given)


def test_contest__says_when_it_does_not_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.in_turn.settling.MOST_ROUNDS", 5)
    with pytest.raises(
        NotConverged, match=r"change after a streak: expected at most 1e-14, got .* 5 rounds\)\."
    ):
        optimal_play(pig.turn(), 50, Rule(3, 10))


@pytest.mark.parametrize(
    ("turn", "goal", "rule", "refused"),
    [
        (pig.turn(), 1, Rule(3, 1), "goal: expected 2 or more, got 1."),
        (pig.turn(), 9, Rule(0, 1), "busts in a row: expected 1 or more, got 0."),
        (pig.turn(), 9, Rule(3, -1), "cost: expected 0 or more points, got -1."),
        (progressive_pig.turn(), 9, Rule(3, 1), "turn: expected one in which a bust scores nothing, got"),
    ],
)
def test_contest__refuses_what_is_no_game(turn: Turn, goal: int, rule: Rule, refused: str) -> None:
    with pytest.raises(InvalidRules, match=refused):
        optimal_play(turn, goal, rule)


@pytest.mark.parametrize(
    ("name", "asked", "refused"),
    [
        (
            "streak.own",
            {"rules": own.text(progressive_pig.turn())},
            r"rules: expected a game in which a bust scores nothing, got 'progressive pig'\. Here a",
        ),
        (
            "streak.pig",
            {"goal": 1000, "busts": 10},
            r"busts: expected at most 4 with a goal of 1000, to fit in memory, got 10\.",
        ),
    ],
)
def test_question__refuses_what_it_has_no_answer_for(
    name: str, asked: dict[str, Value], refused: str
) -> None:
    with pytest.raises(InvalidRules, match=refused):
        find(name).complete(asked)
