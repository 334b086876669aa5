"""Certificate of behaviour strategies in simultaneous Pig: the gain of the best deviation, in plain NumPy.

The solver mixes whole rules. Here a turn is played throw by throw with the stored probabilities to roll
again, which gives the distribution of the score after it. The deviator's best value of every state follows by
optimal stopping over its turn totals, for states of equal i + j side by side. A state may return to itself:
its value is the fixed point of a convex function, to which Newton steps, which are policy iteration, climb
from 0.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import NotConverged
from solvers.games.turn import Turn

# Newton's method has converged if no value grows by more than this.
LARGEST_CHANGE = 1e-15
MOST_STEPS = 60


def exploitability(turn: Turn, goal: int, value: Array, throws_on: Array) -> float:
    """Largest difference, over all states, between the value and what the best deviation wins.

    A deviation's value holds against the given strategy, whatever its quality. The strategies are an
    equilibrium only if both players' values of a state add up to 1, so the difference from 1 counts as well.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    value : float64[banked, opponent], all scores below the goal
    throws_on : float64[banked, opponent, turn_total], probability to roll again, of either player with its
        own score first

    Returns
    -------
    the difference; infinity if a number is no probability
    """
    if not ((throws_on >= 0.0) & (throws_on <= 1.0)).all():
        return float("inf")
    gained, shared = np.abs(deviation_value(turn, goal, throws_on) - value), np.abs(value + value.T - 1.0)
    return float(np.maximum(gained, shared).max())


def deviation_value(turn: Turn, goal: int, throws_on: Array, then: Array | None = None) -> Array:
    """Value of the best deviation, in the whole game or in one state, against a behaviour strategy.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    throws_on : float64[banked, opponent, turn_total], probability to roll again of the player with its own
        score first
    then : float64[banked, opponent], values of the states that follow, for a deviation in one state; None for
        the deviator's own values

    Returns
    -------
    float64[banked, opponent], by the deviator's own score first

    Raises
    ------
    NotConverged
        if a state takes more than MOST_STEPS Newton steps
    """
    bust, gains = one_throw(turn, goal)
    after = scores_after(goal, bust, gains, throws_on)
    leaves = np.array([after[j, :, j + 1 :].sum(axis=1) for j in range(goal)])
    value = with_goal(goal, None)
    known = value if then is None else with_goal(goal, then)
    for total in range(2 * goal - 2, -1, -1):
        own = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
        # Value of each own score after the turn; the state itself, still 0, is left out.
        ended = np.zeros((goal + 1 + gains.size, own.size))
        for lane, i in enumerate(own):
            j = total - i
            ended[i : goal + 1, lane] = (known[i:, j:] * after[j, i, j:]).sum(axis=1)
            ended[i, lane] = (known[i, j + 1 :] * after[j, i, j + 1 :]).sum()
        ended[goal + 1 :] = ended[goal]
        value[own, total - own] = _best_stopping(goal, bust, gains, own, ended, leaves[total - own, own])
    return value[:goal, :goal]


def with_goal(goal: int, value: Array | None) -> Array:
    """Values of scores up to the goal, float64[banked, opponent]; both at the goal share; 0 if not given.

    Parameters
    ----------
    goal : points to win
    value : float64[banked, opponent], all scores below the goal, or None
    """
    worth = np.zeros((goal + 1, goal + 1))
    worth[goal], worth[goal, goal] = 1.0, 0.5
    if value is not None:
        worth[:goal, :goal] = value
    return worth


def one_throw(turn: Turn, goal: int) -> tuple[float, Array]:
    """Chance to bust, and chances to gain 1, 2, ... points, the last the goal or more, float64[gain - 1]."""
    gains = np.zeros(min(turn.longest_gain, goal))
    for outcome in turn.throws[0].outcomes:
        gains[min(outcome.gain, goal) - 1] += float(outcome.probability)
    return float(turn.throws[0].bust), gains


def scores_after(goal: int, bust: float, gains: Array, throws_on: Array) -> Array:
    """Distribution of the score after a player's turn, float64[banked, opponent, score].

    Parameters
    ----------
    goal : points to win, the last score
    bust : chance to bust in one throw, which leaves the banked score
    gains : float64[gain - 1], chance of each gain in one throw
    throws_on : float64[banked, opponent, turn_total], probability to roll again
    """
    after = np.zeros((goal, goal, goal + 1))
    # Chances of this turn total and greater ones, for all states.
    coming = np.zeros((gains.size + 1, goal, goal))
    coming[0] = 1.0
    for turn_total in range(goal):
        banked = np.arange(goal - turn_total)
        again = throws_on[: banked.size, :, turn_total] if turn_total > 0 else 1.0
        thrown = coming[0, : banked.size] * again
        after[banked, :, banked + turn_total] += coming[0, : banked.size] - thrown
        after[banked, :, banked] += bust * thrown
        for gain, chance in enumerate(gains, start=1):
            short = banked[: max(0, goal - turn_total - gain)]
            coming[gain, short] += chance * thrown[short]
            after[short.size : banked.size, :, goal] += chance * thrown[short.size :]
        coming[:-1] = coming[1:]
        coming[-1] = 0.0
    return after


def _best_stopping(goal: int, bust: float, gains: Array, own: Integers, ended: Array, leaves: Array) -> Array:
    """The value of each state, float64[lane].

    The best rule for some value gives the next value: the expected worth on leaving the state over the chance
    to leave it. Only positive terms are summed: where nearly all turns bust, 1 minus the chance to return
    would have lost its digits.

    Parameters
    ----------
    goal : points to win
    bust : chance to bust in one throw
    gains : float64[gain - 1], chance of each gain in one throw
    own : int64[lane], banked scores
    ended : float64[score, lane], value of each own score after the turn
    leaves : float64[lane], chance that the other player scores

    Raises
    ------
    NotConverged
        if it takes more than MOST_STEPS Newton steps
    """
    lanes = np.arange(own.size)
    base, value, known = ended[own, lanes], np.zeros(own.size), np.full(own.size, -1.0)
    # For each turn total: expected worth by holding, chance to hold, chance to bust.
    standing = np.zeros((ended.shape[0], 3, own.size))
    standing[goal:, 0], standing[goal:, 1] = ended[goal:], 1.0
    chances, nothing = gains[:, np.newaxis, np.newaxis], np.array([[0.0], [0.0], [bust]])
    for _ in range(MOST_STEPS):
        if (value - known <= LARGEST_CHANGE).all():
            return value
        known = value
        after_bust = base + (1.0 - leaves) * value
        opening = np.zeros((3, own.size))
        for score in range(goal - 1, own[0] - 1, -1):
            thrown = nothing + (chances * standing[score + 1 : score + 1 + gains.size]).sum(axis=0)
            if score <= own[-1]:
                opening[:, score - own[0]] = thrown[:, score - own[0]]
            holds = ended[score] >= thrown[0] + thrown[2] * after_bust
            for part, held in zip(range(3), (ended[score], 1.0, 0.0), strict=True):
                np.copyto(thrown[part], held, where=holds)
            standing[score] = thrown
        value = np.maximum(value, (opening[0] + opening[2] * base) / (opening[1] + opening[2] * leaves))
    raise NotConverged(
        f"best deviation: expected changes up to {LARGEST_CHANGE}, got {(value - known).max()} ({MOST_STEPS}"
        " steps)."
    )
