"""Turns that hardly ever score.

Players bust in turn until one of them scores. So the less often turns score, the more a rounding error of a
turn's value matters: an error of 1e-16 in a turn becomes 1e-3 in a game if a turn scores once in 1e13.
"""

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.turn_rules import Outcome, TurnRules

# If turns score at least this often, values of races are right to about 1e-15.
LEAST_CHANCE = 1e-9
# Most forced throws in a row that are counted; those left out only lower the chance.
MOST_AGAIN = 1000


def refuse_seldom(turn: TurnRules) -> None:
    """Refuse a turn that hardly ever scores, however it is played.

    Raises
    ------
    InvalidRules
        if the greatest chance to bank something in a turn is less than LEAST_CHANCE
    """
    if turn.least_score > 0 or _chance_at_once(turn) >= LEAST_CHANCE:
        return
    chance = chance_to_score(turn)
    if chance < LEAST_CHANCE:
        raise expected(
            f"{turn.name}: chance that a turn scores",
            f"at least {LEAST_CHANCE:g}",
            float(f"{chance:.2g}"),
            "Differences between choices would be lost in rounding: let throws score more often.",
        )


def chance_to_score(turn: TurnRules) -> float:
    """The greatest chance to bank something in a turn from banked score 0."""
    enough = max(turn.entry, 1)
    chance = np.zeros((enough + 1, len(turn.throws)))
    chance[enough] = _of_enough(turn)
    for total in range(enough - 1, -1, -1):
        # A throw without a gain leads to one later in the list.
        for throw in range(len(turn.throws) - 1, -1, -1):
            chance[total, throw] = _scores(turn, throw, total, enough, chance)
    return float(max(chance[0, opening] for opening in turn.openings))


def _chance_at_once(turn: TurnRules) -> float:
    """The greatest chance to score enough with the first throw; quick to find in games of many throws."""
    return max(
        sum(
            float(outcome.probability)
            for outcome in turn.throws[opening].outcomes
            if outcome.gain >= max(turn.entry, 1) and not turn.positions[outcome.position].must_throw
        )
        for opening in turn.openings
    )


def _of_enough(turn: TurnRules) -> Array:
    """By throw, the chance to bank if the turn total is already enough; throws may be forced."""
    chance = np.zeros((1, len(turn.throws)))
    for _ in range(MOST_AGAIN if turn.must_throw else 1):
        before = chance[0].copy()
        for throw in range(len(turn.throws)):
            chance[0, throw] = _scores(turn, throw, 0, 0, chance)
        if np.array_equal(before, chance[0]):
            break
    found: Array = chance[0]
    return found


def _scores(turn: TurnRules, throw: int, total: int, enough: int, chance: Array) -> float:
    return sum(
        float(outcome.probability) * _after(turn, outcome, total, enough, chance)
        for outcome in turn.throws[throw].outcomes
    )


def _after(turn: TurnRules, outcome: Outcome, total: int, enough: int, chance: Array) -> float:
    """The chance to bank after an outcome."""
    position, total = turn.positions[outcome.position], total + outcome.gain
    if total >= enough and not position.must_throw:
        return 1.0
    ways = (chance[min(total - way.given_up, enough), way.throw] for way in position.ways)
    return float(max(ways, default=0.0))
