"""The solitaire turn: most points on average from one turn.

Banking x is worth x, a bust 0 (or the least score of a turn), a wipe 0. From the critical threshold on
holding is optimal whatever was rolled, so one sweep of the turn kernel over the turn totals below it solves
the game (Crocce & Mordecki 2014, Theorem 4.1; Pig: their section 5.2). The turn is the first of a game: if
there is an entry, the player may not hold below it, and the sweep covers all turn totals below it, too.
"""

from dataclasses import dataclass, replace

import numpy as np

from solvers.alone.certificate_of_one_turn import residual
from solvers.arrays import Array, Flags
from solvers.games.adding import added
from solvers.games.house_rules import BARRED, with_entry
from solvers.games.turn import Outcome, Turn, tables
from solvers.turns.backward import LANES, TIE, choose, rows, set_ends, sweep, workspace


@dataclass(frozen=True)
class SolitaireTurn:
    """Optimal play for the greatest expected score of one turn.

    Attributes
    ----------
    turn : the game
    throw_value : float64[turn_total, throw], expected score after the choice of this throw, in points; turn
        totals up to the threshold
    value : float64[turn_total, position], expected score before the choice, in points, also at turn totals
        too small to reach that position; NaN where there is no choice, below the entry
    policy : int8[turn_total, position], code of the best action
    threshold : least turn total from which holding is always optimal
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    throw_value: Array
    value: Array
    policy: Flags
    threshold: int
    residual: float

    @property
    def expected_score(self) -> float:
        """Expected score of a turn."""
        return float(self.throw_value[0, list(self.turn.openings)].max())

    @property
    def opening(self) -> int:
        """Index of the best opening throw; the first of those that are equal up to rounding."""
        opened = self.throw_value[0, list(self.turn.openings)]
        return self.turn.openings[int((opened >= opened.max() * (1.0 - TIE)).argmax())]


def best_turn(turn: Turn) -> SolitaireTurn:
    """Solve a turn for most points.

    Parameters
    ----------
    turn : any turn

    Examples
    --------
    >>> from solvers.games import pig, ten_thousand
    >>> print(round(best_turn(ten_thousand.turn()).expected_score, 10))  # Crocce & Mordecki 2014, Theorem 4.1
    5.8720189185
    >>> print(round(best_turn(pig.turn()).expected_score, 2))
    8.14
    """
    # One row more than the threshold, so that the answer shows a row in which every position holds.
    top = turn.always_held_from() + 1
    kept = _with_two_ends(turn)
    compiled = tables(kept)
    scores = np.arange(top + turn.longest_gain, dtype=np.float64)
    hold = rows(top, LANES)
    held = with_entry(turn, scores[:top])
    hold[:] = held[:, None]
    throws, positions = workspace(compiled, top, turn.longest_gain)
    positions.reshape(scores.size, -1, 2 * LANES)[top:, :, :LANES] = scores[top:, None, None]
    ends = np.zeros((compiled.bust.size, 2 * LANES))
    set_ends(compiled, np.full(LANES, float(turn.least_score)), np.zeros(LANES), 0.0, ends)
    sweep(compiled, hold, 0, ends, (0, top), throws, positions)
    throw_value = throws[:, 0].reshape(top, -1).copy()
    value, policy = choose(turn, held, throw_value)
    value[value <= BARRED] = np.nan
    return SolitaireTurn(turn, throw_value, value, policy, _threshold(policy), residual(turn, throw_value))


def _with_two_ends(turn: Turn) -> Turn:
    """A turn with the same values, whose throws have at most two gains after which the player must hold.

    They are the least and the greatest gain, with chances that keep the mean. A score that is held is worth
    itself, so only the mean counts. This saves time, as a hundred dice have ten thousand sums.
    """
    throws = []
    for throw in turn.throws:
        ends = [outcome for outcome in throw.outcomes if not turn.positions[outcome.position].ways]
        if len(ends) > 2:
            least, most = min(ends, key=_gain), max(ends, key=_gain)
            chance = added([end.probability for end in ends])
            above = added([end.probability for end in ends], [end.gain - least.gain for end in ends])
            greatest = above / max(1, most.gain - least.gain)
            two = [replace(least, probability=chance - greatest), replace(most, probability=greatest)]
            others = [outcome for outcome in throw.outcomes if turn.positions[outcome.position].ways]
            throw = replace(throw, outcomes=(*others, *(end for end in two if end.probability > 0)))
        throws.append(throw)
    return replace(turn, throws=tuple(throws))


def _gain(outcome: Outcome) -> int:
    return outcome.gain


def _threshold(policy: Flags) -> int:
    """One more than the last turn total at which some position goes on."""
    goes_on = np.nonzero((policy > 0).any(axis=1))[0]
    return int(goes_on[-1]) + 1 if goes_on.size else 0
