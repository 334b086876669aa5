"""Two rules of thumb at once: in fractions at small goals, beside the best response, and refused."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.at_once.best_response import best_response
from solvers.at_once.by_rules.solve import rules_at_once
from solvers.errors import InvalidRules
from solvers.games import big_pig, pig, progressive_pig, two_dice_pig
from solvers.games.turn import Turn
from solvers.players.rule import rule_of_thumb
from tests.four_ideas.contests import BUST
from tests.four_ideas.turns import chances, ends
from tests.strategies import FEW, goals, pigs

HOLD, LEAD = "hold at {}", "hold when banked + turn_total >= opponent + {}"
POINTS = st.integers(1, 7)


def in_fractions(
    turn: Turn, goal: int, rules: tuple[tuple[str, int], ...]
) -> dict[tuple[int, int], tuple[Fraction, Fraction]]:
    """The first's chance to win, and the rounds still to come, at all scores."""
    throws = chances(turn, Fraction)

    @cache
    def played(seat: int, banked: int, other: int) -> dict[int, Fraction]:
        text, number = rules[seat]
        lacks = number if text == HOLD else other + number - banked
        found = ends(
            turn,
            throws,
            goal - banked,
            0,
            worth=lambda result: Fraction(0),
            holds=lambda total: total >= min(lacks, goal - banked),
        )
        return {0 if result == BUST else int(str(result)): chance for result, chance in found.items()}

    @cache
    def known(i: int, j: int) -> tuple[Fraction, Fraction]:
        if max(i, j) >= goal:
            return Fraction(1 + (i >= goal) - (j >= goal), 2), Fraction(0)
        wins, rounds, stays = Fraction(0), Fraction(1), Fraction(0)
        for x, p in played(0, i, j).items():
            for y, q in played(1, j, i).items():
                if x == y == 0:
                    stays += p * q
                    continue
                won, left = known(i + x, j + y)
                wins, rounds = wins + p * q * won, rounds + p * q * left
        return wins / (1 - stays), rounds / (1 - stays)

    return {(i, j): known(i, j) for i in range(goal) for j in range(goal)}


def agrees(turn: Turn, goal: int, rules: tuple[tuple[str, int], ...]) -> None:
    own, other = (rule_of_thumb(text.format(number), turn, goal) for text, number in rules)
    found = rules_at_once(own, other)
    for (i, j), (wins, rounds) in in_fractions(turn, goal, rules).items():
        assert found.value[i, j] == pytest.approx(float(wins), abs=1e-14)
        assert found.rounds_left[i, j] == pytest.approx(float(rounds), rel=1e-13)
    assert found.residual <= 1e-13


@pytest.mark.long
@FEW
@given(pigs(5), goals(6), st.tuples(*[st.tuples(st.sampled_from([HOLD, LEAD]), POINTS)] * 2))
def test_rules__at_once_are_those_of_fractions(
    turn: Turn, goal: int, rules: tuple[tuple[str, int], ...]
) -> None:
    agrees(turn, goal, rules)


def test_rules__at_once_take_turns_that_score_whatever_comes() -> None:
    agrees(progressive_pig.turn(4), 5, ((HOLD, 3), (LEAD, 1)))
    agrees(big_pig.turn(3), 7, ((HOLD, 3), (HOLD, 5)))


def test_rules__that_are_alike_share_the_wins_and_none_beats_the_best_response() -> None:
    own, other = (rule_of_thumb(f"hold at {n}", pig.turn(), 60) for n in (25, 18))
    alike = rules_at_once(own, own)
    assert alike.win_probability == pytest.approx(0.5, abs=1e-14)
    np.testing.assert_allclose(alike.value, 1.0 - alike.value.T, atol=1e-13)
    best = best_response(pig.turn(), 60, (18,)).value
    assert (rules_at_once(own, other).value <= best + 1e-13).all()


def test_rules__at_once_are_refused_where_a_throw_wipes() -> None:
    rule = rule_of_thumb("hold at 9", two_dice_pig.turn(), 30)
    with pytest.raises(InvalidRules, match="rules: expected a game that wipes nothing, got 'two-dice pig'"):
        rules_at_once(rule, rule)
