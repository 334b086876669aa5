"""How often play comes where: a policy against another, a fair coin saying who moves first.

Let a(i, j) be how often own begins a turn with the score i against j after another turn than other's bust
from these same scores, b(i, j) how often other does, and e and e' the chances that their turns bust. A bust
hands over the turn with the same scores, so the turns begun are

    A = (a + e' b) / (1 - e e'),   B = b + e A,

and each sends on what it banks: a turn of own's from (i, j) that gains x leads to other's from (i + x, j).
Scores only grow, so states of lesser i + j come first and all is done in one pass, forwards, where values
need one backwards. Where a turn scores at least a point, a bust leads to a later state instead. Inside a turn
the chance that the turn total comes to k is played out the same way.

A wipe leads back to the score 0. So with wipes a pass is repeated with what the last one has wiped, v, until
hardly a game is still open; what a game that is still open gives away is at most 1, so that nothing is off by
more than the chance of these. Where wipes are likely that takes long. But if the next pass wipes between l v
and h v, place by place, then all later passes together add between l / (1 - l) and h / (1 - h) times what
this one has, since nothing in them is negative; where the two bounds meet, the rest is known.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.errors import NotConverged
from solvers.fixed.head_to_head import OneThrow, refuse_seldom, rules_of_throw
from solvers.fixed.policies import Policy
from solvers.games.turn import ROLL, Turn
from solvers.jit import jit
from solvers.turns.forward import play

# Chance that a game is still open, at the end.
LARGEST_OPEN = 1e-16
MOST_ROUNDS = 2000
REMEDY = "Set a smaller goal: nearly every game is wiped before its end."


class Begun(NamedTuple):
    """How often turns begin in a game.

    Attributes
    ----------
    own, other : float64[i, j], turns of own's and of other's, by own's score and other's
    """

    own: Array
    other: Array


def turns_begun(turn: Turn, own: Policy, other: Policy) -> Begun:
    """How often turns begin, from each pair of scores.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    own, other : policies of one goal that count no scoring turns

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on
    NotConverged
        if hardly any turn scores, or more than MOST_ROUNDS rounds of wipes are not enough

    Examples
    --------
    >>> from solvers.fixed import policies
    >>> from solvers.games import piglet
    >>> two = policies.hold_at(2, 2)  # two heads in a row, a chance of 1/4: four turns a game
    >>> print(turns_begun(piglet.turn(), two, two).own.sum())
    2.0
    """
    throw, goal, who = rules_of_throw(turn), own.goal, f"{own.name} against {other.name}"
    rolls = own.rolls[0], other.rolls[0]
    total, coming, wiped = (Begun(*np.zeros((2, goal, goal))) for _ in range(3))
    coming.own[0, 0] = coming.other[0, 0] = 0.5
    for _ in range(MOST_ROUNDS):
        before, begun = np.array(coming), Begun(*np.zeros((2, goal, goal)))
        refuse_seldom(_pass(throw, rolls, coming, begun, wiped), who)
        later = _later(before, np.array(wiped))
        for there, found in zip(total, begun, strict=True):
            there += (1.0 + (later or 0.0)) * found
        if later is not None:
            return total
        for there, found in zip(coming, wiped, strict=True):
            there[:] = found
            found[:] = 0.0
    raise NotConverged(
        f"games still open: expected at most {LARGEST_OPEN}, got more ({who}, {MOST_ROUNDS} rounds). {REMEDY}"
    )


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


def visits(turn: Turn, own: Policy, begun: Begun) -> Array:
    """How often own comes to each turn total in a game, float64[banked, opponent, turn_total].

    At turn total 0 it begins its turn; from what it lacks to the goal on it is 0, as the game is over.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    own : whose turns
    begun : from `turns_begun`
    """
    out = np.zeros((own.goal,) * 3)
    _inside(rules_of_throw(turn).gain, own.rolls[0], begun.own, out)
    return out


def lost(turn: Turn, own: Policy, begun: Begun, advantage: Array) -> float:
    """What own gives away in a game, without tables of visits and regrets.

    Parameters
    ----------
    turn, own, begun : as in `visits`
    advantage : float64[banked, opponent, turn_total], value of throwing minus value of holding under optimal
        play; NaN where holding wins
    """
    return _lost(rules_of_throw(turn).gain, own.rolls[0], begun.own, advantage)


@jit
def _pass(throw: OneThrow, rolls: tuple[Flags, Flags], coming: Begun, begun: Begun, wiped: Begun) -> float:
    """One pass over all scores, by increasing sums.

    Parameters
    ----------
    throw : the rules
    rolls : int8[banked, opponent, turn_total] of own and of other, its own score first
    coming : float64[i, j], where games are; written
    begun : float64[i, j], turns that are begun are added
    wiped : float64[i, j], comes with 0, becomes where games are after a wipe

    Returns
    -------
    The least chance that one of both turns from a state does not bust.
    """
    goal = coming.own.shape[0]
    own_ends = np.empty(goal + throw.gain.size)
    other_ends = np.empty(goal + throw.gain.size)
    least_leave = 1.0
    for total in range(2 * goal - 1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            own = coming.own[i, j]
            other = coming.other[i, j]
            if own + other > 0.0:
                throws, most = play(throw.gain, rolls[0][i, j], goal - i, own_ends)
                other_throws, other_most = play(throw.gain, rolls[1][j, i], goal - j, other_ends)
                bust = throws * throw.gain[0]
                other_bust = other_throws * throw.gain[0]
                if throw.least == 0:
                    # 1 - e e' without the cancellation.
                    ends = throws * throw.wipe + _scores(own_ends, most)
                    leave = ends + bust * (other_throws * throw.wipe + _scores(other_ends, other_most))
                    least_leave = min(least_leave, leave)
                    own = (own + other_bust * other) / leave
                    other = other + bust * own
                else:
                    if i + throw.least < goal:
                        coming.other[i + throw.least, j] += own * bust
                    if j + throw.least < goal:
                        coming.own[i, j + throw.least] += other * other_bust
                begun.own[i, j] += own
                begun.other[i, j] += other
                wiped.other[0, j] += own * throws * throw.wipe
                wiped.own[i, 0] += other * other_throws * throw.wipe
                for gain in range(1, min(most + 1, goal - i)):
                    coming.other[i + gain, j] += own * own_ends[gain]
                for gain in range(1, min(other_most + 1, goal - j)):
                    coming.own[i, j + gain] += other * other_ends[gain]
    return least_leave


@jit
def _scores(ends: Array, most: int) -> float:
    """Chance that a turn scores.

    Parameters
    ----------
    ends : float64[gain], from `forward.play`
    most : the most points that the turn can gain
    """
    chance = 0.0
    for gain in range(1, most + 1):
        chance += ends[gain]
    return chance


@jit
def _inside(throw: Array, rolls: Flags, begun: Array, out: Array) -> None:
    """Play out all turns that are begun.

    Parameters
    ----------
    throw : float64[longest gain + 1], chances of gains, a bust's in 0
    rolls : int8[banked, opponent, turn_total], HOLD or ROLL
    begun : float64[banked, opponent], how often
    out : float64[banked, opponent, turn_total], comes with 0, becomes how often the turn total is that
    """
    goal = begun.shape[0]
    for i in range(goal):
        for j in range(goal):
            if begun[i, j] > 0.0:
                out[i, j, 0] = begun[i, j]
                for k in range(goal - i):
                    chance = out[i, j, k]
                    if chance > 0.0 and (k == 0 or rolls[i, j, k] == ROLL):
                        for gain in range(1, min(throw.size, goal - i - k)):
                            out[i, j, k + gain] += chance * throw[gain]


@jit
def _lost(throw: Array, rolls: Flags, begun: Array, advantage: Array) -> float:
    """Play out all turns that are begun, and add up what is lost.

    Parameters
    ----------
    throw : float64[longest gain + 1], chances of gains, a bust's in 0
    rolls : int8[banked, opponent, turn_total], HOLD or ROLL
    begun : float64[banked, opponent], how often
    advantage : float64[banked, opponent, turn_total], of throwing; NaN where holding wins
    """
    goal = begun.shape[0]
    reach = np.zeros(goal + throw.size)
    lost = 0.0
    for i in range(goal):
        for j in range(goal):
            if begun[i, j] > 0.0:
                reach[0] = begun[i, j]
                most = 0
                k = 0
                while k <= most and k < goal - i:
                    chance = reach[k]
                    reach[k] = 0.0
                    throws = k == 0 or rolls[i, j, k] == ROLL
                    better = -advantage[i, j, k] if throws else advantage[i, j, k]
                    # What is no number is no better.
                    if k > 0 and better > 0.0:
                        lost += chance * better
                    if throws and chance > 0.0:
                        most = k + throw.size - 1
                        for gain in range(1, throw.size):
                            reach[k + gain] += chance * throw[gain]
                    k += 1
                for left in range(k, most + 1):
                    reach[left] = 0.0
    return lost
