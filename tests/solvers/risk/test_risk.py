"""Risk: exact in fractions, against what others have printed, against dice, and its certificates against
slips.
"""

from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from configs.load import load
from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.risk import battle as battles
from solvers.risk import certificate
from solvers.risk import chain as chains
from solvers.risk import defence as defences
from solvers.risk.battle import battle
from solvers.risk.chain import chain
from solvers.risk.defence import best_defence
from solvers.risk.rules import BattleDice
from solvers.risk.throw import attacker_losses
from tests import oracle_risk as oracle
from tests.interpreted import interpret
from tests.strategies import FEW

CONFIGS = Path(__file__).parents[3] / "configs" / "risk"
rules = st.builds(BattleDice, st.integers(1, 3), st.integers(1, 3), st.integers(1, 4)) | st.just(BattleDice())
SLIP = 1e-6


def as_data(own: BattleDice) -> tuple[int, int, int]:
    return own.attack_dice, own.defence_dice, own.sides


def win_probability(attackers: int, defenders: tuple[int, ...], own: BattleDice) -> Fraction:
    """By the oracle."""
    return sum(
        (
            chance
            for chance, taken, _, _ in oracle.chain(attackers, defenders, as_data(own))
            if taken == len(defenders)
        ),
        Fraction(0),
    )


# --- A throw


def test_throw__of_three_against_two_is_as_printed() -> None:
    assert [chance * 7776 for chance in attacker_losses(3, 2)] == [2890, 2611, 2275]  # Osborne 2003


@FEW
@given(st.integers(1, 4), st.integers(1, 3), st.integers(1, 4))
def test_throw__counts_every_throw(attack: int, defence: int, sides: int) -> None:
    assert attacker_losses(attack, defence, sides) == oracle.throw(attack, defence, sides)
    assert certificate.throw(attack, defence, sides) == tuple(
        map(float, oracle.throw(attack, defence, sides))
    )


# --- A battle


# Osborne 2003, which is not among the papers at hand; his attackers are counted without the army that must
# stay behind.
@pytest.mark.parametrize(
    ("attacking", "defending", "printed"),
    [
        (1, 1, 0.417),
        (2, 1, 0.754),
        (3, 1, 0.916),
        (4, 1, 0.972),
        (2, 2, 0.363),
        (3, 3, 0.470),
        (5, 5, 0.506),
        (10, 10, 0.568),
    ],
)
def test_battle__is_won_as_often_as_printed(attacking: int, defending: int, printed: float) -> None:
    assert battle(attacking + 1, defending).win_probability == pytest.approx(printed, abs=5e-4)


@FEW
@given(rules, st.integers(2, 9), st.integers(1, 8))
def test_battle__is_exact(own: BattleDice, attackers: int, defenders: int) -> None:
    solution = battle(attackers, defenders, own)
    ends = oracle.battle(attackers, defenders, as_data(own))
    for left in range(attackers + 1):
        assert solution.attacker_survivors[left] == pytest.approx(float(ends.get((left, 0), 0)), abs=1e-15)
        for others in range(1, defenders + 1):
            won = sum(
                chance for (_, held), chance in oracle.battle(left, others, as_data(own)).items() if not held
            )
            assert solution.value[left, others] == pytest.approx(float(won), abs=1e-15)
    for held in range(1, defenders + 1):
        assert solution.defender_survivors[held] == pytest.approx(float(ends.get((1, held), 0)), abs=1e-15)
    losses = [
        float(sum(chance * (start - end[side]) for end, chance in ends.items()))
        for side, start in enumerate((attackers, defenders))
    ]
    assert [solution.expected_attacker_losses, solution.expected_defender_losses] == pytest.approx(
        losses, abs=1e-14
    )
    assert solution.residual <= 1e-15


@pytest.mark.parametrize(("attackers", "defenders"), [(300, 200), (2, 500), (500, 1)])
def test_battle__of_many_armies_ends_for_sure(attackers: int, defenders: int) -> None:
    solution = battle(attackers, defenders)
    assert solution.attacker_survivors.sum() + solution.defender_survivors.sum() == pytest.approx(
        1, abs=1e-13
    )
    assert solution.attacker_survivors.sum() == pytest.approx(solution.win_probability, abs=1e-13)
    assert np.diff(solution.value, axis=0).min() >= -1e-14
    assert np.diff(solution.value[2:], axis=1).max() <= 1e-14
    assert solution.residual <= 1e-15


@pytest.mark.parametrize(
    ("attackers", "defenders", "message"),
    [
        (1, 1, "attackers: expected 2 or more, since one army must stay behind, got 1."),
        (2, 0, "defenders: expected 1 or more, got 0."),
    ],
)
def test_battle__refuses_an_empty_side(attackers: int, defenders: int, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        battle(attackers, defenders)


def test_rules__refuse_no_dice() -> None:
    with pytest.raises(InvalidRules, match=r"defence_dice: expected 1 or more, got 0\."):
        BattleDice(3, 0)
    with pytest.raises(InvalidRules, match=r"sides: expected 1 or more, got 0\."):
        attacker_losses(1, 1, 0)


# --- A chain


@FEW
@given(rules, st.integers(2, 8), st.lists(st.integers(1, 3), min_size=1, max_size=4).map(tuple))
def test_chain__is_exact(own: BattleDice, attackers: int, defenders: tuple[int, ...]) -> None:
    solution = chain(attackers, defenders, own)
    ways = list(oracle.chain(attackers, defenders, as_data(own)))
    assert solution.win_probability == pytest.approx(
        float(win_probability(attackers, defenders, own)), abs=1e-15
    )
    for territory in range(len(defenders)):
        taken = sum(chance for chance, count, _, _ in ways if count > territory)
        assert solution.taken[territory] == pytest.approx(float(taken), abs=1e-15)
        rest = defenders[territory + 1 :]
        for left, held in np.ndindex(attackers, max(defenders)):
            exact = win_probability(left + 1, (held + 1, *rest), own)
            assert solution.value[territory, left + 1, held + 1] == pytest.approx(float(exact), abs=1e-15)
    assert solution.expected_attacker_losses == pytest.approx(
        float(sum(chance * lost for chance, _, lost, _ in ways)), abs=1e-14
    )
    assert solution.expected_defender_losses == pytest.approx(
        float(sum(chance * fallen for chance, _, _, fallen in ways)), abs=1e-14
    )
    assert solution.residual <= 1e-15


def test_chain__of_one_territory_is_a_battle() -> None:
    one, alone = chain(30, [25]), battle(30, 25)
    np.testing.assert_array_equal(one.value[0], alone.value)
    assert one.expected_attacker_losses == pytest.approx(alone.expected_attacker_losses, abs=1e-13)
    assert one.expected_defender_losses == pytest.approx(alone.expected_defender_losses, abs=1e-13)


@pytest.mark.long
def test_chain__falls_to_dice_as_often_as_promised() -> None:
    attackers, defenders, games, random = 14, (5, 2, 3), 20_000, Random(2003)
    played = np.array([oracle.play_chain(attackers, defenders, random) for _ in range(games)], float)
    solution = chain(attackers, defenders)
    promised = [
        solution.win_probability,
        solution.expected_attacker_losses,
        solution.expected_defender_losses,
    ]
    assert (np.abs(played.mean(axis=0) - promised) < 5 * played.std(axis=0) / np.sqrt(games)).all()


@pytest.mark.parametrize(
    ("defenders", "message"),
    [([], "expected one territory"), ([3, 0], r"defenders\[1\]: expected 1 or more")],
)
def test_chain__refuses_empty_territories(defenders: list[int], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        chain(5, defenders)


def test_chain_question__fills_up_with_the_territory_before() -> None:
    question = find("risk.chain")
    asked = question.complete({"attackers": 20, "first": 9, "second": 2, "fourth": 3})
    assert question.solve(**asked).defenders == (9, 2, 2, 3, 3)
    with pytest.raises(InvalidRules, match=r"fourth: expected 0 in a chain of 3, got 3\. Raise territories"):
        question.complete(asked | {"territories": 3})


# --- The best defence


@settings(max_examples=10, deadline=None)
@given(rules, st.integers(2, 8), st.integers(2, 4), st.integers(0, 3))
def test_defence__is_the_best_of_all(own: BattleDice, attackers: int, territories: int, spare: int) -> None:
    defenders = territories + spare
    solution = best_defence(attackers, defenders, territories, own)
    exact = {
        each: win_probability(attackers, each, own) for each in oracle.distributions(defenders, territories)
    }
    for front in range(1, spare + 2):
        least, most = (
            pick(chance for each, chance in exact.items() if each[0] == front) for pick in (min, max)
        )
        assert solution.value[front - 1] == pytest.approx(float(least), abs=1e-15)
        assert solution.worst_value[front - 1] == pytest.approx(float(most), abs=1e-15)
        # Of equal ones the first.
        assert tuple(solution.by_front[front - 1]) == next(
            each for each, chance in exact.items() if (each[0], chance) == (front, least)
        )
        assert tuple(solution.worst_by_front[front - 1]) == next(
            each for each, chance in exact.items() if (each[0], chance) == (front, most)
        )
    assert exact[tuple(solution.distribution)] == min(exact.values())
    assert exact[tuple(solution.worst_distribution)] == max(exact.values())
    assert solution.residual <= 1e-14


def test_defence__of_the_puzzle_is_a_strong_rear() -> None:
    # Neller, Russell & Markov 2012, section 2.5.1, ask and do not answer.
    solution = best_defence(30, 30, 5)
    assert solution.distribution.tolist() == [2, 2, 2, 2, 22]
    assert solution.worst_distribution.tolist() == [1, 1, 26, 1, 1]
    assert chain(30, (2, 2, 2, 2, 22)).win_probability == pytest.approx(solution.win_probability, abs=1e-14)
    assert chain(30, (1, 1, 26, 1, 1)).win_probability == pytest.approx(
        solution.worst_win_probability, abs=1e-14
    )
    assert solution.residual <= 1e-14


@pytest.mark.parametrize(
    ("attackers", "defenders", "territories", "message"),
    [
        (1, 5, 2, "attackers: expected 2 or more"),
        (5, 5, 1, "territories: expected 2 or more, got 1"),
        (5, 3, 4, "defenders: expected 4 or more, one for each territory, got 3"),
        (5, 80, 8, "defenders: expected at most 1000000 distributions over the territories, got 2898753715"),
    ],
)
def test_defence__refuses_what_cannot_be_placed_or_tried(
    attackers: int, defenders: int, territories: int, message: str
) -> None:
    with pytest.raises(InvalidRules, match=message):
        best_defence(attackers, defenders, territories)


# --- Certificates, plain Python, configs


@FEW
@given(st.integers(2, 12), st.integers(1, 9), st.sampled_from([-SLIP, SLIP]), st.data())
def test_residuals__show_one_wrong_value(
    attackers: int, defenders: int, slip: float, data: st.DataObject
) -> None:
    alone, row = battle(attackers, defenders), chain(attackers, (defenders, 2))
    placed = best_defence(attackers, defenders + 2, 3)
    for value, certify in (
        (alone.value, lambda wrong: certificate.residual(BattleDice(), wrong, np.ones(attackers + 1))),
        (row.value, lambda wrong: certificate.chain_residual(BattleDice(), (defenders, 2), wrong)),
        (
            placed.value,
            lambda wrong: certificate.defence_residual(BattleDice(), attackers, defenders + 2, 3, wrong),
        ),
    ):
        wrong = value.copy()
        wrong.flat[data.draw(st.integers(0, wrong.size - 1))] += slip
        assert certify(value) <= 1e-14
        assert certify(wrong) >= SLIP * (1 - 1e-6)


def test_residuals__show_the_values_of_other_rules() -> None:
    assert certificate.residual(BattleDice(3, 1), battle(9, 8).value, np.ones(10)) > 1e-2
    assert certificate.chain_residual(BattleDice(), (2, 5), chain(9, (5, 2)).value) > 1e-2
    assert certificate.defence_residual(BattleDice(2, 2), 9, 8, 3, best_defence(9, 8, 3).value) > 1e-2


def test_kernels__as_plain_python_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> list[np.ndarray]:
        alone, row, placed = battle(9, 7), chain(9, (2, 3)), best_defence(9, 7, 3)
        return [
            alone.value,
            alone.attacker_survivors,
            row.value,
            row.taken,
            placed.value,
            placed.by_front,
            placed.worst_by_front,
        ]

    compiled = answers()
    interpret(monkeypatch, battles, chains, defences)
    for own, other in zip(compiled, answers(), strict=True):
        np.testing.assert_allclose(other, own, rtol=0, atol=1e-15)


@pytest.mark.long
@pytest.mark.parametrize(("name", "cases"), [("battle", 1600), ("chain", 240), ("defence", 196)])
def test_config__loads_and_each_end_of_its_axes_is_answered(name: str, cases: int) -> None:
    [sweep] = load(CONFIGS / f"{name}.yaml")
    assert sweep.size == cases
    question = find(sweep.question)
    for case in (tuple(0 for _ in sweep.shape), tuple(size - 1 for size in sweep.shape)):
        assert question.solve(**sweep.parameters_of(case)).residual <= 1e-14
