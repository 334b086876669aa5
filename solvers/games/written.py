"""The rules of a turn as they were written, as flat arrays for certificates.

Nothing is merged, filled up or put in another order, as `games.turn.tables` does for the solvers.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.house_rules import refuse_must_throw
from solvers.games.turn import Turn


class Written(NamedTuple):
    """A turn for the loops of a certificate.

    Attributes
    ----------
    bust, wipe : float64[throw], probability to bust, and to wipe
    outcomes : int64[throw + 1], first outcome of each throw
    chance : float64[outcome], its probability
    gain, position : int64[outcome], points it adds, and index of the position it leads to
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
        if one must throw somewhere, see `must_throw.made_at_once`
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
    """Where each group starts if they are laid end to end, and where the last one ends."""
    return np.array([0, *accumulate(len(group) for group in groups)], np.int64)
