"""Certificate of what a race of several says of clusters without equilibrium: which there are, and what leads
there.

Each cluster listed is tried out (`in_turn_of_many.clusters.certificate`); what is not listed is certified by
one backup. So the list is right. From it follow, going back one turn at a time, all states that can lead to
one of them.
"""

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.certificate import Proved, Rotation, best_of, certify_cluster

EXACT, DEPENDS, UNSETTLED = 0, 1, 2


def unsettled_residual(turn: Turn, value: Array, clusters: Integers) -> float:
    """Largest difference between values of clusters without equilibrium and those of their best policies.

    Parameters
    ----------
    turn : one that does not wipe
    value : float64[mover, next, ..., seat], each seat's chance to win
    clusters : int64[cluster, seat], scores of one rotation of each

    Returns
    -------
    infinity if one of them has an equilibrium, or they are not listed in the order in which they are solved
    """
    if not np.array_equal(clusters, in_order(clusters)):
        return float("inf")
    return float(np.max([of_race(turn, value, own).difference for own in clusters], initial=0.0))


def in_order(clusters: Integers) -> Integers:
    """Clusters as they are listed: those of the greatest sum first, each by the rotation with least others.

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
    """EXACT, DEPENDS or UNSETTLED for every state, int8[mover, next, ...], whatever the players choose.

    Parameters
    ----------
    turn : one that does not wipe
    goal : points to win
    clusters : int64[cluster, seat], scores of one rotation of each cluster without equilibrium
    """
    players = clusters.shape[1]
    out = np.zeros((goal,) * players, np.int8)
    reached = np.concatenate([np.roll(clusters, -ahead, axis=1) for ahead in range(players)])
    out[tuple(reached.T)] = UNSETTLED
    # A bust banks nothing.
    banked = [0, *_turn_totals(turn, goal)]
    while len(reached):
        found = []
        for total in banked:
            # Who moves last has moved before.
            before = np.roll(reached, 1, axis=1)
            before[:, 0] -= total
            before = before[before[:, 0] >= 0]
            new = np.unique(before[out[tuple(before.T)] == EXACT], axis=0)
            out[tuple(new.T)] = DEPENDS
            found.append(new)
        reached = np.concatenate(found)
    return out


def _turn_totals(turn: Turn, goal: int) -> list[int]:
    """What can be banked from a turn, below the goal."""
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
    """What is proved of a cluster of a race.

    Parameters
    ----------
    turn : one that does not wipe
    value : float64[mover, next, ..., seat], each seat's chance to win
    scores : int64[rotation], the mover's, the next player's, ...
    """
    rotations, known = race(turn, value, scores)
    states = [tuple(np.roll(scores, -rotation)) for rotation in range(len(scores))]
    return certify_cluster(turn, rotations, known, np.array([states.index(state) for state in states]))


def gains_of_race(turn: Turn, value: Array, clusters: Integers) -> Array:
    """The most that a mover gains by another policy for one turn, float64[cluster].

    Parameters
    ----------
    turn : one that does not wipe
    value : float64[mover, next, ..., seat], each seat's chance to win
    clusters : int64[cluster, rotation], the mover's score, the next player's, ...
    """
    out = np.zeros(len(clusters))
    for index, scores in enumerate(clusters):
        rotations, known = race(turn, value, scores)
        for mover, rotation in enumerate(rotations):
            bust = float(known[(mover + 1) % len(scores), mover])
            out[index] = max(out[index], best_of(turn, rotation, bust) - known[mover, mover])
    return out


def race(turn: Turn, value: Array, scores: Integers) -> tuple[list[Rotation], Array]:
    """The rotations of a cluster of a race, and each player's chance to win, float64[rotation, player].

    Parameters
    ----------
    turn : one that does not wipe
    value : float64[mover, next, ..., seat], each seat's chance to win
    scores : int64[rotation], the mover's, the next player's, ...
    """
    goal, count = value.shape[0], len(scores)
    rotations, known = [], np.empty((count, count))
    for mover in range(count):
        state = tuple(np.roll(scores, -mover))
        # Who has the goal has won; players are numbered by the first rotation, seats by each.
        hold = np.zeros((goal + turn.longest_gain, count))
        hold[:goal] = np.roll(value[state[1:]], mover + 1, axis=-1)
        hold[goal:, mover] = 1.0
        rotations.append(Rotation(mover, int(state[0]), hold, goal))
        known[mover] = np.roll(value[state], mover)
    return rotations, known
