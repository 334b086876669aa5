"""Certificate of clusters without a pure equilibrium: which there are, and which states lead to them.

Each listed cluster is searched (`in_turn_of_many.clusters.certificate`); all others are certified by one
backup. So the list is right. All states that can lead to one of them follow from it, going back one turn at a
time.
"""

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.certificate import Proved, Rotation, best_of, certify_cluster

EXACT, DEPENDS, UNSETTLED = 0, 1, 2


def unsettled_residual(turn: Turn, value: Array, clusters: Integers) -> float:
    """Return the largest difference of stored values from recomputed ones in the listed clusters.

    Parameters
    ----------
    turn : a game's turn without wipes
    value : float64[mover, next, ..., seat], win probability of each seat
    clusters : int64[cluster, seat], scores of one rotation of each

    Returns
    -------
    The difference; infinity if one of them has an equilibrium, or they are not in the order of solving
    """
    if not np.array_equal(clusters, in_order(clusters)):
        return float("inf")
    return float(np.max([of_race(turn, value, own).difference for own in clusters], initial=0.0))


def in_order(clusters: Integers) -> Integers:
    """Return clusters in the order of solving: by falling sums, each by the rotation with least others.

    Parameters
    ----------
    clusters : int64[cluster, seat], scores of one rotation of each
    """
    rolled = [[tuple(np.roll(own, -ahead).tolist()) for ahead in range(len(own))] for own in clusters]
    first = [min(own, key=_place) for own in rolled]
    listed = sorted(set(first), key=lambda own: (-sum(own), _place(own)))
    return np.array(listed, np.int64).reshape(-1, clusters.shape[1])


def _place(state: tuple[int, ...]) -> tuple[int, ...]:
    return *state[2:], state[1]


def flags(turn: Turn, goal: int, clusters: Integers) -> Flags:
    """Return EXACT, DEPENDS or UNSETTLED for every state, int8[mover, next, ...], for any play.

    Parameters
    ----------
    turn : a game's turn without wipes
    goal : points to win
    clusters : int64[cluster, seat], scores of one rotation of each cluster without a pure equilibrium
    """
    players = clusters.shape[1]
    out = np.zeros((goal,) * players, np.int8)
    reached = np.concatenate([np.roll(clusters, -ahead, axis=1) for ahead in range(players)])
    out[tuple(reached.T)] = UNSETTLED
    # A bust banks 0.
    banked = [0, *_turn_totals(turn, goal)]
    while len(reached):
        found = []
        for total in banked:
            # The player who moves last has moved before.
            before = np.roll(reached, 1, axis=1)
            before[:, 0] -= total
            before = before[before[:, 0] >= 0]
            new = np.unique(before[out[tuple(before.T)] == EXACT], axis=0)
            out[tuple(new.T)] = DEPENDS
            found.append(new)
        reached = np.concatenate(found)
    return out


def _turn_totals(turn: Turn, goal: int) -> list[int]:
    """Scores below the goal that a turn can bank."""
    thrown, found = {(0, turn.openings[0])}, set[int]()
    waiting = list(thrown)
    while waiting:
        total, index = waiting.pop()
        for outcome in turn.throws[index].outcomes:
            reached = total + outcome.gain
            if reached < goal:
                found.add(reached)
                ways = {(reached - way.given_up, way.throw) for way in turn.positions[outcome.position].ways}
                waiting += ways - thrown
                thrown |= ways
    return sorted(found)


def of_race(turn: Turn, value: Array, scores: Integers) -> Proved:
    """Return what is proved of a cluster of a race.

    Parameters
    ----------
    turn : a game's turn without wipes
    value : float64[mover, next, ..., seat], win probability of each seat
    scores : int64[rotation], scores of the mover, the next player, ...
    """
    rotations, known = race(turn, value, scores)
    states = [tuple(np.roll(scores, -rotation)) for rotation in range(len(scores))]
    return certify_cluster(turn, rotations, known, np.array([states.index(state) for state in states]))


def gains_of_race(turn: Turn, value: Array, clusters: Integers) -> Array:
    """Return the most that a mover gains by another policy for one turn, float64[cluster].

    Parameters
    ----------
    turn : a game's turn without wipes
    value : float64[mover, next, ..., seat], win probability of each seat
    clusters : int64[cluster, rotation], scores of the mover, the next player, ...
    """
    out = np.zeros(len(clusters))
    for index, scores in enumerate(clusters):
        rotations, known = race(turn, value, scores)
        for mover, rotation in enumerate(rotations):
            bust = float(known[(mover + 1) % len(scores), mover])
            out[index] = max(out[index], best_of(turn, rotation, bust) - known[mover, mover])
    return out


def race(turn: Turn, value: Array, scores: Integers) -> tuple[list[Rotation], Array]:
    """Return the rotations of a cluster, and each player's win probability, float64[rotation, player].

    Parameters
    ----------
    turn : a game's turn without wipes
    value : float64[mover, next, ..., seat], win probability of each seat
    scores : int64[rotation], scores of the mover, the next player, ...
    """
    goal, count = value.shape[0], len(scores)
    rotations, known = [], np.empty((count, count))
    for mover in range(count):
        state = tuple(np.roll(scores, -mover))
        # The goal wins. Players are numbered by the first rotation, seats by each rotation.
        hold = np.zeros((goal + turn.longest_gain, count))
        hold[:goal] = np.roll(value[state[1:]], mover + 1, axis=-1)
        hold[goal:, mover] = 1.0
        rotations.append(Rotation(mover, int(state[0]), hold, goal))
        known[mover] = np.roll(value[state], mover)
    return rotations, known
