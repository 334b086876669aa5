"""One turn each: against every vertex in fractions, all rules one by one, every combination of scores, and
play.
"""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from configs.load import load
from flows.commands.stores.verify import verify_store
from solvers.errors import InvalidRules, NotConverged
from solvers.games import big_pig, pig, progressive_pig, several_dice, ten_thousand, two_dice_pig
from solvers.linear import elimination
from solvers.matrix_games import symmetric_game
from solvers.matrix_games.symmetric_game import face, made_exact
from solvers.showdown import of_many as showdown_of_many
from solvers.showdown.any_rule import showdown_any_rule
from solvers.showdown.certificate import exploitability, exploitability_of_any_rule
from solvers.showdown.of_many import showdown_of_many as solve_many
from solvers.showdown.solve import showdown
from solvers.turns.one_turn import rules
from tests import oracle, oracle_showdown, sweeps
from tests.configs.test_schema import CONFIGS
from tests.strategies import FEW, pig_rules


@pytest.mark.long
@FEW
@given(pig_rules(most_sides=7), st.integers(1, 5))
def test_showdown__ranges_over_every_vertex(rules_of: tuple[int, int], cap: int) -> None:
    found, exact = showdown(pig.turn(*rules_of), cap), oracle_showdown.differing(oracle.pig(*rules_of), cap)
    vertices = np.array(
        [[float(part) for part in vertex] for vertex in oracle_showdown.vertices(list(exact.values()))]
    )
    names = np.array(list(exact)) - 1
    np.testing.assert_array_equal(rules(pig.turn(*rules_of), cap).hold_at, names + 1)
    np.testing.assert_allclose(found.least_probability[names], vertices.min(axis=0), rtol=0, atol=1e-9)
    np.testing.assert_allclose(found.greatest_probability[names], vertices.max(axis=0), rtol=0, atol=1e-9)
    assert abs(vertices - found.hold_at_probability[names]).max(axis=1).min() <= 1e-13
    assert (found.freedom == 0) == (len(vertices) == 1)
    assert found.exploitability <= 1e-14


def test_showdown__has_more_than_one_equilibrium_with_gains_of_1_and_3() -> None:
    found = showdown(pig.turn(3, 2), 20)
    exact = oracle_showdown.differing(oracle.pig(3, 2), 4)
    vertices = oracle_showdown.vertices(list(exact.values()))
    assert found.freedom == 1
    assert len(vertices) == 2
    np.testing.assert_allclose(
        found.least_probability[:4], [float(min(part)) for part in zip(*vertices, strict=True)], atol=1e-10
    )
    np.testing.assert_allclose(
        found.greatest_probability[:4], [float(max(part)) for part in zip(*vertices, strict=True)], atol=1e-10
    )
    assert found.greatest_probability[4:].max() == 0.0


@FEW
@given(pig_rules(), st.integers(1, 9), st.integers(1, 2))
def test_showdown__responds_to_every_pure_rule(rules_of: tuple[int, int], cap: int, dice: int) -> None:
    turn = several_dice.turn(dice, *rules_of)
    found, game = showdown(turn, cap), oracle.in_floats(oracle.as_data(turn))
    h = 1 + cap // 2
    ends = [oracle.hold_at_ends(game, n) for n in range(1, cap + 1)]
    won = [
        sum(
            p * q * (0.5 if x == y else float(x > y))
            for x, p in own.items()
            for y, q in ends[h - 1].items()
            if x or y
        )
        + own[0] * ends[h - 1][0] / 2
        for own in ends
    ]
    assert found.response_wins[h - 1] == pytest.approx(max(won), abs=1e-13)
    assert won[found.response_hold_at[h - 1] - 1] == pytest.approx(max(won), abs=1e-13)


def test_showdown__of_the_post() -> None:
    found = showdown(pig.turn(), 100)
    mix = found.hold_at_probability
    assert mix[20] == pytest.approx(0.34672933, abs=5e-9)
    assert mix[0] == pytest.approx(0.07514, abs=5e-6)
    assert (found.freedom, np.flatnonzero(mix).size, mix.argmax()) == (0, 15, 20)
    assert found.gain_of_any_rule == pytest.approx(1.2450729e-4, abs=5e-12)
    assert found.exploitability <= 1e-15
    assert 2 * found.response_wins.min() - 1 == pytest.approx(0.0795918, abs=5e-8)


def test_showdown__is_what_play_says() -> None:
    found, dice = showdown(pig.turn(), 30), np.random.default_rng(5)
    drawn = (
        dice.choice(30, size=(40_000, 2), p=found.hold_at_probability / found.hold_at_probability.sum()) + 1
    )
    # One of them holds at 20, the other plays the equilibrium.
    drawn[:, 0] = 20
    scores, going = np.zeros(drawn.shape), np.ones(drawn.shape, bool)
    while going.any():
        thrown = dice.integers(1, 7, drawn.shape)
        scores[going] = np.where(thrown == 1, 0, scores + thrown)[going]
        going &= (thrown != 1) & (scores < drawn)
    won = (np.sign(scores[:, 0] - scores[:, 1]) + 1) / 2
    of = rules(pig.turn(), 30)
    expected = sum(
        chance * p * q * (0.5 if x == y else float(x > y))
        for n, chance in zip(of.hold_at, found.hold_at_probability[of.hold_at - 1], strict=True)
        for x, p in oracle.hold_at_ends(oracle.in_floats(oracle.pig(6, 1)), 20).items()
        for y, q in _ends(int(n)).items()
    )
    assert expected <= 0.5 + 1e-12
    assert abs(won.mean() - expected) <= 5 * won.std() / 200


def _ends(n: int) -> dict[int, float]:
    of = rules(pig.turn(), 30)
    row = int(of.same_as[n - 1])
    return {0: float(of.failed[row])} | {n + m: float(chance) for m, chance in enumerate(of.ends[row])}


@FEW
@given(pig_rules(most_sides=7), st.integers(1, 7))
def test_any_rule__loses_to_none_of_all(rules_of: tuple[int, int], cap: int) -> None:
    found = showdown_any_rule(pig.turn(*rules_of), cap)
    every = oracle_showdown.every_rule(oracle.in_floats(oracle.pig(*rules_of)), cap)
    mine: dict[int, float] = {}
    for total in range(1, cap):
        mine[total] = found.come_probability[total] * found.hold_probability[total]
    # What ends at the cap or past it, from each turn total that throws on.
    for total in range(cap):
        on = found.come_probability[total] - mine.get(total, 0.0)
        for result in oracle.pig(*rules_of)[0]:
            if total + result.gain >= cap:
                mine[total + result.gain] = mine.get(total + result.gain, 0.0) + on * float(
                    result.probability
                )
    mine[0] = 1.0 - sum(mine.values())
    best = max(
        sum(p * q * (0.5 if x == y else float(x > y)) for x, p in own.items() for y, q in mine.items())
        for own in every
    )
    assert best == pytest.approx(0.5, abs=1e-13)
    assert found.exploitability <= 1e-14
    thresholds = showdown(pig.turn(*rules_of), cap)
    assert found.threshold_loss == pytest.approx(thresholds.gain_of_any_rule, abs=1e-12)


def test_any_rule__beats_thresholds() -> None:
    found = showdown_any_rule(pig.turn(), 100)
    assert found.threshold_loss == pytest.approx(1.2450729e-4, abs=5e-12)
    assert found.exploitability <= 1e-14
    assert found.mixed == 18
    assert found.hold_probability[21:].min() == 1.0
    assert showdown_any_rule(big_pig.turn(), 60).threshold_loss > 1e-3


@pytest.mark.long
@pytest.mark.parametrize(
    ("dice", "sides", "cap", "mixed"), [(1, 15, 300, 98), (1, 2, 1000, 0), (3, 10, 300, 38)]
)
def test_showdowns__of_dice_that_go_far_are_exact(dice: int, sides: int, cap: int, mixed: int) -> None:
    """Hundreds of rules that all but tie, and chances that underflow."""
    turn = several_dice.turn(dice, sides)
    assert showdown(turn, cap).exploitability <= 1e-14
    found = showdown_any_rule(turn, cap)
    assert found.exploitability <= 1e-14
    assert found.mixed == mixed


@FEW
@given(pig_rules(most_sides=5), st.integers(2, 6), st.integers(2, 4))
def test_many__win_an_equal_share_and_no_more(rules_of: tuple[int, int], cap: int, players: int) -> None:
    found, exact = (
        solve_many(pig.turn(*rules_of), cap, players),
        oracle_showdown.differing(oracle.pig(*rules_of), cap),
    )
    mix = [Fraction(float(found.hold_at_probability[h - 1])) for h in exact]
    others = oracle_showdown.mixed(list(exact.values()), mix)
    won = [float(oracle_showdown.wins(own, others, players)) for own in exact.values()]
    assert max(won) == pytest.approx(1 / players, abs=1e-12)
    assert all(
        abs(each - 1 / players) <= 1e-12 for each, chance in zip(won, mix, strict=True) if chance > 1e-9
    )
    assert found.exploitability <= 1e-12


def test_many__of_two_are_the_showdown() -> None:
    np.testing.assert_allclose(
        solve_many(pig.turn(), 100, 2).hold_at_probability,
        showdown(pig.turn(), 100).hold_at_probability,
        atol=1e-13,
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "likeliest", "mean"), [(3, 27, 19.39582), (4, 32, 22.82548), (10, 49, 35.94578)]
)
def test_many__from_several_starts_find_the_same(players: int, likeliest: int, mean: float) -> None:
    for start in (0, 20, 50):
        found = solve_many(pig.turn(), 100, players, start)
        assert found.exploitability <= 1e-14
        assert found.likeliest_hold_at == likeliest
        assert found.mean_hold_at == pytest.approx(mean, abs=5e-6)


def test_many__hold_at_the_cap_when_they_are_many_enough() -> None:
    found = solve_many(pig.turn(), 10, 50)
    assert found.hold_at_probability[9] == pytest.approx(1.0, abs=1e-15)
    assert found.exploitability <= 1e-15


@pytest.mark.parametrize(
    "turn",
    [two_dice_pig.turn(), big_pig.turn(), progressive_pig.turn(), several_dice.turn(3, 8, 8)],
    ids=lambda t: t.name,
)
def test_every_game__has_its_equilibria(turn: object) -> None:
    assert showdown(turn, 40).exploitability <= 1e-14  # type: ignore[arg-type]
    assert showdown_any_rule(turn, 40).exploitability <= 1e-14  # type: ignore[arg-type]
    assert solve_many(turn, 40, 4).exploitability <= 1e-12  # type: ignore[arg-type]


def test_several_dice__are_pig_and_two_dice_pig() -> None:
    assert several_dice.turn(1, 8, 8) == pig.turn(8, 8)
    one, other = several_dice.turn(2).throws[0], two_dice_pig.turn().throws[0]
    assert one.outcomes == other.outcomes
    assert one.bust == other.bust + other.wipe
    three = several_dice.turn(3, 4).throws[0]
    assert three.bust == 1 - Fraction(27, 64)
    assert {outcome.gain: outcome.probability * 64 for outcome in three.outcomes} == {
        6: 1,
        7: 3,
        8: 6,
        9: 7,
        10: 6,
        11: 3,
        12: 1,
    }
    with pytest.raises(InvalidRules, match=r"dice: expected 1 or more, got 0\."):
        several_dice.turn(0)


def test_certificate__shows_what_is_wrong() -> None:
    mix = showdown(pig.turn(), 30).hold_at_probability
    shifted = mix.copy()
    shifted[[0, 20]] += [1e-6, -1e-6]
    assert exploitability(pig.turn(), 30, 2, mix) <= 1e-15
    assert exploitability(pig.turn(), 30, 2, shifted) > 1e-8
    assert exploitability(pig.turn(), 30, 3, mix) > 1e-3
    assert exploitability(pig.turn(), 30, 2, mix * (1 + 1e-9)) >= 0.9e-9
    holds = showdown_any_rule(pig.turn(), 30).hold_probability
    wrong = holds.copy()
    wrong[11] += 1e-5
    assert exploitability_of_any_rule(pig.turn(), 30, 2, holds) <= 1e-14
    assert exploitability_of_any_rule(pig.turn(), 30, 2, wrong) > 1e-9


def corner(table: np.ndarray) -> np.ndarray:
    """An equilibrium strategy of a symmetric game, as a linear program ends."""
    size = len(table)
    found = linprog(
        np.zeros(size),
        A_ub=table,
        b_ub=np.zeros(size),
        A_eq=np.ones((1, size)),
        b_eq=[1.0],
        method="highs-ds",
    )
    return found.x.clip(min=0.0)  # type: ignore[no-any-return]


@FEW
@given(st.integers(1, 9), st.integers(0, 2**32 - 1), st.booleans())
def test_equilibrium__of_games_with_ties(size: int, seed: int, coarse: bool) -> None:
    drawn = np.random.default_rng(seed)
    table = drawn.integers(-2, 3, (size, size)) / 4 if coarse else drawn.uniform(-1, 1, (size, size))
    table = np.triu(table, 1) - np.triu(table, 1).T
    mix = made_exact(table, corner(table))
    everyone = face(table, mix)
    assert (table @ mix).max() <= 1e-14
    assert (everyone.least <= mix + 1e-15).all()
    assert (everyone.greatest >= mix - 1e-15).all()
    assert everyone.freedom > 0 or (everyone.least == everyone.greatest).all()


def test_face__of_a_game_in_which_all_is_equal() -> None:
    found = face(np.zeros((3, 3)), np.array([1.0, 0.0, 0.0]))
    assert found.freedom == 2
    np.testing.assert_allclose([found.least, found.greatest], [[0] * 3, [1] * 3], atol=1e-12)


def test_face__has_strategies_that_make_lose_what_ties_with_the_one_at_hand() -> None:
    """The second choice is an equilibrium as well; the third, which ties with the first, loses to it."""
    table = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    for mix in ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 0.0]):
        found = face(table, np.array(mix))
        assert (found.freedom, found.least.tolist(), found.greatest.tolist()) == (
            1,
            [0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
        )


def test_elimination__as_plain_python() -> None:
    matrix, right = np.array([[0.0, 2.0], [4.0, 1.0]]), np.array([2.0, 5.0])
    assert elimination.eliminate.py_func(matrix, right)  # type: ignore[attr-defined]
    np.testing.assert_array_equal(right, [1.0, 1.0])
    assert not elimination.eliminate(np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([1.0, 2.0]))
    assert elimination.rank.py_func(np.array([[1.0, 1.0, 0.0], [2.0, 2.0, 0.0]]), 1e-12) == 1  # type: ignore[attr-defined]


def test_showdown__refuses_what_it_cannot_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidRules, match=r"cap: expected 1 to 2000, got 0\."):
        showdown(pig.turn(), 0)
    with pytest.raises(InvalidRules, match="turn: expected a game whose only way to go on is the same throw"):
        showdown(ten_thousand.turn(), 10)
    with pytest.raises(InvalidRules, match=r"players: expected 2 to 200, got 1\."):
        solve_many(pig.turn(), 10, 1)
    with pytest.raises(InvalidRules, match=r"start_hold_at: expected 0 to the cap of 10, got 11\."):
        solve_many(pig.turn(), 10, 3, 11)
    monkeypatch.setattr(showdown_of_many, "MOST_STEPS", 1)
    with pytest.raises(
        NotConverged, match=r"exploitability: expected at most 1e-12, got \d.*Try another start\."
    ):
        solve_many(pig.turn(), 40, 3)
    monkeypatch.setattr(symmetric_game, "LARGEST_ADVANTAGE", -1.0)
    with pytest.raises(NotConverged, match=r"advantage: expected at most -1\.0"):
        showdown(pig.turn(), 10)


def test_sweep__without_values_is_verified(tmp_path: Path) -> None:
    content = {
        "name": "small/showdown",
        "title": "One turn each",
        "question": "equilibrium.showdown",
        "axes": {"cap": [5, 9]},
        "keep": ["hold_at_probability"],
    }
    sweeps.solve(content, sweeps.new_store(tmp_path))
    assert verify_store(str(tmp_path / "store"), "small/showdown", (), 1e-12) == 0


@pytest.mark.parametrize("name", ["showdown", "showdown_of_many"])
def test_config__is_a_sweep_of_minutes(name: str) -> None:
    for sweep in load(CONFIGS / "pig" / f"{name}.yaml"):
        question, cases = sweep.asked(), list(sweep.cases())
        assert sum(question.seconds(sweep.parameters_of(case)) for case in cases) < 600
        solution = question.solve(**sweep.parameters_of(cases[0]))
        assert [output.read(solution).dtype.kind for output in sweep.kept]
