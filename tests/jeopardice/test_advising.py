"""`jp.advise` says what the coach says, and what the solved tables say."""

import numpy as np
import pytest

import jeopardice as jp
from playing import coach
from playing.match import match
from playing.play import replay
from playing.setup import set_up
from tests.jeopardice.test_solving import COINS


def test_advice__is_that_of_the_stored_policy() -> None:
    ds = jp.solve("pig", goal=20)
    for banked, opponent, turn_total in ((0, 0, 5), (5, 10, 6), (12, 3, 4), (3, 18, 7)):
        advice = jp.advise("pig", goal=20, banked=banked, opponent=opponent, turn_total=turn_total)
        place = {"banked": banked, "opponent": opponent}
        holds = turn_total >= ds.hold_at.sel(place).item()
        assert advice.best == ("hold" if holds else "roll")
        waiting = 1 - ds.value.sel(banked=opponent, opponent=banked + turn_total).item()
        assert advice.chances["hold"] == pytest.approx(waiting, abs=1e-12)
    opening = jp.advise("pig", goal=20)
    assert opening.chances == {"roll": pytest.approx(ds.win_probability.item(), abs=1e-12)}


def test_advice__is_that_of_the_coach() -> None:
    play = replay(match(set_up("pig", {"goal": 20}, opponent="hold-at-8")), ())
    advice = jp.advise("pig", goal=20, against="hold at 8")
    assert list(advice.chances.values()) == list(coach.worths(play).values())


def test_advice__of_own_rules() -> None:
    game, ds = jp.game(COINS), jp.solve(jp.game(COINS))
    advice = jp.advise(game)
    assert max(advice.chances.values()) == pytest.approx(ds.win_probability.item(), abs=1e-12)
    assert repr(jp.advise(game, turn_total=2)).startswith("Advice(best: hold; hold 67.65%, roll ")


def test_position__may_come_from_an_array() -> None:
    asked = np.array([5, 10, 6])
    advice = jp.advise("pig", goal=20, banked=asked[0], opponent=float(asked[1]), turn_total=asked[2])
    assert advice == jp.advise("pig", goal=20, banked=5, opponent=10, turn_total=6)


def test_advice__where_both_roll_at_once() -> None:
    assert jp.advise("pig", goal=12, turn_total=6, at_once=True).best == "roll"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"banked": 20}, "banked: expected a whole number from 0 to 19, got 20"),
        ({"opponent": -1}, "opponent: expected"),
        ({"turn_total": 1.5}, "turn_total: expected"),
        ({"position": "x"}, "position: expected"),
        ({"against": "hold at x"}, "against: expected one of best, hold at N, .* got 'hold at x'"),
        ({"goals": 3}, "Did you mean 'goal'"),
        ({"against": 25}, "against: expected a player as text, such as hold at 25"),
    ],
)
def test_mistake__is_worded(asked: dict[str, object], message: str) -> None:
    with pytest.raises(jp.InvalidRules, match=message):
        jp.advise("pig", **{"goal": 20, **asked})  # type: ignore[arg-type]


def test_position__is_asked_for_in_few_words() -> None:
    with pytest.raises(jp.InvalidRules, match=r"one of \d dice, .* another of \d+") as raised:
        jp.advise("farkle", goal=10, turn_total=3)
    assert len(str(raised.value)) < 300
