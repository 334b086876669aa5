"""Symmetric value iteration for two players who throw at the same time, and the cycle that it runs into.

Zhu, Ma, Chen & Liu 2023 ("Mixed-strategy equilibrium") let player A improve its policy, and player B follow:
A's best turn total at (i, j) is sought against the turn total that the same table has at (j, i). One sweep
goes over all (i, j), i in ascending order and j within, and writes values and actions where it reads them; so
the second state of a pair (i, j), (j, i) answers the new action of the first. Where the two states have no
saddle point, each answer provokes another, and the sweep repeats itself with a period and never settles.

Which phase a pair is in when the others around it settle depends on the start, and with it the values by some
1e-8. The paper leaves the start open; here it is every value 0 and every action one turn total to hold at, or
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

# What each of the last sweeps left.
Seen = deque[tuple[Array, Shorts]]
# Values of two sweeps a period apart that differ by no more are the same; 70 sweeps reach it at goal 100.
SAME_VALUES = 1e-12
# Pairs of scores cycle with periods 2, 4, 7 and 8 at goal 120, and so all together with 56.
MOST_SWEEPS, MOST_PERIOD = 1000, 120


@dataclass(frozen=True)
class Cycle:
    """The last two sweeps of symmetric value iteration.

    Attributes
    ----------
    turn, goal : the game
    sweeps : how many it took
    period : after how many sweeps actions and values repeat; 1 if they settle
    value, second_value : float64[banked, opponent], what the last sweep but one and the last one wrote; the
        same if they settle
    hold_at, second_hold_at : int16[banked, opponent], likewise
    cycles : int8[banked, opponent], 1 where the action is not the same throughout a period
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
        """Mean absolute difference of the two sweeps' values."""
        return float(np.abs(self.value - self.second_value).mean())

    @property
    def largest_difference(self) -> float:
        """Largest absolute difference of the two sweeps' values."""
        return float(np.abs(self.value - self.second_value).max())

    @cached_property
    def mix(self) -> PolicyMix:
        """What a deviation gains from the two policies, one of which is drawn before the game and kept."""
        return mix_of_policies(self.turn, self.hold_at, self.second_hold_at)


def symmetric_value_iteration(turn: Turn, goal: int, start_hold_at: int = 25) -> Cycle:
    """Sweep until actions and values are those of some sweeps before.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    start_hold_at : turn total to hold at everywhere before the first sweep, or what is lacking to the goal if
        that is less

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
    """Sweep from any tables, as a best response's, until actions and values are those of some sweeps before.

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
    """After how many sweeps the last one came again; 0 if it did not."""
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
    gains : of turns that hold at a turn total
    rows : float64[opponent, banked], values, the goal and more besides
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
