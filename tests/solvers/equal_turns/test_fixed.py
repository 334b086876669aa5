"""Hold at n against hold at m with equal turns: exact on small goals, and no better than optimal play."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.equal_turns.certificate_of_fixed import residual
from solvers.equal_turns.fixed import pair
from solvers.equal_turns.solve import optimal_play
from solvers.equal_turns.tie import Tie
from solvers.errors import InvalidRules
from solvers.games import pig, piglet, ten_thousand
from solvers.games.turn import Turn
from tests.strategies import FEW, goals, pigs

ties = st.sampled_from(Tie)


def ends(turn: Turn, hold_at: int) -> dict[int, Fraction]:
    """Gains of a turn that holds there, by following every throw; a bust gains nothing."""
    found: dict[int, Fraction] = {}

    def follow(total: int, chance: Fraction) -> None:
        if total >= hold_at:
            found[total] = found.get(total, Fraction(0)) + chance
            return
        found[0] = found.get(0, Fraction(0)) + chance * turn.throws[0].bust
        for outcome in turn.throws[0].outcomes:
            follow(total + outcome.gain, chance * outcome.probability)

    follow(0, Fraction(1))
    return found


def slow(turn: Turn, goal: int, tie: Tie, first: int, second: int) -> Fraction:
    """The first player's chance to win, in fractions, state by state."""
    ending = cache(lambda hold_at: ends(turn, hold_at))

    def last(behind: int, level: Fraction) -> Fraction:
        target = behind if tie is Tie.LAST else behind + 1
        gains = ending(max(target, 1)).items()
        return sum(
            (chance * (level if gain == behind else gain > behind) for gain, chance in gains), Fraction(0)
        )

    worth = {Tie.FIRST: Fraction(1), Tie.LAST: Fraction(0), Tie.SHARED: Fraction(1, 2)}.get(tie)
    if worth is None:
        a_round: Callable[[Fraction], Fraction] = lambda tied: sum(  # noqa: E731
            (chance * (1 - last(gain, 1 - tied)) for gain, chance in ending(first).items()), Fraction(0)
        )
        # It is affine in what a tie is worth.
        worth = a_round(Fraction(0)) / (1 - a_round(Fraction(1)) + a_round(Fraction(0)))
    level, known = 1 - worth, dict[tuple[int, int], tuple[Fraction, Fraction]]()
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            own, other = dict(ending(min(first, goal - i))), dict(ending(min(second, goal - j)))
            bust, other_bust = own.pop(0), other.pop(0)
            known_first = Fraction(0)
            for gain, chance in own.items():
                x = i + gain
                known_first += chance * (1 - known[x, j][1] if x < goal else 1 - last(x - j, level))
            known_second = Fraction(0)
            for gain, chance in other.items():
                known_second += chance * (1 - known[i, j + gain][0] if j + gain < goal else 1)
            value = (known_first + bust * (1 - known_second - other_bust)) / (1 - bust * other_bust)
            known[i, j] = value, known_second + other_bust * (1 - value)
    return known[0, 0][0]


@FEW
@given(pigs(4), goals(7), ties, st.integers(1, 9), st.integers(1, 9))
def test_pair__is_exact_to_the_last_places(turn: Turn, goal: int, tie: Tie, first: int, second: int) -> None:
    found = pair(turn, goal, tie, first, second)
    assert found.win_probability == pytest.approx(float(slow(turn, goal, tie, first, second)), abs=1e-15)
    assert found.residual <= 1e-14


@pytest.mark.parametrize("tie", Tie)
def test_pair__of_pig_proves_itself_and_wins_no_more_than_the_best(tie: Tie) -> None:
    best = optimal_play(pig.turn(), 60, tie)
    found = pair(pig.turn(), 60, tie, 20, 20)
    assert found.residual <= 1e-14
    assert np.all(found.last_value <= best.last_value + 1e-15)
    assert abs(found.win_probability - best.win_probability) < 0.05


def test_residual__shows_one_wrong_value() -> None:
    found = pair(pig.turn(), 20, Tie.AGAIN, 9, 7)
    for seat in (0, 1):
        values = [found.value.copy(), found.second_value.copy()]
        values[seat][3, 4] += 1e-6
        assert residual(pig.turn(), 20, Tie.AGAIN, (9, 7), *values) > 1e-7
    assert residual(pig.turn(), 20, Tie.LAST, (9, 7), found.value, found.second_value) > 1e-7


def test_pair__refuses_what_it_cannot_answer() -> None:
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        pair(pig.turn(), 1, Tie.FIRST, 5, 5)
    with pytest.raises(InvalidRules, match=r"hold_at: expected 1 or more, got 0\."):
        pair(pig.turn(), 9, Tie.FIRST, 0, 5)
    with pytest.raises(InvalidRules, match="turn: expected a game without an entry, got 'pig'"):
        pair(replace(pig.turn(), entry=5), 9, Tie.FIRST, 5, 5)
    with pytest.raises(InvalidRules, match="turn: expected a game whose only way to go on is the same throw"):
        pair(ten_thousand.turn(), 9, Tie.FIRST, 5, 5)
    with pytest.raises(InvalidRules, match="hold_at: expected one that is reached with a chance of 1e-290"):
        pair(piglet.turn(0.001), 200, Tie.FIRST, 150, 150)
