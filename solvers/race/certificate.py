"""Certificate of a race: one backup of its value, by a plain loop over the rules as they were written.

With the value given, nothing is coupled: the turn of every (banked, opponent) is evaluated by its own
recursion over x = banked + turn total, one banked score after the other, without the solvers' tables, slopes,
diagonals or Newton steps.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.games.written import Written, written
from solvers.jit import jit, jit_inline

# Opponents' scores side by side. Kernels read the number off their arrays: loops of a length known to the
# compiler were 1.6 times slower here.
SOME = 64


def residual(turn: Turn, goal: int, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : any turn
    goal : points to win
    value : float64[banked, opponent], chance of the player about to move to win
    """
    # Handing over the turn with a score, float64[score, opponent]; who has the goal has won, as a bust can
    # only where it scores.
    handed = np.ones((goal + turn.least_score, SOME))
    rules, backed, worst = written(turn), np.empty((goal, SOME)), []
    for first in range(0, goal, SOME):
        here = value[:, first : first + SOME]
        count = here.shape[1]
        handed[:goal, :count] = 1.0 - value[first : first + SOME].T
        _backup(rules, turn.least_score, handed, backed)
        worst.append(np.abs(backed[:, :count] - here).max())
    return float(np.max(worst))


@jit
def _backup(rules: Written, least_score: int, handed: Array, out: Array) -> None:
    """What turns are worth, given what handing them over is worth.

    Parameters
    ----------
    rules : the turn as it was written
    least_score : what a turn scores at least
    handed : float64[score, opponent], value of handing over the turn with a score
    out : float64[banked, opponent], written whole
    """
    goal, some = out.shape
    throws = np.empty((goal, rules.bust.size, some))
    standing = np.empty(some)
    for banked in range(goal):
        for x in range(goal - 1, banked - 1, -1):
            for throw in range(rules.bust.size):
                _throw(rules, x, throw, handed[banked + least_score], handed, throws, standing)
        out[banked] = throws[banked, rules.openings[0]]
        for opening in rules.openings[1:]:
            out[banked] = np.maximum(out[banked], throws[banked, opening])


@jit_inline
def _throw(
    rules: Written, x: int, throw: int, bust: Array, handed: Array, throws: Array, standing: Array
) -> None:
    """What one throw is worth at one x = banked + turn total.

    Parameters
    ----------
    rules : the turn as it was written
    x : score if the turn total were banked
    throw : which throw
    bust : float64[opponent], value of a bust
    handed : float64[score, opponent], value of handing over the turn with a score
    throws : float64[x, throw, opponent], known above x; the row of this throw at x is written
    standing : float64[opponent], memory for the value of one position
    """
    worth = throws[x, throw]
    for one in range(worth.size):
        worth[one] = rules.bust[throw] * bust[one] + rules.wipe[throw] * handed[0, one]
    won = 0.0
    for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
        at = x + rules.gain[outcome]
        position = rules.position[outcome]
        if at >= len(throws):
            won += rules.chance[outcome]
            continue
        for one in range(worth.size):
            standing[one] = handed[at, one]
        for way in range(rules.ways[position], rules.ways[position + 1]):
            ahead = throws[at - rules.given_up[way], rules.throw[way]]
            for one in range(worth.size):
                standing[one] = ahead[one] if ahead[one] > standing[one] else standing[one]
        for one in range(worth.size):
            worth[one] += rules.chance[outcome] * standing[one]
    for one in range(worth.size):
        worth[one] += won
