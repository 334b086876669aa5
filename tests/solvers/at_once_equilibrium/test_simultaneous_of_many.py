"""Simultaneous Pig of many: every combination of gains in fractions, two players by another method, best
responses, play, and the crowd.
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from configs.load import load
from solvers.at_once.best_response import best_response
from solvers.at_once_equilibrium import of_many as solver
from solvers.at_once_equilibrium import stage_of_many
from solvers.at_once_equilibrium.certificate_of_many import exploitability
from solvers.at_once_equilibrium.of_many import SimultaneousOfMany, simultaneous_of_many, states
from solvers.at_once_equilibrium.question_of_many import SIMULTANEOUS_OF_MANY
from solvers.at_once_equilibrium.stage_of_many import Stage
from solvers.crowd.solve import crowd
from solvers.errors import InvalidRules, NotConverged
from solvers.games import pig, ten_thousand
from tests import oracle
from tests.configs.test_schema import CONFIGS
from tests.interpreted import interpret
from tests.strategies import FEW, pig_rules


def worth(
    game: oracle.Game, found: SimultaneousOfMany, state: int, seat: int, hold_at: int
) -> tuple[Fraction, Fraction]:
    """What one turn that holds there wins, values after it as found, without nobody gaining; and the chance
    that nobody gains.
    """
    goal, players = found.goal, found.players
    turns = []
    for other in range(players):
        lacking = goal - int(found.scores[state, other])
        mix = (
            {hold_at: Fraction(1)}
            if other == seat
            else {k + 1: Fraction(float(p)) for k, p in enumerate(found.strategy[state, other]) if p}
        )
        ends: dict[int, Fraction] = {}
        for k, chance in mix.items():
            for gain, each in oracle.hold_at_ends(game, k).items():
                ends[min(gain, lacking)] = ends.get(min(gain, lacking), Fraction(0)) + chance * each
        turns.append(ends)
    known = {
        tuple(scores): value
        for scores, value in zip(found.scores.tolist(), found.value.tolist(), strict=True)
    }
    won, nothing = Fraction(0), Fraction(0)
    for gains in product(*(ends.items() for ends in turns)):
        chance = Fraction(1)
        for _, each in gains:
            chance *= each
        after = [int(score) + gain for score, (gain, _) in zip(found.scores[state], gains, strict=True)]
        if not any(gain for gain, _ in gains):
            nothing += chance
        elif max(after) >= goal:
            won += chance * Fraction(after[seat] >= goal, sum(score >= goal for score in after))
        else:
            place = sorted(after).index(after[seat])
            won += chance * Fraction(known[tuple(sorted(after))][place])
    return won, nothing


@pytest.mark.long
@settings(FEW, max_examples=10)
@given(pig_rules(most_sides=4), st.integers(2, 5), st.integers(2, 3), st.sampled_from([1, 3, 20]))
def test_equilibrium__is_one_by_every_combination_of_gains(
    rules: tuple[int, int], goal: int, players: int, start: int
) -> None:
    found, game = simultaneous_of_many(pig.turn(*rules), goal, players, start), oracle.pig(*rules)
    assert found.exploitability <= 1e-12
    for state in {0, len(found.scores) // 2, len(found.scores) // 3, len(found.scores) - 1}:
        for seat in range(players):
            value = Fraction(float(found.value[state, seat]))
            for hold_at in range(1, goal - int(found.scores[state, seat]) + 1):
                won, nothing = worth(game, found, state, seat, hold_at)
                gain = float(won + nothing * value - value)
                assert gain <= 1e-12
                if found.strategy[state, seat, hold_at - 1] > 1e-9:
                    assert gain >= -1e-12


def test_values__of_a_state_are_shares_of_one_win() -> None:
    found = simultaneous_of_many(pig.turn(4, 4), 12, 3)
    np.testing.assert_allclose(found.value.sum(axis=1), 1.0, rtol=0, atol=1e-13)
    level = found.scores[:, 0] == found.scores[:, -1]
    np.testing.assert_allclose(found.value[level], 1 / 3, rtol=0, atol=1e-13)


@pytest.mark.long
@pytest.mark.parametrize(("rules", "goal"), [((3, 3), 10), ((2, 1), 11), ((6, 1), 30)])
def test_two_players__have_the_only_value_there_is(rules: tuple[int, int], goal: int) -> None:
    """A zero-sum game: no other start may find another value."""
    one, other = (simultaneous_of_many(pig.turn(*rules), goal, 2, start) for start in (1, 100))
    np.testing.assert_allclose(one.value, other.value, rtol=0, atol=1e-12)


@pytest.mark.long
def test_two_players__are_worth_their_stage_games_by_linear_programs() -> None:
    """Mixed states to 60: the value of each matrix game, with the state's own value in it, is that value."""
    from scipy.optimize import linprog

    goal = 60
    found = simultaneous_of_many(pig.turn(), goal, 2)
    assert found.mixed_states == 6
    value = np.zeros((goal, goal))
    value[found.scores[:, 0], found.scores[:, 1]] = found.value[:, 0]
    value[found.scores[:, 1], found.scores[:, 0]] = found.value[:, 1]
    padded = np.zeros((goal + 6, goal + 6))
    padded[:goal, :goal], padded[goal:, :goal], padded[goal:, goal:] = value, 1.0, 0.5
    game = oracle.in_floats(oracle.pig(6, 1))
    mixed = np.flatnonzero((found.strategy.max(axis=2) < 1).any(axis=1))
    for state in mixed:
        banked, opponent = found.scores[state]
        own, theirs = (_ends(game, goal - int(score)) for score in (banked, opponent))
        table = own @ padded[banked : banked + own.shape[1], opponent : opponent + theirs.shape[1]] @ theirs.T
        rows, columns = table.shape
        solved = linprog(
            [*[0.0] * rows, -1.0],
            A_ub=np.column_stack([-table.T, np.ones(columns)]),
            b_ub=np.zeros(columns),
            A_eq=[[*[1.0] * rows, 0.0]],
            b_eq=[1.0],
            bounds=[(0, None)] * rows + [(None, None)],
        )
        assert -solved.fun == pytest.approx(value[banked, opponent], abs=1e-9)


def _ends(game: oracle.Game, lacking: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Gains by turn total to hold at, up to 5 past what is lacking, by adding up one throw after the
    other.
    """
    ends = np.zeros((lacking, lacking + 6))
    for k in range(1, lacking + 1):
        still = np.zeros(lacking + 6)
        still[0] = 1.0
        for total in range(k):
            for result in game[0]:
                still[total + result.gain] += still[total] * result.probability
        ends[k - 1, k:] = still[k:]
        ends[k - 1, 0] = 1.0 - still[k:].sum()
    # What goes past the goal is at the goal.
    return ends


@pytest.mark.long
@pytest.mark.parametrize(
    ("goal", "players", "opening"),
    [(7, 2, 3), (7, 3, 7), (8, 3, 4), (8, 4, 8), (9, 4, 5), (10, 2, 4), (10, 3, 5)],
)
def test_crowd__holds_at_the_goal_from_the_crossover_on(goal: int, players: int, opening: int) -> None:
    """With gains of 1 and 2 the crossovers are 3, 4, 5 and 7 players."""
    least = crowd(pig.turn(3, 3), goal).players
    assert least == {7: 3, 8: 4, 9: 5, 10: 7}[goal]
    found = simultaneous_of_many(pig.turn(3, 3), goal, players)
    assert found.crossover_players == least
    assert found.opening_probability[opening - 1] == 1.0
    assert (opening == goal) == (players >= least)


def test_response__to_a_pure_equilibrium_is_its_value() -> None:
    found = simultaneous_of_many(pig.turn(), 12, 3)
    assert found.mixed_states == 0
    assert found.opening_probability[11] == 1.0
    assert best_response(pig.turn(), 12, (12, 12)).win_probability == pytest.approx(1 / 3, abs=1e-13)


@pytest.mark.long
def test_certificate__shows_what_is_wrong() -> None:
    turn, goal = pig.turn(3, 3), 12
    found = simultaneous_of_many(turn, goal, 3)
    scores = states(goal, 3)
    assert found.mixed_states > 0
    assert exploitability(turn, goal, scores, found.strategy, found.value) == found.exploitability <= 1e-13
    assert exploitability(turn, goal, scores, found.strategy) <= 1e-13
    value = found.value.copy()
    value[5, 1] += 1e-6
    assert exploitability(turn, goal, scores, found.strategy, value) == pytest.approx(1e-6, rel=1e-6)
    mixed = int(np.flatnonzero((found.strategy.max(axis=2) < 1).any(axis=1))[0])
    seat = int((found.strategy[mixed].max(axis=1) < 1).argmax())
    wrong = found.strategy.copy()
    used = np.flatnonzero(wrong[mixed, seat])[:2]
    alike = found.scores[mixed] == found.scores[mixed, seat]
    for own in np.flatnonzero(alike):
        wrong[mixed, own, used] += [1e-3, -1e-3]
    assert exploitability(turn, goal, scores, wrong) > 1e-7
    wrong = found.strategy.copy()
    wrong[0, 0, 0] += 1e-9
    assert exploitability(turn, goal, scores, wrong) >= 0.9e-9
    pure = np.zeros_like(found.strategy)
    pure[:, :, 0] = 1.0
    assert exploitability(turn, goal, scores, pure) > 1e-2
    wrong = found.strategy.copy()
    wrong[0, 1] = pure[0, 1]
    assert exploitability(turn, goal, scores, wrong) == 1.0
    value[5, 1] = np.nan
    assert np.isnan(exploitability(turn, goal, scores, found.strategy, value))
    wrong[5, 1, 0] = np.nan
    assert np.isnan(exploitability(turn, goal, scores, wrong))


def test_solver__as_plain_python_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = simultaneous_of_many(pig.turn(3, 3), 6, 3)
    interpret(monkeypatch, stage_of_many)
    plain = simultaneous_of_many(pig.turn(3, 3), 6, 3)
    np.testing.assert_allclose(plain.value, compiled.value, rtol=0, atol=1e-14)


def test_solver__refuses_what_it_cannot_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidRules, match=r"players: expected 2 to 6, got 1\."):
        simultaneous_of_many(pig.turn(), 10, 1)
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        simultaneous_of_many(pig.turn(), 1, 2)
    with pytest.raises(InvalidRules, match=r"start_hold_at: expected 1 or more, got 0\."):
        simultaneous_of_many(pig.turn(), 10, 2, 0)
    with pytest.raises(
        InvalidRules, match=r"goal: expected one at which 4 players take at most 3e\+07 numbers"
    ):
        simultaneous_of_many(pig.turn(), 60, 4)
    with pytest.raises(InvalidRules, match="turn: expected a game"):
        simultaneous_of_many(ten_thousand.turn(), 10, 2)
    monkeypatch.setattr(solver, "MOST_STEPS", 1)
    with pytest.raises(
        NotConverged, match=r"gain of a rule: expected at most 1e-12 from one of 5 starts \(scores \("
    ):
        simultaneous_of_many(pig.turn(3, 3), 14, 3, 1)


def test_question__certifies_the_strategy_alone() -> None:
    given = SIMULTANEOUS_OF_MANY.complete({"players": 3, "goal": 8, "sides": 3})
    found = SIMULTANEOUS_OF_MANY.solve(**given)
    assert SIMULTANEOUS_OF_MANY.certify(given, {"strategy": found.strategy}) <= 1e-13


def test_config__is_a_sweep_of_minutes() -> None:
    for sweep in load(CONFIGS / "pig" / "simultaneous_of_many.yaml"):
        question, cases = sweep.asked(), list(sweep.cases())
        assert sum(question.seconds(sweep.parameters_of(case)) for case in cases) < 600
        solution = question.solve(**sweep.parameters_of(cases[0]))
        assert [output.read(solution).dtype.kind for output in sweep.kept]


def test_stage__is_linear_near_its_mixes_as_it_says() -> None:
    """Two players level and one ahead: moving all mixes by 1e-4 leaves an error of the square of that."""
    goal, drawn = 6, np.random.default_rng(3)
    stage = Stage(
        solver._shares(goal, 3),
        [solver._ends(pig.turn(3, 3), goal - score) for score in range(goal)],
        (1, 1, 3),
    )
    values = np.array([0.2, 0.4])
    stage.set_values(values)
    here, there = (stage.split(drawn.uniform(size=sum(len(ends) for ends in stage.ends))) for _ in range(2))
    near = [own + 1e-4 * (other - own) for own, other in zip(here, there, strict=True)]
    value_of_rule = np.repeat(values, [len(ends) for ends in stage.ends])
    slope, constant, loop = stage.linear(here, values)
    _, told_constant, told_loop = stage.linear(near, values)
    told_slope = stage.linear(near, values)[0]
    actual = told_slope @ np.concatenate(near) + told_constant + told_loop * value_of_rule
    now = slope @ np.concatenate(here) + constant + loop * value_of_rule
    moved = slope @ np.concatenate(near) + constant + loop * value_of_rule
    assert np.abs(actual - moved).max() <= 1e-7
    assert np.abs(actual - now).max() >= 1e-6
