"""How the turns of optimal play in a race end, at every pair of scores."""

import numpy as np

from solvers.games.house_rules import with_entry
from solvers.race.policy import Inside
from solvers.race.solve import Race
from solvers.turns.played import PlayedTurns, flat, play_best, unplayed


def played_optimally(race: Race, every_way: bool = False) -> PlayedTurns:
    """The turns of optimal play; a tie holds, or takes the way named first.

    Parameters
    ----------
    race : its values
    every_way : whether more points may be worth less, as against somebody who looks at them
    """
    goal, turn, inside = race.goal, race.turn, Inside(race, every_way)
    rules, out = flat(turn), unplayed(goal, goal**2)
    out.row[:] = np.arange(goal**2).reshape(goal, goal)
    way, openings = np.zeros((goal, len(turn.positions)), np.int8), np.array(turn.openings)
    hold = with_entry(turn, 1.0 - race.value, axis=1)
    for banked in range(goal):
        play_best(rules, openings, banked, hold, inside.throws(banked), way, out)
    return out
