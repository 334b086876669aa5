"""What a rule of thumb gives away in games with more to decide: in fractions, by identities, and as Pig's."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import InvalidRules, NotConverged
from solvers.games import farkle, pig, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import HOLD, Turn
from solvers.plans.plans import most_points
from solvers.players import turns_by_rule as turns_of_rules
from solvers.players.rule import RuleOfThumb, not_below, rule_of_thumb
from solvers.players.turns_by_rule import LANES, played_by_rule
from solvers.race.policy import inside, played_optimally
from solvers.thumb import begun, decisions
from solvers.thumb.certificate import residual
from solvers.thumb.evaluation import Evaluation, evaluate, evaluate_by_state
from solvers.thumb.in_a_race import ContestInTurn
from solvers.thumb.judged import dice_columns
from solvers.thumb.regions import grid
from solvers.thumb.regions.grid import groups_of
from solvers.turns.played import PlayedTurns, flat, play, unplayed
from tests import oracle_house_rules as house_rules
from tests import oracle_thumb_by_position as oracle
from tests.by_position import by_position
from tests.interpreted import interpret
from tests.strategies import FEW, goals, turns, turns_that_lead_on, turns_with_entry

GOAL = 20
TEXTS = (
    "hold at 4",
    "hold when turn_total >= 5 and dice_left < 5, go for most dice_left",
    "hold when turn_total >= 3 + (opponent - banked) / 2, go for most points + 2 * dice_left",
)


@st.composite
def any_rules(draw: st.DrawFn, turn: Turn, goal: int) -> RuleOfThumb:
    """A rule that does anything."""
    kinds = draw(st.integers(1, len(turn.positions)))
    kind = draw(
        st.lists(st.integers(0, kinds - 1), min_size=len(turn.positions), max_size=len(turn.positions))
    )
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = draw(st.sampled_from([(1, 1), (goal, 1), (1, goal), (goal, goal)]))
    way = [draw(st.integers(1, len(at.ways))) if at.ways else 0 for at in turn.positions]
    # Rarely enough that turns score, however they are drawn.
    holds = random.random((*shape, goal, kinds)) < 0.6
    return RuleOfThumb("any", turn, goal, np.array(way), np.array(kind), not_below(turn.entry, holds))


def as_player(found: RuleOfThumb) -> oracle.Player:
    """What it does, as the oracle asks it."""

    def player(own: int, other: int, total: int, position: int) -> tuple[int, int] | None:
        ways = found.turn.positions[position].ways
        held = found.holds[
            min(own, found.holds.shape[0] - 1),
            min(other, found.holds.shape[1] - 1),
            total,
            found.kind[position],
        ]
        if not ways or (held and total > 0):
            return None
        way = ways[found.way[position] - 1]
        return way.given_up, way.throw

    return player


def optimally(found: Evaluation) -> oracle.Player:
    """Optimal play, as the oracle asks it."""
    race = found.met.race

    def player(own: int, other: int, total: int, position: int) -> tuple[int, int] | None:
        ways = found.turn.positions[position].ways
        value, _ = inside(race).turn_at(own, other)
        may_hold = total > 0 and own + total >= found.turn.entry
        held = 1.0 - race.value[other, own + total] if may_hold else -1.0
        if not ways or value[total, position] <= held + 1e-14:
            return None
        worth = oracle.choices(
            found.turn, found.rule.goal, dict(np.ndenumerate(race.value)), (own, other, total, position)
        )
        best = max(float(worth[way.given_up, way.throw]) for way in ways)
        way = next(way for way in ways if float(worth[way.given_up, way.throw]) >= best - 1e-13)
        return way.given_up, way.throw

    return player


# --- Fractions


@pytest.mark.long
@pytest.mark.parametrize(
    ("turn", "goal", "text"),
    [
        (pig.turn(3, 3), 5, "hold when turn_total >= 2 + banked - opponent"),
        (two_dice_pig.turn(3), 5, "hold at 3"),
        (ten_thousand.turn(("m5", "m1")), 4, "hold at 3, go for most dice_left"),
        (ten_thousand.turn(("m5",)), 4, 'hold when turn_total > banked or position has "1"'),
        (
            replace(ten_thousand.turn(("m5",)), entry=3),
            4,
            'hold when turn_total > banked or position has "1"',
        ),
        (replace(pig.turn(3, 3), entry=4), 5, "hold when turn_total >= 1 + banked - opponent"),
    ],
    ids=lambda one: f"{one.name}, entry {one.entry}" if isinstance(one, Turn) else str(one),
)
def test_everything__is_what_it_is_in_fractions(turn: Turn, goal: int, text: str) -> None:
    found = evaluate(rule_of_thumb(text, turn, goal))
    mine, best = as_player(found.rule), optimally(found)
    worth = oracle.race(turn, goal, (best, best))
    optimal = {(i, j): worth[0, i, j] for i in range(goal) for j in range(goal)}
    played = oracle.race(turn, goal, (mine, best))
    often = oracle.visits(turn, goal, (mine, best))
    lost: dict[oracle.Decision, Any] = {}
    for at in often:
        choices = oracle.choices(turn, goal, optimal, at)
        lost[at] = max(choices.values()) - choices[mine(*at)]
    # The identity, to the last digit.
    loss = Fraction(1, 2) - sum(played[mover, 0, 0] for mover in (0, 1)) / 2
    assert sum(often[at] * lost[at] for at in often) == loss
    assert found.loss == pytest.approx(float(loss), abs=1e-14)
    for i, j in np.ndindex(goal, goal):
        for mover in (0, 1):
            assert found.against_optimal[mover, i, j] == pytest.approx(float(played[mover, i, j]), abs=1e-13)
        here = sum(often[at] * lost[at] for at in often if at[:2] == (i, j))
        assert found.lost[i, j] == pytest.approx(float(here), abs=1e-13)
    apart = by_position(found)
    for total, position in np.ndindex(apart.visits[0].shape):
        there = [at for at in often if at[2:] == (total, position)]
        assert apart.visits[0, total, position] == pytest.approx(
            float(sum(often[at] for at in there)), abs=1e-13
        )
        assert apart.lost_there[0, total, position] == pytest.approx(
            float(sum(often[at] * lost[at] for at in there)), abs=1e-13
        )
    right = sum(often[at] for at in often if lost[at] == 0) / sum(often.values())
    assert found.right_decisions == pytest.approx(float(right), abs=1e-12)


@pytest.mark.long
@pytest.mark.parametrize("entry", [1, 3, 6])
@pytest.mark.parametrize("text", TEXTS)
def test_best_reply__with_an_entry_is_what_one_backup_in_fractions_makes_of_it(entry: int, text: str) -> None:
    turn, goal = replace(ten_thousand.turn(("m5",)), entry=entry), 6
    found = evaluate(rule_of_thumb(text, turn, goal))
    mine = as_player(found.rule)
    # With the reply's own score first.
    value, waiting = 1.0 - found.against_reply[1].T, 1.0 - found.against_reply[0].T
    for i, j in np.ndindex(goal, goal):

        def after(score: int, j: int = j) -> Fraction:
            return Fraction(1) if score >= goal else Fraction(waiting[score, j])

        assert value[i, j] == pytest.approx(float(house_rules.turn_worth(turn, goal, i, after)), abs=1e-13)
        ends, _ = oracle.play_turn(turn, goal, mine, (j, i))
        left = sum(chance * Fraction(value[i, score]) for score, chance in ends.items() if score != "won")
        assert waiting[i, j] == pytest.approx(float(left), abs=1e-13)


def test_rule__never_holds_below_the_entry() -> None:
    turn = replace(ten_thousand.turn(), entry=10)
    plain = rule_of_thumb("hold at 3", ten_thousand.turn(), GOAL)
    found = rule_of_thumb("hold at 3", turn, GOAL)
    for banked, opponent in ((0, 0), (4, 7), (9, 3), (10, 0), (15, 19)):
        held = found.at(banked, opponent) == HOLD
        assert not held[: max(0, 10 - banked)].any()
        np.testing.assert_array_equal(
            held[max(0, 10 - banked) :], (plain.at(banked, opponent) == HOLD)[max(0, 10 - banked) :]
        )


def test_contest__refuses_a_plan_where_an_entry_takes_holding_away() -> None:
    turn = replace(ten_thousand.turn(), entry=5)
    with pytest.raises(InvalidRules, match="entry: expected 0 where a plan is tried, got 5"):
        ContestInTurn(turn, 10).standing(most_points(turn))


# --- Identities


@FEW
@given(turns() | turns_that_lead_on(), goals(8), st.data())
def test_evaluation__holds_together_for_any_rule(turn: Turn, goal: int, data: st.DataObject) -> None:
    own = data.draw(any_rules(turn, goal))
    try:
        found = evaluate(own)
    except NotConverged:
        # Hardly a turn scores.
        return
    assert found.residual <= 1e-11
    assert found.lost.sum() == pytest.approx(found.loss, abs=1e-11)
    assert found.decided.cells.lost.sum() == pytest.approx(found.loss, abs=1e-11)
    assert -1e-11 <= found.loss <= found.loss_to_reply + 1e-11
    assert 0.0 <= found.right_decisions <= 1.0 + 1e-12


@FEW
@given(turns_with_entry(7), st.data())
def test_evaluation__holds_together_with_an_entry(turn: Turn, data: st.DataObject) -> None:
    try:
        found = evaluate(data.draw(any_rules(turn, 7)))
    except NotConverged:
        return
    assert found.residual <= 1e-11
    assert found.lost.sum() == pytest.approx(found.loss, abs=1e-11)
    assert found.decided.cells.lost.sum() == pytest.approx(found.loss, abs=1e-11)
    assert -1e-11 <= found.loss <= found.loss_to_reply + 1e-11


@pytest.mark.parametrize("turn", [pig.turn(), two_dice_pig.turn(), progressive_pig.turn()])
@pytest.mark.parametrize(
    "text", ["hold at 6", "hold when turn_total >= 6 + (opponent - banked) / 3 and banked < 15"]
)
def test_game_of_one_throw__is_as_its_own_evaluation_says(turn: Turn, text: str) -> None:
    rule = rule_of_thumb(text, turn, GOAL)
    one, found = evaluate_by_state(rule), evaluate(rule)
    for name in ("value", "waiting_value"):
        for other in ("optimal", "reply"):
            np.testing.assert_allclose(
                getattr(found, f"{name}_against_{other}"), getattr(one, f"{name}_against_{other}"), atol=1e-13
            )
    np.testing.assert_allclose(found.lost, one.lost, atol=1e-13)
    # Two-dice Pig gains alike in several ways; all of them are at one turn total.
    np.testing.assert_allclose(
        found.decided.visits[0].sum(axis=1)[1:], one.visits.sum(axis=(0, 1))[1:], atol=1e-12
    )
    assert found.right_decisions == pytest.approx(one.right_decisions, abs=1e-9)
    assert found.decisions == pytest.approx(one.decisions)


def test_optimal_play_of_every_turn__is_what_the_rule_meets() -> None:
    found = evaluate(rule_of_thumb(TEXTS[0], ten_thousand.turn(), GOAL))
    again = played_optimally(found.met.race)
    np.testing.assert_array_equal(again.gain, found.met.turns.gain)


def one_by_one(own: RuleOfThumb, banked: int, opponent: int) -> PlayedTurns:
    """The turn from these scores alone, as plans are played out."""
    lacking, out = own.goal - banked, unplayed(own.goal, 1)
    way, rules = own.at(banked, opponent), flat(own.turn)
    standing = np.zeros((own.goal + 1, len(own.turn.throws)))
    play(rules, own.opening, way, lacking, 0, standing, out)
    return out


@FEW
@given(turns() | turns_that_lead_on(), goals(2 * LANES + 3), st.data())
def test_turns_side_by_side__end_as_one_by_one(turn: Turn, goal: int, data: st.DataObject) -> None:
    own = data.draw(any_rules(turn, goal))
    found = played_by_rule(own)
    for banked, opponent in product(*2 * [sorted({0, 1, goal // 2, goal - 1} & set(range(goal)))]):
        alone, row = one_by_one(own, banked, opponent), found.row[banked, opponent]
        for name in ("gain", "span", "wins", "bust", "wipe"):
            np.testing.assert_array_equal(getattr(found, name)[row], getattr(alone, name)[0], name)


def test_turns__of_scores_at_which_a_rule_does_the_same_are_played_once() -> None:
    turn, goal = farkle.turn(), 2 * LANES + 3
    assert len(played_by_rule(rule_of_thumb("hold at 9", turn, goal)).wins) == goal
    text = "hold when turn_total >= 9 and max(banked, opponent) < 20, go for most dice_left"
    found = played_by_rule(rule_of_thumb(text, turn, goal))
    # Below 20 it may hold or not, by the other's score; from there on it never does.
    assert len(found.wins) == goal + 20
    assert found.row[0, 19] != found.row[0, 20] == found.row[0, goal - 1]
    assert found.row[20, 0] == found.row[20, 30]


@FEW
@given(st.integers(0, 2**32 - 1), st.sampled_from([3, 8, 130]), st.booleans())
def test_tables_that_are_alike__are_found_whatever_their_sums(
    seed: int, places: int, same_sums: bool
) -> None:
    random = np.random.default_rng(seed)
    tables = random.integers(0, 2, (random.integers(1, 6), places)).astype(np.int8)
    tables = tables[random.integers(0, len(tables), 40)]
    with pytest.MonkeyPatch.context() as patched:
        if same_sums:
            patched.setattr(turns_of_rules, "MULTIPLIER", np.uint64(0))
        first, kind = turns_of_rules.alike(tables)
    assert len(first) == len({table.tobytes() for table in tables})
    np.testing.assert_array_equal(tables[first[kind]], tables)


# --- Regions


@pytest.mark.long
@pytest.mark.parametrize("text", TEXTS)
def test_region__has_the_share_that_decisions_in_it_give_away(text: str) -> None:
    goal = 8
    found = evaluate(rule_of_thumb(text, ten_thousand.turn(("m5", "m1", "m55")), goal))
    (group,), words = groups_of(found.rule)
    assert found.regions
    assert sum(region.share for region in found.regions) <= 1.0 + 1e-12
    player, worth = as_player(found.rule), dict(np.ndenumerate(found.met.race.value))
    summed = dict.fromkeys(range(len(found.regions)), 0.0)
    for i, j in np.ndindex(goal, goal):
        for at, chance in oracle.play_turn(found.turn, goal, player, (i, j))[1].items():
            choices = oracle.choices(found.turn, goal, worth, at)
            own = player(*at)
            lost = float(max(choices.values()) - choices[own])
            others = [float(value) for way, value in choices.items() if way not in (None, own)]
            kind = 0 if own is None else 1 if float(choices[None]) >= max(others, default=-1.0) else 2
            here = (np.array(place) for place in (kind, at[0], at[1], at[2], group[at[3]]))
            inside = tuple(here)
            for place, region in enumerate(found.regions):
                if region.contains(*inside):
                    summed[place] += float(chance) * found.begun.own[i, j] * lost
    for place, region in enumerate(found.regions):
        assert region.share * found.loss == pytest.approx(summed[place], abs=1e-10)
        assert region.where in ("", *words)


def test_region__says_where_a_rule_was_made_worse() -> None:
    turn = ten_thousand.turn(())
    # It holds where it never should, and nowhere else.
    (first, *others) = evaluate(rule_of_thumb("hold when dice_left = 5", turn, 20)).regions
    assert first.sentence == "whenever it holds"
    assert all(region.sentence.startswith("rolls ") for region in others)
    found = evaluate(rule_of_thumb("hold at 9, go for most -dice_left", farkle.turn(), 14))
    assert any("rolls on in the wrong way" in region.sentence for region in found.regions)


# --- Certificate


def test_certificate__sees_what_the_solver_believes() -> None:
    found = evaluate(rule_of_thumb(TEXTS[1], ten_thousand.turn(), GOAL))
    assert found.residual <= 1e-13
    column, _ = dice_columns(found.rule, True)
    assert column.max() == 4
    for other in (TEXTS[0], "hold when turn_total >= 5 and dice_left < 5"):
        assert not residual(rule_of_thumb(other, ten_thousand.turn(), GOAL), column, found) <= 1e-8


def test_kernels__say_the_same_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    own = rule_of_thumb(TEXTS[1], ten_thousand.turn(("m5",)), 9)
    found = evaluate(own)
    with monkeypatch.context() as patched:
        interpret(patched, turns_of_rules, begun, decisions, grid)
        plain = evaluate(own, found.met)
        there = plain.lost_there
    np.testing.assert_allclose(plain.against_optimal, found.against_optimal, atol=1e-14)
    np.testing.assert_allclose(there, found.lost_there, atol=1e-14)
    np.testing.assert_allclose(plain.begun.own, found.begun.own, atol=1e-14)
    assert found.rule.at(0, 0)[0, 0] != HOLD
