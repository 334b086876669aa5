"""How often turns begin in a game of two players, where a fair coin decides who moves first.

Let a(i, j) be how often own begins a turn with scores i against j after a turn other than the opponent's bust
at these scores, b(i, j) the same for the opponent, and e and e' the probabilities that their turns bust. A
bust hands over the turn at the same scores, so the turns begun are

    A = (a + e' b) / (1 - e e'),   B = b + e A,

and each passes on what it banks: own's turn from (i, j) that gains x leads to the opponent's from (i + x, j).
Scores only grow, so one pass by rising i + j computes all, forwards where values are computed backwards. If a
turn scores at least a point, a bust leads to a later state instead.

A wipe leads back to score 0. So with wipes, passes are repeated, each from the wiped games v of the one
before, until hardly a game is still open. What an open game gives away is at most 1, so the error is at most
the probability of these. If wipes are likely that takes long. But if a pass from v wipes between l v and h v
in each place, all later passes add between l / (1 - l) and h / (1 - h) times what this pass adds, since
nothing is negative. If the two bounds agree, the rest is known.

With equal turns the first player hands over to a last turn when it reaches the goal. How often that happens,
by the points it is ahead, is added up, too.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.played import PlayedTurns, nothing_is_a_bust
from solvers.underflow import refuse_hardly_scoring

# Stop when the probability that a game is still open is less.
LARGEST_OPEN = 1e-16
MOST_ROUNDS = 2000
# The player whose opponent has a last turn after the goal.
NOBODY, OWN, OTHER = range(3)
REMEDY = "Set a smaller goal: nearly every game is wiped before its end."


class Begun(NamedTuple):
    """How often turns begin in a game.

    Attributes
    ----------
    own, other : float64[i, j], turns of own and of the opponent, by own's score and the opponent's
    ahead : float64[points], how often the first player hands over with the goal, by the points it is ahead;
        empty in a race
    """

    own: Array
    other: Array
    ahead: Array


def turns_begun(turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns) -> Begun:
    """Return how often turns begin in a race, from each pair of scores.

    Parameters
    ----------
    turn : the game's turn
    who : names the players in an error
    own, other : their turns, played out

    Raises
    ------
    NotConverged
        if hardly any turn scores, or wipes need more than MOST_ROUNDS passes

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
    """Return how often turns begin below the goal with equal turns, and how often the first reaches it.

    Parameters
    ----------
    turn, who, own, other : as of `turns_begun`; gains from the goal on are distinguished for the first player
    moves_first : whether own moves first

    Raises
    ------
    NotConverged
        as `turns_begun` does
    """
    return _begun(turn, who, (own, other), OWN if moves_first else OTHER)


def _begun(turn: Turn, who: str, players: tuple[PlayedTurns, PlayedTurns], first: int) -> Begun:
    """How often turns begin, if `first` moves first or, for NOBODY, a fair coin decides."""
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
    """By which factor of a pass all later ones will add to it; None if that is unknown.

    Parameters
    ----------
    before, wiped : float64[player, i, j], where games are before the pass, and after its wipes
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
    """Make one pass over all scores, by rising sums.

    Parameters
    ----------
    least : least score of a turn
    first : player whose opponent has a last turn after the goal: NOBODY, OWN or OTHER
    players : turns of own and of the opponent, played out
    coming : float64[i, j], where games are; updated
    begun : float64[i, j], turns begun, and how often the first player reaches the goal; added to
    wiped : float64[i, j], must be 0, becomes where games are after a wipe

    Returns
    -------
    The least probability that at least one of the two turns from a state does not bust
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
                    # 1 - e e' without cancellation.
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
    """The probability that a turn scores.

    Parameters
    ----------
    turns : a player's turns, played out
    row : index of the turn
    """
    chance = 0.0
    for gain in range(turns.span[row, 0], turns.span[row, 1]):
        chance += turns.gain[row, gain]
    return chance + float(turns.wins[row])
