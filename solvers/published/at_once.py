"""How published figures about simultaneous Pig are computed.

They are about one turn each, best responses to hold at n, equilibria, and the crowd: the number of players
from which it is an equilibrium that all hold at 100.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.at_once.best_response import best_response
from solvers.at_once.certificate import policy_value, residual
from solvers.crowd.certificate import residual as crowd_residual
from solvers.crowd.solve import Deviations
from solvers.deviations.against import value_against
from solvers.deviations.certificate import after_opponent, best_holding
from solvers.deviations.certificate_of_stackelberg import backup
from solvers.deviations.certificate_of_value_iteration import answers
from solvers.deviations.stackelberg import Stackelberg, stackelberg
from solvers.deviations.strategy import Strategy
from solvers.deviations.symmetric_value_iteration import Cycle, sweep_from, symmetric_value_iteration
from solvers.games import pig
from solvers.published.figure import Numbers
from solvers.showdown.solve import Showdown, showdown
from solvers.turns.certificate_of_holding import play_out

# A policy's values are proved if one backup changes them by no more.
LARGEST_RESIDUAL = 1e-12
# A deviator wins more than a fair share only if it is by more than rounding.
LEAST_GAIN = 1e-12
# The values of two known policies against each other are accurate to this.
LARGEST_RESIDUAL_OF_A_PAIR = 1e-14


@cache
def one_turn() -> Showdown:
    """One turn of Pig each."""
    return showdown(pig.turn(), 100)


def advantage(n: int) -> Numbers:
    """How much more often the best reply to hold at n wins than loses in one turn, and where it holds."""
    found = one_turn()
    return 2.0 * float(found.response_wins[n - 1]) - 1.0, int(found.response_hold_at[n - 1])


@cache
def wins(*opponents: int) -> float:
    """Win probability of the best response to opponents who hold at these turn totals."""
    return best_response(pig.turn(), 100, opponents).win_probability


def wins_again(n: int) -> float:
    """Win probability of the best response to hold at n, from its policy by the certificate's routes.

    NaN if these routes find that the policy can be improved.
    """
    found = best_response(pig.turn(), 100, (n,))
    value = policy_value(pig.turn(), 100, (n,), found.hold_at)
    proved = residual(pig.turn(), 100, (n,), value) <= LARGEST_RESIDUAL
    return float(value[0, 0]) if proved else float("nan")


def local_minima(wins: Callable[[int], float]) -> Numbers:
    """The n for which a best response wins less than for their neighbours."""
    by_n = {n: wins(n) for n in range(1, 101)}
    return tuple(n for n in range(2, 100) if by_n[n - 1] > by_n[n] < by_n[n + 1])


def best_pair() -> Numbers:
    """The pair from 20 to 30 against which a best response wins least."""
    return min(combinations_with_replacement(range(20, 31), 2), key=lambda pair: wins(*pair))


def crossover_again() -> Numbers:
    """The least number n of players for which no deviator wins more than 1/n; nothing if that is not proved.

    It follows from the values for 2 to 120 players, which are proved if a plain backup reproduces each.
    """
    players = np.arange(2, 121)
    value, _, _ = Deviations(pig.turn(), 100).solve(players)
    if crowd_residual(pig.turn(), 100, players, value) > LARGEST_RESIDUAL:
        return ()
    pays = value[0] > 1.0 / players + LEAST_GAIN
    return (int(players[pays][-1]) + 1,)


@cache
def cycle() -> Cycle:
    """Symmetric value iteration from hold at 25."""
    return symmetric_value_iteration(pig.turn(), 100)


@cache
def cycle_from_43() -> Cycle:
    """Symmetric value iteration from the best response to hold at 43, its values and its turn totals."""
    response = best_response(pig.turn(), 100, (43,))
    return sweep_from(pig.turn(), response.value, response.hold_at)


class Swept(NamedTuple):
    """The cycle of symmetric value iteration, recomputed by the certificate's route.

    Attributes
    ----------
    value : float64[banked, opponent], of the last sweep
    first, second : int16[banked, opponent], turn totals to hold at, of the sweep that closes the cycle and of
        the last one
    """

    value: Array
    first: Shorts
    second: Shorts


@cache
def swept() -> Swept:
    """The last two sweeps of the cycle, each from the one before it, by the certificate's route."""
    found = cycle()
    one, other = (found.value, found.hold_at), (found.second_value, found.second_hold_at)
    (value, _, second), (_, _, first) = (
        answers(pig.turn(), before[0], after[0], before[1], after[1])
        for before, after in ((one, other), (other, one))
    )
    return Swept(value, first, second)


def mean_difference_again() -> Numbers:
    """Mean difference of the cycling policies' values, by the certificate's route."""
    return (float(np.abs(swept().value - cycle().value).mean()),)


def at_47_69(*policies: Shorts) -> Numbers:
    """Both policies at (47, 69) and at (69, 47); first the one that holds earlier at (47, 69)."""
    one, other = sorted(policies, key=lambda policy: int(policy[47, 69]))
    return tuple(int(policy[at]) for at in ((47, 69), (69, 47)) for policy in (one, other))


def cycling_against_25(wins: Callable[[Shorts], float]) -> Numbers:
    """Win probability of each cycling policy against hold at 25."""
    return tuple(sorted(wins(policy) for policy in (cycle().hold_at, cycle().second_hold_at)))


def wins_against_25(hold_at: Shorts) -> float:
    """Win probability of a policy against hold at 25."""
    return by_solver(Strategy.pure(hold_at), Strategy.pure(np.full((100, 100), 25)))


def wins_against_25_again(hold_at: Shorts) -> float:
    """Win probability of a policy against hold at 25, by backward substitution."""
    return float(policy_value(pig.turn(), 100, (25,), hold_at)[0, 0])


Wins = Callable[[Strategy, Strategy], float]


def by_solver(own: Strategy, other: Strategy) -> float:
    """Win probability of one strategy against another."""
    return float(value_against(pig.turn(), own, other)[0, 0])


def by_backup(own: Strategy, other: Strategy) -> float:
    """Win probability of one strategy against another; NaN unless a backup in NumPy gives the same values."""
    value, ends, apart = value_against(pig.turn(), own, other), play_out(pig.turn(), 100), np.zeros(100)
    banked = np.arange(100)
    for opponent in range(100):
        hold_at = np.minimum(own.hold_at[:, opponent, 0], 100 - banked)
        worth = best_holding(ends, after_opponent(ends, other, opponent, value))
        apart[opponent] = np.abs(worth[banked, hold_at - 1] - value[:, opponent]).max()
    return float(value[0, 0]) if apart.max() <= LARGEST_RESIDUAL_OF_A_PAIR else float("nan")


def _first_and_second(found: Cycle) -> tuple[Strategy, Strategy]:
    """The cycling policies, first the one that holds earlier at (47, 69)."""
    first, second = sorted((found.hold_at, found.second_hold_at), key=lambda policy: int(policy[47, 69]))
    return Strategy.pure(first), Strategy.pure(second)


def one_cycling_against_the_other(found: Cycle, wins: Wins) -> Numbers:
    """Win probability of the first cycling policy against the second."""
    return (wins(*_first_and_second(found)),)


def against_the_mix(hold_at: Shorts, wins: Wins) -> Numbers:
    """Win probabilities of a policy against the even mix of the cycling policies.

    Parameters
    ----------
    hold_at : int16[banked, opponent], the policy
    wins : function that returns the win probability of one strategy against another

    Returns
    -------
    Against the mix drawn at every pair of scores, and against the mix drawn once for the game
    """
    policy, (first, second) = Strategy.pure(hold_at), _first_and_second(cycle())
    kept = (wins(policy, first) + wins(policy, second)) / 2.0
    return wins(policy, first.mixed_with(second, 0.5)), kept


@cache
def commitment() -> Stackelberg:
    """Stackelberg policies: a leader who commits to a turn total, and a follower who responds."""
    return stackelberg(pig.turn(), 100)


@cache
def commitment_again() -> tuple[float, int]:
    """The follower's win probability, and in how many states the policies differ by one, by one backup."""
    value, answering, committing = backup(pig.turn(), commitment().value)
    return float(value[0, 0]), int((np.abs(answering - committing) == 1).sum())


def both_chances(one: float) -> Numbers:
    """The other player's win probability, and the one given."""
    return (1.0 - one, one)


def committing_against_first() -> Numbers:
    """Win probabilities of the first cycling policy and the leader against each other."""
    return both_chances(by_solver(Strategy.pure(commitment().leader_hold_at), _first_and_second(cycle())[0]))


def mix_against_answering() -> Numbers:
    """Win probabilities of the mix, drawn at every pair of scores, and the follower against each other."""
    anew, _ = against_the_mix(commitment().hold_at, by_solver)
    return both_chances(float(anew))
