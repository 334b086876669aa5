"""The rules of a turn as flat arrays for certificates, in the order of the rules.

Unlike in `games.turn.tables`, which is for the solvers, nothing is merged, padded or reordered.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.house_rules import refuse_must_throw
from solvers.games.turn import Turn


class Written(NamedTuple):
    """A turn as arrays for the loops of a certificate.

    Attributes
    ----------
    bust, wipe : float64[throw], probability to bust, and to wipe
    outcomes : int64[throw + 1], first outcome of each throw
    chance : float64[outcome], probability
    gain, position : int64[outcome], points added, and index of the position
    ways : int64[position + 1], first way of each position
    given_up, throw : int64[way], points given up, and index of the next throw
    openings : int64[opening], throws that may open a turn
    """

    bust: Array
    wipe: Array
    outcomes: Integers
    chance: Array
    gain: Integers
    position: Integers
    ways: Integers
    given_up: Integers
    throw: Integers
    openings: Integers


def written(turn: Turn) -> Written:
    """A turn as arrays.

    Raises
    ------
    InvalidRules
        if a throw is forced, see `must_throw.made_at_once`
    """
    refuse_must_throw(turn)
    outcomes = [outcome for throw in turn.throws for outcome in throw.outcomes]
    ways = [way for position in turn.positions for way in position.ways]
    return Written(
        bust=np.array([float(throw.bust) for throw in turn.throws]),
        wipe=np.array([float(throw.wipe) for throw in turn.throws]),
        outcomes=_firsts([throw.outcomes for throw in turn.throws]),
        chance=np.array([float(outcome.probability) for outcome in outcomes]),
        gain=np.array([outcome.gain for outcome in outcomes], np.int64),
        position=np.array([outcome.position for outcome in outcomes], np.int64),
        ways=_firsts([position.ways for position in turn.positions]),
        given_up=np.array([way.given_up for way in ways], np.int64),
        throw=np.array([way.throw for way in ways], np.int64),
        openings=np.array(turn.openings, np.int64),
    )


def _firsts(groups: Sequence[Sequence[object]]) -> Integers:
    """Start of each group if they are laid end to end, and the end of the last one."""
    return np.array([0, *accumulate(len(group) for group in groups)], np.int64)
