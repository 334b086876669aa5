"""How far beyond the goal the first player may go on: a score from which on holding is proved best.

Let L(d) be the chance of the second player, d points behind, to win with the last turn; it does not rise in
d. Holding s against a score of j below the goal is worth 1 - L(s - j). A throw that goes on from s loses the
turn with chance q, and then the second player is about to move, below the goal or as many points behind as a
bust scores at most, and wins with a chance of r(j) at least: the chance of a single turn, that of gaining
more than goal - 1 + least score - j points. Whatever it has gained, it is held afterwards. So going on for
one throw is not better than to hold s if

    L(s - j) - sum over outcomes of p L(s + gain - j)  <=  q r(j).

Where this holds for all throws from some s on, no number of throws is better, by induction over how many are
allowed; giving up points only lowers what a throw is worth. It is looked at up to a distance at which

    L(d) <= q r(j)    for the least q of all throws and the least r of all j,

which implies it there and, as L does not rise, beyond. Nothing of this depends on values that are not yet
known. If what a tie is worth is known up to an interval only, the first L is that of its upper end and the
second that of its lower one.
"""

import numpy as np

from solvers.arrays import Array
from solvers.contests.beyond import Beyond
from solvers.equal_turns.last_turn import Stakes, last_turns
from solvers.errors import expected
from solvers.games.turn import Throw, Turn

# The largest score to hold at that a table of turn totals has room for.
MOST_SCORE = 32_000


def beyond(turn: Turn, goal: int, least: float, most: float) -> Beyond:
    """Find the score from which on holding is proved best, and what last turns are worth until there.

    Parameters
    ----------
    turn : any turn
    goal : points to reach, 1 or more
    least, most : what a tie is worth to the second player, at least and at most

    Raises
    ------
    InvalidRules
        if a throw that goes on loses nothing, or so seldom that the score is too far away

    Examples
    --------
    >>> from solvers.games import pig
    >>> beyond(pig.turn(), 100, 0.5, 0.5).top
    114
    """
    going_on = throws_that_go_on(turn)
    lost = [float(throw.bust + throw.wipe) for throw in going_on]
    if not min(lost, default=1.0) > 0.0:
        remedy = "Without it one could go on for ever beyond the goal."
        where = f"{turn.name}: chance to bust or to wipe"
        raise expected(where, "more than 0 for throws that go on", 0.0, remedy)
    stakes = Stakes.chances(most, least, 0.0)
    longest, far, enough = turn.longest_gain, goal, False
    while not enough:
        far *= 2
        last, low, without = last_turns(turn, stakes, far + longest)[:, :3].T
        # r(j), for j from 0 on.
        safe = without[goal - 1 + turn.least_score - np.arange(goal)]
        enough = not going_on or bool(last[far] <= min(lost) * safe.min())
    top = max(goal, held_from(turn, last, low, safe))
    refuse_far(top)
    if top > far:
        # Who has nothing is farther behind than what had to be looked at.
        last = last_turns(turn, stakes, top + longest)[:, 0]
    return Beyond(top, last[: top + longest + 1])


def held_from(turn: Turn, last: Array, low: Array, safe: Array) -> int:
    """The score from which on no throw more is better than to hold, for all scores of the second player.

    Parameters
    ----------
    turn : any turn
    last, low : float64[behind], the second player's chance to win with the last turn, at most and at least;
        from the end of it without one throw more on, it is at most what is safe times what a throw loses
    safe : float64[score], what the second player with that score wins at least after a bust of the first

    Returns
    -------
    The score, or 0 where no throw goes on.
    """
    going_on = throws_that_go_on(turn)
    if not going_on:
        return 0
    far = len(last) - turn.longest_gain - 1
    gained = [
        (last[: far + 1] - _thrown(throw, low, far)) / float(throw.bust + throw.wipe) for throw in going_on
    ]
    # The greatest from each distance on: it falls.
    gain = np.maximum.accumulate(np.max(gained, axis=0)[::-1])[::-1]
    return int((np.arange(safe.size) + np.searchsorted(-gain, -safe)).max())


def refuse_far(top: int) -> None:
    """Refuse a score to hold at for which a table of turn totals has no room."""
    if top > MOST_SCORE:
        remedy = "Its rolls lose too seldom: a player would go on for too long beyond the goal."
        raise expected("turn", f"one that is held from a score of {MOST_SCORE} on", top, remedy)


def throws_that_go_on(turn: Turn) -> list[Throw]:
    """The throws that may follow another."""
    indices = {way.throw for position in turn.positions for way in position.ways}
    return [turn.throws[index] for index in sorted(indices)]


def _thrown(throw: Throw, last: Array, far: int) -> Array:
    """Chance to lose after one throw more that is held, if a bust loses nothing, float64[behind]."""
    chance = np.zeros(far + 1)
    for outcome in throw.outcomes:
        chance += float(outcome.probability) * last[outcome.gain : outcome.gain + far + 1]
    return chance
