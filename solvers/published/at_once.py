"""How the published figures of simultaneous Pig are computed.

They are about one turn each, best responses to hold at n, equilibria, and the crowd: so many players that all
hold at 100.
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

# A policy's value that one backup changes by no more, which is rounding, is proved.
LARGEST_RESIDUAL = 1e-12
# A deviator wins more than a fair share only if by more than rounding.
LEAST_GAIN = 1e-12
# The value of one policy against another, both known, is nearer to its backup.
LARGEST_RESIDUAL_OF_A_PAIR = 1e-14


@cache
def one_turn() -> Showdown:
    """One turn of Pig each."""
    return showdown(pig.turn(), 100)


def advantage(n: int) -> Numbers:
    """What the best reply to hold at n wins more often than it loses in one turn each, and where it holds."""
    found = one_turn()
    return 2.0 * float(found.response_wins[n - 1]) - 1.0, int(found.response_hold_at[n - 1])


@cache
def wins(*opponents: int) -> float:
    """What the best response to these holding there wins."""
    return best_response(pig.turn(), 100, opponents).win_probability


def wins_again(n: int) -> float:
    """What the best response to hold at n wins, from its policy by the certificate's routes.

    NaN if these routes find that the policy can be improved.
    """
    found = best_response(pig.turn(), 100, (n,))
    value = policy_value(pig.turn(), 100, (n,), found.hold_at)
    proved = residual(pig.turn(), 100, (n,), value) <= LARGEST_RESIDUAL
    return float(value[0, 0]) if proved else float("nan")


def local_minima(wins: Callable[[int], float]) -> Numbers:
    """The n to which a best response wins less than to their neighbours."""
    by_n = {n: wins(n) for n in range(1, 101)}
    return tuple(n for n in range(2, 100) if by_n[n - 1] > by_n[n] < by_n[n + 1])


def best_pair() -> Numbers:
    """The two of 20 to 30 to whom a best response wins least."""
    return min(combinations_with_replacement(range(20, 31), 2), key=lambda pair: wins(*pair))


def crossover_again() -> Numbers:
    """The least number n of players from which no deviator wins more than 1/n; nothing if it is not proved.

    It is read off the values for 2 to 120 players. They are proved if a plain backup gives each again.
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
    """The cycle of symmetric value iteration once more, by the certificate's route.

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
    """What each cycling policy wins against hold at 25."""
    return tuple(sorted(wins(policy) for policy in (cycle().hold_at, cycle().second_hold_at)))


def wins_against_25(hold_at: Shorts) -> float:
    """What a policy wins against hold at 25."""
    return by_solver(Strategy.pure(hold_at), Strategy.pure(np.full((100, 100), 25)))


def wins_against_25_again(hold_at: Shorts) -> float:
    """What a policy wins against hold at 25, by backward substitution."""
    return float(policy_value(pig.turn(), 100, (25,), hold_at)[0, 0])


Wins = Callable[[Strategy, Strategy], float]


def by_solver(own: Strategy, other: Strategy) -> float:
    """What one strategy wins against another."""
    return float(value_against(pig.turn(), own, other)[0, 0])


def by_backup(own: Strategy, other: Strategy) -> float:
    """What one strategy wins against another; NaN unless one backup in plain NumPy gives all values again."""
    value, ends, apart = value_against(pig.turn(), own, other), play_out(pig.turn(), 100), np.zeros(100)
    banked = np.arange(100)
    for opponent in range(100):
        hold_at = np.minimum(own.hold_at[:, opponent, 0], 100 - banked)
        worth = best_holding(ends, after_opponent(ends, other, opponent, value))
        apart[opponent] = np.abs(worth[banked, hold_at - 1] - value[:, opponent]).max()
    return float(value[0, 0]) if apart.max() <= LARGEST_RESIDUAL_OF_A_PAIR else float("nan")


def _first_and_second(found: Cycle) -> tuple[Strategy, Strategy]:
    """The cycling policies; first the one that holds earlier at (47, 69)."""
    first, second = sorted((found.hold_at, found.second_hold_at), key=lambda policy: int(policy[47, 69]))
    return Strategy.pure(first), Strategy.pure(second)


def one_cycling_against_the_other(found: Cycle, wins: Wins) -> Numbers:
    """What the first cycling policy wins against the second."""
    return (wins(*_first_and_second(found)),)


def against_the_mix(hold_at: Shorts, wins: Wins) -> Numbers:
    """What a policy wins against the even mix of the cycling policies.

    Parameters
    ----------
    hold_at : int16[banked, opponent], the policy
    wins : what one strategy wins against another

    Returns
    -------
    Against the mix drawn anew at every pair of scores, and against the mix drawn once and kept.
    """
    policy, (first, second) = Strategy.pure(hold_at), _first_and_second(cycle())
    kept = (wins(policy, first) + wins(policy, second)) / 2.0
    return wins(policy, first.mixed_with(second, 0.5)), kept


@cache
def commitment() -> Stackelberg:
    """One who commits to a turn total, and one who answers it."""
    return stackelberg(pig.turn(), 100)


@cache
def commitment_again() -> tuple[float, int]:
    """What the one who answers wins, and in how many states the policies differ by one, from one backup."""
    value, answering, committing = backup(pig.turn(), commitment().value)
    return float(value[0, 0]), int((np.abs(answering - committing) == 1).sum())


def both_chances(one: float) -> Numbers:
    """What is left to the other, and what one wins."""
    return (1.0 - one, one)


def committing_against_first() -> Numbers:
    """What the first cycling policy and the one who commits win against each other."""
    return both_chances(by_solver(Strategy.pure(commitment().leader_hold_at), _first_and_second(cycle())[0]))


def mix_against_answering() -> Numbers:
    """What the mix, drawn anew at every pair of scores, and the one who answers win against each other."""
    anew, _ = against_the_mix(commitment().hold_at, by_solver)
    return both_chances(float(anew))
