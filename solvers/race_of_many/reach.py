"""Which states can lead to given ones: what is not settled must not pass for exact further up."""

import numpy as np

from solvers.arrays import Flags, Integers
from solvers.games.turn import Turn
from solvers.jit import jit

EXACT, DEPENDS, UNSETTLED = 0, 1, 2


def flags_of(turn: Turn, goal: int, unsettled: Integers) -> Flags:
    """EXACT, DEPENDS or UNSETTLED for every state, int8[mover, next, ...], whatever the players choose.

    Parameters
    ----------
    turn : any turn
    goal : points to win
    unsettled : int64[cluster, seat], scores of one rotation of each cluster
    """
    players = unsettled.shape[1]
    flags = np.zeros((goal,) * players, np.int8)
    if len(unsettled):
        for rotation in range(players):
            flags[tuple(np.roll(unsettled, -rotation, axis=1).T)] = UNSETTLED
        totals = np.indices(flags.shape, np.int32).sum(axis=0).ravel()
        latest = np.argsort(-totals, kind="stable")
        _lead(
            goal,
            players,
            latest[totals[latest] < unsettled.sum(axis=1).max()],
            turn_totals(turn, goal),
            flags.reshape(-1),
        )
    return flags


def turn_totals(turn: Turn, goal: int) -> Integers:
    """What can be banked from a turn, below the goal, int64[...], ascending."""
    found: set[int] = set()
    ahead = {(0, 0)}
    seen = set(ahead)
    while ahead:
        total, throw = ahead.pop()
        for outcome in turn.throws[throw].outcomes:
            if total + outcome.gain < goal:
                found.add(total + outcome.gain)
                ways = {
                    (total + outcome.gain - way.given_up, way.throw)
                    for way in turn.positions[outcome.position].ways
                }
                ahead |= ways - seen
                seen |= ways
    return np.array(sorted(found), np.int64)


@jit
def _lead(goal: int, players: int, states: Integers, totals: Integers, flags: Flags) -> None:
    """Flag the states that can lead to flagged ones, as DEPENDS.

    Parameters
    ----------
    goal : points to win
    players : how many there are
    states : int64[state], scores as digits of one number of base goal, in falling order of their totals; in
        which order within a total changes nothing, as only a bust stays there, and in the cluster
    totals : int64[...], what can be banked from a turn, ascending
    flags : int8[state], comes with EXACT and UNSETTLED, written
    """
    top = goal ** (players - 1)
    for state in states:
        mover = state // top
        rest = state % top
        lead = flags[state] != EXACT
        at = 0
        while not lead and at < totals.size and mover + totals[at] < goal:
            lead = flags[rest * goal + mover + totals[at]] != EXACT
            at += 1
        if lead:
            for _ in range(players):
                flags[state] = max(flags[state], DEPENDS)
                state = state % top * goal + state // top
