"""The best response of one of three players with equal turns: as played, and as must be so."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array, Shorts
from solvers.contests.tie import OF_THREE, Tie
from solvers.equal_turns.of_three.by_rules.certificate import Stored
from solvers.equal_turns.of_three.response.beyond import Beyond
from solvers.equal_turns.of_three.response.certificate import residual
from solvers.equal_turns.of_three.response.solve import Response
from solvers.equal_turns.of_three.solve import optimal_play
from solvers.equal_turns.response.solve import best_response as best_of_two
from solvers.errors import InvalidRules
from solvers.games import big_pig, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.players.ruled import ruled
from tests.by_rules import all_held, response_at, trio_at
from tests.four_ideas.contests import EqualTurns
from tests.four_ideas.values import Values, hold_at
from tests.strategies import FEW, goals, pigs, thresholds

ties = st.sampled_from(OF_THREE)
Rules = tuple[int, int]


def seated(rules: Rules, own_rule: int, seat: int) -> tuple[int, int, int]:
    """Three rules, the third of them in a seat, those of the others around it."""
    all_rules = [*rules]
    all_rules.insert(seat, own_rule)
    return all_rules[0], all_rules[1], all_rules[2]


def stored(solved: Response) -> Stored:
    """What the certificate is shown."""
    return Stored(
        solved.value, solved.last_value, solved.after_value, solved.tie_value, solved.three_tie_value
    )


@pytest.mark.long
@FEW
@given(pigs(), goals(16), ties, thresholds(2, 24), st.integers(1, 24))
def test_response__is_as_good_as_any_hold_at_and_is_proved(
    turn: Turn, goal: int, tie: Tie, rules: Rules, own_rule: int
) -> None:
    found = response_at(turn, goal, tie, rules)
    assert found.residual <= 1e-13
    for seat in range(3):
        by_rule = trio_at(turn, goal, tie, seated(rules, own_rule, seat))
        for name in ("value", "last_value", "after_value"):
            theirs = getattr(by_rule, name)[..., seat]
            assert (getattr(found, name)[seat] >= theirs - 1e-13).all(), name
        assert found.three_tie_value[seat] >= by_rule.three_tie_value[seat] - 1e-13


@pytest.mark.long
@pytest.mark.parametrize("tie", OF_THREE)
def test_response__to_others_with_the_last_turn_is_the_best_last_turn(tie: Tie) -> None:
    """Nobody comes after the third: what the others hold at does not matter with something to beat."""
    found, best = response_at(pig.turn(), 20, tie, (20, 20)), optimal_play(pig.turn(), 20, tie)
    level = [found.tie_value[2, 1], found.three_tie_value[2]]
    same = [level[0] == 1.0 - best.tie_value, level[1] == best.three_tie_value[2]]
    for leaders, told in ((0, 0), (2, 1)):
        if same[told]:
            np.testing.assert_allclose(
                found.last_value[2, leaders], best.last_value[told], rtol=0, atol=1e-15
            )
    assert same == [True, True] or tie is Tie.AGAIN


@pytest.mark.long
@pytest.mark.parametrize("rules", [(12, 12), (9, 11)])
def test_response__knows_what_a_tie_of_two_is_worth(rules: Rules) -> None:
    found = response_at(pig.turn(), 12, Tie.AGAIN, rules)
    of_two = [best_of_two(ruled(f"hold at {held}", pig.turn(), 12), Tie.AGAIN).tie_value for held in rules]
    np.testing.assert_allclose(found.tie_value[0, 1:], of_two[0][0], rtol=0, atol=1e-15)
    # In the second seat the earlier one is before it in a round, and the later one after it.
    np.testing.assert_allclose(found.tie_value[1, 2], 1.0 - of_two[0][1], rtol=0, atol=1e-15)
    np.testing.assert_allclose(found.tie_value[1, 0], of_two[0][0], rtol=0, atol=1e-15)
    np.testing.assert_allclose(
        found.tie_value[2, :2], 1.0 - np.array([of_two[1][1], of_two[0][1]]), rtol=0, atol=1e-15
    )
    assert (found.tie_value.diagonal() == 0.0).all()


def test_response__goes_on_farther_against_who_hardly_ever_wins() -> None:
    weak, strong = (response_at(pig.turn(), 24, Tie.FIRST, rules) for rules in ((1, 1), (12, 12)))
    assert weak.hold_past_goal[0, 0, 0, 0] > strong.hold_past_goal[0, 0, 0, 0] + 5
    assert max(weak.residual, strong.residual) <= 1e-14


@pytest.mark.parametrize(
    "turn",
    [
        piglet.turn(0.001),
        piglet.turn(0.9, 3),
        pig.turn(2),
        pig.turn(8),
        # Which goes on for hundreds of points beyond the goal.
        pytest.param(pig.turn(20), marks=pytest.mark.long),
    ],
    ids=lambda turn: f"{turn.name} of {len(turn.throws[0].outcomes) + 1}",
)
def test_response__of_rare_and_of_frequent_busts_is_proved(turn: Turn) -> None:
    found = response_at(turn, 6, Tie.AGAIN, (5, 3))
    assert found.residual <= 1e-14
    assert (found.value >= 0.0).all()
    assert (found.win_probability > 0.0).all()


def test_response__keeps_its_digits_where_nearly_every_turn_busts() -> None:
    turn, contest = piglet.turn(0.001), EqualTurns(3, Tie.AGAIN, 3)
    found, start = response_at(turn, 3, Tie.AGAIN, (2, 2)), contest.at(0, 0, 0, 0)
    tied = contest.tied((1, 1, 1), (0, 1, 2))
    for seat in range(3):
        players = [hold_at(2), hold_at(2)]
        players.insert(seat, None)
        right = Values(turn, contest, tuple(players), [start, tied], Fraction)
        for told, at in ((found.win_probability, start), (found.three_tie_value, tied)):
            np.testing.assert_allclose(told[seat], float(right[at][seat]), rtol=1e-14, atol=0)


@FEW
@given(pigs())
def test_beyond__holds_where_nothing_can_be_gained(turn: Turn) -> None:
    limits = Beyond(turn)
    nothing = limits.held_from(8, 2, np.zeros((8, 8)))
    much = limits.held_from(8, 2, np.ones((8, 8)))
    assert (nothing >= much).all()
    assert (much >= 8).all()
    assert (limits.held_from(8, 1, np.zeros((8, 8))) <= nothing).all()


class Table:
    """The response, which looks one throw ahead at stored values, among two who hold at n and at m.

    Parameters
    ----------
    solved : the response
    rules : what the others hold at
    seat : its own
    random : throws
    """

    def __init__(self, solved: Response, rules: Rules, seat: int, random: np.random.Generator) -> None:
        self.solved, self.seat, self.random = solved, seat, random
        self.reply, self.goal = solved.seats[seat].reply, solved.seats[seat].goal
        self.after, self.last = solved.after_hold_at, solved.last_hold_at
        self.turn, self.tie, self.rules = self.reply.turn, self.reply.tie, seated(rules, 0, seat)

    @staticmethod
    def hold_at(totals: Shorts, behind: int) -> int:
        """The turn total to hold at; who is farther behind than is stored begins farther away."""
        return int(totals[min(behind, totals.size) - 1]) + max(0, behind - totals.size)

    def taken(self, holds: Any) -> int:
        """What a turn gains, by whether it holds a turn total."""
        total = 0
        while total == 0 or not holds(total):
            drawn = self.random.random()
            for one in self.turn.throws[0].outcomes:
                drawn -= float(one.probability)
                if drawn < 0.0:
                    total += one.gain
                    break
            else:
                return self.turn.least_score
        return total

    def gained(self, mover: int, scores: list[int]) -> int:
        """What a mover's turn of the game gains."""
        best = max(scores)
        if mover != self.seat:
            enough = max(1, best - scores[mover] + (0 if self.tie is Tie.LAST else 1))
            if best < self.goal:
                enough = min(self.rules[mover], self.goal - scores[mover])
            return self.taken(lambda total: total >= enough)
        if best < self.goal:
            below = int(self.solved.hold_at[mover, *scores])
            past = int(self.solved.hold_past_goal[mover, *scores])
            lacking = self.goal - scores[mover]
            assert below == past or below < lacking
            return self.taken(lambda total: total >= (below if total < lacking else past))
        if mover == 1:
            at = self.hold_at(self.after[:, min(best - scores[2], self.goal) - 1], best - scores[1])
        else:
            leading = 2 if scores[0] == scores[1] else int(scores[1] > scores[0])
            at = self.hold_at(self.last[leading], best - scores[2])
        return self.taken(lambda total: total >= at)

    def game(self) -> float:
        """Its part of the win in one game; a tie that goes on counts what that is worth."""
        scores = [0, 0, 0]
        while max(scores) < self.goal:
            for mover in range(3):
                scores[mover] += self.gained(mover, scores)
        tied = [seat for seat in range(3) if scores[seat] == max(scores)]
        if len(tied) == 1:
            return float(tied[0] == self.seat)
        if len(tied) == 3:
            return float(self.solved.three_tie_value[self.seat])
        (untied,) = {0, 1, 2} - set(tied)
        return float(self.solved.tie_value[self.seat, untied])


def within(won: Array, said: float) -> bool:
    """Whether games are won as often as is said, within four standard errors."""
    return bool(abs(won.mean() - said) < 4.0 * won.std() / won.size**0.5)


# What is said of each seat is what four ideas say; here its choices are played.
@pytest.mark.long
@pytest.mark.parametrize(
    ("turn", "goal", "tie", "rules", "seat"),
    [
        (big_pig.turn(), 20, Tie.LAST, (9, 14), 0),
        (progressive_pig.turn(), 20, Tie.AGAIN, (14, 8), 1),
        (pig.turn(), 20, Tie.SHARED, (14, 8), 2),
    ],
    ids=("big pig", "progressive", "pig"),
)
def test_response__is_won_as_often_as_it_says(
    turn: Turn, goal: int, tie: Tie, rules: Rules, seat: int
) -> None:
    found = response_at(turn, goal, tie, rules)
    table = Table(found, rules, seat, np.random.default_rng(7))
    won = np.array([table.game() for _ in range(4000)])
    assert within(won, found.win_probability[seat])


@pytest.mark.long
@pytest.mark.parametrize("tie", OF_THREE)
# How long it lasts is told of three rules alone.
@pytest.mark.parametrize("name", [own for own in Stored._fields if own != "turns"])
def test_certificate__sees_a_lie_about_every_array(name: str, tie: Tie) -> None:
    turn = pig.turn(4)
    honest, rules = stored(response_at(turn, 5, tie, (4, 6))), all_held(turn, 5, (4, 6))
    assert residual(turn, 5, tie, rules, honest) < 1e-14
    for seat in range(3):
        lie = np.array(getattr(honest, name))
        lie[(seat, *(1,) * (lie.ndim - 1))] += 1e-6
        assert residual(turn, 5, tie, rules, honest._replace(**{name: lie})) > 1e-7


def test_certificate__takes_no_chance_that_is_none() -> None:
    turn = piglet.turn()
    honest, rules = stored(response_at(turn, 3, Tie.LAST, (1, 1))), all_held(turn, 3, (1, 1))
    for wrong in (np.nan, -0.1, 1.1):
        value = honest.value.copy()
        value[1, 0, 1, 1, 1] = wrong
        assert residual(turn, 3, Tie.LAST, rules, honest._replace(value=value)) == np.inf


@pytest.mark.parametrize(
    ("turn", "asked", "said"),
    [
        (two_dice_pig.turn(), {}, "turn: expected a game in which nobody is wiped"),
        (ten_thousand.turn(), {}, "turn: expected a game whose only way to go on is the same throw"),
        (pig.turn(), {"goal": 1}, "goal: expected 2 to 60, got 1"),
        (pig.turn(), {"goal": 61}, "goal: expected 2 to 60, got 61"),
        (piglet.turn(0.99999), {}, "turn: expected one that seldom gains 32768 points"),
        (piglet.turn(0.995), {}, "expected a turn that is held 1024 points ahead"),
    ],
)
def test_response__refuses(turn: Turn, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRules, match=said):
        response_at(turn, **({"goal": 9, "tie": Tie.FIRST, "rules": (5, 5)} | asked))


@pytest.mark.long
def test_response__with_an_entry_holds_with_no_less() -> None:
    entry = 9
    found = response_at(replace(big_pig.turn(4), entry=entry), 12, Tie.AGAIN, (5, 3))
    assert found.residual <= 1e-14
    for seat, held in enumerate(found.hold_at):
        own = np.moveaxis(held, seat, 0)
        assert (own[:entry] + np.arange(entry)[:, None, None] >= entry).all()
        assert (own[0] >= entry).all()
