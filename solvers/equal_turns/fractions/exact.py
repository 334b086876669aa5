"""Equal turns in fractions, by policy iteration that starts from values in floats.

As in `race.exact`, the value of a turn under a fixed policy is an affine function of the value of its bust
and, if a throw can wipe, of the values after wipes. At a pair of scores the lines of both players' turns meet
in one point. One player's policy is improved until it is a best response to the other's, then the other's. At
the end every optimality equation holds exactly, whatever the floats were.

Coefficients of a line: the constant, the value of a bust, then the values after a wipe of the second player,
which are V(i, 0) by the first's score, and those after a wipe of the first, S(j, 0) by the second's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.fractions.exact_beyond import After
from solvers.equal_turns.fractions.exact_turn import ZERO, Line, Worth, best_turn, known, unknown
from solvers.errors import NotConverged, expected
from solvers.games.linear import solve_linear
from solvers.games.turn import Turn

# Most rounds of the values after a wipe; three are usual.
MOST_ROUNDS = 30
# Outcomes and ways of all turns, times the length of the fractions: half a minute on an idle core.
MOST_WORK = 10_000_000
FRACTIONS = NDArray[np.object_]


@dataclass(frozen=True)
class ExactContest:
    """Optimal play with equal turns in fractions.

    Attributes
    ----------
    value : Fraction[banked, opponent], the first player's chance to win when about to move
    second_value : Fraction[banked, opponent], the second's when about to move, `banked` its own score
    last_value : Fraction[behind], the second's chance to win in the last turn, for 1 to the goal points
        behind
    tie_value : value of a tie to the first player
    improved : number of pairs of scores at which the policies that are best by the values in floats are not
        optimal
    """

    value: FRACTIONS
    second_value: FRACTIONS
    last_value: FRACTIONS
    tie_value: Fraction
    improved: int


def most_goal(turn: Turn) -> int:
    """The largest goal that takes at most about half a minute.

    >>> from solvers.games import pig
    >>> most_goal(pig.turn())
    39
    """
    steps = sum(
        1 + len(turn.positions[outcome.position].ways) for throw in turn.throws for outcome in throw.outcomes
    )
    beyond = turn.critical_threshold() // 2
    goals = (goal for goal in range(2, 100) if (goal + beyond) * goal**2.7 * steps > MOST_WORK)
    wiping = (goal for goal in range(2, 100) if (goal + beyond) * goal**3.7 * steps > MOST_WORK)
    return next(wiping if turn.wipes else goals, 100) - 1


def solve(
    turn: Turn, goal: int, tie: Tie, value: Array, second_value: Array, tie_value: float
) -> ExactContest:
    """Solve equal turns exactly.

    Parameters
    ----------
    turn : any turn
    goal : points to reach, 2 or more
    tie : the tie rule
    value, second_value : float64[banked, opponent], values from the solver in floats
    tie_value : value of a tie from the solver in floats

    Raises
    ------
    InvalidRules
        if the goal is less than 2 or the guesses have another shape
    NotConverged
        if the value of a tie, or the values after a wipe, do not converge

    Examples
    --------
    Piglet to 2 with a tie for the second player, from guesses that are far off.

    >>> from solvers.games import piglet
    >>> blind = np.full((2, 2), 0.5)
    >>> print(solve(piglet.turn(), 2, Tie.LAST, blind, blind, 0.5).value[0, 0])
    21/50
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    for guess in (value, second_value):
        if guess.shape != (goal, goal):
            raise expected("guess", f"an array of {goal} by {goal}", guess.shape)
    after = After(turn, goal, tie, Fraction(float(np.nan_to_num(tie_value, nan=0.5))))
    first, second = _fractions(value), _fractions(second_value)
    wiped = _of_zero(first, second) if turn.wipes else []
    improved: int | None = None
    for _ in range(MOST_ROUNDS):
        found = _Pairs(turn, goal, after, wiped)
        again = sum(
            found.pair(i, total - i, first[i, total - i], second[total - i, i])
            for total in range(2 * goal - 2, -1, -1)
            for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1)
        )
        improved = again if improved is None else improved
        first, second = found.values()
        wiped, before = found.after_wipes(), wiped
        if wiped == before:
            last = np.array([after.last(behind) for behind in range(1, goal + 1)], object)
            return ExactContest(first, second, last, after.tie_value, improved)
    where = f"equal turns to {goal}"
    raise NotConverged(
        f"values after a wipe: expected to stay within {MOST_ROUNDS} rounds, got others ({where})."
    )


def _fractions(floats: Array) -> FRACTIONS:
    """The same numbers as fractions."""
    numbers = [Fraction(number) for number in np.nan_to_num(floats).ravel().tolist()]
    return np.array(numbers, object).reshape(floats.shape)


def _of_zero(first: FRACTIONS, second: FRACTIONS) -> list[Fraction]:
    """Values after a wipe, in the order of their coefficients."""
    return [*first[:, 0], *second[:, 0]]


class _Pairs:
    """The pairs of scores solved so far, for given values after a wipe."""

    def __init__(self, turn: Turn, goal: int, after: After, wiped: Sequence[Fraction]) -> None:
        self.turn, self.goal, self.after, self.wiped = turn, goal, after, wiped
        self.slots = 2 + len(wiped)
        # Below the entry a player may not hold: less than any chance.
        self._barred = known(-1, self.slots)
        # Indexed by the first player's score and the second's.
        self._first: dict[tuple[int, int], Worth] = {}
        self._second: dict[tuple[int, int], Worth] = {}

    def values(self) -> tuple[FRACTIONS, FRACTIONS]:
        """Values of all pairs, Fraction[banked, opponent] each."""
        first, second = np.empty((2, self.goal, self.goal), object)
        for i, j in self._first:
            first[i, j], second[j, i] = self._first[i, j].value, self._second[i, j].value
        return first, second

    def pair(self, i: int, j: int, first: Fraction, second: Fraction) -> bool:
        """Solve a pair of scores; return whether the policies that the guesses imply had to be improved."""
        own, theirs = self._first_turn(i, j, 1 - second), self._second_turn(i, j, 1 - first)
        improved = False
        while True:
            u, v = self._meet(own, theirs)
            better = self._first_turn(i, j, 1 - v.value)
            if better.value > u.value:
                own, improved = better, True
                continue
            better = self._second_turn(i, j, 1 - u.value)
            if better.value > v.value:
                theirs, improved = better, True
                continue
            self._first[i, j], self._second[i, j] = u, v
            return improved

    def after_wipes(self) -> list[Fraction]:
        """The values after a wipe that agree with the lines of the states they belong to."""
        if not self.wiped:
            return []
        scores = range(self.goal)
        lines = [self._first[i, 0].line for i in scores] + [self._second[0, j].line for j in scores]
        left = [
            [Fraction(row == column) - slope for column, slope in enumerate(line[2:])]
            for row, line in enumerate(lines)
        ]
        return solve_linear(left, [line[0] for line in lines])

    def _first_turn(self, i: int, j: int, bust: Fraction) -> Worth:
        lost = unknown(bust, 1, self.slots)

        def held(x: int) -> Worth:
            if x == i:
                return lost
            if x < self.turn.entry:
                return self._barred
            if x < self.goal:
                return self._second[x, j].left_to_other()
            return known(1 - self.after.last(x - j), self.slots)

        least, wiped = self.turn.least_score, self._wiped(self.goal + j)
        return best_turn(self.turn, (i, self.after.top), held, held(i + least), wiped)

    def _second_turn(self, i: int, j: int, bust: Fraction) -> Worth:
        lost = unknown(bust, 1, self.slots)

        def held(y: int) -> Worth:
            if y == j:
                return lost
            if y < self.turn.entry:
                return self._barred
            return self._first[i, y].left_to_other() if y < self.goal else known(1, self.slots)

        return best_turn(self.turn, (j, self.goal), held, held(j + self.turn.least_score), self._wiped(i))

    def _wiped(self, index: int) -> Worth:
        """Value of a wipe to the wiped player, by the index of the other's value among those after a wipe."""
        if not self.wiped:
            return known(0, self.slots)
        return unknown(self.wiped[index], 2 + index, self.slots).left_to_other()

    def _meet(self, own: Worth, theirs: Worth) -> tuple[Worth, Worth]:
        """The point on both lines: u = own at a bust of 1 - v, v = theirs at a bust of 1 - u."""
        (a, b, *slopes), (c, d, *others) = own.line, theirs.line
        constants = [a + b, *slopes], [c + d, *others]
        u = [(mine - b * other) / (1 - b * d) for mine, other in zip(*constants, strict=True)]
        v = [other - d * mine for other, mine in zip(constants[1], u, strict=True)]
        return self._at(u), self._at(v)

    def _at(self, line: list[Fraction]) -> Worth:
        value = line[0] + sum(
            (slope * known for slope, known in zip(line[1:], self.wiped, strict=True)), ZERO
        )
        whole: Line = (line[0], ZERO, *line[1:])
        return Worth(value, whole)
