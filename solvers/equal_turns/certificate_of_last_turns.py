"""Certificate of what comes after the goal: last turns, what a tie that goes on is worth, and how far a
player may go on, by plain loops over the rules as they were written.

`last_turn`, `further_rounds` and `beyond` say what is computed. Here last turns go up from those that lack
nothing, one number of points after the other, and the worth of a tie is found by halving.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import WORTH, Tie
from solvers.games.turn import Throw, Turn
from solvers.games.written import Written, written
from solvers.jit import jit, jit_inline


class Ends(NamedTuple):
    """What the ends of a turn are worth that nobody follows.

    Attributes
    ----------
    behind, level, ahead : with fewer points than the other, as many, more
    bust, wipe : of what is lost
    """

    behind: float
    level: float
    ahead: float
    bust: float
    wipe: float


class After(NamedTuple):
    """What comes after the goal.

    Attributes
    ----------
    tie_value : what a tie is worth to the first player
    top : score from which on the first player holds
    last : float64[behind], the second's chance to win with the last turn
    """

    tie_value: float
    top: int
    last: Array


def after_goal(turn: Turn, goal: int, tie: Tie) -> After:
    """What comes after the goal.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    tie : who wins with equal scores
    """
    worth = WORTH[tie] if tie is not Tie.AGAIN else _of_further_rounds(turn)
    level = 1.0 - worth
    return After(worth, *_held_from(turn, goal, level, level))


def _held_from(turn: Turn, goal: int, least: float, most: float) -> tuple[int, Array]:
    """The score from which on to hold is best, and last turns as far as one throw from below it goes.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    least, most : what a tie is worth to the second player, at least and at most
    """
    risky = [turn.throws[index] for index in sorted({way.throw for at in turn.positions for way in at.ways})]
    lost = min((float(throw.bust + throw.wipe) for throw in risky), default=1.0)
    far, longest, enough = goal, turn.longest_gain, False
    while not enough:
        far *= 2
        last, low, without = (
            last_turns(turn, far + longest, 0.0, level, 1.0, False) for level in (most, least, 0.0)
        )
        sure = without[goal - 1 + turn.least_score - np.arange(goal)]
        enough = not risky or bool(last[far] <= lost * sure.min())
    top = goal
    if risky:
        top = max(top, better_until(turn, last[: far + longest + 1], low, sure))
    if top > far:
        last = last_turns(turn, top + longest, 0.0, most, 1.0, False)
    return top, last[: top + longest + 1]


def better_until(turn: Turn, last: Array, low: Array, sure: Array) -> int:
    """One more than the last score at which one throw more may be better than to hold, 0 if there is none.

    Parameters
    ----------
    turn : one in which some throw goes on
    last, low : float64[behind], chance to lose by holding, at most and at least
    sure : float64[score], chance to lose after a bust at least, by the second player's score
    """
    far, top = len(last) - turn.longest_gain - 1, 0
    risky = [turn.throws[index] for index in sorted({way.throw for at in turn.positions for way in at.ways})]
    pays = np.max([_pays(throw, last, low, far) for throw in risky], axis=0)
    for score, chance in enumerate(sure.tolist()):
        better = np.flatnonzero(pays > chance)
        top = max(top, score + 1 + int(better[-1])) if better.size else top
    return top


def _pays(throw: Throw, last: Array, low: Array, far: int) -> Array:
    """By how much one throw more that is then held may be better than to hold, by its chance to be lost.

    Parameters
    ----------
    throw : which
    last, low : float64[behind], chance to lose by holding, at most and at least
    far : the most points ahead
    """
    ahead = np.arange(far + 1)
    pays = last[: far + 1].copy()
    for outcome in throw.outcomes:
        pays -= float(outcome.probability) * low[ahead + outcome.gain]
    return np.asarray(pays / float(throw.bust + throw.wipe))


def last_turns(
    turn: Turn, most: int, behind: float, level: float, ahead: float, level_at_zero: float | None
) -> Array:
    """What the last turn is worth, float64[behind], for 0 to `most` points behind.

    Parameters
    ----------
    turn : any turn
    most : the most points behind
    behind, level, ahead : what it is worth to have fewer points than the other at last, as many, more
    level_at_zero : what a tie is worth at the score 0, if who is 0 points behind has that, and a wipe is one
    """
    rules, out = written(turn), np.empty(most + 1)
    lost = Ends(behind, level, ahead, behind, behind)
    worth = np.empty((most + 1, rules.bust.size))
    _last_turns(rules, lost, worth)
    out[:] = worth[:, rules.openings].max(axis=1)
    for lacking in range(min(turn.least_score, most) + 1):
        own = np.empty((lacking + 1, rules.bust.size))
        ends = lost
        if lacking == 0 and level_at_zero is not None:
            ends = ends._replace(level=level_at_zero, wipe=level_at_zero)
        bust = ends.level if lacking == turn.least_score else ahead
        _last_turns(rules, ends._replace(bust=bust), own)
        out[lacking] = own[lacking, rules.openings].max()
    return out


@jit
def _last_turns(rules: Written, ends: Ends, out: Array) -> None:
    """What throws are worth by the points that are lacking to a tie.

    Parameters
    ----------
    rules : the turn as it was written
    ends : what it is worth to stop, and to bust
    out : float64[lacking, throw], written
    """
    for lacking in range(len(out)):
        # A throw that gains nothing leads to those further down the list.
        for throw in range(rules.bust.size - 1, -1, -1):
            worth = rules.bust[throw] * ends.bust + rules.wipe[throw] * ends.wipe
            for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
                worth += rules.chance[outcome] * _standing(rules, ends, lacking, outcome, out)
            out[lacking, throw] = worth


@jit_inline
def _standing(rules: Written, ends: Ends, lacking: int, outcome: int, throws: Array) -> float:
    """What an outcome is worth.

    Parameters
    ----------
    rules : the turn as it was written
    ends : what it is worth to stop, and to bust
    lacking : points lacking to a tie before it
    outcome : which
    throws : float64[lacking, throw], known for fewer, and for as many further down the list
    """
    left = lacking - rules.gain[outcome]
    position = rules.position[outcome]
    if left < 0:
        return ends.ahead
    best = ends.level if left == 0 else ends.behind
    for way in range(rules.ways[position], rules.ways[position + 1]):
        best = max(best, throws[left + rules.given_up[way], rules.throw[way]])
    return best


def _of_further_rounds(turn: Turn) -> float:
    """What a tie is worth to the first player if rounds go on until somebody is ahead."""
    top = _held_from(turn, 1, 0.0, 1.0)[0]
    return of_ties(turn, lambda *tie: _of_round(turn, top, *tie))


def of_ties(turn: Turn, gain: Callable[[float, float, bool], float]) -> float:
    """What a tie at more than 0 is worth, which hangs on one at 0 where both are wiped, and that on it.

    Parameters
    ----------
    turn : the rules
    gain : what a round is worth beyond the tie that it begins with, of what that is worth, of what the other
        is, and of whether it begins at 0
    """

    def found(other: float, at_zero: bool) -> float:
        return halved(lambda tie: gain(tie, other, at_zero))

    if not turn.wipes:
        return found(0.0, False)
    tie, before = 0.5, list[float]()
    # A quarter of an error is left each time, down to the last digit, which may be one or the other.
    while tie not in before:
        before.append(tie)
        tie = found(found(tie, True), False)
    return tie


def _of_round(turn: Turn, top: int, tie: float, other: float, at_zero: bool) -> float:
    """What a round from equal scores is worth to the first player beyond the tie that it begins with.

    Parameters
    ----------
    turn : any turn
    top : score from which on the first player holds
    tie : what that is worth to it
    other : what a tie is at 0, or if this round begins there, at more
    at_zero : whether it begins there
    """
    rules, longest = written(turn), turn.longest_gain
    others = last_turns_of_round(turn, top + longest, tie, other, at_zero)
    wipe = -others[0]
    if not at_zero:
        # The other throws once, and has won unless it is wiped, too.
        wipe = min(float(rules.wipe[throw]) * other - tie for throw in rules.openings)
    throws = np.empty((top, rules.bust.size))
    first_turn(rules, -others, (-others[turn.least_score], wipe), throws)
    return float(throws[0, rules.openings].max())


def last_turns_of_round(turn: Turn, most: int, tie: float, other: float, at_zero: bool) -> Array:
    """What the last turn of a round is worth to who takes it, beyond the tie that the round begins with.

    Parameters
    ----------
    turn, most : as for `last_turns`
    tie, other, at_zero : as for `_of_round`
    """
    if at_zero:
        return last_turns(turn, most, tie - 1.0, tie - other, tie, 0.0)
    return last_turns(turn, most, tie - 1.0, 0.0, tie, None)


@jit
def first_turn(rules: Written, held: Array, lost: tuple[float, float], out: Array) -> None:
    """What the throws of the first player of a round are worth.

    Parameters
    ----------
    rules : the turn as it was written
    held : float64[gained], value of holding
    lost : value of a bust, and of a wipe
    out : float64[gained, throw], written
    """
    for gained in range(len(out) - 1, -1, -1):
        for throw in range(rules.bust.size - 1, -1, -1):
            worth = rules.bust[throw] * lost[0] + rules.wipe[throw] * lost[1]
            for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
                at = gained + rules.gain[outcome]
                position = rules.position[outcome]
                end = rules.ways[position + 1] if at < len(out) else rules.ways[position]
                best = held[at]
                for way in range(rules.ways[position], end):
                    best = max(best, out[at - rules.given_up[way], rules.throw[way]])
                worth += rules.chance[outcome] * best
            out[gained, throw] = worth


def halved(gain: Callable[[float], float]) -> float:
    """Where a function that falls from 0 to 1 changes its sign, by halving the interval until it is empty."""
    low, high = 0.0, 1.0
    while low < (middle := low + (high - low) / 2.0) < high:
        low, high = (middle, high) if gain(middle) > 0.0 else (low, middle)
    return low
