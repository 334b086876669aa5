"""Plain value iteration on one cluster of the race of several players, to show whether it converges.

The values of all other states are given. A sweep backs up every rotation of the cluster from the last sweep's
estimates: the mover takes its best choice, and the other seats' estimates follow. For two players the
estimates converge (Neller, Russell & Markov 2012, section 3.2). For three they need not: without a pure
equilibrium there is nothing to converge to.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import tables
from solvers.race_of_many.solve import RaceOfMany
from solvers.turns.seats import LANES, shape, sweep, workspace


def trace(race: RaceOfMany, scores: tuple[int, ...], sweeps: int) -> Array:
    """Return the estimates after 0, 1, ... sweeps, float64[sweep, rotation, seat].

    Parameters
    ----------
    race : the solved race, for the values of states outside of the cluster
    scores : scores of one rotation's mover, the next player, ...
    sweeps : number of sweeps
    """
    players, compiled, form = race.players, tables(race.turn), shape(race.turn, race.players)
    work = workspace(compiled, race.goal, race.turn.longest_gain, form)
    rotations = [scores[rotation:] + scores[:rotation] for rotation in range(players)]
    # One state, in one lane: banking x leads to (next, ..., x), with the mover last.
    holds = [
        np.repeat(np.roll(race.value[state[1:]], 1, axis=-1)[:, :, None], LANES, axis=2)
        for state in rotations
    ]
    out = np.zeros((sweeps + 1, players, players))
    out[0] = 1.0 / players
    for count in range(sweeps):
        for rotation, state in enumerate(rotations):
            # After a bust the mover moves last.
            bust = np.roll(out[count, (rotation + 1) % players], 1)
            sweep(compiled, holds[rotation], np.full(LANES, bust[0]), (state[0], race.goal), form, work)
            row = work.throws[state[0] * compiled.bust.size].reshape(players + 1, LANES)[:, 0]
            out[count + 1, rotation] = row[:players] + row[players] * bust
    return out
