"""Plans in a race: the points that they bring, against each other, optimal play and the best response to
them, and play with dice.
"""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from configs.load import load
from solvers.alone.one_turn import best_turn
from solvers.catalog import find
from solvers.errors import InvalidRules, NotConverged
from solvers.fixed.given_away import given_away
from solvers.fixed.head_to_head import head_to_head
from solvers.fixed.race_response import best_response
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
from solvers.games.plan import Plan
from solvers.games.turn import ROLL, Turn
from solvers.in_turn import diagonal, reply
from solvers.in_turn import inside as in_turn_inside
from solvers.plans import certificate_of_pairs as pairs_certificate
from solvers.plans import head_to_head as plan_pairs_solver
from solvers.plans import plans
from solvers.plans import response as plan_response
from solvers.plans.head_to_head import plan_pairs
from solvers.players.counting import counting_rule
from solvers.race.solve import optimal_play
from solvers.turns import played, wipes
from solvers.turns.certificate_of_fixed import head_to_head_residual, response_residual
from tests import oracle_plans as oracle
from tests import oracle_turn
from tests.interpreted import interpret
from tests.one_throw import best_rolls, optimal, rolls_of
from tests.strategies import FEW, goals, turns

CONFIGS = Path(__file__).parents[3] / "configs"
TEN_THOUSAND, FARKLE, HOG = ten_thousand.turn(), farkle.turn(), hog.turn(8)


def _seldom_wiping(turn: Turn) -> Turn:
    """An eighth of the wipes: whoever is wiped nearly always makes no progress, and takes more rounds than a
    solver is given.
    """
    throws = tuple(
        replace(throw, bust=throw.bust + throw.wipe * 7 / 8, wipe=throw.wipe / 8) for throw in turn.throws
    )
    return replace(turn, throws=throws)


any_turns = turns(full=True).map(_seldom_wiping)


@st.composite
def any_plans(draw: st.DrawFn, turn: Turn) -> Plan:
    """Any plan at all."""
    columns = [st.integers(0, len(position.ways)) for position in turn.positions]
    way = draw(st.lists(st.tuples(*columns), min_size=1, max_size=4))
    return Plan("any", turn, draw(st.sampled_from(turn.openings)), np.array(way, np.int8))


# --- Plans


@FEW
@given(any_turns, st.integers(1, 6), st.booleans())
def test_hold_at__brings_most_points_of_all_that_hold_there(turn: Turn, n: int, gives_up: bool) -> None:
    plan = plans.hold_at(turn, n, gives_up)
    scored = oracle.mean_score(turn, oracle.plan_of(plan))
    assert float(scored) == pytest.approx(float(oracle.most_points(turn, n, gives_up)), rel=1e-13, abs=1e-13)
    assert len(plan.way) == n
    for index, position in enumerate(turn.positions):
        most = max((way.given_up for way in position.ways), default=0)
        assert (plan.way[most + 1 :, index] > 0).all() == (bool(position.ways) or n <= most + 1)


@FEW
@given(any_turns)
def test_most_points__is_the_solitaire_optimum(turn: Turn) -> None:
    plan, solved = plans.most_points(turn), best_turn(turn)
    assert float(oracle.mean_score(turn, oracle.plan_of(plan))) == pytest.approx(
        solved.expected_score, rel=1e-12
    )
    assert plan.opening == solved.opening


@pytest.mark.parametrize("turn", [TEN_THOUSAND, FARKLE, HOG], ids=lambda turn: turn.name)
def test_most_points__takes_the_ways_of_the_solitaire_optimum(turn: Turn) -> None:
    plan, solved = plans.most_points(turn), best_turn(turn)
    for index, position in enumerate(turn.positions):
        codes = np.array([0, *(way.action for way in position.ways)])
        np.testing.assert_array_equal(codes[plan.way[:, index]], solved.policy[: len(plan.way), index])


def test_hold_at__gives_up_a_one_to_throw_four_dice_and_keeping_all_does_not() -> None:
    position = next(position for position in TEN_THOUSAND.positions if position.name == "1 1, 3 left")
    index = TEN_THOUSAND.positions.index(position)
    taken = [
        position.ways[plan.way[4, index] - 1]
        for plan in (plans.hold_at(TEN_THOUSAND, 7), plans.hold_at(TEN_THOUSAND, 7, False))
    ]
    assert [TEN_THOUSAND.actions[way.action] for way in taken] == ["m1", "roll"]


@FEW
@given(any_turns, st.integers(1, 8), st.data())
def test_played__ends_as_often_as_it_does(turn: Turn, goal: int, data: st.DataObject) -> None:
    plan = data.draw(any_plans(turn))
    turns_played = played.played(plan, goal)
    for banked in range(goal):
        row, ends = turns_played.row[banked, 0], oracle.turn_ends(turn, oracle.plan_of(plan), goal - banked)
        gains = {how: float(chance) for how, chance in ends.items() if not isinstance(how, str)}
        for gain in range(1, goal - banked):
            assert turns_played.gain[row, gain] == pytest.approx(gains.get(gain, 0.0), abs=1e-15)
        won = sum(chance for gain, chance in gains.items() if gain >= goal - banked)
        assert turns_played.wins[row] == pytest.approx(won, abs=1e-15)
        assert turns_played.bust[row] == pytest.approx(float(ends["bust"]), abs=1e-15)
        assert turns_played.wipe[row] == pytest.approx(float(ends["wipe"]), abs=1e-15)
        first, last = turns_played.span[row]
        assert not turns_played.gain[row, :first].any()
        assert not turns_played.gain[row, last:].any()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: plans.hold_at(HOG, 0), r"hold_at: expected 1 or more, got 0\."),
        (
            lambda: plans.always(HOG, 8),
            r"always \?: opening: expected one of \(0, 1, 2, 3, 4, 5, 6, 7\), got 8\.",
        ),
        (lambda: plans.always(TEN_THOUSAND, 1), r"always 4 dice: opening: expected one of \(0,\), got 1\."),
        (
            lambda: Plan("mine", HOG, 0, np.zeros((3, 2), np.int8)),
            r"mine: way: expected an array \[turn_total, 1 positions\], got \(3, 2\)\.",
        ),
        (
            lambda: Plan("mine", HOG, 0, np.ones((3, 1), np.int8)),
            r"mine: way at thrown: expected 0 to 0, got 1\.",
        ),
        (lambda: best_response(plans.always(HOG, 1), 1), r"goal: expected 2 or more, got 1\."),
        (lambda: plan_pairs([plans.always(HOG, 1)], 1), r"goal: expected 2 or more, got 1\."),
        (lambda: plan_pairs([], 9), r"plans: expected at least one, got \[\]\."),
        (
            lambda: plan_pairs([plans.always(HOG, 1), plans.hold_at(FARKLE, 5)], 9),
            r"turn of hold at 5: expected hog, that of the first, got 'farkle'\.",
        ),
        (
            lambda: head_to_head(plans.always(HOG, 1), plans.hold_at(FARKLE, 5), 9),
            r"turn of the other player: expected hog, that of the first, got 'farkle'\.",
        ),
        (
            lambda: head_to_head(optimal_play(HOG, 5), plans.always(HOG, 1), 9),
            r"goal: expected 5, that of a player, got 9\.",
        ),
        (
            lambda: head_to_head(plans.always(HOG, 1), plans.always(HOG, 1), 1),
            r"goal: expected 2 or more, got 1\.",
        ),
    ],
)
def test_plans__refuse_what_cannot_be_played(make: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        make()


# --- Against each other


@FEW
@given(any_turns, goals(6), st.data())
def test_head_to_head__agrees_with_the_chains_linear_equations(
    turn: Turn, goal: int, data: st.DataObject
) -> None:
    own, other = data.draw(any_plans(turn)), data.draw(any_plans(turn))
    solution = head_to_head(own, other, goal)
    value, waiting = oracle.head_to_head(turn, goal, oracle.plan_of(own), oracle.plan_of(other))
    np.testing.assert_allclose(solution.value[0, 0], value, rtol=0, atol=1e-12)
    np.testing.assert_allclose(solution.waiting_value[0, 0], waiting, rtol=0, atol=1e-12)
    assert solution.residual <= 1e-13


@pytest.mark.parametrize(
    "text", ["hold at 3", "hold when turn_total >= 2 and dice_left < 5, go for most dice_left"]
)
def test_head_to_head__against_a_rule_agrees_with_the_chains_linear_equations(text: str) -> None:
    turn, goal = ten_thousand.turn(("m5", "m1")), 6
    own, rule = plans.hold_at(turn, 4), counting_rule(text, turn, goal)
    solution = head_to_head(own, rule, goal)
    # It looks at no scores.
    other = Plan(text, turn, rule.after(0).opening, rule.after(0).at(0, 0))
    value, waiting = oracle.head_to_head(turn, goal, oracle.plan_of(own), oracle.plan_of(other))
    np.testing.assert_allclose(solution.value[0, 0], value, rtol=0, atol=1e-12)
    np.testing.assert_allclose(solution.waiting_value[0, 0], waiting, rtol=0, atol=1e-12)
    assert solution.residual <= 1e-13


ONE_THROW = [
    pig.turn(),
    piglet.turn(),
    progressive_pig.turn(),
    two_dice_pig.turn(),
    big_pig.turn(),
    pass_the_pigs.turn(),
]


@pytest.mark.parametrize("turn", ONE_THROW, ids=lambda turn: turn.name)
def test_plans__of_one_throw_are_the_policies(turn: Turn) -> None:
    goal, race = 20, optimal_play(turn, 20)
    nine, seven = (counting_rule(f"hold at {n}", turn, goal) for n in (9, 7))
    for own, rule in ((plans.hold_at(turn, 7), seven), (race, optimal(race))):
        new = head_to_head(own, plans.hold_at(turn, 9), goal)
        old = head_to_head(rule, nine, goal)
        np.testing.assert_allclose(new.value, old.value, rtol=0, atol=1e-14)
        np.testing.assert_allclose(new.waiting_value, old.waiting_value, rtol=0, atol=1e-14)
        assert new.residual <= 1e-14
    response = best_response(plans.hold_at(turn, 9), goal)
    np.testing.assert_allclose(response.value, best_response(nine, goal).value, rtol=0, atol=1e-14)


@FEW
@given(any_turns, goals(8), st.data())
def test_optimal_play__against_a_plan_is_certified_and_in_order(
    turn: Turn, goal: int, data: st.DataObject
) -> None:
    plan = data.draw(any_plans(turn))
    answer = given_away(plan, goal)
    assert answer.optimal.residual <= 1e-13
    assert answer.residual <= 1e-13


@FEW
@given(any_turns, goals(8), st.data())
def test_pairs__are_the_pairs_one_by_one(turn: Turn, goal: int, data: st.DataObject) -> None:
    drawn = data.draw(st.lists(any_plans(turn), min_size=1, max_size=3))
    pairs = plan_pairs(drawn, goal)
    assert pairs.residual <= 1e-11
    for n, m in np.ndindex(len(drawn), len(drawn)):
        pair = head_to_head(drawn[n], drawn[m], goal)
        assert pairs.win_probability[n, m] == pytest.approx(pair.wins_first, abs=1e-12)
        assert pairs.average[n, m] == pytest.approx(pair.wins, abs=1e-12)
    wrong = pairs.win_probability.copy()
    wrong.flat[data.draw(st.integers(0, wrong.size - 1))] += 1e-6
    assert pairs_certificate.residual(drawn, goal, wrong) >= 0.99e-6


def test_head_to_head__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wipes, "MOST_ROUNDS", 2)
    turn = two_dice_pig.turn()
    with pytest.raises(
        NotConverged,
        match=(
            r"values after a wipe: expected to be known to 1e-15, got .* \(hold at 5 against hold at 9, 2"
            r" rounds\)"
        ),
    ):
        head_to_head(plans.hold_at(turn, 5), plans.hold_at(turn, 9), 20)
    never = plans.hold_at(piglet.turn(0.001), 200)
    with pytest.raises(
        NotConverged,
        match=(
            r"chance that a turn scores: expected more than 1e-290, got 0\.0 \(hold at 200 against hold at"
            r" 200\)"
        ),
    ):
        head_to_head(never, never, 200)


# --- The best response


@FEW
@given(any_turns, goals(5), st.data())
def test_best_response__agrees_with_value_iteration(turn: Turn, goal: int, data: st.DataObject) -> None:
    plan = data.draw(any_plans(turn))
    response = best_response(plan, goal)
    value, waiting = oracle.best_response(turn, goal, oracle.plan_of(plan))
    for i, j in np.ndindex(goal, goal):
        assert response.value[0, i, j] == pytest.approx(value[i, j], abs=1e-11)
        assert response.waiting_value[0, i, j] == pytest.approx(waiting[i, j], abs=1e-11)
    assert response.residual <= 1e-13


@FEW
@given(any_turns, goals(10), st.sampled_from([-1, 1]), st.booleans(), st.data())
def test_residuals__show_one_wrong_value(
    turn: Turn, goal: int, sign: int, moving: bool, data: st.DataObject
) -> None:
    plan, other = data.draw(any_plans(turn)), data.draw(any_plans(turn))
    response, played = (
        best_response(plan, goal),
        head_to_head(plan, other, goal),
    )
    for value, waiting, residual in (
        (
            response.value[0],
            response.waiting_value[0],
            lambda *wrong: response_residual(turn, (plan,), *wrong),
        ),
        (
            played.value[0, 0],
            played.waiting_value[0, 0],
            lambda *wrong: head_to_head_residual(turn, (plan,), (other,), *wrong),
        ),
    ):
        wrong = value.copy(), waiting.copy()
        wrong[0 if moving else 1].flat[data.draw(st.integers(0, value.size - 1))] += sign * 1e-6
        assert residual(*wrong) >= 0.99e-6


def test_best_response__to_the_solitaire_optimum_of_ten_thousand() -> None:
    # Ours, by two routes (the residual) and by play below; with the whole game, to 200 chips, it wins
    # 0.51738.
    answer = given_away(plans.most_points(TEN_THOUSAND), 20)
    assert answer.response.wins == pytest.approx(0.53182003642816, abs=1e-13)
    assert answer.optimal.wins == pytest.approx(0.52866192355337, abs=1e-13)
    assert answer.residual <= 1e-14
    assert plan_response.first_turn(answer.response).shape == (20, len(TEN_THOUSAND.positions))


def test_openings__throw_more_dice_when_behind() -> None:
    dice = plan_response.openings(best_response(plans.always(HOG, 4), 20)) + 1
    assert dice[19, 0] == 1
    assert dice[0, 19] > dice[19, 0]


def test_plans__as_plain_python_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plans.hold_at(TEN_THOUSAND, 4)
    compiled, pairs = given_away(plan, 6), plan_pairs([plan], 6)
    kernels = plan_pairs_solver, plan_response, reply, diagonal, in_turn_inside, played, pairs_certificate
    interpret(monkeypatch, *kernels)
    plain = given_away(plan, 6)
    np.testing.assert_allclose(plain.response.value, compiled.response.value, rtol=0, atol=1e-15)
    np.testing.assert_allclose(plain.optimal.value, compiled.optimal.value, rtol=0, atol=1e-15)
    assert plan_pairs([plan], 6).win_probability == pytest.approx(pairs.win_probability, abs=1e-15)


# --- Play with dice


def assert_won(won: int, games: int, chance: float) -> None:
    assert abs(won / games - chance) < 5 * np.sqrt(chance * (1 - chance) / games)


def by_plan(plan: Plan, goal: int) -> oracle.Player:
    """Plays by the plan at all scores."""
    way = oracle.plan_of(plan)
    return oracle.player(plan.turn, goal, lambda banked, opponent: way)


def by_values(turn: Turn, goal: int, handed: np.ndarray[Any, Any]) -> oracle.Player:
    """Looks one throw ahead, where handing over the turn is worth so much by own and other's score."""
    looking, random = oracle_turn.Player(turn, goal, 1.0 - handed.T), np.random.default_rng(2014)
    return lambda banked, opponent, _: looking.score(banked, opponent, random)


PLAYED = [
    (plans.hold_at(TEN_THOUSAND, 7), plans.most_points(TEN_THOUSAND), 20),
    (plans.hold_at(FARKLE, 8, False), plans.most_points(FARKLE), 20),
    (plans.always(HOG, 3), plans.always(HOG, 5), 30),
]


@pytest.mark.parametrize(("own", "other", "goal"), PLAYED, ids=("ten thousand", "farkle", "hog"))
def test_plans__win_as_often_as_promised(own: Plan, other: Plan, goal: int) -> None:
    games = 5000
    won = oracle.first_wins(goal, by_plan(own, goal), by_plan(other, goal), games, seed=20101)
    assert_won(won, games, head_to_head(own, other, goal).wins_first)


@pytest.mark.long
@pytest.mark.parametrize(
    ("plan", "goal"),
    [(PLAYED[0][1], 12), (PLAYED[1][0], 12), (PLAYED[2][0], 20)],
    ids=("ten thousand", "farkle", "hog"),
)
def test_best_response_and_optimal_play__win_as_often_as_promised(plan: Plan, goal: int) -> None:
    turn, games, fixed = plan.turn, 1500, by_plan(plan, goal)
    answer = given_away(plan, goal)
    responder = by_values(turn, goal, answer.response.waiting_value[0])
    assert_won(
        oracle.first_wins(goal, responder, fixed, games, seed=20102), games, answer.response.wins_first
    )
    assert_won(
        games - oracle.first_wins(goal, fixed, responder, games, seed=20103),
        games,
        answer.response.wins_second,
    )
    optimal = by_values(turn, goal, 1.0 - optimal_play(turn, goal).value.T)
    assert_won(oracle.first_wins(goal, optimal, fixed, games, seed=20104), games, answer.optimal.wins_first)


@pytest.mark.parametrize(
    "turn",
    [
        pytest.param(
            turn, id=turn.name, marks=() if turn.name in ("pig", "two_dice_pig") else pytest.mark.long
        )
        for turn in ONE_THROW
    ],
)
def test_policies__win_as_often_as_promised_in_every_game(turn: Turn) -> None:
    # The fixed policies of games of one throw, and the best responses to them.
    goal, games = (8, 3000) if turn.name == "piglet" else (25, 3000)
    texts = (
        f"hold at {max(2, goal // 3)}",
        f"end race at {2 * goal // 3} or keep pace with {max(2, goal // 4)} and 1/3",
    )
    own, other = (counting_rule(text, turn, goal) for text in texts)
    response = best_response(other, goal)
    played = [rolls_of(own)[0], rolls_of(other)[0], best_rolls(response)[0]]

    def player(rolls: np.ndarray[Any, Any]) -> oracle.Player:
        def plan(banked: int, opponent: int) -> oracle.Plan:
            return (
                0,
                lambda turn_total, position: (0, 0) if rolls[banked, opponent, turn_total] == ROLL else None,
            )

        return oracle.player(turn, goal, plan)

    first, second, best = [player(rolls) for rolls in played]
    solution = head_to_head(own, other, goal)
    assert_won(oracle.first_wins(goal, first, second, games, seed=1), games, solution.wins_first)
    assert_won(games - oracle.first_wins(goal, second, first, games, seed=2), games, solution.wins_second)
    assert_won(oracle.first_wins(goal, best, second, games, seed=3), games, response.wins_first)


def test_oracle__plays_by_the_dice() -> None:
    # Hog with one die of four faces, to 2: the first to move wins with 2 + 3 of 4 throws, 3/4 of (1 - 1/4 to
    # the 2n).
    turn = hog.turn(1, 4)
    won = oracle.first_wins(
        2, by_plan(plans.always(turn, 0), 2), by_plan(plans.always(turn, 0), 2), 4000, seed=7
    )
    assert_won(won, 4000, 0.75 / (1 - 0.25**2))
    assert by_plan(plans.always(turn, 0), 2)(0, 0, Random(1)) in (0, 2, 3, 4)


# --- Questions and configs


def test_question__of_a_plan_and_a_rule_is_that_of_two_plans_where_the_rule_is_one() -> None:
    rule = find("ten_thousand, race: hold at 5 giving up points, hold at 7")
    plan = find("head_to_head.pair_ten_thousand")
    one = rule.solve(**rule.complete({"goal": 15}))
    other = plan.solve(
        **plan.complete({"goal": 15, "hold_at": 5, "opponent_hold_at": 7, "opponent_gives_up": False})
    )
    read = next(output for output in rule.outputs if output.name == "win_probability").read
    assert read(one) == pytest.approx(other.wins_first, abs=1e-15)


@pytest.mark.long
def test_questions__make_the_plans_that_they_name() -> None:
    def wins(name: str, **given: Any) -> float:
        question = find(f"head_to_head.pair_{name}")
        return float(question.solve(**question.complete(given)).wins_first)

    def of(own: Plan, other: Plan, goal: int) -> float:
        return head_to_head(own, other, goal).wins_first

    keeping, most = plans.hold_at(TEN_THOUSAND, 7, False), plans.most_points(TEN_THOUSAND)
    assert wins("ten_thousand", goal=15, hold_at=7, gives_up=False, opponent_hold_at=0) == of(
        keeping, most, 15
    )
    assert wins("farkle", goal=15, hold_at=7, opponent_hold_at=0) == of(
        plans.hold_at(FARKLE, 7), plans.most_points(FARKLE), 15
    )
    assert wins("hog", goal=15, most_dice=8, first_dice=2, opponent_dice=5) == of(
        plans.always(HOG, 1), plans.always(HOG, 4), 15
    )


@pytest.mark.parametrize(
    ("name", "count"), [("ten_thousand/policies", 7), ("farkle/policies", 7), ("hog/policies", 3)]
)
def test_config__is_a_sweep_of_minutes(name: str, count: int) -> None:
    sweeps = load(CONFIGS / f"{name}.yaml")
    assert len(sweeps) == count
    for sweep in sweeps:
        assert sweep.name.startswith(name)
        assert sum(sweep.asked().seconds(sweep.parameters_of(case)) for case in sweep.cases()) < 900
