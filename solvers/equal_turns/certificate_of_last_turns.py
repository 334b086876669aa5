"""Certificate of what follows the goal: last turns, the value of a tie in further rounds, and how far a
player may go on, by plain loops over the uncompiled rules.

`last_turn`, `further_rounds` and `beyond` state the theory. Here last turns are computed from 0 points behind
upwards, and the value of a tie by bisection.
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
    """Values of the ends of a turn after which the round is over.

    Attributes
    ----------
    behind, level, ahead : values of having fewer, as many and more points than the other
    bust, wipe : values of a bust and of a wipe
    """

    behind: float
    level: float
    ahead: float
    bust: float
    wipe: float


class After(NamedTuple):
    """What follows the goal.

    Attributes
    ----------
    tie_value : value of a tie to the first player
    top : score from which on the first player holds
    last : float64[behind], the second's chance to win in the last turn
    """

    tie_value: float
    top: int
    last: Array


def after_goal(turn: Turn, goal: int, tie: Tie) -> After:
    """Compute what follows the goal.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    tie : the tie rule
    """
    worth = WORTH[tie] if tie is not Tie.AGAIN else _of_further_rounds(turn)
    level = 1.0 - worth
    return After(worth, *_held_from(turn, goal, level, level))


def _held_from(turn: Turn, goal: int, least: float, most: float) -> tuple[int, Array]:
    """The score from which on holding is optimal, and last turns up to one throw beyond it.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    least, most : bounds on the value of a tie to the second player
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
    """One more than the last score at which a further throw may be better than holding, 0 if there is none.

    Parameters
    ----------
    turn : a turn in which some throw goes on
    last, low : float64[behind], upper and lower bound of the chance to lose by holding
    sure : float64[score], lower bound of the chance to lose after a bust, by the second player's score
    """
    far, top = len(last) - turn.longest_gain - 1, 0
    risky = [turn.throws[index] for index in sorted({way.throw for at in turn.positions for way in at.ways})]
    pays = np.max([_pays(throw, last, low, far) for throw in risky], axis=0)
    for score, chance in enumerate(sure.tolist()):
        better = np.flatnonzero(pays > chance)
        top = max(top, score + 1 + int(better[-1])) if better.size else top
    return top


def _pays(throw: Throw, last: Array, low: Array, far: int) -> Array:
    """Gain of one more throw and holding over holding, divided by the throw's chance to lose the turn.

    Parameters
    ----------
    throw : the throw
    last, low : float64[behind], upper and lower bound of the chance to lose by holding
    far : greatest number of points ahead
    """
    ahead = np.arange(far + 1)
    pays = last[: far + 1].copy()
    for outcome in throw.outcomes:
        pays -= float(outcome.probability) * low[ahead + outcome.gain]
    return np.asarray(pays / float(throw.bust + throw.wipe))


def last_turns(
    turn: Turn, most: int, behind: float, level: float, ahead: float, level_at_zero: float | None
) -> Array:
    """Value of the last turn, float64[behind], for 0 to `most` points behind.

    Parameters
    ----------
    turn : any turn
    most : greatest number of points behind
    behind, level, ahead : values of ending with fewer, as many and more points than the other
    level_at_zero : value of a tie at score 0, if a player 0 points behind has score 0 and a wipe leads to a
        tie
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
    """Values of throws by the points missing to a tie.

    Parameters
    ----------
    rules : the uncompiled turn
    ends : values of holding, a bust and a wipe
    out : float64[lacking, throw], written
    """
    for lacking in range(len(out)):
        # A throw without a gain leads to one later in the list.
        for throw in range(rules.bust.size - 1, -1, -1):
            worth = rules.bust[throw] * ends.bust + rules.wipe[throw] * ends.wipe
            for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
                worth += rules.chance[outcome] * _standing(rules, ends, lacking, outcome, out)
            out[lacking, throw] = worth


@jit_inline
def _standing(rules: Written, ends: Ends, lacking: int, outcome: int, throws: Array) -> float:
    """Value of an outcome.

    Parameters
    ----------
    rules : the uncompiled turn
    ends : values of holding, a bust and a wipe
    lacking : points missing to a tie before the outcome
    outcome : index of the outcome
    throws : float64[lacking, throw], known for fewer points, and for as many if the throw is later in the
        list
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
    """Value of a tie to the first player if rounds go on until somebody is ahead."""
    top = _held_from(turn, 1, 0.0, 1.0)[0]
    return of_ties(turn, lambda *tie: _of_round(turn, top, *tie))


def of_ties(turn: Turn, gain: Callable[[float, float, bool], float]) -> float:
    """Value of a tie at scores above 0; it depends on that of a tie at 0, after two wipes, and vice versa.

    Parameters
    ----------
    turn : the rules
    gain : function of the value of a tie like the one at the start of the round, of the value of the other
        kind of tie, and of whether the round begins at 0: value of the round minus that of its initial tie
    """

    def found(other: float, at_zero: bool) -> float:
        return halved(lambda tie: gain(tie, other, at_zero))

    if not turn.wipes:
        return found(0.0, False)
    tie, before = 0.5, list[float]()
    # Each step leaves a quarter of the error, down to the last digit, which may alternate.
    while tie not in before:
        before.append(tie)
        tie = found(found(tie, True), False)
    return tie


def _of_round(turn: Turn, top: int, tie: float, other: float, at_zero: bool) -> float:
    """Value of a round from equal scores to the first player, minus the value of its initial tie.

    Parameters
    ----------
    turn : any turn
    top : score from which on the first player holds
    tie : value of the initial tie to the first player
    other : value of a tie at 0, or above 0 if this round begins at 0
    at_zero : whether this round begins at 0
    """
    rules, longest = written(turn), turn.longest_gain
    others = last_turns_of_round(turn, top + longest, tie, other, at_zero)
    wipe = -others[0]
    if not at_zero:
        # The other rolls once, and wins unless it is wiped, too.
        wipe = min(float(rules.wipe[throw]) * other - tie for throw in rules.openings)
    throws = np.empty((top, rules.bust.size))
    first_turn(rules, -others, (-others[turn.least_score], wipe), throws)
    return float(throws[0, rules.openings].max())


def last_turns_of_round(turn: Turn, most: int, tie: float, other: float, at_zero: bool) -> Array:
    """Value of the last turn of a round to the player who takes it, minus the value of the initial tie.

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
    """Values of the throws of the first player of a round.

    Parameters
    ----------
    rules : the uncompiled turn
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
    """Zero of a function that falls on [0, 1], by bisection until the interval is empty."""
    low, high = 0.0, 1.0
    while low < (middle := low + (high - low) / 2.0) < high:
        low, high = (middle, high) if gain(middle) > 0.0 else (low, middle)
    return low
