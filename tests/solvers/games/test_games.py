"""Pig and Ten Thousand as data, against their rules read another way."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.alone.one_turn import best_turn
from solvers.errors import InvalidRules
from solvers.games import pig, ten_thousand
from solvers.games.turn import Turn
from tests import oracle
from tests.strategies import FEW, move_sets, pig_rules

Entry = tuple[int, frozenset[oracle.Way]]


def merged(game: oracle.Game) -> list[dict[Entry, Fraction]]:
    """A game without its order and its names of results."""
    throws = []
    for throw in game:
        chances: dict[Entry, Fraction] = {}
        for result in throw:
            key = result.gain, frozenset(result.ways)
            chances[key] = chances.get(key, Fraction(0)) + result.probability
        throws.append(chances)
    return throws


def ways_at(turn: Turn, name: str) -> set[tuple[str, int, str]]:
    """(action, points given up, next throw) at the position of that name."""
    (position,) = (position for position in turn.positions if position.name == name)
    return {(turn.actions[way.action], way.given_up, turn.throws[way.throw].name) for way in position.ways}


@FEW
@given(pig_rules(most_sides=20))
def test_pig__is_one_die_with_a_bust_face(rules: tuple[int, int]) -> None:
    sides, bust_face = rules
    turn = pig.turn(sides, bust_face)
    assert merged(oracle.as_data(turn)) == merged(oracle.pig(sides, bust_face))
    assert turn.throws[0].bust == Fraction(1, sides)
    assert turn.longest_gain == (sides if bust_face < sides else sides - 1)


@pytest.mark.parametrize(
    ("sides", "bust_face", "message"),
    [
        (1, 1, "sides: expected 2 or more, got 1."),
        (6, 0, "bust_face: expected 1 to 6, a face of the die, got 0."),
        (6, 7, "bust_face: expected 1 to 6, a face of the die, got 7."),
    ],
)
def test_pig__refuses_a_die_that_cannot_be_thrown(sides: int, bust_face: int, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        pig.turn(sides, bust_face)


@FEW
@given(move_sets())
def test_ten_thousand__is_what_every_single_throw_gives(moves: frozenset[str]) -> None:
    assert merged(oracle.as_data(ten_thousand.turn(moves))) == merged(oracle.ten_thousand(moves))


@pytest.mark.parametrize("dice", range(1, 6))
def test_frequencies__count_every_throw_once(dice: int) -> None:
    counted = ten_thousand.frequencies(dice)
    assert sum(counted.values()) == 6**dice
    assert counted[0, 0, 0] == oracle.throws_of(dice)[()]


def test_ten_thousand__has_no_two_positions_of_one_name() -> None:
    names = [position.name for position in ten_thousand.turn().positions]
    assert len(set(names)) == len(names)


def test_move__is_not_had_by_composing_two_that_are_allowed() -> None:
    turn = ten_thousand.turn(["m5", "m1"])
    assert ways_at(turn, "5 5 1, 2 left") == {("roll", 0, "2 dice"), ("m5", 1, "3 dice"), ("m1", 2, "3 dice")}
    with_both = ten_thousand.turn(["m5", "m1", "m51"])
    assert ways_at(with_both, "5 5 1, 2 left") - ways_at(turn, "5 5 1, 2 left") == {("m51", 3, "4 dice")}
    assert (
        best_turn(turn).expected_score
        < best_turn(with_both).expected_score
        < best_turn(ten_thousand.turn()).expected_score
    )


def test_move__keeps_some_dice_and_no_broken_triple() -> None:
    turn = ten_thousand.turn()
    assert ways_at(turn, "5, 4 left") == {("roll", 0, "4 dice")}
    assert ways_at(turn, "2 2 2, 2 left") == {("roll", 0, "2 dice")}
    # Three fives are ten chips, two of them two: to give one up costs eight.
    assert ways_at(turn, "5 5 5, 2 left") == {
        ("roll", 0, "2 dice"),
        ("m5", 8, "3 dice"),
        ("m55", 9, "4 dice"),
    }
    assert ways_at(turn, "1 2 2 2, 1 left") == {
        ("roll", 0, "1 dice"),
        ("m1", 2, "2 dice"),
        ("mt2", 4, "4 dice"),
    }
    assert ways_at(turn, "all score, 5 left") == {("roll", 0, "5 dice")}


@given(st.text(max_size=4).filter(lambda name: name not in ten_thousand.MOVES))
def test_ten_thousand__refuses_an_unknown_move(name: str) -> None:
    with pytest.raises(
        InvalidRules,
        match=(
            "moves: expected names among m5, m1, m55, m51, m11, m551, m511, mt1, mt2, mt3, mt4, mt5, mt6, got"
        ),
    ):
        ten_thousand.turn(["m5", name])
