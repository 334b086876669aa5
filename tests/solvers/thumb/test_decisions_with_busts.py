"""What the decisions of a rule of thumb give away where busts in a row cost points, laid beside an oracle in
four ideas.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.contests.streak import Rule
from solvers.errors import NotConverged
from solvers.games import farkle, pig, piglet, two_dice_pig
from solvers.games.turn import Turn
from solvers.players.rule import RuleOfThumb
from solvers.thumb.evaluation import evaluate as evaluate_race
from solvers.thumb.judged import dice_columns
from solvers.thumb.streak.decided import begun
from solvers.thumb.streak.decided.begun import turns_begun
from solvers.thumb.streak.decided.certificate_of_play import residual_of_play
from solvers.thumb.streak.evaluation import StreakEvaluation, evaluate
from solvers.thumb.streak.rule import rule_by_busts
from solvers.thumb.streak.turns import by_rule
from tests.four_ideas.contests import Race, Standing
from tests.interpreted import interpret
from tests.oracle_decisions import BY_TWO, LEADING_ON, decisions
from tests.strategies import FEW, goals, turns, turns_that_lead_on

GAMES = [
    (pig.turn(3), 5, 2),
    (pig.turn(3, 3), 4, 2),
    (piglet.turn(0.75), 4, 2),
    (two_dice_pig.turn(2), 5, 2),
    (BY_TWO, 5, 1),
    (LEADING_ON, 4, 1),
]
COSTS = [Rule(1, 2), Rule(2, 1), Rule(2, 3), Rule(3, 2)]


@pytest.mark.long
@pytest.mark.parametrize("streak", COSTS, ids=str)
@pytest.mark.parametrize(("turn", "goal", "n"), GAMES, ids=lambda own: getattr(own, "name", str(own)))
def test_everything__is_what_four_ideas_make_of_it(turn: Turn, goal: int, n: int, streak: Rule) -> None:
    text = f"hold when turn_total >= {n} + opponent_busts - own_busts"
    found = evaluate(rule_by_busts(text, turn, goal, streak))
    contest = Race(goal, 2, *streak)
    visits, right, lost_there = np.zeros((3, streak.busts, goal))
    lost, mine, others = np.zeros((3, goal, goal, streak.busts, streak.busts))

    def holds(standing: Standing, total: int) -> bool:
        own, other = (standing.memory[seat] for seat in (standing.mover, 1 - standing.mover))
        return total >= n + other - own

    # It moves first, or its opponent does, half the time each.
    for first in (0, 1):
        asked = decisions(
            turn,
            contest,
            holds,
            0,
            contest.at(first, 0, 0),
            lambda standing, total: standing.own + total < goal,
        )
        for standing, often in asked.begun.items():
            (mine, others)[standing.mover][(*standing.scores, *standing.memory)] += often / 2
        for at, often in asked.visits.items():
            own, given_away = at.standing.memory[0], often / 2 * asked.regret[at]
            visits[own, at.total] += often / 2
            right[own, at.total] += often / 2 * (asked.regret[at] <= 1e-12)
            lost_there[own, at.total] += given_away
            lost[(*at.standing.scores, *at.standing.memory)] += given_away
    for name, of in {"lost": lost, "turns_begun": mine, "turns_begun_by_optimal": others}.items():
        np.testing.assert_allclose(found[name], of, rtol=0, atol=1e-12, err_msg=name)
    for name, of in {"visits": visits, "right_visits": right, "lost_there": lost_there}.items():
        np.testing.assert_allclose(found[name].sum(axis=-1), of, rtol=0, atol=1e-12, err_msg=name)
    assert found.right_decisions == pytest.approx(right.sum() / visits.sum(), abs=1e-12)
    assert found.loss == pytest.approx(lost_there.sum(), abs=1e-12)
    assert found.decided.cells.lost.sum() == pytest.approx(found.loss, abs=1e-12)
    assert found.residual <= 1e-12


@FEW
@given(st.one_of(turns(), turns_that_lead_on()), goals(10), st.integers(1, 3), st.integers(1, 5))
def test_busts__that_cost_nothing_are_those_of_the_race(turn: Turn, goal: int, busts: int, n: int) -> None:
    found = evaluate(rule_by_busts(f"hold at {n}", turn, goal, Rule(busts, 0)))
    race = evaluate_race(found.rule)
    for name in ("turns_begun", "turns_begun_by_optimal", "lost"):
        np.testing.assert_allclose(found[name].sum(axis=(2, 3)), race[name], rtol=0, atol=1e-10, err_msg=name)
    np.testing.assert_allclose(found.lost_there.sum(axis=0), race.lost_there, rtol=0, atol=1e-11)


@pytest.mark.long
def test_rule__may_go_on_in_other_ways_by_its_busts() -> None:
    """What it does with some counts is told by the dice that it throws there."""
    text = "hold when turn_total >= 4, go for most dice_left * (2 * own_busts - 1)"
    found = evaluate(rule_by_busts(text, farkle.turn(), 8, Rule(2, 3)))
    ways = [dice_columns(rule, True)[0] for rule in found.does]
    assert not np.array_equal(ways[0], ways[-1])
    assert found.residual <= 1e-13
    same = evaluate(rule_by_busts("hold at 4, go for most -dice_left", farkle.turn(), 8, Rule(2, 3)))
    # Before its first bust it throws as few dice as one who always does.
    assert (found.visits[0] > 0.0).any(axis=0).tolist() == (same.visits[0] > 0.0).any(axis=0).tolist()
    assert {region.when for region in found.regions} <= {"", "after no bust", "after a bust"}


@pytest.mark.long
def test_region__is_after_the_busts_that_a_rule_goes_wrong_at() -> None:
    """It never holds once it has bust."""
    text = "hold when turn_total >= 20 and own_busts = 0"
    regions = evaluate(rule_by_busts(text, pig.turn(), 50, Rule(2, 20))).regions
    assert {region.when for region in regions if region.throws} == {"after a bust"}
    assert sum(region.share for region in regions) <= 1.0 + 1e-12


def test_turns_begun__are_the_same_by_passes_and_by_what_these_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = rule_by_busts("hold at 6", pig.turn(), 20, Rule(2, 5))
    by_passes = turns_begun(rule.streak, "both", by_rule(rule), by_rule(rule))
    monkeypatch.setattr(begun, "MOST_PLAIN", 0)
    solved = turns_begun(rule.streak, "both", by_rule(rule), by_rule(rule))
    for one, other in zip(by_passes, solved, strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-13)


def test_turns_begun__are_refused_that_no_pass_balances(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = rule_by_busts("hold at 6", pig.turn(), 20, Rule(2, 5))
    monkeypatch.setattr(begun, "MOST_PLAIN", 3)
    monkeypatch.setattr(begun, "MOST_SOLVED", 0)
    with pytest.raises(NotConverged, match=r"turns begun: expected a balance to 1e-12, got .*\(both\)"):
        turns_begun(rule.streak, "both", by_rule(rule), by_rule(rule))


def test_kernel__says_the_same_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [rule_by_busts(text, two_dice_pig.turn(2), 5, Rule(2, 2)) for text in ("hold at 2", "hold at 3")]
    own, other = map(by_rule, rules)
    found = turns_begun(Rule(2, 2), "both", own, other)
    with monkeypatch.context() as patched:
        interpret(patched, begun)
        plain = turns_begun(Rule(2, 2), "both", own, other)
    for one, of in zip(plain, found, strict=True):
        np.testing.assert_allclose(one, of, rtol=0, atol=1e-13)


TABLES = ("turns_begun", "turns_begun_by_optimal", "lost", "visits", "right_visits", "lost_there")


def _group(rule: RuleOfThumb) -> np.ndarray:
    return dice_columns(rule, True)[0]


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_certificate__finds_a_lie_about_any_table(name: str) -> None:
    found = evaluate(rule_by_busts("hold at 2", BY_TWO, 5, Rule(2, 2)))
    assert residual_of_play(found.ruled, _group, found) <= 1e-13
    true = np.array(found[name])
    # What is no number is not right either.
    assert not residual_of_play(found.ruled, _group, _Told(found, name, true * np.nan)) <= 1e-8
    for place in range(true.size):
        wrong = true.copy()
        wrong.flat[place] += 1e-6
        assert residual_of_play(found.ruled, _group, _Told(found, name, wrong)) > 1e-8, place


class _Told:
    """What is said about a rule, but for one table."""

    def __init__(self, found: StreakEvaluation, name: str, table: np.ndarray) -> None:
        self._found, self._name, self._table = found, name, table

    def __getitem__(self, name: str) -> np.ndarray:
        return self._table if name == self._name else self._found[name]
