"""Certificate of a best response to two of three players: one backup of its values in every seat, in NumPy.

With the values given nothing is coupled. The others' turns are played out total by total, its own evaluated
backwards over x = banked + turn total with what a bust is worth put in, for all scores of the two others side
by side. What comes after the goal is found anew (`certificate_of_chase`), and how far it may go on beyond the
goal by the values that are stored.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.certificate_of_chase import (
    PAIRS,
    SEATS,
    Chased,
    Plays,
    chased,
    played,
)
from solvers.equal_turns.of_three.certificate_of_turns import Seen, turns
from solvers.equal_turns.of_three.response.certificate_of_chase import Best, Reach
from solvers.games.turn import Turn

# What is not looked for any further.
NOWHERE = np.inf


class Stored(NamedTuple):
    """What is stored of the response's chance to win.

    Attributes
    ----------
    value : float64[seat, mover, first, second, third]
    last : float64[seat, leading, behind], before the last turn, for 1 point on; None where it is not stored
    after : float64[seat, second behind, third behind], the first having the goal, for 1 point on; None where
        it is not stored
    of_two : float64[seat, untied], two being tied; None where it is not stored
    of_three : float64[seat], all three being tied; None where it is not stored
    """

    value: Array
    last: Array | None = None
    after: Array | None = None
    of_two: Array | None = None
    of_three: Array | None = None


class Known(NamedTuple):
    """What a seat's values are backed up from.

    Attributes
    ----------
    best : how the response plays
    value : float64[mover, first, second, third], its chance to win
    far : a score from which on it holds
    found : what comes after the goal
    """

    best: Best
    value: Array
    far: int
    found: Chased


def residual(turn: Turn, goal: int, tie: Tie, rules: tuple[int, int], stored: Stored) -> float:
    """Largest difference between what is stored and one backup of it.

    It is infinite if a stored chance is none.

    Parameters
    ----------
    turn, goal, tie, rules : as in `solve.best_response`
    stored : what is certified
    """
    if not _are_chances(stored.value):
        return NOWHERE
    worst = []
    for seat, value in enumerate(stored.value):
        known = known_of(turn, tie, rules, seat, value)
        for mover in range(SEATS):
            told = np.moveaxis(value[mover], mover, 0).reshape(goal, goal * goal)
            worst.append(np.abs(_backup(known, mover) - told).max())
        behind, found = slice(1, goal + 1), known.found
        for right, told_all in (
            (found.last[:, behind, seat], stored.last),
            (found.after[behind, behind, seat], stored.after),
            (_of_two(found, seat), stored.of_two),
            (found.of_three[seat], stored.of_three),
        ):
            if told_all is not None:
                worst.append(np.abs(right - told_all[seat]).max())
    return float(np.max(worst))


def known_of(turn: Turn, tie: Tie, rules: tuple[int, int], seat: int, value: Array) -> Known:
    """What the values of a seat are backed up from.

    Parameters
    ----------
    turn, tie, rules : the game, and what the others hold at
    seat : of the response
    value : float64[mover, first, second, third], its chance to win
    """
    reach, held = Reach(turn), list(rules)
    held.insert(seat, 0)
    best = reach.best(Plays(turn, tie, (held[0], held[1], held[2])), seat)
    far = _far(reach, seat, value)
    return Known(best, value, far, chased(best, far + best.over))


def handed(known: Known, mover: int) -> Array:
    """What it is worth to the response if a seat hands on the turn, float64[own score, others' scores].

    Parameters
    ----------
    known : the values
    mover : the seat
    """
    seat, goal = known.best.seat, len(known.value[0])
    # The scores of the two others, in the order of the seats.
    one, other = np.divmod(np.arange(goal * goal), goal)
    held = np.empty((known.far + known.best.over, goal * goal))
    held[:goal] = np.moveaxis(known.value[(mover + 1) % SEATS], mover, 0).reshape(goal, goal * goal)
    for x in range(goal, len(held)):
        if mover == 0:
            held[x] = known.found.after[x - one, x - other, seat]
        else:
            held[x] = known.found.last[1, x - other, seat] if mover == 1 else float(mover == seat)
    return held


def _backup(known: Known, mover: int) -> Array:
    """What a seat's turns are worth to the response, float64[own score, others' scores]."""
    (turn, seat), goal = (known.best.turn, known.best.seat), len(known.value[0])
    held = handed(known, mover)
    if mover != seat:
        rule = known.best.rules[mover]
        return np.stack([played(turn, min(rule, goal - own), held[own:]) for own in range(goal)])
    hold = held[..., None]
    own_turns = [
        turns(turn, Seen(0, hold, hold[own + turn.least_score]), own, known.far)[own] for own in range(goal)
    ]
    return np.stack(own_turns)[..., 0]


def _far(reach: Reach, seat: int, value: Array) -> int:
    """A score from which on holding is best, whatever the others' scores.

    After a bust that leaves the response beyond the goal the third may still gain more.

    Parameters
    ----------
    reach : what turns gain how often
    seat : of the response
    value : float64[mover, first, second, third], its chance to win
    """
    goal = len(value[0])
    if seat == SEATS - 1:
        return goal
    left = np.moveaxis(value[seat + 1], seat, 0)[reach.least :].max(axis=0, initial=0.0)
    one, other = np.divmod(np.arange(goal * goal).reshape(goal, goal), goal)
    beyond = reach.gains(goal + reach.least - other)
    loses = reach.loses(np.minimum(1.0 - left, beyond) if reach.least else 1.0 - left)
    far = goal + reach.least + 1
    while (reach.gains(far - other) + (reach.gains(far - one) if seat == 0 else 0.0) > loses).any():
        far += 1
    return far


def _of_two(found: Chased, seat: int) -> Array:
    """The response's chance to win if two are tied, by the seat that is not, float64[untied]."""
    first = found.of_two
    worth = [
        (first[untied], 1.0 - first[untied])[pair.index(seat)] if seat in pair else 0.0
        for untied, pair in enumerate(PAIRS)
    ]
    return np.array(worth)


def _are_chances(value: Array) -> bool:
    """Whether all are between 0 and 1, up to rounding."""
    return bool(np.isfinite(value).all() and value.min() >= -1e-9 and value.max() <= 1.0 + 1e-9)
