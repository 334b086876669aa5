"""Several in turn by rules, and the best against them: as of two, as four ideas say, and what is refused."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import NotConverged
from solvers.games import farkle, pig, piglet, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.in_turn import response
from solvers.in_turn.pair import Pair, race_of
from solvers.in_turn_of_many.question_of_response import best_response
from solvers.in_turn_of_many.question_of_rules import race_of_rules
from solvers.in_turn_of_many.response import respond_in_a_race
from solvers.in_turn_of_many.rules import race_by_rules
from solvers.players.rule import RuleOfThumb, rule_of_thumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.turns.played import PlayedTurns
from tests.four_ideas.contests import Race
from tests.four_ideas.values import Values, hold_at
from tests.strategies import FEW, turns

# Rules say nothing of how a turn opens.
OF_RULES = turns(full=True).filter(lambda turn: len(turn.openings) == 1)
LOOKING = "hold when turn_total >= 3 + banked - opponent"


def rules(turn: Turn, goal: int, *texts: str) -> list[RuleOfThumb]:
    return [rule_of_thumb(text, turn, goal) for text in texts]


def turns_of(turn: Turn, goal: int, *texts: str) -> list[PlayedTurns]:
    return [played_by_rule(rule) for rule in rules(turn, goal, *texts)]


@FEW
@given(OF_RULES, st.integers(2, 9))
def test_two_seats__are_a_race_of_two(turn: Turn, goal: int) -> None:
    played = turns_of(turn, goal, "hold at 3", LOOKING)
    try:
        value, waiting = race_of(turn, "two", *played)
    except NotConverged:
        return
    found = race_by_rules(turn, "two", played)
    np.testing.assert_allclose(found[0, ..., 0], value, rtol=0, atol=1e-14)
    np.testing.assert_allclose(found[1, ..., 0], waiting, rtol=0, atol=1e-14)
    np.testing.assert_allclose(found[..., :2].sum(axis=-1), 1.0, rtol=0, atol=1e-13)


@FEW
@given(OF_RULES, st.integers(2, 9))
def test_one_against_one__is_the_best_response_of_two(turn: Turn, goal: int) -> None:
    (other,) = turns_of(turn, goal, LOOKING)
    value, waiting = response.respond_in_a_race(turn, "another", other)
    first, second = (respond_in_a_race(turn, "another", seat, [other]) for seat in range(2))
    # Where nothing wipes, bit by bit: the sums are the same.
    apart = 1e-13 if turn.wipes else 0.0
    np.testing.assert_allclose(first, np.stack([value, waiting]), rtol=0, atol=apart)
    # By the scores of the first and the second, who is the best response.
    np.testing.assert_allclose(second, np.stack([waiting.T, value.T]), rtol=0, atol=apart)


@pytest.mark.parametrize("held", [(1, 2, 3, 2), (2, 2, 1, 1)])
def test_four_seats__win_what_four_ideas_say(held: tuple[int, ...]) -> None:
    turn, goal = pig.turn(3), 3
    contest = Race(goal, 4)
    start = contest.at(0, 0, 0, 0, 0)
    right = Values(turn, contest, tuple(map(hold_at, held)), [start], Fraction)[start]
    played = turns_of(turn, goal, *(f"hold at {own}" for own in held))
    found = race_by_rules(turn, "four", played)[0, 0, 0, 0, 0]
    np.testing.assert_allclose(found[:4], np.array(right, float), rtol=1e-14)


def test_one_against_three__wins_what_four_ideas_say() -> None:
    turn, goal, held = pig.turn(3), 3, (1, 2, 3)
    contest = Race(goal, 4)
    start = contest.at(0, 0, 0, 0, 0)
    played = turns_of(turn, goal, *(f"hold at {own}" for own in held))
    for seat in range(4):
        players = [*map(hold_at, held)]
        players.insert(seat, None)
        right = Values(turn, contest, tuple(players), [start], Fraction)[start][seat]
        found = respond_in_a_race(turn, "three", seat, played)[0, 0, 0, 0, 0]
        np.testing.assert_allclose(found, float(right), rtol=1e-14)


@pytest.mark.parametrize(
    "turn",
    [farkle.turn(), replace(ten_thousand.turn(), entry=9)],
    ids=lambda turn: turn.name,
)
def test_best_response__wins_more_than_any_rule_in_its_seat(turn: Turn) -> None:
    goal, others = 20, ("hold at 6", "hold when turn_total >= 5 and dice_left < 4")
    found = best_response(*rules(turn, goal, *others))
    for seat in range(3):
        won = []
        for own in ("hold at 6", "hold at 9", "hold when turn_total >= 4 and dice_left < 3"):
            texts = [*others]
            texts.insert(seat, own)
            won.append(race_of_rules(*rules(turn, goal, *texts)).win_probability[seat])
        assert max(won) < found.win_probability[seat] < max(won) + 0.1


def test_two_seats_that_wipe__last_as_long_as_a_race_of_two() -> None:
    turn, goal = two_dice_pig.turn(), 30
    played = turns_of(turn, goal, "hold at 20", LOOKING)
    turns_left, waiting = Pair(turn, "two", *played).turns()
    found = race_by_rules(turn, "two", played)[..., 2]
    np.testing.assert_allclose(found, np.stack([turns_left, waiting]), rtol=1e-13)


def test_alike_players__win_alike_from_alike_scores() -> None:
    found = race_of_rules(*rules(pig.turn(), 20, *["hold at 10"] * 3))
    # Whoever moves next wins what the first wins, by the scores in the order of moving.
    turned = np.moveaxis(found.value[1], (1, 2, 0), (0, 1, 2))
    np.testing.assert_allclose(found.value[0][..., 0], turned[..., 1], rtol=0, atol=1e-15)


def test_race__refuses_what_hardly_ends() -> None:
    with pytest.raises(NotConverged, match="a turn scores"):
        race_of_rules(*rules(piglet.turn(1e-9), 37, *["hold at 36"] * 3))
    # Two dice that are held at 60 are wiped nearly always: one backup says nothing of such values.
    with pytest.raises(NotConverged, match="wipe"):
        race_of_rules(*rules(two_dice_pig.turn(2), 32, *["hold at 31"] * 3))


def test_response__to_one_point_is_proved_by_rounds_that_leave_what_was_found_alone() -> None:
    """Two coins score in one throw of four, bust in two and wipe in one, which costs nothing at 0."""
    turn = two_dice_pig.turn(2)
    (moves,), (waits,) = respond_in_a_race(turn, "one point", 0, turns_of(turn, 1, "hold at 1"))
    assert moves.item() == pytest.approx(4 / 7, abs=1e-15)
    assert waits.item() == pytest.approx(3 / 7, abs=1e-15)
