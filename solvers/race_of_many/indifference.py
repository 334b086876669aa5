"""At which turn totals the mover of a race is indifferent: where a mixed strategy has its choice.

One state at a time, in plain Python: there are some dozens of them in a race. Choices that differ by less
than rounding may are tied; what is reached only by choices that are worse than the best does not count.
"""

from typing import NamedTuple

from solvers.arrays import Array
from solvers.games.turn import Turn

# Values of what is tied differ by less, and those of what is not by more.
TIED = 1e-11


# A throw by x, the banked score and the turn total before it, and its index.
_At = tuple[int, int]


class _Stand(NamedTuple):
    """What standing at a position is worth.

    Attributes
    ----------
    value : to the mover
    best : the throws that follow the ways on that are as good as any; None is to hold
    """

    value: float
    best: tuple[_At | None, ...]


def turn_totals(turn: Turn, value: Array, state: tuple[int, int, int]) -> list[int]:
    """The turn totals at which a mover may come to be indifferent, ascending.

    Parameters
    ----------
    turn : any turn of one opening that does not wipe
    value : float64[mover, next, after, seat], chance of each seat to win
    state : scores of the mover, of the next player and of the one after
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
    """All positions of a turn, by x, the score that would be banked, and index.

    Parameters
    ----------
    turn : any turn
    hold : by x, value of banking it
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
            throws[x, index] = float(throw.bust) * hold[mover] + sum(gains)
        for index, depth in enumerate(depths):
            # A position waits until the throw after its deepest way is known.
            if x + depth < goal:
                ways = [(x + depth - way.given_up, way.throw) for way in turn.positions[index].ways]
                stands[x + depth, index] = _stand(hold[x + depth], ways, throws)
    return stands


def _stand(hold: float, ways: list[_At], throws: dict[_At, float]) -> _Stand:
    """Standing where holding is worth `hold`, and where these throws may follow, which are worth `throws`."""
    worth: list[tuple[float, _At | None]] = [(hold, None), *((throws[way], way) for way in ways)]
    most = max(value for value, _ in worth)
    return _Stand(most, tuple(way for value, way in worth if value > most - TIED))
