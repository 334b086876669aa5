"""Rules of thumb under equal turns for tests: as text, or any table of what is done."""

from collections.abc import Sequence

import numpy as np

from solvers.arrays import Flags
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.solve import Trio, trio
from solvers.equal_turns.of_three.response.solve import Response, best_response
from solvers.equal_turns.question_of_rules import RulesWithEqualTurns, rules_with_equal_turns
from solvers.games.turn import Turn
from solvers.players.one_throw import rolls, rule_of_rolls
from solvers.players.rule import not_below
from solvers.players.ruled import Ruled, ruled
from tests.four_ideas.contests import Standing
from tests.four_ideas.values import Player


def held(turn: Turn, goal: int, n: int) -> Ruled:
    """Hold at n."""
    return ruled(f"hold at {n}", turn, goal)


def all_held(turn: Turn, goal: int, rules: Sequence[int]) -> list[Ruled]:
    """Hold at each of these."""
    return [held(turn, goal, n) for n in rules]


def trio_at(turn: Turn, goal: int, tie: Tie, rules: Sequence[int]) -> Trio:
    """Three with equal turns who hold at these."""
    return trio(tie, *all_held(turn, goal, rules))


def response_at(turn: Turn, goal: int, tie: Tie, rules: tuple[int, int]) -> Response:
    """The best response with equal turns to two who hold at these."""
    return best_response(tie, held(turn, goal, rules[0]), held(turn, goal, rules[1]))


def anything(turn: Turn, goal: int, seed: int) -> Ruled:
    """A policy by both scores without rhyme or reason, that banks no less than the entry."""
    does = np.random.default_rng(seed).integers(0, 2, (goal, goal, goal)).astype(np.int8)
    does[..., 0] = 1
    again = rule_of_rolls("anything", turn, does)
    return Ruled(rule_of_rolls("anything", turn, barred(turn, does)), again)


def barred(turn: Turn, does: Flags) -> Flags:
    """What is done by one who may not bank less than the entry, int8[banked, opponent, turn_total]."""
    return np.where(not_below(turn.entry, does[..., None] == 0)[..., 0], 0, 1).astype(np.int8)


def does(own: Ruled) -> tuple[Flags, Flags]:
    """What it does, int8[banked, opponent, turn_total], and in the first turn of a further round."""
    return rolls(own.rule), rolls(own.again)[0, 0]


def player(own: Ruled) -> Player:
    """The same player, as four ideas have it."""
    below, again = does(own)

    def holds(standing: Standing, total: int) -> bool:
        other, is_further_round = standing.scores[1 - standing.mover], standing.memory[0]
        if is_further_round:
            return total >= len(again) or not again[total]
        return not below[standing.own, other, total]

    return holds


def pair(turn: Turn, goal: int, tie: Tie, first: int, second: int) -> RulesWithEqualTurns:
    """Hold at n against hold at m."""
    return rules_with_equal_turns(held(turn, goal, first), held(turn, goal, second), tie)
