"""How published figures about races are computed: Piglet, Pig and Progressive Pig, two players in turn."""

from functools import cache

import numpy as np

from solvers.arrays import Flags
from solvers.games import pig, piglet, progressive_pig
from solvers.published.figure import Numbers
from solvers.questions.exact import largest_difference
from solvers.race import exact
from solvers.race.policy import inside
from solvers.race.solve import Race, optimal_play

# Largest difference between the solver's floats and the fractions for Piglet to 2.
LARGEST_DIFFERENCE = 1e-15


@cache
def _coin() -> exact.ExactRace | None:
    """Piglet to 2, in fractions; None if the solver's floats differ."""
    floats = optimal_play(piglet.turn(), 2).value
    found = exact.solve(piglet.turn(), 2, floats)
    return found if largest_difference(floats, found.value) <= LARGEST_DIFFERENCE else None


def coin_at(banked: int, opponent: int, turn_total: int) -> Numbers:
    """Win probability at a state of Piglet to 2."""
    found = _coin()
    if found is None:
        return ()
    return (found.standing(banked, opponent, turn_total) if turn_total else found.value[banked, opponent],)


@cache
def race() -> Race:
    """Pig to 100."""
    return optimal_play(pig.turn(), 100)


@cache
def _progressive() -> Race:
    return optimal_play(progressive_pig.turn(), 100)


def holding(banked: int, opponent: int, below: int) -> Numbers:
    """Turn totals at which Pig's policy holds."""
    rolls = _rolls(race(), banked, opponent)
    return tuple(turn_total for turn_total in range(1, below) if not rolls[turn_total])


def action(banked: int, opponent: int, turn_total: int) -> Numbers:
    """The action of Pig's policy, HOLD or ROLL."""
    return (int(_rolls(race(), banked, opponent)[turn_total]),)


def changes(banked: int, opponent: int) -> Numbers:
    """Turn totals at which the policy of Progressive Pig changes its action; it begins with a roll."""
    rolls = _rolls(_progressive(), banked, opponent)
    return tuple(int(turn_total) for turn_total in 1 + np.flatnonzero(np.diff(rolls[: 100 - banked])))


def _rolls(race: Race, banked: int, opponent: int) -> Flags:
    """HOLD or ROLL by turn total."""
    rolls: Flags = inside(race).rolls(banked)[opponent]
    return rolls
