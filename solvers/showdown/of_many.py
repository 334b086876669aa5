"""The showdown of n players: each takes one turn unseen; the highest score wins, and ties share.

All n draw their turn total to hold at from the same mixture x. If another player scores at most s with
probability b and less than s with probability a, a score of s wins the expected share

    u(s) = average of z^(n - 1) over a <= z <= b = (1 / n) sum over j < n of b^j a^(n - 1 - j),

and x is a symmetric equilibrium if no rule is worth more than those that x uses, whose value then is 1 / n.
With U(x) the values of all rules and J its derivatives, Newton's method for this complementarity problem
(Josephy's) solves a symmetric game in each step: the one in which y against y is worth U(x) + J (y - x), by
Lemke's method. For two players that is the game itself. From the equilibrium of n - 1 players it takes three
steps. Lemke's rounding, 1e-10, is then removed by Newton's method for the equations on the support.

There may be several symmetric equilibria: this one follows that of two players up to n, or starts where it is
told.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.linear.elimination import eliminate
from solvers.matrix_games.symmetric_game import symmetric_reply
from solvers.showdown.certificate import exploitability
from solvers.showdown.solve import threshold_mix, win_chances
from solvers.turns.best_rule import best_rule, throws
from solvers.turns.one_turn import HoldAtRules, cumulative, expand, expectations, rules, score_chances

MOST_PLAYERS = 200
# The most that the best rule may win beyond 1 / n.
LARGEST_GAIN = 1e-12
# Lemke's steps end, and equations on the support take over, when the best rule wins no more than this beyond
# 1 / n.
HANDED_OVER = 1e-9
# Largest number of steps of each.
MOST_STEPS = 60
# Rules with probabilities up to this are not in the support.
LEAST_PROBABILITY = 1e-9


@dataclass(frozen=True)
class ShowdownOfMany:
    """A symmetric equilibrium of one turn each.

    Attributes
    ----------
    turn, cap, players : the game
    hold_at_probability : float64[hold_at], probability to hold at 1, 2, ..., cap; among turn totals that are
        the same rule the least has it
    steps : number of games that Newton's method solved
    expected_score : expected score of a player
    gain_of_any_rule : what the best stopping rule wins against the equilibrium beyond 1 / players
    exploitability : what the best hold-at reply wins against the equilibrium beyond 1 / players, computed by
        another route
    """

    turn: Turn
    cap: int
    players: int
    hold_at_probability: Array
    steps: int
    expected_score: float
    gain_of_any_rule: float
    exploitability: float

    @property
    def mean_hold_at(self) -> float:
        """Mean turn total to hold at."""
        return float((np.arange(1, self.cap + 1) * self.hold_at_probability).sum())

    @property
    def likeliest_hold_at(self) -> int:
        """The most probable turn total to hold at."""
        return 1 + int(self.hold_at_probability.argmax())


def showdown_of_many(turn: Turn, cap: int, players: int, start_hold_at: int = 0) -> ShowdownOfMany:
    """Find a symmetric equilibrium over hold-at rules.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : the greatest turn total to hold at, 1 to 2000
    players : number of players, 2 to 200
    start_hold_at : start of Newton's method: all hold there; 0 to start from the equilibrium of two players
        and add one player at a time

    Raises
    ------
    InvalidRules
        if a number is out of range, or the game has other ways to go on than the same throw
    NotConverged
        if MOST_STEPS steps leave a rule that wins more than LARGEST_GAIN beyond 1 / players; another start
        may work

    Examples
    --------
    >>> from solvers.games import pig
    >>> found = showdown_of_many(pig.turn(), 100, 3)
    >>> found.likeliest_hold_at, found.exploitability < 1e-14
    (27, True)
    """
    if not 2 <= players <= MOST_PLAYERS:
        raise expected("players", f"2 to {MOST_PLAYERS}", players)
    if not 0 <= start_hold_at <= cap:
        raise expected("start_hold_at", f"0 to the cap of {cap}", start_hold_at)
    of = rules(turn, cap)
    mix, steps = _start(of, start_hold_at)
    for count in range(players if start_hold_at else 2, players + 1):
        mix, taken = _solve(of, count, mix)
        steps += taken
    probability, chances = expand(of, mix), score_chances(of, mix)
    found, _ = best_rule(throws(turn, cap), shares(chances, players).share)
    return ShowdownOfMany(
        turn,
        cap,
        players,
        probability,
        steps,
        float((chances * np.arange(chances.size)).sum()),
        max(0.0, found - 1.0 / players),
        exploitability(turn, cap, players, probability),
    )


class Shares(NamedTuple):
    """The expected share u(s) of each score, and its derivatives.

    Attributes
    ----------
    share : float64[score], expected share of the win
    by_most : float64[score], derivative by b, the probability that another player scores at most this
    by_less : float64[score], derivative by a, the probability that another player scores less
    """

    share: Array
    by_most: Array
    by_less: Array


def shares(chances: Array, players: int) -> Shares:
    """Return the expected share of each score against players - 1 others with the same distribution.

    Parameters
    ----------
    chances : float64[score], probability of each score of another player
    players : number of players
    """
    most = np.cumsum(chances).clip(max=1.0)
    less = np.concatenate([[0.0], most[:-1]])
    share, by_most, by_less = np.zeros_like(most), np.zeros_like(most), np.zeros_like(most)
    most_to, less_to = _powers(most, players), _powers(less, players)
    for j in range(players):
        rest = players - 1 - j
        share += most_to[j] * less_to[rest]
        if j:
            by_most += j * most_to[j - 1] * less_to[rest]
        if rest:
            by_less += rest * most_to[j] * less_to[rest - 1]
    return Shares(share / players, by_most / players, by_less / players)


def _powers(base: Array, count: int) -> Array:
    """Powers 0 to count - 1, float64[power, ...]; on some processors NumPy's have other last digits."""
    powers = np.ones((count, *base.shape))
    for power in range(1, count):
        powers[power] = powers[power - 1] * base
    return powers


def _start(of: HoldAtRules, start_hold_at: int) -> tuple[Array, int]:
    """The mixture that the search starts from, float64[rule], and the number of games solved for it."""
    if not start_hold_at:
        return threshold_mix(of, win_chances(of)), 1
    return (np.arange(of.hold_at.size) == of.same_as[start_hold_at - 1]).astype(float), 0


def _worth(of: HoldAtRules, players: int, mix: Array) -> tuple[Array, Array]:
    """U and J at a mixture: float64[rule], float64[rule, rule]."""
    share, by_most, by_less = shares(score_chances(of, mix), players)
    most = cumulative(of)
    less = np.vstack([np.zeros(most.shape[1]), most[:-1]])
    return expectations(of, share), expectations(of, by_most[:, None] * most + by_less[:, None] * less)


def _solve(of: HoldAtRules, players: int, mix: Array) -> tuple[Array, int]:
    """Newton's method from a mixture, and the number of games that it solved."""
    for step in range(MOST_STEPS):
        worth, slope = _worth(of, players, mix)
        if worth.max() - 1.0 / players <= HANDED_OVER:
            polished = _polished(of, players, mix)
            if _exploited(of, players, polished) <= LARGEST_GAIN:
                return polished, step
        mix = symmetric_reply(slope + (worth - (slope * mix).sum(axis=1))[:, None])
    gain = _exploited(of, players, mix)
    raise NotConverged(
        f"exploitability: expected at most {LARGEST_GAIN}, got {gain} ({players} players,"
        f" {MOST_STEPS} steps). Try another start."
    )


def _exploited(of: HoldAtRules, players: int, mix: Array) -> float:
    """What the best rule wins beyond 1 / players."""
    if not (mix >= 0.0).all():
        return float("inf")
    return float(expectations(of, shares(score_chances(of, mix), players).share).max()) - 1.0 / players


def _polished(of: HoldAtRules, players: int, mix: Array) -> Array:
    """The mixture on the same support with exactly equal rules, if the equations determine it.

    Otherwise the given mixture.
    """
    used = np.flatnonzero(mix > LEAST_PROBABILITY)
    found = np.where(mix > LEAST_PROBABILITY, mix, 0.0)
    best = mix
    for _ in range(MOST_STEPS):
        worth, slope = _worth(of, players, found)
        equations, right = np.zeros((used.size + 1, used.size + 1)), np.zeros(used.size + 1)
        equations[:-1, :-1] = slope[np.ix_(used, used)]
        equations[:-1, -1], equations[-1, :-1] = -1.0, 1.0
        right[:-1], right[-1] = -worth[used], 1.0 - found.sum()
        if not eliminate(equations, right):
            break
        found = found.copy()
        found[used] += right[:-1]
        if _exploited(of, players, found) >= _exploited(of, players, best):
            break
        best = found
    return best
