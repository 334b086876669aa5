"""Turn totals at which the mover of a race is indifferent, where a mixed strategy mixes.

It is plain Python, one state at a time: a race has some dozens of mixed states. Choices that differ by less
than rounding may be equal; positions reached only by worse choices do not count.
"""

from math import fsum
from typing import NamedTuple

from solvers.arrays import Array
from solvers.games.turn import Turn

# Equal choices differ by less than this, others by more.
TIED = 1e-11


# A throw: x, the banked score plus the turn total before it, and its index.
_At = tuple[int, int]


class _Stand(NamedTuple):
    """The value at a position.

    Attributes
    ----------
    value : value to the mover
    best : the throws after the best choices; None is to hold
    """

    value: float
    best: tuple[_At | None, ...]


def turn_totals(turn: Turn, value: Array, state: tuple[int, int, int]) -> list[int]:
    """Return the turn totals that a mover may reach and where it is indifferent, ascending.

    Parameters
    ----------
    turn : a game's turn with one opening and without wipes
    value : float64[mover, next, after, seat], win probability of each seat
    state : scores of the mover, the next player, and the one after
    """
    hold = value[state[1], state[2], :, 2]
    stands = _stands(turn, hold.tolist(), state[0])
    ahead, seen, found = [(state[0], turn.openings[0])], set(), set()
    while ahead:
        x, throw = here = ahead.pop()
        if here in seen:
            continue
        seen.add(here)
        for outcome in turn.throws[throw].outcomes:
            at = x + outcome.gain
            if at < len(value):
                best = stands[at, outcome.position].best
                ahead += [way for way in best if way is not None]
                if len(best) > 1:
                    found.add(at - state[0])
    return sorted(found)


def _stands(turn: Turn, hold: list[float], mover: int) -> dict[tuple[int, int], _Stand]:
    """Values at all positions of a turn, by x, the score that would be banked, and index of the position.

    Parameters
    ----------
    turn : the game's turn
    hold : value of banking x, by x
    mover : banked score
    """
    goal, longest = len(hold), turn.longest_gain
    stands = {
        (x, index): _Stand(1.0, ())
        for x in range(goal, goal + longest)
        for index in range(len(turn.positions))
    }
    throws: dict[_At, float] = {}
    depths = [position.most_given_up for position in turn.positions]
    for x in range(goal - 1, mover - 1, -1):
        for index, throw in enumerate(turn.throws):
            gains = [float(at.probability) * stands[x + at.gain, at.position].value for at in throw.outcomes]
            throws[x, index] = float(throw.bust) * hold[mover] + fsum(gains)
        for index, depth in enumerate(depths):
            # Delayed until the throw after the position's deepest way is known.
            if x + depth < goal:
                ways = [(x + depth - way.given_up, way.throw) for way in turn.positions[index].ways]
                stands[x + depth, index] = _stand(hold[x + depth], ways, throws)
    return stands


def _stand(hold: float, ways: list[_At], throws: dict[_At, float]) -> _Stand:
    """The value at a position, from the value of holding, the throws after its ways, and their values."""
    worth: list[tuple[float, _At | None]] = [(hold, None), *((throws[way], way) for way in ways)]
    most = max(value for value, _ in worth)
    return _Stand(most, tuple(way for value, way in worth if value > most - TIED))
