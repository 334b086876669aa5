"""The published tables and errata once more: every cell of Tables 5 and 6, and the prints that are wrong refuted by the oracle too.

That every figure agrees or is explained is in `test_reproduce.py`.
"""

from functools import cache
from typing import Any

import pytest

from flows.published.figures import figure
from flows.published.table_5 import CONFIGURATIONS
from flows.published.table_6 import CORRECTED, PRINTED, least_turn_total
from solvers.contests.solitaire import SolitaireTurn, best_turn
from solvers.games import ten_thousand
from tests import oracle


@cache
def all_moves() -> SolitaireTurn:
    """Ten Thousand with all moves."""
    return best_turn(ten_thousand.turn())


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("tt-value", tuple(oracle.MOVES)),
        ("tt-restricted-2", ()),
        ("tt-restricted-3", ("m5",)),
        ("tt-restricted-4", ("m5", "m1")),
        ("tt-restricted-5", ("m5", "m1", "m55")),
        ("tt-restricted-6", ("m5", "m1", "m55", "m51")),
    ],
)
def test_oracle__of_every_single_throw_gives_table_4(name: str, moves: tuple[str, ...]) -> None:
    """The printed values, and the erratum among them, from fractions that no solver has seen."""
    known = figure(name)
    exact = float(oracle.Solitaire(oracle.ten_thousand(moves), 100).thrown(0, 0))
    (published,) = known.corrected or known.value
    assert abs(exact - float(published)) <= known.tolerance
    assert known.corrected is None or abs(exact - float(known.value[0])) > 1e-5
    assert abs(exact - best_turn(ten_thousand.turn(moves)).expected_score) <= 1e-14


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_table_5__frequencies_and_chips(configuration: tuple[int, int, int]) -> None:
    chips, frequencies = CONFIGURATIONS[configuration]
    assert ten_thousand.score(configuration) == chips
    # The row of no score begins with one die, the others with as many as they need.
    assert tuple(ten_thousand.frequencies(dice).get(configuration, 0) for dice in range(1, 6)) == frequencies
    fives, ones, triple = configuration
    kept = tuple(sorted((1,) * ones + (5,) * fives + (triple,) * 3 * (triple > 0)))
    assert tuple(oracle.throws_of(dice)[kept] for dice in range(1, 6)) == frequencies
    assert oracle.points(kept) == chips


def test_table_5__has_every_configuration() -> None:
    assert {configuration for dice in range(1, 6) for configuration in ten_thousand.frequencies(dice)} == set(CONFIGURATIONS)
    assert sum(frequencies[4] for _, frequencies in CONFIGURATIONS.values()) == 6**5


@pytest.mark.parametrize("column", CORRECTED, ids=lambda column: column.positions[0])
def test_table_6__values_and_actions(column: Any) -> None:
    solution = all_moves()
    names = [position.name for position in solution.turn.positions]
    for name in column.positions:
        position = names.index(name)
        for turn_total in range(max(column.first, least_turn_total(name)), 56):
            value, action = solution.value[turn_total, position], solution.turn.actions[solution.policy[turn_total, position]]
            if turn_total - column.first < len(column.values):
                assert abs(value - column.values[turn_total - column.first]) <= 5e-4
                assert action == column.action
            else:
                assert value == turn_total
                assert action == "hold"


def test_table_6__holds_everywhere_else() -> None:
    solution = all_moves()
    listed = {name for column in CORRECTED for name in column.positions}
    for index, position in enumerate(solution.turn.positions):
        if position.name not in listed:
            assert not solution.policy[least_turn_total(position.name) : 56, index].any()


def test_table_6__differs_from_its_print_where_the_paper_says_so_itself() -> None:
    *_, last = PRINTED
    *same, corrected, missing = CORRECTED
    assert tuple(same) == PRINTED[:-1]
    assert (last.values, last.action, corrected.action) == (corrected.values, "roll", "m5")
    # With two dice: 8 throws of one five, 8 of one one, and four in which both score, after which the paper's own first column goes on.
    five_dice = dict(enumerate(PRINTED[0].values, PRINTED[0].first))
    assert abs((8 * 4 + 8 * 5 + five_dice[5] + 2 * five_dice[6] + five_dice[7]) / 36 - missing.values[0]) <= 5e-4
    assert missing.values[0] > missing.first
    solution = all_moves()
    two, three = solution.turn.throws[3], solution.turn.throws[2]
    assert (two.name, three.name) == ("2 dice", "3 dice")
    for turn_total, printed in enumerate(last.values, last.first):
        assert solution.throw_value[turn_total, 3] < printed - 0.2
        assert abs(solution.throw_value[turn_total - 1, 2] - printed) <= 5e-4


def test_least_turn_total__is_what_the_rules_say() -> None:
    for position in all_moves().turn.positions[:-1]:
        faces, left = position.name.removesuffix(" left").split(", ")
        kept = [int(face) for face in faces.split()]
        assert least_turn_total(position.name) == oracle.points(kept) + 5 - int(left) - len(kept)
