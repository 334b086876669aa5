"""Slow and obvious answers for plans, and their play with dice. Nothing of the project is imported; turns and
plans are read as plain data.

A plan is a function of (turn total, position) that gives the way taken, (given up, next throw), or None to
hold, and an opening.
"""

from collections.abc import Callable
from functools import cache
from itertools import accumulate, product
from random import Random
from typing import Any

import numpy as np

from tests import oracle_turn

Number = Any
Plan = tuple[int, Callable[[int, int], tuple[int, int] | None]]
# A player's turn: its score after it, by its own score and the other's.
Player = Callable[[int, int, Random], int]


def plan_of(plan: Any) -> Plan:
    """What a solver's plan says."""

    def way(turn_total: int, position: int) -> tuple[int, int] | None:
        taken = plan.way[turn_total, position] if turn_total < len(plan.way) else 0
        own = plan.turn.positions[position].ways[taken - 1] if taken else None
        return None if own is None else (own.given_up, own.throw)

    return plan.opening, way


def turn_ends(turn: Any, plan: Plan, lacking: int) -> dict[Any, Number]:
    """Chance of every end of a turn, exactly: a gain, "bust", "wipe"."""
    ends: dict[Any, Number] = {}

    def end(how: Any, chance: Number) -> None:
        ends[how] = ends.get(how, 0) + chance

    def thrown(x: int, throw: int, chance: Number) -> None:
        rules = turn.throws[throw]
        end("bust", chance * rules.bust)
        end("wipe", chance * rules.wipe)
        for outcome in rules.outcomes:
            there = x + outcome.gain
            way = plan[1](there, outcome.position) if there < lacking else None
            if way is None:
                end(there, chance * outcome.probability)
            else:
                thrown(there - way[0], way[1], chance * outcome.probability)

    thrown(0, plan[0], 1)
    return ends


def mean_score(turn: Any, plan: Plan) -> Number:
    """Points of a turn on average, exactly."""

    @cache
    def thrown(x: int, throw: int) -> Number:
        rules = turn.throws[throw]
        ahead = sum(
            outcome.probability * standing(x + outcome.gain, outcome.position) for outcome in rules.outcomes
        )
        return rules.bust * turn.least_score + ahead

    def standing(x: int, position: int) -> Number:
        way = plan[1](x, position)
        return x if way is None else thrown(x - way[0], way[1])

    return thrown(0, plan[0])


def most_points(turn: Any, n: int, may_give_up: bool) -> Number:
    """The most points of a turn on average of those plans that hold at n and not before, exactly."""

    @cache
    def thrown(x: int, throw: int) -> Number:
        rules = turn.throws[throw]
        ahead = sum(
            outcome.probability * standing(x + outcome.gain, outcome.position) for outcome in rules.outcomes
        )
        return rules.bust * turn.least_score + ahead

    def standing(x: int, position: int) -> Number:
        ways = turn.positions[position].ways
        if not may_give_up:
            ways = [way for way in ways if way.given_up == min(other.given_up for other in ways)]
        return x if x >= n or not ways else max(thrown(x - way.given_up, way.throw) for way in ways)

    return max(thrown(0, opening) for opening in turn.openings)


def head_to_head(
    turn: Any, goal: int, own: Plan, other: Plan
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Own's chances to win by (banked, opponent), if own is about to move and if other is: the linear
    equations of all states at once.
    """
    states = [(mover, i, j) for mover in (0, 1) for i, j in product(range(goal), repeat=2)]
    place = {state: row for row, state in enumerate(states)}
    matrix, right = np.eye(len(states)), np.zeros(len(states))
    for row, (mover, i, j) in enumerate(states):
        mine = (i, j)[mover]
        for how, chance in turn_ends(turn, (own, other)[mover], goal - mine).items():
            score = {"bust": mine + turn.least_score, "wipe": 0}.get(
                how, how if isinstance(how, str) else mine + how
            )
            if score >= goal:
                right[row] += chance * (1 - mover)
            else:
                matrix[row, place[1 - mover, score if mover == 0 else i, score if mover == 1 else j]] -= (
                    chance
                )
    solved = np.linalg.solve(matrix, right).reshape(2, goal, goal)
    return solved[0], solved[1]


def best_response(
    turn: Any, goal: int, opponent: Plan
) -> tuple[dict[tuple[int, int], float], dict[tuple[int, int], float]]:
    """The responder's chances to win by (banked, opponent), if it is about to move and if the opponent is, by
    value iteration.
    """
    rules, scores = oracle_turn.Rules(turn), list(product(range(goal), repeat=2))
    ends = [turn_ends(turn, opponent, goal - j) for j in range(goal)]
    value, waiting = dict.fromkeys(scores, 0.5), dict.fromkeys(scores, 0.5)
    change = 1.0
    while change > 1e-15:
        change = 0.0
        for i, j in reversed(scores):
            theirs = 0.0
            for how, chance in ends[j].items():
                score = {"bust": j + turn.least_score, "wipe": 0}.get(
                    how, how if isinstance(how, str) else j + how
                )
                theirs += float(chance) * (value[i, score] if score < goal else 0.0)
            mine = oracle_turn.turn_value(
                rules, i, goal, {x: waiting[x, j] for x in range(goal)}.__getitem__, waiting[0, j]
            )
            change = max(change, abs(theirs - waiting[i, j]), abs(mine - value[i, j]))
            value[i, j], waiting[i, j] = mine, theirs
    return value, waiting


def player(turn: Any, goal: int, plan: Callable[[int, int], Plan]) -> Player:
    """One who draws outcomes, and plays by the plan of these scores."""
    drawn = [
        list(
            accumulate(
                [
                    float(throw.bust),
                    float(throw.wipe),
                    *(float(outcome.probability) for outcome in throw.outcomes),
                ]
            )
        )
        for throw in turn.throws
    ]

    def play(banked: int, opponent: int, random: Random) -> int:
        throw, way_at = plan(banked, opponent)
        x = 0
        while True:
            (end,) = random.choices(range(len(drawn[throw])), cum_weights=drawn[throw])
            if end < 2:
                return banked + turn.least_score if end == 0 else 0
            outcome = turn.throws[throw].outcomes[end - 2]
            x += outcome.gain
            way = way_at(x, outcome.position) if banked + x < goal else None
            if way is None:
                return banked + x
            x, throw = x - way[0], way[1]

    return play


def first_wins(goal: int, first: Player, second: Player, games: int, seed: int) -> int:
    """How many games the first to move wins."""
    random, won = Random(seed), 0
    for _ in range(games):
        scores, mover = [0, 0], 0
        while max(scores) < goal:
            scores[mover] = (first, second)[mover](scores[mover], scores[1 - mover], random)
            mover = 1 - mover
        won += scores[0] >= goal
    return won
