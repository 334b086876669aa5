"""Certificate of equilibria in simultaneous play of n players: the gain of best responses over the values.

Every state is backed up in plain NumPy: outcomes of the other players' turns are summed over the product of
their gains, in the order of their seats. The best response may choose another rule in every state, and
returns to a state as often as nobody gains there. A difference between stored values and those of the stored
strategies counts like a gain.
"""

from itertools import permutations

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


def exploitability(
    turn: Turn, goal: int, scores: Integers, strategy: Array, value: Array | None = None
) -> float:
    """Greatest gain of a best response over the value, over all states and seats.

    Violations of being probabilities, or of the values being those of the strategies, count as well.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    scores : int64[state, seat], ascending
    strategy : float64[state, seat, hold_at], probabilities
    value : float64[state, seat], compared with the strategy's value; None to compare nothing
    """
    played = play_out(turn, goal)
    players = scores.shape[1]
    best = _shares(goal, players)
    mixed = best.copy()
    # NumPy's maximum, as Python's may lose a NaN.
    worst = [0.0, -float(strategy.min()), float(np.abs(strategy.sum(axis=2) - 1.0).max())]
    for state in np.argsort(-scores.sum(axis=1), kind="stable"):
        turns = [_turns(played, goal, int(score)) for score in scores[state]]
        theirs = [
            (strategy[state, seat, : len(ends), None] * ends).sum(axis=0) for seat, ends in enumerate(turns)
        ]
        for seat in range(players):
            if seat and scores[state, seat] == scores[state, seat - 1]:
                # One best response is enough for players with equal scores and the same strategy.
                worst.append(float(np.abs(strategy[state, seat] - strategy[state, seat - 1]).max()))
                continue
            others = [other for other in range(players) if other != seat]
            worst += _one(
                turns[seat], theirs, strategy[state, seat], seat, others, scores[state], best, mixed
            )
    if value is not None:
        worst.append(float(np.abs(_worth(mixed, scores) - value).max()))
    return float(np.max(worst))


def _one(
    ends: Array,
    theirs: list[Array],
    mix: Array,
    seat: int,
    others: list[int],
    scores: Integers,
    best: Array,
    mixed: Array,
) -> tuple[float, float]:
    """Gain of one seat's best response in one state over its strategy.

    Parameters
    ----------
    ends : float64[hold_at, gain], chance of each gain of the seat
    theirs : for every seat, float64[gain], chance of each gain by its strategy
    mix : float64[hold_at], the seat's strategy
    seat, others : index of the seat, and those of the others
    scores : int64[seat], scores of the state
    best : values of the best response by all players' scores, the own first; written at this state
    mixed : values of the strategy by all players' scores, the own first; written at this state

    Returns
    -------
    the gain of the best response over the strategy; the strategy's probability to hold beyond the goal, which
    is no rule
    """
    nothing = float(np.prod([theirs[other][0] for other in others]))
    leave = ends[:, 1:].sum(axis=1) + ends[:, 0] * (1.0 - nothing)
    worth = []
    for table in (best, mixed):
        after = table[tuple(slice(int(score), None) for score in scores[[seat, *others]])]
        for other in others:
            # The first axis after the own is always that of the next seat.
            after = (np.moveaxis(after, 1, -1) * theirs[other]).sum(axis=-1)
        worth.append((ends * after).sum(axis=1))
    most = float((worth[0] / leave).max())
    share = mix[: len(ends)]
    value = float((share * worth[1]).sum() / (share * leave).sum())
    for order in permutations(scores[others]):
        best[(scores[seat], *order)] = most
        mixed[(scores[seat], *order)] = value
    return most - value, float(np.abs(mix[len(ends) :]).sum())


def _turns(played: Array, goal: int, score: int) -> Array:
    """Chance of each gain by turn total to hold at, up to the goal, float64[hold_at, gain]."""
    lacking = goal - score
    return np.concatenate(
        [played[1 : lacking + 1, :lacking], played[1 : lacking + 1, lacking:].sum(axis=1, keepdims=True)],
        axis=1,
    )


def _shares(goal: int, players: int) -> Array:
    """Value of being at the goal, by all scores, the own first; 0 elsewhere."""
    shares = np.zeros((goal + 1,) * players)
    at_goal = (np.indices(shares.shape[1:]) == goal).sum(axis=0)
    shares[goal] = 1.0 / (1.0 + at_goal)
    return shares


def _worth(table: Array, scores: Integers) -> Array:
    """Value of each seat in each state, float64[state, seat], from a table by all scores, the own first."""
    players = scores.shape[1]
    return np.stack([table[tuple(np.roll(scores, -seat, axis=1).T)] for seat in range(players)], axis=1)
