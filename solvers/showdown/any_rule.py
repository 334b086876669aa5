"""The showdown of two players over all stopping rules.

A player may hold at any set of turn totals. A mixture of rules scores like one rule that holds at each turn
total with the probability that the mixture ends there, given that it gets there. A linear program finds these
probabilities (`solvers.showdown.program`) within its solver's tolerance. It shows where the equilibrium both
holds and rolls. At each of these turn totals holding and rolling are worth the same, a linear equation;
solving these makes the equilibrium exact.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import HOLD, Turn
from solvers.linear.elimination import eliminate
from solvers.showdown.certificate import exploitability, exploitability_of_any_rule
from solvers.showdown.program import flows
from solvers.showdown.solve import share, threshold_mix, win_chances
from solvers.turns.best_rule import Throws, best_rule, played, throws
from solvers.turns.one_turn import expand, rules, score_chances

# The most that the best rule may win beyond one half.
LARGEST_GAIN = 1e-13
# Smaller probabilities may be rounding of the linear program, which is larger if a throw has thousands of
# results.
PROGRAM_ROUNDING = (1e-9, 1e-6)
# Turn totals with a smaller probability to be reached by a player who never holds have no effect on any
# digit. The linear program could not distinguish their rows from 0.
NEVER = 1e-25


@dataclass(frozen=True)
class AnyRuleShowdown:
    """The equilibrium over all stopping rules.

    Attributes
    ----------
    turn, cap : the game; a player must hold from the cap on
    hold_probability : float64[turn_total], probability to hold at 0, 1, ..., cap - 1, 0 for the first; 1 at
        turn totals that are never reached
    come_probability : float64[turn_total], probability to reach the turn total
    threshold_probability : float64[hold_at], probability to hold at 1, 2, ..., cap in the equilibrium of
        hold-at rules; among turn totals that are the same rule the least has it
    threshold_loss : what the best stopping rule wins beyond one half against that equilibrium
    exploitability : what the best stopping rule wins beyond one half against this equilibrium, or the best
        hold-at rule against that of hold-at rules if it is more, computed by another route
    """

    turn: Turn
    cap: int
    hold_probability: Array
    come_probability: Array
    threshold_probability: Array
    threshold_loss: float
    exploitability: float

    @property
    def mixed(self) -> int:
        """Number of reachable turn totals at which it both holds and rolls."""
        within = (self.hold_probability > 0.0) & (self.hold_probability < 1.0)
        return int((within & (self.come_probability > 0.0)).sum())


def showdown_any_rule(turn: Turn, cap: int) -> AnyRuleShowdown:
    """Solve the showdown of two players over all stopping rules.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : turn total from which a player must hold, 1 to 2000

    Raises
    ------
    InvalidRules
        if the cap is out of range, or the game has other ways to go on than the same throw
    NotConverged
        if the linear program finds no equilibrium

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(f"{showdown_any_rule(pig.turn(), 100).threshold_loss:.6f}")  # in chances to win
    0.000125
    """
    thresholds = rules(turn, cap)
    of = throws(turn, cap)
    mix = threshold_mix(thresholds, win_chances(thresholds))
    gained, _ = best_rule(of, share(score_chances(thresholds, mix)))
    hold = _equilibrium(of)
    come = played(of, hold)[1][:cap]
    hold[come == 0.0] = 1.0
    hold[0] = 0.0
    probability = expand(thresholds, mix)
    proofs = exploitability_of_any_rule(turn, cap, 2, hold), exploitability(turn, cap, 2, probability)
    return AnyRuleShowdown(turn, cap, hold, come, probability, max(0.0, gained - 0.5), max(proofs))


def _equilibrium(of: Throws) -> Array:
    """Probability to hold at each turn total, float64[turn_total]."""
    ever = np.flatnonzero(played(of, np.zeros(of.cap))[1][: of.cap] > NEVER)
    # Reduce the cap to the last turn total that can be reached.
    near = of._replace(cap=int(ever[-1]) + 1)
    held, thrown = flows(near)
    come = held + thrown
    seldom = come <= PROGRAM_ROUNDING[0]
    found = np.divide(held, come, out=np.ones(near.cap), where=~seldom)
    found[0] = 0.0
    # Where turn totals are hardly ever reached, the program does not know the best action.
    _, actions = best_rule(near, share(played(near, found)[0]))
    found[seldom] = actions[seldom] == HOLD
    tried = [
        found,
        *(
            _indifferent(near, found, (held > rounding) & (thrown > rounding))
            for rounding in PROGRAM_ROUNDING
        ),
    ]
    exploited = [_exploited(near, hold) for hold in tried]
    if min(exploited) > LARGEST_GAIN:
        raise NotConverged(f"exploitability: expected at most {LARGEST_GAIN}, got {min(exploited)}.")
    return np.append(tried[int(np.argmin(exploited))], np.ones(of.cap - near.cap))


def _exploited(of: Throws, hold: Array) -> float:
    """What the best stopping rule wins beyond one half."""
    if not ((hold >= 0.0) & (hold <= 1.0)).all():
        return float("inf")
    return best_rule(of, share(played(of, hold)[0]))[0] - 0.5


def _indifferent(of: Throws, hold: Array, mixes: NDArray[np.bool_]) -> Array:
    """The rule that mixes at these turn totals so that holding and rolling there are worth the same.

    All probabilities and values are linear in the probabilities to reach these turn totals and hold. They are
    computed as rows of coefficients, with the constant last. If this does not determine a rule, the given one
    is returned.

    Parameters
    ----------
    of : the throws of the turn
    hold : float64[turn_total], probability to hold, from the linear program
    mixes : bool[turn_total], where it both holds and rolls
    """
    mixed = np.flatnonzero(mixes)
    column, last = {int(total): place for place, total in enumerate(mixed)}, mixed.size
    holds = hold >= 0.5
    come = np.zeros((of.cap + of.gains.size - 1, last + 1))
    ended = np.zeros_like(come)
    come[0, last] = 1.0
    for total in range(of.cap):
        on = come[total].copy()
        if total in column:
            ended[total, column[total]] += 1.0
            on[column[total]] -= 1.0
        elif holds[total]:
            ended[total] += on
            on[:] = 0.0
        ended[of.lowest] += of.failed * on
        come[total + 1 : total + of.gains.size] += of.gains[1:, None] * on
    ended[of.cap :] += come[of.cap :]
    won = np.cumsum(ended, axis=0) - ended / 2.0
    best, throw = won.copy(), np.zeros_like(come)
    for total in range(of.cap - 1, -1, -1):
        throw[total] = of.failed * won[of.lowest] + (
            of.gains[1:, None] * best[total + 1 : total + of.gains.size]
        ).sum(axis=0)
        if total not in column and not holds[total]:
            best[total] = throw[total]
    equations = won[mixed] - throw[mixed]
    chances = -equations[:, last]
    if not eliminate(np.ascontiguousarray(equations[:, :last]), chances):
        return hold
    coming = (come[mixed, :last] * chances).sum(axis=1) + come[mixed, last]
    exact = holds.astype(float)
    exact[mixed] = chances / coming
    return exact
