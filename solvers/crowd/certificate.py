"""Certificate of a deviator's value among players who all hold at the goal: one backup in plain NumPy.

The solver takes the worth of holding at the goal off the value and measures what is left in rounds; here
the value is a chance to win. A round passes if no other player reaches the goal, and whoever reaches it
shares one win with the others who do.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


def residual(turn: Turn, goal: int, players: Integers, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    players : int64[players], numbers of players
    value : float64[banked, players], what a player with that banked score wins, all others at 0
    """
    reach = play_out(turn, goal)[goal, goal:].sum()
    share = -np.expm1(players * np.log1p(-reach)) / (players * reach)
    again = np.exp((players - 1) * np.log1p(-reach)) * value
    worst = 0.0
    for banked in range(goal):
        ahead = [share] * turn.longest_gain
        for x in range(goal - 1, banked - 1, -1):
            throw = float(turn.throws[0].bust) * again[banked]
            for outcome in turn.throws[0].outcomes:
                throw = throw + float(outcome.probability) * ahead[outcome.gain - 1]
            ahead = [np.maximum(again[x], throw), *ahead[:-1]]
        worst = float(np.maximum(worst, np.abs(throw - value[banked]).max()))
    return worst
