"""How turns of optimal play end, in fractions: the probability of every score after a turn.

A turn is valued backwards from the goal, with the race's values in fractions, then played forwards with the
best choices. As in `solvers.turns.played`, values within TIE are equal, and ties hold or take the first way:
the length of a game depends on which of two equal choices is taken.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from solvers.games.turn import Position, Turn

# Largest relative difference of equal values, as in floats.
TIE = Fraction(1, 10**14)
# Probability of each score after a turn; the goal stands for itself and all greater scores.
Scores = dict[int, Fraction]


def scores_after_turns(turn: Turn, value: NDArray[np.object_]) -> dict[tuple[int, int], Scores]:
    """Return the probabilities of the scores after a turn, by the mover's score and the opponent's.

    Parameters
    ----------
    turn : a game's turn without forced throws
    value : Fraction[banked, opponent], win probability of the player about to move

    Examples
    --------
    >>> from solvers.games import piglet
    >>> value = np.array([[Fraction(4, 7), Fraction(2, 5)], [Fraction(4, 5), Fraction(2, 3)]])
    >>> print(*scores_after_turns(piglet.turn(), value)[0, 0].items())  # on to two heads
    (0, Fraction(3, 4)) (2, Fraction(1, 4))
    """
    goal = len(value)
    return {
        (banked, opponent): _Turn(turn, [*(1 - value[opponent]), Fraction(1)], banked).played()
        for banked in range(goal)
        for opponent in range(goal)
    }


class _Turn:
    """The best turn from one score.

    Parameters
    ----------
    turn : the game's turn
    handed : Fraction[score], value of ending the turn with a score, up to the goal
    banked : score before the turn
    """

    def __init__(self, turn: Turn, handed: list[Fraction], banked: int) -> None:
        self.turn, self.handed, self.banked, self.goal = turn, handed, banked, len(handed) - 1
        self._throws: dict[tuple[int, int], Fraction] = {}
        for x in range(self.goal - 1, banked - 1, -1):
            for index in reversed(range(len(turn.throws))):
                throw = turn.throws[index]
                busted = min(banked + turn.least_score, self.goal)
                self._throws[x, index] = (
                    throw.bust * handed[busted]
                    + throw.wipe * handed[0]
                    + sum(
                        one.probability * self._standing(x + one.gain, turn.positions[one.position])[0]
                        for one in throw.outcomes
                    )
                )

    def _standing(self, x: int, position: Position) -> tuple[Fraction, tuple[int, int] | None]:
        """Value at a position, and where the best choice leads: x and a throw, or None to hold."""
        if x >= self.goal:
            return self.handed[self.goal], None
        best, taken = self.handed[x], None
        if x == self.banked or x < self.turn.entry:
            # A player must roll at least once.
            best = Fraction(-1)
        for way in position.ways:
            ahead = x - way.given_up, way.throw
            if ahead in self._throws and self._throws[ahead] > best + TIE * abs(best):
                best, taken = self._throws[ahead], ahead
        return best, taken

    def _opening(self) -> int:
        """The best opening; among equal ones the first."""
        first, *others = self.turn.openings
        for other in others:
            if self._throws[self.banked, other] > self._throws[self.banked, first] * (1 + TIE):
                first = other
        return first

    def played(self) -> Scores:
        """Return the probabilities of the scores after the turn."""
        standing = {(self.banked, self._opening()): Fraction(1)}
        after: Scores = {}

        def end(score: int, chance: Fraction) -> None:
            if chance:
                after[min(score, self.goal)] = after.get(min(score, self.goal), Fraction(0)) + chance

        # A throw leads to a greater x, or to a later throw in the list.
        for x in range(self.banked, self.goal):
            for index, throw in enumerate(self.turn.throws):
                chance = standing.pop((x, index), Fraction(0))
                if not chance:
                    continue
                end(self.banked + self.turn.least_score, chance * throw.bust)
                end(0, chance * throw.wipe)
                for one in throw.outcomes:
                    _, taken = self._standing(x + one.gain, self.turn.positions[one.position])
                    if taken is None:
                        end(x + one.gain, chance * one.probability)
                    else:
                        standing[taken] = standing.get(taken, Fraction(0)) + chance * one.probability
        return dict(sorted(after.items()))
