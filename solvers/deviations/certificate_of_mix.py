"""Certificate of the gain from deviating against a mix of two policies, one of which is drawn and kept.

Both bounds are recomputed from the policies alone, state by state from the highest scores down. All outcomes
of both turns are summed, and each turn is played out. The return to the same state is eliminated by dividing
by the chance that somebody scores.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating
from solvers.turns.certificate_of_holding import play_out

# A later turn total must be better by more than rounding, as the least of equally good ones is taken.
TIE = 1e-14


class Bounds(NamedTuple):
    """Bounds on the gain of the best deviation.

    Attributes
    ----------
    least : greatest win beyond 1/2 of three replies: the best responses to each policy, and to a mix that is
        drawn again at each state
    most : win beyond 1/2 of a responder who is told the draw after the first turn in which it matters
    """

    least: float
    most: float


def bounds(turn: Turn, first_hold_at: Shorts, second_hold_at: Shorts) -> Bounds:
    """Bound what the best deviation gains.

    Parameters
    ----------
    turn : a turn with hold-at rules
    first_hold_at, second_hold_at : int16[banked, opponent], each drawn with chance 1/2 before the game
    """
    played, both = play_out(turn, len(first_hold_at)), np.stack([first_hold_at, second_hold_at], axis=2)
    any_reply, nothing = np.zeros_like(first_hold_at), np.zeros((0, *first_hold_at.shape))
    each = both[..., :1].copy(), both[..., 1:].copy()
    replies = [_value(played, own, any_reply, nothing) for own in (*each, both)]
    wins = [
        sum(float(_value(played, own, reply, nothing)[0][0, 0]) for own in each) / 2.0 for _, reply in replies
    ]
    told, _ = _value(played, both, any_reply, np.stack([value for value, _ in replies[:2]]))
    return Bounds(max(*wins, 0.5) - 0.5, max(float(told[0, 0]) - 0.5, 0.0))


def _value(played: Array, theirs: Shorts, own: Shorts, told: Array) -> tuple[Array, Shorts]:
    """Chance to win of a reply, float64[banked, opponent], and its turn totals to hold at, int16.

    Parameters
    ----------
    played : from `play_out`
    theirs : int16[banked, opponent, choice], turn totals drawn with equal chances, the holder's score first
    own : int16[banked, opponent], turn totals to hold at; 0 where the best is to be found
    told : float64[choice, banked, opponent], for each choice the value to a responder who is told it after a
        turn in which the choices differ; length 0 along choice if the draw is not told
    """
    value, hold_at = np.zeros(own.shape), own.copy()
    _reply(played, theirs, told, value, hold_at)
    return value, hold_at


@jit_allocating
def _reply(played: Array, theirs: Shorts, told: Array, out_value: Array, out_hold_at: Shorts) -> None:
    """Solve all states, highest scores first.

    Parameters
    ----------
    played : from `play_out`
    theirs : int16[banked, opponent, choice], turn totals, the holder's score first
    told : float64[choice, banked, opponent], as in `_value`
    out_value : float64[banked, opponent], on entry 0, on return the chance of the reply to win
    out_hold_at : int16[banked, opponent], entries that are 0 on entry become the least best turn total
    """
    goal, choices = theirs.shape[0], theirs.shape[2]
    after = np.zeros(goal + 1)
    for opponent in range(goal - 1, -1, -1):
        for banked in range(goal - 1, -1, -1):
            here = theirs[opponent, banked]
            lacking = goal - opponent
            news = len(told) > 0 and min(here[0], lacking) != min(here[-1], lacking)
            after[:] = 0.0
            returns = 0.0
            for choice in range(choices):
                ends = played[min(here[choice], lacking)]
                table = told[choice] if news else out_value
                _add_turn(ends, 1.0 / choices, table, (banked, opponent), after)
                returns += 0.0 if news else ends[0] / choices
            given = out_hold_at[banked, opponent]
            best = -1.0
            for hold_at in range(1, goal - banked + 1):
                if given == 0 or min(given, goal - banked) == hold_at:
                    worth = _worth(played[hold_at], after, banked, returns)
                    if worth > best + TIE:
                        best = worth
                        out_hold_at[banked, opponent] = hold_at
            out_value[banked, opponent] = best


@jit
def _add_turn(ends: Array, share: float, table: Array, at: tuple[int, int], out_after: Array) -> None:
    """Add the value of each own score at the end of a turn, after the opponent's turn.

    Parameters
    ----------
    ends : float64[gain], chance of each gain of the opponent's turn
    share : chance that the opponent plays this turn
    table : float64[banked, opponent], values of states; 0 for the current state while it is unknown
    at : (banked, opponent), the scores
    out_after : float64[score], the goal last; added to, from the own banked score on
    """
    banked, opponent = at
    goal = table.shape[0]
    for gain in range(ends.size):
        if ends[gain] > 0.0:
            reached = opponent + gain
            for score in range(banked, goal):
                out_after[score] += share * ends[gain] * table[score, reached] if reached < goal else 0.0
            out_after[goal] += share * ends[gain] * (1.0 if reached < goal else 0.5)


@jit
def _worth(ends: Array, after: Array, banked: int, returns: float) -> float:
    """Value of a turn.

    Parameters
    ----------
    ends : float64[gain], chance of each gain
    after : float64[score], value of each own score at the end
    banked : own score
    returns : chance to return to the same state if the turn scores nothing
    """
    goal = after.size - 1
    worth = ends[0] * after[banked]
    scores = 0.0
    for gain in range(1, ends.size):
        worth += ends[gain] * after[min(banked + gain, goal)]
        scores += ends[gain]
    return float(worth / (scores + ends[0] * (1.0 - returns)))
