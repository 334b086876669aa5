"""Linear equations of a Markov chain, solved without subtractions, so that no digits are lost in long games
(Grassmann, Taksar & Heyman 1985, Regenerative analysis and steady state distributions for Markov chains).
"""

import numpy as np

from solvers.arrays import Array
from solvers.linear.products import product
from solvers.underflow import refuse_seldom


def eliminated(moves: Array, ends: Array, paid: Array, who: str) -> Array:
    """Solve x = paid + moves x by elimination without subtractions; returns x as float64[state, column].

    Parameters
    ----------
    moves : float64[state, state], probabilities to go from state to state
    ends : float64[state], probabilities to end; each row of `moves` and its entry here add up to 1
    paid : float64[state, column], what each state pays, not negative
    who : names the players in an error

    Raises
    ------
    NotConverged
        if the chain never ends from some states, or only with a probability near underflow

    Examples
    --------
    >>> print(eliminated(np.array([[0.5, 0.25], [0.0, 0.9]]), np.array([0.25, 0.1]), np.ones((2, 1)), "two"))
    [[ 7.]
     [10.]]
    """
    moves, ends, paid = moves.copy(), ends.copy(), paid.copy()
    leaves = np.zeros(len(ends))
    for state in range(len(ends) - 1, -1, -1):
        leaves[state] = ends[state] + moves[state, :state].sum()
        refuse_seldom("a game ends before it is back", float(leaves[state]), who)
        share = moves[:state, state] / leaves[state]
        moves[:state, :state] += share[:, None] * moves[state, :state]
        ends[:state] += share * ends[state]
        paid[:state] += share[:, None] * paid[state]
    for state in range(len(ends)):
        paid[state] = (paid[state] + product(moves[state, :state], paid[:state])) / leaves[state]
    return paid
