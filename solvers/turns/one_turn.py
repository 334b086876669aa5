"""What a single turn scores by each turn total to hold at, and what that is worth.

Two turn totals to hold at are the same rule if no turn can stop at the lower one: hold at 1 and hold at 2 of
Pig both throw once. Only the least of them counts as a rule, so that no equilibrium shifts probability
between names of one rule.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.turns.forward import hold_at

# Points on a table of all pairs of rules: 8 bytes each, and some tables of it.
MOST_CAP = 2000


class HoldAtRules(NamedTuple):
    """The rules that differ, and what their turns score.

    Attributes
    ----------
    hold_at : int64[rule], ascending
    lowest : what a turn that busts scores
    failed : float64[rule], chance of that
    ends : float64[rule, m], chance to score hold_at + m
    same_as : int64[cap], for hold at 1, 2, ..., cap the rule that it is
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
    """The rules that hold at 1, 2, ..., cap, each once.

    Parameters
    ----------
    turn : a turn with hold-at rules; whoever loses the banked score too has nothing to lose here
    cap : the greatest turn total to hold at, 1 or more

    Raises
    ------
    InvalidRules
        if the cap is out of range, or a turn total to hold at does not say all about a turn

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
    """Chance of each score, float64[score], if the rule is drawn by a mix, float64[rule]."""
    chances = np.zeros(of.scores)
    for m in range(of.ends.shape[1]):
        chances[of.hold_at + m] += mix * of.ends[:, m]
    chances[of.lowest] += (mix * of.failed).sum()
    return chances


def cumulative(of: HoldAtRules) -> Array:
    """Chance that each rule scores at most so much, float64[score, rule]."""
    chances, rule = np.zeros((of.scores, of.hold_at.size)), np.arange(of.hold_at.size)
    chances[of.lowest] = of.failed
    for m in range(of.ends.shape[1]):
        chances[of.hold_at + m, rule] += of.ends[:, m]
    return np.cumsum(chances, axis=0)


def expectations(of: HoldAtRules, worth: Array) -> Array:
    """What each rule is worth, float64[rule, ...], added up in one fixed order.

    Parameters
    ----------
    of : the rules
    worth : float64[score, ...], what a score is worth
    """
    wide = (slice(None), *(np.newaxis,) * (worth.ndim - 1))
    total = of.failed[wide] * worth[of.lowest]
    for m in range(of.ends.shape[1]):
        total += of.ends[:, m][wide] * worth[of.hold_at + m]
    return np.asarray(total)


def expand(of: HoldAtRules, by_rule: Array) -> Array:
    """Probabilities by rule as probabilities by turn total to hold at, float64[hold_at], for 1 to cap.

    Of turn totals that are the same rule the least has its probability, the others 0.

    Parameters
    ----------
    of : the rules
    by_rule : float64[rule]
    """
    probability = np.zeros(of.same_as.size)
    probability[of.hold_at - 1] = by_rule
    return probability
