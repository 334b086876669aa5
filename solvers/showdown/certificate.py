"""Certificate of equilibria of one turn each: what the best reply wins beyond an equal share, in plain NumPy.

Every rule is played out, and a score's worth adds up over how many of the others score the same, where the
solvers use cumulated chances and an integral. Probabilities that are negative, that do not add up to 1, or
that a rule has under another name than its least count as well.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

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
    ends = played_out(turn, cap)
    worth = shares((probability[:, None] * ends).sum(axis=0), players)
    best = float((ends * worth).sum(axis=1).max())
    return max(
        best - 1.0 / players, _improper(probability), float(np.abs(probability[~distinct(ends)]).sum())
    )


def score_chances(turn: Turn, cap: int, probability: Array) -> Array:
    """Chance of each score, float64[score], if one holds at 1, 2, ..., cap with these chances."""
    return np.asarray((probability[:, None] * played_out(turn, cap)).sum(axis=0))


def win_chances(turn: Turn, cap: int) -> Array:
    """Chance to win of each rule that holds at 1, 2, ..., cap against each, float64[hold_at, hold_at]."""
    ends = played_out(turn, cap)
    below = np.cumsum(ends, axis=1) - ends
    return np.asarray(ends @ (below + ends / 2.0).T)


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
    worth = shares(turn_of_mix(turn, cap, holds)[0], players)
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
    return float(_throws(turn, cap, worth)[0]) - 1.0 / players


def loss_of_holding(turn: Turn, cap: int, holds: Array) -> Array:
    """What is lost at each turn total against a player who plays alike, float64[turn_total].

    At 0 nobody holds, and where nobody comes everybody does: whatever else is said there loses infinity.

    Parameters
    ----------
    turn : a turn with hold-at rules
    cap : turn total from which on all hold
    holds : float64[turn_total], chance to hold at the turn totals 0, 1, ..., cap - 1
    """
    ends, comes = turn_of_mix(turn, cap, holds)
    held = shares(ends, 2)[:cap]
    thrown = _throws(turn, cap, shares(ends, 2))
    # Of who never comes to a turn total nothing is lost there.
    loss = comes[:cap] * np.abs(np.maximum(held, thrown) - holds * held - (1.0 - holds) * thrown)
    usual = np.where(comes[:cap] == 0.0, holds == 1.0, (holds >= 0.0) & (holds <= 1.0))
    usual[0] = holds[0] == 0.0
    loss[0] = 0.0
    return np.where(usual, loss, np.inf)


def _throws(turn: Turn, cap: int, worth: Array) -> Array:
    """What a throw at each turn total below the cap is worth, float64[turn_total], the best being done after
    it.

    Parameters
    ----------
    turn : a turn with hold-at rules
    cap : turn total from which on one holds
    worth : float64[score], what a score wins
    """
    value, thrown = worth.copy(), np.empty(cap)
    lost = float(turn.throws[0].bust + turn.throws[0].wipe) * worth[turn.least_score]
    for total in range(cap - 1, -1, -1):
        thrown[total] = lost + sum(
            float(outcome.probability) * value[total + outcome.gain] for outcome in turn.throws[0].outcomes
        )
        value[total] = max(value[total], thrown[total])
    return thrown


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


def played_out(turn: Turn, cap: int) -> Array:
    """Chance of each score by each rule, float64[hold_at, score]; what busts or wipes scores least."""
    ends = play_out(turn, cap)[1:, : cap + turn.longest_gain]
    ends[:, 0] = 0.0
    ends[:, turn.least_score] += 1.0 - ends.sum(axis=1)
    return ends


def distinct(ends: Array) -> NDArray[np.bool_]:
    """Which rules end their turns in another way than the one before, bool[hold_at], by their ends."""
    return np.append(True, (ends[1:] != ends[:-1]).any(axis=1))


def turn_of_mix(turn: Turn, cap: int, holds: Array) -> tuple[Array, Array]:
    """Chance of each score, and to come to each turn total, float64[score] both, if one holds so.

    Parameters
    ----------
    turn : a turn with hold-at rules
    cap : turn total from which on all hold
    holds : float64[turn_total], chance to hold at 0, 1, ..., cap - 1, of which 0 is not asked for
    """
    comes = np.zeros(cap + turn.longest_gain)
    comes[0], ends = 1.0, np.zeros(cap + turn.longest_gain)
    for total in range(cap):
        ends[total] = holds[total] * comes[total] if total else 0.0
        for outcome in turn.throws[0].outcomes:
            comes[total + outcome.gain] += float(outcome.probability) * (comes[total] - ends[total])
    ends[cap:] = comes[cap:]
    ends[turn.least_score] += 1.0 - ends.sum()
    return ends, comes


def _improper(probability: Array) -> float:
    """By how much probabilities are negative, or do not add up to 1."""
    return max(abs(float(probability.sum()) - 1.0), -float(probability.min()), 0.0)
