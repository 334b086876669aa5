"""Equilibria of simultaneous contests: exact on small goals, proved stage by stage, and what comes of playing
them.
"""

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from configs.load import load
from solvers.at_once_equilibrium import selection, stage_game
from solvers.at_once_equilibrium import solve as simultaneous
from solvers.at_once_equilibrium.certificate import stages
from solvers.at_once_equilibrium.solve import Equilibrium, equilibrium
from solvers.errors import InvalidRules, NotConverged, SolverError
from solvers.games import big_pig, pass_the_pigs, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Outcome, Position, Throw, Turn, Way
from solvers.matrix_games import looping_game, matrix_game, simplex, support
from tests import oracle
from tests import oracle_equilibrium as exact
from tests.interpreted import interpret
from tests.solvers.matrix_games.test_matrix_game import by_linear_program
from tests.strategies import FEW, goals, pigs

KERNELS = (simplex, support, matrix_game, looping_game, stage_game, selection, simultaneous)
CONFIGS = Path(__file__).parents[3] / "configs"


def turn_of(chances: dict[int, Fraction]) -> Turn:
    """A throw with these chances to gain, a bust with what they leave, and again."""
    outcomes = tuple(Outcome(chance, gain, 0) for gain, chance in sorted(chances.items()))
    throw = Throw("a throw", 1 - sum(chances.values(), Fraction(0)), outcomes)
    return Turn("any", (throw,), (Position("again", (Way(1, 0, 0),)),))


@st.composite
def turns_with_hold_at(draw: st.DrawFn) -> Turn:
    """Any throw, as often as one likes."""
    weights = draw(st.dictionaries(st.integers(1, 5), st.integers(1, 6), min_size=1, max_size=4))
    total = sum(weights.values()) + draw(st.integers(1, 8))
    return turn_of({gain: Fraction(weight, total) for gain, weight in weights.items()})


# Three turn totals are mixed at one pair of scores.
THREEFOLD = turn_of({1: Fraction(3, 11), 2: Fraction(2, 11), 4: Fraction(1, 11), 5: Fraction(1, 11)})
SELDOM = turn_of({1: Fraction(1, 150), 2: Fraction(1, 300)})


def check_exactly(turn: Turn, goal: int) -> Equilibrium:
    """Values to the last places; each player plays the least turn total that is optimal alone, and mixes
    where there is none.
    """
    found, game = equilibrium(turn, goal), oracle.as_data(turn)
    won = exact.simultaneous(game, goal)
    for state in product(range(goal), repeat=2):
        assert found.value[state] == pytest.approx(float(won[state]), abs=1e-14)
        payoff, leave = exact.stage(game, goal, state, won)
        worst = [
            min(paid - won[state] * left for paid, left in zip(*pair, strict=True))
            for pair in zip(payoff, leave, strict=True)
        ]
        alone = [hold for hold, least in enumerate(worst, start=1) if least >= -Fraction(1, 2**80)]
        if alone:
            assert (found.support[state], found.strategy.hold_at[state][0]) == (1, alone[0])
        else:
            assert found.support[state] > 1
    return found


@pytest.mark.parametrize(
    ("turn", "goal", "mixed"),
    [
        (pig.turn(), 7, 0),
        pytest.param(pig.turn(4, 4), 7, 0, marks=pytest.mark.long),
        (pig.turn(2, 1), 6, 0),
        pytest.param(turn_of({1: Fraction(7, 10)}), 10, 2, marks=pytest.mark.long),
        (SELDOM, 4, 0),
        (turn_of({1: Fraction(1, 2)}), 2, 0),
    ],
    ids=["pig", "four sides", "coin", "mixed", "nearly every turn busts", "two points"],
)
def test_equilibrium__is_exact_to_the_last_places(turn: Turn, goal: int, mixed: int) -> None:
    assert check_exactly(turn, goal).mixed_states == mixed


@pytest.mark.long
@FEW
@given(turns_with_hold_at(), goals(5))
def test_equilibrium__agrees_with_fractions(turn: Turn, goal: int) -> None:
    check_exactly(turn, goal)


@pytest.mark.long
@pytest.mark.parametrize(
    ("turn", "goal", "most"), [(THREEFOLD, 9, 3), (piglet.turn(0.7), 12, 2)], ids=["three", "two"]
)
def test_equilibrium__solves_the_whole_matrix_of_every_state(turn: Turn, goal: int, most: int) -> None:
    found, game = equilibrium(turn, goal), oracle.as_data(turn)
    assert found.support.max() == most
    won = {state: Fraction(float(value)) for state, value in np.ndenumerate(found.value)}
    for state in np.argwhere(found.support > 0).tolist():
        payoff, leave = (np.array(matrix, float) for matrix in exact.stage(game, goal, tuple(state), won))
        net = payoff - found.value[tuple(state)] * leave
        assert by_linear_program(net) == pytest.approx(0, abs=1e-8)
        rows, columns = np.zeros(net.shape[0]), np.zeros(net.shape[1])
        np.add.at(rows, found.strategy.hold_at[tuple(state)] - 1, found.strategy.probability[tuple(state)])
        np.add.at(
            columns,
            found.strategy.hold_at[tuple(state[::-1])] - 1,
            found.strategy.probability[tuple(state[::-1])],
        )
        gap = (net @ columns).max() - (rows @ net).min()
        assert gap == pytest.approx(found.gap[tuple(state)], abs=1e-14)
        assert gap <= 1e-13


games = st.one_of(pigs(), turns_with_hold_at())


@FEW
@given(games, goals(40))
def test_equilibrium__is_symmetric_and_proves_itself(turn: Turn, goal: int) -> None:
    found = equilibrium(turn, goal)
    assert 0 <= found.value.min()
    assert found.value.max() <= 1
    np.testing.assert_array_equal(found.value + found.value.T, 1.0)
    np.testing.assert_array_equal(found.value.diagonal(), 0.5)
    assert np.diff(found.value, axis=0).min(initial=0) >= -1e-14
    assert (found.strategy.hold_at <= goal - np.arange(goal)[:, None, None]).all()
    assert (np.diff(found.strategy.hold_at, axis=2) >= 0).all()
    proof = stages(turn, goal, found.value, found.strategy.hold_at, found.strategy.probability)
    assert found.exploitability == proof.exploitability <= 1e-12
    assert max(np.abs(found.gap - proof.gap).max(), proof.residual.max()) <= 1e-14


@pytest.mark.long
@FEW
@given(games, goals(20), st.sampled_from([-1, 1]), st.data())
def test_stages__notice_what_is_wrong(turn: Turn, goal: int, sign: int, data: st.DataObject) -> None:
    found = equilibrium(turn, goal)
    tables = found.strategy.hold_at, found.strategy.probability
    at = data.draw(st.tuples(*[st.integers(0, goal - 1)] * 2))
    value = found.value.copy()
    value[at] += sign * 1e-6
    assert stages(turn, goal, value, *tables).exploitability > 1e-7
    value[at[::-1]] = 1 - value[at]
    if at[0] != at[1]:
        assert stages(turn, goal, value, *tables).exploitability > 1e-9
    unlikely = tables[1].copy()
    unlikely[(*at, 0)] -= 1e-6
    assert stages(turn, goal, found.value, tables[0], unlikely).exploitability > 1e-7


@FEW
@given(games, goals(12), st.integers(0, 2**32 - 1), st.sampled_from([1e-9, 1e-3, 1.0]))
def test_stages__bound_what_the_best_deviation_gains(turn: Turn, goal: int, seed: int, share: float) -> None:
    """Of any strategy, played with some probability instead of the equilibrium's; the deviator is followed
    through the whole game.
    """
    found, random = equilibrium(turn, goal), np.random.default_rng(seed)
    other = random.integers(1, goal - np.arange(goal)[:, None, None] + 1, (goal, goal, 1))
    hold = np.concatenate([found.strategy.hold_at, other], axis=2).astype(np.int16)
    probability = np.concatenate(
        [(1 - share) * found.strategy.probability, np.full(other.shape, share)], axis=2
    )
    gain = best_response(turn, goal, hold, probability) - found.value
    proof = stages(turn, goal, found.value, hold, probability)
    assert gain.max() <= proof.exploitability + 1e-14
    assert proof.exploitability <= 1e-12 or proof.deviation.max() > 1e-15


def best_response(turn: Turn, goal: int, hold: NDArray[Any], probability: NDArray[Any]) -> NDArray[Any]:
    """Chance to win of the best response to a strategy of the other player, by recursion over all
    outcomes.
    """
    game = oracle.in_floats(oracle.as_data(turn))
    ends = {n: oracle.hold_at_ends(game, n) for n in range(1, goal + 1)}
    won: dict[tuple[int, int], float] = {}
    for i, j in sorted(product(range(goal), repeat=2), key=sum, reverse=True):
        theirs: dict[int, float] = {}
        for n, chance in zip(hold[j, i], probability[j, i], strict=True):
            for loss, likely in ends[int(n)].items():
                theirs[loss] = theirs.get(loss, 0.0) + chance * likely
        worth = []
        for n in range(1, goal - i + 1):
            paid = sum(
                chance
                * likely
                * (
                    won[i + gain, j + loss]
                    if max(i + gain, j + loss) < goal
                    else share(i + gain >= goal, j + loss >= goal)
                )
                for (gain, chance), (loss, likely) in product(ends[n].items(), theirs.items())
                if gain or loss
            )
            worth.append(paid / (1 - ends[n][0] * theirs.get(0, 0.0)))
        won[i, j] = max(worth)
    return np.array([[won[i, j] for j in range(goal)] for i in range(goal)])


def share(own_there: bool, other_there: bool) -> float:
    """Who has reached the goal wins, or half of it."""
    return own_there * (0.5 if other_there else 1.0)


def test_equilibrium__to_100() -> None:
    """Zhu, Ma, Chen & Liu 2023, mixed-strategy equilibrium: value iteration cycles at (47, 69), and 16, 26
    and 31 come up in its cycle.
    """
    found = equilibrium(pig.turn(), 100)
    assert found.win_probability == 0.5
    assert (found.strategy.hold_at[0, 0] == 21).all()
    assert (found.mixed_states, found.support.max()) == (136, 2)
    assert found.strategy.hold_at[47, 69, :2].tolist() == [26, 27]
    assert found.strategy.hold_at[69, 47, :2].tolist() == [16, 31]
    np.testing.assert_allclose(
        found.strategy.probability[69, 47, :2], [0.459767, 0.540233], rtol=0, atol=5e-7
    )
    assert found.value[47, 69] == pytest.approx(0.2815967399672, abs=1e-13)
    assert found.gap.max() <= 1e-14
    assert found.exploitability <= 1e-12
    # Nobody mixes alone: against a turn total that is always the same, one answer is the best.
    np.testing.assert_array_equal(found.support > 1, found.support.T > 1)


@pytest.mark.long
@pytest.mark.parametrize(
    "turn",
    [big_pig.turn(), pass_the_pigs.turn(), piglet.turn(0.95), pig.turn(20)],
    ids=lambda turn: turn.name,
)
def test_equilibrium__of_other_games_proves_itself(turn: Turn) -> None:
    found = equilibrium(turn, 60)
    assert found.gap.max() <= 1e-13
    assert found.exploitability <= 1e-12


@pytest.mark.parametrize(("turn", "goal"), [(pig.turn(), 6), (piglet.turn(0.7), 10)], ids=["pig", "mixed"])
def test_equilibrium__as_plain_python_gives_the_same(
    turn: Turn, goal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = equilibrium(turn, goal)
    interpret(monkeypatch, *KERNELS)
    plain = equilibrium(turn, goal)
    np.testing.assert_allclose(plain.value, compiled.value, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(plain.strategy.hold_at, compiled.strategy.hold_at)
    np.testing.assert_allclose(plain.strategy.probability, compiled.strategy.probability, rtol=0, atol=1e-13)


@pytest.mark.parametrize(
    ("turn", "goal", "choices", "message"),
    [
        (pig.turn(), 1, 6, "goal: expected 2 or more, got 1."),
        (pig.turn(), 10, 0, "choices: expected 1 or more, got 0."),
        (
            ten_thousand.turn(),
            10,
            6,
            "turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
        ),
        (
            two_dice_pig.turn(),
            10,
            6,
            "turn: expected a game in which a bust scores nothing and takes nothing",
        ),
        (
            progressive_pig.turn(),
            10,
            6,
            "turn: expected a game in which a bust scores nothing and takes nothing",
        ),
    ],
    ids=["goal", "choices", "ways", "wipes", "always scores"],
)
def test_equilibrium__refuses_what_it_cannot_answer(
    turn: Turn, goal: int, choices: int, message: str
) -> None:
    with pytest.raises(InvalidRules, match=message):
        equilibrium(turn, goal, choices)


def test_equilibrium__says_where_a_mixture_has_no_room() -> None:
    with pytest.raises(
        SolverError,
        match=(
            r"choices: expected at most 1 turn totals in a mixture, got more \(piglet to 10, at \d against"
            r" \d\)"
        ),
    ):
        equilibrium(piglet.turn(0.7), 10, 1)


def test_equilibrium__never_stops_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch, *KERNELS)
    monkeypatch.setattr(looping_game, "MOST_STEPS", 0)
    with pytest.raises(
        NotConverged, match=r"gap: expected at most 1e-12, got no equilibrium \(pig to 5, at 4 against 4\)"
    ):
        equilibrium(pig.turn(), 5)


@pytest.mark.long
@pytest.mark.parametrize(("banked", "opponent"), [(47, 69), (69, 47), (75, 20)])
def test_equilibrium__wins_as_often_as_promised(banked: int, opponent: int) -> None:
    found = equilibrium(pig.turn(), 100)
    games = 40_000
    shares = play(found, banked, opponent, games, np.random.default_rng(2023))
    assert abs(shares.mean() - found.value[banked, opponent]) < 5 * shares.std() / np.sqrt(games)


def play(
    found: Equilibrium, banked: int, opponent: int, games: int, random: np.random.Generator
) -> NDArray[Any]:
    """The first player's share of the win in each game, both drawing from the equilibrium."""
    own, other, shares = np.full(games, banked), np.full(games, opponent), np.zeros(games)
    running = np.arange(games)
    while running.size:
        at = own[running], other[running]
        gained, lost = turn_totals(found, *at, random), turn_totals(found, *at[::-1], random)
        own[running] += gained
        other[running] += lost
        there = own[running] >= found.goal, other[running] >= found.goal
        shares[running] = there[0] * np.where(there[1], 0.5, 1.0)
        running = running[~(there[0] | there[1])]
    return shares


def turn_totals(
    found: Equilibrium, banked: NDArray[Any], opponent: NDArray[Any], random: np.random.Generator
) -> NDArray[Any]:
    """What turns of Pig bring that hold at a turn total drawn from the strategy."""
    below = found.strategy.probability[banked, opponent].cumsum(axis=1)
    choice = np.minimum((random.random((banked.size, 1)) >= below).sum(axis=1), below.shape[1] - 1)
    hold_at = found.strategy.hold_at[banked, opponent, choice]
    total, running = np.zeros(banked.size, np.int64), np.arange(banked.size)
    while running.size:
        die = random.integers(1, 7, running.size)
        total[running] = np.where(die == 1, 0, total[running] + die)
        running = running[(die > 1) & (total[running] < hold_at[running])]
    return total


@pytest.mark.parametrize(
    ("file", "sizes"),
    [("pig/simultaneous_equilibrium", [39, 19, 6]), ("piglet/simultaneous_equilibrium", [15])],
    ids=["pig", "piglet"],
)
def test_shipped_sweep__takes_minutes_and_keeps_what_proves_it(file: str, sizes: list[int]) -> None:
    sweeps = load(CONFIGS / f"{file}.yaml")
    assert [sweep.size for sweep in sweeps] == sizes
    for sweep in sweeps:
        assert {"value", "mixed_hold_at", "probability"} <= set(sweep.keep)
        assert sum(sweep.asked().seconds(sweep.parameters_of(case)) for case in sweep.representatives()) < 120
