"""Certificate of a race of several players: one backup of its value, in plain NumPy on the rules as they were written.

With the value given, nothing is coupled. For each tuple of the others' scores, the turns of all movers and next players are evaluated by
their own recursion over x = banked + turn total, with what a bust is worth put in: no slopes, no tables, no clusters, no lists of policies.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.games.turn import Position, Throw, Turn

Array = NDArray[np.float64]
# Relative differences up to this are rounding, and a tie holds: whom else it would serve is not for rounding to say.
TIE = 1e-14


def backup(turn: Turn, goal: int, value: Array) -> Array:
    """What one turn is worth to each seat if the mover plays it best, float64[mover, next, ..., seat].

    Parameters
    ----------
    turn : any turn
    goal : points to win
    value : float64[mover, next, ..., seat], chance of each seat to win, the mover first
    """
    players = value.shape[-1]
    by_others = value.reshape(goal, goal ** (players - 2), goal, players)
    out = np.empty((goal, goal, by_others.shape[1], players))
    for others in range(by_others.shape[1]):
        # A hand-over makes the mover the last to move: seat, x, next.
        hold = np.ascontiguousarray(np.roll(by_others[:, others], 1, axis=-1).transpose(2, 1, 0))
        out[:, :, others] = _turns(turn, goal, hold).transpose(1, 2, 0)
    return out.reshape(value.shape)


def residual_of(value: Array, backed: Array, settled: NDArray[np.int8]) -> float:
    """Sup-norm of a backup minus the value, outside of clusters without policies in equilibrium."""
    difference = np.abs(backed - value).max(axis=-1)
    return float(difference[settled < 2].max(initial=0.0))


def gain_of(value: Array, backed: Array) -> float:
    """The most that a mover gains by another policy for one turn."""
    return max(0.0, float((backed[..., 0] - value[..., 0]).max()))


def _turns(turn: Turn, goal: int, hold: Array) -> Array:
    """All turns of one tuple of others, float64[seat, mover, next].

    hold : float64[seat, x, next], value of banking x
    """
    out, won = np.empty_like(hold), np.zeros_like(hold)
    won[0] = 1.0
    throws: dict[int, list[Array]] = {}
    positions = {(x, index): won for x in range(goal, goal + turn.longest_gain) for index in range(len(turn.positions))}
    depths = [max((way.given_up for way in position.ways), default=0) for position in turn.positions]
    for x in range(goal - 1, -1, -1):
        throws[x] = [_throw(throw, x, hold, positions) for throw in turn.throws]
        out[:, x] = throws[x][0][:, x]
        for index, depth in enumerate(depths):
            # A position waits until the throw after its deepest way is known.
            if x + depth < goal:
                positions[x + depth, index] = _position(turn.positions[index], x + depth, hold, throws)
            positions.pop((x + turn.longest_gain, index), None)
        throws.pop(x + max(depths), None)
    return out


def _throw(throw: Throw, x: int, hold: Array, positions: dict[tuple[int, int], Array]) -> Array:
    """A throw at x, for the movers 0 to x who can be there."""
    worth = float(throw.bust) * hold[:, : x + 1]
    for probability in {outcome.probability: None for outcome in throw.outcomes}:
        ahead = [positions[x + at.gain, at.position][:, : x + 1] for at in throw.outcomes if at.probability == probability]
        # In place: the race of three to 100 is certified 1.5 times as fast.
        together = ahead[0].copy()
        for other in ahead[1:]:
            together += other
        together *= float(probability)
        worth += together
    return worth


def _position(position: Position, x: int, hold: Array, throws: dict[int, list[Array]]) -> Array:
    """Standing at x: to each seat, what is best for the mover."""
    best = np.repeat(hold[:, x, None], x + 1, axis=1)
    for way in position.ways:
        ahead = throws[x - way.given_up][way.throw]
        known = best[:, : ahead.shape[1]]
        np.copyto(known, ahead, where=ahead[0] > known[0] * (1.0 + TIE))
    return best
