"""Certificate of last turns: distribution of their ends under a rule of thumb or optimal play, throw by throw
in NumPy on the uncompiled rules. A wipe loses, and so does a bust that scores less than is missing.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn

# Smaller relative differences are rounding, and a tie holds.
TIE = 1e-14


class Ends(NamedTuple):
    """Distribution of the ends of last turns, by the points behind.

    Attributes
    ----------
    win, level, lose : float64[behind], chances
    """

    win: Array
    level: Array
    lose: Array

    def worth(self, level: float) -> Array:
        """Chance to win for a given value of a tie, float64[behind]."""
        return self.win + self.level * level

    def before_tie(self, tie: float) -> Array:
        """Value to the other player minus that of a tie, which is worth `tie` to it, float64[behind]."""
        return self.lose * (1.0 - tie) - self.win * tie


class Thrown(NamedTuple):
    """A throw's outcomes as arrays.

    Attributes
    ----------
    bust, wipe : chances to bust, and to wipe
    chance : float64[outcome], probability
    gain : int64[outcome], points
    given_up, throw : int64[outcome, place], of the ways on, in order; throw -1 for padding
    """

    bust: float
    wipe: float
    chance: Array
    gain: Integers
    given_up: Integers
    throw: Integers


def ends_of_last_turns(
    turn: Turn,
    way: tuple[int, ...],
    far: int,
    level: float,
    level_wins: bool,
    level_after_wipe: bool = False,
) -> Ends:
    """Distribution of the ends of last turns, for 0 to `far` points behind.

    Parameters
    ----------
    turn : any turn
    way : by position, the number of the way taken until the player is ahead, from 1 on; empty for optimal
        play
    far : greatest number of points behind
    level : value of a tie to optimal play
    level_wins : whether a player that takes the given ways holds when level
    level_after_wipe : whether a player 0 points behind has score 0, so that a wipe leads to a tie
    """
    thrown = _thrown(turn, way)
    lost, tied, won = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])
    stakes, fixed = np.array([1.0, level, 0.0]), bool(way)
    table = np.zeros((far + 1, len(thrown), 3))
    _fill(thrown, fixed, level_wins, stakes, (lost, lost), table)
    out = np.array([_opened(turn, throws, stakes) for throws in table])
    for behind in range(min(turn.least_score, far) + 1):
        own = table[: behind + 1].copy()
        # Level at the start, no player holds with nothing.
        held, bust = level_wins and behind > 0, tied if behind == turn.least_score else won
        wipe = tied if level_after_wipe and behind == 0 else lost
        _fill(thrown, fixed, held, stakes, (bust, wipe), own)
        out[behind] = _opened(turn, own[behind], stakes)
    return Ends(*out.T)


@lru_cache(maxsize=4)
def _thrown(turn: Turn, way: tuple[int, ...]) -> tuple[Thrown, ...]:
    """All throws and their outcomes, with all ways or only those that are taken."""
    ways = [
        position.ways if not way else position.ways[place - 1 : place] if place else ()
        for position, place in zip(turn.positions, way or [1] * len(turn.positions), strict=True)
    ]
    most = max(1, *map(len, ways))
    given_up, throw = np.zeros((len(ways), most), np.int64), np.full((len(ways), most), -1)
    for index, own in enumerate(ways):
        given_up[index, : len(own)] = [one.given_up for one in own]
        throw[index, : len(own)] = [one.throw for one in own]
    found = []
    for made in turn.throws:
        at = np.array([one.position for one in made.outcomes])
        chance = np.array([float(one.probability) for one in made.outcomes])
        gain = np.array([one.gain for one in made.outcomes])
        found.append(Thrown(float(made.bust), float(made.wipe), chance, gain, given_up[at], throw[at]))
    return tuple(found)


def _fill(
    thrown: tuple[Thrown, ...],
    fixed: bool,
    level_wins: bool,
    stakes: Array,
    ends: tuple[Array, Array],
    out: Array,
) -> None:
    """Distribution of the ends of throws, by the points missing to a tie.

    Parameters
    ----------
    thrown : all throws
    fixed : whether the player goes on whenever it is not ahead and there is a way
    level_wins : whether the player holds when level
    stakes : float64[end], values of the ends
    ends : float64[end] both, distributions after a bust and after a wipe
    out : float64[lacking, throw, end], written
    """
    for lacking, row in enumerate(out):
        for throw in range(len(thrown) - 1, -1, -1):
            made = thrown[throw]
            left = lacking - made.gain
            ahead = (left < 0) | ((left == 0) & level_wins)
            stand = np.zeros((left.size, 3))
            stand[ahead, 0] = 1.0
            stand[~ahead, np.where(left[~ahead] == 0, 1, 2)] = 1.0
            for place in range(made.throw.shape[1]):
                may = np.flatnonzero(~ahead & (made.throw[:, place] >= 0))
                there = out[left[may] + made.given_up[may, place], made.throw[may, place]]
                held = stand[may] @ stakes
                better = np.ones(may.size, bool) if fixed else there @ stakes > held + TIE * held
                stand[may[better]] = there[better]
            row[throw] = made.bust * ends[0] + made.wipe * ends[1] + made.chance @ stand


def _opened(turn: Turn, throws: Array, stakes: Array) -> Array:
    """Distribution of the ends of the best opening, float64[end]; the first of equally good ones."""
    best: Array = throws[turn.openings[0]]
    for opening in turn.openings[1:]:
        if throws[opening] @ stakes > (best @ stakes) * (1.0 + TIE):
            best = throws[opening]
    return best
