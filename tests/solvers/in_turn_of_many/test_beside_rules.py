"""Two for the win and a rule in a race of three, beside engines that share little with it; four ideas have it
too."""

from dataclasses import replace

import numpy as np
import pytest

from solvers.errors import InvalidRules
from solvers.games import big_pig, pig, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.in_turn_of_many.beside_rules import counted_of, race_beside_rules
from solvers.in_turn_of_many.certificate_of_best import (
    gain_and_residual,
    loss_of_hold_at,
    unsettled_residual,
)
from solvers.in_turn_of_many.question_of_response import best_response
from solvers.players.rule import RuleOfThumb, rule_of_thumb

LEADING = "hold when turn_total >= 3 + banked - opponent"


def seated(turn: Turn, goal: int, *texts: str) -> list[RuleOfThumb | None]:
    return [None if text == "best" else rule_of_thumb(text, turn, goal) for text in texts]


@pytest.mark.long
@pytest.mark.parametrize(
    ("turn", "seat"),
    [
        *((turn, seat) for turn in (pig.turn(), big_pig.turn(3)) for seat in range(3)),
        (ten_thousand.turn(["m5"]), 1),
    ],
    ids=lambda one: one.name if isinstance(one, Turn) else str(one),
)
def test_one_for_the_win__is_the_best_response(turn: Turn, seat: int) -> None:
    earlier, later = (rule_of_thumb(text, turn, 12) for text in ("hold at 4", LEADING))
    seats = [earlier, later]
    seats.insert(seat, None)
    found = race_beside_rules(seats)
    response = best_response(earlier, later)
    np.testing.assert_allclose(found.value[..., seat], response.value[seat], rtol=0, atol=1e-13)
    if turn.only_throws_on:
        np.testing.assert_array_equal(found.hold_at[seat], response.hold_at[seat])
        others = np.delete(found.hold_at, seat, axis=0)
        assert (others == 0).all()


@pytest.mark.parametrize("place", range(3))
def test_two_for_the_win__leave_the_rule_no_more_than_a_best_player_has(place: int) -> None:
    texts = ["best", "best", "best"]
    texts[place] = "hold at 6"
    ruled = race_beside_rules(seated(pig.turn(), 16, *texts))
    assert ruled.residual < 1e-14
    assert ruled.deviation_gain < 1e-14
    assert ruled.unsettled_clusters == 0
    np.testing.assert_allclose(ruled.value.sum(axis=-1), 1.0, atol=1e-13)
    # A better rule for the same seat wins more.
    texts[place] = "hold at 16"
    better = race_beside_rules(seated(pig.turn(), 16, *texts))
    assert better.win_probability[place] > ruled.win_probability[place]


@pytest.mark.parametrize("place", range(3))
def test_clusters_without_equilibrium__are_flagged_and_proved(place: int) -> None:
    texts = ["best", "best", "best"]
    texts[place] = "hold at 5"
    turn = pig.turn(3, 3)
    seats = seated(turn, 12, *texts)
    found = race_beside_rules(seats)
    assert found.unsettled_clusters == 1
    assert 1e-5 < found.deviation_gain < 3e-5
    counted, settled = counted_of(found.value), found.settled
    assert unsettled_residual(turn, seats, counted, settled) < 1e-13
    assert loss_of_hold_at(turn, seats, counted, settled, found.hold_at).max() < 1e-13
    # Lies: another value there, another flag.
    [scores] = np.argwhere(settled == 2)
    lie = found.value.copy()
    lie[(0, *scores, 0)] += 1e-9
    assert unsettled_residual(turn, seats, counted_of(lie), settled) > 1e-10
    other = settled.copy()
    other[tuple(scores)] = 1
    assert unsettled_residual(turn, seats, counted, other) == np.inf
    assert gain_and_residual(turn, seats, counted, other)[1] > 1e-6
    held = found.hold_at.copy()
    held[place, 0, 0, 0] = 1
    assert loss_of_hold_at(turn, seats, counted, settled, held).max() == np.inf


@pytest.mark.parametrize(
    ("turn", "goal", "said"),
    [
        (two_dice_pig.turn(), 8, "no wipes"),
        (progressive_pig.turn(), 8, "nothing for a bust"),
        (replace(pig.turn(), entry=4), 8, "no house rules"),
        (pig.turn(), 101, "2 to 100"),
    ],
)
def test_race_beside_rules__refuses(turn: Turn, goal: int, said: str) -> None:
    with pytest.raises(InvalidRules, match=said):
        race_beside_rules(seated(turn, goal, "best", "best", "hold at 3"))
