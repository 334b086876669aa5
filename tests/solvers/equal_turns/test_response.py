"""Best responses under equal turns: exact on small goals, as good as any policy, won as often as said."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.contests.tie import Tie
from solvers.equal_turns.response.certificate import residual
from solvers.equal_turns.response.solve import Response, best_response
from solvers.equal_turns.solve import optimal_play
from solvers.errors import InvalidRules
from solvers.games import pig, piglet, progressive_pig, two_dice_pig
from solvers.games.turn import Turn
from solvers.players.ruled import Ruled
from tests.by_rules import anything, held, pair, player
from tests.four_ideas.tables import seat_tables
from tests.solvers.equal_turns.test_played import Table
from tests.strategies import FEW, goals, pigs, wiping_turns

ties = st.sampled_from(Tie)


def check(opponent: Ruled, tie: Tie, number: type, tolerance: float) -> None:
    """Hold the best response in both seats against what four ideas say."""
    turn, goal = opponent.rule.turn, opponent.rule.goal
    found = best_response(opponent, tie)
    for seat, players in enumerate(((None, player(opponent)), (player(opponent), None))):
        right = seat_tables(turn, goal, tie, players, seat, number)
        assert found.tie_value[seat] == pytest.approx(float(right.tie), abs=tolerance)
        np.testing.assert_allclose(found.value[seat], right.value.astype(float), rtol=0, atol=tolerance)
        np.testing.assert_allclose(
            found.waiting_value[seat], right.waiting.astype(float), rtol=0, atol=tolerance
        )


@pytest.mark.long
@pytest.mark.parametrize("tie", Tie)
@pytest.mark.parametrize(
    "opponent",
    [
        anything(pig.turn(3, 3), 4, 1),
        held(progressive_pig.turn(4), 4, 6),
        anything(two_dice_pig.turn(3), 3, 3),
    ],
    ids=("three sides", "progressive", "two dice"),
)
def test_response__is_exact_to_the_last_places(opponent: Ruled, tie: Tie) -> None:
    check(opponent, tie, Fraction, 1e-15)


@pytest.mark.long
@FEW
@given(st.one_of(pigs(5), wiping_turns()), goals(4), ties, st.integers(0, 10**6), st.data())
def test_response__to_any_policy_is_what_four_ideas_say(
    plain: Turn, goal: int, tie: Tie, seed: int, data: st.DataObject
) -> None:
    entry = 0 if plain.wipes or plain.least_score else data.draw(st.integers(0, goal))
    check(anything(replace(plain, entry=entry), goal, seed), tie, float, 1e-12)


@FEW
@given(pigs(), goals(30), ties, st.integers(1, 40))
def test_response__is_as_good_as_any_hold_at_and_as_optimal_play(
    turn: Turn, goal: int, tie: Tie, n: int
) -> None:
    found, best = best_response(held(turn, goal, n), tie), optimal_play(turn, goal, tie)
    assert found.residual <= 1e-13
    # What optimal play wins against anybody.
    assert np.all(found.value[0] >= best.value - 1e-13)
    assert np.all(found.value[1] >= best.second_value - 1e-13)
    for own in (1, 3, 8, 20, goal):
        assert found.wins_first >= pair(turn, goal, tie, own, n).win_probability - 1e-13
        assert found.wins_second >= 1.0 - pair(turn, goal, tie, n, own).win_probability - 1e-13


@FEW
@given(pigs(), goals(20), ties, st.integers(0, 10**6))
def test_response__to_any_policy_proves_itself(turn: Turn, goal: int, tie: Tie, seed: int) -> None:
    assert best_response(anything(turn, goal, seed), tie).residual <= 1e-13


def test_response__goes_on_far_against_who_hardly_ever_wins() -> None:
    against_20 = best_response(held(pig.turn(), 60, 20), Tie.FIRST)
    against_1 = best_response(held(pig.turn(), 60, 1), Tie.FIRST)
    assert against_1.first.beyond.top > against_20.first.beyond.top + 10
    assert max(against_1.residual, against_20.residual) <= 1e-14


def test_response__of_turns_that_nearly_always_bust_settles() -> None:
    found = best_response(held(piglet.turn(0.001), 20, 15), Tie.AGAIN)
    assert found.residual <= 1e-14
    # All terms are positive, so that some units in the last place are all that is lost.
    assert found.wins_first == pytest.approx(1.0, abs=5e-15)
    assert found.wins_second == pytest.approx(1.0, abs=5e-15)


class Against(Table):
    """A best response that looks one throw ahead, and who holds at n."""

    def __init__(self, found: Response, responds_first: bool, held: int, random: np.random.Generator) -> None:
        super().__init__(found.first if responds_first else found.second, random)
        self.held = held
        self.fixed = ("second", "last") if responds_first else ("first", "again")
        last = self.solved.beyond.last
        if responds_first:
            self.last = lambda behind: float(last[behind]) if behind < len(last) else 0.0

    def take(self, key: tuple[str, int, int], start: int) -> int:
        """Score after a turn from a score."""
        kind, own, _ = key
        if kind not in self.fixed:
            return super().take(key, start)
        enough = {"last": own + 1, "again": self.held}.get(kind, min(self.held, self.goal - own))
        chances, outcomes = self.throws[0]
        total = 0
        while total < enough:
            point = self.random.random()
            drawn = int(np.searchsorted(chances, point, side="right"))
            if drawn == len(outcomes):
                return 0 if point < chances[-1] + float(self.solved.turn.throws[0].wipe) else start
            total += outcomes[drawn].gain
        return start + total


@pytest.mark.long
@pytest.mark.parametrize("responds_first", [True, False], ids=("first", "second"))
def test_response__is_won_as_often_as_it_says(responds_first: bool) -> None:
    found = best_response(held(pig.turn(), 40, 12), Tie.AGAIN)
    table = Against(found, responds_first, 12, np.random.default_rng(7))
    won = np.array([table.game() for _ in range(4000)])
    said = found.wins_first if responds_first else 1.0 - found.wins_second
    assert abs(won.mean() - said) < 4 * won.std() / 4000**0.5


def test_residual__shows_one_wrong_value() -> None:
    opponent = held(pig.turn(), 20, 9)
    found = best_response(opponent, Tie.AGAIN)
    for table in (0, 1):
        for seat in (0, 1):
            values = [found.value.copy(), found.waiting_value.copy()]
            values[table][seat, 3, 4] += 1e-6
            assert residual(pig.turn(), 20, Tie.AGAIN, opponent, *values) > 1e-7


def test_residual__of_no_numbers_is_none() -> None:
    """How far one may go on beyond the goal is looked for by what is stored, and must be found."""
    opponent = held(pig.turn(), 9, 5)
    found = best_response(opponent, Tie.FIRST)
    nothing = np.full_like(found.waiting_value, np.nan)
    assert np.isnan(residual(pig.turn(), 9, Tie.FIRST, opponent, found.value, nothing))


def test_response__refuses_what_it_cannot_answer() -> None:
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        best_response(held(pig.turn(), 1, 1), Tie.FIRST)
    with pytest.raises(InvalidRules, match="turn: expected one that seldom gains 524288 points"):
        best_response(held(piglet.turn(0.99999), 9, 5), Tie.FIRST)
