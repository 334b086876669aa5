"""Regions of a rule of thumb: their shares are sums of their decisions, and the first is the best box."""

from dataclasses import replace
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.games import pig
from solvers.games.turn import HOLD, ROLL
from solvers.players.rule import rule_of_thumb
from solvers.race.solve import optimal_play
from solvers.thumb.evaluation import EvaluationByState
from solvers.thumb.evaluation import evaluate_by_state as evaluate
from solvers.thumb.regions.found import best_box
from solvers.thumb.regions.region import Region, Span
from tests.one_throw import by_rolls, optimal, rolls_of
from tests.strategies import FEW

RULES = ("hold at 9", "hold when turn_total >= 12 or banked > 25", "hold when opponent > banked")


def summed(found: EvaluationByState, region: Region) -> float:
    """What the rule gives away in a region, decision by decision, in plain Python."""
    rolls, total = found.rolls, 0.0
    for banked, opponent, turn_total in np.ndindex(rolls.shape):
        spans = (region.banked, region.opponent, region.turn_total, region.behind)
        numbers = (banked, opponent, turn_total, opponent - banked)
        if all(span.low <= number <= span.high for span, number in zip(spans, numbers, strict=True)):
            at = banked, opponent, turn_total
            total += found.visits[at] * found.regret[at] * (rolls[at] == (ROLL if region.throws else HOLD))
    return total


@pytest.mark.long
@pytest.mark.parametrize("text", RULES)
def test_share__is_what_summing_the_decisions_gives(text: str) -> None:
    found = evaluate(rule_of_thumb(text, pig.turn(), 40))
    assert found.regions
    assert list(found.regions) == sorted(found.regions, key=lambda region: -region.share)
    for region in found.regions:
        assert region.share * found.loss == pytest.approx(summed(found, region), rel=1e-9)
    assert sum(region.share for region in found.regions) <= 1.0 + 1e-12


@pytest.mark.parametrize("text", RULES)
def test_regions__share_no_decision(text: str) -> None:
    found = evaluate(rule_of_thumb(text, pig.turn(), 40))
    met = np.nonzero((found.visits > 0.0) & ~np.isnan(found.advantage))
    inside = [region.contains(found.rolls[met], *met) for region in found.regions]
    assert np.sum(inside, axis=0).max() <= 1


@FEW
@given(st.integers(0, 2**32 - 1))
def test_best_box__is_the_best_of_all(seed: int) -> None:
    random = np.random.default_rng(seed)
    sums = random.integers(-9, 7, random.integers(1, 6, 3)).astype(float)
    best, box = best_box(sums)
    first, second, third = (slice(span.low, span.high + 1) for span in box)
    assert sums[first, second, third].sum() == best
    spans = (combinations_with_replacement(range(size), 2) for size in sums.shape)
    every = (
        sums[a : b + 1, c : d + 1, e : f + 1].sum() for (a, b), (c, d), (e, f) in product(*map(list, spans))
    )
    assert best == max(every)


def test_first_region__is_where_a_rule_was_made_worse() -> None:
    rolls = rolls_of(optimal(optimal_play(pig.turn(), 60)))
    rolls[0, :40, :, 8:12] = HOLD
    (only,) = evaluate(by_rolls(pig.turn(), rolls).after(0)).regions
    assert only.sentence == "holds at 11 or less"
    assert only.share == pytest.approx(1.0)


def test_rule_without_errors__has_no_regions() -> None:
    found = evaluate(optimal(optimal_play(pig.turn(), 30)).after(0))
    assert found.regions == ()


@pytest.mark.parametrize(
    ("spans", "words"),
    [
        ({}, "whenever it holds"),
        ({"turn_total": Span(20, 24), "behind": Span(60, 99)}, "holds at 20 to 24, trailing by 60 or more"),
        ({"turn_total": Span(7, 7), "banked": Span(80, 99)}, "holds at 7, with a score of 80 or more"),
        ({"opponent": Span(0, 59)}, "holds against a score of 0 to 59"),
        ({"behind": Span(10, 14)}, "holds trailing by 10 to 14"),
        ({"behind": Span(-20, -5)}, "holds leading by 5 to 20"),
        ({"behind": Span(-99, -5)}, "holds leading by 5 or more"),
        ({"behind": Span(-99, 4)}, "holds trailing by 4 or less, or leading"),
        ({"behind": Span(-5, 99)}, "holds leading by 5 or less, or trailing"),
        ({"behind": Span(-5, 4)}, "holds between leading by 5 and trailing by 4"),
    ],
)
def test_sentence__says_the_box(spans: dict[str, Span], words: str) -> None:
    assert replace(Region.everywhere(100, False), **spans).sentence == words
