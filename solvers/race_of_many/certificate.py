"""Certificate of a race of several players: one backup of its value, on the rules as they were written.

With the value given, nothing is coupled. For each tuple of the others' scores, the turns of all movers and
next players are evaluated by their own recursion over x = banked + turn total, with what a bust is worth put
in: no slopes, clusters or lists of policies, and none of the solvers' tables.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import Throw, Turn
from solvers.games.written import Written, written
from solvers.jit import jit_allocating, jit_inline
from solvers.rows import copy_row

# Relative differences up to this are rounding, and a tie holds: whom else it would serve is not for rounding
# to say.
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
    for others, backed in enumerate(backups(turn, by_others)):
        out[:, :, others] = backed
    return out.reshape(value.shape)


def backups(turn: Turn, by_others: Array) -> Iterator[Array]:
    """What one turn is worth to each seat, float64[mover, next, seat], for each tuple of others in turn.

    Parameters
    ----------
    turn : any turn
    by_others : float64[next, others, x, seat], the values of handing the turn over, the next player's chance
        first
    """
    goal, players = by_others.shape[2:]
    rules = written(replace(turn, throws=tuple(_alike_together(throw) for throw in turn.throws)))
    depths = np.array([position.most_given_up for position in turn.positions], np.int64)
    for others in range(by_others.shape[1]):
        # A hand-over makes the mover the last to move: x, seat, next.
        hold = np.roll(by_others[:, others], 1, axis=-1).transpose(1, 2, 0).reshape(goal, players * goal)
        backed = np.empty(hold.shape)
        _turns(rules, depths, turn.longest_gain, hold, backed)
        yield backed.reshape(goal, players, goal).transpose(0, 2, 1)


def residual_of(value: Array, backed: Array, settled: Flags) -> float:
    """Sup-norm of a backup minus the value, outside of clusters without policies in equilibrium."""
    # One mover's score after the other, as fresh big arrays cost more than the differences.
    slabs = zip(value, backed, settled < 2, strict=True)
    return float(np.max([np.abs(after - before)[exact].max(initial=0.0) for before, after, exact in slabs]))


def gain_of(value: Array, backed: Array) -> float:
    """The most that a mover gains by another policy for one turn."""
    return max(0.0, float((backed[..., 0] - value[..., 0]).max()))


def _alike_together(throw: Throw) -> Throw:
    """Outcomes of the same probability after each other, so that their values are multiplied by it once."""
    chances = [outcome.probability for outcome in throw.outcomes]
    return replace(
        throw, outcomes=tuple(sorted(throw.outcomes, key=lambda outcome: chances.index(outcome.probability)))
    )


@jit_allocating
def _turns(rules: Written, depths: Integers, longest_gain: int, hold: Array, out: Array) -> None:
    """What all turns of one tuple of others are worth to each seat.

    Parameters
    ----------
    rules : of the turn
    depths : int64[position], the most points that one of its ways gives up
    longest_gain : the most points that a throw adds
    hold : float64[x, seat and next], value of banking x
    out : float64[mover, seat and next], written
    """
    goal, chances = hold.shape
    throws = np.empty((goal, rules.bust.size, chances))
    together = np.empty(chances)
    positions = np.zeros((goal + longest_gain, depths.size, chances))
    better = np.empty(goal)
    positions[goal:, :, :goal] = 1.0
    for mover in range(goal):
        for x in range(goal - 1, mover - 1, -1):
            for throw in range(rules.bust.size):
                _throw(rules, x, throw, hold[mover], positions, throws, together)
            for position in range(depths.size):
                # A position waits until the throw after its deepest way is known.
                at = x + depths[position]
                if at < goal:
                    _stand(rules, at, position, hold[at], throws, positions, better)
        copy_row(throws[mover, 0], out[mover])


@jit_inline
def _throw(
    rules: Written, x: int, throw: int, bust: Array, positions: Array, throws: Array, together: Array
) -> None:
    """What a throw at x is worth to each seat.

    Parameters
    ----------
    rules : of the turn
    x : banked score and turn total
    throw : its index
    bust : float64[seat and next], value of a bust
    positions : float64[x, position, seat and next], read above x
    throws : float64[x, throw, seat and next], the throw's row is written
    together : float64[seat and next], written
    """
    worth = throws[x, throw]
    last = rules.outcomes[throw + 1] - 1
    for one in range(worth.size):
        worth[one] = rules.bust[throw] * bust[one]
        together[one] = 0.0
    for outcome in range(rules.outcomes[throw], last + 1):
        ahead = positions[x + rules.gain[outcome], rules.position[outcome]]
        chance = rules.chance[outcome]
        for one in range(worth.size):
            together[one] += ahead[one]
        if outcome == last or rules.chance[outcome + 1] != chance:
            for one in range(worth.size):
                worth[one] += together[one] * chance
                together[one] = 0.0


@jit_inline
def _stand(
    rules: Written, x: int, position: int, hold: Array, throws: Array, positions: Array, better: Array
) -> None:
    """What standing at x is worth to each seat, if the mover does what is best for it.

    Parameters
    ----------
    rules : of the turn
    x : banked score and turn total
    position : its index
    hold : float64[seat and next], value of banking x
    throws : float64[x, throw, seat and next], read up to x
    positions : float64[x, position, seat and next], the position's row is written
    better : float64[next], written: 1 where the way at hand is better than what was best before, else 0
    """
    best = positions[x, position]
    for one in range(best.size):
        best[one] = hold[one]
    for way in range(rules.ways[position], rules.ways[position + 1]):
        ahead = throws[x - rules.given_up[way], rules.throw[way]]
        for following in range(better.size):
            better[following] = 1.0 if ahead[following] > best[following] * (1.0 + TIE) else 0.0
        for seat in range(0, best.size, better.size):
            for following in range(better.size):
                value = ahead[seat + following]
                known = best[seat + following]
                best[seat + following] = value if better[following] > 0.0 else known
