"""All states of three players with equal turns who play by rules, given what comes after the goal.

Turns end with known chances, so with e the chance of a mover to bust its state is worth to each seat

    V_0 = K_0 + e_0 V_1,   V_1 = K_1 + e_1 V_2,   V_2 = K_2 + e_2 V_0,

K being of greater scores. With s = 1 - e summed up, the chance to score, V_0 is

    (K_0 + e_0 K_1 + e_0 e_1 K_2) / (s_0 + e_0 s_1 + e_0 e_1 s_2),

positive terms, right where nearly every turn busts. Where a bust scores nothing of it is unknown.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.equal_turns.of_three.turn import PLAYERS
from solvers.jit import jit, jit_allocating
from solvers.turns.forward import HoldAt


class Contest(NamedTuple):
    """A contest, and what is found.

    Attributes
    ----------
    goal : points to reach
    least : what a turn scores at least
    rules : int64[seat], turn totals held at
    gains : how turns end
    last : float64[leaders, behind, seat], chances to win, the third about to take the last turn
    after : float64[second behind, third behind, seat], the same, the first having the goal
    value : float64[mover, first, second, third, seat], each seat's chance to win, below the goal; written
    """

    goal: int
    least: int
    rules: Integers
    gains: HoldAt
    last: Array
    after: Array
    value: Array


@jit_allocating
def solve_all(contest: Contest) -> None:
    """Solve all states, those of greater scores first.

    Parameters
    ----------
    contest : its values are written
    """
    scores = np.zeros(PLAYERS, np.int64)
    known = np.zeros((PLAYERS, PLAYERS))
    scored = np.zeros(PLAYERS)
    bust = np.zeros(PLAYERS)
    for first in range(contest.goal - 1, -1, -1):
        for second in range(contest.goal - 1, -1, -1):
            for third in range(contest.goal - 1, -1, -1):
                scores[0] = first
                scores[1] = second
                scores[2] = third
                for mover in range(PLAYERS):
                    known[mover] = 0.0
                    scored[mover], bust[mover] = _play(contest, mover, scores, known[mover])
                for mover in range(PLAYERS):
                    one = (mover + 1) % PLAYERS
                    two = (mover + 2) % PLAYERS
                    both = bust[mover] * bust[one]
                    leave = scored[mover] + bust[mover] * scored[one] + both * scored[two]
                    for seat in range(PLAYERS):
                        won = known[mover, seat] + bust[mover] * known[one, seat] + both * known[two, seat]
                        # What cannot be left is never won.
                        contest.value[mover, first, second, third, seat] = won / leave if leave > 0.0 else 0.0


@jit
def _play(contest: Contest, mover: int, scores: Integers, out_known: Array) -> tuple[float, float]:
    """Play out a turn: its chances to score, and to bust where that scores nothing.

    Parameters
    ----------
    contest : its values of greater scores are known
    mover : whose turn it is, 0 for the first player
    scores : int64[seat]
    out_known : float64[seat], comes 0, becomes the chances to win where it scores
    """
    gains = contest.gains
    own = min(contest.rules[mover], contest.goal - scores[mover])
    scored = gains.score[own]
    bust = gains.bust[own]
    for over in range(gains.stop.shape[1]):
        _add(contest, mover, scores, own + over, gains.stop[own, over], out_known)
    if contest.least > 0:
        _add(contest, mover, scores, contest.least, bust, out_known)
        return scored + bust, 0.0
    return scored, bust


@jit
def _add(contest: Contest, mover: int, scores: Integers, gain: int, chance: float, out: Array) -> None:
    """Add what it is worth to hand on the turn with a gain.

    Parameters
    ----------
    contest : its values of greater scores are known
    mover, scores : the state
    gain : 1 or more
    chance : that it is so
    out : float64[seat], each seat's chance to win is added
    """
    first, second, third = scores
    x = scores[mover] + gain
    if x >= contest.goal:
        if mover == 0:
            held = contest.after[x - second, x - third]
        elif mover == 1:
            held = contest.last[1, x - third]
        else:
            out[mover] += chance
            return
    elif mover == 0:
        held = contest.value[1, x, second, third]
    elif mover == 1:
        held = contest.value[2, first, x, third]
    else:
        held = contest.value[0, first, second, x]
    for seat in range(PLAYERS):
        out[seat] += chance * held[seat]
