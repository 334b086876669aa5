"""How far the first player may go on beyond the goal: a score from which on holding is proved optimal.

L(d) is the second player's chance to win in the last turn when d points behind; it does not rise with d.
Holding at score s, when the second player has j, is worth 1 - L(s - j). A throw at s loses the turn with
chance q. The second player is then about to move, below the goal, or at most the least score of a bust
behind, and wins with chance r(j) at least: the chance to gain more than goal - 1 + least score - j points in
one turn, after which it holds. So one more throw is no better than holding at s if

    L(s - j) - sum over outcomes of p L(s + gain - j)  <=  q r(j).

If this holds for all throws from some s on, no number of throws is better, by induction over their number;
giving up points only lowers the value of a throw. The condition is checked up to a distance at which

    L(d) <= q r(j)    for the least q of all throws and the least r of all j,

which implies it there and, as L does not rise, beyond. None of this depends on unknown values. If the value
of a tie is only known up to an interval, the first L belongs to its upper end and the second to its lower
end.
"""

import numpy as np

from solvers.arrays import Array
from solvers.contests.beyond import Beyond
from solvers.equal_turns.last_turn import Stakes, last_turns
from solvers.errors import expected
from solvers.games.turn import Throw, Turn

# Greatest score to hold at that fits a table of turn totals.
MOST_SCORE = 32_000


def beyond(turn: Turn, goal: int, least: float, most: float) -> Beyond:
    """Find the score from which on holding is proved optimal, and the values of last turns up to it.

    Parameters
    ----------
    turn : any turn
    goal : points to reach, 1 or more
    least, most : bounds on the value of a tie to the second player

    Raises
    ------
    InvalidRules
        if a throw that goes on never loses the turn, or so seldom that the score is too large

    Examples
    --------
    >>> from solvers.games import pig
    >>> beyond(pig.turn(), 100, 0.5, 0.5).top
    114
    """
    going_on = throws_that_go_on(turn)
    lost = [float(throw.bust + throw.wipe) for throw in going_on]
    if not min(lost, default=1.0) > 0.0:
        remedy = "Otherwise a player could go on for ever beyond the goal."
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
        # A second player with nothing may be farther behind than was checked.
        last = last_turns(turn, stakes, top + longest)[:, 0]
    return Beyond(top, last[: top + longest + 1])


def held_from(turn: Turn, last: Array, low: Array, safe: Array) -> int:
    """The score from which on no further throw is better than holding, for all scores of the second player.

    Parameters
    ----------
    turn : any turn
    last, low : float64[behind], upper and lower bound of the second player's chance to win in the last turn;
        beyond their end that chance is at most `safe` times the chance to lose the turn
    safe : float64[score], lower bound of the second player's chance to win after a bust of the first, by its
        score

    Returns
    -------
    the score, or 0 if no throw goes on
    """
    going_on = throws_that_go_on(turn)
    if not going_on:
        return 0
    far = len(last) - turn.longest_gain - 1
    gained = [
        (last[: far + 1] - _thrown(throw, low, far)) / float(throw.bust + throw.wipe) for throw in going_on
    ]
    # The greatest from each distance on, as it falls.
    gain = np.maximum.accumulate(np.max(gained, axis=0)[::-1])[::-1]
    return int((np.arange(safe.size) + np.searchsorted(-gain, -safe)).max())


def refuse_far(top: int) -> None:
    """Refuse a score to hold at that does not fit a table of turn totals."""
    if top > MOST_SCORE:
        remedy = "Its rolls lose too seldom: a player would go on for too long beyond the goal."
        raise expected("turn", f"one that is held from a score of {MOST_SCORE} on", top, remedy)


def throws_that_go_on(turn: Turn) -> list[Throw]:
    """The throws that may follow another."""
    indices = {way.throw for position in turn.positions for way in position.ways}
    return [turn.throws[index] for index in sorted(indices)]


def _thrown(throw: Throw, last: Array, far: int) -> Array:
    """Chance to lose after one more throw and holding, if a bust loses nothing, float64[behind]."""
    chance = np.zeros(far + 1)
    for outcome in throw.outcomes:
        chance += float(outcome.probability) * last[outcome.gain : outcome.gain + far + 1]
    return chance
