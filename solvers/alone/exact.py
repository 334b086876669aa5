"""Exact solution in fractions of one turn for most points.

Below the critical threshold each throw's value follows from the values at greater turn totals. So one pass
downwards gives the exact optimum (Crocce & Mordecki 2014, equations 3* and 4, Lemma 4.3). Below an entry the
player may not hold.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags
from solvers.errors import expected
from solvers.games.turn import Position, Turn

Fractions = NDArray[np.object_]
# Outcomes times digits of the fractions; the digits grow with the number of rolls in a turn. This much work
# takes about half a minute.
MOST_WORK = 400_000_000
# Work of an outcome with small numbers, in the same unit.
OVERHEAD = 300


def thrown(turn: Turn) -> Fractions:
    """Expected score of a turn after each choice of throw.

    Returns
    -------
    Fraction[turn_total, throw], in points, for turn totals up to the critical threshold, or to the entry if
    that is greater

    Raises
    ------
    InvalidRules
        if this would take minutes, as for dice with a hundred sides

    Examples
    --------
    >>> from solvers.games import ten_thousand
    >>> # Crocce & Mordecki 2014, Table 4, prints 5.8012180037
    >>> print(round(float(thrown(ten_thousand.turn(["m5"]))[0, 0]), 10))
    5.801180037
    """
    top = turn.always_held_from() + 1
    work = top * (top + OVERHEAD) * sum(len(throw.outcomes) for throw in turn.throws)
    if work > MOST_WORK:
        advice = (
            f"They grow with the turn total up to which one throws, here {top - 1}; choose fewer sides or"
            " dice."
        )
        raise expected(
            "turn", f"one whose fractions take at most {MOST_WORK:.0e} steps", f"{work:.1e}", advice
        )
    value = np.full((top, len(turn.throws)), Fraction(0), object)
    for turn_total in range(top - 1, -1, -1):
        for index, throw in reversed(list(enumerate(turn.throws))):
            worth = turn.least_score * throw.bust
            for outcome in throw.outcomes:
                worth += outcome.probability * max(
                    choices(
                        turn.positions[outcome.position], turn_total + outcome.gain, value, turn.entry
                    ).values()
                )
            value[turn_total, index] = worth
    return value


def choices(position: Position, turn_total: int, value: Fractions, entry: int = 0) -> dict[int, Fraction]:
    """Expected score by action at a position, in points.

    Beyond the table holding is the only action, and below the entry a player must go on.
    """
    worth = {} if turn_total < entry else {0: Fraction(turn_total)}
    for way in position.ways:
        ahead = turn_total - way.given_up
        if turn_total < len(value) and ahead >= 0:
            worth[way.action] = max(value[ahead, way.throw], worth.get(way.action, Fraction(0)))
    return worth


def not_optimal(turn: Turn, value: Fractions, policy: Flags) -> int:
    """How many choices of a policy, int8[turn_total, position], are worse than another."""
    worse = 0
    for turn_total, actions in enumerate(policy):
        for position, action in zip(turn.positions, actions.tolist(), strict=True):
            worth = choices(position, turn_total, value, turn.entry)
            # If the turn total is too small to give anything up or to hold, there is no action.
            worse += bool(worth) and worth.get(action, -1) < max(worth.values())
    return worse
