"""One player alone: the greatest expected score after n turns.

V[n, s] is the expected final score with n turns left and s banked. Banking x is worth V[n - 1, x], a bust
V[n - 1, s] (or V[n - 1, s + m] if every turn scores at least m), a wipe V[n - 1, 0]; without turns left,
V[0, s] = s. Passing, that is holding at turn total 0, is worth the same as a bust (Neller, Russell & Markov
2012, exercises 4 and 5). Every turn lowers n, so nothing is iterated.

Scores have no bound. But only scores that can be reached from those in the answer matter, and a turn matters
only up to a turn total at which holding is proved to be optimal. A player with more points can play as if it
had fewer, so V[n, .] does not fall, and rises by no more than the points. So rolling once at x = s + turn
total, and then holding, gains over holding at most

    sum of p gain - P(bust) (V[n - 1, x] - V[n - 1, s]) - P(wipe) (V[n - 1, x] - V[n - 1, 0]),

which falls in x. Where it is not positive for any throw, no number of further rolls pays. The turn total
from which this is so is guessed, checked for every n and s, and doubled if the check fails. Without wipes
it is the critical threshold of one turn, and the turns are independent: V[n, s] = s + n V[1, 0].

With an entry, no score below it may be banked. From the entry on all is as without one, so V[n, x] rises
there by no more than the points; below it a bust leaves no more than it would without an entry. So the same
check holds if the turn total is at least the entry.
"""

from dataclasses import dataclass

import numpy as np

from solvers.alone.certificate import most_points_residual
from solvers.alone.solo import SoloTurn, Stakes
from solvers.arrays import Array, Shorts
from solvers.errors import NotConverged, expected
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn
from solvers.turns.backward import TIE

# Most scores in the table without turns left: half a minute for one die or two.
MOST_SCORES = 100_000


@dataclass(frozen=True)
class MostPoints:
    """Optimal play for most points in n turns.

    Attributes
    ----------
    turn, turns : the game
    may_pass : whether a turn may be passed without a roll, which can pay if a wipe can lose much
    followed : by turns left, float64[banked], expected final score from all scores that matter; with fewer
        turns left, more scores matter
    holds_from : turn total from which holding is optimal in every turn; 1 if a turn is one roll
    value : float64[turns_left, banked], expected final score, banked scores 0 to `most_banked`
    residual : largest difference between the value and its computation by another route
    """

    turn: Turn
    turns: int
    may_pass: bool
    followed: tuple[Array, ...]
    holds_from: int
    value: Array
    residual: float

    @property
    def expected_score(self) -> float:
        """Expected final score from the start."""
        return float(self.value[self.turns, 0])

    def stakes(self, turns_left: int) -> Stakes:
        """Values of the ends of the turn that begins with `turns_left`, for the scores in `value`."""
        return _stakes(self.turn, self.followed[turns_left - 1], self.value.shape[1], self.holds_from)


def most_points(turn: Turn, turns: int, most_banked: int = 0, *, may_pass: bool = True) -> MostPoints:
    """Solve for most points on average in n turns, and in each smaller number of turns.

    Parameters
    ----------
    turn : any turn
    turns : n, 1 or more
    most_banked : greatest banked score in the answer, in points; values do not depend on it
    may_pass : whether the player may hold at turn total 0

    Raises
    ------
    InvalidRules
        if a number is out of range
    NotConverged
        if more than MOST_SCORES scores matter, as if many turns may not be passed and risk a wipe

    Examples
    --------
    >>> from solvers.games import pig
    >>> # five times 8.14, Crocce & Mordecki 2014, section 5.2
    >>> print(round(most_points(pig.turn(), 5).expected_score, 2))
    40.71
    """
    for name, number, least in (("turns", turns, 1), ("most_banked", most_banked, 0)):
        if number < least:
            raise expected(name, f"{least} or more", number)
    holds_from = turn.chooses_below(turn.always_held_from())
    followed = None
    while followed is None:
        followed = _follow(turn, turns, most_banked + 1, may_pass, holds_from)
        holds_from *= 1 if followed else 2
    value = np.stack([scores[: most_banked + 1] for scores in followed])
    return MostPoints(
        turn, turns, may_pass, tuple(followed), holds_from, value, most_points_residual(turn, may_pass, value)
    )


def hold_at(solution: MostPoints) -> Shorts:
    """Least turn total to hold at, int16[turns_left, banked], for turns that only roll or hold.

    It is 0 to pass, and without turns left. The policy may roll again at a greater turn total.
    """
    solo = SoloTurn(solution.turn, solution.holds_from)
    held = [
        solo.hold_at(solution.stakes(left), may_pass=solution.may_pass)
        for left in range(1, solution.turns + 1)
    ]
    return np.stack([np.zeros(solution.value.shape[1], np.int16), *held])


def opening(solution: MostPoints) -> Shorts:
    """Index of the best opening throw, int16[turns_left, banked]; -1 without turns left.

    Where passing is better, it is the best throw for a player who may not pass.
    """
    solo = SoloTurn(solution.turn, solution.holds_from)
    opened = [solo.opening(solution.stakes(left)) for left in range(1, solution.turns + 1)]
    return np.stack([np.full(solution.value.shape[1], -1, np.int16), *opened])


def _follow(turn: Turn, turns: int, count: int, may_pass: bool, holds_from: int) -> list[Array] | None:
    """Values by turns left, float64[banked] each, `count` of them with all turns left.

    None if holding is not optimal from turn total `holds_from` on.
    """
    longest = holds_from + turn.longest_gain
    if count + turns * longest > MOST_SCORES:
        raise NotConverged(
            f"scores that matter: expected at most {MOST_SCORES}, got {count + turns * longest} ({turn.name},"
            f" {turns} turns, which need not end before turn total {holds_from}). Ask for fewer turns, or let"
            " them be passed."
        )
    solo = SoloTurn(turn, holds_from)
    followed = [np.arange(count + turns * longest, dtype=np.float64)]
    while followed[-1].size > count:
        stakes = _stakes(turn, followed[-1], followed[-1].size - longest, holds_from)
        if turn.goes_on and not _holds(turn, stakes, holds_from):
            return None
        value = solo.value(stakes)
        followed.append(np.maximum(value, stakes.bust) if may_pass else value)
    return followed


def _stakes(turn: Turn, after: Array, count: int, holds_from: int) -> Stakes:
    """The stakes of a turn from `count` scores, given the values of scores after it, float64[banked]."""
    return Stakes(
        with_entry(turn, after[: count + holds_from + turn.longest_gain]),
        after[turn.least_score : turn.least_score + count],
        float(after[0]),
    )


def _holds(turn: Turn, stakes: Stakes, holds_from: int) -> bool:
    """Whether no throw pays at turn total `holds_from`, up to rounding, whatever the banked score."""
    held = stakes.banking[holds_from : holds_from + stakes.bust.size]
    for throw in turn.throws:
        gained = float(sum(outcome.probability * outcome.gain for outcome in throw.outcomes))
        lost = float(throw.bust) * (held - stakes.bust) + float(throw.wipe) * (held - stakes.wiped)
        if (gained > lost + TIE * np.abs(held)).any():
            return False
    return True
