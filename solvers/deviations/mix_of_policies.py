"""Bounds on the gain from deviating against a mix of two policies, one of which is drawn and kept.

`Strategy.mixed_with` draws again at every pair of scores; a policy that is kept reveals itself. As long as
both policies agree, nothing is learned, and both are equally likely. At the first pair of scores at which
they differ, the opponent's turn is evidence about the draw. What follows depends on the responder's belief,
and there are too many beliefs. So the gain is bounded, with both bounds proved:

- at most: the responder is told the draw after the first such turn. Before it, it plays the best response to
  even chances; after it, the best response to the policy drawn. More information never hurts.
- at least: the mean win of some policy against both. Three are tried: the best responses to each policy, and
  to their mix with a new draw at every pair of scores.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.at_once.opponents import turns_that_hold
from solvers.deviations.against import value_against
from solvers.deviations.exploitability import exploit
from solvers.deviations.strategy import Strategy
from solvers.deviations.worth_of_scores import (
    TIE,
    add_unmoved,
    chance_to_leave,
    unknown_rows,
    worth_of_ending,
    worth_of_holding,
)
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating
from solvers.turns.forward import HoldAt


class PolicyMix(NamedTuple):
    """Bounds on the exploitability of a mix of two policies, each drawn with chance 1/2 and kept.

    Attributes
    ----------
    least : chance to win beyond 1/2 of some policy
    most : chance to win beyond 1/2 that no policy exceeds
    """

    least: float
    most: float


def mix_of_policies(turn: Turn, first_hold_at: Shorts, second_hold_at: Shorts) -> PolicyMix:
    """Bound the gain of the best deviation from a mix of two policies that are drawn and kept.

    Parameters
    ----------
    turn : a turn with hold-at rules
    first_hold_at, second_hold_at : int16[banked, opponent], each drawn with chance 1/2 before the game

    Raises
    ------
    InvalidRules
        if the turn has no hold-at rules, or the policies are not for one goal

    Examples
    --------
    >>> from solvers.games import pig
    >>> low, high = np.full((30, 30), 9), np.full((30, 30), 15)
    >>> bounds = mix_of_policies(pig.turn(), low, high)
    >>> print(0.0 < bounds.least <= bounds.most)
    True
    """
    both = Strategy.pure(first_hold_at), Strategy.pure(second_hold_at)
    anew = both[0].mixed_with(both[1], 0.5)
    answers = [exploit(turn, strategy) for strategy in (*both, anew)]
    tried = [Strategy.pure(answer.hold_at) for answer in answers]
    wins = [sum(float(value_against(turn, own, other)[0, 0]) for other in both) / 2.0 for own in tried]
    first, second, even = (unknown_rows(anew.goal, turn.longest_gain) for _ in range(3))
    first[: anew.goal, : anew.goal] = answers[0].value.T
    second[: anew.goal, : anew.goal] = answers[1].value.T
    _solve(turns_that_hold(turn, anew.goal), anew.hold_at, first, second, even)
    # The mix itself wins 1/2 as a reply, so only rounding can be below.
    least = max(*wins, 0.5) - 0.5
    return PolicyMix(least, max(float(even[0, 0]) - 0.5, 0.0))


@jit_allocating
def _solve(gains: HoldAt, hold_at: Shorts, first: Array, second: Array, rows: Array) -> None:
    """Value of all states to a responder who learns the draw after the first turn in which it matters.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    hold_at : int16[banked, opponent, policy], turn totals
    first, second : float64[opponent, banked], values of the best response to each policy
    rows : float64[opponent, banked], on entry from `unknown_rows`, on return values at even chances
    """
    goal = hold_at.shape[0]
    even = np.full(2, 0.5)
    sure = np.ones(1)
    worth = np.zeros(rows.shape[1])
    one = np.zeros(rows.shape[1])
    for b in range(goal - 1, -1, -1):
        for i in range(goal - 1, -1, -1):
            here = hold_at[b, i]
            best = -1.0
            same = min(here[0], goal - b) == min(here[1], goal - b)
            if same:
                nothing, something = worth_of_ending(gains, here, even, (i, b), rows, worth)
                add_unmoved(nothing, i, rows[b], worth)
            else:
                worth[:] = 0.0
                _add_half(gains, here[0:1], sure, (i, b), first, one, worth)
                _add_half(gains, here[1:2], sure, (i, b), second, one, worth)
            for k in range(1, goal - i + 1):
                value = worth_of_holding(gains, k, i, worth)
                if same:
                    value /= chance_to_leave(gains, k, something)
                best = value if value > best + TIE else best
            rows[b, i] = best


@jit
def _add_half(
    gains: HoldAt,
    hold_at: Shorts,
    sure: Array,
    at: tuple[int, int],
    known: Array,
    one: Array,
    out: Array,
) -> None:
    """Add half the value of ending a turn with each score, given that one policy was drawn.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    hold_at : int16[1], the policy's turn total to hold at
    sure : float64[1], its chance, 1
    at : (banked, opponent), the scores
    known : float64[opponent, banked], values of the best response to that policy
    one : float64[score], overwritten
    out : float64[score], added to from the own banked score on
    """
    i, b = at
    nothing, _ = worth_of_ending(gains, hold_at, sure, at, known, one)
    for t in range(i, out.size):
        out[t] += 0.5 * (one[t] + nothing * known[b, t])
