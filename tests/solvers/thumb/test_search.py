"""The best rule of a family: of all where all are tried, else none near is better, by another route."""

from itertools import product

import numpy as np
import pytest

from solvers.errors import InvalidRules, NotConverged
from solvers.fixed.given_away import given_away
from solvers.fixed.head_to_head import head_to_head
from solvers.games import big_pig, pig, progressive_pig, two_dice_pig
from solvers.games.turn import Turn
from solvers.players.counting import counting_rule
from solvers.players.rule import check
from solvers.race.solve import optimal_play
from solvers.thumb.families import Choices, Family, families
from solvers.thumb.in_a_race import ContestInTurn
from solvers.thumb.search import Best, best, frontier
from solvers.turns.played import PlayedTurns
from tests.one_throw import by_text, rolls_of

GOAL = 20


def played(turn: Turn, text: str, numbers: dict[str, int], goal: int = GOAL) -> float:
    """What a rule lacks to a half against optimal play, from values backwards."""
    rule = counting_rule(text, turn, goal, numbers)
    return head_to_head(optimal_play(turn, goal), rule, goal).wins - 0.5


@pytest.mark.parametrize("turn", [pig.turn(), progressive_pig.turn(4), two_dice_pig.turn(4)])
def test_loss__is_that_of_values(turn: Turn) -> None:
    contest = ContestInTurn(turn, GOAL)
    for family in families(turn, GOAL, 4):
        numbers = family.named([choices.grid[0] for choices in family.choices])
        assert contest.loss(family.text, numbers) == pytest.approx(
            played(turn, family.text, numbers), abs=1e-13
        )


@pytest.mark.parametrize("turn", [pig.turn(4), two_dice_pig.turn(4)])
@pytest.mark.parametrize("text", ["hold at 7", "3 scoring turns", "hold at 4 + scored + opponent / 5"])
def test_standing__is_that_of_values_whether_a_rule_counts_its_scoring_turns(turn: Turn, text: str) -> None:
    standing, rule = ContestInTurn(turn, GOAL).standing(text), counting_rule(text, turn, GOAL)
    values = given_away(rule, GOAL)
    lost = [values.optimal.wins - 0.5, values.response.wins - 0.5, head_to_head(rule, rule, GOAL).wins_first]
    assert standing == pytest.approx(tuple(lost), abs=1e-13)


def test_best__of_one_number_is_the_best_of_all() -> None:
    turn, told = pig.turn(), list[Best]()
    for family in families(turn, GOAL, 1):
        found = best(ContestInTurn(turn, GOAL), family, told.append)
        every = [played(turn, family.text, {"a": number}) for number in range(1, GOAL + 1)]
        assert found.best_of_all
        assert found.tried == GOAL == len(every)
        assert found.loss == pytest.approx(min(every), abs=1e-13)
        assert told[-1] == found


@pytest.mark.long
def test_best__of_few_rules_is_the_best_of_all() -> None:
    turn = pig.turn()
    for family in families(turn, GOAL, 2)[3:]:
        contest = ContestInTurn(turn, GOAL)
        found = best(contest, family, lambda so_far: None)
        every = [
            contest.loss(family.text, family.named(both)) for both in product(range(1, GOAL + 1), repeat=2)
        ]
        assert found.best_of_all
        assert found.tried == family.rules == GOAL**2
        assert found.loss == min(every)


class Hills:
    """What rules lose on a line where the grid's best is near a shallow place, and its second best near a
    deeper one.
    """

    def loss(self, text: str, numbers: dict[str, int]) -> float:
        """How far it is to either place."""
        return min(0.1 + abs(numbers["a"] - 1000), abs(numbers["a"] - 3003) / 2 + numbers["b"] - 1.0)


def test_best__is_looked_for_from_several_rules_of_the_grid() -> None:
    family = Family("hold at {a} + {b}", (Choices(1, 5000, (1000, 2000, 3000)), Choices(1, 2, (1, 2))))
    found = best(Hills(), family, lambda so_far: None)
    assert (found.numbers, found.loss) == ((3003, 1), 0.0)
    assert not found.best_of_all


@pytest.mark.long
@pytest.mark.parametrize("text", [family.text for family in families(pig.turn(), GOAL, 3)[3:]])
def test_best__loses_no_more_than_what_is_near_it_or_on_the_grid(text: str) -> None:
    turn = big_pig.turn(3)
    (family,) = (one for one in families(turn, GOAL, 3) if one.text == text)
    found = best(ContestInTurn(turn, GOAL), family, lambda so_far: None)
    spans = [
        range(max(own.low, number - 1), min(own.high, number + 1) + 1)
        for own, number in zip(family.choices, found.numbers, strict=True)
    ]
    grid = product(*(own.grid for own in family.choices))
    for numbers in [*product(*spans), *list(grid)[::5]]:
        assert found.loss <= played(turn, text, family.named(numbers)) + 1e-13
    assert found.loss == pytest.approx(played(turn, text, family.named(found.numbers)), abs=1e-13)
    told = by_text(found.text, GOAL), by_text(text, GOAL, family.named(found.numbers))
    assert np.array_equal(*map(rolls_of, told))


def test_frontier__has_the_best_of_as_few_numbers() -> None:
    one, two, three, four = (families(pig.turn(), GOAL, 4)[place] for place in (0, 3, 6, 8))
    found = [
        Best(four, (1, 1, 1, 1), 0.02, 1, False),
        Best(one, (9,), 0.03, 1, True),
        Best(three, (1, 1, 1), 0.02, 1, False),
        Best(two, (1, 1), 0.04, 1, False),
    ]
    assert [best.family.numbers for best in frontier(found)] == [1, 3]


def test_families__are_rules_whatever_the_goal() -> None:
    for goal in (2, 3, 10, 300):
        for family in families(pig.turn(), goal, 4):
            assert family.numbers == len({name for name in "abcd" if f"{{{name}}}" in family.text})
            for numbers in product(*(own.grid[:2] for own in family.choices)):
                check(family.text, pig.turn(), goal, family.named(numbers))
                check(family.written(numbers), pig.turn(), goal, {})
    with pytest.raises(InvalidRules):
        ContestInTurn(pig.turn(), GOAL).loss("hold at", {})


def test_hopeless_rule__loses_nearly_all_that_it_can() -> None:
    # A turn to 60 with a coin as die hardly ever scores, and most games are wiped.
    turn = two_dice_pig.turn(2)
    loss = ContestInTurn(turn, 60).loss("hold at 60", {})
    assert 0.4998 < loss < 0.5
    assert loss == pytest.approx(played(turn, "hold at 60", {}, 60), abs=1e-13)


def test_rule_whose_race_does_not_converge__loses_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(contest: ContestInTurn, who: str, own: PlayedTurns, other: PlayedTurns) -> float:
        raise NotConverged(who)

    monkeypatch.setattr(ContestInTurn, "against", refuse)
    assert ContestInTurn(pig.turn(), GOAL).loss("hold at 6", {}) == np.inf


def test_published__best_rules_are_those_of_the_literature() -> None:
    # Neller & Presser 2010: 21, 8 and 71; here from the neighbourhood of what they found.
    contest, goal = ContestInTurn(pig.turn(), 100), 100
    family = next(one for one in families(pig.turn(), goal, 3) if "round" in one.text and one.numbers == 3)
    theirs = contest.loss(family.text, {"a": 21, "b": 8, "c": 71})
    for numbers in product((20, 21, 22), (7, 8, 9), (70, 71, 72)):
        assert contest.loss(family.text, family.named(numbers)) >= theirs
    assert 200 * theirs == pytest.approx(0.922, abs=5e-4)
