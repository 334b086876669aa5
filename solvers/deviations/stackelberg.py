"""Stackelberg value iteration for simultaneous play of two: one player commits, the other answers.

In Zhu, Ma, Chen & Liu 2023 ("Stackelberg value iteration") player B commits at each pair of scores to the
turn total k' that leaves least to A's best answer k. With q(k, k') the expected value of A, the return to the
same state included,

    value = min over k' of max over k of q(k, k').

The state returns with the product of both chances of a bust, d(k) d(k'). With A(k, k') the value without that
return, the fixed point is the min max of A(k, k') / (1 - d(k) d(k')), so no sweeps are needed: each k' is
worth at least that to A, and the best k' no more. Value iteration as printed finds the same values and
actions. Knowing k' helps: A wins more than 1/2, B less.
"""

from dataclasses import dataclass, replace

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.at_once.opponents import turns_that_hold
from solvers.deviations.certificate_of_stackelberg import residual
from solvers.deviations.worth_of_scores import TIE, chance_to_leave, unknown_rows
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating
from solvers.turns.forward import HoldAt


@dataclass(frozen=True)
class Stackelberg:
    """The policies of the player who answers (A) and of the player who commits (B).

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked, opponent], chance of A to win with its score first, a shared win counts as half
    hold_at : int16[banked, opponent], where A holds, knowing B's turn total
    leader_hold_at : int16[banked, opponent], where B holds, B's score first
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    value: Array
    hold_at: Shorts
    leader_hold_at: Shorts
    residual: float

    @property
    def win_probability(self) -> float:
        """Chance of A to win from the start."""
        return float(self.value[0, 0])

    @property
    def differing_states(self) -> int:
        """Number of pairs of own and opponent's score at which the two policies differ."""
        return int((self.hold_at != self.leader_hold_at).sum())

    @property
    def differing_by_one(self) -> int:
        """Number of pairs of scores at which they differ by one point."""
        return int((np.abs(self.hold_at - self.leader_hold_at) == 1).sum())


def stackelberg(turn: Turn, goal: int) -> Stackelberg:
    """Solve each pair of scores as a commitment and its best answer.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is below 2, or the turn has no hold-at rules

    Examples
    --------
    >>> from solvers.games import pig
    >>> stackelberg(pig.turn(), 100).differing_states  # Zhu, Ma, Chen & Liu 2023
    74
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    gains = turns_that_hold(turn, goal)
    rows = unknown_rows(goal, turn.longest_gain)
    answers, commitments = np.zeros((goal, goal), np.int16), np.zeros((goal, goal), np.int16)
    _solve(gains, rows, answers, commitments)
    value = np.ascontiguousarray(rows[:goal, :goal].T)
    return replace(Stackelberg(turn, goal, value, answers, commitments, 0.0), residual=residual(turn, value))


@jit_allocating
def _solve(gains: HoldAt, rows: Array, out_answers: Shorts, out_commitments: Shorts) -> None:
    """Solve all states, highest scores first; of equally good actions the least is taken.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    rows : float64[opponent, banked], on entry from `unknown_rows`, on return the chance of A to win
    out_answers : int16[banked, opponent], written: turn total at which A holds
    out_commitments : int16[banked, opponent], written: turn total to which B commits, B's score first
    """
    goal = out_answers.shape[0]
    worth = np.zeros((goal + 1, rows.shape[1]))
    for b in range(goal - 1, -1, -1):
        for k in range(1, goal - b + 1):
            _scores(gains, k, b, rows, worth[k])
        for i in range(goal - 1, -1, -1):
            least = 2.0
            answer = 0
            commitment = 0
            for theirs in range(1, goal - b + 1):
                best, action = _answer(gains, i, theirs, goal, rows[b], worth[theirs])
                if best < least - TIE:
                    least = best
                    answer = action
                    commitment = theirs
            rows[b, i] = least
            out_answers[i, b] = np.int16(answer)
            out_commitments[b, i] = np.int16(commitment)


@jit
def _scores(gains: HoldAt, k: int, b: int, rows: Array, out: Array) -> None:
    """Values of the own scores at the end of a turn if the opponent holds at k and scores.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    k : turn total at which the opponent holds
    b : the opponent's banked score
    rows : float64[opponent, banked], values, read above b
    out : float64[score], written
    """
    out[:] = 0.0
    for m in range(gains.throw.size - 1):
        row = rows[min(b + k + m, rows.shape[0] - 1)]
        chance = gains.stop[k, m]
        for t in range(np.uint64(out.size)):
            out[t] += chance * row[t]


@jit
def _answer(gains: HoldAt, i: int, theirs: int, goal: int, unmoved: Array, worth: Array) -> tuple[float, int]:
    """Value of the best answer to a commitment, and the least turn total with that value.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    i : own banked score
    theirs : turn total at which the opponent holds
    goal : points to win
    unmoved : float64[score], values if the opponent does not score; 0 for the same state
    worth : float64[score], values of the own scores if the opponent scores
    """
    nothing = gains.bust[theirs]
    best = -1.0
    action = 0
    for k in range(1, goal - i + 1):
        expectation = gains.bust[k] * worth[i]
        for m in range(gains.throw.size - 1):
            t = min(i + k + m, worth.size - 1)
            expectation += gains.stop[k, m] * (worth[t] + nothing * unmoved[t])
        value = expectation / chance_to_leave(gains, k, gains.score[theirs])
        if value > best + TIE:
            best = value
            action = k
    return best, action
