"""Races at the edges of what is accepted: nearly every turn busts, nearly every game is wiped, chances
underflow.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from solvers.catalog import find
from solvers.errors import InvalidRules, NotConverged
from solvers.fixed.head_to_head import head_to_head
from solvers.fixed.hold_at_pairs import hold_at_pairs
from solvers.fixed.race_response import best_response
from solvers.games import pig, piglet, two_dice_pig
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way
from solvers.players.counting import counting_rule
from solvers.race.solve import optimal_play
from solvers.turns.chances import chances
from tests import oracle_edges
from tests import oracle_policies as oracle


def ask(name: str, **given: Any) -> Any:
    question = find(name)
    return question.solve(**question.complete(given))


def gains_of(turn: Turn) -> oracle_edges.Gains:
    return {
        one.gain: Decimal(one.probability.numerator) / Decimal(one.probability.denominator)
        for one in turn.throws[0].outcomes
    }


def table(won: dict[tuple[int, int], Decimal], goal: int) -> np.ndarray[Any, Any]:
    return np.array([[float(won[i, j]) for j in range(goal)] for i in range(goal)])


# --- Nearly every turn busts


@pytest.mark.parametrize(
    ("turn", "goal", "n"),
    [
        *((piglet.turn(), goal, n) for goal, n in ((30, 20), (32, 30))),
        pytest.param(piglet.turn(), 56, 54, marks=pytest.mark.long),
        (piglet.turn(0.001), 5, 300),
        (piglet.turn(0.001), 12, 4),
        (piglet.turn(0.999), 20, 20),
        (pig.turn(2), 50, 50),
        (pig.turn(2, 2), 40, 40),
        (pig.turn(100, 50), 12, 12),
        pytest.param(pig.turn(100, 50), 24, 24, marks=pytest.mark.long),
    ],
    ids=lambda value: value.name if isinstance(value, Turn) else str(value),
)
def test_best_response__is_right_where_the_opponent_nearly_always_busts(
    turn: Turn, goal: int, n: int
) -> None:
    response = best_response(counting_rule(f"hold at {n}", turn, goal), goal)
    np.testing.assert_allclose(
        response.value[0],
        table(oracle_edges.best_response(gains_of(turn), goal, n), goal),
        rtol=0,
        atol=2e-13,
    )
    assert response.residual <= 1e-14


@pytest.mark.parametrize("opponent", [30, 52, 54])
def test_best_response__to_one_who_hardly_scores_all_but_wins(opponent: int) -> None:
    answer = ask("race_response_to_rule.piglet", goal=100, heads=0.5, rule=f"hold at {opponent}")
    assert answer.response.wins_second == pytest.approx(1.0, abs=1e-15)
    assert np.isfinite(answer.response.value).all()
    assert answer.residual <= 1e-14


def test_best_response__to_one_who_throws_many_dice_wins() -> None:
    answer = ask("race_response.dice_hog", goal=20, opponent_dice=100, most_dice=100, sides=3)
    # 100 dice show no 1 once in 4e17 turns.
    assert answer.response.wins_second == pytest.approx(1.0, abs=1e-15)
    assert answer.response.value.max() <= 1.0
    assert answer.residual <= 1e-14


@pytest.mark.parametrize(
    ("turn", "goal"),
    [(piglet.turn(0.999), 20), (piglet.turn(0.001), 20), (pig.turn(2), 30)],
    ids=("heads", "tails", "two sides"),
)
def test_race__is_right_where_a_coin_is_all_but_certain(turn: Turn, goal: int) -> None:
    race = optimal_play(turn, goal)
    np.testing.assert_allclose(
        race.value, table(oracle_edges.race(gains_of(turn), goal), goal), rtol=0, atol=2e-13
    )
    assert race.residual <= 1e-14


@pytest.mark.parametrize(("heads", "goal"), [(0.999, 140), (0.999, 400), (0.001, 350)])
def test_race__of_piglet_converges_at_both_ends(heads: float, goal: int) -> None:
    race = ask("race.piglet", heads=heads, goal=goal)
    assert np.isfinite(race.value).all()
    assert race.residual <= 1e-15 * goal
    assert 0.5 < race.win_probability < 1.0


# --- Nearly every game is wiped


def two_who_hold_at_the_goal(goal: int, sides: int, kind: str = "rules") -> Any:
    """Two equals who win with their first turn that reaches the goal, or never."""
    rules = {"first_rule": f"hold at {goal}", "second_rule": f"hold at {goal}"}
    return ask(f"head_to_head.{kind}_two_dice_pig", goal=goal, sides=sides, **rules)


def test_head_to_head__of_equals_is_even_however_often_they_are_wiped() -> None:
    pair = two_who_hold_at_the_goal(60, 6)
    assert pair.wins == pytest.approx(0.5, abs=1e-13)
    assert pair.wins_first >= pair.wins
    assert pair.residual <= 1e-14


@pytest.mark.long
@pytest.mark.parametrize("kind", ["rules", "counting_rules"])
@pytest.mark.parametrize(("goal", "sides"), [(150, 2), (100, 3)])
def test_head_to_head__is_refused_where_games_last_too_long_to_prove_it(
    goal: int, sides: int, kind: str
) -> None:
    with pytest.raises(NotConverged, match=r"error bound: expected at most 1e-12, got .*set a smaller goal"):
        two_who_hold_at_the_goal(goal, sides, kind)


@pytest.mark.parametrize("kind", ["rules", "counting_rules"])
def test_certificate__sees_what_is_wrong_everywhere_however_long_games_last(kind: str) -> None:
    """After most turns a game goes on as before: a table that is off alike everywhere fits itself."""
    question, rule = find(f"head_to_head.{kind}_two_dice_pig"), "hold at 72"
    parameters = question.complete({"goal": 72, "sides": 2, "first_rule": rule, "second_rule": rule})
    found = head_to_head(*[counting_rule(rule, two_dice_pig.turn(2), 72)] * 2, 72)
    tables = ("turns_left", "waiting_turns_left")
    stored = {name: getattr(found, name)[0, 0] for name in ("value", "waiting_value", *tables)}
    assert question.certify(parameters, stored | {name: 1.01 * stored[name] for name in tables}) > 5e-3


@pytest.mark.parametrize(("goal", "first", "second"), [(8, 8, 4), (12, 12, 8), (12, 4, 12)])
def test_head_to_head__with_wipes_is_exact_on_two_sides(goal: int, first: int, second: int) -> None:
    turn = two_dice_pig.turn(2)
    solved = head_to_head(*(counting_rule(f"hold at {n}", turn, goal) for n in (first, second)), goal)
    # Every gain is 4, so a goal of 4 k is one of k throws.
    rules = oracle.Rules(((1, Fraction(1, 4)),), Fraction(1, 2), Fraction(1, 4), 0)
    exact = oracle.head_to_head(
        rules,
        goal // 4,
        (1, lambda c, d, i, j, k: k < first // 4),
        (1, lambda c, d, i, j, k: k < second // 4),
    )
    for (mover, _, _, i, j), value in exact.items():
        found = (solved.value, solved.waiting_value)[mover][0, 0, 4 * i, 4 * j]
        assert found == pytest.approx(float(value), abs=1e-15)


@pytest.mark.parametrize(("goal", "sides"), [(13, 2), pytest.param(40, 3, marks=pytest.mark.long)])
def test_pairs__with_wipes_converge_and_agree_with_one_pair(goal: int, sides: int) -> None:
    turn = two_dice_pig.turn(sides)
    pairs = hold_at_pairs(turn, goal)
    for n, m in ((1, 1), (goal, goal), (goal, 1), (2, goal - 1), (goal // 2, goal)):
        pair = head_to_head(*(counting_rule(f"hold at {at}", turn, goal) for at in (n, m)), goal)
        assert pairs.win_probability[n - 1, m - 1] == pytest.approx(pair.wins_first, abs=1e-14)
    assert pairs.residual <= 1e-12


def test_pairs__of_few_faces_and_wipes_converge() -> None:
    # wipe, bust, and four faces of one point: rounding once left more than a fixed tolerance.
    throw = Throw("any", Fraction(1, 6), (Outcome(Fraction(4, 6), 1, 0),), Fraction(1, 6))
    pairs = hold_at_pairs(Turn("any", (throw,), (Position("on", (Way(ROLL, 0, 0),)),)), 13)
    assert np.diag(pairs.average) == pytest.approx(0.5, abs=1e-15)


@pytest.mark.long
def test_best_response__says_so_where_nearly_every_game_is_wiped() -> None:
    with pytest.raises(NotConverged, match="after a wipe: expected"):
        ask("race_response_to_rule.two_dice_pig", goal=80, rule="hold at 80", sides=2)


# --- Chances that are no floating-point numbers


def test_head_to_head__refuses_chances_that_underflow() -> None:
    # 0.001^107 against 0.001^108 is 1000 to 1, but neither has digits left.
    with pytest.raises(
        NotConverged,
        match=r"chance that a turn scores: expected more than 1e-290, got 1e-321 \(hold at 107 against",
    ):
        ask(
            "head_to_head.rules_piglet",
            goal=200,
            heads=0.001,
            first_rule="hold at 107",
            second_rule="hold at 108",
        )
    solved = ask(
        "head_to_head.rules_piglet", goal=200, heads=0.001, first_rule="hold at 90", second_rule="hold at 91"
    )
    assert solved.wins == pytest.approx(1000 / 1001, abs=1e-2)


@pytest.mark.long
def test_plan_pairs__refuse_games_that_hardly_ever_end() -> None:
    # 100 dice of eight sides show no 1 once in 600 000 turns.
    with pytest.raises(
        NotConverged,
        match=(
            r"longer than 100000 turns: expected at most 1e-13, got 0\.7\d \(always 100 dice against itself"
        ),
    ):
        ask("head_to_head.dice_hog", goal=3, most_dice=100, sides=8)
    assert ask("head_to_head.dice_hog", goal=3, most_dice=60, sides=8).residual <= 1e-13


def test_chances__are_rounded_back_but_not_mended() -> None:
    assert chances(np.array([-1e-15, 1.0000000000000018]), "anybody").tolist() == [0.0, 1.0]
    for wrong in (np.nan, 1.001, -1e-9):
        with pytest.raises(NotConverged, match=r"chances: expected 0 to 1, got .* \(anybody\)\."):
            chances(np.array([0.5, wrong]), "anybody")


# --- Costs


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "fixed", "few", "many"),
    [
        ("head_to_head.dice_hog", {"goal": 3}, {"most_dice": 10, "sides": 2}, {"most_dice": 100, "sides": 8}),
        ("race.hog", {"goal": 20}, {"most_dice": 10}, {"most_dice": 100}),
        ("race_response.dice_hog", {"goal": 20, "opponent_dice": 2}, {"most_dice": 10}, {"most_dice": 100}),
        ("solitaire.hog", {}, {"sides": 2}, {"sides": 100}),
        ("race.big_pig", {"goal": 100}, {"sides": 6}, {"sides": 100}),
        ("head_to_head.hold_at", {"goal": 100}, {"sides": 6}, {"sides": 100}),
        ("learning.compare_piglet", {"goal": 26, "doublings": 4}, {"heads": 0.5}, {"heads": 0.001}),
        ("equilibrium.showdown_any_rule", {"sides": 30}, {"cap": 100}, {"cap": 1000}),
    ],
)
def test_seconds__grow_with_what_takes_time(
    name: str, fixed: dict[str, int], few: dict[str, float], many: dict[str, float]
) -> None:
    question = find(name)
    assert question.seconds(question.complete(fixed | many)) > 3 * question.seconds(
        question.complete(fixed | few)
    )


# --- Both at once: a state is seldom left, or very many come after each other


@pytest.mark.parametrize(("heads", "goal"), [(0.001, 100), pytest.param(0.5, 340, marks=pytest.mark.long)])
def test_simultaneous_equilibrium__gives_nothing_away_though_a_turn_hardly_counts(
    heads: float, goal: int
) -> None:
    assert ask("equilibrium.simultaneous_piglet", goal=goal, heads=heads).exploitability <= 1e-12


def test_simultaneous_equilibrium__is_right_where_hardly_anybody_scores() -> None:
    found, heads = ask("equilibrium.simultaneous_piglet", goal=100, heads=0.001), 0.001
    # Holding at 1 against one who lacks 1, and then at last both may toss heads.
    alone = heads * (1 - heads) / (1 - (1 - heads) ** 2)
    lacking = np.arange(1, 101)
    np.testing.assert_allclose(
        found.value[100 - lacking, 99], 0.5 * alone ** (lacking - 1), rtol=0, atol=1e-14
    )


# --- Fractions of very many throws


@pytest.mark.parametrize(
    "name", ["solitaire.pig", "solitaire.two_dice_pig", "solitaire.big_pig", "solitaire.hog"]
)
def test_exact__refuses_dice_whose_fractions_would_take_minutes(name: str) -> None:
    question = find(name)
    parameters = question.complete({"sides": 100})
    assert question.exact is not None
    with pytest.raises(
        InvalidRules,
        match=r"turn: expected one whose fractions take at most 4e\+08 steps, got '[0-9.]+e\+\d+'",
    ):
        question.exact(parameters, {})
