"""The race: exact on small goals, consistent inside its turns, and what comes of playing by it."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array
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
from solvers.in_turn import best
from solvers.race import policy as race_policy
from solvers.race.solve import Race, optimal_play
from tests import oracle, oracle_turn
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pig_rules, pigs, turns


def as_array(won: dict[oracle.State, oracle.Number], goal: int) -> Array:
    """An oracle's values by state."""
    return np.array([[float(won[i, j]) for j in range(goal)] for i in range(goal)])


@pytest.mark.long
@pytest.mark.parametrize(
    ("sides", "bust_face", "goal"),
    [(2, 1, 2), (2, 2, 2), (2, 2, 5), (3, 3, 6), (4, 2, 7), (6, 1, 8), (6, 6, 9), (10, 4, 9)],
)
def test_race__is_exact_to_the_last_places(sides: int, bust_face: int, goal: int) -> None:
    exact = oracle.race(oracle.pig(sides, bust_face), goal)
    np.testing.assert_allclose(
        optimal_play(pig.turn(sides, bust_face), goal).value, as_array(exact, goal), rtol=0, atol=1e-15
    )


def test_race__with_ten_thousand_is_exact() -> None:
    exact = oracle.race(oracle.ten_thousand(ten_thousand.MOVES), 5)
    np.testing.assert_allclose(
        optimal_play(ten_thousand.turn(), 5).value, as_array(exact, 5), rtol=0, atol=1e-15
    )


@FEW
@given(pig_rules(), goals(6))
def test_race__agrees_with_value_iteration(rules: tuple[int, int], goal: int) -> None:
    slow = oracle.race(oracle.pig(*rules), goal, exactly=False)
    np.testing.assert_allclose(
        optimal_play(pig.turn(*rules), goal).value, as_array(slow, goal), rtol=0, atol=1e-13
    )


@FEW
@given(turns(), goals(6))
def test_race__agrees_with_value_iteration_for_any_turn(turn: Turn, goal: int) -> None:
    slow = oracle.race(oracle.as_data(turn), goal, exactly=False)
    np.testing.assert_allclose(optimal_play(turn, goal).value, as_array(slow, goal), rtol=0, atol=1e-12)


@FEW
@given(turns(full=True), goals(6))
def test_race__agrees_with_value_iteration_for_wipes_and_openings(turn: Turn, goal: int) -> None:
    slow = oracle_turn.race(turn, goal)
    solution = optimal_play(turn, goal)
    np.testing.assert_allclose(solution.value, as_array(slow, goal), rtol=0, atol=1e-12)
    assert solution.residual <= 1e-13


GAMES = {
    "piglet": (piglet.turn(0.4), 6),
    "progressive pig": (progressive_pig.turn(), 20),
    "two-dice pig": (two_dice_pig.turn(), 20),
    "big pig": (big_pig.turn(), 30),
    "hog": (hog.turn(6), 20),
    "pass the pigs": (pass_the_pigs.turn(), 20),
    "ten thousand": (ten_thousand.turn(), 12),
    "farkle": (farkle.turn(), 16),
}


# One of each kind: one throw, with wipes; choices of dice.
SIMULATED = ("two-dice pig", "farkle")


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in SIMULATED else pytest.mark.long) for game in GAMES]
)
def test_race__is_won_as_often_as_it_says_in_every_game(game: str) -> None:
    turn, goal = GAMES[game]
    solution = optimal_play(turn, goal)
    assert solution.residual <= 1e-13
    player, random = oracle_turn.Player(turn, goal, solution.value), np.random.default_rng(1)
    rounds = 2000
    won = sum(player.first_wins(random) for _ in range(rounds))
    chance = solution.win_probability
    assert abs(won / rounds - chance) <= 5 * (chance * (1 - chance) / rounds) ** 0.5


@FEW
@given(turns(full=True), goals(6), st.data())
def test_turn_at__is_what_looking_one_throw_ahead_gives(turn: Turn, goal: int, data: st.DataObject) -> None:
    solution = optimal_play(turn, goal)
    banked, opponent = (data.draw(st.integers(0, goal - 1), label=name) for name in ("banked", "opponent"))
    value, action = race_policy.inside(solution).turn_at(banked, opponent)
    player = oracle_turn.Player(turn, goal, solution.value)
    for total, position in product(range(goal - banked), range(len(turn.positions))):
        ways = turn.positions[position].ways
        if all(way.given_up <= total for way in ways):
            x = banked + total
            ahead = [player.thrown(banked, opponent, x - way.given_up, way.throw) for way in ways]
            assert value[total, position] == pytest.approx(
                max([player.banking(x, opponent), *ahead]), abs=1e-13
            )
            chosen = [
                worth for way, worth in zip(ways, ahead, strict=True) if way.action == action[total, position]
            ]
            assert value[total, position] == pytest.approx(
                max(chosen, default=player.banking(x, opponent)), abs=1e-13
            )


@FEW
@given(turns(full=True), goals(6))
def test_openings__are_the_best_throws_to_begin_with(turn: Turn, goal: int) -> None:
    solution = optimal_play(turn, goal)
    player = oracle_turn.Player(turn, goal, solution.value)
    for (banked, opponent), choice in np.ndenumerate(race_policy.inside(solution).openings()):
        worth = [player.thrown(banked, opponent, banked, opening) for opening in turn.openings]
        assert worth[choice] == pytest.approx(max(worth), abs=1e-13)


@FEW
@given(pigs(), goals(60))
def test_race__is_a_probability_that_own_points_raise_and_others_lower(turn: Turn, goal: int) -> None:
    solution = optimal_play(turn, goal)
    assert -1e-15 <= solution.value.min()
    assert solution.value.max() <= 1.0 + 1e-15
    assert np.diff(solution.value, axis=0).min() >= -1e-14
    assert np.diff(solution.value, axis=1).max() <= 1e-14
    # At equal scores it is good to move.
    assert np.diag(solution.value).min() >= 0.5 - 1e-14
    assert solution.residual <= 1e-13
    assert solution.first_player_advantage == 2 * solution.win_probability - 1


@FEW
@given(turns(), goals(40))
def test_race__of_any_turn_proves_itself(turn: Turn, goal: int) -> None:
    solution = optimal_play(turn, goal)
    assert solution.residual <= 1e-13
    assert np.diff(solution.value, axis=0).min() >= -1e-14
    assert np.diff(solution.value, axis=1).max() <= 1e-14


def test_race__settles_where_turns_nearly_always_bust() -> None:
    seldom = Throw("seldom", Fraction(60, 61), (Outcome(Fraction(1, 61), 1, 0),))
    often = Throw("often", Fraction(5, 11), (Outcome(Fraction(3, 11), 2, 0), Outcome(Fraction(3, 11), 3, 0)))
    solution = optimal_play(Turn("seldom", (seldom, often), (Position("on", (Way(1, 0, 1),)),)), 21)
    assert solution.residual <= 1e-14


@pytest.mark.parametrize(
    ("turn", "goal"),
    [(pig.turn(), 9), (pig.turn(2, 2), 6), (ten_thousand.turn(), 4)],
    ids=("pig", "coin", "ten thousand"),
)
def test_race__as_plain_python_gives_the_same(turn: Turn, goal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = optimal_play(turn, goal)
    interpret(monkeypatch)
    np.testing.assert_allclose(optimal_play(turn, goal).value, compiled.value, rtol=0, atol=1e-15)


@pytest.mark.parametrize("goal", [1, 0, -3])
def test_race__refuses_a_goal_that_is_reached_at_once(goal: int) -> None:
    with pytest.raises(InvalidRules, match=f"goal: expected 2 or more, got {goal}."):
        optimal_play(pig.turn(), goal)


def test_race__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch, best)
    monkeypatch.setattr(best, "MOST_SWEEPS", 1)
    with pytest.raises(
        NotConverged,
        match=r"residual: expected at most 1e-14, got 0\.\d+ \(race to 6, 1 sweeps of one diagonal\)\.",
    ):
        optimal_play(ten_thousand.turn(), 6)


# --- Inside the turns


@FEW
@given(pig_rules(), goals(6), st.data())
def test_advantage__is_the_value_of_throwing_minus_that_of_holding(
    rules: tuple[int, int], goal: int, data: st.DataObject
) -> None:
    solution = optimal_play(pig.turn(*rules), goal)
    advantage, policy = race_policy.advantage(solution), race_policy.policy(solution)
    banked, opponent = data.draw(st.integers(0, goal - 1)), data.draw(st.integers(0, goal - 1))
    bust = 1.0 - solution.value[opponent, banked]
    game = oracle.in_floats(oracle.pig(*rules))
    for turn_total in range(goal - banked):
        x = banked + turn_total
        hold = 1.0 - solution.value[opponent, x]
        constant, slope = oracle.turn_of_race(
            game, goal, x, lambda score: 1.0 - solution.value[opponent, score], bust
        )
        assert advantage[banked, opponent, turn_total] == pytest.approx(
            constant + slope * bust - hold, abs=1e-14
        )
        if turn_total:
            assert policy[banked, opponent, turn_total] == (
                ROLL if advantage[banked, opponent, turn_total] > 0 else HOLD
            )
    assert np.isnan(advantage[banked, opponent, goal - banked :]).all()
    assert (policy[banked, opponent, goal - banked :] == HOLD).all()


@FEW
@given(pigs(), goals(40))
def test_hold_at__is_the_least_turn_total_at_which_the_policy_holds(turn: Turn, goal: int) -> None:
    solution = optimal_play(turn, goal)
    policy, least = race_policy.policy(solution), race_policy.hold_at(solution)
    assert (policy[:, :, 0] == ROLL).all()
    for banked, opponent in product(range(goal), repeat=2):
        assert (policy[banked, opponent, : least[banked, opponent]] == ROLL).all()
        assert (
            least[banked, opponent] == goal - banked
            or policy[banked, opponent, least[banked, opponent]] == HOLD
        )


def test_policy__opens_a_turn_even_where_it_hardly_matters() -> None:
    # 60 heads in a row are worth less than a unit in the last place.
    solution = optimal_play(pig.turn(2, 2), 60)
    assert (race_policy.policy(solution)[:, :, 0] == ROLL).all()
    assert race_policy.hold_at(solution).min() == 1


def test_policy__as_plain_python_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = optimal_play(pig.turn(), 9)
    compiled = race_policy.advantage(solution)
    interpret(monkeypatch)
    np.testing.assert_allclose(race_policy.advantage(solution), compiled, rtol=0, atol=1e-15)


def test_policy__refuses_a_game_whose_turn_total_does_not_say_all() -> None:
    solution = optimal_play(ten_thousand.turn(), 5)
    with pytest.raises(
        InvalidRules,
        match="turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
    ):
        race_policy.policy(solution)


def test_policy__wins_as_often_as_promised() -> None:
    solution = optimal_play(pig.turn(), 30)
    games = 40_000
    won = play(solution, games, np.random.default_rng(20141))
    error = np.sqrt(solution.win_probability * (1 - solution.win_probability) / games)
    assert abs(won / games - solution.win_probability) < 5 * error


def play(solution: Race, games: int, random: np.random.Generator) -> int:
    """How many of the games the first player wins if both play by the policy of a race of Pig."""
    policy, goal = race_policy.policy(solution), solution.goal
    scores, mover, turn_total = (
        np.zeros((2, games), np.int64),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
    )
    first_won, running = 0, np.arange(games)
    while running.size:
        who = mover[running]
        own, other = scores[who, running], scores[1 - who, running]
        wins = own + turn_total[running] >= goal
        first_won += int((wins & (who == 0)).sum())
        running, who, own, other = running[~wins], who[~wins], own[~wins], other[~wins]
        holds = policy[own, other, turn_total[running]] == HOLD
        die = random.integers(1, 7, running.size)
        banks, busts = running[holds], running[~holds & (die == 1)]
        scores[mover[banks], banks] += turn_total[banks]
        turn_total[running] += die
        for ended in (banks, busts):
            turn_total[ended] = 0
            mover[ended] = 1 - mover[ended]
    return first_won
