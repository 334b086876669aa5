"""The race's certificate against a slow backup, on values that solve nothing."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array
from solvers.games import big_pig, farkle, hog, pig, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way
from solvers.race import certificate
from tests import oracle_turn
from tests.strategies import FEW, goals, turns

seeds = st.integers(0, 2**32 - 1)


def slow_residual(turn: Turn, goal: int, value: Array) -> float:
    """Sup-norm of one backup minus the value, by memoised recursion."""
    rules = oracle_turn.Rules(turn)

    def backup(banked: int, opponent: int) -> float:
        after = 1.0 - value[opponent]
        worth: float = oracle_turn.turn_value(rules, banked, goal, after.__getitem__, after[0])
        return worth

    return max(float(abs(backup(*state) - value[state])) for state in np.ndindex(goal, goal))


@FEW
@given(turns(full=True), goals(8), seeds)
def test_residual__is_that_of_a_slow_backup(turn: Turn, goal: int, seed: int) -> None:
    value = np.random.default_rng(seed).random((goal, goal))
    assert certificate.residual(turn, goal, value) == pytest.approx(
        slow_residual(turn, goal, value), rel=0, abs=1e-14
    )


# One position, from which one throw takes all along and others cost points; and a gain past most goals.
GIVING_UP = Turn(
    "one that gives up",
    tuple(
        Throw(
            f"throw {number}",
            Fraction(1, 6),
            (Outcome(Fraction(3, 6), 3 + number, 0), Outcome(Fraction(2, 6), 40, 0)),
        )
        for number in range(3)
    ),
    (Position("after any", tuple(Way(ROLL, number, number) for number in range(3))),),
)


@pytest.mark.long
@pytest.mark.parametrize(
    ("turn", "goal"),
    [
        (pig.turn(), 23),
        (pig.turn(2, 2), 9),
        (progressive_pig.turn(), 20),
        (two_dice_pig.turn(), 21),
        (big_pig.turn(), 30),
        (hog.turn(6), 16),
        (ten_thousand.turn(), 10),
        (farkle.turn(), 7),
        (GIVING_UP, 25),
        (GIVING_UP, 4),
    ],
    ids=lambda case: case.name if isinstance(case, Turn) else str(case),
)
def test_residual__is_that_of_a_slow_backup_in_every_game(
    turn: Turn, goal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Several blocks of opponents, the last one narrower.
    monkeypatch.setattr(certificate, "SOME", 8)
    for seed in range(3):
        value = np.random.default_rng(seed).random((goal, goal))
        assert certificate.residual(turn, goal, value) == pytest.approx(
            slow_residual(turn, goal, value), rel=0, abs=1e-14
        )
