"""Certificate of equilibria of the showdown: what the best reply wins beyond an equal share, in plain NumPy.

Every rule is played out, and the value of a score is summed over the number of opponents with the same score,
whereas the solvers use cumulative probabilities and an integral. Improper probabilities count as errors, too:
negative ones, sums other than 1, and those of a rule under another name than its least.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


def exploitability(turn: Turn, cap: int, players: int, probability: Array) -> float:
    """Return what the best hold-at reply wins beyond 1 / players if all others draw their rules.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : the greatest turn total to hold at
    players : number of players
    probability : float64[hold_at], probability to hold at 1, 2, ..., cap
    """
    ends = played_out(turn, cap)
    worth = shares((probability[:, None] * ends).sum(axis=0), players)
    best = float((ends * worth).sum(axis=1).max())
    return max(
        best - 1.0 / players, _improper(probability), float(np.abs(probability[~distinct(ends)]).sum())
    )


def score_chances(turn: Turn, cap: int, probability: Array) -> Array:
    """Return the probability of each score, float64[score], for a mixture of hold at 1, 2, ..., cap."""
    return np.asarray((probability[:, None] * played_out(turn, cap)).sum(axis=0))


def win_chances(turn: Turn, cap: int) -> Array:
    """Return the win probability of hold at 1, ..., cap against each other, float64[hold_at, hold_at]."""
    ends = played_out(turn, cap)
    below = np.cumsum(ends, axis=1) - ends
    return np.asarray(ends @ (below + ends / 2.0).T)


def exploitability_of_any_rule(turn: Turn, cap: int, players: int, holds: Array) -> float:
    """Return what the best stopping rule wins beyond 1 / players if all others play one mixed rule.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : turn total from which players must hold
    players : number of players
    holds : float64[turn_total], probability to hold at 0, 1, ..., cap - 1; ignored at 0
    """
    worth = shares(turn_of_mix(turn, cap, holds)[0], players)
    improper = max(0.0, float(holds.max()) - 1.0, -float(holds.min()))
    return max(gain_of_any_rule(turn, cap, players, worth), improper)


def gain_of_any_rule(turn: Turn, cap: int, players: int, worth: Array) -> float:
    """Return what the best stopping rule wins beyond 1 / players, by backward induction from the cap.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : turn total from which a player must hold
    players : number of players
    worth : float64[score], win probability of a score
    """
    return float(_throws(turn, cap, worth)[0]) - 1.0 / players


def loss_of_holding(turn: Turn, cap: int, holds: Array) -> Array:
    """Return what is lost at each turn total against a player with the same rule, float64[turn_total].

    A rule rolls at 0 and holds at turn totals that are never reached; anything else there loses infinity.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : turn total from which players must hold
    holds : float64[turn_total], probability to hold at 0, 1, ..., cap - 1
    """
    ends, comes = turn_of_mix(turn, cap, holds)
    held = shares(ends, 2)[:cap]
    thrown = _throws(turn, cap, shares(ends, 2))
    # Nothing is lost at turn totals that are never reached.
    loss = comes[:cap] * np.abs(np.maximum(held, thrown) - holds * held - (1.0 - holds) * thrown)
    usual = np.where(comes[:cap] == 0.0, holds == 1.0, (holds >= 0.0) & (holds <= 1.0))
    usual[0] = holds[0] == 0.0
    loss[0] = 0.0
    return np.where(usual, loss, np.inf)


def _throws(turn: Turn, cap: int, worth: Array) -> Array:
    """The value of a throw at each turn total below the cap, float64[turn_total], if play is optimal after.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : turn total from which a player must hold
    worth : float64[score], win probability of a score
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
    """Return the expected share of each score against players - 1 others, float64[score], by their scores."""
    below = np.cumsum(chances) - chances
    others = players - 1
    return np.asarray(
        sum(
            comb(others, same) * chances**same * below ** (others - same) / (1 + same)
            for same in range(players)
        )
    )


def played_out(turn: Turn, cap: int) -> Array:
    """Return the probability of each score by rule, float64[hold_at, score]; a bust scores the least."""
    ends = play_out(turn, cap)[1:, : cap + turn.longest_gain]
    ends[:, 0] = 0.0
    ends[:, turn.least_score] += 1.0 - ends.sum(axis=1)
    return ends


def distinct(ends: Array) -> NDArray[np.bool_]:
    """Return which rules differ from the one before, bool[hold_at], by their ends."""
    return np.append(True, (ends[1:] != ends[:-1]).any(axis=1))


def turn_of_mix(turn: Turn, cap: int, holds: Array) -> tuple[Array, Array]:
    """Return the probabilities of each score, and to reach each turn total, float64[score] both.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : turn total from which a player must hold
    holds : float64[turn_total], probability to hold at 0, 1, ..., cap - 1; ignored at 0
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
    """How far probabilities are below 0, or their sum is from 1."""
    return max(abs(float(probability.sum()) - 1.0), -float(probability.min()), 0.0)
