"""How each published figure is computed: by a solver, and where the print is wrong by a second route that shares nothing with it.

A figure more is an entry more: in FIGURES what was printed, here in COMPUTED how it comes out.
"""

from collections.abc import Callable
from functools import cache, partial
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from flows.published.figures import Numbers
from flows.published.table_5 import CONFIGURATIONS
from flows.published.table_6 import cells
from solvers.certificates.crowd import residual as crowd_residual
from solvers.certificates.simultaneous import policy_value, residual
from solvers.certificates.stackelberg import backup
from solvers.certificates.symmetric_value_iteration import answers
from solvers.contests.crowd import Deviations, crowd
from solvers.contests.race import Race, optimal_play
from solvers.contests.race_policy import Inside
from solvers.contests.simultaneous import best_response
from solvers.contests.solitaire import SolitaireTurn, best_turn
from solvers.equilibria.against import value_against
from solvers.equilibria.showdown import Showdown, showdown
from solvers.equilibria.stackelberg import Stackelberg, stackelberg
from solvers.equilibria.strategy import Strategy
from solvers.equilibria.symmetric_value_iteration import Cycle, symmetric_value_iteration
from solvers.exact import race as exact_race
from solvers.exact import solitaire as exact_solitaire
from solvers.exact.answer import largest_difference
from solvers.games import pig, piglet, ten_thousand
from solvers.risk.throw import attacker_losses
from solvers.turns.forward import hold_at


class Computed(NamedTuple):
    """Where a figure comes from.

    Attributes
    ----------
    numbers : by the solver
    again : by another route, where the print is to be refuted
    route : what that route is
    """

    numbers: Callable[[], Numbers]
    again: Callable[[], Numbers] | None = None
    route: str = ""


FRACTIONS = "backward induction in fractions"
SWEEP = "the same sweep in plain NumPy, all outcomes of both turns added up"
PAIRS = "one backup in plain NumPy over all pairs of turn totals"
VALUED = "the policy's value by backward substitution"
BACKUP = "one backup in plain NumPy of what a deviator among 2 to 120 players wins; from there on nothing beyond 1/n"
POLICY = "the stored policy's value, all outcomes of both players added up, which no other turn total to hold at improves"


@cache
def _turn(*moves: str) -> SolitaireTurn:
    """Ten Thousand with these moves, or all."""
    return best_turn(ten_thousand.turn(moves) if moves else ten_thousand.turn())


def _restricted(*moves: str) -> Numbers:
    return (best_turn(ten_thousand.turn(moves)).expected_score,)


def _restricted_exactly(*moves: str) -> Numbers:
    return (float(exact_solitaire.thrown(ten_thousand.turn(moves))[0, 0]),)


def _table_5() -> Numbers:
    counted = [ten_thousand.frequencies(dice) for dice in range(1, ten_thousand.DICE + 1)]
    rows = [(ten_thousand.score(own), *(found.get(own, 0) for found in counted)) for own in CONFIGURATIONS]
    return tuple(number for row in rows for number in row)


def _table_6() -> Numbers:
    found = _turn()
    numbers = [found.expected_score]
    for cell in cells():
        numbers += [float(found.value[cell]), int(found.policy[cell])]
    return tuple(numbers)


def _table_6_exactly() -> Numbers:
    turn = ten_thousand.turn()
    value = exact_solitaire.thrown(turn)
    numbers = [float(value[0, 0])]
    for turn_total, index in cells():
        worth = exact_solitaire.choices(turn.positions[index], turn_total, value)
        best = max(worth, key=lambda action: worth[action])
        numbers += [float(worth[best]), best]
    return tuple(numbers)


@cache
def _race() -> Race:
    return optimal_play(pig.turn(), 100)


@cache
def _coin() -> exact_race.ExactRace | None:
    """Piglet to 2, in fractions; None if what the solver finds in floats is something else."""
    floats = optimal_play(piglet.turn(), 2).value
    exact = exact_race.solve(piglet.turn(), 2, floats)
    return exact if largest_difference(floats, exact.value) <= 1e-15 else None


def _coin_at(banked: int, opponent: int, turn_total: int) -> Numbers:
    exact = _coin()
    if exact is None:
        return ()
    return (exact.standing(banked, opponent, turn_total) if turn_total else exact.value[banked, opponent],)


def _holding(banked: int, opponent: int, below: int) -> Numbers:
    """Turn totals at which the policy to 100 holds."""
    advantage = Inside(_race()).advantage(banked)[opponent]
    return tuple(turn_total for turn_total in range(1, below) if advantage[turn_total] <= 0)


def _ending(gain: int) -> Numbers:
    """Chance that hold at 20 ends with a gain."""
    gains = hold_at(pig.turn(), 20)
    return (float(gains.bust[20] if gain == 0 else gains.stop[20, gain - 20]),)


@cache
def _showdown() -> Showdown:
    return showdown(pig.turn(), 100)


def _advantage(n: int) -> Numbers:
    """What the best reply to hold at n wins more often than it loses in one turn each, and where it holds."""
    found = _showdown()
    return 2.0 * float(found.response_wins[n - 1]) - 1.0, int(found.response_hold_at[n - 1])


@cache
def _wins(*opponents: int) -> float:
    return best_response(pig.turn(), 100, opponents).win_probability


def _wins_again(n: int) -> float:
    """The same from the policy, by the certificate's routes; NaN if these find that it can be improved."""
    found = best_response(pig.turn(), 100, (n,))
    value = policy_value(pig.turn(), 100, (n,), found.hold_at)
    proved = residual(pig.turn(), 100, (n,), value) <= 1e-12
    return float(value[0, 0]) if proved else float("nan")


def _local_minima(wins: Callable[[int], float]) -> Numbers:
    """The n to which a best response wins less than to their neighbours."""
    by_n = {n: wins(n) for n in range(1, 101)}
    return tuple(n for n in range(2, 100) if by_n[n - 1] > by_n[n] < by_n[n + 1])


def _crossover_again() -> Numbers:
    """The least number from which no deviator wins beyond 1/n, from the values of 2 to 120 players, if a plain backup gives each again."""
    players = np.arange(2, 121)
    value, _, _ = Deviations(pig.turn(), 100).solve(players)
    if crowd_residual(pig.turn(), 100, players, value) > 1e-12:
        return ()
    pays = value[0] > 1.0 / players + 1e-12
    return (int(players[pays][-1]) + 1,)


def _best_pair() -> Numbers:
    return min(combinations_with_replacement(range(20, 31), 2), key=lambda pair: _wins(*pair))


@cache
def _cycle() -> Cycle:
    return symmetric_value_iteration(pig.turn(), 100)


@cache
def _swept() -> tuple[NDArray[np.float64], NDArray[np.int16], NDArray[np.int16]]:
    """Values of the last sweep, actions of the one that closes the cycle and of the last one, by the certificate's route."""
    found = _cycle()
    one, other = (found.value, found.hold_at), (found.second_value, found.second_hold_at)
    (value, _, second), (_, _, first) = (
        answers(pig.turn(), before[0], after[0], before[1], after[1]) for before, after in ((one, other), (other, one))
    )
    return value, first, second


def _at_47_69(*policies: NDArray[np.int16]) -> Numbers:
    """Both policies at (47, 69) and at (69, 47); first the one that holds earlier at (47, 69)."""
    one, other = sorted(policies, key=lambda policy: int(policy[47, 69]))
    return tuple(int(policy[at]) for at in ((47, 69), (69, 47)) for policy in (one, other))


def _cycling_against_25(wins: Callable[[NDArray[np.int16]], float]) -> Numbers:
    return tuple(sorted(wins(policy) for policy in (_cycle().hold_at, _cycle().second_hold_at)))


def _wins_against_25(hold_at: NDArray[np.int16]) -> float:
    return float(value_against(pig.turn(), Strategy.pure(hold_at), Strategy.pure(np.full((100, 100), 25)))[0, 0])


def _wins_against_25_again(hold_at: NDArray[np.int16]) -> float:
    return float(policy_value(pig.turn(), 100, (25,), hold_at)[0, 0])


@cache
def _stackelberg() -> Stackelberg:
    return stackelberg(pig.turn(), 100)


@cache
def _stackelberg_again() -> tuple[float, int]:
    """Chance of the one who answers, and in how many states the policies differ by one, from a backup of the values."""
    value, answering, committing = backup(pig.turn(), _stackelberg().value)
    return float(value[0, 0]), int((np.abs(answering - committing) == 1).sum())


def _both_chances(answering: float) -> Numbers:
    return (1.0 - answering, answering)


COMPUTED: dict[str, Computed] = {
    "tt-value": Computed(lambda: (_turn().expected_score,)),
    "tt-threshold": Computed(lambda: (_turn().threshold,)),
    "tt-restricted-2": Computed(_restricted),
    "tt-restricted-3": Computed(partial(_restricted, "m5"), partial(_restricted_exactly, "m5"), FRACTIONS),
    "tt-restricted-4": Computed(partial(_restricted, "m5", "m1")),
    "tt-restricted-5": Computed(partial(_restricted, "m5", "m1", "m55")),
    "tt-restricted-6": Computed(partial(_restricted, "m5", "m1", "m55", "m51")),
    "tt-table6": Computed(_table_6, _table_6_exactly, FRACTIONS),
    "tt-frequencies": Computed(_table_5),
    "pig-turn": Computed(lambda: (best_turn(pig.turn()).expected_score,)),
    "pig-turn-threshold": Computed(lambda: (best_turn(pig.turn()).threshold,)),
    "piglet-000": Computed(partial(_coin_at, 0, 0, 0)),
    "piglet-001": Computed(partial(_coin_at, 0, 0, 1)),
    "piglet-010": Computed(partial(_coin_at, 0, 1, 0)),
    "piglet-011": Computed(partial(_coin_at, 0, 1, 1)),
    "piglet-100": Computed(partial(_coin_at, 1, 0, 0)),
    "piglet-110": Computed(partial(_coin_at, 1, 1, 0)),
    "pig-race": Computed(lambda: (_race().win_probability,)),
    "pig-race-policy-41-49": Computed(partial(_holding, 41, 49, below=30)),
    **{f"hold20-{gain}": Computed(partial(_ending, gain)) for gain in (0, *range(20, 26))},
    "showdown-21": Computed(lambda: (float(_showdown().hold_at_probability[20]),)),
    "showdown-pure": Computed(lambda: (_advantage(int(_showdown().response_wins.argmin()) + 1)[0],)),
    "showdown-20": Computed(lambda: _advantage(20)[:1] if _advantage(20)[1] == 1 else ()),
    "sim2-hold25": Computed(lambda: (_wins(25),)),
    "sim2-best-n": Computed(lambda: (min(range(1, 101), key=_wins),)),
    "sim2-local-minima": Computed(partial(_local_minima, _wins), partial(_local_minima, _wins_again), POLICY),
    "sim2-cycle-states": Computed(lambda: (_cycle().cycling_states,)),
    "sim2-cycle-47-69": Computed(lambda: _at_47_69(_cycle().hold_at, _cycle().second_hold_at), lambda: _at_47_69(*_swept()[1:]), SWEEP),
    "sim2-cycle-vs-25": Computed(
        partial(_cycling_against_25, _wins_against_25), partial(_cycling_against_25, _wins_against_25_again), VALUED
    ),
    "sim2-cycle-mae": Computed(lambda: (_cycle().mean_difference,), lambda: (float(np.abs(_swept()[0] - _cycle().value).mean()),), SWEEP),
    "sim2-cycle-largest": Computed(lambda: (_cycle().largest_difference,)),
    "sim2-stackelberg": Computed(
        lambda: _both_chances(_stackelberg().win_probability), lambda: _both_chances(_stackelberg_again()[0]), PAIRS
    ),
    "sim2-stackelberg-states": Computed(lambda: (_stackelberg().differing_states,)),
    "sim2-stackelberg-by-one": Computed(lambda: (_stackelberg().differing_by_one,), lambda: (_stackelberg_again()[1],), PAIRS),
    "sim3-25-25": Computed(lambda: (_wins(25, 25),)),
    "sim3-20-30": Computed(lambda: (_wins(20, 30),)),
    "sim3-best": Computed(_best_pair),
    "risk-3v2": Computed(lambda: tuple(int(chance * 6**5) for chance in attacker_losses(3, 2))),
    "simn-crossover": Computed(lambda: (crowd(pig.turn(), 100).players,), _crossover_again, BACKUP),
    "simn-hold100-reach": Computed(lambda: (float(hold_at(pig.turn(), 100).score[100]),)),
}
