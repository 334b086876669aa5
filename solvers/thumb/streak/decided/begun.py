"""How often turns begin where busts in a row cost points; a fair coin decides who moves first.

A turn that begins at both scores and both numbers of busts passes on what it banks and what it busts: to
greater i + j, or to the same scores and a greater number of busts. So one forward pass computes all, except
what follows a streak or a wipe, which has smaller sums. Let v be how often turns begin after these, and M v
what a pass from v sends back. Then

    v = c + M v,

with c from games that begin at the start. Repeated passes, each from what the one before has sent back,
converge to v. If turns nearly always bust that takes long. Then the error of v is solved for by GMRES (Saad &
Schultz 1986), whose steps are passes, again and again until it is rounding.
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
from solvers.linear.gmres import gmres

# Passes before GMRES, its largest number of runs, and the factor by which each run reduces the error.
MOST_PLAIN, MOST_SOLVED, LEFT = 60, 8, 1e-8
# Relative to the largest count, or to 1: an error that is rounding, and the largest accepted one.
ROUNDING, LARGEST_OFF = 1e-15, 1e-12


class Begun(NamedTuple):
    """How often turns begin in a game.

    Attributes
    ----------
    own : float64[banked, opponent, own_busts, opponent_busts], own's turns, by its score and busts first
    other : the same for the opponent's turns, by own's score and busts first
    """

    own: Array
    other: Array


def turns_begun(streak: Rule, who: str, own: TurnsByBusts, other: TurnsByBusts) -> Begun:
    """Return how often turns begin in a race, from each pair of scores and of numbers of busts.

    Parameters
    ----------
    streak : what busts in a row cost
    who : names the players in an error
    own, other : their turns, played out

    Raises
    ------
    NotConverged
        if games hardly ever end

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
    # The turns after a streak or a wipe: the opponent has no bust, and lacks what a streak costs.
    back = begun[:, :, 0, :, : max(1, begun.shape[-1] - streak.cost)]

    def sent(after: Array, start: float) -> Array:
        """Turns sent back by a pass from these turns, and from the start."""
        begun[:] = 0.0
        begun[:, 0, 0, 0, 0] = start
        back[:] += after.reshape(back.shape)
        out = np.zeros(back.shape)
        _one_pass(players, begun, out)
        return out.ravel()

    _solve(sent, np.zeros(back.size), who)
    return Begun(begun[0].transpose(2, 3, 0, 1), begun[1].transpose(3, 2, 1, 0))


def _solve(sent: Callable[[Array, float], Array], after: Array, who: str) -> None:
    """Find how often turns begin after a streak or a wipe; the last pass starts from the result.

    Parameters
    ----------
    sent : function that makes a pass: of how often turns begin there, float64[...], and of how often either
        player begins a game; returns how often turns begin there afterwards
    after : float64[...], how often turns begin there; must be 0, written
    who : names the players in an error

    Raises
    ------
    NotConverged
        if the balance is not reached
    """

    def leaves(begun: Array) -> Array:
        """By how much a pass from these turns sends back less."""
        return begun - sent(begun, 0.0)

    last, most = np.inf, 1.0
    for step in range(MOST_PLAIN + MOST_SOLVED):
        off = sent(after, 0.5) - after
        size, most = float(np.abs(off).max()), max(1.0, float(after.max()))
        if size <= ROUNDING * most or (size >= last and size <= LARGEST_OFF * most):
            return
        after, last = after + (off if step < MOST_PLAIN else gmres(leaves, off, LEFT)), size
    remedy = "Hardly a game ends: ask for a smaller goal."
    raise NotConverged(
        f"turns begun: expected a balance to {LARGEST_OFF * most}, got {last} ({who}). {remedy}"
    )


@jit
def _one_pass(players: Seated, begun: Array, back: Array) -> None:
    """Make one pass over all turns, by rising sums of scores, and within a sum by rising numbers of busts.

    Parameters
    ----------
    players : the players
    begun : float64[seat, own busts, opponent's busts, own score, opponent's score], by the player about to
        move; must have where games are, turns that begin are added
    back : float64[seat, own busts, own score, opponent's score], turns after a streak or a wipe, up to the
        opponent's greatest score after these; added to
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
    """Play the turns that begin at all scores with one sum.

    Parameters
    ----------
    players : the players
    seat : 0 if the first is about to move, else 1
    of : busts in a row of that player and of the opponent, and the sum of both scores
    begun : float64[own busts, opponent's busts, own score, opponent's score], turns of the player
    handed : float64, of the shape of `begun`, turns of the opponent; added to
    back : float64[own busts, own score, opponent's score], turns of the opponent after a streak or a wipe;
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
