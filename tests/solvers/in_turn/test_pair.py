"""Two whose turns are played out before, against what other rooms make of the same two."""

import numpy as np
import pytest

from solvers.errors import NotConverged
from solvers.games import farkle, hog, pig, piglet, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_pair import Tables, residual
from solvers.in_turn.pair import Pair
from solvers.length.solve import of_plan
from solvers.plans.plans import always, hold_at, most_points
from solvers.turns.played import played

PLANS = (
    hold_at(pig.turn(), 20),
    hold_at(two_dice_pig.turn(4), 9),
    hold_at(ten_thousand.turn(), 7),
    most_points(farkle.turn()),
    always(hog.turn(6, 6), 3),
)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.turn.name}, {plan.name}")
def test_turns_left__of_equals_are_the_length_of_their_game(plan: object) -> None:
    turn: Turn = plan.turn  # type: ignore[attr-defined]
    turns = played(plan, 20)  # type: ignore[arg-type]
    left, waiting = Pair(turn, "equals", turns, turns).turns()
    length = of_plan(plan, 20, 10)  # type: ignore[arg-type]
    np.testing.assert_allclose(left, length.turns_left, rtol=1e-12)
    # Who waits has the other's turn to come, with the scores exchanged.
    np.testing.assert_allclose(waiting, left.T, rtol=1e-12)


def test_turns_left__are_known_though_nearly_every_game_is_wiped() -> None:
    turn = two_dice_pig.turn(2)
    plan = hold_at(turn, 40)
    turns = played(plan, 40)
    pair = Pair(turn, "two", turns, turns)
    left, waiting = pair.turns()
    assert left[0, 0] > 1e6
    tables = Tables(*pair.wins(), left, waiting)
    # The proof follows as many turns, which costs it as many digits.
    assert residual(turn, plan, plan, tables) <= 1e-16 * left.max()
    wrong = tables._replace(turns=1000.0 * left, waiting_turns=1000.0 * waiting)
    assert residual(turn, plan, plan, wrong) > 0.9


def test_turns_left__refuse_games_that_never_end() -> None:
    plan = hold_at(piglet.turn(0.001), 150)
    turns = played(plan, 150)
    with pytest.raises(NotConverged, match="two"):
        Pair(plan.turn, "two", turns, turns).turns()


@pytest.mark.parametrize("place", range(4))
def test_certificate__notices_a_lie_in_each_table(place: int) -> None:
    turn = pig.turn()
    own, other = hold_at(turn, 7), hold_at(turn, 4)
    pair = Pair(turn, "two", played(own, 12), played(other, 12))
    tables = Tables(*pair.wins(), *pair.turns())
    assert residual(turn, own, other, tables) <= 1e-14
    lie = tables[place].copy()
    lie[5, 3] += 1e-6
    wrong = tables._replace(**{tables._fields[place]: lie})
    assert residual(turn, own, other, wrong) > 1e-8
