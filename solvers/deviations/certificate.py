"""Certificate of what a deviation gains: one backup of the best response's value, in plain NumPy.

All outcomes of both turns are added up. The solver divides the state's return to itself away. Here the state
itself stands on the right hand side, with the value that the solver gave it; the distributions of all turns
are made by playing them out.
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
    strategy : of the opponent
    any_rule : whether the responder may play any stopping rule
    value : float64[banked, opponent], chance of the best response to win
    """
    goal = strategy.goal
    ends = play_out(turn, goal)
    # Of the built-in max a NaN may get lost.
    worst = np.zeros(goal)
    for opponent in range(goal):
        after = after_opponent(ends, strategy, opponent, value)
        backup = _any_rule(turn, after) if any_rule else best_holding(ends, after).max(axis=1)
        worst[opponent] = np.abs(backup - value[:, opponent]).max()
    return float(worst.max())


def loss_of_hold_at(turn: Turn, strategy: Strategy, any_rule: bool, value: Array, hold_at: Shorts) -> Array:
    """What a response loses in a turn, float64[banked, opponent]; infinity for what is no turn total.

    Of a response that may be any stopping rule that is what it loses by holding at the least turn total at
    which it holds, or by throwing below that.

    Parameters
    ----------
    turn : a turn with hold-at rules
    strategy : of the opponent
    any_rule : whether the responder may play any stopping rule
    value : float64[banked, opponent], chance of the best response to win
    hold_at : int16[banked, opponent], the least turn total at which the response holds
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
    """What throwing is worth beyond holding, float64[banked, turn_total]; 0 from the goal on."""
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
    """Expectation of a value over the opponent's draw and turn.

    Parameters
    ----------
    ends : float64[hold_at, gain], from `play_out`
    strategy : the opponent's
    opponent : its banked score
    value : float64[banked, opponent], that the expectation is taken of

    Returns
    -------
    float64[banked, own score at the end], the goal besides as an own score
    """
    goal = strategy.goal
    shares = np.zeros((goal + 1, goal + 1))
    shares[:goal, :goal], shares[goal] = value, 1.0
    shares[goal, goal] = 0.5
    # The opponent reads its own score first.
    hold_at = np.minimum(strategy.hold_at[opponent], goal - opponent)
    gained = (strategy.probability[opponent][:, :, np.newaxis] * ends[hold_at]).sum(axis=1)
    after = np.zeros((goal, goal + 1))
    for gain in np.flatnonzero(gained.any(axis=0)):
        after += gained[:, gain, np.newaxis] * shares[:, min(opponent + int(gain), goal)]
    return after


def best_holding(ends: Array, after: Array) -> Array:
    """What holding at k is worth, float64[banked, k - 1]; -1 past what is lacking to the goal.

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
    """What the best stopping rule is worth, turn total by turn total, float64[banked]."""
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
