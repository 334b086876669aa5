"""Slow and obvious answers for equal turns in games that wipe, in fractions; of the project nothing is used.

Each state is an unknown, whoever is about to move there: the first player's chance to win. The turns of both
make one linear equation for each, with fixed choices; those are solved together by elimination, and choices
that are not fixed are made anew by the solution, until it stays. So every equation of optimality holds.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from tests.oracle_equal_turns import (
    AGAIN,
    FIRST,
    LAST,
    SHARED,
    Decide,
    Played,
    Rules,
    last_turn,
    tie_worth,
    until_ahead,
)

# Seat about to move, score of the first, score of the second; None for what is known.
State = tuple[str, int, int] | None
Sum = dict[State, Fraction]
# Whether to throw, by own score, the other's and the turn total; None for the best choices.
Policy = Callable[[int, int], Decide] | None


class Wiping:
    """A contest of equal turns of one throw, at most one of whose players plays for the win.

    Parameters
    ----------
    turn_rules : a solver's turn
    goal : points to reach
    tie : code of who wins with equal scores
    first, second : their policies
    again : the first player's in further rounds, by the turn total; None where it plays for the win
    """

    def __init__(
        self, turn_rules: Any, goal: int, tie: int, first: Policy, second: Policy, again: Decide | None
    ) -> None:
        self.rules, self.goal, self.rule = Rules(turn_rules, Fraction), goal, tie
        self.policies = {"first": first, "second": second}
        worth = {FIRST: Fraction(1), LAST: Fraction(0), SHARED: Fraction(1, 2)}
        ahead = lambda target, score: until_ahead(target, score, AGAIN)  # noqa: E731
        played = Played(again, last=ahead if second is not None else None)
        self.tie: Any = worth[tie] if tie != AGAIN else tie_worth(turn_rules, True, played)
        self.last = cache(self._last)
        self.states = [(seat, i, j) for seat in self.policies for i in range(goal) for j in range(goal)]
        self.value: dict[State, Fraction] = dict.fromkeys(self.states, Fraction(1, 2))
        before = None
        while self.value != before:
            before = self.value
            self.value = self._solved({state: self.turn(state) for state in self.states})

    def _last(self, target: int, score: int) -> Fraction:
        """The first player's chance to win, the second having the last turn."""
        fixed = self.policies["second"] is not None
        decide = until_ahead(target, score, self.rule) if fixed else None
        found = last_turn(self.rules, target, score, 1 - self.tie, decide).worth()
        return 1 - Fraction(found.at(0, 1 - self.tie))

    def handed(self, seat: str, own: int, other: int) -> Sum:
        """What it is worth that a seat hands over the turn."""
        if seat == "first":
            return {("second", own, other): Fraction(1)} if own < self.goal else {None: self.last(own, other)}
        return {("first", other, own): Fraction(1)} if own < self.goal else {}

    def worth(self, one: Sum) -> Fraction:
        """By the present solution."""
        return sum((part * (self.value[state] if state else 1) for state, part in one.items()), Fraction(0))

    def turn(self, state: tuple[str, int, int]) -> Sum:
        """What the turn from a state is worth, by the choices that are best by the present solution."""
        seat, own, other = state if state[0] == "first" else (state[0], state[2], state[1])
        (bust, wipe, outcomes), sign = self.rules.throws[0], 1 if seat == "first" else -1
        decide = self.policies[seat](own, other) if self.policies[seat] else None  # type: ignore[misc]
        beyond = self.rules.far if seat == "first" and decide is None else 0

        @cache
        def thrown(x: int) -> tuple[tuple[State, Fraction], ...]:
            ends = [
                (bust, self.handed(seat, own + self.rules.least, other)),
                (wipe, self.handed(seat, 0, other)),
            ]
            out: Sum = {}
            for chance, one in [*ends, *((chance, standing(x + gain)) for chance, gain, _ in outcomes)]:
                for at, part in one.items():
                    out[at] = out.get(at, Fraction(0)) + chance * part
            return tuple(out.items())

        def standing(x: int) -> Sum:
            held = self.handed(seat, x, other)
            if x >= self.goal + beyond:
                return held
            if decide is not None:
                return dict(thrown(x)) if x < self.goal and decide(x - own, 0) else held
            on = dict(thrown(x))
            return on if sign * self.worth(on) > sign * self.worth(held) else held

        return dict(thrown(own))

    def _solved(self, equations: dict[tuple[str, int, int], Sum]) -> dict[State, Fraction]:
        """All values, by elimination."""
        rows: dict[State, Sum] = {}
        for state, equation in equations.items():
            one = dict(equation)
            # Those solved for so far are put in, and then this one is solved for itself.
            for known, row in rows.items():
                part = one.pop(known, Fraction(0))
                for at, worth in row.items():
                    one[at] = one.get(at, Fraction(0)) + part * worth
            stay = 1 - one.pop(state, Fraction(0))
            rows[state] = {at: worth / stay for at, worth in one.items()}
        out: dict[State, Fraction] = {}
        for state in reversed(list(rows)):
            parts = rows[state].items()
            out[state] = sum((worth * (out[at] if at else 1) for at, worth in parts), Fraction(0))
        return {state: out[state] for state in equations}
