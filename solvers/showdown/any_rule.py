"""The showdown over all stopping rules: two players take one turn each, unseen.

They may hold at any turn totals they like. A mix of rules scores like one rule that holds at each turn total
with the mix's chance to end there, divided by its chance to come there. A linear program finds these chances
(`solvers.showdown.program`), to as many places as its solver promises. It shows where the equilibrium both
holds and throws; that each of these turn totals is then worth the same held as thrown is one linear equation
for each, which make it exact.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import HOLD, Turn
from solvers.matrix_games.elimination import eliminate
from solvers.showdown.certificate import exploitability, exploitability_of_any_rule
from solvers.showdown.program import flows
from solvers.showdown.solve import share, threshold_mix, win_chances
from solvers.turns.best_rule import Throws, best_rule, played, throws
from solvers.turns.one_turn import expand, rules, score_chances

# The most that the best rule may win beyond one half.
LARGEST_GAIN = 1e-13
# Chances below these may be the linear program's rounding, which is larger where a throw has thousands of
# results.
PROGRAM_ROUNDING = (1e-9, 1e-6)
# Turn totals that come up less often than this, were nobody ever to hold, weigh less than the last digit of
# anything; to a linear program they are rows of which it cannot tell whether they are 0.
NEVER = 1e-25


@dataclass(frozen=True)
class AnyRuleShowdown:
    """The equilibrium over all stopping rules.

    Attributes
    ----------
    turn, cap : the game; from the cap on one holds
    hold_probability : float64[turn_total], chance to hold at 0, 1, ..., cap - 1, 0 for the first; 1 where the
        equilibrium never comes
    come_probability : float64[turn_total], chance to come there
    threshold_probability : float64[hold_at], chance to hold at 1, 2, ..., cap in the equilibrium of rules
        that hold at a turn total; of turn totals that are the same rule the least has it
    threshold_loss : what the best of all rules wins beyond one half against that equilibrium
    exploitability : what the best of all rules wins beyond one half against this equilibrium, or the best
        turn total against that of turn totals if it is more, computed by another route
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
        """Number of turn totals that come up and at which it neither always holds nor always throws."""
        within = (self.hold_probability > 0.0) & (self.hold_probability < 1.0)
        return int((within & (self.come_probability > 0.0)).sum())


def showdown_any_rule(turn: Turn, cap: int) -> AnyRuleShowdown:
    """Solve one turn each over all stopping rules.

    Parameters
    ----------
    turn : a turn with hold-at rules
    cap : turn total from which on one holds, 1 to 2000

    Raises
    ------
    InvalidRules
        if the cap is out of range, or the turn offers other ways to go on than the same throw
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
    """Chance to hold at each turn total, float64[turn_total]."""
    ever = np.flatnonzero(played(of, np.zeros(of.cap))[1][: of.cap] > NEVER)
    # Beyond the last that ever comes up all hold.
    near = of._replace(cap=int(ever[-1]) + 1)
    held, thrown = flows(near)
    come = held + thrown
    seldom = come <= PROGRAM_ROUNDING[0]
    found = np.divide(held, come, out=np.ones(near.cap), where=~seldom)
    found[0] = 0.0
    # Of what hardly ever comes up the program does not know what is best.
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
    """What the best of all rules wins beyond one half."""
    if not ((hold >= 0.0) & (hold <= 1.0)).all():
        return float("inf")
    return best_rule(of, share(played(of, hold)[0]))[0] - 0.5


def _indifferent(of: Throws, hold: Array, mixes: NDArray[np.bool_]) -> Array:
    """The rule that mixes at these turn totals so that holding and throwing there are worth the same.

    All chances, and all that is worth, depend linearly on the chances to come to these turn totals and hold:
    they are followed as rows of coefficients, the last one that of 1. If that does not determine a rule, the
    one given is returned.

    Parameters
    ----------
    of : the throws of the turn
    hold : float64[turn_total], chance to hold there by the linear program
    mixes : bool[turn_total], where it both holds and throws
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
