"""How often turns begin: a player against another, a fair coin saying who moves first.

Let a(i, j) be how often own begins a turn with the score i against j after another turn than other's bust
from these same scores, b(i, j) how often other does, and e and e' the chances that their turns bust. A bust
hands over the turn with the same scores, so the turns begun are

    A = (a + e' b) / (1 - e e'),   B = b + e A,

and each sends on what it banks: a turn of own's from (i, j) that gains x leads to other's from (i + x, j).
Scores only grow, so states of lesser i + j come first and all is done in one pass, forwards, where values
need one backwards. Where a turn scores at least a point, a bust leads to a later state instead.

A wipe leads back to the score 0. So with wipes a pass is repeated with what the last one has wiped, v, until
hardly a game is still open; what a game that is still open gives away is at most 1, so that nothing is off by
more than the chance of these. Where wipes are likely that takes long. But if the next pass wipes between l v
and h v, place by place, then all later passes together add between l / (1 - l) and h / (1 - h) times what
this one has, since nothing in them is negative; where the two bounds meet, the rest is known.

With equal turns it is known who moves first, and who does hands over to a last turn with the goal: how often
that comes, by the points it is ahead, is added up besides.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.played import PlayedTurns, nothing_is_a_bust
from solvers.underflow import refuse_hardly_scoring

# Chance that a game is still open, at the end.
LARGEST_OPEN = 1e-16
MOST_ROUNDS = 2000
# Who has a last turn to fear with the goal.
NOBODY, OWN, OTHER = range(3)
REMEDY = "Set a smaller goal: nearly every game is wiped before its end."


class Begun(NamedTuple):
    """How often turns begin in a game.

    Attributes
    ----------
    own, other : float64[i, j], turns of own's and of other's, by own's score and other's
    ahead : float64[points], how often who moves first hands over with the goal, so many points ahead; empty
        in a race
    """

    own: Array
    other: Array
    ahead: Array


def turns_begun(turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns) -> Begun:
    """How often turns begin in a race, from each pair of scores.

    Parameters
    ----------
    turn : the game
    who : who plays, for an error
    own, other : their turns, played out

    Raises
    ------
    NotConverged
        if hardly any turn scores, or more than MOST_ROUNDS rounds of wipes are not enough

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.plans.plans import hold_at
    >>> from solvers.turns.played import played
    >>> two = played(hold_at(piglet.turn(), 2), 2)  # two heads in a row, a chance of 1/4: four turns a game
    >>> print(turns_begun(piglet.turn(), "both", two, two).own.sum())
    2.0
    """
    return _begun(turn, who, (own, other), NOBODY)


def begun_with_equal_turns(
    turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns, moves_first: bool
) -> Begun:
    """How often turns begin with equal turns while both are below the goal, and how often the first player
    then has it.

    Parameters
    ----------
    turn, who, own, other : as of `turns_begun`, gains from the goal on counted apart by who moves first
    moves_first : whether own does

    Raises
    ------
    NotConverged
        as there
    """
    return _begun(turn, who, (own, other), OWN if moves_first else OTHER)


def _begun(turn: Turn, who: str, players: tuple[PlayedTurns, PlayedTurns], first: int) -> Begun:
    """How often turns begin, where it is known who moves first or a fair coin says it."""
    own, other = (nothing_is_a_bust(turns) for turns in players)
    goal = own.row.shape[0]
    far = (0, own.gain.shape[1] + turn.least_score, other.gain.shape[1] + turn.least_score)[first]
    total, coming, wiped = (_nothing_begun(goal, far) for _ in range(3))
    coming.own[0, 0], coming.other[0, 0] = ((0.5, 0.5), (1.0, 0.0), (0.0, 1.0))[first]
    for _ in range(MOST_ROUNDS):
        before, begun = np.array(coming[:2]), _nothing_begun(goal, far)
        refuse_hardly_scoring(_pass(turn.least_score, first, (own, other), coming, begun, wiped), who)
        later = _later(before, np.array(wiped[:2]))
        for there, found in zip(total, begun, strict=True):
            there += (1.0 + (later or 0.0)) * found
        if later is not None:
            return total
        for there, found in zip(coming[:2], wiped[:2], strict=True):
            there[:] = found
            found[:] = 0.0
    raise NotConverged(
        f"games still open: expected at most {LARGEST_OPEN}, got more ({who}, {MOST_ROUNDS} rounds). {REMEDY}"
    )


def _nothing_begun(goal: int, far: int) -> Begun:
    return Begun(np.zeros((goal, goal)), np.zeros((goal, goal)), np.zeros(far))


def _later(before: Array, wiped: Array) -> float | None:
    """How many times what a pass has added all later ones will add; None if that is not known.

    Parameters
    ----------
    before, wiped : float64[whose, i, j], where games were before the pass, and are after their wipes
    """
    if wiped.sum() <= LARGEST_OPEN:
        return 0.0
    there = before > 0.0
    if wiped[~there].any():
        return None
    ratios = wiped[there] / before[there]
    low, high = float(ratios.min()), float(ratios.max())
    if not high < 1.0:
        return None
    least, most = low / (1.0 - low), high / (1.0 - high)
    return (least + most) / 2.0 if before.sum() * (most - least) <= LARGEST_OPEN else None


@jit
def _pass(
    least: int,
    first: int,
    players: tuple[PlayedTurns, PlayedTurns],
    coming: Begun,
    begun: Begun,
    wiped: Begun,
) -> float:
    """One pass over all scores, by increasing sums.

    Parameters
    ----------
    least : what a turn scores at least
    first : who is followed by a last turn with the goal: NOBODY, OWN or OTHER
    players : turns of own's and of other's, played out
    coming : float64[i, j], where games are; written
    begun : float64[i, j], turns that are begun are added, and how often the first player has the goal
    wiped : float64[i, j], comes with 0, becomes where games are after a wipe

    Returns
    -------
    The least chance that one of both turns from a state does not bust.
    """
    own, other = players
    goal = coming.own.shape[0]
    least_leave = 1.0
    for total in range(2 * goal - 1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            mine = own.row[i, j]
            theirs = other.row[j, i]
            comes = coming.own[i, j]
            other_comes = coming.other[i, j]
            if comes + other_comes > 0.0:
                bust = own.bust[mine]
                other_bust = other.bust[theirs]
                if least == 0:
                    # 1 - e e' without the cancellation.
                    leave = own.wipe[mine] + _scores(own, mine)
                    leave += bust * (other.wipe[theirs] + _scores(other, theirs))
                    least_leave = min(least_leave, leave)
                    comes = (comes + other_bust * other_comes) / leave
                    other_comes = other_comes + bust * comes
                else:
                    if i + least < goal:
                        coming.other[i + least, j] += comes * bust
                    elif first == OWN:
                        begun.ahead[i + least - j] += comes * bust
                    if j + least < goal:
                        coming.own[i, j + least] += other_comes * other_bust
                    elif first == OTHER:
                        begun.ahead[j + least - i] += other_comes * other_bust
                begun.own[i, j] += comes
                begun.other[i, j] += other_comes
                wiped.other[0, j] += comes * own.wipe[mine]
                wiped.own[i, 0] += other_comes * other.wipe[theirs]
                for gain in range(own.span[mine, 0], own.span[mine, 1]):
                    if i + gain < goal:
                        coming.other[i + gain, j] += comes * own.gain[mine, gain]
                    elif first == OWN:
                        begun.ahead[i + gain - j] += comes * own.gain[mine, gain]
                for gain in range(other.span[theirs, 0], other.span[theirs, 1]):
                    if j + gain < goal:
                        coming.own[i, j + gain] += other_comes * other.gain[theirs, gain]
                    elif first == OTHER:
                        begun.ahead[j + gain - i] += other_comes * other.gain[theirs, gain]
    return least_leave


@jit
def _scores(turns: PlayedTurns, row: int) -> float:
    """Chance that a turn scores.

    Parameters
    ----------
    turns : a player's turns, played out
    row : which of them
    """
    chance = 0.0
    for gain in range(turns.span[row, 0], turns.span[row, 1]):
        chance += turns.gain[row, gain]
    return chance + float(turns.wins[row])
