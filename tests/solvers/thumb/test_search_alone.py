"""The best rules of who plays alone: in fractions, by another route, and against all that there are."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from solvers.games import big_pig, pig, piglet, progressive_pig, two_dice_pig
from solvers.games.turn import ROLL, Turn
from solvers.players.counting import counting_rule
from solvers.players.rule import check, rule_of_thumb
from solvers.published.thumbs import GOAL, PIG, PIG_ALONE
from solvers.thumb.alone.contest import ContestAlone
from solvers.thumb.alone.evaluation import evaluate_alone, rolls_alone
from solvers.thumb.alone.families import families_alone
from solvers.thumb.alone.turns import chance_by_count
from solvers.thumb.search import best
from tests.one_throw import by_text, rolls_of
from tests.oracle_policies import rules_of
from tests.oracle_thumb_alone import Alone

TURNS = [pig.turn(), progressive_pig.turn(4), two_dice_pig.turn(4), piglet.turn()]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)
def test_loss__is_what_decisions_give_away(turn: Turn) -> None:
    goal, turns = 20, 5
    contest = ContestAlone(turn, goal, turns)
    for family in families_alone(turn, goal, turns, 4):
        numbers = family.named([choices.grid[0] for choices in family.choices])
        found = evaluate_alone(rule_of_thumb(family.text, turn, goal, numbers, turns))
        assert contest.loss(family.text, numbers) == pytest.approx(found.loss, abs=1e-14)
        assert contest.loss(family.text, numbers) == pytest.approx(found.lost.sum(), abs=1e-13)


@pytest.mark.long
@pytest.mark.parametrize(("turn", "goal", "turns"), [(pig.turn(3, 3), 7, 3), (piglet.turn(), 4, 4)])
def test_best__of_one_number_is_the_best_in_fractions(turn: Turn, goal: int, turns: int) -> None:
    contest, rules = ContestAlone(turn, goal, turns), rules_of(turn, exactly=True)
    for family in families_alone(turn, goal, turns, 1):
        found = best(contest, family, lambda so_far: None)
        assert found.best_of_all
        losses = []
        for number in range(family.choices[0].low, family.choices[0].high + 1):
            rolls = rolls_alone(rule_of_thumb(family.text, turn, goal, {"a": number}, turns))
            oracle = Alone(rules, goal, lambda *at, rolls=rolls: bool(rolls[at] == ROLL))
            optimum, own = oracle.values(turns, 0)
            losses.append(optimum - own)
        assert found.tried == len(losses)
        assert found.loss == pytest.approx(float(min(losses)), abs=1e-14)


@pytest.mark.long
def test_best__of_several_numbers_is_no_worse_than_the_grid_and_what_is_near() -> None:
    turn, goal, turns = big_pig.turn(), 60, 6
    contest = ContestAlone(turn, goal, turns)
    for family in families_alone(turn, goal, turns, 3)[5:]:
        found = best(contest, family, lambda so_far: None)
        near = [
            [number for number in (at - 1, at, at + 1) if own.low <= number <= own.high]
            for own, at in zip(family.choices, found.numbers, strict=True)
        ]
        for numbers in [*product(*near), *list(product(*(own.grid for own in family.choices)))[::7]]:
            assert found.loss <= contest.loss(family.text, family.named(numbers)) + 1e-13


@pytest.mark.long
def test_families__are_rules_whatever_the_goal_and_the_turns() -> None:
    for goal, turns in product((2, 3, 10, 300), (1, 2, 200)):
        for family in families_alone(pig.turn(), goal, turns, 4):
            assert family.numbers == len({name for name in "abcd" if f"{{{name}}}" in family.text})
            for numbers in product(*({own.low, own.grid[0], own.high} for own in family.choices)):
                check(family.text, pig.turn(), goal, family.named(numbers), turns)
                check(family.written(numbers), pig.turn(), goal, {}, turns)


# --- Policies that count their scoring turns


def scoring_turns(turn: Turn, goal: int, scoring: int, turns: int) -> Fraction:
    """The chance to reach the goal of who holds at what is lacking / scoring turns left, throw by throw."""
    rules = rules_of(turn, exactly=True)

    @cache
    def thrown(left: int, scored: int, banked: int, total: int) -> Fraction:
        found = rules.bust * begun(left - 1, scored, banked + rules.least)
        found += rules.wipe * begun(left - 1, scored, 0)
        for gain, chance in rules.gains:
            there = total + gain
            at = max(1, (goal - banked) // (scoring - min(scored, scoring - 1)))
            if banked + there >= goal:
                found += chance
            elif there >= at:
                found += chance * begun(left - 1, scored + 1, banked + there)
            else:
                found += chance * thrown(left, scored, banked, there)
        return Fraction(found)

    @cache
    def begun(left: int, scored: int, banked: int) -> Fraction:
        if banked >= goal:
            return Fraction(1)
        return thrown(left, scored, banked, 0) if left else Fraction(0)

    return begun(turns, 0, 0)


@pytest.mark.parametrize("turn", [pig.turn(4), two_dice_pig.turn(3), progressive_pig.turn(4)])
@pytest.mark.parametrize("scoring", [1, 2, 3])
def test_scoring_turns__are_counted_as_in_fractions(turn: Turn, scoring: int) -> None:
    goal, turns = 12, 4
    played = counting_rule(f"{scoring} scoring turns", turn, goal).played()
    found = chance_by_count(played, turn.least_score, turns)
    assert found == pytest.approx(float(scoring_turns(turn, goal, scoring, turns)), abs=1e-14)


def test_policy_that_does_not_count__is_the_rule_of_the_same_words() -> None:
    contest = ContestAlone(pig.turn(), 40, 6)
    chance = chance_by_count(by_text("hold at 12", 40).played(), 0, 6)
    assert contest.best_chance - chance == pytest.approx(contest.loss("hold at 12", {}), abs=1e-14)


def test_published__rules_that_are_played_alone_look_at_no_opponent() -> None:
    for own in PIG:
        rolls = rolls_of(by_text(own.text, GOAL))
        assert bool((rolls == rolls[:, :, :1]).all()) == (own in PIG_ALONE)
    # Neller, Russell & Markov 2012, exercise 3: the chance within ten turns.
    contest = ContestAlone(pig.turn(), GOAL, 10)
    assert contest.best_chance == pytest.approx(0.4654, abs=5e-5)
    for own in PIG_ALONE:
        chance = chance_by_count(by_text(own.text, GOAL).played(), 0, 10)
        assert contest.best_chance - chance > 0.06
