"""Rules of thumb mean what they say at every position, and go on in the way that they say."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.games import farkle, farkle_thrown, hog, own, pig, ten_thousand
from solvers.games.turn import HOLD, ROLL, Outcome, Position, Throw, Turn, Way
from solvers.players.dice import dice_of, out_of
from solvers.players.rule import RuleOfThumb, check, rule_of_thumb
from tests.one_throw import by_text, rolls_of
from tests.strategies import FEW

GOAL = 12
TEN_THOUSAND, FARKLE = ten_thousand.turn(), farkle.turn()


def ways(found: RuleOfThumb) -> dict[str, tuple[int, int]]:
    """Points given up, and dice thrown next, by the name of the position."""
    dice = dice_of(found.turn)
    assert dice is not None
    taken = [at.ways[own - 1] for at, own in zip(found.turn.positions, found.way, strict=True)]
    return {
        at.name: (own.given_up, dice[own.throw]) for at, own in zip(found.turn.positions, taken, strict=True)
    }


@pytest.mark.parametrize(
    ("said", "two_ones"),
    [
        ("", (0, 3)),
        (", go for most points", (0, 3)),
        (", go for most dice_left", (2, 4)),
        # A one is worth two chips.
        (", go for most points + dice_left", (0, 3)),
        (", go for most points + 2 * dice_left", (0, 3)),
        (", go for most points + 5 * dice_left / 2", (2, 4)),
        (", go for most dice_left = 3", None),
        (", go for most -dice_left", (0, 3)),
    ],
)
def test_way__is_the_one_that_is_gone_for(said: str, two_ones: tuple[int, int] | None) -> None:
    text = f"hold at 7{said}"
    if two_ones is None:
        with pytest.raises(InvalidRules, match="a sum, which is no condition, at column 24"):
            rule_of_thumb(text, TEN_THOUSAND, GOAL)
    else:
        assert ways(rule_of_thumb(text, TEN_THOUSAND, GOAL))["1 1, 3 left"] == two_ones


@pytest.mark.parametrize("weight", [0, 1, 3, 50])
def test_way__is_the_best_of_all_by_what_is_gone_for(weight: int) -> None:
    found = rule_of_thumb(f"hold at 7, go for most points + {weight} * dice_left", FARKLE, GOAL)
    dice = dice_of(FARKLE)
    assert dice is not None
    for position, place in zip(FARKLE.positions, found.way.tolist(), strict=True):
        worth = [(weight * dice[way.throw] - way.given_up, -way.given_up) for way in position.ways]
        assert worth[place - 1] == max(worth)


@pytest.mark.long
def test_kinds__do_what_each_position_would_do_by_itself() -> None:
    text = (
        'hold when turn_total >= 2 * dice_left + (opponent - banked) / 3 and position has "1"'
        ' or position = "5, 4 left" and not banked > 6'
    )
    found, dice = rule_of_thumb(text, TEN_THOUSAND, GOAL), dice_of(TEN_THOUSAND)
    assert dice is not None
    for index, position in enumerate(TEN_THOUSAND.positions):
        left = dice[position.ways[found.way[index] - 1].throw]
        for banked, opponent, total in np.ndindex(GOAL, GOAL, GOAL):
            held = 3 * total >= 6 * left + opponent - banked and "1" in position.name
            held = held or (position.name == "5, 4 left" and banked <= 6)
            assert (found.at(banked, opponent)[total, index] == HOLD) == (held and total > 0)
    for x in range(GOAL):
        taken = found.takes(3, x, np.array([2, 5]))
        for banked, opponent in ((0, 2), (x, 5)):
            assert taken[banked, [2, 5].index(opponent)] == found.at(banked, opponent)[x - banked, 3]


@FEW
@given(st.integers(2, 15), st.integers(0, 9), st.integers(1, 6))
def test_rule__of_one_throw_is_its_policy(goal: int, base: int, divisor: int) -> None:
    text = f"throw when turn_total < {base} + (opponent - banked) / {divisor} or banked > 7"
    found, policy = rule_of_thumb(text, pig.turn(), goal), rolls_of(by_text(text, goal))[0]
    for banked, opponent in np.ndindex(goal, goal):
        # There is one position, from which it goes on in the only way or holds.
        assert found.at(banked, opponent)[:, 0].tolist() == policy[banked, opponent].tolist()


def test_scores_that_are_not_looked_at__take_no_room() -> None:
    assert rule_of_thumb("hold when turn_total > 3 or opponent > 4", FARKLE, GOAL).holds.shape[:2] == (
        1,
        GOAL,
    )
    assert rule_of_thumb("hold when dice_left < 3", FARKLE, GOAL).holds.shape[:2] == (1, 1)


def test_blocks_of_banked_scores__are_as_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "hold when turn_total * 3 > banked + 2 * opponent + dice_left"
    whole = rule_of_thumb(text, FARKLE, GOAL).holds
    monkeypatch.setattr("solvers.players.rule.MOST_SUMS", 1)
    np.testing.assert_array_equal(rule_of_thumb(text, FARKLE, GOAL).holds, whole)


def test_farkle_thrown_die_by_die__goes_on_with_as_many_dice() -> None:
    # Positions come in another order there, and the certificate sums by dice left.
    turn = farkle_thrown.turn(farkle.table())
    for said in ("points", "dice_left", "points + 2 * dice_left"):
        one, other = (rule_of_thumb(f"hold at 7, go for most {said}", own, GOAL) for own in (FARKLE, turn))
        known = {at.ways: way for at, way in zip(FARKLE.positions, one.way.tolist(), strict=True)}
        assert {at.ways: way for at, way in zip(turn.positions, other.way.tolist(), strict=True)} == known


def test_dice_set_aside__are_read_from_positions() -> None:
    turn = load_game(shipped_rules()["zombie_dice"]).turn
    out = out_of(turn)
    assert out is not None
    assert set(out) == {0, 1, 2}
    for position, number in zip(turn.positions[::97], out[::97], strict=True):
        (aside,) = [part for part in position.name.split("; ") if part.endswith(" out")] or ["0 out"]
        assert sum(int(word) for word in aside.split() if word.isdigit()) == number


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hold when dice_lft < 3", "Did you mean 'dice_left'?"),
        ("hold when turns_left < 3", "one of banked, opponent, turn_total, goal, dice_left at column 11"),
        (
            "hold when turns_left < 3",
            "A race has no number of turns. For a player alone, ask thumb_within_turns.",
        ),
        ("hold when out = 2", "Only games with a cup have it."),
        ("hold when points > 2", "`go for most`"),
        ('hold when position = "1 1 1, 3 left"', "the name of a position at column 11"),
        ('hold when position = "1 1 1, 3 left"', 'Nearest of 47: "1 1 1, 2 left"; "'),
        ('hold when position = "shotgun"', 'There are 47, such as "1, 4 left"; "5, 4 left"; "'),
        ('hold when position > "1 1 1, 2 left"', "= or != after `position` at column 11"),
        ('hold when position has "nine"', "the name of a position at column 11"),
        ("hold at 7, go for most banked", "one of points, dice_left at column 24"),
        ("hold at 7, go for points", "'most' at column 19 instead of 'points'"),
        (
            "hold at 7 go for most points",
            "as + or -, or the end, at column 11 instead of 'go'",
        ),
        ("hold when position", "'=' or 'has' at column 19, where the text ends"),
        ("hold when position = 3", "a name in quotes at column 22 instead of '3'"),
    ],
)
def test_mistake__is_refused_at_its_column(text: str, words: str) -> None:
    for refuse in (rule_of_thumb, check):
        with pytest.raises(InvalidRules) as refused:
            refuse(text, TEN_THOUSAND, GOAL, {})
        assert words in str(refused.value)


def test_what_there_is_not__is_refused_with_the_reason() -> None:
    with pytest.raises(InvalidRules, match="whose throws are named by a number of dice"):
        check("hold when dice_left < 3", pig.turn(), GOAL, {})
    with pytest.raises(InvalidRules, match="no `go for most` at column 24"):
        check("hold at 7, go for most points", pig.turn(), GOAL, {})
    with pytest.raises(InvalidRules, match="no position, as there is but one, at column 11"):
        QUESTIONS["thumb.pig"].complete({"goal": GOAL, "rule": 'hold when position = "any"'})
    with pytest.raises(InvalidRules, match="Each position has only one way to go on"):
        check("hold at 7, go for most points", load_game(shipped_rules()["great_rolled_ones"]).turn, GOAL, {})
    with pytest.raises(InvalidRules, match="a game whose turns open in one way"):
        check("hold at 7", hog.turn(3), GOAL, {})
    many = " or ".join(f'position = "{at.name}"' for at in TEN_THOUSAND.positions[:9])
    assert rule_of_thumb(f"hold when {many}", TEN_THOUSAND, GOAL).holds.shape[-1] == 10


def test_game_whose_positions_are_alike__refuses_what_tells_them_apart() -> None:
    again = (Way(ROLL, 0, 0),)
    positions = Position("none out", again), Position("1 die out", again)
    throw = Throw("1 die", Fraction(1, 3), (Outcome(Fraction(1, 3), 1, 0), Outcome(Fraction(1, 3), 2, 1)))
    rules = own.text(Turn("any", (throw,), positions))
    for text, words in (
        ("hold when out = 1", "does not use `out`"),
        ('hold when position = "none out"', "no position"),
    ):
        with pytest.raises(InvalidRules, match=words):
            QUESTIONS["thumb.own"].complete({"goal": 9, "rule": text, "rules": rules})
        question = QUESTIONS["thumb.own_by_position"]
        assert question.complete({"goal": 9, "rule": text, "rules": rules})
    assert QUESTIONS["thumb.own"].complete({"goal": 9, "rule": "hold when dice_left > 0", "rules": rules})
