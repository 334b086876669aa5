"""What is thrown in `jeopardice play`: the dice on the table are the rules of the turn, and fall fairly."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

import pytest

from playing import pieces
from playing.games import PLAYABLE
from playing.pieces import Faces, Luck, Piece, coin, die
from playing.setup import set_up
from playing.state import Rules, State
from playing.throwing import Fate, Result, Thrower
from solvers.games.turn import HOLD, Throw, Turn

# Up to so many dice all throws are looked at.
MOST_DICE = 6
CHANGED: list[tuple[str, dict[str, Any]]] = [
    ("pig", {"sides": 10, "bust_face": 4}),
    ("piglet", {"heads": 0.3}),
    ("piglet", {"heads": 0.001}),
    ("piglet", {"heads": 0.7, "coins": 3}),
    ("two_dice_pig", {"sides": 4}),
    ("big_pig", {"sides": 8}),
    ("hog", {"most_dice": 4, "sides": 4, "bust_face": 3}),
    ("ten_thousand", {"m5": False, "triple": False}),
    ("farkle", {"four": 0, "straight": 0, "three_pairs": 0, "ones": 20}),
    ("farkle", {"four": 1, "five": 1, "six": 200}),
]
EVERY = [(name, {}) for name in PLAYABLE] + CHANGED


def falls(piece: Piece, count: int) -> Iterator[tuple[Faces, Fraction]]:
    """All that so many pieces can show, whatever their order, with the chance."""
    for faces in combinations_with_replacement(range(1, len(piece.faces) + 1), count):
        orders = factorial(count) // prod(map(factorial, Counter(faces).values()))
        yield faces, orders * prod(piece.chance(face) for face in faces)


def expected_results(throw: Throw) -> dict[Result, Fraction]:
    """What the rules say of a throw; outcomes of one gain and position are one."""
    found = Counter[Result]()
    for outcome in throw.outcomes:
        found[Result(Fate.SCORES, outcome.gain, outcome.position)] += outcome.probability
    found[Result(Fate.BUSTS)] += throw.bust
    found[Result(Fate.WIPES)] += throw.wipe
    return {result: chance for result, chance in found.items() if chance}


def made(game: str, given: dict[str, Any]) -> tuple[Turn, Thrower]:
    setup = set_up(game, given)
    turn = setup.turn_as_played
    return turn, setup.playable.thrower(turn, setup.parameters)


@pytest.mark.parametrize(("game", "given"), EVERY, ids=str)
def test_dice__come_to_what_the_turn_says_in_exact_fractions(game: str, given: dict[str, Any]) -> None:
    turn, thrower = made(game, given)
    looked_at = 0
    for index, throw in enumerate(turn.throws):
        if thrower.count(index) > MOST_DICE:
            continue
        found = Counter[Result]()
        for faces, chance in falls(thrower.piece, thrower.count(index)):
            found[thrower.read(index, faces)] += chance
        assert dict(found) == expected_results(throw)
        looked_at += 1
    assert looked_at == min(len(turn.throws), MOST_DICE)


@pytest.mark.parametrize("game", ["pig", "big_pig", "ten_thousand", "farkle"])
def test_dice__mean_the_same_in_any_order(game: str) -> None:
    turn, thrower = made(game, {})
    for index in range(len(turn.throws)):
        for faces in product(range(1, 7), repeat=min(thrower.count(index), 4)):
            if len(faces) == thrower.count(index):
                assert thrower.read(index, faces) == thrower.read(index, tuple(sorted(faces)))


@pytest.mark.parametrize("game", ["ten_thousand", "farkle"])
@pytest.mark.parametrize("count", [1, 3, 5])
def test_dice_set_aside__are_among_those_thrown_and_leave_what_is_thrown_next(game: str, count: int) -> None:
    turn, thrower = made(game, {})
    index = next(index for index in range(len(turn.throws)) if thrower.count(index) == count)
    for faces, _ in falls(thrower.piece, count):
        result = thrower.read(index, faces)
        if result.fate is Fate.SCORES:
            kept_all = thrower.aside(faces, None)
            assert not Counter(kept_all) - Counter(faces)
            for way in turn.positions[result.position].ways:
                kept = thrower.aside(faces, way)
                assert kept
                assert not Counter(kept) - Counter(faces)
                all_dice = thrower.count(0)
                assert thrower.count(way.throw) == (count - len(kept) or all_dice)
                # What is kept is worth what is left of the gain, by the rules of a throw of so many dice.
                alone = next(at for at in range(len(turn.throws)) if thrower.count(at) == len(kept))
                assert thrower.read(alone, kept).gain == result.gain - way.given_up


def test_dice_set_aside__are_all_that_score_if_one_holds() -> None:
    _, thrower = made("ten_thousand", {})
    assert sorted(thrower.aside((5, 4, 4, 1, 4), None)) == [1, 4, 4, 4, 5]
    _, thrower = made("farkle", {})
    assert sorted(thrower.aside((2, 2, 2, 5, 3, 6), None)) == [2, 2, 2, 5]


def test_fall__is_the_same_for_a_seed_for_ever() -> None:
    # Links that are out in the world must come to these dice.
    luck = Luck(20261122)
    assert [luck.fall(0, number, die(6), 5) for number in range(3)] == [
        (5, 6, 1, 1, 5),
        (5, 2, 2, 6, 1),
        (2, 3, 4, 1, 2),
    ]
    assert luck.part(pieces.MIXING, 0) == 0.8258085159219997


def test_fall__of_other_seeds_players_and_throws_is_another() -> None:
    found = {
        Luck(seed).fall(stream, number, die(6), 12)
        for seed in range(4)
        for stream in range(2)
        for number in range(4)
    }
    assert len(found) == 32


@pytest.mark.parametrize("piece", [die(6), die(100), coin(Fraction(1, 2)), coin(Fraction(3, 10))], ids=str)
def test_fall__is_fair(piece: Piece) -> None:
    throws, each = 100, 100
    found = Counter(face for number in range(throws) for face in Luck(5).fall(0, number, piece, each))
    for face in range(1, len(piece.faces) + 1):
        chance = float(piece.chance(face))
        spread = (throws * each * chance * (1 - chance)) ** 0.5
        # Of five standard deviations; the seed is fixed.
        assert abs(found[face] - throws * each * chance) < 5 * spread


def test_fall__draws_anew_where_words_are_left_over() -> None:
    last = pieces.WORDS - pieces.WORDS % 6
    assert pieces._below(6, iter([last, last + 3, 5])) == 5
    assert pieces._below(6, iter([last - 1])) == 5
    assert pieces._below(2**62, iter([2**63 + 7])) == 7


def test_hog__rolls_as_many_dice_as_are_said() -> None:
    setup = set_up("hog")
    _, thrower = made("hog", {})
    rules = Rules(setup.turn, setup.goal, False)
    assert [thrower.count(throw) for throw in setup.turn.openings] == list(range(1, 31))
    faces = (2,) * 30
    result = thrower.read(29, faces)
    assert (result.fate, result.gain) == (Fate.SCORES, 60)
    assert HOLD not in rules.places(State())
