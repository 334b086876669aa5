"""Slow and obvious answers for how long a race lasts, in fractions. Nothing of the project is imported.

A rule gives, for a player's own score and the other's, the chances of the scores after a turn; whoever has
the goal has won.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from tests import oracle_plans

# Scores after a turn, by the mover's score and the other's.
Rule = Callable[[int, int], dict[int, Fraction]]
# The mover's score, the other's, and who has led last: 0 the mover, 1 the other, None nobody.
State = tuple[int, int, int | None]


def rule_of(turn: Any, goal: int, plan: Callable[[int, int], oracle_plans.Plan]) -> Rule:
    """The rule of a plan for each pair of scores."""

    def scores(banked: int, opponent: int) -> dict[int, Fraction]:
        after: dict[int, Fraction] = {}
        for how, chance in oracle_plans.turn_ends(turn, plan(banked, opponent), goal - banked).items():
            score = {"bust": banked + turn.least_score, "wipe": 0}.get(
                how, how if isinstance(how, str) else banked + how
            )
            after[min(goal, score)] = after.get(min(goal, score), Fraction(0)) + chance
        return after

    return scores


def after_turn(state: State, score: int) -> tuple[State, int]:
    """The state as the other sees it, and how often the lead has changed."""
    _, other, led = state
    leads = 0 if score > other else 1 if score < other else led
    changed = int(led is not None and leads != led)
    return (other, score, None if leads is None else 1 - leads), changed


def states_of(rule: Rule, goal: int) -> list[State]:
    """All that come up from the start."""
    states: list[State] = [(0, 0, None)]
    for state in states:
        for score in rule(*state[:2]):
            ahead, _ = after_turn(state, score)
            if score < goal and ahead not in states:
                states.append(ahead)
    return states


def solved(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """The right sides of linear equations, solved for."""
    for pivot in range(len(rows)):
        own = next(row for row in range(pivot, len(rows)) if rows[row][pivot])
        rows[pivot], rows[own] = rows[own], rows[pivot]
        rows[pivot] = [number / rows[pivot][pivot] for number in rows[pivot]]
        for row in range(len(rows)):
            if row != pivot and (factor := rows[row][pivot]):
                rows[row] = [one - factor * two for one, two in zip(rows[row], rows[pivot], strict=True)]
    return [row[len(rows) :] for row in rows]


def expected(rule: Rule, goal: int) -> tuple[dict[State, Fraction], dict[State, Fraction]]:
    """Turns and changes of the lead still to come, by all linear equations at once."""
    states = states_of(rule, goal)
    place = {state: row for row, state in enumerate(states)}
    rows = []
    for state in states:
        row = [Fraction(0)] * len(states) + [Fraction(1), Fraction(0)]
        row[place[state]] += 1
        for score, chance in rule(*state[:2]).items():
            ahead, changed = after_turn(state, score)
            row[-1] += chance * changed
            if score < goal:
                row[place[ahead]] -= chance
        rows.append(row)
    right = solved(rows)
    return {state: right[row][0] for state, row in place.items()}, {
        state: right[row][1] for state, row in place.items()
    }


def more_changes(rule: Rule, goal: int, most: int) -> list[dict[State, Fraction]]:
    """Chances of more than 0, 1, ..., `most` changes of the lead still to come, each from the one before."""
    states = states_of(rule, goal)
    place = {state: row for row, state in enumerate(states)}
    found: list[dict[State, Fraction]] = []
    for n in range(most + 1):
        rows = []
        for state in states:
            row = [Fraction(0)] * len(states) + [Fraction(0)]
            row[place[state]] += 1
            for score, chance in rule(*state[:2]).items():
                ahead, changed = after_turn(state, score)
                if changed:
                    row[-1] += chance * (1 if n == 0 else found[-1][ahead] if score < goal else 0)
                elif score < goal:
                    row[place[ahead]] -= chance
            rows.append(row)
        found.append({state: own[0] for state, own in zip(states, solved(rows), strict=True)})
    return found


def longer(rule: Rule, goal: int, most: int) -> list[Fraction]:
    """Chances of more than 0, 1, ..., `most` turns."""
    playing, found = {(0, 0): Fraction(1)}, [Fraction(1)]
    for _ in range(most):
        after: dict[tuple[int, int], Fraction] = {}
        for (banked, opponent), before in playing.items():
            for score, chance in rule(banked, opponent).items():
                if score < goal:
                    after[opponent, score] = after.get((opponent, score), Fraction(0)) + before * chance
        playing = after
        found.append(sum(playing.values(), Fraction(0)))
    return found


def played(goal: int, player: oracle_plans.Player, games: int, seed: int) -> list[tuple[int, int]]:
    """Turns and changes of the lead of some games with dice."""
    random, found = Random(seed), []
    for _ in range(games):
        state: State = (0, 0, None)
        turns = changes = 0
        while max(state[:2]) < goal:
            state, changed = after_turn(state, player(state[0], state[1], random))
            turns, changes = turns + 1, changes + changed
        found.append((turns, changes))
    return found
