"""Values after a wipe, where nearly every game is wiped before its end: right, or refused."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games import two_dice_pig
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way
from solvers.in_turn import settling
from solvers.questions.exact import largest_difference
from solvers.race import exact
from solvers.race.solve import optimal_play
from tests.strategies import MANY, goals


def safe_or_wild(seldom: Fraction) -> Turn:
    """Open with a throw that busts unless it scores 1, or with one that wipes unless it scores 2, more seldom
    still: at the score 0 nothing is lost by a wipe, so that the same player is wiped again and again.
    """
    safe = Throw("safe", 1 - seldom, (Outcome(seldom, 1, 0),))
    scores = seldom * Fraction(7, 10)
    wild = Throw("wild", Fraction(0), (Outcome(scores, 2, 0),), 1 - scores)
    return Turn("safe or wild", (safe, wild), (Position("any", ()),), openings=(0, 1))


def wiped_unless(scores: Fraction) -> Turn:
    """Whoever does not score is wiped."""
    throw = Throw("die", Fraction(0), (Outcome(scores, 1, 0),), 1 - scores)
    return Turn("wiped unless", (throw,), (Position("any", (Way(ROLL, 0, 0),)),))


def off(turn: Turn, goal: int) -> float:
    """By how much the race in floats differs from that in fractions."""
    value = optimal_play(turn, goal).value
    return largest_difference(value, exact.solve(turn, goal, value).value)


@pytest.mark.parametrize("goal", [2, 5])
@pytest.mark.parametrize("decimals", [1, 2, 3, 5, 7, 9])
def test_race__in_which_one_is_wiped_or_scores_is_right(decimals: int, goal: int) -> None:
    """Each round turns what is left round, and shrinks it by as little as a game seldom ends."""
    assert off(wiped_unless(Fraction(1, 10**decimals)), goal) <= 1e-15


@pytest.mark.parametrize("goal", [2, 5])
@pytest.mark.parametrize("seldom", [Fraction(1, 10), Fraction(1, 50), Fraction(1, 200)])
def test_race__in_which_one_player_is_wiped_again_and_again_is_right(seldom: Fraction, goal: int) -> None:
    assert off(safe_or_wild(seldom), goal) <= 1e-12


@pytest.mark.parametrize("goal", [2, 5])
@pytest.mark.parametrize("decimals", [7, 9])
def test_race__that_floats_cannot_tell_is_refused(decimals: int, goal: int) -> None:
    with pytest.raises(NotConverged, match=r"\(race to \d.*Nearly every game is wiped before its end: set a"):
        optimal_play(safe_or_wild(Fraction(1, 10**decimals)), goal)


@pytest.mark.long
@pytest.mark.parametrize(("sides", "goal"), [(2, 12), (2, 20), (3, 12), (6, 12)])
def test_race__of_two_dice_pig_is_exact_to_the_last_places(sides: int, goal: int) -> None:
    assert off(two_dice_pig.turn(sides), goal) <= 2e-15


@st.composite
def seldom_scoring(draw: st.DrawFn) -> Turn:
    """One throw or more to open with, that score as seldom as once in 1e8, else wipe or bust."""
    throws = []
    for index in range(draw(st.integers(1, 3))):
        scores = Fraction(draw(st.integers(1, 9)), 10 ** draw(st.integers(1, 8)))
        wipes = (1 - scores) * Fraction(draw(st.sampled_from([0, 1, 5, 10])), 10)
        outcome = Outcome(scores, draw(st.integers(1, 3)), 0)
        throws.append(Throw(f"throw {index}", 1 - scores - wipes, (outcome,), wipes))
    ways = (Way(ROLL, 0, 0),) if draw(st.booleans()) else ()
    return Turn("any", tuple(throws), (Position("any", ways),), openings=tuple(range(len(throws))))


@pytest.mark.long
@MANY
@given(seldom_scoring(), goals(3))
def test_race__of_any_turn_that_seldom_scores_is_right_or_refused(turn: Turn, goal: int) -> None:
    try:
        value = optimal_play(turn, goal).value
    except NotConverged:
        return
    assert largest_difference(value, exact.solve(turn, goal, value).value) <= 1e-11


@pytest.mark.parametrize("factor", [0.5, -0.5, 0.9999, -0.999999999])
def test_settle__finds_what_an_affine_round_leaves_as_it_is(factor: float) -> None:
    fixed, factors = np.array([0.25, 0.5, 0.75]), np.array([factor, 0.1, 0.0])
    asked = list[Array]()

    def round_of(given: Array, guessed: bool) -> Array:
        assert guessed == bool(asked)
        asked.append(given)
        came: Array = fixed + factors * (given - fixed)
        return came

    settling.settle(round_of, 3, "three")
    np.testing.assert_allclose(asked[-1], fixed, rtol=0, atol=1e-11)
    assert len(asked) <= 30


def test_settle__needs_one_round_where_nothing_wipes() -> None:
    asked = list[tuple[int, bool]]()

    def round_of(given: Array, guessed: bool) -> Array:
        asked.append((given.size, guessed))
        return given

    settling.settle(round_of, 0, "nobody")
    assert asked == [(0, False)]


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_settle__refuses_what_a_round_leaves_wherever_it_is(kept: int) -> None:
    factor = np.where(np.arange(3) == kept, 1.0, 0.3)
    with pytest.raises(NotConverged, match=r"values after a wipe: expected to be known to 1e-11.*\(three\)"):
        settling.settle(lambda given, guessed: 0.5 + factor * (given - 0.5), 3, "three")


@pytest.mark.parametrize("kept", [np.greater, np.less])
def test_settle__refuses_what_comes_back_from_one_side_only(kept: np.ufunc) -> None:
    """As where a throw that wipes is left alone if wipes are worth less."""
    with pytest.raises(NotConverged, match="values after a wipe: expected to be known to 1e-11"):
        settling.settle(
            lambda given, guessed: np.where(kept(given, 0.5) & (given > 0.1), given, 0.5), 2, "two"
        )


def test_settle__says_when_rounds_do_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "MOST_ROUNDS", 2)
    with pytest.raises(NotConverged, match=r"change after a wipe: expected at most 1e-14.*to 20, 2 rounds"):
        optimal_play(two_dice_pig.turn(), 20)
