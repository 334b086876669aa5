"""How each published figure is computed: by a solver and, where the print is wrong, by a second route.

The second route shares nothing with the solver. Each figure is an entry in FIGURES, as printed, and one in
COMPUTED. The functions are in `alone`, `in_turn` and `at_once`.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from solvers.alone.one_turn import best_turn
from solvers.crowd.solve import crowd
from solvers.games import pig
from solvers.published import alone, at_once, in_turn
from solvers.published.figure import Numbers
from solvers.risk.throw import attacker_losses
from solvers.turns.forward import hold_at


class Reading(NamedTuple):
    """A possible meaning of a print that its source leaves open; it must reproduce the print.

    Attributes
    ----------
    meaning : the assumption, in words
    numbers : function that computes the numbers under it
    """

    meaning: str
    numbers: Callable[[], Numbers]


class Computed(NamedTuple):
    """How a figure is computed.

    Attributes
    ----------
    numbers : function that computes it by the solver
    again : function that computes it by another route, if the print is wrong
    route : the other route in words
    readings : possible meanings of the print, if its source leaves it open
    """

    numbers: Callable[[], Numbers]
    again: Callable[[], Numbers] | None = None
    route: str = ""
    readings: tuple[Reading, ...] = ()


FRACTIONS = "backward induction in fractions"
HALVES = "halving an interval in fractions"
SWEEP = "the same sweep in plain NumPy, all outcomes of both turns added up"
PAIRS = "one backup in plain NumPy over all pairs of turn totals"
VALUED = "the policy's value by backward substitution"
BACKUP = (
    "one backup in plain NumPy of what a deviator among 2 to 120 players wins; from there on nothing"
    " beyond 1/n"
)
POLICY = (
    "the stored policy's value, all outcomes of both players added up, which no other turn total to hold at"
    " improves"
)
PLAYED = "one backup in plain NumPy of one policy's value against the other"
FROM_43 = (
    "the iteration starts from the best response to hold at 43, its values and its turn totals, which gives"
    " 141 states, too"
)
FIRST = "it is the first cycling policy, from hold at 25, and the one who commits against each other"
ANEW = (
    "it is the mix of the cycling policies, drawn anew at every pair of scores, and the one who answers"
    " against each other"
)


COMPUTED: dict[str, Computed] = {
    "tt-value": Computed(lambda: (alone.turn().expected_score,)),
    "tt-threshold": Computed(lambda: (alone.turn().threshold,)),
    "tt-restricted-2": Computed(alone.restricted),
    "tt-restricted-3": Computed(
        partial(alone.restricted, "m5"), partial(alone.restricted_in_fractions, "m5"), FRACTIONS
    ),
    "tt-restricted-4": Computed(partial(alone.restricted, "m5", "m1")),
    "tt-restricted-5": Computed(partial(alone.restricted, "m5", "m1", "m55")),
    "tt-restricted-6": Computed(partial(alone.restricted, "m5", "m1", "m55", "m51")),
    "tt-table6": Computed(alone.table_6, alone.table_6_in_fractions, FRACTIONS),
    "tt-never-optimal": Computed(alone.never_best),
    "tt-frequencies": Computed(alone.table_5),
    "pig-turn": Computed(lambda: (best_turn(pig.turn()).expected_score,)),
    "pig-turn-threshold": Computed(lambda: (best_turn(pig.turn()).threshold,)),
    "pig-turn-growth": Computed(alone.growth, alone.growth_by_halves, HALVES),
    "piglet-000": Computed(partial(in_turn.coin_at, 0, 0, 0)),
    "piglet-001": Computed(partial(in_turn.coin_at, 0, 0, 1)),
    "piglet-010": Computed(partial(in_turn.coin_at, 0, 1, 0)),
    "piglet-011": Computed(partial(in_turn.coin_at, 0, 1, 1)),
    "piglet-100": Computed(partial(in_turn.coin_at, 1, 0, 0)),
    "piglet-110": Computed(partial(in_turn.coin_at, 1, 1, 0)),
    "progressive-15-70": Computed(partial(in_turn.changes, 15, 70)),
    "pig-race": Computed(lambda: (in_turn.race().win_probability,)),
    "pig-race-78-99": Computed(partial(in_turn.action, 78, 99, 20)),
    "pig-race-policy-41-49": Computed(partial(in_turn.holding, 41, 49, below=30)),
    **{f"hold20-{gain}": Computed(partial(alone.ending, gain)) for gain in (0, *range(20, 26))},
    "showdown-21": Computed(lambda: (float(at_once.one_turn().hold_at_probability[20]),)),
    "showdown-pure": Computed(
        lambda: (at_once.advantage(int(at_once.one_turn().response_wins.argmin()) + 1)[0],)
    ),
    "showdown-20": Computed(lambda: at_once.advantage(20)[:1] if at_once.advantage(20)[1] == 1 else ()),
    "sim2-hold25": Computed(lambda: (at_once.wins(25),)),
    "sim2-best-n": Computed(lambda: (min(range(1, 101), key=at_once.wins),)),
    "sim2-local-minima": Computed(
        partial(at_once.local_minima, at_once.wins), partial(at_once.local_minima, at_once.wins_again), POLICY
    ),
    "sim2-cycle-states": Computed(lambda: (at_once.cycle().cycling_states,)),
    "sim2-cycle-47-69": Computed(
        lambda: at_once.at_47_69(at_once.cycle().hold_at, at_once.cycle().second_hold_at),
        lambda: at_once.at_47_69(at_once.swept().first, at_once.swept().second),
        SWEEP,
    ),
    "sim2-cycle-vs-25": Computed(
        partial(at_once.cycling_against_25, at_once.wins_against_25),
        partial(at_once.cycling_against_25, at_once.wins_against_25_again),
        VALUED,
    ),
    "sim2-cycle-even": Computed(
        lambda: at_once.one_cycling_against_the_other(at_once.cycle(), at_once.by_solver),
        lambda: at_once.one_cycling_against_the_other(at_once.cycle(), at_once.by_backup),
        PLAYED,
        (
            Reading(
                FROM_43,
                lambda: at_once.one_cycling_against_the_other(at_once.cycle_from_43(), at_once.by_solver),
            ),
        ),
    ),
    "sim2-cycle-mae": Computed(
        lambda: (at_once.cycle().mean_difference,),
        at_once.mean_difference_again,
        SWEEP,
        (Reading(FROM_43, lambda: (at_once.cycle_from_43().mean_difference,)),),
    ),
    "sim2-cycle-largest": Computed(lambda: (at_once.cycle().largest_difference,)),
    "sim2-stackelberg": Computed(
        lambda: at_once.both_chances(at_once.commitment().win_probability),
        lambda: at_once.both_chances(at_once.commitment_again()[0]),
        PAIRS,
        (Reading(FIRST, at_once.committing_against_first), Reading(ANEW, at_once.mix_against_answering)),
    ),
    "sim2-stackelberg-states": Computed(lambda: (at_once.commitment().differing_states,)),
    "sim2-stackelberg-by-one": Computed(
        lambda: (at_once.commitment().differing_by_one,), lambda: (at_once.commitment_again()[1],), PAIRS
    ),
    "sim2-answering-mix": Computed(
        lambda: at_once.against_the_mix(at_once.commitment().hold_at, at_once.by_solver)
    ),
    "sim2-committing-mix": Computed(
        lambda: at_once.against_the_mix(at_once.commitment().leader_hold_at, at_once.by_solver),
        lambda: at_once.against_the_mix(at_once.commitment().leader_hold_at, at_once.by_backup),
        PLAYED,
    ),
    "sim3-25-25": Computed(lambda: (at_once.wins(25, 25),)),
    "sim3-20-30": Computed(lambda: (at_once.wins(20, 30),)),
    "sim3-best": Computed(at_once.best_pair),
    "risk-3v2": Computed(lambda: tuple(int(chance * 6**5) for chance in attacker_losses(3, 2))),
    "simn-crossover": Computed(lambda: (crowd(pig.turn(), 100).players,), at_once.crossover_again, BACKUP),
    "simn-hold100-reach": Computed(lambda: (float(hold_at(pig.turn(), 100).score[100]),)),
}
