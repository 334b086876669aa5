"""Certificates of plans in a race: one backup, in plain NumPy on the rules as they were written.

All states are backed up at once. A turn is evaluated backwards over x = banked + turn total, outcome by
outcome, where the solver plays it out forwards; nothing is solved for, since all values are given, those of a
bust and of a wipe among them.

The values come in layers. The first layer decides, unless a plan does, and the last one is what is asked for.
A best response decides by what it is worth, and there is one layer. Optimal play decides by what it is worth
against its equal, and is worth something else against a plan: there are two.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.games.plan import Fixed
from solvers.games.turn import Turn

# Bytes of an array that stays in the processor's cache.
CACHED = 200_000
# Relative differences up to this are rounding, and a tie holds.
TIE = 1e-14


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
    # Given the value, opponents' scores do not meet: some at a time.
    some = max(8, CACHED // (8 * ends[1]))
    parts = []
    for first in range(0, others, some):
        columns = np.arange(first, min(others, first + some))
        busts = None if busting is None else busting[:, :, columns]
        parts.append(_of_some(turn, plan, ends, handed[:, :, columns], busts, columns))
    return np.concatenate(parts, axis=1)


def _of_some(
    turn: Turn,
    plan: Fixed | None,
    ends: tuple[int, int],
    handed: Array,
    busting: Array | None,
    opponents: Integers,
) -> Array:
    """What turns are worth against some of the opponents' scores, float64[banked, opponent].

    Parameters
    ----------
    turn : any turn
    plan : what decides, None for the first layer
    ends : what banked scores are less than, and the score from which on everybody holds
    handed : float64[layer, score, opponent], value to the mover of handing over the turn, as far as one throw
        goes
    busting : float64[layer, banked, opponent], as in `turns_worth`
    opponents : int64[opponent], their scores
    """
    openings = turn.openings if plan is None else (plan.opening,)
    needed = {*openings, *(way.throw for position in turn.positions for way in position.ways)}
    chances = {
        index: [(float(one.probability), (one.gain, one.position)) for one in turn.throws[index].outcomes]
        for index in sorted(needed)
    }
    reached = sorted({key for own in chances.values() for _, key in own if key[0] > 0})
    goal, top = ends
    throws: list[dict[int, Array]] = [{} for _ in range(top)]
    out = np.empty((goal, handed.shape[2]))
    for x in range(top - 1, -1, -1):
        # Rows are the banked scores from which x can be reached: 0 to x.
        after = handed[:, turn.least_score :] if busting is None else busting
        bust, wiped = after[:, : min(x + 1, goal)], handed[:, :1]
        standing = {
            key: _standing(turn, plan, key[1], x + key[0], goal, opponents, handed, throws) for key in reached
        }
        for index, own in reversed(chances.items()):
            worth = float(turn.throws[index].bust) * bust + float(turn.throws[index].wipe) * wiped
            for chance, key in own:
                if key not in standing:
                    # Without a gain, once the throws further down the list are known.
                    standing[key] = _standing(turn, plan, key[1], x, goal, opponents, handed, throws, busting)
                worth += chance * standing[key][:, : x + 1]
            throws[x][index] = worth
        if x < goal:
            out[x] = _opened([throws[x][opening][:, x] for opening in openings])
        if x + turn.longest_gain < top:
            throws[x + turn.longest_gain] = {}
    return out


def _standing(
    turn: Turn,
    plan: Fixed | None,
    index: int,
    x: int,
    goal: int,
    opponents: Integers,
    handed: Array,
    throws: list[dict[int, Array]],
    busting: Array | None = None,
) -> Array:
    """Value of standing at x after a throw, float64[layer, banked, opponent].

    Parameters
    ----------
    turn : any turn
    plan : what decides, None for the first layer
    index : the position that the throw has left
    x : banked score plus turn total
    goal : what banked scores are less than
    opponents : int64[opponent], their scores
    handed : float64[layer, score, opponent], value to the mover of handing over the turn
    throws : by x and throw, float64[layer, banked, opponent], value of the throws that ways lead to
    busting : float64[layer, banked, opponent], value of stopping with nothing gained, if that is not banking
    """
    if x >= len(throws):
        return handed[:, x : x + 1]
    best = np.repeat(handed[:, x : x + 1], min(x + 1, goal), axis=1)
    if busting is not None:
        best[:, x] = busting[:, x]
    if plan is None and x < turn.entry:
        # Less than any way on is worth: nobody may hold.
        best[:] = -1.0
    taken = np.zeros(0) if plan is None else plan.takes(index, x, opponents)
    for place, way in enumerate(turn.positions[index].ways, 1):
        ahead = throws[x - way.given_up][way.throw]
        known = best[:, : ahead.shape[1]]
        if plan is None:
            np.copyto(known, ahead, where=_better(ahead[0], known[0], handed.shape[0]))
        else:
            np.copyto(known, ahead, where=taken[: ahead.shape[1]] == place)
    return best


def _opened(openings: list[Array]) -> Array:
    """The last layer of the best opening."""
    best = openings[0].copy()
    for other in openings[1:]:
        np.copyto(best, other, where=_better(other[0], best[0], len(best)))
    last: Array = best[-1]
    return last


def _better(ahead: Array, known: Array, layers: int) -> NDArray[np.bool_]:
    """Where going on is better; up to rounding, a tie is none if something else hangs on it."""
    better: NDArray[np.bool_] = ahead > known + (TIE * np.abs(known) if layers > 1 else 0.0)
    return better
