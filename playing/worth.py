"""The value of each choice of a player: its win probability with best play afterwards.

In turn: a solved race or best response has the values of handing over the turn, and the turn kernel computes
the values of throws from these. At once: the solution has the values V of a pair of scores at the start of a
round. With G(t) the value of ending the turn at score t, over all gains of the opponent,

    G(t) = sum over its gains y of P(y) V(t, j + y),   past the goal 1, 0, or 1/2 if both are there,

and a throw from x is worth P(bust) G(i) + sum over gains r of P(r) max(G(x + r), the throw from x + r).
"""

from collections.abc import Mapping
from functools import lru_cache
from threading import Lock

import numpy as np

from playing.state import Rules, State
from solvers.arrays import Array
from solvers.at_once.opponents import turns_that_hold
from solvers.deviations.strategy import Strategy
from solvers.games.must_throw import made_at_once
from solvers.games.turn import HOLD
from solvers.in_turn.inside import in_a_race

# Number of cached banked scores: a table of a race to 1000 has 8 MB.
KEPT = 8

# Win probability by the place of each choice.
Worths = Mapping[int, float]


class InTurn:
    """The choices of one player of a race.

    Parameters
    ----------
    rules : rules of the game
    handed : float64[banked, opponent], the player's win probability if it hands over the turn with these
        scores
    """

    def __init__(self, rules: Rules, handed: Array) -> None:
        self.rules, self.handed = rules, handed
        # Forced throws are merged with the throw before them.
        self._made = made_at_once(rules.turn, rules.goal)
        turns, writing = in_a_race(self._made, rules.goal, handed), Lock()

        @lru_cache(maxsize=KEPT)
        def throws(banked: int) -> Array:
            # The work arrays are shared, and a web server has several threads.
            with writing:
                return turns.throws(banked)

        self._throws = throws

    def of_choices(self, state: State) -> Worths:
        """Return the value of each choice, with the player as mover."""
        thrown = self._throws(state.banked)[state.other]
        return {
            place: self.holding(state) if place == HOLD else self._throwing(thrown, state, place)
            for place in self.rules.places(state)
        }

    def holding(self, state: State) -> float:
        """Return the value of banking the turn total."""
        return self._banking(state.banked + state.turn_total, state.other)

    def _banking(self, score: int, other: int) -> float:
        return float(self.handed[score, other]) if score < self.rules.goal else 1.0

    def _throwing(self, thrown: Array, state: State, place: int) -> float:
        x, index = state.banked + self.rules.before(state, place), self.rules.throw(state, place)
        if x < self.rules.goal:
            return float(thrown[x, index])
        # At the goal a forced throw can still lose it.
        throw = self._made.throws[index]
        lost = float(throw.bust) * self._banking(state.banked + self.rules.turn.least_score, state.other)
        kept = float(1 - throw.bust - throw.wipe)
        return kept + lost + float(throw.wipe) * self._banking(0, state.other)


class AtOnce:
    """The choices of a player whose opponent draws what it holds at, where both roll at the same time.

    Parameters
    ----------
    rules : rules of the game
    strategy : the opponent's mixtures
    value : float64[banked, opponent], the player's win probability at the start of a round
    """

    def __init__(self, rules: Rules, strategy: Strategy, value: Array) -> None:
        self.rules, self.value = rules, value
        self._strategy, self._gains = strategy, turns_that_hold(rules.turn, rules.goal)
        self._worth = lru_cache(maxsize=64)(self._work_out)

    def of_choices(self, state: State) -> Worths:
        """Return the value of each choice, with the player as mover."""
        ended, thrown = self._worth(state.banked, state.other)
        x = state.banked + state.turn_total
        return {place: float(ended[x] if place == HOLD else thrown[x]) for place in self.rules.places(state)}

    def ended(self, banked: int, opponent: int, gain: int) -> float:
        """Return the value of a turn that has ended with a gain, before the opponent's is known."""
        return float(self._worth(banked, opponent)[0][min(banked + gain, self.rules.goal)])

    def _work_out(self, banked: int, opponent: int) -> tuple[Array, Array]:
        """The values of ending the turn at each score up to the goal, and of throwing from it."""
        goal, throw = self.rules.goal, self.rules.turn.throws[0]
        ended, thrown = self._ended(banked, opponent), np.full(goal, np.nan)
        better = ended.copy()
        for x in range(goal - 1, banked - 1, -1):
            thrown[x] = float(throw.bust) * ended[banked] + sum(
                float(outcome.probability) * better[min(x + outcome.gain, goal)] for outcome in throw.outcomes
            )
            better[x] = max(ended[x], thrown[x])
        return ended, thrown

    def _ended(self, banked: int, opponent: int) -> Array:
        """The values of ending the turn at each score up to the goal."""
        goal = self.rules.goal
        ended = np.zeros(goal + 1)
        for hold_at, chance in mixture(self._strategy, opponent, banked):
            stops = min(hold_at, goal - opponent)
            ends = [(0, self._gains.bust[stops])]
            ends += [(stops + more, part) for more, part in enumerate(self._gains.stop[stops])]
            for gain, part in ends:
                there = opponent + gain >= goal
                ended[:goal] += (
                    0.0 if there else chance * part * self.value[:, min(opponent + gain, goal - 1)]
                )
                ended[goal] += chance * part * (0.5 if there else 1.0)
        return ended


def mixture(strategy: Strategy, own: int, other: int) -> list[tuple[int, float]]:
    """Return a player's mixture of turn totals to hold at, with their probabilities.

    Parameters
    ----------
    strategy : the player's mixtures
    own, other : its score, and the opponent's
    """
    found = zip(strategy.hold_at[own, other].tolist(), strategy.probability[own, other].tolist(), strict=True)
    return [(hold_at, chance) for hold_at, chance in found if chance > 0.0]
