"""Best responses to opponents that hold at n: exact on small goals, and what comes of playing by them."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array
from solvers.at_once import certificate_of_many
from solvers.at_once.best_response import BestResponse, best_response
from solvers.at_once.certificate import policy_value, residual
from solvers.errors import InvalidRules
from solvers.games import pig, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Outcome, Position, Throw, Turn, Way
from solvers.turns.certificate_of_holding import play_out
from tests import oracle
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pig_rules, pigs, thresholds

opponents = st.one_of(thresholds(1, 40), thresholds(2, 40))


def check_against_oracle(rules: tuple[int, int], goal: int, hold_at: tuple[int, ...]) -> None:
    """Every state's value and least best action."""
    check(best_response(pig.turn(*rules), goal, hold_at), oracle.pig(*rules))


def check(solution: BestResponse, game: oracle.Game) -> None:
    """The same, of a game as data."""
    goal, hold_at = solution.goal, solution.opponents_hold_at
    won, least = oracle.best_response(game, goal, hold_at)
    for state in product(range(goal), repeat=1 + len(hold_at)):
        assert solution.value[state] == pytest.approx(float(won[state]), abs=1e-14)
        assert solution.hold_at[state] == least[state]


def backup(turn: Turn, goal: int, hold_at: tuple[int, ...], value: Array) -> Array:
    """One backup of a value over tables of all scores, the goal among them; equal opponents twice."""
    players = value.ndim
    after = np.zeros((goal + 1,) * players)
    after[(slice(goal),) * players] = value
    at_goal = (np.indices(after.shape) == goal).sum(axis=0)
    after[goal] = 1.0 / at_goal[goal]
    ends = play_out(turn, goal)
    for axis, n in enumerate(hold_at, start=1):
        moves = np.zeros((goal + 1, goal + 1))
        for score, gain in product(range(goal + 1), range(ends.shape[1])):
            moves[score, min(score + gain, goal)] += ends[max(1, min(n, goal - score)), gain]
        after = np.moveaxis(np.tensordot(moves, after, axes=(1, axis)), 0, axis)
    below = after[(slice(None), *[slice(goal)] * len(hold_at))]
    gains = np.arange(ends.shape[1])
    worth = [np.tensordot(ends[1:], below[np.minimum(own + gains, goal)], axes=1) for own in range(goal)]
    return np.stack([turn_totals.max(axis=0) for turn_totals in worth])


@pytest.mark.parametrize(
    ("rules", "goal", "hold_at"),
    [
        ((6, 1), 12, (5,)),
        ((6, 6), 9, (20,)),
        ((2, 2), 6, (2,)),
        pytest.param((2, 1), 6, (3,), marks=pytest.mark.long),
        pytest.param((6, 1), 6, (3, 4), marks=pytest.mark.long),
        pytest.param((4, 2), 6, (1, 6), marks=pytest.mark.long),
        ((2, 2), 5, (2, 2)),
        ((2, 1), 4, (2, 2, 2)),
        pytest.param((3, 3), 4, (2, 3, 2), marks=pytest.mark.long),
        pytest.param((3, 1), 4, (1, 2, 3), marks=pytest.mark.long),
        ((2, 2), 3, (2, 2, 2, 2)),
        pytest.param((3, 3), 3, (1, 2, 2, 1), marks=pytest.mark.long),
        # Who holds out for 24 heads scores once in 17 million turns.
        pytest.param((2, 2), 24, (24,), marks=pytest.mark.long),
        ((3, 3), 13, (13,)),
    ],
)
def test_best_response__is_exact_to_the_last_places(
    rules: tuple[int, int], goal: int, hold_at: tuple[int, ...]
) -> None:
    check_against_oracle(rules, goal, hold_at)


@pytest.mark.parametrize("hold_at", [(1,), (3,), (2, 3)], ids=str)
def test_best_response__is_exact_where_nearly_every_turn_busts(hold_at: tuple[int, ...]) -> None:
    seldom = Throw(
        "seldom", Fraction(99, 100), (Outcome(Fraction(1, 150), 1, 0), Outcome(Fraction(1, 300), 2, 0))
    )
    turn = Turn("seldom", (seldom,), (Position("again", (Way(1, 0, 0),)),))
    check(best_response(turn, 4, hold_at), oracle.as_data(turn))


@FEW
@given(pig_rules(most_sides=6), goals(7), thresholds(1, 9))
def test_best_response__to_one_agrees_with_all_joint_outcomes(
    rules: tuple[int, int], goal: int, hold_at: tuple[int, ...]
) -> None:
    check_against_oracle(rules, goal, hold_at)


@pytest.mark.long
@FEW
@given(pig_rules(most_sides=5), goals(4), thresholds(2, 5))
def test_best_response__to_two_agrees_with_all_joint_outcomes(
    rules: tuple[int, int], goal: int, hold_at: tuple[int, ...]
) -> None:
    check_against_oracle(rules, goal, hold_at)


@pytest.mark.long
@FEW
@given(pig_rules(most_sides=4), goals(3), st.one_of(thresholds(3, 4), thresholds(4, 2)))
def test_best_response__to_more_agrees_with_all_joint_outcomes(
    rules: tuple[int, int], goal: int, hold_at: tuple[int, ...]
) -> None:
    check_against_oracle(rules, goal, hold_at)


@FEW
@given(pigs(), goals(8), st.one_of(thresholds(3, 9), thresholds(4, 4)), st.sampled_from([-1, 1]), st.data())
def test_best_response__to_more_proves_itself(
    turn: Turn, goal: int, hold_at: tuple[int, ...], sign: int, data: st.DataObject
) -> None:
    solution = best_response(turn, goal, hold_at)
    assert solution.residual <= 1e-13
    # The certificate for one and two opponents takes tables of all scores, equal opponents twice.
    assert residual(turn, goal, hold_at, solution.value) <= 1e-13
    assert abs(backup(turn, goal, hold_at, solution.value) - solution.value).max() <= 1e-13
    stored = tuple(min(hold_at[own], goal) for own in solution.order)
    wrong = solution.table.copy()
    wrong.flat[data.draw(st.integers(0, wrong.size - 1))] += sign * 1e-6
    assert certificate_of_many.residual(turn, goal, stored, wrong) > 1e-9
    level = np.stack(
        [solution.value[(slice(None), *[score] * len(hold_at))] for score in range(goal)], axis=1
    )
    np.testing.assert_array_equal(solution.level_value, level)
    assert solution.level_hold_at[0, 0] == solution.opening_hold_at == solution.hold_at.flat[0]


@FEW
@given(pigs(), goals(8), st.one_of(thresholds(3, 9), thresholds(4, 3)), st.data())
def test_best_response__to_more_exchanges_opponents(
    turn: Turn, goal: int, hold_at: tuple[int, ...], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(hold_at))))
    solution = best_response(turn, goal, hold_at)
    exchanged = best_response(turn, goal, tuple(hold_at[own] for own in order))
    axes = (0, *(1 + own for own in order))
    np.testing.assert_allclose(exchanged.value, solution.value.transpose(axes), rtol=0, atol=1e-14)


def test_best_response__holds_at_no_more_than_is_lacking() -> None:
    # Where a win is all but certain, a greater turn total was better by rounding in 63 of these states.
    solution = best_response(pig.turn(), 500, (25,))
    assert (solution.actions <= 500 - np.arange(500)).all()


@pytest.mark.parametrize(("rules", "goal"), [((2, 2), 100), ((2, 2), 300), ((3, 1), 300), ((6, 1), 400)])
def test_best_response__wins_against_who_never_scores(rules: tuple[int, int], goal: int) -> None:
    solution = best_response(pig.turn(*rules), goal, (goal,))
    assert solution.win_probability == pytest.approx(1.0, abs=1e-6)
    assert solution.value.max() <= 1 + 1e-12
    assert solution.residual <= 1e-12


@FEW
@given(pigs(), goals(20), opponents)
def test_best_response__is_a_probability_that_proves_itself(
    turn: Turn, goal: int, hold_at: tuple[int, ...]
) -> None:
    solution = best_response(turn, goal, hold_at)
    assert 0.0 <= solution.value.min()
    assert solution.value.max() <= 1.0 + 1e-14
    assert solution.residual <= 1e-13
    assert np.diff(solution.value, axis=0).min() >= -1e-14
    room = goal - np.arange(goal).reshape(-1, *[1] * len(hold_at))
    assert ((solution.hold_at >= 1) & (solution.hold_at <= room)).all()


@FEW
@given(pigs(), goals(20), opponents)
def test_best_response__is_worth_what_its_policy_is_worth(
    turn: Turn, goal: int, hold_at: tuple[int, ...]
) -> None:
    solution = best_response(turn, goal, hold_at)
    np.testing.assert_allclose(
        policy_value(turn, goal, hold_at, solution.hold_at), solution.value, rtol=0, atol=1e-13
    )


@FEW
@given(pigs(), goals(20), opponents, st.integers(1, 20))
def test_best_response__never_loses_to_holding_at_n_itself(
    turn: Turn, goal: int, hold_at: tuple[int, ...], n: int
) -> None:
    solution = best_response(turn, goal, hold_at)
    room = goal - np.arange(goal).reshape(-1, *[1] * len(hold_at))
    simple = np.broadcast_to(np.minimum(n, room), solution.value.shape).astype(np.int16)
    assert (solution.value >= policy_value(turn, goal, hold_at, simple) - 1e-14).all()
    # Who does as all others do wins as often as they.
    same = best_response(turn, goal, (n,) * len(hold_at))
    assert policy_value(turn, goal, (n,) * len(hold_at), simple).flat[0] == pytest.approx(
        1 / (1 + len(hold_at)), abs=1e-13
    )
    assert same.win_probability >= 1 / (1 + len(hold_at)) - 1e-14


@FEW
@given(pigs(), goals(20), thresholds(2, 25))
def test_best_response__exchanges_opponents_with_their_scores(
    turn: Turn, goal: int, hold_at: tuple[int, int]
) -> None:
    solution = best_response(turn, goal, hold_at)
    exchanged = best_response(turn, goal, hold_at[::-1])
    np.testing.assert_allclose(exchanged.value.transpose(0, 2, 1), solution.value, rtol=0, atol=1e-14)
    alike = best_response(turn, goal, (hold_at[0],) * 2)
    np.testing.assert_allclose(alike.value.transpose(0, 2, 1), alike.value, rtol=0, atol=1e-14)


@FEW
@given(pigs(), goals(15), st.integers(1, 2), st.integers(1, 30))
def test_best_response__knows_that_nobody_holds_past_the_goal(
    turn: Turn, goal: int, players: int, beyond: int
) -> None:
    at_goal = best_response(turn, goal, (goal,) * players)
    np.testing.assert_array_equal(best_response(turn, goal, (goal + beyond,) * players).value, at_goal.value)


@pytest.mark.parametrize(
    ("rules", "goal", "hold_at"),
    [((6, 1), 9, (4,)), ((2, 2), 9, (9,)), ((2, 2), 5, (2, 3)), ((6, 6), 5, (3, 4)), ((6, 6), 3, (2, 1, 2))],
)
def test_best_response__as_plain_python_gives_the_same(
    rules: tuple[int, int], goal: int, hold_at: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = best_response(pig.turn(*rules), goal, hold_at)
    interpret(monkeypatch)
    plain = best_response(pig.turn(*rules), goal, hold_at)
    np.testing.assert_allclose(plain.value, compiled.value, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(plain.hold_at, compiled.hold_at)


@pytest.mark.parametrize(
    ("goal", "hold_at", "message"),
    [
        (1, (5,), "goal: expected 2 or more, got 1."),
        (10, (0,), "opponents_hold_at: expected 1 or more, got 0."),
        (10, (5, -2), "opponents_hold_at: expected 1 or more, got -2."),
        (10, (), r"opponents_hold_at: expected 1 to 4 turn totals, got \(\)."),
        (10, (5,) * 5, r"opponents_hold_at: expected 1 to 4 turn totals, got \(5, 5, 5, 5, 5\)."),
        (
            100,
            (20, 22, 25, 30),
            (
                r"opponents_hold_at: expected at most 6\.20e\+08 states, got '1\.01e\+10'\. Make more"
                r" opponents equal"
            ),
        ),
    ],
)
def test_best_response__refuses_what_it_cannot_answer(
    goal: int, hold_at: tuple[int, ...], message: str
) -> None:
    with pytest.raises(InvalidRules, match=message):
        best_response(pig.turn(), goal, hold_at)


def test_best_response__refuses_a_game_without_hold_at_rules() -> None:
    with pytest.raises(
        InvalidRules,
        match="turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
    ):
        best_response(ten_thousand.turn(), 10, (5,))


@pytest.mark.parametrize(
    "hold_at", [(14,), (9, 14), (9, 14, 9), (9,) * 4], ids=("one", "two", "three", "four")
)
def test_best_response__wins_as_often_as_promised(hold_at: tuple[int, ...]) -> None:
    solution = best_response(pig.turn(), 30 if len(hold_at) < 4 else 18, hold_at)
    games = 40_000
    shares = play(solution, games, np.random.default_rng(2023))
    assert abs(shares.mean() - solution.win_probability) < 5 * shares.std() / np.sqrt(games)


def play(solution: BestResponse, games: int, random: np.random.Generator) -> np.ndarray:
    """The share of a win that the best response has of each game of Pig."""
    goal, players = solution.goal, 1 + len(solution.opponents_hold_at)
    scores = np.zeros((players, games), np.int64)
    shares, running = np.zeros(games), np.arange(games)
    while running.size:
        at = scores[:, running]
        least = [
            solution.hold_at[tuple(at)],
            *(np.minimum(n, goal - own) for n, own in zip(solution.opponents_hold_at, at[1:], strict=True)),
        ]
        scores[:, running] += np.stack([turn_totals(np.asarray(own), random) for own in least])
        there = scores[:, running] >= goal
        shares[running] = np.where(there[0], 1.0 / np.maximum(there.sum(axis=0), 1), 0.0)
        running = running[~there.any(axis=0)]
    return shares


def turn_totals(hold_at: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """What turns of Pig bring that hold at these turn totals."""
    total, running = np.zeros(hold_at.size, np.int64), np.arange(hold_at.size)
    while running.size:
        die = random.integers(1, 7, running.size)
        total[running] = np.where(die == 1, 0, total[running] + die)
        running = running[(die > 1) & (total[running] < hold_at[running])]
    return total


@pytest.mark.parametrize(
    "turn", [two_dice_pig.turn(), progressive_pig.turn()], ids=["wipes", "always scores"]
)
def test_best_response__refuses_games_whose_bust_changes_the_score(turn: Turn) -> None:
    with pytest.raises(
        InvalidRules, match="turn: expected a game in which a bust scores nothing and takes nothing, got"
    ):
        best_response(turn, 20, (8,))
