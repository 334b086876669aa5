"""Equilibria over all stopping rules: exact on small goals, not to be improved on, and what comes of playing
by them.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.at_once.any_rule import best_response_any_rule
from solvers.at_once.opponents import turns_that_hold
from solvers.at_once_equilibrium import any_rule, any_rule_stage, stopping_rules
from solvers.at_once_equilibrium import certificate_of_any_rule as certificate
from solvers.at_once_equilibrium.any_rule import (
    AnyRuleEquilibrium,
    any_rule_equilibrium,
    confined_equilibrium,
)
from solvers.at_once_equilibrium.certificate_of_any_rule import deviation_value, exploitability
from solvers.at_once_equilibrium.stopping_rules import best_rule, follow
from solvers.errors import InvalidRules, NotConverged
from solvers.games import pig, ten_thousand, two_dice_pig
from solvers.games.turn import Outcome, Position, Throw, Turn, Way
from solvers.matrix_games import looping_game, matrix_game, simplex, support
from solvers.turns import forward
from tests import oracle, oracle_any_rule
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pig_rules, pigs

SELDOM = Throw(
    "seldom", Fraction(999, 1000), (Outcome(Fraction(1, 1500), 1, 0), Outcome(Fraction(1, 3000), 2, 0))
)


@pytest.fixture(scope="module")
def hundred() -> AnyRuleEquilibrium:
    """Pig to 100."""
    return any_rule_equilibrium(pig.turn(), 100)


# One of these needs more than thresholds: a die of one and two on which three busts.
@pytest.mark.parametrize(
    ("rules", "goal"), [((6, 1), 5), pytest.param((3, 3), 8, marks=pytest.mark.long), ((2, 2), 5)]
)
def test_values__agree_with_linear_programs(rules: tuple[int, int], goal: int) -> None:
    game, solution = oracle.pig(*rules), any_rule_equilibrium(pig.turn(*rules), goal)
    value = oracle_any_rule.values(game, goal, oracle_any_rule.over_all_rules)
    np.testing.assert_allclose(solution.value, value, rtol=0, atol=1e-8)
    thresholds = oracle_any_rule.values(game, goal, oracle_any_rule.over_thresholds)
    np.testing.assert_allclose(solution.threshold_value, thresholds, rtol=0, atol=1e-8)
    one = oracle_any_rule.values(game, goal, oracle_any_rule.against_all_rules)
    np.testing.assert_allclose(solution.loss, value - one, rtol=0, atol=1e-8)
    assert (solution.loss.max() > 1e-4) == (solution.not_thresholds > 0) == (rules == (3, 3))


@pytest.mark.long
@pytest.mark.parametrize("state", [(70, 44), (44, 70), (65, 56)])
def test_values__solve_single_turns_of_the_race_to_100(
    hundred: AnyRuleEquilibrium, state: tuple[int, int]
) -> None:
    """The turn that pays the value for its return is worth nothing beyond it, by one linear program."""
    (i, j), after = state, np.zeros((101, 101))
    after[:100, :100], after[100], after[100, 100] = hundred.value, 1.0, 0.5
    pays = after[i:, j:] - hundred.value[i, j]
    pays[0, 0] = 0.0
    assert oracle_any_rule.over_all_rules(oracle.pig(6, 1), pays) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.long
def test_hundred__needs_more_than_thresholds_in_a_hundred_states(hundred: AnyRuleEquilibrium) -> None:
    """Figures of our own: nobody has published them."""
    assert (hundred.mixed, hundred.not_thresholds) == (138, 100)
    assert hundred.exploitability <= 1e-14
    assert hundred.gap.max() <= 1e-14
    assert hundred.opening_loss == pytest.approx(2.497586e-6, abs=1e-12)
    assert hundred.opening_threshold_loss == pytest.approx(2.874271e-6, abs=1e-12)
    assert hundred.loss.max() == hundred.loss[70, 44] == pytest.approx(2.181495e-4, abs=1e-10)


@FEW
@given(pigs(), goals(20))
def test_equilibrium__leaves_nobody_anything_to_gain(turn: Turn, goal: int) -> None:
    solution = any_rule_equilibrium(turn, goal)
    assert solution.exploitability <= 1e-13
    assert 0.0 <= solution.gap.min() <= solution.gap.max() <= 1e-13
    np.testing.assert_allclose(solution.value + solution.value.T, 1.0, rtol=0, atol=1e-14)
    assert np.diff(solution.value, axis=0).min() >= -1e-13
    assert (solution.throws_on[:, :, 0] == 1.0).all()
    for banked in range(goal):
        assert not solution.throws_on[banked, :, goal - banked :].any()
    # Confined in one state one loses no more than confined for good, and no strategy of thresholds does
    # better than the best of them.
    assert (solution.loss >= solution.state_loss - 1e-13).all()
    assert (
        solution.threshold_value + solution.threshold_loss >= solution.value + solution.loss.T - 1e-13
    ).all()
    np.testing.assert_allclose(solution.threshold_value + solution.threshold_value.T, 1.0, rtol=0, atol=1e-14)


def test_equilibrium__is_exact_where_nearly_every_turn_busts() -> None:
    turn = Turn("seldom", (SELDOM,), (Position("again", (Way(1, 0, 0),)),))
    solution = any_rule_equilibrium(turn, 12)
    assert solution.exploitability <= 1e-14
    assert solution.loss.max() <= 1e-14


@pytest.mark.long
def test_deviations__are_best_responses_to_hold_at_n(hundred: AnyRuleEquilibrium) -> None:
    """Against hold at 9 the best deviation wins what another solver says; against the equilibrium it wins
    nothing.
    """
    strategy = np.zeros((40, 40, 40))
    for banked in range(40):
        strategy[banked, :, : min(9, 40 - banked)] = 1.0
    won = best_response_any_rule(pig.turn(), 40, (9,)).value
    np.testing.assert_allclose(deviation_value(pig.turn(), 40, strategy), won, rtol=0, atol=1e-14)
    assert won[0, 0] > 0.5 + 1e-3
    assert deviation_value(pig.turn(), 100, hundred.throws_on)[0, 0] <= 0.5 + 1e-14


@pytest.mark.long
@FEW
@given(pig_rules(most_sides=5), goals(5), st.data())
def test_deviations__agree_with_all_rules_one_by_one(
    rules: tuple[int, int], goal: int, data: st.DataObject
) -> None:
    chances = st.sampled_from([0.0, 0.25, 0.7, 1.0])
    strategy = np.array(data.draw(st.lists(chances, min_size=goal**3, max_size=goal**3))).reshape(
        goal, goal, goal
    )
    found = deviation_value(pig.turn(*rules), goal, strategy)
    for state, won in oracle_any_rule.deviations(oracle.pig(*rules), goal, strategy).items():
        assert found[state] == pytest.approx(float(won), abs=1e-14)


@FEW
@given(pigs(), goals(12), st.sampled_from([-1, 1]), st.data())
def test_exploitability__shows_one_wrong_number(
    turn: Turn, goal: int, sign: int, data: st.DataObject
) -> None:
    solution = any_rule_equilibrium(turn, goal)
    wrong = solution.value.copy()
    wrong.flat[data.draw(st.integers(0, wrong.size - 1))] += sign * 1e-6
    assert exploitability(turn, goal, wrong, solution.throws_on) >= 0.99e-6
    worse = solution.throws_on.copy()
    worse[0, 0, 0] = data.draw(st.sampled_from([np.nan, -0.1, 1.1]))
    assert exploitability(turn, goal, solution.value, worse) == np.inf


def test_exploitability__shows_a_strategy_that_is_none_beside_what_is_won_from_it() -> None:
    """What the best deviation wins is a fixed point of any strategy's; only that both players win it
    tells.
    """
    turn, goal = pig.turn(), 20
    throws_on = np.zeros((goal, goal, goal))
    throws_on[:, :, :10] = 1.0
    won = deviation_value(turn, goal, throws_on)
    assert exploitability(turn, goal, won, throws_on) >= 2.0 * won[0, 0] - 1.0 > 0.1
    won[7, 3] = np.nan
    assert not exploitability(turn, goal, won, throws_on) <= 1.0


@pytest.mark.long
def test_exploitability__shows_a_player_who_never_stops(hundred: AnyRuleEquilibrium) -> None:
    reckless = hundred.throws_on.copy()
    reckless[0, 0] = 1.0
    # By as much as the first turn loses by it.
    assert exploitability(hundred.turn, 100, hundred.value, reckless) > 0.1


@pytest.mark.long
def test_off_the_path__the_best_reply_is_taken(hundred: AnyRuleEquilibrium) -> None:
    """What a turn total is worth against the other's strategy says what to do there, whether it comes up or
    not.
    """
    other = certificate.scores_after(100, *certificate.one_throw(hundred.turn, 100), hundred.throws_on)
    after = np.zeros((101, 101))
    after[:100, :100], after[100], after[100, 100] = hundred.value, 1.0, 0.5
    for i, j in [(70, 44), (65, 56), (0, 0), (95, 90), (20, 80)]:
        worth = after[:, j:] @ other[j, i, j:]
        standing = dict.fromkeys(range(100, 106), worth[100])
        for score in range(99, i, -1):
            thrown = worth[i] / 6 + sum(standing[score + face] for face in range(2, 7)) / 6
            standing[score] = max(thrown, worth[score])
            expected = (
                {0.0} if worth[score] > thrown + 1e-13 else {1.0} if thrown > worth[score] + 1e-13 else None
            )
            assert expected is None or hundred.throws_on[i, j, score - i] in expected


def test_play__wins_as_often_as_promised() -> None:
    """From scores whose first turn is mixed by both: a die of one, three and four on which two busts,
    to 17.
    """
    turn, goal, games = pig.turn(4, 2), 17, 60_000
    solution = any_rule_equilibrium(turn, goal)
    chances = solution.throws_on
    mixed = np.argwhere(((chances > 0.0) & (chances < 1.0)).any(axis=2))
    start = tuple(mixed[mixed.sum(axis=1).argmin()])
    random = np.random.default_rng(2026)
    scores, shares, running = np.tile(np.array(start)[:, None], games), np.zeros(games), np.arange(games)
    while running.size:
        own, other = scores[:, running]
        scores[0, running] += play(chances[own, other], random)
        scores[1, running] += play(chances[other, own], random)
        there = scores[:, running] >= goal
        shares[running] = np.where(there[0], 1.0 / np.maximum(there.sum(axis=0), 1), 0.0)
        running = running[~there.any(axis=0)]
    assert start[0] != start[1]
    assert abs(shares.mean() - solution.value[start]) < 5 * shares.std() / np.sqrt(games)


def play(chances: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """What turns bring that throw again with these chances, int64[game], with a die of four on which two
    busts.
    """
    total, running = np.zeros(len(chances), np.int64), np.arange(len(chances))
    while running.size:
        die = random.integers(1, 5, running.size)
        total[running] = np.where(die == 2, 0, total[running] + die)
        again = (
            random.random(running.size) < chances[running, np.minimum(total[running], chances.shape[1] - 1)]
        )
        running = running[(die != 2) & (total[running] < chances.shape[1]) & again]
    return total


@pytest.mark.long
@FEW
@given(pig_rules(most_sides=5), st.integers(1, 7), st.data())
def test_best_rule__agrees_with_all_rules_one_by_one(
    rules: tuple[int, int], lacking: int, data: st.DataObject
) -> None:
    # Whole worths make ties common.
    worth = np.array(
        data.draw(st.lists(st.integers(0, 4), min_size=lacking + 1, max_size=lacking + 1)), float
    )
    gains, holds = turns_that_hold(pig.turn(*rules), lacking), np.zeros(lacking, np.int8)
    reach, ends = np.zeros(lacking + 1), np.zeros(lacking + 1)
    for confined in (False, True):
        flags = [[total >= k for total in range(1, lacking)] for k in range(1, lacking + 1)]
        every = flags if confined else product((False, True), repeat=lacking - 1)
        best = max(_worth(oracle.pig(*rules), lacking, [not hold for hold in rule], worth) for rule in every)
        assert best_rule(gains, confined, worth, holds) == pytest.approx(best, abs=1e-14)
        score = follow(gains.throw, holds, reach, ends)
        assert ends @ worth == pytest.approx(best, abs=1e-14)
        assert (score, ends.sum()) == pytest.approx((ends[1:].sum(), 1.0), abs=1e-14)
        assert not confined or (np.diff(holds) >= 0).all()


def _worth(game: oracle.Game, lacking: int, again: list[bool], worth: np.ndarray) -> float:
    ends = oracle_any_rule._ends(game, lacking, [Fraction(1), *map(Fraction, again)])
    return float(sum(chance * Fraction(worth[min(gain, lacking)]) for gain, chance in ends.items()))


MODULES = (any_rule, any_rule_stage, looping_game, matrix_game, simplex, support, stopping_rules, forward)


@pytest.mark.long
@pytest.mark.parametrize(("rules", "goal"), [((3, 3), 8), ((5, 5), 20)])
def test_equilibrium__as_plain_python_gives_the_same(
    rules: tuple[int, int], goal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = any_rule_equilibrium(pig.turn(*rules), goal)
    interpret(monkeypatch, *MODULES)
    plain = any_rule_equilibrium(pig.turn(*rules), goal)
    for name in ("value", "state_loss", "loss", "threshold_value"):
        np.testing.assert_allclose(getattr(plain, name), getattr(compiled, name), rtol=0, atol=1e-14)
    assert plain.exploitability <= 1e-14


def test_equilibrium__refuses_what_it_cannot_answer() -> None:
    for goal in (1, 301):
        with pytest.raises(InvalidRules, match=rf"goal: expected 2 to 300, got {goal}\."):
            any_rule_equilibrium(pig.turn(), goal)
    with pytest.raises(
        InvalidRules,
        match="turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
    ):
        any_rule_equilibrium(ten_thousand.turn(), 10)
    with pytest.raises(
        InvalidRules, match="turn: expected a game in which a bust scores nothing and takes nothing"
    ):
        any_rule_equilibrium(two_dice_pig.turn(), 10)


def test_equilibrium__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch, *MODULES)
    for module, name in ((looping_game, "MOST_STEPS"), (any_rule_stage, "MOST_RULES")):
        with monkeypatch.context() as few:
            few.setattr(module, name, 1)
            with pytest.raises(NotConverged, match="gap: expected at most 1e-12 in every state, got"):
                confined_equilibrium(pig.turn(), 12, (False, False))


def test_deviations__say_so_when_they_have_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "MOST_STEPS", 1)
    with pytest.raises(
        NotConverged, match=r"best deviation: expected changes up to 1e-15, got \d.*\(1 steps\)"
    ):
        deviation_value(pig.turn(), 12, np.zeros((12, 12, 12)))
