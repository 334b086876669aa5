"""The published tables and errata once more: every cell of Tables 5 and 6, and the prints that are wrong
refuted by the oracle too.

That every figure agrees or is explained is in `test_reproduce.py`.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from solvers.alone.one_turn import SolitaireTurn, best_turn
from solvers.deviations.exploitability import exploit
from solvers.deviations.strategy import Strategy
from solvers.games import pig, ten_thousand
from solvers.published import at_once, in_turn
from solvers.published.crocce_mordecki import NEVER_BEST
from solvers.published.figures import figure
from solvers.published.table_5 import CONFIGURATIONS
from solvers.published.table_6 import CORRECTED, PRINTED, least_turn_total
from solvers.race.policy import inside
from tests import oracle


@cache
def all_moves() -> SolitaireTurn:
    """Ten Thousand with all moves."""
    return best_turn(ten_thousand.turn())


@pytest.mark.long
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
    assert {configuration for dice in range(1, 6) for configuration in ten_thousand.frequencies(dice)} == set(
        CONFIGURATIONS
    )
    assert sum(frequencies[4] for _, frequencies in CONFIGURATIONS.values()) == 6**5


@pytest.mark.parametrize("column", CORRECTED, ids=lambda column: column.positions[0])
def test_table_6__values_and_actions(column: Any) -> None:
    solution = all_moves()
    names = [position.name for position in solution.turn.positions]
    for name in column.positions:
        position = names.index(name)
        for turn_total in range(max(column.first, least_turn_total(name)), 56):
            value, action = (
                solution.value[turn_total, position],
                solution.turn.actions[solution.policy[turn_total, position]],
            )
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
    # With two dice: 8 throws of one five, 8 of one one, and four in which both score, after which the paper's
    # own first column goes on.
    five_dice = dict(enumerate(PRINTED[0].values, PRINTED[0].first))
    assert (
        abs((8 * 4 + 8 * 5 + five_dice[5] + 2 * five_dice[6] + five_dice[7]) / 36 - missing.values[0]) <= 5e-4
    )
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


def test_never_optimal_moves__add_nothing_and_are_offered() -> None:
    solution, useful = all_moves(), [move for move in oracle.MOVES if move not in NEVER_BEST]
    assert useful == ["m5", "m1", "m55", "m51"]
    without, every = (
        oracle.Solitaire(oracle.ten_thousand(moves), 100) for moves in (useful, tuple(oracle.MOVES))
    )
    assert without.thrown(0, 0) == every.thrown(0, 0)
    loses = defaultdict(list)
    for index, position in enumerate(solution.turn.positions):
        for turn_total, way in product(range(least_turn_total(position.name), 56), position.ways):
            worth = solution.throw_value[turn_total - way.given_up, way.throw]
            loses[solution.turn.actions[way.action]].append(solution.value[turn_total, index] - worth)
    assert min(min(loses[move]) for move in NEVER_BEST) == pytest.approx(0.66182520, abs=5e-9)
    assert min(len(loses[move]) for move in NEVER_BEST) > 60


def progressive_pig(least: int, greatest: int) -> dict[tuple[int, int], list[bool]]:
    """Neller, Russell & Markov 2012, section 2.2: by scores and turn total, whether rolling wins more than
    holding.

    For scores that are at least these, either way round; turns lead to such scores only.
    """
    value: dict[tuple[int, int], float] = {}
    rolls: dict[tuple[int, int], list[bool]] = {}
    asked = ((i, j) for i, j in product(range(least, 100), repeat=2) if max(i, j) >= greatest)
    for i, j in sorted(asked, key=sum, reverse=True):

        def handed(x: int, j: int = j) -> float:
            return 1.0 if x >= 100 else 1.0 - value[j, x]

        worth, rolls[i, j] = [1.0] * (100 - i + 6), [False] * (100 - i)
        bust = handed(i + 1)
        for k in range(99 - i, -1, -1):
            roll, hold = (bust + sum(worth[k + 2 : k + 7])) / 6, handed(i + max(k, 1))
            worth[k], rolls[i, j][k] = max(roll, hold), roll > hold
        value[i, j] = worth[0]
    return rolls


def test_progressive_pig__prints_the_line_that_the_paper_explains() -> None:
    rolls, told = progressive_pig(15, 70), ["hold", "roll"]
    changes = {at: [k for k in range(1, 100 - at[0]) if rolls[at][k] != rolls[at][k - 1]] for at in rolls}
    line = ["15", "70", told[rolls[15, 70][0]]]
    for k in changes[15, 70]:
        line += [str(k), told[rolls[15, 70][k]]]
    assert " ".join(line) == "15 70 roll 25 hold 35 roll 38 hold 77 roll"
    assert in_turn.changes(15, 70) == figure("progressive-15-70").value == tuple(changes[15, 70])
    assert in_turn.changes(40, 85) == tuple(changes[40, 85])


def test_78_against_99__a_throw_wins_more_than_twice_as_often_as_holding() -> None:
    """With 98 held, the opponent needs any throw but a 1, and so does the player after that."""
    opponent = Fraction(6, 7)
    assert opponent == Fraction(5, 6) + Fraction(1, 6) * (1 - opponent)
    race = in_turn.race()
    assert race.value[99, 98] == pytest.approx(float(opponent), abs=1e-15)
    advantage = inside(race).advantage(78)[99, 20]
    after_a_bust = 1 - float(race.value[99, 78])
    assert advantage == pytest.approx(5 / 6 + after_a_bust / 6 - 1 / 7, abs=1e-15)


@pytest.mark.long
def test_stackelberg_policies__against_the_mix() -> None:
    """Within the printed error is the policy that answers; the one that commits wins more, as far as anything
    does.
    """
    answering = at_once.against_the_mix(at_once.commitment().hold_at, at_once.by_backup)
    committing = at_once.against_the_mix(at_once.commitment().leader_hold_at, at_once.by_backup)
    assert answering == pytest.approx((0.5000002897, 0.5000003538), abs=5e-11)
    assert committing == pytest.approx((0.5000016568, 0.5000016242), abs=5e-11)
    cycle = at_once.cycle()
    mix = Strategy.pure(cycle.hold_at).mixed_with(Strategy.pure(cycle.second_hold_at), 0.5)
    assert committing[0] <= exploit(pig.turn(), mix).win_probability <= 0.500002


@pytest.mark.long
def test_backup__refuses_a_wrong_value(monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = (Strategy.pure(policy) for policy in (at_once.cycle().hold_at, at_once.commitment().hold_at))
    right = at_once.value_against(pig.turn(), own, other)
    assert at_once.by_backup(own, other) == right[0, 0]
    wrong = right.copy()
    wrong[40, 60] += 1e-9
    monkeypatch.setattr(at_once, "value_against", lambda *_: wrong)
    assert at_once.by_backup(own, other) != at_once.by_backup(own, other)
