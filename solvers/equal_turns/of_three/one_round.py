"""A round of three from equal scores, for an assumed value of a tie of all three.

The third knows what both others have gained, the second what the first has. The result of a turn is the
chances of the first, the second and the third to win in this round, or in further rounds of two, and the
chance that all three are level after it.

How far a player may go on. R(d) is the best chance to gain d or more in one turn, q the least chance to bust
of a throw that goes on. The first holds from where 2 R(d) <= q R(1): the others catch up with chance 2 R(d)
at most, and after a bust they win if one of them gains anything, which the last of them does with chance
R(1). A player d points ahead with one turn to come holds from where R(d) <= q, as a bust loses everything.
"""

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.beyond import throws_that_go_on
from solvers.equal_turns.of_three.last_turn import last_turn, refuse_far
from solvers.equal_turns.of_three.turn import FIRST, PLAYERS, ROW, SECOND, THIRD, Ends, Mover, opened
from solvers.games.turn import Turn, tables


class Round:
    """A round of three from equal scores.

    Parameters
    ----------
    turn : a turn with one opening, no wipes, no points given up, and nothing for a bust
    of_two : value of a tie of two to the first of them

    Raises
    ------
    InvalidRules
        if a throw that goes on loses so seldom that the scores would be too large
    """

    def __init__(self, turn: Turn, of_two: float) -> None:
        self._turn, self._tables, self._of_two = turn, tables(turn), of_two
        least = min((float(throw.bust) for throw in throws_that_go_on(turn)), default=1.0)
        self._top = _far_enough(turn, least * float(last_turn(turn, 1.0, 1)[1]) / 2.0)
        self._ahead = _far_enough(turn, least)

    def decides(self, tie: Array) -> Array:
        """Chances to win in the round, float64[seat]; 1 minus their sum is the chance of a tie of all three.

        Parameters
        ----------
        tie : float64[seat], assumed values of a tie of all three
        """
        longest, first = self._turn.longest_gain, self._of_two
        gains = self._top + longest
        most = gains + self._ahead + longest
        third = float(tie[THIRD])
        after_first = self._last_turns(third, gains, _row(1.0), _row(first, 0.0, 1.0 - first))
        after_second = self._last_turns(third, most, _row(0.0, 1.0), _row(0.0, first, 1.0 - first))
        after_both = self.after_both(third, gains)
        held, second = np.empty((gains, ROW)), Mover(SECOND, float(tie[SECOND]))
        for gained in range(gains):
            bust = after_first[gained] if gained > 0 else after_both[0]
            hold = after_second[: gained + self._ahead + longest].copy()
            hold[:gained], hold[gained] = bust, after_both[gained]
            held[gained] = opened(self._tables, second, Ends(hold, bust), 0, gained + self._ahead)[0]
        firsts = opened(self._tables, Mover(FIRST, float(tie[FIRST])), Ends(held, held[0]), 0, self._top)
        out: Array = firsts[0, :PLAYERS]
        return out

    def after_both(self, third: float, most: int) -> Array:
        """Result of the last turn if both others have the best score, float64[behind, 4].

        Parameters
        ----------
        third : assumed value of a tie of all three to the third
        most : greatest number of points behind; results are for 0 to this
        """
        left = _row(self._of_two, 1.0 - self._of_two)
        return self._last_turns(third, most, left, _row(0.0, 0.0, 0.0, 1.0))

    def _last_turns(self, tie: float, most: int, behind: Array, level: Array) -> Array:
        """Results of the last turn, float64[behind, 4], for 0 to `most` points behind.

        Parameters
        ----------
        tie : assumed value of a tie of all three to the third
        most : greatest number of points behind
        behind, level : float64[4], results of fewer points than the best score, and of as many
        """
        hold = np.zeros((most + 1 + self._turn.longest_gain, ROW))
        hold[:most], hold[most], hold[most + 1 :, THIRD] = behind, level, 1.0
        third = Mover(THIRD, tie)
        out = opened(self._tables, third, Ends(hold, behind), 0, most + 1)[::-1].copy()
        # A player 0 points behind is level after a bust.
        out[0] = opened(self._tables, third, Ends(hold, level), most, most + 1)[0]
        return out


def _row(*chances: float) -> Array:
    """A row that begins with these chances."""
    out = np.zeros(ROW)
    out[: len(chances)] = chances
    return out


def _far_enough(turn: Turn, least: float) -> int:
    """The fewest points that one turn gains with at most this chance; 1 if no throw goes on."""
    far = 1
    while turn.goes_on and not last_turn(turn, 1.0, far)[far] <= least:
        far *= 2
        refuse_far(turn, far)
    return 1 + int(np.argmax(last_turn(turn, 1.0, far)[1:] <= least)) if turn.goes_on else 1
