"""Certificate of best responses over all stopping rules: one backup of every state, in plain NumPy, and the
losses in a turn by stopping rules and by turn totals to hold at.

The expectation over the opponents' turns is that of the certificate for turn totals to hold at. Within the
mover's turn every turn total takes the better of holding and rolling, and a bust leads back to the same state
with its stored value.
"""

from collections.abc import Iterator

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.at_once import certificate_of_many
from solvers.at_once.certificate import after_turns
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out, worth_of_holding

# An advantage of rolling up to this is rounding, and a tie holds.
TIE = 1e-14


def residual(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal
    """
    after = after_turns(turn, play_out(turn, goal), opponents_hold_at, value)
    return _largest(turn, goal, after, value.reshape(goal, -1))


def loss_of_hold_at(
    turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array, hold_at: Shorts
) -> Array:
    """Loss by rolling below the least turn total to hold at, or by holding at it.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal
    hold_at : int16[banked, opponent, ...], that turn total

    Returns
    -------
    float64[banked, opponent, ...]
    """
    after = after_turns(turn, play_out(turn, goal), opponents_hold_at, value)
    return _loss(turn, goal, after, hold_at.reshape(goal, -1)).reshape(value.shape)


def loss_in_a_turn(
    turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array, hold_at: Shorts
) -> Array:
    """Loss against a value by holding at given turn totals for one turn.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal
    hold_at : int16[banked, opponent, ...], 1 to the points lacking to the goal

    Returns
    -------
    float64, of the same shape
    """
    played = play_out(turn, goal)
    ended = after_turns(turn, played, opponents_hold_at, value)
    beyond = np.repeat(ended[-1:], turn.longest_gain - 1, axis=0)
    worth = np.empty((goal, value[0].size))
    held = np.ascontiguousarray(hold_at.reshape(worth.shape), np.int16)
    worth_of_holding(turn.longest_gain, played, np.concatenate((ended, beyond)), held, worth)
    # A number that is no turn total to hold at loses everything.
    worth[np.isnan(worth)] = -np.inf
    loss: Array = value - worth.reshape(value.shape)
    return loss


def throws_again(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array) -> Flags:
    """Whether the best rule rolls at a turn total that it can reach above one at which it holds.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal

    Returns
    -------
    int8[banked, opponent, ...]
    """
    after = after_turns(turn, play_out(turn, goal), opponents_hold_at, value)
    return _again(turn, goal, after).reshape(value.shape)


def wrong_from_0(
    turn: Turn,
    goal: int,
    opponents_hold_at: tuple[int, ...],
    table: Array,
    least: Shorts,
    again: Flags,
) -> float:
    """Loss of rules, if only scores that can come up from 0 are stored; infinity if a flag is wrong.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds, equal ones side by side
    table : float64[scores of the opponents, banked], the value
    least : int16, same shape, least turn total at which the rule holds
    again : int8, same shape, whether it rolls at a turn total that it can reach above one at which it holds
    """
    average, share = certificate_of_many.after_opponents(
        turn, play_out(turn, goal), goal, opponents_hold_at, table, True
    )
    worst = 0.0
    for start in range(0, share.size, certificate_of_many.CHUNK):
        some = slice(start, start + certificate_of_many.CHUNK)
        after = np.vstack((average[some].T, share[some]))
        if (_again(turn, goal, after) != again[some].T).any():
            return np.inf
        worst = max(worst, float(_loss(turn, goal, after, least[some].T).max()))
    return worst


def _loss(turn: Turn, goal: int, after: Array, hold_at: Shorts) -> Array:
    """Loss by rolling below the least turn total to hold at, or by holding at it.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    after : float64[own score, column], expectation over the opponents' turns; the goal is the last score
    hold_at : int16[banked, column], that turn total

    Returns
    -------
    float64[banked, column]; infinity if there is no such turn total
    """
    loss = np.zeros(hold_at.shape)
    for banked in range(goal):
        own, better = hold_at[banked], _advantages(turn, goal, after, banked)
        total = np.arange(1, len(better))[:, None]
        thrown, held = np.where(total < own, -better[1:], 0.0), np.where(total == own, better[1:], 0.0)
        loss[banked] = np.maximum(thrown, held).max(axis=0, initial=0.0)
        loss[banked, (own < 1) | (own > goal - banked)] = np.inf
    return loss


def _again(turn: Turn, goal: int, after: Array) -> Flags:
    """Whether the best rule rolls above a turn total at which it holds, int8[banked, column].

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    after : float64[own score, column], expectation over the opponents' turns; the goal is the last score
    """
    out = np.zeros((goal, after.shape[1]), np.int8)
    gains = [outcome.gain for outcome in turn.throws[0].outcomes]
    for banked in range(goal):
        throws = _advantages(turn, goal, after, banked) > TIE
        throws[0] = True
        comes, held = np.zeros(throws.shape, np.bool_), np.zeros(throws.shape[1], np.bool_)
        comes[0] = True
        for total in range(len(throws)):
            thrown = comes[total] & throws[total]
            out[banked] |= thrown & held
            held |= ~throws[total]
            for gain in gains:
                if total + gain < len(throws):
                    comes[total + gain] |= thrown
    return out


def _advantages(turn: Turn, goal: int, after: Array, banked: int) -> Array:
    """Value of rolling minus value of holding, float64[turn_total, column].

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    after : float64[own score, column], expectation over the opponents' turns; the goal is the last score
    banked : score at the start of the turn
    """
    better = np.empty((goal - banked, after.shape[1]))
    for x, throw in _throws(turn, goal, after, banked):
        better[x - banked] = throw - after[x]
    return better


def _throws(turn: Turn, goal: int, after: Array, banked: int) -> Iterator[tuple[int, Array]]:
    """Value of rolling, float64[column], at each score that would be banked, the greatest first.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    after : float64[own score, column], expectation over the opponents' turns; the goal is the last score
    banked : score at the start of the turn
    """
    outcomes = [(float(outcome.probability), outcome.gain) for outcome in turn.throws[0].outcomes]
    standing = [after[goal]] * turn.longest_gain
    for x in range(goal - 1, banked - 1, -1):
        throw = float(turn.throws[0].bust) * after[banked]
        for chance, gain in outcomes:
            throw += chance * standing[gain - 1]
        yield x, throw
        standing = [np.maximum(throw, after[x]), *standing[:-1]]


def residual_from_0(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], table: Array) -> float:
    """Sup-norm of one backup minus the value, if only scores that can come up from 0 are stored.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds, equal ones side by side
    table : float64[scores of the opponents, banked]; each group of equal opponents has ascending scores, and
        highest scores come first
    """
    average, share = certificate_of_many.after_opponents(
        turn, play_out(turn, goal), goal, opponents_hold_at, table, True
    )
    worst = 0.0
    for start in range(0, share.size, certificate_of_many.CHUNK):
        some = slice(start, start + certificate_of_many.CHUNK)
        worst = float(
            np.maximum(worst, _largest(turn, goal, np.vstack((average[some].T, share[some])), table[some].T))
        )
    return worst


def _largest(turn: Turn, goal: int, after: Array, value: Array) -> float:
    """Largest difference between a backup and the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    after : float64[own score, column], expectation over the opponents' turns; the goal is the last score
    value : float64[banked, column]
    """
    worst = 0.0
    for banked in range(goal):
        for x, throw in _throws(turn, goal, after, banked):
            if x == banked:
                worst = float(np.maximum(worst, np.abs(throw - value[banked]).max()))
    return worst
