"""Values of scores in simultaneous play of two against any strategy, before the own turn.

Values are stored as rows[opponent, banked], with one more row and some more columns than there are scores
below the goal: a score beyond the goal counts as the goal, and players who reach it share the win. So the end
of a turn needs no case distinction, and the inner loop runs over neighbours in memory.
"""

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.jit import jit, jit_inline
from solvers.turns.forward import HoldAt

# A later turn total must be better by more than rounding, as the least of equally good ones is kept.
TIE = 1e-15


def unknown_rows(goal: int, longest: int) -> Array:
    """An array for values, 0 except for scores at the goal, float64[opponent, banked].

    Parameters
    ----------
    goal : points to win
    longest : longest gain of a throw; as many columns follow that of the goal
    """
    rows = np.zeros((goal + 1, goal + longest + 1))
    rows[:goal, goal:], rows[goal, goal:] = 1.0, 0.5
    return rows


@jit_inline
def worth_of_ending(
    gains: HoldAt, hold_at: Shorts, probability: Array, at: tuple[int, int], rows: Array, out: Array
) -> tuple[float, float]:
    """Write the value of ending a turn with each score, if the opponent scores.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    hold_at : int16[choice], the opponent's turn totals
    probability : float64[choice], their probabilities
    at : (banked, opponent), the scores
    rows : float64[opponent, banked], values, read from the opponent's score on
    out : float64[score], written from the own banked score on; the last entries are those of the goal

    Returns
    -------
    the opponent's chances not to score and to score
    """
    i, b = at
    goal = rows.shape[0] - 1
    longest = gains.throw.size - 1
    nothing = 0.0
    something = 0.0
    out[i:] = 0.0
    for choice in range(hold_at.size):
        share = probability[choice]
        if share > 0.0:
            least = min(np.int64(hold_at[choice]), goal - b)
            nothing += share * gains.bust[least]
            something += share * gains.score[least]
            for m in range(longest):
                chance = share * gains.stop[least, m]
                row = rows[min(b + least + m, goal)]
                for t in range(np.uint64(i), np.uint64(goal + longest + 1)):
                    out[t] += chance * row[t]
    return nothing, something


@jit_inline
def add_unmoved(nothing: float, i: int, row: Array, out: Array) -> None:
    """Add the value of ending a turn with more than i points, if the opponent does not score.

    Parameters
    ----------
    nothing : chance that the opponent does not score
    i : own banked score
    row : float64[banked], values with the opponent's score
    out : float64[score], added to beyond i
    """
    for t in range(np.uint64(i + 1), np.uint64(out.size)):
        out[t] += nothing * row[t]


@jit_inline
def worth_of_holding(gains: HoldAt, k: int, i: int, worth: Array) -> float:
    """Value of holding at k, a bust included.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    k : turn total to hold at
    i : own banked score
    worth : float64[score], value of ending the turn there, also at the unchanged score
    """
    longest = gains.throw.size - 1
    expectation = float(gains.bust[k] * worth[i])
    for m in range(longest):
        expectation += gains.stop[k, m] * worth[min(i + k + m, worth.size - 1)]
    return expectation


@jit
def chance_to_leave(gains: HoldAt, k: int, something: float) -> float:
    """Chance that somebody scores if the player holds at k.

    Positive terms are added, as 1 minus a product of chances to bust may lose its digits.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    k : turn total to hold at
    something : chance that the opponent scores
    """
    return float(gains.score[k] + gains.bust[k] * something)
