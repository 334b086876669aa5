"""Best responses: kernels that cannot play out turns, and those that play out turns that are seldom left."""

from collections.abc import Callable, Sequence
from types import ModuleType

import numpy as np
import pytest

from solvers.arrays import Array
from solvers.games import pig, piglet, ten_thousand
from solvers.games.turn import Turn
from solvers.in_turn import response
from solvers.in_turn.seat import Seat, Swept, in_rings_first
from solvers.in_turn_of_many import response as response_of_many
from tests.solvers.in_turn_of_many.test_race import turns_of

GOAL = 12
Solve = Callable[[Sequence[Seat], Swept | None], float]


def _at_once(seats: Sequence[Seat], solve: Solve) -> float:
    """As if no kernel compiled faster."""
    return solve(seats, seats[0].sweeps.swept)


def _of_two(turn: Turn) -> Array:
    return np.stack(response.respond_in_a_race(turn, "two", *turns_of(turn, GOAL, "hold at 3")))


def _of_three(turn: Turn) -> Array:
    others = turns_of(turn, GOAL, "hold at 3", "hold at 4")
    return response_of_many.respond_in_a_race(turn, "three", 1, others)


@pytest.mark.parametrize(("respond", "module"), [(_of_two, response), (_of_three, response_of_many)])
@pytest.mark.parametrize(
    ("turn", "tried"),
    [
        pytest.param(pig.turn(), [False], id="one throw"),
        pytest.param(piglet.turn(0.02), [False, True], id="one throw that nearly always busts"),
        pytest.param(ten_thousand.turn(["m5"]), [True], id="several throws"),
    ],
)
def test_turns_of_one_throw__are_played_out_only_where_they_are_seldom_left(
    respond: Callable[[Turn], Array],
    module: ModuleType,
    turn: Turn,
    tried: list[bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    can_play_out: list[bool] = []

    def noting(seats: Sequence[Seat], solve: Solve) -> float:
        def notes(own: Sequence[Seat], swept: Swept | None) -> float:
            can_play_out.append(swept is not None)
            return solve(own, swept)

        return in_rings_first(seats, notes)

    monkeypatch.setattr(module, "in_rings_first", noting)
    found = respond(turn)
    assert can_play_out == tried
    monkeypatch.setattr(module, "in_rings_first", _at_once)
    np.testing.assert_allclose(found, respond(turn), rtol=1e-14, atol=0)
