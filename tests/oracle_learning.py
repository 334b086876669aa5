"""Slow and obvious answers about learning, in fractions. Nothing of the project is imported.

A game is (goal, throw); a throw is a list of (probability, gain), and what they leave is a bust. States are
(banked, opponent, turn total).
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

State = tuple[int, int, int]
Throw = list[tuple[Fraction, int]]
Estimates = dict[State, Fraction]


def states(goal: int) -> list[State]:
    """In the order of the paper's three loops."""
    return [(i, j, k) for i, j, k in product(range(goal), repeat=3) if i + k < goal]


def chance(estimates: Mapping[State, Fraction], goal: int, state: State) -> Fraction:
    """The paper's pWin: the estimate, or what a finished game says."""
    i, j, k = state
    if i + k >= goal:
        return Fraction(1)
    return Fraction(0) if j >= goal else estimates[state]


def by_action(
    estimates: Mapping[State, Fraction], goal: int, throw: Throw, state: State
) -> tuple[Fraction, Fraction]:
    """What holding and throwing are worth."""
    i, j, k = state
    bust = 1 - sum(p for p, _ in throw)
    roll = bust * (1 - chance(estimates, goal, (j, i, 0))) + sum(
        p * chance(estimates, goal, (i, j, k + gain)) for p, gain in throw
    )
    return 1 - chance(estimates, goal, (j, i + k, 0)), roll


def value_iteration(goal: int, throw: Throw, in_place: bool) -> Iterator[Estimates]:
    """The estimates after 0, 1, 2, ... sweeps."""
    estimates = dict.fromkeys(states(goal), Fraction(0))
    while True:
        yield dict(estimates)
        read = estimates if in_place else dict(estimates)
        for state in states(goal):
            estimates[state] = max(by_action(read, goal, throw, state))


def still_exploring(goal: int, throw: Throw, exploration: float, sweeps: int) -> dict[State, float]:
    """Values of the best players who choose at random with that chance, except at turn total 0, where they
    throw.
    """
    estimates = {state: 0.5 for state in states(goal)}
    throw_in_floats = [(float(p), gain) for p, gain in throw]
    for _ in range(sweeps):
        for state in states(goal):
            hold, roll = by_action(estimates, goal, throw_in_floats, state)  # type: ignore[arg-type]
            best = (
                roll
                if state[2] == 0
                else (1 - exploration) * max(hold, roll) + exploration * (hold + roll) / 2
            )
            estimates[state] = float(best)
    return estimates
