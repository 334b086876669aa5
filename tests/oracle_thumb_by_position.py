"""Slow and obvious: what a rule of thumb loses by its decisions in games with more to decide, in fractions.
Nothing of the project is imported; turns are read as plain data.

A player is a function of (own score, other's, turn total, position) that gives the way taken, (given up, next
throw), or None to hold. A race of two is a Markov chain of turns, solved by elimination.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from tests.oracle_policies import eliminate

Number = Any
Way = tuple[int, int]
Player = Callable[[int, int, int, int], Way | None]
# Own score, other's, turn total, position.
Decision = tuple[int, int, int, int]


def play_turn(
    turn: Any, goal: int, player: Player, scores: tuple[int, int]
) -> tuple[dict[Any, Number], dict[Decision, Number]]:
    """How a turn from these scores ends, by the score after it, "won" among them; and how often it comes to
    each decision.
    """
    own, other = scores
    ends: dict[Any, Number] = {}
    met: dict[Decision, Number] = {}

    def end(score: int, chance: Number) -> None:
        key = "won" if score >= goal else score
        ends[key] = ends.get(key, 0) + chance

    def thrown(total: int, throw: int, chance: Number) -> None:
        rules = turn.throws[throw]
        end(own + turn.least_score, chance * rules.bust)
        end(0, chance * rules.wipe)
        for outcome in rules.outcomes:
            there, p = total + outcome.gain, chance * outcome.probability
            if own + there >= goal:
                end(goal, p)
                continue
            may_hold = there > 0 and own + there >= turn.entry
            if len(turn.positions[outcome.position].ways) > (0 if may_hold else 1):
                at = own, other, there, outcome.position
                met[at] = met.get(at, 0) + p
            way = player(own, other, there, outcome.position)
            if way is None:
                end(own + there, p)
            else:
                thrown(there - way[0], way[1], p)

    thrown(0, turn.openings[0], Fraction(1))
    return ends, met


def race(turn: Any, goal: int, players: tuple[Player, Player]) -> dict[tuple[int, int, int], Number]:
    """The first player's chance to win, by (who is about to move, own score, other's)."""
    states = list(product((0, 1), range(goal), range(goal)))
    place = {state: row for row, state in enumerate(states)}
    rows: list[dict[int, Number]] = [{row: Fraction(1)} for row in range(len(states))]
    right: list[Number] = [Fraction(0)] * len(states)
    for mover, i, j in states:
        row = rows[place[mover, i, j]]
        ends, _ = play_turn(turn, goal, players[mover], (j, i) if mover else (i, j))
        for score, chance in ends.items():
            if score == "won":
                right[place[mover, i, j]] += chance * (1 - mover)
            else:
                column = place[1 - mover, i if mover else score, score if mover else j]
                row[column] = row.get(column, 0) - chance
    return dict(zip(states, eliminate(rows, right), strict=True))


def visits(turn: Any, goal: int, players: tuple[Player, Player]) -> dict[Decision, Number]:
    """How often the first player comes to each decision in a game, a fair coin saying who moves first."""
    states = list(product((0, 1), range(goal), range(goal)))
    place = {state: row for row, state in enumerate(states)}
    rows: list[dict[int, Number]] = [{row: Fraction(1)} for row in range(len(states))]
    right: list[Number] = [Fraction(1, 2) if state[1:] == (0, 0) else Fraction(0) for state in states]
    for mover, i, j in states:
        ends, _ = play_turn(turn, goal, players[mover], (j, i) if mover else (i, j))
        for score, chance in ends.items():
            if score != "won":
                row = rows[place[1 - mover, i if mover else score, score if mover else j]]
                column = place[mover, i, j]
                row[column] = row.get(column, 0) - chance
    begun = dict(zip(states, eliminate(rows, right), strict=True))
    found: dict[Decision, Number] = {}
    for (mover, i, j), often in begun.items():
        if mover == 0:
            for at, chance in play_turn(turn, goal, players[0], (i, j))[1].items():
                found[at] = found.get(at, 0) + often * chance
    return found


def choices(
    turn: Any, goal: int, worth: dict[tuple[int, int], Number], at: Decision
) -> dict[Way | None, Number]:
    """What holding, None, and each way are worth at a decision, if both play on as `worth` says: the chance
    of who is about to move to win, by own score and other's.
    """
    own, other, total, position = at

    def handed(score: int) -> Number:
        return 1 if score >= goal else 1 - worth[other, score]

    @cache
    def thrown(x: int, throw: int) -> Number:
        rules = turn.throws[throw]
        found = rules.bust * handed(own + turn.least_score) + rules.wipe * handed(0)
        for outcome in rules.outcomes:
            there = x + outcome.gain
            if own + there >= goal:
                found += outcome.probability
            else:
                found += outcome.probability * max(of(there, outcome.position).values())
        return found

    def of(x: int, position: int) -> dict[Way | None, Number]:
        found: dict[Way | None, Number] = {None: handed(own + x)} if own + x >= turn.entry else {}
        for way in turn.positions[position].ways:
            found[way.given_up, way.throw] = thrown(x - way.given_up, way.throw)
        return found

    return of(total, position)
