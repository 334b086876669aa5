"""Find the states that can lead to given ones: values that depend on unsettled ones are not exact."""

import numpy as np

from solvers.arrays import Flags, Integers
from solvers.games.turn import Turn
from solvers.jit import jit

EXACT, DEPENDS, UNSETTLED = 0, 1, 2


def flags_of(turn: Turn, goal: int, unsettled: Integers) -> Flags:
    """Return EXACT, DEPENDS or UNSETTLED for every state, int8[mover, next, ...], for any play.

    Parameters
    ----------
    turn : the game's turn
    goal : points to win
    unsettled : int64[cluster, seat], scores of one rotation of each cluster without a pure equilibrium
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
    """Return the scores below the goal that a turn can bank, int64[...], ascending."""
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
    players : number of players
    states : int64[state], scores as digits in base goal, by falling sum; the order within a sum does not
        matter, as only busts keep the sum, and the cluster
    totals : int64[...], scores that a turn can bank, ascending
    flags : int8[state], EXACT and UNSETTLED before, updated
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
