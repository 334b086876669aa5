"""Contests of a rule of thumb where busts in a row cost points: one player's turns are played out before, and
the other's are, too, or are its best reply.

As in `solvers.streak`, turns of greater i + j come first, and of one sum those with more busts behind them.
What comes after a full streak or a wipe leads back: rounds are made until it stays, and an interval around
what they have come to is proved to hold the answer. Each of the two tables says what it is worth to one
player to hand over the turn; that player's turns are read from it, and written to the other's.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit
from solvers.streak.bounds import of_one_who_chooses, refuse_unproved
from solvers.streak.rounds import Contest, new_contest, new_handed, solve_diagonal
from solvers.streak.rule import Rule
from solvers.streak.settling import settle
from solvers.streak.solve import Streak
from solvers.thumb.streak.turns import TurnsByBusts
from solvers.turns.chances import chances
from solvers.turns.played import looks_at_other

# Of a value after a streak, by the last round of a contest that is one of hundreds in a search: half the
# rounds. A loss is off by a thousandth of that or less, as few games come to it twice.
ENOUGH_TO_COMPARE = 1e-7


def played_against(met: Streak, own: TurnsByBusts, other: TurnsByBusts, who: str) -> Array:
    """Own's chances to win against other.

    Parameters
    ----------
    met : optimal play, from whose values rounds begin
    own, other : their turns
    who : who plays, for an error

    Returns
    -------
    float64[mover, banked, opponent, own busts, opponent's busts], own's side first: mover 0 is own

    Raises
    ------
    NotConverged
        if the values after a streak take too many rounds, or are not proved to be near
    """
    return _settled(met, partial(_play_round, met.goal, met.rule, own, other), who)


def compared_with(met: Streak, own: TurnsByBusts, other: TurnsByBusts, who: str) -> Array:
    """As `played_against`, as near as a search needs to tell players apart, and not proved.

    Parameters
    ----------
    met, own, other, who : as there

    Raises
    ------
    NotConverged
        if the values after a streak take too many rounds
    """
    handed, one_round = _begin(met), partial(_play_round, met.goal, met.rule, own, other)
    settle(one_round, handed, met.goal, met.rule, who, ENOUGH_TO_COMPARE)
    return _of_first(handed, met.goal, who)


def replied_to(met: Streak, own: TurnsByBusts, who: str) -> Array:
    """Own's chances to win against its best reply, as `played_against` gives them.

    Parameters
    ----------
    met : optimal play, from whose values rounds begin
    own : its turns
    who : who plays, for an error

    Raises
    ------
    NotConverged
        as there
    """
    contest = new_contest(met.turn, met.goal, met.rule, looks_at_other(own))
    return _settled(met, partial(_reply_round, contest, own), who)


def _settled(met: Streak, one_round: Callable[[Array], None], who: str) -> Array:
    """The first player's chances to win, proved to be near."""
    handed = _begin(met)
    settle(one_round, handed, met.goal, met.rule, who)
    refuse_unproved(one_round, handed, met.goal, met.rule, of_one_who_chooses, who)
    return _of_first(handed, met.goal, who)


def _begin(met: Streak) -> Array:
    """What rounds begin with: float64[player, own busts, other's busts, score, opponent]."""
    handed = new_handed(2, met.goal, met.rule)
    handed[..., : met.goal] = 1.0 - met.value.transpose(3, 2, 1, 0)
    return handed


def _of_first(handed: Array, goal: int, who: str) -> Array:
    """The first player's chances to win, by what it is worth to hand over the turn."""
    waiting = handed[0, ..., :goal].transpose(2, 3, 0, 1)
    value = 1.0 - handed[1, ..., :goal].transpose(3, 2, 1, 0)
    return chances(np.stack((value, waiting)), who)


@jit
def _play_round(goal: int, rule: Rule, own: TurnsByBusts, other: TurnsByBusts, handed: Array) -> None:
    """One round of two whose turns are played out.

    Parameters
    ----------
    goal : points to win
    rule : what busts in a row cost
    own, other : turns of the first and of the second player
    handed : float64[player, own busts, other's busts, score, opponent], read and written
    """
    most = rule.busts - 1
    for s in range(2 * goal - 2, -1, -1):
        for level in range(2 * most, -1, -1):
            for first in range(max(0, level - most), min(level, most) + 1):
                second = level - first
                _play_diagonal(goal, rule, own, (s, first, second), handed[0], handed[1])
                _play_diagonal(goal, rule, other, (s, second, first), handed[1], handed[0])


@jit
def _reply_round(contest: Contest, own: TurnsByBusts, handed: Array) -> None:
    """One round of a player whose turns are played out, and of its best reply.

    Parameters
    ----------
    contest : of the reply; its memory is written
    own : turns of the first player
    handed : float64[player, own busts, other's busts, score, opponent], read and written
    """
    goal, rule = contest.goal, contest.rule
    most = rule.busts - 1
    for s in range(2 * goal - 2, -1, -1):
        for level in range(2 * most, -1, -1):
            for first in range(max(0, level - most), min(level, most) + 1):
                second = level - first
                _play_diagonal(goal, rule, own, (s, first, second), handed[0], handed[1])
                solve_diagonal(contest, s, second, first, handed[1], handed[0])


@jit
def _play_diagonal(
    goal: int, rule: Rule, turns: TurnsByBusts, of: tuple[int, int, int], handed: Array, out: Array
) -> None:
    """What turns of equal i + j are worth that are played out.

    Parameters
    ----------
    goal : points to win
    rule : what busts in a row cost
    turns : of the player about to move
    of : i + j, and busts in a row of that player, and of the other
    handed : float64[own busts, other's busts, score, opponent], value to the mover of handing over the turn
    out : the other's, written
    """
    s, own, other = of
    for i in range(max(0, s - goal + 1), min(s, goal - 1) + 1):
        j = s - i
        row = turns.row[own, other, i, j]
        if own + 1 < rule.busts:
            bust = handed[own + 1, other, i, j]
        else:
            bust = handed[0, other, max(0, i - rule.cost), j]
        worth = turns.wins[row] + turns.bust[row] * bust + turns.wipe[row] * handed[0, other, 0, j]
        for gain in range(turns.span[row, 0], turns.span[row, 1]):
            worth += turns.gain[row, gain] * handed[0, other, i + gain, j]
        out[other, own, j, i] = 1.0 - worth
