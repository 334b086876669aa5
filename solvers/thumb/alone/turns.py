"""The value of a fixed player alone, and how often its turns begin.

Its turns are played out before. With s banked and n turns left, let P(x) be the probability to gain x, e that
of a bust and w that of a wipe; a bust scores the least score m. The probability to reach the goal is

    V(n, s) = sum over x of P(x) V(n - 1, s + x) + e V(n - 1, s + m) + w V(n - 1, 0),   V past the goal is 1,

with V(0, s) = 0. The same probabilities give how often turns begin, from all turns left down to none. Every
turn uses one up, so no equation is solved. A rule that counts its scoring turns has a value for each count,
and turns that it ends by holding lead to the next count.
"""

import numpy as np

from solvers.arrays import Array
from solvers.in_turn.pair import by_scored
from solvers.jit import jit
from solvers.turns.played import PlayedTurns


def chance_to_reach(own: PlayedTurns, least: int) -> Array:
    """Return the probability to reach the goal, float64[turns_left, banked].

    Parameters
    ----------
    own : played turns, by banked score and turns left
    least : least score of a turn
    """
    counting = own._replace(row=own.row[None])
    out = np.zeros(counting.row.shape[::-1])
    _backwards(counting, least, out)
    return out[:, :, 0].copy()


def turns_begun(own: PlayedTurns, least: int) -> Array:
    """Return how often turns begin, float64[turns_left, banked]; without turns left, where play ends.

    Parameters
    ----------
    own, least : as in `chance_to_reach`

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.players.rule import rule_of_thumb
    >>> from solvers.players.turns_by_rule import played_by_rule
    >>> turns = played_by_rule(rule_of_thumb("hold at 1", piglet.turn(), 2, turns=2))
    >>> turns_begun(turns, 0).tolist()
    [[0.25, 0.5], [0.5, 0.5], [1.0, 0.0]]
    """
    out = np.zeros(own.row.shape[::-1])
    out[-1, 0] = 1.0
    _forwards(own, least, out)
    return out


def chance_by_count(own: PlayedTurns, least: int, turns: int) -> float:
    """Return the probability to reach the goal for a rule that counts its scoring turns, and not those left.

    Parameters
    ----------
    own : turns by both scores, and before these by scoring turns if they are counted, against an opponent who
        never scores
    least : least score of a turn
    turns : number of turns

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.players.counting import counting_rule
    >>> # Two heads, each in a turn of its own: all but no head or one in three turns.
    >>> chance_by_count(counting_rule("2 scoring turns", piglet.turn(), 2).played(), 0, 3)
    0.5
    """
    always = own._replace(row=np.repeat(by_scored(own).row[:, :, :1], turns + 1, axis=2))
    out = np.zeros(always.row.shape[::-1])
    _backwards(always, least, out)
    return float(out[-1, 0, 0])


@jit
def _backwards(own: PlayedTurns, least: int, out: Array) -> None:
    """Compute probabilities to reach the goal, fewer turns first.

    Parameters
    ----------
    own : turns by scoring turns, banked score and turns left
    least : least score of a turn
    out : float64[turns_left, banked, scored], must be 0, written
    """
    _, goal, counts = out.shape
    for left in range(1, out.shape[0]):
        for scored in range(counts):
            after = out[left - 1, :, scored]
            held = out[left - 1, :, min(scored + 1, counts - 1)]
            for banked in range(goal):
                row = own.row[scored, banked, left]
                worth = own.wins[row] + own.wipe[row] * after[0]
                worth += own.bust[row] * (after[banked + least] if banked + least < goal else 1.0)
                for gain in range(own.span[row, 0], own.span[row, 1]):
                    worth += own.gain[row, gain] * held[banked + gain]
                # Rounded probabilities may add up to more than 1 by a unit in the last place.
                out[left, banked, scored] = min(worth, 1.0)


@jit
def _forwards(own: PlayedTurns, least: int, begun: Array) -> None:
    """Compute how often turns begin, most turns left first.

    Parameters
    ----------
    own : turns by banked score and turns left
    least : least score of a turn
    begun : float64[turns_left, banked], how often a turn begins; must be 0 except at the start, updated
    """
    goal = begun.shape[1]
    for left in range(begun.shape[0] - 1, 0, -1):
        after = begun[left - 1]
        for banked in range(goal):
            often = begun[left, banked]
            if often > 0.0:
                row = own.row[banked, left]
                if banked + least < goal:
                    after[banked + least] += often * own.bust[row]
                after[0] += often * own.wipe[row]
                for gain in range(own.span[row, 0], own.span[row, 1]):
                    after[banked + gain] += often * own.gain[row, gain]
