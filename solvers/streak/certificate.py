"""Certificate of a contest in which busts in a row cost points: one backup of its value, by a plain loop over
the rules as they were written.

With the value given nothing is coupled: the turn of every pair of scores and of counts of busts is evaluated
by its own recursion over x = banked + turn total, one banked score after the other.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.games.written import Written, written
from solvers.jit import jit, jit_allocating
from solvers.rows import copy_row, keep_greater
from solvers.streak.rule import Rule

# Opponents' scores side by side.
SOME = 64


def residual(turn: Turn, goal: int, rule: Rule, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : any turn
    goal : points to win
    rule : what busts in a row cost
    value : float64[banked, opponent, busts, opponent_busts], chance of the player about to move to win
    """
    rules, worst = written(turn), []
    depth = np.array([max((way.given_up for way in at.ways), default=0) for at in turn.positions], np.int64)
    throws = np.empty((goal * rules.bust.size, SOME))
    for own in range(rule.busts):
        for other in range(rule.busts):
            banking, busting = handed(goal, rule, value, own, other)
            for first in range(0, goal, SOME):
                here = np.ascontiguousarray(banking[:, first : first + SOME])
                over = np.ones((turn.longest_gain, here.shape[1]))
                positions = np.repeat(np.concatenate((here, over)), depth.size, axis=0)
                backed = np.empty((goal, here.shape[1]))
                bust = np.ascontiguousarray(busting[:, first : first + SOME])
                _turns(rules, depth, (here, bust), throws, positions, backed)
                worst.append(np.abs(backed - value[:, first : first + SOME, own, other]).max())
    return float(np.max(worst))


def handed(goal: int, rule: Rule, value: Array, own: int, other: int) -> tuple[Array, Array]:
    """What handing over the turn is worth to one who has bust so often in a row.

    Parameters
    ----------
    goal : points to win
    rule : what busts in a row cost
    value : float64[banked, opponent, busts, opponent_busts], chance of the player about to move to win
    own, other : busts in a row of that player, and of the other

    Returns
    -------
    banking : float64[score, opponent], of having banked so much
    busting : float64[banked, opponent], of having bust once more
    """
    banking = 1.0 - value[:, :, other, 0].T
    if own == rule.busts - 1:
        return banking, banking[np.maximum(np.arange(goal) - rule.cost, 0)]
    return banking, 1.0 - value[:, :, other, own + 1].T


@jit_allocating
def _turns(
    rules: Written, depth: Integers, handed: tuple[Array, Array], throws: Array, positions: Array, out: Array
) -> None:
    """What the turns from all banked scores are worth.

    Parameters
    ----------
    rules : the turn as it was written
    depth : int64[position], the most points that one of its ways gives up
    handed : float64[score, opponent], value of banking; float64[banked, opponent], value of a bust
    throws : float64[x, throw; opponent], x and throw in one index; memory
    positions : float64[x, position; opponent], x and position in one index; comes with 1 from the goal on
    out : float64[banked, opponent], written
    """
    banking, busting = handed
    count = rules.bust.size
    goal, some = out.shape
    for banked in range(goal):
        for x in range(goal - 1, banked - 1, -1):
            # To stop with nothing gained is a bust.
            held = banking[x] if x > banked else busting[banked]
            # A throw that gains nothing leads to those further down the list.
            for throw in range(count - 1, -1, -1):
                _throw(rules, x, throw, (busting[banked], banking[0], held), positions, throws)
            for position in range(depth.size):
                # A position waits until the throw after its deepest way is known.
                at = x + depth[position]
                if at < goal:
                    standing = positions[at * depth.size + position]
                    copy_row(banking[at], standing)
                    for way in range(rules.ways[position], rules.ways[position + 1]):
                        ahead = throws[(at - rules.given_up[way]) * count + rules.throw[way]]
                        for one in range(some):
                            standing[one] = max(standing[one], ahead[one])
        copy_row(throws[banked * count + rules.openings[0]], out[banked])
        for opening in rules.openings[1:]:
            keep_greater(throws[banked * count + opening], out[banked])


@jit
def _throw(
    rules: Written, x: int, throw: int, ends: tuple[Array, Array, Array], positions: Array, throws: Array
) -> None:
    """What one throw is worth at one x = banked + turn total.

    Parameters
    ----------
    rules : the turn as it was written
    x : score if the turn total were banked
    throw : which throw
    ends : float64[opponent], value of a bust, of a wipe, and of holding
    positions : float64[x, position; opponent], x and position in one index; known above x
    throws : float64[x, throw; opponent], x and throw in one index; known at x for those further down the
        list; the row of this throw is written
    """
    bust, wiped, held = ends
    count = rules.ways.size - 1
    out = throws[x * rules.bust.size + throw]
    for one in range(bust.size):
        out[one] = rules.bust[throw] * bust[one] + rules.wipe[throw] * wiped[one]
    for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
        chance = rules.chance[outcome]
        position = rules.position[outcome]
        if rules.gain[outcome] > 0:
            row = (x + rules.gain[outcome]) * count + position
            for one in range(bust.size):
                out[one] += chance * positions[row, one]
        else:
            for one in range(bust.size):
                best = held[one]
                for way in range(rules.ways[position], rules.ways[position + 1]):
                    best = max(best, throws[x * rules.bust.size + rules.throw[way], one])
                out[one] += chance * best
