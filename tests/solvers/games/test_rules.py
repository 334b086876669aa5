"""Every game, as the questions ask for it."""

from typing import Any

import pytest

from solvers.errors import InvalidRules
from solvers.games import (
    big_pig,
    doubles_pig,
    farkle,
    hog,
    own,
    pass_the_pigs,
    pig,
    piglet,
    progressive_pig,
    ten_thousand,
    two_dice_pig,
)
from solvers.games.must_throw import made_at_once
from solvers.games.turn import Turn
from solvers.questions.game import Game
from solvers.questions.games import GAMES

USUAL = {
    "pig": pig.turn(),
    "piglet": piglet.turn(),
    "progressive_pig": progressive_pig.turn(),
    "two_dice_pig": two_dice_pig.turn(),
    "doubles_pig": made_at_once(doubles_pig.turn(), 77),
    "big_pig": big_pig.turn(),
    "hog": hog.turn(),
    "pass_the_pigs": pass_the_pigs.turn(),
    "ten_thousand": ten_thousand.turn(),
    "farkle": farkle.turn(),
    "own": pig.turn(),
}
CHANGED: dict[str, tuple[dict[str, Any], Turn]] = {
    "pig": ({"sides": 8, "bust_face": 3}, pig.turn(8, 3)),
    "piglet": ({"heads": 0.25, "coins": 3}, piglet.turn(0.25, 3)),
    "progressive_pig": ({"sides": 8, "bust_face": 3}, progressive_pig.turn(8, 3)),
    "two_dice_pig": ({"sides": 8}, two_dice_pig.turn(8)),
    "doubles_pig": ({"sides": 8}, made_at_once(doubles_pig.turn(8), 77)),
    "big_pig": ({"sides": 8}, big_pig.turn(8)),
    "hog": ({"most_dice": 3, "sides": 8, "bust_face": 4}, hog.turn(3, 8, 4)),
    "ten_thousand": (
        {"m55": False, "triple": False},
        ten_thousand.turn(["m5", "m1", "m51", "m11", "m551", "m511"]),
    ),
    "farkle": ({"straight": 0, "ones": 20}, farkle.turn(farkle.table(straight=0, ones=20))),
    "own": ({"rules": own.text(piglet.turn())}, piglet.turn()),
}
# What has no default.
NEEDED = {"rules": own.text(pig.turn())}


def turn_of(game: Game, **given: Any) -> Turn:
    """The turn with these parameters and defaults for the others."""
    return game.turn(
        {"goal": 77}
        | {
            parameter.name: parameter.default
            for parameter in game.parameters
            if parameter.default is not None
        }
        | (NEEDED if game.name == "own" else {})
        | given
    )


@pytest.mark.parametrize("name", GAMES)
def test_rules__make_the_game_that_they_name(name: str) -> None:
    game = GAMES[name]
    assert game.name == name
    assert turn_of(game) == USUAL[name]
    # Each file has actions of its own.
    assert turn_of(game).actions == game.actions[: 2 if name == "own" else None]


@pytest.mark.parametrize("name", CHANGED)
def test_rules__follow_their_parameters(name: str) -> None:
    given, changed = CHANGED[name]
    assert set(given) <= {parameter.name for parameter in GAMES[name].parameters}
    assert turn_of(GAMES[name], **given) == changed != USUAL[name]


def test_goal__is_in_the_unit_of_the_game() -> None:
    goal = GAMES["farkle"].goal(1000)
    assert (goal.minimum, goal.maximum, goal.default, goal.unit) == (2, 1000, 200, "units of 50 points")


def test_turn__refuses_a_bust_face_that_the_die_has_not() -> None:
    with pytest.raises(InvalidRules, match=r"bust_face: expected 1 to 4, a face of the die, got 5\."):
        turn_of(GAMES["pig"], sides=4, bust_face=5)
