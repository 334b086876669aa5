"""Certificate of a best response in simultaneous play: one backup of its value, in plain NumPy.

The solver eliminates the return to the same state by a division. Here that state is on the right hand side,
with the stored value, and all outcomes of both turns are summed; turns are played out throw by throw.
"""

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.deviations.strategy import Strategy
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


def residual(turn: Turn, strategy: Strategy, any_rule: bool, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    strategy : the opponent's
    any_rule : whether the responder may use any stopping rule
    value : float64[banked, opponent], chance of the best response to win
    """
    goal = strategy.goal
    ends = play_out(turn, goal)
    # NumPy's maximum, as Python's may lose a NaN.
    worst = np.zeros(goal)
    for opponent in range(goal):
        after = after_opponent(ends, strategy, opponent, value)
        backup = _any_rule(turn, after) if any_rule else best_holding(ends, after).max(axis=1)
        worst[opponent] = np.abs(backup - value[:, opponent]).max()
    return float(worst.max())


def loss_of_hold_at(turn: Turn, strategy: Strategy, any_rule: bool, value: Array, hold_at: Shorts) -> Array:
    """Chance to win that a response loses in one turn, float64[banked, opponent].

    For a response with any stopping rule, the loss is that of holding at the least turn total at which it
    holds, or of rolling below it. A number that is no turn total loses infinity.

    Parameters
    ----------
    turn : a turn with hold-at rules
    strategy : the opponent's
    any_rule : whether the responder may use any stopping rule
    value : float64[banked, opponent], chance of the best response to win
    hold_at : int16[banked, opponent], least turn total at which the response holds
    """
    goal, loss = strategy.goal, np.empty(value.shape)
    ends, banked = play_out(turn, goal), np.arange(strategy.goal)
    for opponent in range(goal):
        after, own = after_opponent(ends, strategy, opponent, value), hold_at[:, opponent].astype(int)
        there = (own >= 1) & (own <= goal - banked)
        held = np.where(there, own, 1)
        if any_rule:
            better = _better_to_throw(turn, after)
            total = np.arange(goal + 1)
            wrong = np.where(total < held[:, None], -better, np.where(total == held[:, None], better, 0.0))
            lost = wrong[:, 1:].max(axis=1)
        else:
            worth = best_holding(ends, after)
            lost = worth.max(axis=1) - worth[banked, held - 1]
        loss[:, opponent] = np.where(there, np.maximum(lost, 0.0), np.inf)
    return loss


def _better_to_throw(turn: Turn, after: Array) -> Array:
    """Value of rolling minus value of holding, float64[banked, turn_total]; 0 from the goal on."""
    goal, bust = len(after), float(turn.throws[0].bust) * after.diagonal()
    standing, better = [after[:, goal]] * turn.longest_gain, np.zeros((goal, goal + 1))
    for score in range(goal - 1, -1, -1):
        throw = bust + sum(
            float(outcome.probability) * standing[outcome.gain - 1] for outcome in turn.throws[0].outcomes
        )
        banked = np.arange(score + 1)
        better[banked, score - banked] = (throw - after[:, score])[: score + 1]
        standing = [np.maximum(throw, after[:, score]), *standing[:-1]]
    return better


def after_opponent(ends: Array, strategy: Strategy, opponent: int, value: Array) -> Array:
    """Expectation of a value over the opponent's choice and turn.

    Parameters
    ----------
    ends : float64[hold_at, gain], from `play_out`
    strategy : the opponent's
    opponent : the opponent's banked score
    value : float64[banked, opponent], value of each state

    Returns
    -------
    float64[banked, own score at the end], with the goal as the last own score
    """
    goal = strategy.goal
    shares = np.zeros((goal + 1, goal + 1))
    shares[:goal, :goal], shares[goal] = value, 1.0
    shares[goal, goal] = 0.5
    # The opponent reads the table with its own score first.
    hold_at = np.minimum(strategy.hold_at[opponent], goal - opponent)
    gained = (strategy.probability[opponent][:, :, np.newaxis] * ends[hold_at]).sum(axis=1)
    after = np.zeros((goal, goal + 1))
    for gain in np.flatnonzero(gained.any(axis=0)):
        after += gained[:, gain, np.newaxis] * shares[:, min(opponent + int(gain), goal)]
    return after


def best_holding(ends: Array, after: Array) -> Array:
    """Value of holding at k, float64[banked, k - 1]; -1 if k exceeds what is missing to the goal.

    Parameters
    ----------
    ends : float64[hold_at, gain], from `play_out`
    after : float64[banked, own score at the end], from `after_opponent`
    """
    goal = len(after)
    worth = np.full((goal, goal), -1.0)
    for banked in range(goal):
        score = np.minimum(banked + np.arange(ends.shape[1]), goal)
        worth[banked, : goal - banked] = (ends[1 : goal - banked + 1] * after[banked, score]).sum(axis=1)
    return worth


def _any_rule(turn: Turn, after: Array) -> Array:
    """Value of the best stopping rule, by backward induction over turn totals, float64[banked]."""
    goal, bust = len(after), float(turn.throws[0].bust) * after.diagonal()
    standing = [after[:, goal]] * turn.longest_gain
    backup = np.zeros(goal)
    for score in range(goal - 1, -1, -1):
        throw = bust.copy()
        for outcome in turn.throws[0].outcomes:
            throw += float(outcome.probability) * standing[outcome.gain - 1]
        backup[score] = throw[score]
        standing = [np.maximum(throw, after[:, score]), *standing[:-1]]
    return backup
