"""The scores of a single turn for each hold-at rule, and expectations over them.

Two turn totals to hold at are the same rule if no turn can stop at the lower one: in Pig, hold at 1 and hold
at 2 both roll once. Only the least of them counts as a rule, so that an equilibrium does not split
probability between names of one rule.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.turns.forward import hold_at

# Limits tables of all pairs of rules, which take 8 bytes for each entry.
MOST_CAP = 2000


class HoldAtRules(NamedTuple):
    """The different hold-at rules, and the scores of their turns.

    Attributes
    ----------
    hold_at : int64[rule], ascending
    lowest : score of a turn that busts
    failed : float64[rule], probability to bust
    ends : float64[rule, m], probability to score hold_at + m
    same_as : int64[cap], for hold at 1, 2, ..., cap the index of the equal rule
    """

    hold_at: Integers
    lowest: int
    failed: Array
    ends: Array
    same_as: Integers

    @property
    def scores(self) -> int:
        """One more than the highest score."""
        return int(self.hold_at.max() + self.ends.shape[1])


def rules(turn: Turn, cap: int) -> HoldAtRules:
    """Return the rules that hold at 1, 2, ..., cap, each once.

    Parameters
    ----------
    turn : a game with hold-at rules; a wipe counts as a bust
    cap : the greatest turn total to hold at, 1 or more

    Raises
    ------
    InvalidRules
        if the cap is out of range, or the game has other ways to go on than the same throw

    Examples
    --------
    >>> from solvers.games import pig
    >>> rules(pig.turn(), 4).hold_at  # a turn cannot stop at 1
    array([1, 3, 4])
    """
    if not 1 <= cap <= MOST_CAP:
        raise expected("cap", f"1 to {MOST_CAP}", cap)
    gains = hold_at(turn, cap)
    differs = np.concatenate([[True], gains.reach[1:cap] > 0.0])
    kept = np.flatnonzero(differs) + 1
    return HoldAtRules(
        kept, turn.least_score, 1.0 - gains.score[kept], gains.stop[kept], np.cumsum(differs) - 1
    )


def score_chances(of: HoldAtRules, mix: Array) -> Array:
    """Return the probability of each score, float64[score], if a mixture float64[rule] draws the rule."""
    chances = np.zeros(of.scores)
    for m in range(of.ends.shape[1]):
        chances[of.hold_at + m] += mix * of.ends[:, m]
    chances[of.lowest] += (mix * of.failed).sum()
    return chances


def cumulative(of: HoldAtRules) -> Array:
    """Return the probability that each rule scores at most a score, float64[score, rule]."""
    chances, rule = np.zeros((of.scores, of.hold_at.size)), np.arange(of.hold_at.size)
    chances[of.lowest] = of.failed
    for m in range(of.ends.shape[1]):
        chances[of.hold_at + m, rule] += of.ends[:, m]
    return np.cumsum(chances, axis=0)


def expectations(of: HoldAtRules, worth: Array) -> Array:
    """Return the expectation of each rule, float64[rule, ...], added up in a fixed order.

    Parameters
    ----------
    of : the rules
    worth : float64[score, ...], value of each score
    """
    wide = (slice(None), *(np.newaxis,) * (worth.ndim - 1))
    total = of.failed[wide] * worth[of.lowest]
    for m in range(of.ends.shape[1]):
        total += of.ends[:, m][wide] * worth[of.hold_at + m]
    return np.asarray(total)


def expand(of: HoldAtRules, by_rule: Array) -> Array:
    """Return probabilities by turn total to hold at, 1 to cap, float64[hold_at], from those by rule.

    Among turn totals that are the same rule, the least gets the probability, the others 0.

    Parameters
    ----------
    of : the rules
    by_rule : float64[rule]
    """
    probability = np.zeros(of.same_as.size)
    probability[of.hold_at - 1] = by_rule
    return probability
