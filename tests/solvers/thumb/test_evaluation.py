"""What a rule of thumb gives away, and where: in fractions, by playing, and by identities."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules, NotConverged
from solvers.games import own, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import ROLL, Turn
from solvers.players import turns_by_rule
from solvers.players.rule import rule_of_thumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.questions.covering import cover
from solvers.race.solve import optimal_play
from solvers.thumb import begun, decisions
from solvers.thumb.certificate import residual
from solvers.thumb.certificate_of_play import Sums, off_of_counts, play_out
from solvers.thumb.decisions import visited
from solvers.thumb.evaluation import EvaluationByState
from solvers.thumb.evaluation import evaluate_by_state as evaluate
from solvers.thumb.regions import grid
from tests import oracle_policies, oracle_thumb
from tests.interpreted import interpret
from tests.lies import ROUNDING, as_stored
from tests.one_throw import by_rolls, optimal
from tests.solvers.fixed.test_head_to_head import any_rules, as_function, one_throw_turns
from tests.strategies import FEW, goals

QUESTION = QUESTIONS["thumb.pig"]
CASE = {"goal": 20, "rule": "hold at 6"}
# Games whose optimal play has no ties at these goals, so that fractions and floats choose alike.
EXACT = [
    (pig.turn(3, 3), 5),
    (piglet.turn(), 4),
    (progressive_pig.turn(4, 1), 5),
    (two_dice_pig.turn(3), 6),
]


# --- Fractions


@pytest.mark.parametrize(("turn", "goal"), EXACT, ids=lambda one: getattr(one, "name", str(one)))
@pytest.mark.parametrize("seed", range(3))
def test_everything__is_what_it_is_in_fractions(turn: Turn, goal: int, seed: int) -> None:
    does = np.random.default_rng(seed).integers(0, 2, (1, goal, goal, goal)).astype(np.int8)
    does[..., 0] = ROLL
    own = by_rolls(turn, does)
    found = evaluate(own.after(0))
    rules = oracle_policies.rules_of(turn, exactly=True)
    _, mine = as_function(own)
    _, best = as_function(by_rolls(turn, found.optimal_policy[None]))
    worth = oracle_policies.head_to_head(rules, goal, (1, best), (1, best))
    played = oracle_policies.head_to_head(rules, goal, (1, mine), (1, best))
    often = oracle_thumb.visits(rules, goal, mine, best)
    lost = oracle_thumb.regrets(rules, goal, mine, worth)
    # The identity, to the last digit.
    loss = 1 - sum(played[mover, 0, 0, 0, 0] for mover in (0, 1))
    assert sum(often.get(at, 0) * lost[at] for at in lost) * 2 == loss
    assert found.loss == pytest.approx(float(loss / 2), abs=1e-14)
    for at in np.ndindex(found.visits.shape):
        assert found.visits[at] == pytest.approx(float(often.get(at, 0)), abs=1e-13)
        assert found.regret[at] == pytest.approx(float(lost.get(at, 0)), abs=1e-14)
    decided = {at: often.get(at, 0) for at in lost}
    right = sum(often for at, often in decided.items() if lost[at] == 0) / sum(decided.values())
    assert found.right_decisions == pytest.approx(float(right), abs=1e-13)


# --- Playing


def test_visits_and_right_decisions__come_out_so_in_games_that_are_played() -> None:
    found = evaluate(rule_of_thumb("hold at 12", pig.turn(), 30))
    does = found.rolls, found.optimal_policy
    random, games = np.random.default_rng(1), 6000
    counted, wins = np.zeros_like(found.visits), 0
    for game in range(games):
        scores, mover = [0, 0], game % 2
        while max(scores) < 30:
            own, other, total = scores[mover], scores[1 - mover], 0
            while own + total < 30:
                counted[own, other, total] += mover == 0
                if does[mover][own, other, total] != ROLL:
                    break
                die = int(random.integers(1, 7))
                if die == 1:
                    total = 0
                    break
                total += die
            scores[mover] += total
            mover = 1 - mover
        wins += scores[0] >= 30
    # Five standard deviations of what is counted in so many games.
    assert wins / games == pytest.approx(found.wins(found.against_optimal), abs=5 * 0.5 / games**0.5)
    decided = counted[..., 1:].sum() / games
    assert decided == pytest.approx(found.visits[..., 1:].sum(), rel=0.03)
    assert (counted * found.regret).sum() / games == pytest.approx(found.loss, rel=0.1)
    right = counted[..., 1:][found.regret[..., 1:] == 0].sum() / counted[..., 1:].sum()
    assert right == pytest.approx(found.right_decisions, abs=0.01)


# --- Identities


@FEW
@given(one_throw_turns(), goals(12), st.data())
def test_evaluation__holds_together_for_any_rule(turn: Turn, goal: int, data: st.DataObject) -> None:
    found = evaluate(data.draw(any_rules(turn, goal, most_counts=1)).after(0))
    assert found.residual <= 1e-11
    assert -1e-11 <= found.loss <= found.loss_to_reply + 1e-11
    assert 0.0 <= found.right_decisions <= 1.0
    assert found.lost.sum() == pytest.approx(found.loss, abs=1e-11)


def test_optimal_play__gives_away_nothing_and_is_always_right() -> None:
    found = evaluate(optimal(optimal_play(pig.turn(), 40)).after(0))
    assert abs(found.loss) <= 1e-14
    assert found.regret.max() == 0.0
    assert found.right_decisions == 1.0


def test_kernels__say_the_same_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    for turn in (two_dice_pig.turn(), progressive_pig.turn()):
        rule = rule_of_thumb("hold at 6", turn, 15)
        found = evaluate(rule)
        with monkeypatch.context() as patched:
            interpret(patched, turns_by_rule, decisions, grid, begun)
            own = played_by_rule(rule)
            plain = begun.turns_begun(turn, "", own, found.met.turns)
            np.testing.assert_allclose(plain.own, found.begun.own, rtol=1e-13)
            np.testing.assert_allclose(visited(rule, plain.own), found.visits, rtol=1e-13)


def test_visits__where_nearly_every_game_is_wiped_flow_as_they_should() -> None:
    # Two coins of which both, one or none are 1: a wipe in one throw of four.
    turn = two_dice_pig.turn(2)
    rule = rule_of_thumb("hold at 12", turn, 24)
    own = played_by_rule(rule)
    often = begun.turns_begun(turn, "", own, own).own
    found, start = visited(rule, often), np.zeros((24, 24))
    assert found[0, 0, 0] > 40.0
    start[0, 0] = 0.5
    sums = Sums.empty(rule.kind, 24, found)
    play_out(turn, np.zeros((24, 24)), (rule, often, sums))
    assert off_of_counts(sums.inside, found) <= 1e-14
    # Both play alike: where one hands over the other begins.
    assert off_of_counts(start + sums.ends.T, often) <= 1e-14


# --- Published


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        # Neller & Presser 2010, games in a hundred that optimal play wins more: halves of them here.
        ("hold when turn_total >= round(21 + (opponent - banked) / 8) and max(banked, opponent) < 71", 0.922),
    ],
)
def test_published__losses_against_optimal_play(text: str, lost: float) -> None:
    found = evaluate(rule_of_thumb(text, pig.turn(), 100))
    assert 200 * found.loss == pytest.approx(lost, abs=5e-4)


# --- Certificate


def off(found: EvaluationByState, visits: Array) -> float:
    """What the certificate finds if these are said to be the visits."""
    seats = [f"{side}value_against_{other}" for side in ("", "waiting_") for other in ("optimal", "reply")]
    said = {name: found[name] for name in ("optimal_value", "optimal_policy", "value_against_itself", *seats)}
    return residual(found.rule, found.rule.kind, said | {"visits": visits})


def test_certificate__sees_visits_that_the_solver_believes() -> None:
    found = evaluate(rule_of_thumb("hold at 6", pig.turn(), 20))
    assert off(found, found.visits) <= 1e-14
    others = evaluate(rule_of_thumb("hold at 7", pig.turn(), 20)).visits
    scaled, stray = found.visits * (1 + 1e-6), found.visits.copy()
    # Where the game is over.
    stray[15, 0, 10] = 1e-6
    for wrong in (others, scaled, stray, np.full_like(others, np.nan)):
        assert not off(found, wrong) <= 1e-8


def test_certificate__sees_a_loss_that_is_not_what_decisions_give_away() -> None:
    parameters = QUESTION.complete(CASE)
    truth = as_stored(QUESTION, parameters)
    wrong = truth["value_against_optimal"] + 1e-6
    found = cover(QUESTION, parameters, truth | {"value_against_optimal": wrong}, ROUNDING)
    assert found.certificate >= 4e-7
    assert {"value_against_optimal", "win_probability_against_optimal"} <= {
        one.variable for one in found.findings
    }


# --- Refusals


def test_game_with_more_to_decide__is_refused() -> None:
    question = QUESTIONS["thumb.own"]
    with pytest.raises(InvalidRules, match="a game whose only way to go on is the same throw"):
        question.complete(CASE | {"rules": own.text(ten_thousand.turn())})
    given: dict[str, Any] = {"rules": own.text(pig.turn(4)), "goal": 9, "rule": "hold at 3"}
    same = QUESTION.complete({"sides": 4, "goal": 9, "rule": "hold at 3"})
    assert question.solve(**question.complete(given)).loss == QUESTION.solve(**same).loss


@pytest.mark.long
def test_games_that_hardly_end__are_refused() -> None:
    # Hardly a turn of 100 throws scores.
    turn = two_dice_pig.turn(2)
    with pytest.raises(NotConverged):
        evaluate(rule_of_thumb("hold at 100", turn, 100))
