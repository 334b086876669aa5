"""Hold at n against hold at m with equal turns.

A player holds at its turn total, or at what it lacks to the goal if that is less. Who has the last turn
throws until it is ahead, or level where a tie is its own. So a turn ends with gains of known chances, a last
turn wins with a known chance by the points behind, and with e and e' the chances of both turns to bust

    V(i, j) = A + e (1 - S(i, j)),   S(i, j) = A' + e' (1 - V(i, j)),

A and A' being of greater sums: two linear equations for each pair of scores, solved by positive terms.

If a tie goes on, a round is lost by who moves first with chance N', won with chance N, and a tie otherwise: a
tie is worth N / (N + N').
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.certificate_of_fixed import residual
from solvers.equal_turns.tie import WORTH, Tie
from solvers.equal_turns.until_ahead import Last, until_ahead
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.chances import chances
from solvers.turns.forward import HoldAt, hold_at

# Less has lost its digits.
LEAST_CHANCE = 1e-290


@dataclass(frozen=True)
class Pair:
    """What two rules win against each other.

    Attributes
    ----------
    turn, goal, tie : the game
    value : float64[banked, opponent], the first player's chance to win when about to move, both below the
        goal
    second_value : float64[banked, opponent], the second's when about to move, `banked` its own score
    last_value : float64[behind], the second's chance to win with the last turn, for 1 to the goal points
        behind
    tie_value : what a tie is worth to the first player
    residual : largest difference between these and one backup of them by another route
    """

    turn: Turn
    goal: int
    tie: Tie
    value: Array
    second_value: Array
    last_value: Array
    tie_value: float
    residual: float

    @property
    def win_probability(self) -> float:
        """Chance of the first player to win from the start, half of a shared win included."""
        return float(self.value[0, 0])

    @property
    def first_player_advantage(self) -> float:
        """Chance of the first player to win minus the second's."""
        return 2.0 * self.win_probability - 1.0


def pair(turn: Turn, goal: int, tie: Tie, first: int, second: int) -> Pair:
    """What hold at `first` of the first player wins against hold at `second` of the second one.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again, without wipes
    goal : points to reach, 2 or more
    tie : who wins with equal scores
    first, second : turn totals to hold at, 1 or more

    Raises
    ------
    InvalidRules
        if a number is out of range, or the turn has other ways to go on, or wipes

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(pair(pig.turn(), 100, Tie.SHARED, 20, 20).win_probability < 0.5)
    True
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if min(first, second) < 1:
        raise expected("hold_at", "1 or more", min(first, second))
    if turn.wipes:
        raise expected("turn", "a game in which nobody is wiped", turn.name)
    far = max(first, goal) + turn.longest_gain
    gains = hold_at(turn, far + 1)
    score = max(gains.score[min(first, goal)], gains.score[min(second, goal)])
    if not score >= LEAST_CHANCE:
        remedy = "Hold at less."
        raise expected(
            "hold_at", f"one that is reached with a chance of {LEAST_CHANCE}", (first, second), remedy
        )
    last = until_ahead(turn, gains, far, tie)
    tie_value = _tie_worth(turn, gains, last, first) if tie is Tie.AGAIN else WORTH[tie]
    wins = last.win + last.level * (1.0 - tie_value)
    value, second_value = np.zeros((2, goal, goal))
    _solve(gains, (first, second), turn.least_score, wins, value, second_value)
    value, second_value = chances(value, "the first player"), chances(second_value, "the second player")
    behind = wins[1 : goal + 1]
    found = residual(turn, goal, tie, (first, second), value, second_value, tie_value, behind)
    return Pair(turn, goal, tie, value, second_value, behind, tie_value, found)


def _tie_worth(turn: Turn, gains: HoldAt, last: Last, first: int) -> float:
    """What a tie is worth to the first player of further rounds, who holds at `first`."""
    ends = first + np.arange(turn.longest_gain)
    won, lost = (
        (gains.stop[first] * of[ends]).sum() + gains.bust[first] * of[turn.least_score]
        for of in (last.lose, last.win)
    )
    return float(won / (won + lost))


@jit
def _solve(
    gains: HoldAt, rules: tuple[int, int], least: int, wins: Array, out_value: Array, out_second: Array
) -> None:
    """Solve all pairs of scores, greatest sums first.

    Parameters
    ----------
    gains : how turns end
    rules : turn totals that the first and the second player hold at
    least : what a turn scores at least
    wins : float64[behind], the second's chance to win with the last turn
    out_value, out_second : float64[banked, opponent], written
    """
    goal = len(out_value)
    for s in range(2 * goal - 2, -1, -1):
        for i in range(max(0, s - goal + 1), min(s, goal - 1) + 1):
            j = s - i
            own = min(rules[0], goal - i)
            other = min(rules[1], goal - j)
            known = 0.0
            for m in range(gains.stop.shape[1]):
                x = i + own + m
                worth = 1.0 - out_second[j, x] if x < goal else 1.0 - wins[x - j]
                known += gains.stop[own, m] * worth
            other_known = 0.0
            for m in range(gains.stop.shape[1]):
                y = j + other + m
                other_known += gains.stop[other, m] * (1.0 - out_value[i, y] if y < goal else 1.0)
            if least > 0:
                x = i + least
                y = j + least
                bust = 1.0 - out_second[j, x] if x < goal else 1.0 - wins[x - j]
                other_bust = 1.0 - out_value[i, y] if y < goal else 1.0
                out_value[i, j] = known + gains.bust[own] * bust
                out_second[j, i] = other_known + gains.bust[other] * other_bust
            else:
                leave = gains.score[own] + gains.bust[own] * gains.score[other]
                new = (known + gains.bust[own] * (gains.score[other] - other_known)) / leave
                out_value[i, j] = new
                out_second[j, i] = other_known + gains.bust[other] * (1.0 - new)
