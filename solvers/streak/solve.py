"""The contest of two players in turn in which busts in a row cost points, as three farkles do.

State: the mover's banked score i, the opponent's j, and how many turns in a row each of them has bust, a and
b: value W(i, j, a, b) to the mover. Banking x is worth 1 - W(j, x, b, 0), or 1 from the goal on. A bust is
worth 1 - W(j, i, b, a + 1); the one that makes the streak full costs points, never more than there are, and
the count begins anew: 1 - W(j, max(0, i - cost), b, 0). A wipe has cost all, and the count begins anew, too.

Among equal scores busts only lead on to more busts, so nothing has to be solved for: sorted by falling i + j
and falling a + b, each turn is one sweep of the turn kernel. What leads back, to fewer points, is what comes
after a full streak. These values are iterated from outside, beginning with those of the race without the
rule: a change of them changes any value by no more than the chance of a full streak before the game ends. So
rounds contract; where they do so slowly, what they lead to is guessed from time to time. That a round changes
little proves nothing: `bounds` proves how near the values are.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.race import solve as race
from solvers.streak.bounds import refuse_unproved
from solvers.streak.certificate import residual
from solvers.streak.rounds import Contest, new_contest, new_handed, solve_round
from solvers.streak.rule import Rule
from solvers.turns.chances import chances

MOST_ROUNDS = 1000
# Of a value after a streak, from the last round but one to the last; rounding leaves some 1e-15.
LARGEST_CHANGE = 1e-14
# Share of a change that two rounds leave, from which on it is worth while to look further ahead.
MUCH = 0.5
# A lesser change may be rounding, which does not say where rounds lead to.
LEAST_TELLING_CHANGE = 1e-12


@dataclass(frozen=True)
class Streak:
    """Optimal play where busts in a row cost points.

    Attributes
    ----------
    turn, goal, rule : the game
    value : float64[banked, opponent, busts, opponent_busts], chance of the player about to move to win, both
        below the goal
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    rule: Rule
    value: Array
    residual: float

    @property
    def win_probability(self) -> float:
        """Chance of the first player to win from the start."""
        return float(self.value[0, 0, 0, 0])

    @property
    def first_player_advantage(self) -> float:
        """Chance of the first player to win minus the second's."""
        return 2.0 * self.win_probability - 1.0


def optimal_play(turn: Turn, goal: int, rule: Rule) -> Streak:
    """Solve the contest of two players who both play for the win.

    Parameters
    ----------
    turn : any in which a bust scores nothing
    goal : points to win, 2 or more
    rule : what busts in a row cost

    Raises
    ------
    InvalidRules
        if the goal is less than 2, a streak less than one bust, the cost less than 0, or a bust scores
    NotConverged
        if the values after a streak take too many rounds, or are not proved to be near

    Examples
    --------
    >>> from solvers.games import pig
    >>> rules = Rule(busts=3, cost=0), Rule(busts=3, cost=10)
    >>> print(*(round(optimal_play(pig.turn(), 100, rule).win_probability, 4) for rule in rules))
    0.5306 0.5262
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if rule.busts < 1:
        raise expected("busts in a row", "1 or more", rule.busts)
    if rule.cost < 0:
        raise expected("cost", "0 or more points", rule.cost)
    if turn.least_score > 0:
        raise expected("turn", "one in which a bust scores nothing", turn.name)
    contest, handed = new_contest(turn, goal, rule), new_handed(goal, rule)
    handed[..., :goal] = 1.0 - race.optimal_play(turn, goal).value.T
    who = f"{rule.busts} busts in a row, race to {goal}"
    _settle(contest, handed, who)
    refuse_unproved(contest, handed, who)
    value = chances(np.ascontiguousarray(1.0 - handed[0, ..., :goal].transpose(3, 2, 1, 0)), who)
    return Streak(turn, goal, rule, value, residual(turn, goal, rule, value))


def _settle(contest: Contest, handed: Array, who: str) -> None:
    """Solve all turns again and again, until the values after a streak stay.

    Parameters
    ----------
    contest : whose turns
    handed : float64[1, own busts, other's busts, score, opponent], comes with guesses
    who : whose values, as in an error

    Raises
    ------
    NotConverged
        if that takes more than MOST_ROUNDS rounds
    """
    after = handed[0, 0, :, : max(1, contest.goal - contest.rule.cost), : contest.goal]
    change, rounds, seen = 1.0, 0, list[Array]()
    while change > LARGEST_CHANGE and rounds < MOST_ROUNDS:
        kept = after.copy()
        solve_round(contest, handed)
        change = float(np.abs(after - kept).max())
        rounds += 1
        if rounds % 2 == 0 and change > LEAST_TELLING_CHANGE:
            seen.append(after.copy())
        if len(seen) == 3:
            after[:] = _further(*seen)
            seen = [seen[1], seen[2]] if (after == seen[2]).all() else []
    if not change <= LARGEST_CHANGE:
        where = f"{who}, {rounds} rounds"
        raise NotConverged(
            f"change after a streak: expected at most {LARGEST_CHANGE}, got {change} ({where})."
        )


def _further(first: Array, second: Array, third: Array) -> Array:
    """Where rounds lead to that leave the same share of each change, if that is much; else the third.

    A guess, which later rounds put right. A share is that of two rounds: what is a player's gain after one is
    the other's after the next.

    Parameters
    ----------
    first, second, third : values, each two rounds after the one before
    """
    before, now = second - first, third - second
    at = np.abs(now).argmax()
    share = now.flat[at] / before.flat[at] if before.flat[at] != 0.0 else 0.0
    if not MUCH < share < 1.0:
        return third
    return np.clip(third + now * (share / (1.0 - share)), 0.0, 1.0)
