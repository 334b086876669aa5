"""Certificates of fixed players in a race: one backup, by the rules as they were written.

All states are backed up at once. A turn is evaluated backwards over x = banked + turn total, outcome by
outcome, where the solver plays it out forwards; nothing is solved for, since all values are given, those of a
bust and of a wipe among them.

The values come in layers. The first layer decides, unless a player's choices are known, and the last one is
what is asked for. A best response decides by what it is worth, and there is one layer. Optimal play decides
by what it is worth against its equal, and is worth something else against a fixed player: there are two.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.house_rules import with_entry
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.turns import certificate_of_turns
from solvers.turns.certificate_of_turns import Ends


def head_to_head_residual(
    turn: Turn, own: Fixed | Array, other: Fixed, value: Array, waiting: Array
) -> float:
    """Sup-norm of one backup of both values of a head-to-head minus the values.

    Parameters
    ----------
    turn : any turn
    own, other : the plans; of optimal play its value against its equal, float64[banked, opponent]
    value, waiting : float64[banked, opponent], own's chance to win if own, or other, is about to move
    """
    plan = None if isinstance(own, np.ndarray) else own
    layers = np.stack((1.0 - own.T, waiting)) if isinstance(own, np.ndarray) else waiting[None]
    one = turns_worth(turn, plan, layers) - value
    # What other wins is what own loses, with the two players exchanged.
    two = turns_worth(turn, other, 1.0 - value.T[None]) - (1.0 - waiting.T)
    return float(np.maximum(np.abs(one).max(), np.abs(two).max()))


def response_residual(turn: Turn, opponent: Fixed, value: Array, waiting: Array) -> float:
    """Sup-norm of one backup of both values of a best response minus the values.

    Parameters
    ----------
    turn : any turn
    opponent : the plan responded to
    value, waiting : float64[banked, opponent], the responder's chance to win if it, or the plan, is about to
        move
    """
    best = turns_worth(turn, None, waiting[None]) - value
    fixed = turns_worth(turn, opponent, 1.0 - value.T[None]) - (1.0 - waiting.T)
    return float(np.maximum(np.abs(best).max(), np.abs(fixed).max()))


def turns_worth(
    turn: Turn,
    plan: Fixed | None,
    handed: Array,
    busting: Array | None = None,
    ends: tuple[int, int] | None = None,
) -> Array:
    """What turns are worth by a plan, or by the best choices, float64[banked, opponent].

    Parameters
    ----------
    turn : any turn
    plan : what decides, None for the first layer
    handed : float64[layer, score, opponent], value to the mover of handing over the turn; instead of the
        opponent's score it may be something else that a turn does not change
    busting : float64[layer, banked, opponent], value of a bust, and of stopping with nothing gained; None
        where that is to hand over the turn
    ends : what banked scores are less than, and the score from which on everybody holds, one throw from below
        which `handed` goes; in a race None, where the goal is the end of `handed`, and who has it has won
    """
    layers, goal, others = handed.shape
    if ends is None:
        handed = np.concatenate((handed, np.ones((layers, turn.longest_gain, others))), axis=1)
        ends = goal, goal
    goal, top = ends
    after = _side_by_side(handed[:, : top + turn.longest_gain])
    # Whose choices are known does not hold with less.
    held = with_entry(turn, after) if plan is None else after
    bust, nothing = after[turn.least_score :][:goal], held[:goal]
    if busting is not None:
        bust = _side_by_side(busting)
        nothing = with_entry(turn, bust) if plan is None else bust
    return certificate_of_turns.turns_worth(
        turn, Ends(held, nothing, bust, after[0]), fixed=plan, layers=layers
    )


def _side_by_side(layers: Array) -> Array:
    """Layers beside each other, float64[score, lane] of float64[layer, score, opponent]."""
    return layers.transpose(1, 0, 2).reshape(layers.shape[1], -1)
