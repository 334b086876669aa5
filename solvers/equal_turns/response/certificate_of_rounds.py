"""Certificate of further rounds between a rule and its best response: the value of a round minus that of its
initial tie, and the expected turns to come.

If a throw wipes, a round begins at 0 or above 0, and either may lead to the other. So the expected turns to
come solve two linear equations, whose coefficients are values of rounds in which nothing else counts.
"""

from dataclasses import replace
from typing import Protocol

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.certificate_of_last_turns import first_turn, halved, last_turns_of_round
from solvers.games.turn import Turn
from solvers.games.written import written
from solvers.in_turn.certificate_of_equal_turns import ends_of_first_turn, last_turns_by_rule
from solvers.in_turn.certificate_of_last_turns import Ends, ends_of_last_turns
from solvers.players.ruled import Ruled
from solvers.turns.certificate_of_fixed import turns_worth


class Rounds(Protocol):
    """Rounds of two players."""

    def gain(self, tie: float, other: float, at_zero: bool) -> float:
        """Value of a round to the first player, minus that of its initial tie.

        Parameters
        ----------
        tie : value of the initial tie to the first player
        other : value of a tie above 0 if this round begins at 0, else of a tie at 0
        at_zero : whether this round begins at 0
        """

    def ties(self, tie: float, other: float, at_zero: bool) -> tuple[float, float]:
        """Chances that a round ends with a tie above 0, and with one at 0.

        Parameters
        ----------
        tie, other, at_zero : as for `gain`
        """


class BestFirst:
    """Rounds in which the best response moves first.

    Parameters
    ----------
    turn, policy : the game, and the rule that is responded to
    top : points from which on the response holds
    """

    def __init__(self, turn: Turn, policy: Ruled, top: int) -> None:
        self._turn, self._policy, self._top = turn, policy, top
        self._entered = replace(turn, entry=0) if turn.entry else turn

    def gain(self, tie: float, other: float, at_zero: bool) -> float:
        """As for `Rounds`."""
        held, wiped = self._held(tie, other, at_zero)
        rules = written(self._turn)
        throws = np.empty((self._top, rules.bust.size))
        first_turn(rules, held, (float(held[self._turn.least_score]), wiped), throws)
        return float(throws[0, rules.openings].max())

    def ties(self, tie: float, other: float, at_zero: bool) -> tuple[float, float]:
        """As for `Rounds`."""
        held, wiped = self._held(tie, other, at_zero)
        more, zero = _by_ends(self._last(at_zero), at_zero)
        counted = ((more, 0.0), (zero, zero[0] if at_zero else _wipes_second(self._turn)))
        end = self._top + self._turn.longest_gain
        at_more, at_none = (
            turns_worth(
                self._entered,
                None,
                np.stack([held, of])[:, :end, None],
                ends=(1, self._top),
                wiped=np.array([wiped, after_wipe]),
            )[0, 0]
            for of, after_wipe in counted
        )
        return float(at_more), float(at_none)

    def _last(self, at_zero: bool) -> Ends:
        far = self._top + self._turn.longest_gain
        return last_turns_by_rule(self._turn, self._policy, far, Tie.AGAIN, at_zero)

    def _held(self, tie: float, other: float, at_zero: bool) -> tuple[Array, float]:
        """Values of holding minus that of the tie, float64[points], and of a wipe."""
        last = self._last(at_zero)
        others = last.win * tie + last.lose * (tie - 1.0)
        if at_zero:
            # A tie above 0 is of the other kind.
            others[1:] += last.level[1:] * (tie - other)
        return -others, float(-others[0]) if at_zero else _both_wiped(self._turn, tie, other)


class BestSecond:
    """Rounds in which the best response moves second.

    Parameters
    ----------
    turn, policy : the game, and the rule that is responded to
    goal : points to reach
    """

    def __init__(self, turn: Turn, policy: Ruled, goal: int) -> None:
        self._turn = turn
        self._gains, self._gains_at_zero, self._wiped = ends_of_first_turn(turn, policy, goal)

    def gain(self, tie: float, other: float, at_zero: bool) -> float:
        """As for `Rounds`."""
        held = -last_turns_of_round(self._turn, len(self._gains_at_zero) - 1, tie, other, at_zero)
        if at_zero:
            return float(self._gains_at_zero @ held)
        gains = self._gains
        return float(gains @ held[: len(gains)] + self._wiped * _both_wiped(self._turn, tie, other))

    def ties(self, tie: float, other: float, at_zero: bool) -> tuple[float, float]:
        """As for `Rounds`."""
        more, zero = _by_ends(self._last(tie, other, at_zero), at_zero)
        if at_zero:
            return float(self._gains_at_zero @ more), float(self._gains_at_zero @ zero)
        return float(self._gains @ more[: len(self._gains)]), self._wiped * _wipes_second(self._turn)

    def _last(self, tie: float, other: float, at_zero: bool) -> Ends:
        """How last turns end; a tie at 0 has a value of its own."""
        level, far = 1.0 - (other if at_zero else tie), len(self._gains_at_zero) - 1
        last = ends_of_last_turns(self._turn, (), far, level, level_wins=False)
        if at_zero:
            none = ends_of_last_turns(self._turn, (), 0, 1.0 - tie, level_wins=False, level_after_wipe=True)
            for ends, of in zip(last, none, strict=True):
                ends[0] = of[0]
        return last


def _by_ends(last: Ends, at_zero: bool) -> tuple[Array, Array]:
    """Chances of ties above 0 and at 0, by the points behind, float64[behind] both."""
    more, zero = last.level.copy(), np.zeros(last.level.size)
    if at_zero:
        more[0], zero[0] = 0.0, last.level[0]
    return more, zero


def _wipes_second(turn: Turn) -> float:
    """Chance that the second is wiped when it rolls once after a wipe of the first."""
    return float(turn.throws[0].wipe)


def _both_wiped(turn: Turn, tie: float, tie_at_zero: float) -> float:
    """Value to the wiped first player, minus that of the tie, if the other has more and must roll once."""
    return _wipes_second(turn) * tie_at_zero - tie


def turns_of_rounds(turn: Turn, rounds: Rounds, tie: float) -> float:
    """Expected turns to come after a tie at scores above 0.

    Parameters
    ----------
    turn : the game
    rounds : the players
    tie : value of such a tie to the first player
    """
    if not turn.wipes:
        return 2.0 / (1.0 - rounds.ties(tie, 0.0, False)[0])
    at_zero = halved(lambda own: rounds.gain(own, tie, True))
    leads = np.array([rounds.ties(tie, at_zero, False), rounds.ties(at_zero, tie, True)])
    return float(np.linalg.solve(np.eye(2) - leads, [2.0, 2.0])[0])
