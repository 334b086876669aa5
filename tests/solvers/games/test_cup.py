"""Dice from a cup: counted as every single draw and throw says, and won as often as promised."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.errors import InvalidRules
from solvers.games import cup_turn, own
from solvers.games.cup import Cup, Face, Kind, TurnOfCup
from solvers.games.turn import Turn
from solvers.race import exact
from solvers.race.policy import inside
from solvers.race.solve import optimal_play
from tests import oracle_cup, oracle_turn
from tests.strategies import FEW

BRAIN, SHOT, FEET = Face("brain", 1, returns=True), Face("shot", bust_at=2), Face("feet")


@st.composite
def cups(draw: st.DrawFn) -> Cup:
    """Two kinds of dice, one or two in hand; points that return or stay out, one or two faces that bust."""
    hand = draw(st.integers(1, 2))
    faces = [
        Face("point", draw(st.integers(1, 2)), returns=True),
        Face("bust", bust_at=draw(st.integers(1, hand))),
        *draw(
            st.lists(
                st.sampled_from([FEET, Face("kept", 1), Face("other bust", bust_at=1)]),
                max_size=2,
                unique=True,
            )
        ),
    ]
    names = st.sampled_from([face.name for face in faces])
    kinds = [
        Kind(name, draw(st.integers(1, 2)), (*must, *draw(st.lists(names, max_size=3))))
        for name, must in (("white", [face.name for face in faces]), ("black", ["point", "bust"]))
    ]
    return Cup("any", hand, tuple(kinds), tuple(faces))


def made(of: Cup) -> Turn | None:
    """The turn, None where a throw without a gain leads to where the hand cannot be filled."""
    try:
        return cup_turn.turn(of)
    except InvalidRules as error:
        if "position without a gain: expected one with a way on" not in str(error):
            raise
        return None


@FEW
@given(cups())
def test_throws__are_what_every_draw_and_throw_says(of: Cup) -> None:
    turn = made(of)
    if turn is None:
        return
    throws = {throw.name: throw for throw in turn.throws}
    places = {position.name: position for position in turn.positions}
    every = list(oracle_cup.tables(of))
    assert sorted(throws) == sorted(table.name for table in every)
    assert turn.throws[turn.openings[0]].name == "nothing yet"
    for table in every:
        chances = oracle_cup.thrown(table)
        throw = throws[table.name]
        assert throw.bust == chances.pop((0, "bust"), 0)
        counted = {(one.gain, turn.positions[one.position].name): one.probability for one in throw.outcomes}
        assert counted == chances
        for hand in table.hands():
            for faces in {tuple(table.dice[die].faces[0] for die in hand)}:
                after = table.shown(hand, faces)[1]
                if after is not None:
                    filled = after.filled()
                    ahead = [turn.throws[way.throw].name for way in places[after.name].ways]
                    assert ahead == ([] if filled is None else [filled.name])


@FEW
@given(cups())
def test_race__of_a_cup_agrees_with_value_iteration_and_fractions(of: Cup) -> None:
    turn = made(of)
    if turn is None:
        return
    solution = optimal_play(turn, 3)
    slow = oracle_turn.race(turn, 3)
    np.testing.assert_allclose(
        solution.value, [[slow[i, j] for j in range(3)] for i in range(3)], rtol=0, atol=1e-12
    )
    fractions = exact.solve(turn, 3, solution.value).value.astype(float)
    np.testing.assert_allclose(solution.value, fractions, rtol=0, atol=1e-14)
    assert solution.residual <= 1e-13


@FEW
@given(cups())
def test_turn__comes_again_from_its_text(of: Cup) -> None:
    turn = made(of)
    assert turn is None or own.turn(own.text(turn)) == turn


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"hand": 3}, "hand: expected 1 to 2, as many dice as there are, got 3"),
        ({"hand": 0}, "hand: expected 1 to 2, as many dice as there are, got 0"),
        ({"kinds": (Kind("die", 0, ("brain",)),)}, "die: number: expected 1 or more, got 0"),
        ({"kinds": (Kind("die", 2, ()),)}, "die: faces: expected some of brain, shot, feet, got 'none'"),
        ({"kinds": (Kind("die", 2, ("six",)),)}, "die: faces: expected some of brain, shot, feet, got 'six'"),
        (
            {"faces": (BRAIN, SHOT, FEET, Face("six"))},
            "six: face: expected one that some die has, got 'none'",
        ),
        (
            {"faces": (BRAIN, Face("shot", 1, bust_at=2), FEET)},
            "shot: face: expected a gain, or a number that busts, got 'gain 1 and bust_at 2'",
        ),
        (
            {"faces": (BRAIN, SHOT, Face("feet", returns=True))},
            "feet: returns: expected a face that gains, got 'one that does not'",
        ),
    ],
)
def test_cup__refuses_what_nobody_can_throw_from(changed: dict[str, Any], message: str) -> None:
    usual: dict[str, Any] = {
        "name": "any",
        "hand": 1,
        "kinds": (Kind("die", 2, ("brain", "shot", "feet")),),
        "faces": (BRAIN, SHOT, FEET),
    }
    with pytest.raises(InvalidRules) as refused:
        Cup(**usual | changed)
    assert message in str(refused.value)


def test_turn__refuses_more_outcomes_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cup_turn, "MOST_OUTCOMES", 3)
    faces = ("brain", "shot", "feet")
    with pytest.raises(InvalidRules, match="cup: expected at most 3 outcomes of all throws, got 'more'"):
        cup_turn.turn(Cup("many", 2, (Kind("die", 9, faces),), (BRAIN, SHOT, FEET)))


def test_turn__refuses_what_takes_for_ever_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    many = tuple(Kind(f"kind {place}", 50, ("brain", "shot", "feet")) for place in range(9))
    with pytest.raises(InvalidRules, match="cup: expected at most 10000 different hands, got 'more'"):
        cup_turn.turn(Cup("many", 50, many, (BRAIN, SHOT, FEET)))
    monkeypatch.setattr(cup_turn, "MOST_STEPS", 1000)
    with pytest.raises(InvalidRules, match="cup: expected at most 1000 steps to count what it throws"):
        cup_turn.turn(Cup("many", 9, many[:2], (BRAIN, SHOT, FEET)))


@pytest.mark.long
def test_zombie_dice__are_won_as_often_as_promised() -> None:
    turn, goal, rounds = load_game(shipped_rules()["zombie_dice"]).turn, 13, 4000
    assert isinstance(turn, TurnOfCup)
    solution = optimal_play(turn, goal)
    assert solution.residual <= 1e-13
    turns, random = inside(solution), Random(1)
    place = {throw.name: index for index, throw in enumerate(turn.throws)}
    # What throwing is worth, by banked score: [opponent, x, throw].
    throws = [turns.throws(banked) for banked in range(goal)]

    def score(banked: int, opponent: int) -> int:
        table, x = oracle_cup.Table(turn.cup, {}, ()), banked
        while True:
            gain, after = oracle_cup.throw(table, random)
            x += gain
            if after is None:
                return banked
            filled = after.filled()
            if x >= goal or filled is None:
                return x
            ahead = throws[banked][opponent, x, place[filled.name]]
            if x > banked and ahead <= 1.0 - solution.value[opponent, x]:
                return x
            table = filled

    won = 0
    for _ in range(rounds):
        scores, mover = [0, 0], 1
        while max(scores) < goal:
            mover = 1 - mover
            scores[mover] = score(scores[mover], scores[1 - mover])
        won += mover == 0
    chance = solution.win_probability
    assert abs(won / rounds - chance) <= 4 * (chance * (1 - chance) / rounds) ** 0.5
