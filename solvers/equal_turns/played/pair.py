"""Two players under equal turns whose turns have been played out.

A turn ends with gains of known chances, and a last turn wins with a known chance by the points behind. So,
with e and e' the chances of both turns to end where they began, the first's chances to win if it is about to
move, and if the second is, are

    V(i, j) = A + e U(i, j),   U(i, j) = A' + e' V(i, j),

A and A' being of greater sums: two linear equations for each pair of scores, solved by positive terms.
`equal_turns.fixed` is about those who hold at n, in games that wipe, too.

If a tie goes on, a round is lost by who moves first with chance N', won with chance N, and a tie otherwise: a
tie is worth N / (N + N').
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.played.player import Player
from solvers.equal_turns.tie import WORTH, Tie
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns

# Less has lost its digits.
LEAST_CHANCE = 1e-290


class Pair(NamedTuple):
    """What two players win against each other.

    Attributes
    ----------
    value : float64[banked, opponent], the first player's chance to win when about to move, both below the
        goal
    second_value : float64[banked, opponent], the second's when about to move, `banked` its own score
    tie_value : what a tie is worth to the first player
    """

    value: Array
    second_value: Array
    tie_value: float


def pair(turn: Turn, tie: Tie, first: Player, second: Player) -> Pair:
    """What the first player wins against the second.

    Parameters
    ----------
    turn : any turn that wipes nothing
    tie : who wins with equal scores
    first, second : who plays

    Raises
    ------
    NotConverged
        if hardly a turn of both scores
    """
    who = f"{first.name} against {second.name} with equal turns"
    goal, end = first.first.row.shape[0], first.first.gain.shape[1]
    tie_value = tie_worth(first, second) if tie is Tie.AGAIN else WORTH[tie]
    last = second.last(end, False)
    value, waiting = np.zeros((2, goal, goal))
    least = _solve(
        turn.least_score,
        first.first,
        second.second,
        last.lose + last.level * tie_value,
        value,
        waiting,
    )
    if not least > LEAST_CHANCE:
        raise NotConverged(
            f"chance that a turn scores: expected more than {LEAST_CHANCE}, got {least} ({who})."
        )
    return Pair(chances(value, who), chances(np.ascontiguousarray(1.0 - waiting.T), who), tie_value)


def tie_worth(first: Player, second: Player) -> float:
    """What a tie is worth to the first player of further rounds.

    Parameters
    ----------
    first, second : who plays, a game that wipes nothing

    Raises
    ------
    NotConverged
        if hardly a round ends otherwise than with a tie
    """
    gains = first.again().gains
    last = second.last(len(gains) - 1, False)
    won, lost = float((gains * last.lose).sum()), float((gains * last.win).sum())
    if not won + lost > LEAST_CHANCE:
        who = f"{first.name} against {second.name} with equal turns"
        raise NotConverged(
            f"chance that a round decides: expected more than {LEAST_CHANCE}, got {won + lost} ({who})."
        )
    return won / (won + lost)


@jit
def _solve(
    least: int, first: PlayedTurns, second: PlayedTurns, ahead: Array, out_value: Array, out_waiting: Array
) -> float:
    """Solve all pairs of scores, greatest sums first.

    Parameters
    ----------
    least : what a turn scores at least
    first, second : turns of both players
    ahead : float64[points], what it is worth that the first has the goal and so many points more
    out_value, out_waiting : float64[first, second], the first's chances to win if it is about to move, and if
        the second is; written whole

    Returns
    -------
    The least chance that one of both turns from a state scores.
    """
    goal = len(out_value)
    least_leave = 1.0
    for s in range(2 * goal - 2, -1, -1):
        for i in range(max(0, s - goal + 1), min(s, goal - 1) + 1):
            j = s - i
            own = first.row[i, j]
            other = second.row[j, i]
            known = 0.0
            left = 0.0
            for gain in range(max(1, first.span[own, 0]), first.span[own, 1]):
                x = i + gain
                known += first.gain[own, gain] * (out_waiting[x, j] if x < goal else ahead[x - j])
                left += first.gain[own, gain]
            # The second wins with the goal, if its gains are counted from there on or not.
            other_known = 0.0
            other_left = second.wins[other]
            for gain in range(max(1, second.span[other, 0]), second.span[other, 1]):
                if j + gain < goal:
                    other_known += second.gain[other, gain] * out_value[i, j + gain]
                other_left += second.gain[other, gain]
            # What stops with nothing, or busts, ends where it began.
            stay = first.gain[own, 0]
            other_stay = second.gain[other, 0]
            if least > 0:
                x = i + least
                bust = first.bust[own]
                known += bust * (out_waiting[x, j] if x < goal else ahead[x - j])
                left += bust
                bust = second.bust[other]
                other_known += bust * (out_value[i, j + least] if j + least < goal else 0.0)
                other_left += bust
            else:
                stay += first.bust[own]
                other_stay += second.bust[other]
            leave = left + stay * other_left
            out_value[i, j] = (known + stay * other_known) / leave
            out_waiting[i, j] = other_known + other_stay * out_value[i, j]
            least_leave = min(least_leave, leave)
    return least_leave
