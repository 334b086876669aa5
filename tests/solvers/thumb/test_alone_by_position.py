"""Rules of thumb for who plays alone where there is more to decide: in fractions, by playing, and by
identities.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.games import farkle, pig, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import HOLD, Turn
from solvers.plans.plans import most_points
from solvers.players import turns_by_rule as turns_of_rules
from solvers.players.rule import RuleOfThumb, check, not_below, rule_of_thumb
from solvers.questions.covering import cover
from solvers.thumb import decisions
from solvers.thumb.alone import turns as alone_turns
from solvers.thumb.alone.certificate import residual
from solvers.thumb.alone.contest import ContestAlone
from solvers.thumb.alone.evaluation import evaluate_alone, evaluate_alone_by_state
from solvers.thumb.alone.families import families_alone_by_position
from solvers.thumb.alone.turns import chance_by_count
from solvers.thumb.judged import dice_columns
from solvers.thumb.regions import grid
from solvers.thumb.regions.grid import groups_of
from solvers.thumb.search import best
from tests import oracle_house_rules as house_rules
from tests import oracle_thumb_by_position as oracle
from tests.by_position import by_position
from tests.interpreted import interpret
from tests.lies import ROUNDING, as_stored
from tests.one_throw import by_text
from tests.solvers.thumb.test_evaluation_by_position import as_player
from tests.strategies import FEW, goals, turns, turns_that_lead_on, turns_with_entry

TEXTS = (
    "hold when turn_total >= 4 and turns_left > 1",
    "hold when turn_total * turns_left >= goal - banked and dice_left < 5, go for most dice_left",
    "hold when turn_total >= 2 + dice_left - turns_left, go for most points + 2 * dice_left",
)


def chances(turn: Turn, goal: int, many: int, rule: RuleOfThumb) -> tuple[Any, Any]:
    """Chances of optimal play and of the rule, by turns left and banked score, in fractions."""
    player = as_player(rule)

    @cache
    def optimal(left: int, banked: int) -> Fraction:
        if banked >= goal:
            return Fraction(1)
        if left == 0:
            return Fraction(0)
        return house_rules.turn_worth(turn, goal, banked, lambda score: optimal(left - 1, score))

    @cache
    def mine(left: int, banked: int) -> Fraction:
        if left == 0:
            return Fraction(0)
        ends, _ = oracle.play_turn(turn, goal, player, (banked, left))
        return sum((p * (1 if s == "won" else mine(left - 1, s)) for s, p in ends.items()), Fraction(0))

    return optimal, mine


@pytest.mark.parametrize(
    ("turn", "goal", "text"),
    [
        (pig.turn(3, 3), 6, "hold when turn_total * turns_left >= goal - banked"),
        (two_dice_pig.turn(3), 6, "hold when turn_total >= 3 and turns_left > 1"),
        (ten_thousand.turn(("m5", "m1")), 5, "hold at 1 + turns_left, go for most dice_left"),
        (
            ten_thousand.turn(("m5",)),
            5,
            'hold when turn_total > banked and turns_left > 1 or position has "1"',
        ),
        (replace(ten_thousand.turn(("m5",)), entry=3), 5, "hold when turn_total > banked or turns_left = 2"),
        (replace(pig.turn(3, 3), entry=4), 6, "hold when turn_total >= turns_left"),
    ],
    ids=lambda one: f"{one.name}, entry {one.entry}" if isinstance(one, Turn) else str(one),
)
def test_everything__is_what_it_is_in_fractions(turn: Turn, goal: int, text: str) -> None:
    many = 3
    found = evaluate_alone(rule_of_thumb(text, turn, goal, turns=many))
    player, (optimal, mine) = as_player(found.rule), chances(turn, goal, many, found.rule)
    begun: dict[tuple[int, int], Any] = {(many, 0): Fraction(1)}
    often: dict[oracle.Decision, Any] = {}
    for left in range(many, 0, -1):
        for banked in range(goal):
            here = begun.get((left, banked), Fraction(0))
            ends, met = oracle.play_turn(turn, goal, player, (banked, left))
            for score, chance in ends.items():
                if score != "won":
                    begun[left - 1, score] = begun.get((left - 1, score), 0) + here * chance
            for at, chance in met.items():
                often[at] = often.get(at, 0) + here * chance
    # What the oracle of a race takes for the other's score are the turns left: who has the turn then has lost
    # what it is worth after it.
    after = {(left, s): 1 - optimal(left - 1, s) for left in range(1, many + 1) for s in range(goal)}
    lost = {}
    for at in often:
        choices = oracle.choices(turn, goal, after, at)
        lost[at] = max(choices.values()) - choices[player(*at)]
    loss = optimal(many, 0) - mine(many, 0)
    # The identity, to the last digit.
    assert sum(often[at] * lost[at] for at in often) == loss
    assert found.loss == pytest.approx(float(loss), abs=1e-14)
    for left, banked in np.ndindex(many + 1, goal):
        assert found.value[left, banked] == pytest.approx(float(optimal(left, banked)), abs=1e-14)
        assert found.rule_value[left, banked] == pytest.approx(float(mine(left, banked)), abs=1e-14)
        assert found.begun[left, banked] == pytest.approx(float(begun.get((left, banked), 0)), abs=1e-14)
        there = sum(often[at] * lost[at] for at in often if at[:2] == (banked, left))
        assert found.lost[left, banked] == pytest.approx(float(there), abs=1e-14)
    apart = by_position(found)
    for total, position in np.ndindex(apart.visits[0].shape):
        there = [at for at in often if at[2:] == (total, position)]
        visits, given_away = sum(often[at] for at in there), sum(often[at] * lost[at] for at in there)
        assert apart.visits[0, total, position] == pytest.approx(float(visits), abs=1e-14)
        assert apart.lost_there[0, total, position] == pytest.approx(float(given_away), abs=1e-14)
    right = sum(often[at] for at in often if lost[at] == 0) / sum(often.values())
    assert found.right_decisions == pytest.approx(float(right), abs=1e-13)


# --- Playing


def test_rule__reaches_the_goal_as_often_in_turns_that_are_played() -> None:
    turn, goal, many, trials = ten_thousand.turn(), 20, 4, 20_000
    found = evaluate_alone(rule_of_thumb(TEXTS[1], turn, goal, turns=many))
    player, random, won, ended = as_player(found.rule), np.random.default_rng(1), 0, np.zeros(goal)
    cut = [
        np.cumsum([float(throw.bust), *(float(one.probability) for one in throw.outcomes)])
        for throw in turn.throws
    ]
    for _ in range(trials):
        banked = 0
        for left in range(many, 0, -1):
            total, throw = 0, turn.openings[0]
            while True:
                place = int(np.searchsorted(cut[throw], random.random() * cut[throw][-1], side="right"))
                if place == 0:
                    break
                outcome = turn.throws[throw].outcomes[place - 1]
                total += outcome.gain
                way = None if banked + total >= goal else player(banked, left, total, outcome.position)
                if way is None:
                    banked += total
                    break
                total, throw = total - way[0], way[1]
            if banked >= goal:
                break
        won += banked >= goal
        if banked < goal:
            ended[banked] += 1
    # Five standard deviations.
    assert won / trials == pytest.approx(found.rule_value[-1, 0], abs=5 * 0.5 / trials**0.5)
    assert ended / trials == pytest.approx(found.begun[0], abs=5 * 0.5 / trials**0.5)


# --- Identities


@st.composite
def any_rules(draw: st.DrawFn, turn: Turn, goal: int) -> RuleOfThumb:
    """A rule that does anything."""
    many, kinds = draw(st.integers(1, 5)), draw(st.integers(1, len(turn.positions)))
    kind = draw(
        st.lists(st.integers(0, kinds - 1), min_size=len(turn.positions), max_size=len(turn.positions))
    )
    shape = draw(st.sampled_from([(1, 1), (goal, 1), (1, many + 1), (goal, many + 1)]))
    way = [draw(st.integers(1, len(at.ways))) if at.ways else 0 for at in turn.positions]
    holds = np.random.default_rng(draw(st.integers(0, 2**32 - 1))).random((*shape, goal, kinds)) < 0.6
    barred = not_below(turn.entry, holds)
    return RuleOfThumb("any", turn, goal, np.array(way), np.array(kind), barred, many)


@FEW
@given(turns() | turns_that_lead_on() | turns_with_entry(7), goals(8), st.data())
def test_evaluation__holds_together_for_any_rule(turn: Turn, goal: int, data: st.DataObject) -> None:
    found = evaluate_alone(data.draw(any_rules(turn, max(goal, turn.entry + 1))))
    assert found.residual <= 1e-12
    for table in (found.lost, found.decided.lost_there, found.decided.cells.lost):
        assert table.sum() == pytest.approx(found.value[-1, 0] - found.rule_value[-1, 0], abs=1e-12)
    assert (found.rule_value <= found.value + 1e-13).all()
    assert 0.0 <= found.right_decisions <= 1.0 + 1e-12
    assert found.begun[0].sum() == pytest.approx(1.0 - found.rule_value[-1, 0], abs=1e-12)


@pytest.mark.parametrize("turn", [pig.turn(), two_dice_pig.turn(), progressive_pig.turn()])
@pytest.mark.parametrize("text", [TEXTS[0], "hold when turn_total * turns_left >= 2 * (goal - banked)"])
def test_game_of_one_throw__is_as_its_own_evaluation_says(turn: Turn, text: str) -> None:
    goal, many = 20, 5
    rule = rule_of_thumb(text, turn, goal, turns=many)
    one, found = evaluate_alone_by_state(rule), evaluate_alone(rule)
    np.testing.assert_allclose(found.rule_value, one.rule_value, atol=1e-14)
    np.testing.assert_allclose(found.value, one.value, atol=1e-14)
    np.testing.assert_allclose(found.lost, one.lost, atol=1e-14)
    np.testing.assert_allclose(found.begun, one.visits[..., 0], atol=1e-14)
    visits = one.visits[1:].sum(axis=(0, 1))[1:]
    np.testing.assert_allclose(found.decided.visits[0].sum(axis=1)[1:], visits, atol=1e-13)
    assert found.right_decisions == pytest.approx(one.right_decisions, abs=1e-9)
    assert [region.sentence.split(", at ")[0] for region in found.regions[:1]] == [
        region.sentence for region in one.regions[:1]
    ]


def test_value__of_fewer_turns_is_that_of_a_case_of_fewer() -> None:
    cases = (rule_of_thumb(TEXTS[1], ten_thousand.turn(), 20, turns=many) for many in (6, 4))
    long, short = map(evaluate_alone, cases)
    np.testing.assert_array_equal(long.rule_value[:5], short.rule_value)


def test_kernels__say_the_same_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = rule_of_thumb(TEXTS[1], ten_thousand.turn(("m5",)), 9, turns=3)
    found = evaluate_alone(rule)
    with monkeypatch.context() as patched:
        interpret(patched, turns_of_rules, alone_turns, decisions, grid)
        plain = evaluate_alone(rule)
        there = plain.lost_there
    np.testing.assert_allclose(plain.rule_value, found.rule_value, atol=1e-14)
    np.testing.assert_allclose(plain.begun, found.begun, atol=1e-14)
    np.testing.assert_allclose(there, found.lost_there, atol=1e-14)


# --- Regions


def test_region__has_the_share_that_decisions_in_it_give_away() -> None:
    turn, goal, many = ten_thousand.turn(("m5", "m1")), 10, 3
    found = evaluate_alone(rule_of_thumb("hold at 3", turn, goal, turns=many))
    (group,), words = groups_of(found.rule)
    player, value = as_player(found.rule), found.value
    after = {(left, s): 1.0 - value[left - 1, s] for left in range(1, many + 1) for s in range(goal)}
    summed = np.zeros(len(found.regions))
    for left, banked in product(range(1, many + 1), range(goal)):
        for at, chance in oracle.play_turn(turn, goal, player, (banked, left))[1].items():
            choices = oracle.choices(turn, goal, after, at)
            mine = player(*at)
            others = [float(worth) for way, worth in choices.items() if way not in (None, mine)]
            kind = 0 if mine is None else 1 if float(choices[None]) >= max(others, default=-1.0) else 2
            lost = float(max(choices.values()) - choices[mine])
            here = (np.array(place) for place in (kind, banked, 0, at[2], group[at[3]], left))
            inside = tuple(here)
            for place, region in enumerate(found.regions):
                if region.contains(*inside):
                    summed[place] += float(chance) * found.begun[left, banked] * lost
    assert found.regions
    for region, lost in zip(found.regions, summed, strict=True):
        assert region.share * found.loss == pytest.approx(lost, abs=1e-12)
        assert region.where in ("", *words)


# --- Certificate


@pytest.mark.long
def test_certificate__sees_what_the_solver_believes() -> None:
    rule = rule_of_thumb(TEXTS[1], ten_thousand.turn(), 20, turns=4)
    found = evaluate_alone(rule)
    column, _ = dice_columns(rule, True)
    names = ("value", "rule_value", "turns_begun", "lost", "visits", "lost_there", "right_visits")
    right = {name: found[name] for name in names}
    assert residual(rule, column, right) <= 1e-13
    for other in (TEXTS[0], TEXTS[2]):
        assert not residual(rule_of_thumb(other, ten_thousand.turn(), 20, turns=4), column, right) <= 1e-8
    for name, table in right.items():
        for wrong in (table * (1.0 + 1e-6), table + 1e-6 * (table == 0.0), np.full_like(table, np.nan)):
            assert not residual(rule, column, right | {name: wrong}) <= 1e-8, name


def test_certificate__sees_a_loss_that_is_not_what_decisions_give_away() -> None:
    question = QUESTIONS["thumb_within_turns.ten_thousand"]
    parameters = question.complete({"goal": 12, "turns": 3, "rule": "hold at 4"})
    truth = as_stored(question, parameters)
    found = cover(question, parameters, truth | {"rule_value": truth["rule_value"] + 1e-6}, ROUNDING)
    assert found.certificate >= 4e-7


# --- Search


@pytest.mark.parametrize("turn", [ten_thousand.turn(), two_dice_pig.turn(4)], ids=lambda turn: turn.name)
def test_loss__is_that_of_the_evaluation(turn: Turn) -> None:
    goal, many = 12, 3
    contest = ContestAlone(turn, goal, many)
    for family in families_alone_by_position(turn, goal, 4):
        numbers = family.named([choices.grid[0] for choices in family.choices])
        rule = rule_of_thumb(family.text, turn, goal, numbers, many)
        found = evaluate_alone(rule)
        assert contest.loss(family.text, numbers) == pytest.approx(found.loss, abs=1e-14)


def test_best__of_one_number_is_the_best_of_all() -> None:
    contest = ContestAlone(ten_thousand.turn(), 10, 2)
    for family in families_alone_by_position(ten_thousand.turn(), 10, 1):
        found = best(contest, family, lambda so_far: None)
        numbers = range(family.choices[0].low, family.choices[0].high + 1)
        assert found.best_of_all
        assert found.loss == min(contest.loss(family.text, {"a": number}) for number in numbers)


@pytest.mark.parametrize(
    "name", ["great_rolled_ones", "yellow_zombie_dice", pytest.param("zombie_dice", marks=pytest.mark.long)]
)
def test_families__are_rules_of_games_from_files(name: str) -> None:
    turn = load_game(shipped_rules()[name]).turn
    found = families_alone_by_position(turn, 13, 3)
    assert max(family.numbers for family in found) >= 2
    for family in found:
        numbers = family.named([choices.high for choices in family.choices])
        check(family.text, turn, 13, numbers, 5)
        check(family.written(list(numbers.values())), turn, 13, {}, 5)


def test_plan__is_the_rule_of_the_same_words() -> None:
    many = ContestAlone(pig.turn(), 40, 6)
    alone = many.best_chance - chance_by_count(by_text("hold at 20", 40).played(), 0, 6)
    assert many.loss_of_plan(most_points(pig.turn())) == pytest.approx(alone, abs=1e-14)
    assert many.loss("hold at 20", {}) == pytest.approx(alone, abs=1e-14)


# --- Rules, and what is refused


def test_rule__knows_how_many_turns_are_left() -> None:
    rule = rule_of_thumb("hold when turn_total >= 2 * turns_left", farkle.turn(), 10, turns=3)
    assert rule.holds.shape[:2] == (1, 4)
    for left in (1, 2, 3):
        held = rule.at(0, left) == HOLD
        assert held[2 * left :, 0].all()
        assert not held[1 : 2 * left, 0].any()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "hold when opponent > 3",
            "expected one of banked, turns_left, turn_total, goal, dice_left at column 11",
        ),
        ("hold when turn_left > 3", "Did you mean 'turns_left'?"),
        ("hold when out > 3", "Only games with a cup have it."),
    ],
)
def test_what_there_is_not__is_refused(text: str, words: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        QUESTIONS["thumb_within_turns.farkle"].complete({"goal": 12, "turns": 3, "rule": text})
    assert words in str(refused.value)
