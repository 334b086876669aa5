"""Further rounds of three against their certificate, and against what must be so."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.contests.tie import OF_THREE, Tie
from solvers.equal_turns.of_three import certificate_of_further_rounds as certificate
from solvers.equal_turns.of_three.further_rounds import Ties, comes_again, seconds_part, ties_worth
from solvers.equal_turns.of_three.one_round import Round
from solvers.equal_turns.of_three.solve import gives_up
from solvers.errors import InvalidRules, NotConverged
from solvers.games import big_pig, pig, piglet
from solvers.games.turn import Outcome, Position, Throw, Turn
from tests.strategies import turns_that_lead_on

YELLOW = load_game(shipped_rules()["yellow_zombie_dice"]).turn


def test_ties__keep_their_digits_where_nearly_every_round_is_one() -> None:
    """One throw: heads of one decides, heads of two leave these two; none knows more than how it is."""
    rare = Fraction(1, 10**9)
    turn = Turn("rare", (Throw("throw", 1 - rare, (Outcome(rare, 1, 0),)),), (Position("any", ()),))
    found = ties_worth(turn, Tie.AGAIN)
    assert found.of_two == pytest.approx(0.5, abs=1e-15)
    np.testing.assert_allclose(found.of_three, np.full(3, 1 / 3), rtol=0, atol=1e-15)
    uneven = Turn(
        "rare",
        (Throw("throw", 1 - rare, (Outcome(rare / 2, 1, 0), Outcome(rare / 2, 2, 0))),),
        (Position("any", ()),),
    )
    np.testing.assert_allclose(ties_worth(uneven, Tie.AGAIN).of_three, np.full(3, 1 / 3), rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("tie", "of_two", "of_three"),
    [(Tie.FIRST, 1.0, [1, 0, 0]), (Tie.LAST, 0.0, [0, 0, 1]), (Tie.SHARED, 0.5, [1 / 3, 1 / 3, 1 / 3])],
)
def test_ties__that_end_the_contest_are_what_they_are_called(
    tie: Tie, of_two: float, of_three: list[float]
) -> None:
    for found in (ties_worth(pig.turn(), tie), certificate.ties_worth(pig.turn(), tie)):
        assert np.ravel(found[0])[0] == of_two
        assert found[1].tolist() == of_three


@settings(max_examples=20, deadline=None)
@given(turn=turns_that_lead_on())
def test_ties__of_any_turn_are_those_of_the_certificate(turn: Turn) -> None:
    if gives_up(turn) or turn.wipes or turn.least_score > 0 or len(turn.openings) > 1:
        return
    found, right = ties_worth(turn, Tie.AGAIN), certificate.ties_worth(turn, Tie.AGAIN)
    assert found.of_two == pytest.approx(right.two[0], abs=1e-14)
    np.testing.assert_allclose(found.of_three, right.three, rtol=0, atol=1e-14)


@pytest.mark.parametrize("turn", [pig.turn(), piglet.turn(), YELLOW], ids=lambda turn: turn.name)
def test_round__goes_on_so_far_that_farther_changes_nothing(turn: Turn) -> None:
    found = ties_worth(turn, Tie.AGAIN)
    farther = Round(turn, found.of_two)
    farther._top, farther._ahead = 2 * farther._top, 2 * farther._ahead
    decided = farther.decides(found.of_three)
    np.testing.assert_allclose(decided / decided.sum(), found.of_three, rtol=0, atol=1e-15)


def test_second__has_the_part_that_a_tie_leaves_to_it() -> None:
    turn = piglet.turn()
    parts = {tie: seconds_part(turn, tie, ties_worth(turn, tie), 5) for tie in OF_THREE}
    assert [set(parts[tie].tolist()) for tie in (Tie.FIRST, Tie.LAST, Tie.SHARED)] == [{0.0}, {1.0}, {0.5}]
    again = ties_worth(turn, Tie.AGAIN)
    # The third throws on where it is level, so that what it leaves is a tie of two.
    np.testing.assert_allclose(parts[Tie.AGAIN][1:], 1.0 - again.of_two, rtol=0, atol=1e-15)
    held = Ties(0.25, np.array([0.1, 0.3, 0.6]))
    part = seconds_part(turn, Tie.AGAIN, held, 1)[1]
    # Half of its turns bust, the other half are level and held, as 0.6 is more than the half of going on.
    assert part == pytest.approx((0.5 * 0.75 + 0.5 * 0.3) / (0.5 + 0.5 * 0.4), abs=1e-15)


def test_what_goes_round__is_refused() -> None:
    one, other = np.full(3, 1 / 3), np.array([0.2, 0.3, 0.5])
    with pytest.raises(NotConverged, match=r"best replies to each other, got some .* 2 steps"):
        comes_again(lambda worth: other if (worth == one).all() else one, one)
    assert comes_again(lambda worth: other, one).tolist() == other.tolist()


def test_ties__refuse_turns_that_go_on_for_too_long() -> None:
    with pytest.raises(InvalidRules, match="points ahead"):
        ties_worth(big_pig.turn(100), Tie.AGAIN)
