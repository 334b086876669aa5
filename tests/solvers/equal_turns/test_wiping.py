"""Equal turns in games that wipe: fixed rules and best responses are won as they say, or refused.

Random games are held against the definition in tests (`tests/four_ideas`).
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from solvers.contests.tie import Tie
from solvers.equal_turns.question_of_rules import RulesWithEqualTurns
from solvers.equal_turns.response.certificate import residual
from solvers.equal_turns.response.solve import best_response
from solvers.equal_turns.solve import optimal_play
from solvers.errors import NotConverged
from solvers.games import two_dice_pig
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_rounds import by_rounds
from tests.by_rules import anything, held, pair
from tests.solvers.equal_turns.test_response import Against
from tests.strategies import FEW, goals, wiping_turns

ties = st.sampled_from(Tie)


@contextmanager
def refused() -> Iterator[None]:
    """Nothing more is asked of games that are refused, as nearly all of them are wiped."""
    try:
        yield
    except NotConverged as refusal:
        if "Nearly every game is wiped" not in str(refusal):
            raise
        reject()


@pytest.mark.long
@FEW
@given(wiping_turns(), goals(12), ties, st.integers(1, 15))
def test_response__is_as_good_as_any_hold_at_and_as_optimal_play(
    turn: Turn, goal: int, tie: Tie, n: int
) -> None:
    with refused():
        found, best = best_response(held(turn, goal, n), tie), optimal_play(turn, goal, tie)
        pairs = [(pair(turn, goal, tie, own, n), pair(turn, goal, tie, n, own)) for own in (1, 3, 8, goal)]
    assert found.residual <= 1e-13
    # What optimal play wins against anybody; values after a wipe are known to 1e-11.
    assert np.all(found.value[0] >= best.value - 2e-11)
    assert np.all(found.value[1] >= best.second_value - 2e-11)
    for first, second in pairs:
        assert found.wins_first >= first.win_probability - 2e-11
        assert found.wins_second >= 1.0 - second.win_probability - 2e-11


@pytest.mark.long
@FEW
@given(wiping_turns(), goals(10), ties, st.integers(0, 10**6))
def test_response__to_any_policy_proves_itself(turn: Turn, goal: int, tie: Tie, seed: int) -> None:
    with refused():
        found = best_response(anything(turn, goal, seed), tie)
    assert found.residual <= 1e-13


class Pairs:
    """Two who hold at n and at m, throw by throw, with scores of their own in further rounds, too."""

    def __init__(
        self, found: RulesWithEqualTurns, rules: tuple[int, int], random: np.random.Generator
    ) -> None:
        self.found, self.rules, self.random = found, rules, random
        throw = found.turn.throws[0]
        self.gains = [outcome.gain for outcome in throw.outcomes]
        chances = [float(outcome.probability) for outcome in throw.outcomes]
        self.chances = np.cumsum([*chances, float(throw.bust), float(throw.wipe)])

    def turn(self, score: int, enough: int) -> int:
        """Score after a turn that throws once, and then holds with enough points."""
        total = 0
        while total == 0 or total < enough:
            drawn = int(np.searchsorted(self.chances, self.random.random(), side="right"))
            if drawn == len(self.gains):
                return score
            if drawn > len(self.gains):
                return 0
            total += self.gains[drawn]
        return score + total

    def game(self) -> float:
        """1 if the first player wins, 0 if the second does, half of it if they share."""
        goal, tie, first, second = self.found.goal, self.found.tie, 0, 0
        behind = 0 if tie is Tie.LAST else 1
        while max(first, second) < goal:
            first = self.turn(first, min(self.rules[0], goal - first))
            chased = first - second + behind if first >= goal else min(self.rules[1], goal - second)
            second = self.turn(second, chased)
        while first == second and tie is Tie.AGAIN:
            first = self.turn(first, self.rules[0])
            second = self.turn(second, first - second + 1)
        if first == second:
            return {Tie.FIRST: 1.0, Tie.LAST: 0.0, Tie.SHARED: 0.5}[tie]
        return float(first > second)


@pytest.mark.long
@pytest.mark.parametrize(("goal", "tie"), [(100, Tie.LAST), (12, Tie.AGAIN)])
def test_pair__is_won_as_often_as_it_says(goal: int, tie: Tie) -> None:
    turn, rules = two_dice_pig.turn() if goal == 100 else two_dice_pig.turn(3), (22, 15)
    found = pair(turn, goal, tie, *rules)
    table = Pairs(found, rules, np.random.default_rng(11))
    won = np.array([table.game() for _ in range(4000)])
    assert abs(won.mean() - found.win_probability) < 4 * won.std() / 4000**0.5


@pytest.mark.long
@pytest.mark.parametrize("responds_first", [True, False], ids=("first", "second"))
def test_response__is_won_as_often_as_it_says(responds_first: bool) -> None:
    found = best_response(held(two_dice_pig.turn(), 40, 22), Tie.SHARED)
    table = Against(found, responds_first, 22, np.random.default_rng(5))
    won = np.array([table.game() for _ in range(4000)])
    said = found.wins_first if responds_first else 1.0 - found.wins_second
    assert abs(won.mean() - said) < 4 * won.std() / 4000**0.5


@pytest.mark.long
@pytest.mark.parametrize("tie", Tie)
def test_residual__shows_one_wrong_value(tie: Tie) -> None:
    turn = two_dice_pig.turn()
    opponent = held(turn, 20, 9)
    found = best_response(opponent, tie)
    for table in (0, 1):
        for cell in ((3, 4), (0, 4), (3, 0)):
            values = [found.value.copy(), found.waiting_value.copy()]
            values[table][(0, *cell)] += 1e-9
            assert residual(turn, 20, tie, opponent, *values, found.tie_value, found.last_value) > 1e-10


def test_by_rounds__sums_what_is_played() -> None:
    random = np.random.default_rng(3)
    first, second = random.random((2, 5, 5)) / 6.0
    counted = random.random((2, 5, 5)) / 10.0
    summed, one = np.zeros((2, 5, 5)), counted
    for _ in range(400):
        summed, one = summed + one, first @ one @ second.T
    rounds = by_rounds(first, second, counted)
    np.testing.assert_allclose(rounds.sums, summed, rtol=1e-14)
    assert rounds.undecided.max() <= 1e-17


def test_who_is_nearly_always_wiped__is_refused() -> None:
    turn = two_dice_pig.turn(2)
    # The proof follows a hundred million turns, which costs it as many digits.
    with pytest.raises(
        NotConverged, match=r"error bound: expected at most 1e-12, got .*Nearly every game is wiped"
    ):
        pair(turn, 60, Tie.FIRST, 20, 20)
    with pytest.raises(NotConverged, match=r"values after a wipe: expected .*Nearly every game is wiped"):
        best_response(held(turn, 90, 20), Tie.FIRST)
