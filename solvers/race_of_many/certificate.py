"""Certificate of a race of several players: one backup of its value, by the rules as they were written.

With the value given, no states depend on each other. For each tuple of the others' scores, the turns of all
movers and next players are evaluated by their own recursion over x = banked + turn total, with the value of a
bust put in: no slopes, clusters or lists of policies, and none of the solvers' tables.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import Throw, Turn
from solvers.games.written import Written, written
from solvers.jit import jit_allocating, jit_inline
from solvers.rows import copy_row

# Values with smaller relative differences are equal, and ties hold: rounding must not decide which opponent
# gains.
TIE = 1e-14


def backup(turn: Turn, goal: int, value: Array) -> Array:
    """Return the value of one optimal turn of the mover to each seat, float64[mover, next, ..., seat].

    Parameters
    ----------
    turn : the game's turn
    goal : points to win
    value : float64[mover, next, ..., seat], win probability of each seat, the mover first
    """
    players = value.shape[-1]
    by_others = value.reshape(goal, goal ** (players - 2), goal, players)
    out = np.empty((goal, goal, by_others.shape[1], players))
    for others, backed in enumerate(backups(turn, by_others)):
        out[:, :, others] = backed
    return out.reshape(value.shape)


def backups(turn: Turn, by_others: Array) -> Iterator[Array]:
    """Yield the value of a turn to each seat, float64[mover, next, seat], for each tuple of others' scores.

    Parameters
    ----------
    turn : the game's turn
    by_others : float64[next, others, x, seat], values of handing the turn over, the next player's win
        probability first
    """
    goal, players = by_others.shape[2:]
    rules = written(replace(turn, throws=tuple(_alike_together(throw) for throw in turn.throws)))
    depths = np.array([position.most_given_up for position in turn.positions], np.int64)
    for others in range(by_others.shape[1]):
        # After handing over, the mover is last to move: x, seat, next.
        hold = np.roll(by_others[:, others], 1, axis=-1).transpose(1, 2, 0).reshape(goal, players * goal)
        backed = np.empty(hold.shape)
        _turns(rules, depths, turn.longest_gain, hold, backed)
        yield backed.reshape(goal, players, goal).transpose(0, 2, 1)


def residual_of(value: Array, backed: Array, settled: Flags) -> float:
    """Return the sup-norm of a backup minus the value, outside of clusters without a pure equilibrium."""
    # One mover's score at a time: allocating large arrays costs more than the differences.
    slabs = zip(value, backed, settled < 2, strict=True)
    return float(np.max([np.abs(after - before)[exact].max(initial=0.0) for before, after, exact in slabs]))


def gain_of(value: Array, backed: Array) -> float:
    """Return the most that a mover gains by another policy for one turn."""
    return max(0.0, float((backed[..., 0] - value[..., 0]).max()))


def _alike_together(throw: Throw) -> Throw:
    """The throw with outcomes sorted by probability, so that equal ones are multiplied once for their sum."""
    chances = [outcome.probability for outcome in throw.outcomes]
    return replace(
        throw, outcomes=tuple(sorted(throw.outcomes, key=lambda outcome: chances.index(outcome.probability)))
    )


@jit_allocating
def _turns(rules: Written, depths: Integers, longest_gain: int, hold: Array, out: Array) -> None:
    """Compute the values of all turns to each seat, for one tuple of the others' scores.

    Parameters
    ----------
    rules : the game's turn
    depths : int64[position], the most points that a way gives up
    longest_gain : the most points that a throw gains
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
                # Delayed until the throw after the position's deepest way is known.
                at = x + depths[position]
                if at < goal:
                    _stand(rules, at, position, hold[at], throws, positions, better)
        copy_row(throws[mover, 0], out[mover])


@jit_inline
def _throw(
    rules: Written, x: int, throw: int, bust: Array, positions: Array, throws: Array, together: Array
) -> None:
    """Compute the value of a throw at x to each seat.

    Parameters
    ----------
    rules : the game's turn
    x : banked score plus turn total
    throw : index of the throw
    bust : float64[seat and next], value of a bust
    positions : float64[x, position, seat and next], read above x
    throws : float64[x, throw, seat and next], the throw's row is written
    together : float64[seat and next], work array
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
    """Compute the value at a position to each seat, with the mover's best choice.

    Parameters
    ----------
    rules : the game's turn
    x : banked score plus turn total
    position : index of the position
    hold : float64[seat and next], value of banking x
    throws : float64[x, throw, seat and next], read up to x
    positions : float64[x, position, seat and next], the position's row is written
    better : float64[next], written: 1 where the last way is better than the best before, else 0
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
