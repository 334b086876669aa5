"""What a fixed policy of one player alone is worth, and how often its turns begin.

A turn is played out forwards. With s banked and n turns left let it gain x with chance P(x), bust with chance
e and wipe with chance w; a bust scores the least that a turn does, m. The chance to reach the goal is

    V(n, s) = sum over x of P(x) V(n - 1, s + x) + e V(n - 1, s + m) + w V(n - 1, 0),   V past the goal is 1,

with V(0, s) = 0. The same chances send on how often turns begin, from all turns left down to none. Every turn
uses one up: nothing is solved for. A policy that counts its scoring turns has a value for each count, and
those that it ends by holding lead to the next.
"""

import numpy as np

from solvers.arrays import Array, Flags
from solvers.fixed.head_to_head import OneThrow, rules_of_throw
from solvers.games.turn import Turn
from solvers.jit import jit_allocating
from solvers.turns.forward import play


def chance_to_reach(turn: Turn, rolls: Flags) -> Array:
    """Chance to reach the goal, float64[turns_left, banked].

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    rolls : int8[turns_left, banked, turn_total], HOLD or ROLL

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on
    """
    return _chances(turn, rolls[:, None])[:, 0]


def chance_by_count(turn: Turn, rolls: Flags, turns: int) -> float:
    """Chance from the start of a policy that counts its scoring turns, and not those that are left.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    rolls : int8[scored, banked, turn_total], HOLD or ROLL, as `solvers.fixed.policies` has it against an
        opponent who never scores
    turns : to play

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on

    Examples
    --------
    >>> from solvers.fixed import policies
    >>> from solvers.games import piglet
    >>> # Two heads, each in a turn of its own: all but no head or one in three turns.
    >>> chance_by_count(piglet.turn(), policies.scoring_turns(2, 2).rolls[:, :, 0], 3)
    0.5
    """
    always = np.ascontiguousarray(np.broadcast_to(rolls, (turns + 1, *rolls.shape)))
    return float(_chances(turn, always)[-1, 0, 0])


def turns_begun_alone(turn: Turn, rolls: Flags) -> Array:
    """How often a turn begins, float64[turns_left, banked]; without turns left how often play ends there.

    Parameters
    ----------
    turn, rolls : as in `chance_to_reach`

    Raises
    ------
    InvalidRules
        as there

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.thumb.rule import rolls_alone
    >>> turns_begun_alone(piglet.turn(), rolls_alone("hold at 1", 2, 2)).tolist()
    [[0.25, 0.5], [0.5, 0.5], [1.0, 0.0]]
    """
    out = np.zeros(rolls.shape[:2])
    out[-1, 0] = 1.0
    _forwards(rules_of_throw(turn), rolls, out)
    return out


def _chances(turn: Turn, rolls: Flags) -> Array:
    """Chance to reach the goal, float64[turns_left, scored, banked].

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    rolls : int8[turns_left, scored, banked, turn_total], HOLD or ROLL
    """
    out = np.zeros(rolls.shape[:3])
    _backwards(rules_of_throw(turn), rolls, out)
    return out


@jit_allocating
def _backwards(throw: OneThrow, rolls: Flags, out: Array) -> None:
    """Fill in chances, those of fewer turns first.

    Parameters
    ----------
    throw : the rules
    rolls : int8[turns_left, scored, banked, turn_total]
    out : float64[turns_left, scored, banked], comes with 0
    """
    counts = out.shape[1]
    goal = out.shape[2]
    ends = np.empty(goal + throw.gain.size)
    for left in range(1, out.shape[0]):
        for scored in range(counts):
            after = out[left - 1, scored]
            held = out[left - 1, min(scored + 1, counts - 1)]
            for banked in range(goal):
                throws, most = play(throw.gain, rolls[left, scored, banked], goal - banked, ends)
                busted = banked + throw.least
                worth = throws * throw.gain[0] * (after[busted] if busted < goal else 1.0)
                worth += throws * throw.wipe * after[0]
                for gain in range(1, most + 1):
                    worth += ends[gain] * (held[banked + gain] if banked + gain < goal else 1.0)
                # Probabilities that are rounded may sum to more than 1 by a unit in the last place.
                out[left, scored, banked] = min(worth, 1.0)


@jit_allocating
def _forwards(throw: OneThrow, rolls: Flags, begun: Array) -> None:
    """Send turns on, those with most turns left first.

    Parameters
    ----------
    throw : the rules
    rolls : int8[turns_left, banked, turn_total]
    begun : float64[turns_left, banked], how often a turn begins; comes with 0 but for the start
    """
    goal = begun.shape[1]
    ends = np.empty(goal + throw.gain.size)
    for left in range(begun.shape[0] - 1, 0, -1):
        after = begun[left - 1]
        for banked in range(goal):
            often = begun[left, banked]
            if often > 0.0:
                throws, most = play(throw.gain, rolls[left, banked], goal - banked, ends)
                if banked + throw.least < goal:
                    after[banked + throw.least] += often * throws * throw.gain[0]
                after[0] += often * throws * throw.wipe
                for gain in range(1, min(most + 1, goal - banked)):
                    after[banked + gain] += often * ends[gain]
