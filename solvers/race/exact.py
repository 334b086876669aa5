"""The race of two players in fractions, by policy iteration that starts from the values in floats.

The value of a state depends on known states, on the value of its bust, and, if a throw can wipe, on the
values z(j) = W(j, 0) of the opponents who move after a wipe. A turn with fixed choices is a *line*: a
constant, a slope in the value of its bust, and slopes in all z(j). The lines of a mirrored pair are two
equations in two unknowns:

    u = a + b (1 - v),   v = c + d (1 - u)   =>   u = (a + b - b (c + d)) / (1 - b d).

In each pair one player's choices are improved to a best response, then the opponent's (Hoffman & Karp). Each
improvement raises the improving player's value, and there are finitely many choices, so this ends. With
wipes, this is done for given z(j). The result is linear in them as long as no choice changes; that system is
solved for the next z(j) until they stay the same. In the end every optimality equation holds exactly. The
floats only save steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.errors import NotConverged, expected
from solvers.games.linear import solve_linear
from solvers.games.turn import Position, Turn

# Largest number of rounds for the values after a wipe; three are usual.
MOST_ROUNDS = 30
# Limit of the outcomes and ways to evaluate, times the length of the fractions: half a minute on an idle
# core, at most a minute.
MOST_WORK = 40_000_000
# Constant, slope in the value of a bust, slopes in the values after a wipe.
Line = tuple[Fraction, ...]


class Worth(NamedTuple):
    """A value, and the line that it lies on."""

    value: Fraction
    line: Line


@dataclass(frozen=True)
class ExactRace:
    """Optimal play of a race in fractions.

    Attributes
    ----------
    turn, goal : the game
    value : Fraction[banked, opponent], win probability of the player about to move
    improved : pairs of states in which the best choices by the values in floats are not optimal
    """

    turn: Turn
    goal: int
    value: NDArray[np.object_]
    improved: int

    def standing(self, banked: int, opponent: int, turn_total: int, position: int = 0) -> Fraction:
        """Return the win probability at a position within a turn, before the decision."""
        known = _Known(
            self.turn,
            self.goal,
            [self.value[state, 0] for state in range(self.goal)] if self.turn.wipes else [],
        )
        for own in range(self.goal):
            for other in range(self.goal):
                value = self.value[own, other]
                known.put(own, other, Worth(value, (value, *known.zeros[1:])))
        turn = _Inside(known, banked, opponent, 1 - self.value[opponent, banked])
        return turn.standing(banked + turn_total, self.turn.positions[position]).value


def solve(turn: Turn, goal: int, guess: Array) -> ExactRace:
    """Solve a race exactly.

    Parameters
    ----------
    turn : the game's turn
    goal : points to win, 2 or more; fractions grow fast, see `docs/mathematics.md` for feasible goals
    guess : float64[banked, opponent], the solver's values

    Raises
    ------
    InvalidRules
        if the goal is less than 2 or the guess has another shape
    NotConverged
        if the values after a wipe take more than MOST_ROUNDS rounds

    Examples
    --------
    Neller, Russell & Markov 2012, section 3.3, from guesses that are far off:

    >>> from solvers.games import piglet
    >>> print(*solve(piglet.turn(), 2, np.full((2, 2), 0.5)).value.ravel())
    4/7 2/5 4/5 2/3
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if guess.shape != (goal, goal):
        raise expected("guess", f"an array of {goal} by {goal}", guess.shape)
    guessed = np.array([Fraction(value) for value in np.nan_to_num(guess).ravel().tolist()], object).reshape(
        goal, goal
    )
    wiped = list(guessed[:, 0]) if turn.wipes else []
    improved = 0
    for _ in range(MOST_ROUNDS):
        known, again = _Known(turn, goal, wiped), 0
        for total in range(2 * goal - 2, -1, -1):
            for i in range(max(0, total - goal + 1), total // 2 + 1):
                again += _pair(known, i, total - i, guessed)
        improved = improved or again
        after = _after_wipes(known, wiped)
        if after == wiped:
            return ExactRace(turn, goal, known.values(), improved)
        wiped, guessed = after, known.values()
    raise NotConverged(
        f"values after a wipe: expected to stay within {MOST_ROUNDS} rounds, got others (race to {goal})."
    )


def most_goal(turn: Turn) -> int:
    """Return the largest goal that takes at most about half a minute; the exponents were measured.

    >>> from solvers.games import pig, two_dice_pig
    >>> most_goal(pig.turn()), most_goal(two_dice_pig.turn())
    (60, 22)
    """
    steps = sum(
        1 + len(turn.positions[outcome.position].ways) for throw in turn.throws for outcome in throw.outcomes
    )
    return int((MOST_WORK / steps) ** (1 / (4.7 if turn.wipes else 3.7)))


class _Known:
    """The values of the states solved so far, for given values after a wipe."""

    def __init__(self, turn: Turn, goal: int, wiped: Sequence[Fraction]) -> None:
        self.turn, self.goal, self.wiped = turn, goal, wiped
        self.zeros: Line = (Fraction(0),) * (2 + len(wiped))
        self.won = Worth(Fraction(1), (Fraction(1), *self.zeros[1:]))
        self._handed: dict[tuple[int, int], Worth] = {}
        self._value: dict[tuple[int, int], Worth] = {}
        # By points lacking: the probability that a throw wins, whatever its position.
        self.wins = [
            [
                sum((one.probability for one in throw.outcomes if one.gain >= lacking), Fraction(0))
                for lacking in range(goal + 1)
            ]
            for throw in turn.throws
        ]

    def put(self, banked: int, opponent: int, worth: Worth) -> None:
        """Store the value of a state."""
        self._value[banked, opponent] = worth
        self._handed[opponent, banked] = Worth(
            1 - worth.value, (1 - worth.line[0], *(-slope for slope in worth.line[1:]))
        )

    def value(self, banked: int, opponent: int) -> Worth:
        """Return the value of a state."""
        return self._value[banked, opponent]

    def handed(self, score: int, opponent: int) -> Worth:
        """Return the value of handing over the turn with a score; at the goal it is a win."""
        return self.won if score >= self.goal else self._handed[score, opponent]

    def values(self) -> NDArray[np.object_]:
        """Return all values, Fraction[banked, opponent]."""
        everything = np.empty((self.goal, self.goal), object)
        for state, worth in self._value.items():
            everything[state] = worth.value
        return everything


class _Inside:
    """The turn of a state with the best choices for a given value of its bust; ties hold."""

    def __init__(self, known: _Known, banked: int, opponent: int, bust: Fraction) -> None:
        self.known, self.banked, self.opponent, self.bust = known, banked, opponent, bust
        self._thrown: dict[tuple[int, int], Worth] = {}
        for x in range(known.goal - 1, banked - 1, -1):
            for throw in reversed(range(len(known.turn.throws))):
                self._thrown[x, throw] = self._throw(x, throw)

    def opened(self) -> Worth:
        """Return the best throw to open the turn."""
        return max(
            (self._thrown[self.banked, throw] for throw in self.known.turn.openings),
            key=lambda worth: worth.value,
        )

    def standing(self, x: int, position: Position) -> Worth:
        """Return the value at a position with banked score plus turn total x."""
        if x >= self.known.goal:
            return self.known.won
        ways = [self._thrown[x - way.given_up, way.throw] for way in position.ways]
        # The first of equal choices; below the entry a player may not hold.
        may = ways if x < self.known.turn.entry else [self._held(x), *ways]
        return max(may, key=lambda worth: worth.value)

    def _held(self, x: int) -> Worth:
        """Holding; with nothing gained it is worth the same as a bust."""
        if x == self.banked and self.known.turn.least_score == 0:
            return Worth(self.bust, _unit(self.known.zeros, 1))
        return self.known.handed(x, self.opponent)

    def _throw(self, x: int, index: int) -> Worth:
        throw, turn, lacking = self.known.turn.throws[index], self.known.turn, self.known.goal - x
        parts = [(self.known.wins[index][lacking], self.known.won)]
        parts += [
            (outcome.probability, self.standing(x + outcome.gain, turn.positions[outcome.position]))
            for outcome in throw.outcomes
            if outcome.gain < lacking
        ]
        if turn.least_score > 0:
            parts.append((throw.bust, self.known.handed(self.banked + turn.least_score, self.opponent)))
        else:
            parts.append((throw.bust, Worth(self.bust, _unit(self.known.zeros, 1))))
        if throw.wipe > 0:
            slope = _unit(self.known.zeros, 2 + self.opponent)
            parts.append(
                (
                    throw.wipe,
                    Worth(1 - self.known.wiped[self.opponent], (Fraction(1), *(-part for part in slope[1:]))),
                )
            )
        value = sum((chance * worth.value for chance, worth in parts), Fraction(0))
        slots = range(len(self.known.zeros))
        return Worth(
            value,
            tuple(
                sum((chance * worth.line[slot] for chance, worth in parts if worth.line[slot]), Fraction(0))
                for slot in slots
            ),
        )


def _unit(zeros: Line, at: int) -> Line:
    return (*zeros[:at], Fraction(1), *zeros[at + 1 :])


def _pair(known: _Known, i: int, j: int, guessed: NDArray[np.object_]) -> bool:
    """Solve a mirrored pair; return whether the choices from the guesses had to be improved."""
    theirs = _Inside(known, j, i, 1 - guessed[i, j]).opened()
    own = _Inside(known, i, j, 1 - guessed[j, i]).opened()
    improved = False
    while True:
        u, v = _meet(own, theirs, known.wiped)
        better = _Inside(known, i, j, 1 - v.value).opened()
        if better.value > u.value:
            own, improved = better, True
            continue
        better = _Inside(known, j, i, 1 - u.value).opened()
        if better.value > v.value:
            theirs, improved = better, True
            continue
        known.put(i, j, u)
        known.put(j, i, v)
        return improved


def _meet(own: Worth, theirs: Worth, wiped: Sequence[Fraction]) -> tuple[Worth, Worth]:
    """Intersect two lines: u = own at a bust of 1 - v, v = theirs at a bust of 1 - u."""
    (_, b, *own_slopes), (_, d, *their_slopes) = own.line, theirs.line
    constants = [own.line[0] + b, *own_slopes], [theirs.line[0] + d, *their_slopes]
    u = [(mine - b * other) / (1 - b * d) for mine, other in zip(*constants, strict=True)]
    v = [other - d * mine for other, mine in zip(constants[1], u, strict=True)]
    return _at(u, wiped), _at(v, wiped)


def _at(line: list[Fraction], wiped: Sequence[Fraction]) -> Worth:
    value = line[0] + sum(slope * value for slope, value in zip(line[1:], wiped, strict=True))
    return Worth(value, (line[0], Fraction(0), *line[1:]))


def _after_wipes(known: _Known, wiped: Sequence[Fraction]) -> list[Fraction]:
    """The values after a wipe, solved from the lines of their states."""
    lines = [known.value(state, 0).line for state in range(len(wiped))]
    left = [
        [Fraction(row == column) - slope for column, slope in enumerate(line[2:])]
        for row, line in enumerate(lines)
    ]
    return solve_linear(left, [line[0] for line in lines])
