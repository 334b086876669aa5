"""Certificate of a contest of three: one backup of the values of all seats, in plain NumPy over the rules.

With the values given nothing is coupled: each turn is evaluated by its own recursion over x = banked + turn
total, for all scores of the two others side by side, with what a bust is worth put in. There are no limits,
slopes or lists of policies. Last turns go up from those that lack nothing. How far the turns go on beyond the
goal is found anew, from the values that are stored: from there on the others' best chances to gain what they
lack, R(b) + R(c), are less than what the first loses by a bust, so holding is best.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.equal_turns.tie import Tie
from solvers.games.turn import Turn

SEATS, MOST_FAR = 3, 4096
# Relative differences up to this are rounding, and a tie holds: whom else it would serve is not for rounding
# to say.
TIE = 1e-14
UNSETTLED = 2
# What is not looked for any further.
NOWHERE = np.inf


class Stored(NamedTuple):
    """What is stored.

    Attributes
    ----------
    value : float64[mover, first, second, third, seat], each seat's chance to win
    settled : int8[first, second, third], UNSETTLED in clusters without equilibrium
    last : float64[leaders, behind], the last turn, for 1 point on; None where it is not stored
    after : float64[second behind, third behind, seat], chances to win if the first has the goal, for 1 point
        on; None where it is not stored
    """

    value: Array
    settled: Flags
    last: Array | None = None
    after: Array | None = None


class Seen(NamedTuple):
    """What a turn is played for: lanes are whatever else it depends on.

    Attributes
    ----------
    mover : place of the mover in the last axis
    hold : float64[x, lane, seat], value of holding
    bust : float64[lane, seat], value of a bust
    """

    mover: int
    hold: Array
    bust: Array


def gain_and_residual(turn: Turn, goal: int, tie: Tie, stored: Stored) -> tuple[float, float]:
    """The most that a mover gains by another policy for one turn, and the largest difference to one backup.

    The second leaves out the clusters without equilibrium. Both are infinite if a stored chance is none, or
    the values say that one would go on for ever.

    Parameters
    ----------
    turn : as in `solve.optimal_play`
    goal : points to reach
    tie : who wins with equal scores
    stored : what is certified
    """
    if not _are_chances(stored.value):
        return NOWHERE, NOWHERE
    far = _far(turn, goal, stored.value)
    if far is None:
        return NOWHERE, NOWHERE
    size = max(far, goal) + turn.longest_gain + 1
    last = np.stack([last_turns(turn, _level(tie, leaders), 2 * size) for leaders in (1, 2)])
    after = after_turns(turn, tie, last, size)
    gain, worst = 0.0, []
    for mover in range(SEATS):
        backed, value = _backup(turn, goal, mover, far, stored.value, last[0], after)
        gain = max(gain, float((backed[..., mover] - value[..., mover]).max()))
        settled = np.moveaxis(stored.settled, mover, 0) != UNSETTLED
        worst.append(np.abs(backed - value)[settled].max(initial=0.0))
    if stored.last is not None:
        worst.append(np.abs(last[:, 1 : goal + 1] - stored.last).max())
    if stored.after is not None:
        worst.append(np.abs(after[1 : goal + 1, 1 : goal + 1] - stored.after).max())
    return gain, float(np.max(worst))


def last_turns(turn: Turn, level: float, most: int) -> Array:
    """What the last turn is worth, float64[behind], for 0 to `most` points behind.

    Parameters
    ----------
    turn : any that does not wipe
    level : what a tie is worth
    most : the most points behind
    """
    throws = np.zeros((most + 1, len(turn.throws)))
    stands: dict[tuple[int, int], float] = {}
    for behind in range(most + 1):
        for index in range(len(turn.throws) - 1, -1, -1):
            for outcome in turn.throws[index].outcomes:
                left, position = behind - outcome.gain, outcome.position
                own = 1.0
                if left >= 0:
                    # Throws that gain nothing lead to those further down the list, which are known.
                    if outcome.gain == 0 or (left, position) not in stands:
                        ways = [float(throws[left, way.throw]) for way in turn.positions[position].ways]
                        stands[left, position] = max([level if left == 0 else 0.0, *ways])
                    own = stands[left, position]
                throws[behind, index] += float(outcome.probability) * own
    return np.ascontiguousarray(throws[:, turn.openings[0]])


def after_turns(turn: Turn, tie: Tie, last: Array, size: int) -> Array:
    """Chances to win, the first having the goal and the second moving: float64[second, third, seat].

    Parameters
    ----------
    turn, tie : the game
    last : float64[leaders, behind], for less than twice the size
    size : the points behind, for both
    """
    third = np.arange(1, size)
    bust = np.stack([1.0 - last[0, third], np.zeros(size - 1), last[0, third]], axis=-1)

    def hold(ahead: int) -> Array:
        if ahead < 0 or (ahead == 0 and tie is Tie.FIRST):
            return bust
        out, lost = np.zeros(bust.shape), last[0, third + ahead]
        out[:, 1], out[:, 2] = 1.0 - lost, lost
        if ahead == 0 and tie is Tie.SHARED:
            out[:, 2] = last[1, third]
            out[:, 0] = out[:, 1] = 0.5 * (1.0 - out[:, 2])
        return out

    # So far ahead the third wins with less than what a throw may lose.
    least = _least_bust(turn)
    ahead = next(ahead for ahead in range(1, size) if last[0, 1 + ahead] <= least)
    held = np.stack([hold(ahead) for ahead in range(-size, ahead + turn.longest_gain)])
    out = np.zeros((size, size, SEATS))
    opened = _turns(turn, Seen(1, held, bust), 0, size + ahead)
    out[:, 1:] = opened[size:0:-1]
    return out


def _are_chances(value: Array) -> bool:
    """Whether all are between 0 and 1, up to rounding."""
    return bool(np.isfinite(value).all() and value.min() >= -1e-9 and value.max() <= 1.0 + 1e-9)


def _level(tie: Tie, leaders: int) -> float:
    """What it is worth to be the last of all who are tied."""
    if tie is Tie.SHARED:
        return 1.0 / (1 + leaders)
    return 1.0 if tie is Tie.LAST else 0.0


def _least_bust(turn: Turn) -> float:
    """The least chance to bust of a throw that may follow another; 1 where none does."""
    following = {way.throw for position in turn.positions for way in position.ways}
    return min((float(turn.throws[index].bust) for index in following), default=1.0)


def _far(turn: Turn, goal: int, value: Array) -> int | None:
    """A score from which on holding is best for the first and the second, None if it is too far away.

    Parameters
    ----------
    turn, goal : the game
    value : float64[mover, first, second, third, seat]
    """
    least, own, far = _least_bust(turn), np.arange(goal), goal
    if least == 1.0 and not any(position.ways for position in turn.positions):
        return goal
    first_loses = least * (1.0 - value[1, ..., 0]).min(axis=0)
    second_loses = least * (1.0 - value[2, ..., 1]).min(axis=(0, 1))
    while far <= MOST_FAR:
        far *= 2
        lost = last_turns(turn, 1.0, far)[far - own]
        if (lost[:, None] + lost <= first_loses).all() and (lost <= second_loses).all():
            return far
    return None


def _backup(
    turn: Turn, goal: int, mover: int, far: int, value: Array, last: Array, after: Array
) -> tuple[Array, Array]:
    """What a seat's turns are worth to all, and what is stored of them, float64[own score, lane..., seat].

    Parameters
    ----------
    turn, goal : the game
    mover : whose turns
    far : a score from which on holding is best
    value : float64[mover, first, second, third, seat]
    last : float64[behind], the last turn against one
    after : float64[second behind, third behind, seat]
    """
    lanes = goal * goal
    handed = np.moveaxis(value[(mover + 1) % SEATS], mover, 0).reshape(goal, lanes, SEATS)
    # The scores of the two others, in the order of the seats.
    one, other = np.divmod(np.arange(lanes), goal)
    top = goal if mover == SEATS - 1 else far
    hold = np.zeros((top + turn.longest_gain, lanes, SEATS))
    hold[:goal] = handed
    for x in range(goal, len(hold)):
        if mover == 0:
            hold[x] = after[x - one, x - other]
        elif mover == 1:
            hold[x, :, 2] = last[x - other]
            hold[x, :, 1] = 1.0 - hold[x, :, 2]
        else:
            hold[x, :, 2] = 1.0
    backed = np.empty((goal, lanes, SEATS))
    for own in range(goal):
        backed[own] = _turns(turn, Seen(mover, hold, handed[own]), own, top)[own]
    stored = np.moveaxis(value[mover], mover, 0)
    return backed.reshape(stored.shape), stored


def _turns(turn: Turn, seen: Seen, bottom: int, top: int) -> Array:
    """What a turn is worth to all seats at its beginning, float64[x, lane, seat], from `bottom` to `top`.

    Parameters
    ----------
    turn : the rules
    seen : what is played for
    bottom : the least score
    top : the score from which on it is held
    """
    stands: dict[tuple[int, int], Array] = {}
    opened = np.zeros((top, *seen.bust.shape))
    held_from = len(seen.hold)
    for x in range(top - 1, bottom - 1, -1):
        throws: dict[int, Array] = {}
        for index in range(len(turn.throws) - 1, -1, -1):
            throw = turn.throws[index]
            worth = float(throw.bust) * seen.bust
            for outcome in throw.outcomes:
                ahead = x + outcome.gain
                if ahead >= top:
                    stood = seen.hold[min(ahead, held_from - 1)]
                elif outcome.gain > 0:
                    stood = stands[ahead, outcome.position]
                else:
                    stood = _stand(turn, outcome.position, seen, x, throws)
                worth = worth + float(outcome.probability) * stood
            throws[index] = worth
        for position in range(len(turn.positions)):
            stands[x, position] = _stand(turn, position, seen, x, throws)
            stands.pop((x + turn.longest_gain, position), None)
        opened[x] = throws[turn.openings[0]]
    return opened


def _stand(turn: Turn, position: int, seen: Seen, x: int, throws: dict[int, Array]) -> Array:
    """What it is worth to stand at a position: the best for the mover of holding and of the ways on."""
    best: Array = seen.hold[x]
    for way in turn.positions[position].ways:
        ahead = throws[way.throw]
        better = ahead[:, seen.mover] > best[:, seen.mover] * (1.0 + TIE)
        best = np.where(better[:, None], ahead, best)
    return best
