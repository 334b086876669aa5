"""Best responses over all stopping rules: exact on small goals, never worse than a threshold, and what comes
of playing by them.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.at_once import stopping_row
from solvers.at_once.any_rule import StoppingResponse, best_response_any_rule
from solvers.at_once.best_response import best_response
from solvers.at_once.certificate_of_any_rule import residual
from solvers.errors import InvalidRules, NotConverged
from solvers.games import pig, ten_thousand
from solvers.games.turn import Outcome, Position, Throw, Turn, Way
from tests import oracle, oracle_stopping
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pig_rules, pigs, thresholds

opponents = st.one_of(thresholds(1, 30), thresholds(2, 30))


def check(solution: StoppingResponse, game: oracle.Game) -> None:
    """Every state's value, least turn total to hold at, and whether the rule is no threshold."""
    won, least, again = oracle_stopping.best_stopping(game, solution.goal, solution.opponents_hold_at)
    for state in product(range(solution.goal), repeat=1 + len(solution.opponents_hold_at)):
        assert solution.value[state] == pytest.approx(float(won[state]), abs=1e-14)
        assert solution.hold_at[state] == least[state]
        assert solution.throws_again[state] == again[state]


@pytest.mark.parametrize(
    ("rules", "goal", "hold_at"),
    [
        ((6, 1), 10, (5,)),
        ((6, 6), 9, (20,)),
        # A die of one and two on which three busts: the goal is near enough to throw again at 5 where one
        # holds at 4.
        ((3, 3), 10, (4,)),
        ((2, 2), 6, (2,)),
        ((6, 1), 5, (3, 4)),
        pytest.param((4, 2), 5, (4, 4), marks=pytest.mark.long),
        ((2, 2), 5, (2, 2)),
        pytest.param((3, 3), 4, (2, 3, 2), marks=pytest.mark.long),
        ((2, 2), 3, (2, 2, 2)),
        ((2, 2), 3, (1, 2, 2, 3)),
        # Who holds out for 18 heads scores once in 262 144 turns.
        pytest.param((2, 2), 18, (18,), marks=pytest.mark.long),
    ],
)
def test_any_rule__is_exact_to_the_last_places(
    rules: tuple[int, int], goal: int, hold_at: tuple[int, ...]
) -> None:
    check(best_response_any_rule(pig.turn(*rules), goal, hold_at), oracle.pig(*rules))


@pytest.mark.parametrize("hold_at", [(1,), (3,), (2, 3)], ids=str)
def test_any_rule__is_exact_where_nearly_every_turn_busts(hold_at: tuple[int, ...]) -> None:
    seldom = Throw(
        "seldom", Fraction(99, 100), (Outcome(Fraction(1, 150), 1, 0), Outcome(Fraction(1, 300), 2, 0))
    )
    turn = Turn("seldom", (seldom,), (Position("again", (Way(1, 0, 0),)),))
    check(best_response_any_rule(turn, 4, hold_at), oracle.as_data(turn))


@FEW
@given(pig_rules(most_sides=5), goals(6), thresholds(1, 9))
def test_any_rule__to_one_agrees_with_all_joint_outcomes(
    rules: tuple[int, int], goal: int, hold_at: tuple[int, ...]
) -> None:
    check(best_response_any_rule(pig.turn(*rules), goal, hold_at), oracle.pig(*rules))


@FEW
@given(pig_rules(most_sides=4), goals(3), thresholds(2, 5))
def test_any_rule__to_two_agrees_with_all_joint_outcomes(
    rules: tuple[int, int], goal: int, hold_at: tuple[int, ...]
) -> None:
    check(best_response_any_rule(pig.turn(*rules), goal, hold_at), oracle.pig(*rules))


@FEW
@given(pigs(), goals(25), opponents)
def test_any_rule__is_never_worse_than_a_threshold(turn: Turn, goal: int, hold_at: tuple[int, ...]) -> None:
    solution = best_response_any_rule(turn, goal, hold_at)
    threshold = best_response(turn, goal, hold_at).value
    assert (solution.value >= threshold - 1e-14).all()
    np.testing.assert_allclose(solution.value - solution.gain, threshold, rtol=0, atol=1e-14)
    assert solution.value.max() <= 1.0 + 1e-14
    assert solution.residual <= 1e-13
    assert np.diff(solution.value, axis=0).min() >= -1e-14
    assert solution.gain_over_hold_at == solution.gain.flat[0]
    # Where no rule throws again above a hold, and in no state that may follow, a threshold is as good.
    if solution.not_thresholds == 0:
        assert solution.gain.max() <= 1e-13


def test_any_rule__beats_every_threshold_in_pig() -> None:
    solution = best_response_any_rule(pig.turn(), 100, (25,))
    assert solution.not_thresholds == solution.throws_again.sum() == 53
    assert 5e-7 < solution.gain_over_hold_at < 6e-7
    assert solution.residual <= 1e-14


@pytest.mark.long
@pytest.mark.parametrize(("rules", "goal"), [((2, 2), 100), ((2, 2), 300), ((3, 1), 300)])
def test_any_rule__wins_against_who_never_scores(rules: tuple[int, int], goal: int) -> None:
    solution = best_response_any_rule(pig.turn(*rules), goal, (goal,))
    assert solution.win_probability == pytest.approx(1.0, abs=1e-6)
    assert solution.value.max() <= 1 + 1e-12
    assert solution.residual <= 1e-12


@FEW
@given(pigs(), goals(15), thresholds(2, 20))
def test_any_rule__exchanges_opponents_with_their_scores(
    turn: Turn, goal: int, hold_at: tuple[int, int]
) -> None:
    solution = best_response_any_rule(turn, goal, hold_at)
    exchanged = best_response_any_rule(turn, goal, hold_at[::-1])
    np.testing.assert_allclose(exchanged.value.transpose(0, 2, 1), solution.value, rtol=0, atol=1e-14)


@FEW
@given(pigs(), goals(20), opponents, st.sampled_from([-1, 1]), st.data())
def test_residual__shows_one_wrong_value(
    turn: Turn, goal: int, hold_at: tuple[int, ...], sign: int, data: st.DataObject
) -> None:
    solution = best_response_any_rule(turn, goal, hold_at)
    wrong = solution.value.copy()
    state = data.draw(st.integers(0, wrong.size - 1))
    wrong.flat[state] += sign * 1e-6
    found = residual(turn, goal, hold_at, wrong)
    # What comes back to the very same state, at most if nobody ever holds, carries its error with it.
    stays = max(
        ends.get(0, 0)
        for ends in (oracle.hold_at_ends(oracle.as_data(turn), k) for k in range(1, min(goal, 12) + 1))
    )
    assert found >= 1e-6 * (1 - float(stays)) * 0.5 if goal <= 12 else found > 1e-12


@pytest.mark.parametrize(
    ("rules", "goal", "hold_at"),
    [((6, 1), 9, (4,)), ((2, 2), 9, (9,)), ((6, 6), 5, (3, 3)), ((6, 6), 5, (3, 4))],
)
def test_any_rule__as_plain_python_gives_the_same(
    rules: tuple[int, int], goal: int, hold_at: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = best_response_any_rule(pig.turn(*rules), goal, hold_at)
    interpret(monkeypatch)
    plain = best_response_any_rule(pig.turn(*rules), goal, hold_at)
    np.testing.assert_allclose(plain.value, compiled.value, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(plain.hold_at, compiled.hold_at)
    np.testing.assert_array_equal(plain.throws_again, compiled.throws_again)


def test_any_rule__refuses_what_it_cannot_answer() -> None:
    with pytest.raises(
        InvalidRules, match=r"opponents_hold_at: expected 1 to 4 turn totals, got \(5, 5, 5, 5, 5\)\."
    ):
        best_response_any_rule(pig.turn(), 10, (5, 5, 5, 5, 5))
    with pytest.raises(
        InvalidRules,
        match=(
            r"goal: expected at most 1\.1e\+08 states of all players, got '1\.2e\+08'\. Make the goal smaller"
        ),
    ):
        best_response_any_rule(pig.turn(), 41, (5, 5, 5, 5))
    with pytest.raises(
        InvalidRules,
        match="turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
    ):
        best_response_any_rule(ten_thousand.turn(), 10, (5,))


def test_any_rule__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch)
    monkeypatch.setattr(stopping_row, "MOST_SWEEPS", 1)
    with pytest.raises(NotConverged, match=r"residual: expected at most 1e-14, got 0\.\d+"):
        best_response_any_rule(pig.turn(), 9, (5,))


def test_any_rule__wins_as_often_as_promised() -> None:
    """By rules worked out anew from the values, as a table of what to do by own score, opponent's score and
    turn total.
    """
    goal, n, games = 30, 9, 40_000
    solution = best_response_any_rule(pig.turn(), goal, (n,))
    rolls = np.zeros((goal, goal, goal + 1), np.bool_)
    for banked, other in product(range(goal), repeat=2):
        rolls[banked, other] = rules_of(solution, banked, other)
    random = np.random.default_rng(2026)
    scores, shares, running = np.zeros((2, games), np.int64), np.zeros(games), np.arange(games)
    while running.size:
        own, other = scores[:, running]
        scores[0, running] += turns(rolls[own, other], random)
        theirs = np.arange(goal + 1) < np.minimum(n, goal - other)[:, None]
        scores[1, running] += turns(theirs, random)
        there = scores[:, running] >= goal
        shares[running] = np.where(there[0], 1.0 / np.maximum(there.sum(axis=0), 1), 0.0)
        running = running[~there.any(axis=0)]
    assert abs(shares.mean() - solution.win_probability) < 5 * shares.std() / np.sqrt(games)


def rules_of(solution: StoppingResponse, banked: int, other: int) -> np.ndarray:
    """Whether to throw on, by turn total."""
    goal, (n,) = solution.goal, solution.opponents_hold_at
    game = oracle.in_floats(oracle.pig(6, 1))
    ends = oracle.ends_of(game, min(n, goal - other))

    def hold(x: int) -> float:
        return sum(
            chance
            * (
                1 / (1 + (other + gain >= goal))
                if x >= goal
                else solution.value[x, other + gain]
                if other + gain < goal
                else 0.0
            )
            for gain, chance in ends.items()
        )

    known = [hold(x) for x in range(goal + 6)]
    bust = known[banked]
    throw = np.zeros(goal + 6)
    rolls = np.zeros(goal + 1, np.bool_)
    worth = list(known)
    for x in range(goal - 1, banked - 1, -1):
        throw[x] = bust / 6 + sum(worth[x + face] for face in range(2, 7)) / 6
        rolls[x - banked] = x == banked or throw[x] > known[x]
        worth[x] = max(throw[x], known[x])
    return rolls


def turns(rolls: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """What turns of Pig bring that throw on at these turn totals; float64[game, turn total]."""
    total, running = np.zeros(rolls.shape[0], np.int64), np.arange(rolls.shape[0])
    while running.size:
        die = random.integers(1, 7, running.size)
        total[running] = np.where(die == 1, 0, total[running] + die)
        on = rolls[running, np.minimum(total[running], rolls.shape[1] - 1)]
        running = running[(die > 1) & on]
    return total
