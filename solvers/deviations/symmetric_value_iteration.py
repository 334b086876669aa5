"""Symmetric value iteration for simultaneous play of two, and the cycle that it enters.

In Zhu, Ma, Chen & Liu 2023 ("Mixed-strategy equilibrium") player A improves its policy, and player B follows:
A's best turn total at (i, j) is sought against the turn total of the same table at (j, i). One sweep visits
all (i, j), i ascending and then j, and overwrites values and actions in place. So of a pair (i, j), (j, i)
the second state answers the new action of the first. If the two states have no saddle point, each answer
leads to another answer, and sweeps repeat periodically without end.

Values differ by about 1e-8 between starts, as the start decides the phase of each pair when the others around
it settle. The paper does not give the start. Here every value is 0 and every action the same turn total, or
(`sweep_from`) any tables.
"""

from collections import deque
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.at_once.opponents import turns_that_hold
from solvers.deviations.certificate_of_value_iteration import residual
from solvers.deviations.mix_of_policies import PolicyMix, mix_of_policies
from solvers.deviations.worth_of_scores import TIE, unknown_rows, worth_of_ending, worth_of_holding
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.jit import jit_allocating
from solvers.turns.forward import HoldAt

# Tables after each of the last sweeps.
Seen = deque[tuple[Array, Shorts]]
# Values a period apart count as equal up to this difference; 70 sweeps reach it at goal 100.
SAME_VALUES = 1e-12
# At goal 120, pairs of scores cycle with periods 2, 4, 7 and 8, so all together with 56.
MOST_SWEEPS, MOST_PERIOD = 1000, 120


@dataclass(frozen=True)
class Cycle:
    """The last two sweeps of symmetric value iteration.

    Attributes
    ----------
    turn, goal : the game
    sweeps : number of sweeps
    period : number of sweeps after which actions and values repeat; 1 if they settle
    value, second_value : float64[banked, opponent], values after the last sweep but one and after the last;
        equal if they settle
    hold_at, second_hold_at : int16[banked, opponent], actions after these sweeps
    cycles : int8[banked, opponent], 1 if the action changes during a period
    residual : largest difference between the second value and one sweep from the first by another route
    """

    turn: Turn
    goal: int
    sweeps: int
    period: int
    value: Array
    second_value: Array
    hold_at: Shorts
    second_hold_at: Shorts
    cycles: Flags
    residual: float

    @property
    def cycling_states(self) -> int:
        """Number of states whose action cycles."""
        return int(self.cycles.sum())

    @property
    def mean_difference(self) -> float:
        """Mean absolute difference of the values after the two sweeps."""
        return float(np.abs(self.value - self.second_value).mean())

    @property
    def largest_difference(self) -> float:
        """Largest absolute difference of the values after the two sweeps."""
        return float(np.abs(self.value - self.second_value).max())

    @cached_property
    def mix(self) -> PolicyMix:
        """Bounds on the gain of a deviation from the two policies, one of which is drawn and kept."""
        return mix_of_policies(self.turn, self.hold_at, self.second_hold_at)


def symmetric_value_iteration(turn: Turn, goal: int, start_hold_at: int = 25) -> Cycle:
    """Sweep until actions and values repeat those of an earlier sweep.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    start_hold_at : turn total to hold at everywhere before the first sweep, or the points missing to the goal
        if that is less

    Raises
    ------
    InvalidRules
        if a number is out of range, or the turn has no hold-at rules
    NotConverged
        if nothing repeats within MOST_SWEEPS sweeps, with a period of MOST_PERIOD or less

    Examples
    --------
    >>> from solvers.games import pig
    >>> found = symmetric_value_iteration(pig.turn(), 100)  # Zhu, Ma, Chen & Liu 2023: 141 states, 2.020e-4
    >>> print(found.period, found.cycling_states, f"{found.largest_difference:.3e}")
    2 141 2.020e-04
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if start_hold_at < 1:
        raise expected("start_hold_at", "1 or more", start_hold_at)
    return sweep_from(turn, np.zeros((goal, goal)), np.full((goal, goal), min(start_hold_at, goal), np.int16))


def sweep_from(turn: Turn, value: Array, hold_at: Shorts) -> Cycle:
    """Sweep from any tables, such as those of a best response, until actions and values repeat.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value : float64[banked, opponent], chances to win before the first sweep
    hold_at : int16[banked, opponent], turn totals to hold at before it

    Raises
    ------
    InvalidRules
        if the turn has no hold-at rules
    NotConverged
        if nothing repeats within MOST_SWEEPS sweeps, with a period of MOST_PERIOD or less
    """
    goal = len(value)
    gains = turns_that_hold(turn, goal)
    rows, actions = unknown_rows(goal, turn.longest_gain), hold_at.copy()
    rows[:goal, :goal] = value.T
    seen: Seen = deque(maxlen=MOST_PERIOD + 1)
    sweeps = 0
    while len(seen) < 2 or not _period(seen):
        if sweeps == MOST_SWEEPS:
            raise NotConverged(
                f"symmetric value iteration: expected a period of {MOST_PERIOD} or less in {sweeps} sweeps"
                f" (goal {goal})."
            )
        _sweep(gains, rows, actions)
        seen.append((rows[:goal, :goal].T.copy("C"), actions.copy()))
        sweeps += 1
    return _last_two(turn, sweeps, seen)


def _last_two(turn: Turn, sweeps: int, seen: Seen) -> Cycle:
    """The cycle that the last of these sweeps closes."""
    period, (value, hold_at), (second_value, second_hold_at) = _period(seen), seen[-2], seen[-1]
    throughout = list(seen)[-1 - period :]
    cycles = np.any([action != second_hold_at for _, action in throughout], axis=0).astype(np.int8)
    proof = residual(turn, value, second_value, hold_at, second_hold_at)
    return Cycle(
        turn, len(value), sweeps, period, value, second_value, hold_at, second_hold_at, cycles, proof
    )


def _period(seen: Seen) -> int:
    """Number of sweeps after which the last one returned; 0 if it did not."""
    *before, (value, action) = seen
    for period, (older_value, older_action) in enumerate(reversed(before), start=1):
        if (action == older_action).all() and np.abs(value - older_value).max() <= SAME_VALUES:
            return period
    return 0


@jit_allocating
def _sweep(gains: HoldAt, rows: Array, actions: Shorts) -> None:
    """One sweep in place.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    rows : float64[opponent, banked], values, with the goal and a margin
    actions : int16[banked, opponent], turn totals to hold at
    """
    goal = actions.shape[0]
    worth = np.zeros(rows.shape[1])
    sure = np.ones(1)
    for i in range(goal):
        for b in range(goal):
            nothing, _ = worth_of_ending(gains, actions[b, i : i + 1], sure, (i, b), rows, worth)
            for t in range(np.uint64(i), np.uint64(worth.size)):
                worth[t] += nothing * rows[b, t]
            best = -1.0
            action = 0
            for k in range(1, goal - i + 1):
                value = worth_of_holding(gains, k, i, worth)
                if value > best + TIE:
                    best = value
                    action = k
            rows[b, i] = best
            actions[i, b] = np.int16(action)
