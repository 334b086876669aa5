"""Certificate of a deviator's value among players who all hold at the goal: one backup in plain NumPy.

The solver subtracts the value of holding at the goal and measures the rest in rounds; here the value is a
chance to win. The game goes on to a next round if no other player reaches the goal; players who reach it in
the same round share the win. That holding at the goal is an equilibrium from n players on is checked on both
sides: with n players nobody gains by holding earlier, with n - 1 somebody does.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out

# Largest disadvantage of rolling that counts as a tie; a tie is an equilibrium.
TIE = 1e-14


def residual(turn: Turn, goal: int, players: Integers, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    players : int64[players], numbers of players
    value : float64[banked, players], chance to win of the deviator with that banked score, all others at 0
    """
    share, passes = _round(turn, goal, players)
    again = passes * value
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


def deviation_value(turn: Turn, goal: int, players: Integers) -> Array:
    """Chance to win of the best deviation, float64[banked, players], all others at 0.

    Solved from the greatest score down. Each step takes the best rule for a guessed value of a bust; the
    value of that rule is the next guess, until it no longer rises.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    players : int64[players], numbers of players
    """
    share, passes = _round(turn, goal, players)
    held, out = np.zeros((goal, players.size)), np.zeros((goal, players.size))
    for banked in range(goal - 1, -1, -1):
        known = np.full(players.size, -1.0)
        while (out[banked] > known).any():
            known = out[banked].copy()
            # For each turn total: the value apart from busts, and the chance to bust.
            ahead = [np.stack((share, np.zeros(players.size)))] * turn.longest_gain
            for x in range(goal - 1, banked - 1, -1):
                throw = np.zeros((2, players.size))
                throw[1] = float(turn.throws[0].bust)
                for outcome in turn.throws[0].outcomes:
                    throw += float(outcome.probability) * ahead[outcome.gain - 1]
                holds = held[x] > throw[0] + throw[1] * passes * known
                stood = np.where(holds, np.stack((held[x], np.zeros(players.size))), throw)
                ahead = [stood, *ahead[:-1]]
            out[banked] = np.maximum(known, throw[0] / (1.0 - throw[1] * passes))
        held[banked] = passes * out[banked]
    return out


def margin(turn: Turn, goal: int, players: int, value: Array) -> float:
    """Least advantage of rolling over holding, over all turn totals that a turn held at the goal can reach.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    players : number of players
    value : float64[banked], chance to win of the best deviation

    Returns
    -------
    the advantage in the unit of J (see `solve`); 1 if no turn total below the goal can come up
    """
    ends = play_out(turn, goal)
    reach = np.array([ends[goal - x, goal - x :].sum() for x in range(goal)])
    _, passes = _round(turn, goal, np.array([players]))
    stakes = -np.expm1((players - 1) * np.log1p(-reach[0])) / reach[0]
    held = passes * (value * players - 1.0) / stakes
    comes = {0}
    for total in range(goal):
        if total in comes:
            comes |= {total + outcome.gain for outcome in turn.throws[0].outcomes}
    return float(min([1.0, *(reach[x] - held[x] for x in comes if 0 < x < goal)]))


def is_crossover(turn: Turn, goal: int, players: int, value: Array | None = None) -> bool:
    """Whether holding at the goal is an equilibrium for this many players and not for one fewer.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    players : number of players
    value : float64[banked], chance to win of the best deviation if known
    """
    if players < 2:
        return False
    asked = [fewer for fewer in (players - 1,) if fewer > 1] + ([players] if value is None else [])
    worth = dict(zip(asked, deviation_value(turn, goal, np.array(asked, np.int64)).T, strict=True))
    held = margin(turn, goal, players, worth[players] if value is None else value) >= -TIE
    return held and (players == 2 or margin(turn, goal, players - 1, worth[players - 1]) < -TIE)


def reach_probability(turn: Turn, goal: int) -> float:
    """Chance to reach the goal in a turn that holds there."""
    return float(play_out(turn, goal)[goal, goal:].sum())


def _round(turn: Turn, goal: int, players: Integers) -> tuple[Array, Array]:
    """Share of the win of a player who reaches the goal, and chance that no other does, float64[players]."""
    reach = reach_probability(turn, goal)
    share = -np.expm1(players * np.log1p(-reach)) / (players * reach)
    return share, np.exp((players - 1) * np.log1p(-reach))
