"""How far a best response may go on against two players who roll until they are ahead.

R(d) is the chance to gain d or more in a turn that stops there; it does not rise with d. A player with d
points more than another, and more than a bust scores, is caught up with chance R(d) at most. One more throw
loses the turn with chance q, and any other result is worth 1 at most. So holding is optimal where the loss by
holding is at most q times the least loss by a bust, for which no values have to be guessed:

- while the others are below the goal, b and c points behind with a turn to come: R(b) + R(c) <= q S, where S
  is the least loss by a bust, by the values found;
- when the first has the goal, e points ahead of it and c + e ahead of the third: R(c + e) <= q R(c + least +
  1) for all c, as after a bust it is behind, or level with the first and the third not farther behind;
- in a further round, after a gain of d: 2 R(d) <= q R(least + 1), as after a bust the last of the others has
  to gain at most that.

A loss by a bust below LEAST counts as LEAST: then further throws change values by no more than rounding.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.turns.forward import HoldAt, hold_at

LEAST = 2.0**-53
# Greatest turn total whose chances are computed: a table of a few megabytes.
MOST_GAINED = 2**15


class Beyond:
    """How far a best response may go on.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold, without wipes

    Raises
    ------
    InvalidRules
        if a throw never loses, or so seldom that the response would go on for too long

    Examples
    --------
    >>> from solvers.games import pig
    >>> found = Beyond(pig.turn())
    >>> found.ahead, found.gained
    (43, 58)
    """

    def __init__(self, turn: Turn) -> None:
        self._least, self._bust = turn.least_score, float(turn.throws[0].bust)
        if not self._bust > 0.0:
            remedy = "Otherwise a player could go on for ever beyond the goal."
            raise expected(f"{turn.name}: chance to bust", "more than 0", 0.0, remedy)
        far = turn.longest_gain
        while not 2.0 * (reach := _reach(hold_at(turn, far)))[far] <= self._bust * LEAST:
            far *= 2
            if far > MOST_GAINED:
                remedy = "Its rolls lose too seldom: a player would go on for too long beyond the goal."
                raise expected("turn", f"one that seldom gains {MOST_GAINED} points", turn.name, remedy)
        self._reach = reach

    @property
    def ahead(self) -> int:
        """Lead over the first, who has the goal, from which on the second holds."""
        behind = np.arange(self._reach.size)
        lost = self._bust * np.maximum(self._gains(behind + self._least + 1), LEAST)
        ahead = self._least + 1
        while (self._gains(behind + ahead) > lost).any():
            ahead += 1
        return ahead

    @property
    def gained(self) -> int:
        """Points gained in a further round from which on the response holds."""
        lost = self._bust * float(self._gains(np.array(self._least + 1)))
        enough = 2.0 * self._reach <= max(lost, self._bust * LEAST)
        return max(self._least + 1, int(np.argmax(np.append(enough, True))))

    def held_from(self, goal: int, chasing: int, safe: Array) -> Integers:
        """Scores from which on the response holds, int64[one, other], by the others' scores.

        Parameters
        ----------
        goal : points to reach
        chasing : number of the others with a turn after it: the last of them in the order of the seats
        safe : float64[one, other], least loss by a bust
        """
        lost = self._bust * np.maximum(safe, LEAST)
        one, other = np.divmod(np.arange(goal * goal).reshape(goal, goal), goal)
        chasers = (one, other)[2 - chasing :]
        top = np.full((goal, goal), goal)
        for score in range(goal, goal + self._reach.size):
            overtaken = sum((self._gains(score - chaser) for chaser in chasers), np.zeros((goal, goal)))
            near = np.any([score - chaser <= self._least for chaser in chasers], axis=0)
            going_on = (overtaken > lost) | near
            if not going_on.any():
                break
            top[going_on] = score + 1
        return top

    def _gains(self, points: Integers) -> Array:
        """An upper bound of the chance to gain this many points or more."""
        found: Array = self._reach[np.minimum(points, self._reach.size - 1)]
        return found


def _reach(gains: HoldAt) -> Array:
    """The chance to gain this many points or more in a turn that stops there, 1 for 0 points."""
    return np.concatenate(([1.0], gains.score[1:]))
