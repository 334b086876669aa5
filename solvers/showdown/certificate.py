"""Certificate of equilibria of one turn each: what the best reply wins beyond an equal share, in plain NumPy.

Every rule is played out, and a score's worth adds up over how many of the others score the same, where the
solvers use cumulated chances and an integral. Probabilities that are negative or do not add up to 1 count as
well.
"""

from math import comb

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


def exploitability(turn: Turn, cap: int, players: int, probability: Array) -> float:
    """What the best hold-at reply wins beyond 1 / players if all others draw their rules so.

    Parameters
    ----------
    turn : a turn with hold-at rules
    cap : the greatest turn total to hold at
    players : of whom all but one draw
    probability : float64[hold_at], of holding at 1, 2, ..., cap
    """
    ends = _ends(turn, cap)
    worth = shares((probability[:, None] * ends).sum(axis=0), players)
    best = float((ends * worth).sum(axis=1).max())
    return max(best - 1.0 / players, _improper(probability))


def exploitability_of_any_rule(turn: Turn, cap: int, players: int, holds: Array) -> float:
    """What the best of all stopping rules wins beyond 1 / players if all others play one that mixes.

    Parameters
    ----------
    turn : a turn with hold-at rules
    cap : turn total from which on all hold
    players : of whom all but one mix
    holds : float64[turn_total], chance to hold at the turn totals 0, 1, ..., cap - 1, of which 0 is not asked
        for
    """
    worth = shares(_mixed_ends(turn, cap, holds), players)
    improper = max(0.0, float(holds.max()) - 1.0, -float(holds.min()))
    return max(gain_of_any_rule(turn, cap, players, worth), improper)


def gain_of_any_rule(turn: Turn, cap: int, players: int, worth: Array) -> float:
    """What the best of all stopping rules wins beyond 1 / players: from the cap down, hold or throw.

    Parameters
    ----------
    turn : a turn with hold-at rules
    cap : turn total from which on one holds
    players : among whom an equal share is 1 / players
    worth : float64[score], what a score wins
    """
    value = worth.copy()
    lost = float(turn.throws[0].bust + turn.throws[0].wipe) * worth[turn.least_score]
    for total in range(cap - 1, -1, -1):
        thrown = lost + sum(
            float(outcome.probability) * value[total + outcome.gain] for outcome in turn.throws[0].outcomes
        )
        value[total] = thrown if total == 0 else max(value[total], thrown)
    return float(value[0]) - 1.0 / players


def shares(chances: Array, players: int) -> Array:
    """What a score wins against players - 1 others who score with these chances, float64[score] both."""
    below = np.cumsum(chances) - chances
    others = players - 1
    return np.asarray(
        sum(
            comb(others, same) * chances**same * below ** (others - same) / (1 + same)
            for same in range(players)
        )
    )


def _ends(turn: Turn, cap: int) -> Array:
    """Chance of each score by each rule, float64[hold_at, score]; what busts or wipes scores least."""
    ends = play_out(turn, cap)[1:, : cap + turn.longest_gain]
    ends[:, 0] = 0.0
    ends[:, turn.least_score] += 1.0 - ends.sum(axis=1)
    return ends


def _mixed_ends(turn: Turn, cap: int, holds: Array) -> Array:
    """Chance of each score, float64[score], if one holds with these chances, float64[turn_total]."""
    ends, still = np.zeros(cap + turn.longest_gain), np.zeros(cap + turn.longest_gain)
    still[0] = 1.0
    for total in range(cap):
        held = holds[total] * still[total] if total else 0.0
        for outcome in turn.throws[0].outcomes:
            still[total + outcome.gain] += float(outcome.probability) * (still[total] - held)
        still[total] = held
    ends[:] = still
    ends[turn.least_score] += 1.0 - ends.sum()
    return ends


def _improper(probability: Array) -> float:
    """By how much probabilities are negative, or do not add up to 1."""
    return max(abs(float(probability.sum()) - 1.0), -float(probability.min()), 0.0)
