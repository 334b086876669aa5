"""How far a best response may go on against two who throw until they are ahead.

Let R(d) be the chance to gain d or more in a turn that stops there; it does not rise in d. Who has d points
more than another, more than a bust scores, is overtaken or met by it with R(d) at most. To throw once more
loses the turn with chance q, and whatever comes otherwise is worth 1 at most. So to hold is best where what
is lost by holding is q times what a bust loses at most, and no values have to be guessed for that:

- below the goal of the others, b and c points ahead of those who still have a turn, where R(b) + R(c) <= q S,
  S being what a bust loses at least, by the values found;
- with the first at the goal, e points ahead of it and c + e ahead of the third, where R(c + e) <= q R(c +
  least + 1), for all c: a bust leaves one behind, or level with the first and the third not farther behind;
- in a further round, having gained d, where 2 R(d) <= q R(least + 1): after a bust the last of the others has
  to gain that at most.

What a bust loses counts as LEAST if it is less: by what all throws beyond gain then, in sum, no value changes
by more than rounding.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.turns.forward import HoldAt, hold_at

LEAST = 2.0**-53
# Turn totals up to which chances to gain are looked at: a table of some megabytes.
MOST_GAINED = 2**15


class Beyond:
    """How far one may go on.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold, without wipes

    Raises
    ------
    InvalidRules
        if a throw loses nothing, or so seldom that one would go on for too long

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
            remedy = "Without it one could go on for ever beyond the goal."
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
        """Points more than the first, who has the goal, from which on the second holds."""
        behind = np.arange(self._reach.size)
        lost = self._bust * np.maximum(self._gains(behind + self._least + 1), LEAST)
        ahead = self._least + 1
        while (self._gains(behind + ahead) > lost).any():
            ahead += 1
        return ahead

    @property
    def gained(self) -> int:
        """Points gained in a further round from which on one holds."""
        lost = self._bust * float(self._gains(np.array(self._least + 1)))
        enough = 2.0 * self._reach <= max(lost, self._bust * LEAST)
        return max(self._least + 1, int(np.argmax(np.append(enough, True))))

    def held_from(self, goal: int, chasing: int, safe: Array) -> Integers:
        """Scores from which on one holds, int64[one, other], by the others' scores.

        Parameters
        ----------
        goal : points to reach
        chasing : how many of the others have a turn after it, the last of them in the order of the seats
        safe : float64[one, other], what a bust loses at least
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
        """The chance to gain so many points or more, or what is more."""
        found: Array = self._reach[np.minimum(points, self._reach.size - 1)]
        return found


def _reach(gains: HoldAt) -> Array:
    """The chance to gain so many points or more in a turn that stops there, 1 for none."""
    return np.concatenate(([1.0], gains.score[1:]))
