"""How often turns begin where busts in a row cost points: a player against another, a fair coin saying who
moves first.

A turn that begins with both scores and both counts of busts sends on what it banks and what it busts: to
greater i + j, or to the same scores and a greater count. So all is done in one pass, forwards, but for what
follows a streak or a wipe, which is of smaller sums. Let v be how often turns begin so, and M v what a pass
sends back of games that begin with v: then

    v = c + M v,

with c of games that begin from the start. Passes come there by themselves, each from what the one before has
sent back. Where turns nearly always bust that takes long; then what v is off is solved for by GMRES (Saad and
Schultz 1986), of which a step is a pass, and again until that is rounding.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.streak import Rule
from solvers.errors import NotConverged
from solvers.in_turn.lasting.forwards import Seated, after_bust, seated
from solvers.in_turn.streaks import TurnsByBusts
from solvers.jit import jit

# Passes before what is off is solved for, how often that is done at most, and what it leaves of that.
MOST_PLAIN, MOST_SOLVED, LEFT = 60, 8, 1e-8
# Of the largest count, or of 1, what a solution is off that is rounding, and what the last one may be off.
ROUNDING, LARGEST_OFF = 1e-15, 1e-12


class Begun(NamedTuple):
    """How often turns begin in a game.

    Attributes
    ----------
    own : float64[banked, opponent, own_busts, opponent_busts], turns of own's, by its score and busts first
    other : of other's, likewise by own's score and busts first
    """

    own: Array
    other: Array


def turns_begun(streak: Rule, who: str, own: TurnsByBusts, other: TurnsByBusts) -> Begun:
    """How often turns begin in a race, from each pair of scores and of counts.

    Parameters
    ----------
    streak : what busts in a row cost
    who : who plays, for an error
    own, other : their turns, played out

    Raises
    ------
    NotConverged
        if hardly a game ends

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.plans.plans import hold_at
    >>> from solvers.thumb.streak.turns import by_plan
    >>> two = by_plan(hold_at(piglet.turn(), 2), 2, 3)  # two heads, a chance of 1/4: four turns a game
    >>> print(round(turns_begun(Rule(3, 1), "both", two, two).own.sum(), 12))
    2.0
    """
    players = seated(0, own, other, *streak)
    begun = np.zeros((2, *players.first.row.shape))
    # What follows a streak or a wipe: the other has no bust, and lacks what that costs.
    back = begun[:, :, 0, :, : max(1, begun.shape[-1] - streak.cost)]

    def sent(after: Array, start: float) -> Array:
        """What is sent back, of games that begin with that, and at the start."""
        begun[:] = 0.0
        begun[:, 0, 0, 0, 0] = start
        back[:] += after.reshape(back.shape)
        out = np.zeros(back.shape)
        _one_pass(players, begun, out)
        return out.ravel()

    _solve(sent, np.zeros(back.size), who)
    return Begun(begun[0].transpose(2, 3, 0, 1), begun[1].transpose(3, 2, 1, 0))


def _solve(sent: Callable[[Array, float], Array], after: Array, who: str) -> None:
    """Find how often turns begin after a streak or a wipe; the last pass is of these.

    Parameters
    ----------
    sent : function of how often they do, float64[...], and of how often either player begins a game, that
        does a pass, and gives how often they do then
    after : float64[...], as that is given; comes with 0
    who : who plays, for an error

    Raises
    ------
    NotConverged
        if it is not found
    """
    last, most = np.inf, 1.0
    for step in range(MOST_PLAIN + MOST_SOLVED):
        off = sent(after, 0.5) - after
        size, most = float(np.abs(off).max()), max(1.0, float(after.max()))
        if size <= ROUNDING * most or (size >= last and size <= LARGEST_OFF * most):
            return
        after, last = after + (off if step < MOST_PLAIN else _by_gmres(sent, off)), size
    remedy = "Hardly a game ends: ask for a smaller goal."
    raise NotConverged(
        f"turns begun: expected a balance to {LARGEST_OFF * most}, got {last} ({who}). {remedy}"
    )


def _by_gmres(sent: Callable[[Array, float], Array], off: Array) -> Array:
    """What is lacking, by what is off, float64[...].

    Parameters
    ----------
    sent : as of `_solve`
    off : float64[...]
    """
    # Takes as long to import as all of NumPy.
    from scipy.sparse.linalg import LinearOperator, gmres

    leave = LinearOperator((off.size,) * 2, matvec=lambda own: own - sent(own, 0.0))
    found: Array = gmres(leave, off, rtol=LEFT, restart=30, maxiter=20)[0]
    return found


@jit
def _one_pass(players: Seated, begun: Array, back: Array) -> None:
    """One pass over all turns, by increasing sums of scores, and of one sum by increasing counts.

    Parameters
    ----------
    players : who plays
    begun : float64[seat, own busts, other's busts, own score, other's score], by who is about to move; comes
        with where games are, turns that are begun are added
    back : float64[seat, own busts, own score, other's score], what follows a streak or a wipe, up to the
        greatest score that either leaves the other; added to
    """
    counts = begun.shape[1]
    goal = begun.shape[3]
    for s in range(2 * goal - 1):
        for level in range(2 * counts - 1):
            for own in range(max(0, level - counts + 1), min(level, counts - 1) + 1):
                at = (own, level - own, s)
                _send(players, 0, at, begun[0], begun[1], back[1])
                _send(players, 1, at, begun[1], begun[0], back[0])


@jit
def _send(
    players: Seated, seat: int, of: tuple[int, int, int], begun: Array, handed: Array, back: Array
) -> None:
    """Play the turns that begin at all scores of one sum.

    Parameters
    ----------
    players : who plays
    seat : 0 if the first is about to move, else 1
    of : busts in a row of that player and of the other, and the sum of both scores
    begun : float64[own busts, other's busts, own score, other's score], turns of the player
    handed : float64, as `begun`, of the other player; added to
    back : float64[own busts, own score, other's score], what follows a streak or a wipe, of the other player;
        added to
    """
    a, b, s = of
    goal = begun.shape[2]
    turns = players.first if seat == 0 else players.second
    for i in range(max(0, s - goal + 1), min(s, goal - 1) + 1):
        j = s - i
        often = begun[a, b, i, j]
        if often != 0.0:
            row = turns.row[a, b, i, j]
            back[b, j, 0] += often * turns.wipe[row]
            score, busts = after_bust(players, i, a)
            if busts > 0:
                handed[b, busts, j, score] += often * turns.bust[row]
            else:
                back[b, j, score] += often * turns.bust[row]
            for gain in range(turns.span[row, 0], turns.span[row, 1]):
                if i + gain < goal:
                    handed[b, 0, j, i + gain] += often * turns.gain[row, gain]
