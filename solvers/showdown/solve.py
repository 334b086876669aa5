"""The showdown: two players take one turn each, unseen; the higher score wins, equal scores share.

The rules are to hold at h = 1, 2, ..., cap. With F(s) the probability that the opponent scores less than s,
and e(s) that it scores s, a score of s wins with probability F(s) + e(s) / 2. The equilibrium over these
rules is that of a symmetric matrix game, by one linear program (possiblywrong, "Single-turn Pig", whose
advantage is the probability to win minus that to lose: twice ours, less 1).

The post is about hold-at rules only. The value of a score jumps where the opponent's scores accumulate. A
rule that holds well below such a jump and rolls just below it does a little better than any of them:
`gain_of_any_rule`.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.matrix_games.symmetric_game import face, made_exact
from solvers.showdown.certificate import exploitability
from solvers.showdown.program import mix_of_rules
from solvers.turns.best_rule import best_rule, throws
from solvers.turns.one_turn import HoldAtRules, cumulative, expand, expectations, rules, score_chances


@dataclass(frozen=True)
class Showdown:
    """The equilibrium of the showdown over hold-at rules.

    Attributes
    ----------
    turn, cap : the game
    hold_at_probability : float64[hold_at], probability to hold at 1, 2, ..., cap; among turn totals that are
        the same rule the least has it
    least_probability, greatest_probability : float64[hold_at], its range over all equilibria; equal rules
        count as one
    freedom : dimension of the polytope of all equilibria, 0 if there is only one
    response_wins : float64[hold_at], win probability of the best hold-at reply to a player who always holds
        there
    response_hold_at : int64[hold_at], that reply; among equal ones the least
    gain_of_any_rule : what the best stopping rule wins against the equilibrium beyond one half
    exploitability : what the best hold-at reply wins against the equilibrium beyond one half, computed by
        another route
    """

    turn: Turn
    cap: int
    hold_at_probability: Array
    least_probability: Array
    greatest_probability: Array
    freedom: int
    response_wins: Array
    response_hold_at: Integers
    gain_of_any_rule: float
    exploitability: float


def showdown(turn: Turn, cap: int) -> Showdown:
    """Solve the showdown over hold-at rules.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : the greatest turn total to hold at, 1 to 2000

    Raises
    ------
    InvalidRules
        if the cap is out of range, or the game has other ways to go on than the same throw
    NotConverged
        if rounding keeps the linear program from an equilibrium

    Examples
    --------
    >>> from solvers.games import pig
    >>> found = showdown(pig.turn(), 100)
    >>> print(round(found.hold_at_probability[21 - 1], 3))  # possiblywrong: approximately one-third
    0.347
    >>> # nearly 15%, by rolling a single time
    >>> print(round(2 * found.response_wins[20 - 1] - 1, 3), found.response_hold_at[20 - 1])
    0.145 1
    """
    of = rules(turn, cap)
    wins = win_chances(of)
    mix = threshold_mix(of, wins)
    everyone = face(wins - wins.T, mix)
    probability = expand(of, mix)
    found, _ = best_rule(throws(turn, cap), share(score_chances(of, mix)))
    return Showdown(
        turn,
        cap,
        probability,
        expand(of, everyone.least),
        expand(of, everyone.greatest),
        everyone.freedom,
        wins.max(axis=0)[of.same_as],
        of.hold_at[wins.argmax(axis=0)][of.same_as],
        max(0.0, found - 0.5),
        exploitability(turn, cap, 2, probability),
    )


def threshold_mix(of: HoldAtRules, wins: Array) -> Array:
    """Return an equilibrium over the rules: probability to draw each, float64[rule].

    Parameters
    ----------
    of : the rules
    wins : float64[rule, rule], win probabilities, from `win_chances`

    Raises
    ------
    NotConverged
        if rounding keeps the linear program from an equilibrium
    """
    return made_exact(wins - wins.T, mix_of_rules(of))


def win_chances(of: HoldAtRules) -> Array:
    """Return the win probability of the first rule against the second, ties sharing, float64[rule, rule]."""
    below = cumulative(of)
    return expectations(of, (below + np.vstack([np.zeros(below.shape[1]), below[:-1]])) / 2.0)


def share(chances: Array) -> Array:
    """Return the win probability of each score against an opponent with this distribution, float64[score]."""
    return np.cumsum(chances) - chances / 2.0
