"""Turns that hardly ever score.

Players bust in turn until one of them scores, so the fewer turns score, the more a rounding of what a turn is
worth counts: a choice that is wrong by 1e-16 a turn is wrong by 1e-3 a game where a turn scores once in 1e13.
"""

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.turn_rules import Outcome, TurnRules

# Where turns score that often, races are right to some 1e-15.
LEAST_CHANCE = 1e-9
# Of throws that must be made again; what they leave out makes the chance less.
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
    """The greatest chance to bank something in a turn that begins with nothing banked."""
    enough = max(turn.entry, 1)
    chance = np.zeros((enough + 1, len(turn.throws)))
    chance[enough] = _of_enough(turn)
    for total in range(enough - 1, -1, -1):
        # Who gains nothing makes a throw further down the list.
        for throw in range(len(turn.throws) - 1, -1, -1):
            chance[total, throw] = _scores(turn, throw, total, enough, chance)
    return float(max(chance[0, opening] for opening in turn.openings))


def _chance_at_once(turn: TurnRules) -> float:
    """The greatest chance to score enough with the first throw: of games of many throws this is looked up."""
    return max(
        sum(
            float(outcome.probability)
            for outcome in turn.throws[opening].outcomes
            if outcome.gain >= max(turn.entry, 1) and not turn.positions[outcome.position].must_throw
        )
        for opening in turn.openings
    )


def _of_enough(turn: TurnRules) -> Array:
    """By throw, the chance to bank if the turn total is enough already; one may have to throw again."""
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
