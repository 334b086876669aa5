"""Hold at n against hold at m with equal turns.

A player holds at its turn total, or at what it lacks to the goal if that is less. Who has the last turn
throws until it is ahead, or level where a tie is its own. So a turn ends with gains of known chances, a last
turn wins with a known chance by the points behind, and with e and e' the chances of both turns to bust, w and
w' those to be wiped, the first's chances to win if it is about to move, and if the second is, are

    V(i, j) = A + e U(i, j) + w U(0, j),   U(i, j) = A' + e' V(i, j) + w' V(i, 0),

A and A' being of greater sums: two linear equations for each pair of scores, solved by positive terms. Values
after a wipe come first, see `fixed.wipes`.

If a tie goes on, a round is lost by who moves first with chance N', won with chance N, and a tie otherwise: a
tie is worth N / (N + N'). If both have the score 0 a wipe is a turn that gains nothing. From more, who moves
first and is wiped has lost unless the other, which throws once, is wiped, too; then both have 0.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.certificate_of_fixed import residual
from solvers.equal_turns.tie import WORTH, Tie
from solvers.equal_turns.until_ahead import until_ahead
from solvers.equal_turns.wiping.settle import refuse_unknown
from solvers.errors import expected
from solvers.fixed.wipes import Won, after_wipes
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.chances import chances
from solvers.turns.forward import HoldAt, hold_at
from solvers.turns.wiped import wiped

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


class _Rules(NamedTuple):
    """Both players' turns.

    Attributes
    ----------
    first, second : turn totals held at
    gains : how turns end
    wipe : float64[k], chance that a turn wipes that holds at k
    least : what a turn scores at least
    """

    first: int
    second: int
    gains: HoldAt
    wipe: Array
    least: int


def pair(turn: Turn, goal: int, tie: Tie, first: int, second: int) -> Pair:
    """What hold at `first` of the first player wins against hold at `second` of the second one.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    goal : points to reach, 2 or more
    tie : who wins with equal scores
    first, second : turn totals to hold at, 1 or more

    Raises
    ------
    InvalidRules
        if a number is out of range, or the turn has other ways to go on, or an entry
    NotConverged
        if nearly every game is wiped before its end, so that values after a wipe are not known

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
    if turn.entry:
        raise expected("turn", "a game without an entry", turn.name)
    far = max(first, goal) + turn.longest_gain
    gains = hold_at(turn, far + 1)
    score = max(gains.score[min(first, goal)], gains.score[min(second, goal)])
    if not score >= LEAST_CHANCE:
        remedy = "Hold at less."
        raise expected(
            "hold_at", f"one that is reached with a chance of {LEAST_CHANCE}", (first, second), remedy
        )
    rules = _Rules(first, second, gains, wiped(turn, gains), turn.least_score)
    last = until_ahead(turn, gains, far, tie)
    tie_value = _tie_worth(turn, rules, far) if tie is Tie.AGAIN else WORTH[tie]
    wins, loses = last.win + last.level * (1.0 - tie_value), last.lose + last.level * tie_value
    who = f"hold at {first} against hold at {second} with equal turns"
    value, waiting = _all_states(turn, goal, rules, (loses, wins), who)
    value, second_value = chances(value, who), chances(np.ascontiguousarray(1.0 - waiting.T), who)
    behind = wins[1 : goal + 1]
    found = residual(turn, goal, tie, (first, second), value, second_value, tie_value, behind)
    if turn.wipes:
        refuse_unknown(found, who)
    return Pair(turn, goal, tie, value, second_value, behind, tie_value, found)


def _all_states(
    turn: Turn, goal: int, rules: _Rules, after: tuple[Array, Array], who: str
) -> tuple[Array, Array]:
    """The first's chances to win, if it is about to move and if the second is, both float64[first, second].

    Parameters
    ----------
    turn, goal : the game
    rules : of both players
    after : float64[behind] both, chances of the first and of the second to win before the last turn
    who : who plays, for an error
    """
    value, waiting = np.zeros((2, goal, goal))

    def backup(ends: Won, after_wipe: Array) -> Array:
        value[:, 0], waiting[0] = np.split(after_wipe, 2)
        ahead = ends.own * after[0] + ends.other * after[1]
        _solve(rules, ahead, ends.other, value, waiting)
        return np.concatenate((value[:, 0], waiting[0]))

    states = 2 * goal
    backup(Won(1.0, 0.0), after_wipes(states, who, backup) if turn.wipes else np.zeros(states))
    return value, waiting


def _tie_worth(turn: Turn, rules: _Rules, far: int) -> float:
    """What a tie is worth to the first player of further rounds.

    Parameters
    ----------
    turn : the game
    rules : of both players
    far : points behind as far as last turns are looked at
    """
    gains, held = rules.gains, rules.first
    ends, least = held + np.arange(turn.longest_gain), rules.least

    def decided(of: Array) -> float:
        return float((gains.stop[held] * of[ends]).sum() + gains.bust[held] * of[least])

    # From a tie at 0, and from one at more, where the first may be wiped, and then the other, too.
    level = until_ahead(turn, gains, far, Tie.AGAIN, level_after_wipe=True)
    won_0, lost_0 = (decided(of) + rules.wipe[held] * of[0] for of in (level.lose, level.win))
    more = decided(np.where(np.arange(far + 1) > 0, level.level, 0.0))
    last = until_ahead(turn, gains, far, Tie.AGAIN)
    both = rules.wipe[held] * rules.wipe[1]
    won = decided(last.lose)
    lost = decided(last.win) + rules.wipe[held] * (gains.score[1] + gains.bust[1])
    # Either tie is worth what the ends of its round are, the other one among them.
    open_0 = won_0 + lost_0 + more
    won, lost = won + both * won_0 / open_0, lost + both * lost_0 / open_0
    return float(won / (won + lost))


@jit
def _solve(rules: _Rules, ahead: Array, other_won: float, out_value: Array, out_waiting: Array) -> None:
    """Solve all pairs of scores, greatest sums first.

    Parameters
    ----------
    rules : of both players
    ahead : float64[points], what it is worth that the first has the goal and so many points more
    other_won : what it is worth that the second reaches the goal
    out_value, out_waiting : float64[first, second], V and U; come with guesses of the values after a wipe and
        are written whole
    """
    goal = len(out_value)
    gains = rules.gains
    least = rules.least
    for s in range(2 * goal - 2, -1, -1):
        for i in range(max(0, s - goal + 1), min(s, goal - 1) + 1):
            j = s - i
            own = min(rules.first, goal - i)
            other = min(rules.second, goal - j)
            known = rules.wipe[own] * out_waiting[0, j]
            for m in range(gains.stop.shape[1]):
                x = i + own + m
                known += gains.stop[own, m] * (out_waiting[x, j] if x < goal else ahead[x - j])
            other_known = rules.wipe[other] * out_value[i, 0]
            for m in range(gains.stop.shape[1]):
                y = j + other + m
                other_known += gains.stop[other, m] * (out_value[i, y] if y < goal else other_won)
            if least > 0:
                x = i + least
                y = j + least
                bust = out_waiting[x, j] if x < goal else ahead[x - j]
                other_bust = out_value[i, y] if y < goal else other_won
                out_value[i, j] = known + gains.bust[own] * bust
                out_waiting[i, j] = other_known + gains.bust[other] * other_bust
            else:
                scored = gains.score[own] + rules.wipe[own]
                leave = scored + gains.bust[own] * (gains.score[other] + rules.wipe[other])
                new = (known + gains.bust[own] * other_known) / leave
                out_value[i, j] = new
                out_waiting[i, j] = other_known + gains.bust[other] * new
