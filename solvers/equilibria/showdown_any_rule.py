"""The showdown over all stopping rules: two players take one turn each, unseen, and may hold at any turn totals they like.

There are 2 to the power of the cap rules, but only a few are needed. The double oracle keeps a list of rules, solves the symmetric matrix
game among them, and adds the best of all rules against its mix, which one backward induction over turn totals finds; when that rule wins no
more than one half, the mix is an equilibrium over all rules. Each added rule is new, so this ends, after some tens of rules in practice.

A mix of rules scores like one rule that holds at each turn total with the mix's chance to end there, divided by its chance to come there.
That is how the equilibrium is told.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.showdown import exploitability_of_any_rule
from solvers.equilibria.best_rule import Throws, best_rule, played, throws
from solvers.equilibria.one_turn import rules
from solvers.equilibria.showdown import share, win_chances
from solvers.equilibria.symmetric_game import equilibrium
from solvers.errors import NotConverged
from solvers.games.turn import HOLD, Turn

Array = NDArray[np.float64]
# What the best rule may win beyond one half.
TOLERANCE = 1e-13
MOST_RULES = 2000


@dataclass(frozen=True)
class AnyRuleShowdown:
    """The equilibrium over all stopping rules.

    Attributes
    ----------
    turn, cap : the game; from the cap on one holds
    hold_probability : float64[turn_total], chance to hold at 0, 1, ..., cap - 1, 0 for the first; 1 where the equilibrium never comes
    come_probability : float64[turn_total], chance to come there
    rules : how many rules the last matrix game had
    threshold_loss : what the best of all rules wins beyond one half against the equilibrium of rules that hold at a turn total
    exploitability : what the best of all rules wins beyond one half against this equilibrium, computed by another route
    """

    turn: Turn
    cap: int
    hold_probability: Array
    come_probability: Array
    rules: int
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
        if MOST_RULES rules do not suffice, or rounding keeps a matrix game from its equilibrium

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(f"{showdown_any_rule(pig.turn(), 100).threshold_loss:.6f}")  # in chances to win
    0.000125
    """
    of = throws(turn, cap)
    holds = _thresholds(turn, cap)
    ends = np.array([played(of, one)[0] for one in holds])
    mix, ends, holds, loss = _double_oracle(of, ends, holds)
    ended, reached = _average(of, mix, holds)
    come = reached[:cap]
    hold = np.divide(ended[:cap], come, out=np.ones(cap), where=come > 0.0).clip(0.0, 1.0)
    hold[0] = 0.0
    return AnyRuleShowdown(turn, cap, hold, come, len(ends), loss, exploitability_of_any_rule(turn, cap, 2, hold))


def _thresholds(turn: Turn, cap: int) -> Array:
    """The rules of the equilibrium over turn totals to hold at, float64[rule, turn_total]."""
    of = rules(turn, cap)
    wins = win_chances(of)
    used = np.flatnonzero(equilibrium(wins - wins.T))
    return (np.arange(cap) >= of.hold_at[used][:, None]).astype(float)


def _double_oracle(of: Throws, ends: Array, holds: Array) -> tuple[Array, Array, Array, float]:
    """Mix, ends and holds of the last list of rules, and what the best of all rules won against the first list's mix."""
    worth = np.array([share(one) for one in ends])
    advantage = _advantages(ends, worth)
    first = None
    while True:
        mix = equilibrium(advantage)
        won, actions = best_rule(of, (mix[:, None] * worth).sum(axis=0))
        first = max(0.0, won - 0.5) if first is None else first
        if won - 0.5 <= TOLERANCE:
            return mix, ends, holds, first
        if len(ends) >= MOST_RULES:
            raise NotConverged(f"exploitability: expected at most {TOLERANCE}, got {won - 0.5} ({len(ends)} rules).")
        hold = (actions == HOLD).astype(float)
        end = played(of, hold)[0]
        ends, holds = np.vstack([ends, end]), np.vstack([holds, hold])
        worth = np.vstack([worth, share(end)])
        new = _advantages(ends, worth[-1:])[:, 0]
        advantage = np.pad(advantage, (0, 1))
        advantage[:-1, -1], advantage[-1, :-1] = new[:-1], -new[:-1]


def _advantages(ends: Array, worth: Array) -> Array:
    """Advantage of each rule over some, float64[rule, rule]; of all over all exactly skew-symmetric."""
    wins = (ends[:, None, :] * worth[None, :, :]).sum(axis=2)
    return np.asarray(wins - wins.T if len(ends) == len(worth) else 2.0 * wins - 1.0)


def _average(of: Throws, mix: Array, holds: Array) -> tuple[Array, Array]:
    """Chances to end at each turn total, and to come there, of a mix of rules."""
    ended, reached = np.zeros(of.cap + of.gains.size - 1), np.zeros(of.cap + of.gains.size - 1)
    for chance, hold in zip(mix, holds, strict=True):
        end, reach = played(of, hold)
        ended += chance * end
        reached += chance * reach
    ended[of.lowest] = 0.0
    return ended, reached
