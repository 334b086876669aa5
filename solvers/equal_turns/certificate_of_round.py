"""Certificate of a round after a tie that goes on, whose first turn is played for the win: how likely it is
won, and lost, by the rules as they were written.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.certificate_of_last_turns import after_goal, last_turns
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_last_turns import Ends
from solvers.turns.certificate_of_fixed import turns_worth


def chances_of_round(turn: Turn, tie: float, ends: Callable[[int], Ends]) -> Array:
    """Chances that the first player wins a round, and that the second does, float64[end].

    The first plays as is best among equals.

    Parameters
    ----------
    turn : one that wipes nothing
    tie : what a tie is worth to the first player among equals
    ends : function of the most points behind that gives how last turns of the second end
    """
    entered = replace(turn, entry=0) if turn.entry else turn
    after = after_goal(entered, 1, Tie.AGAIN)
    end = after.top + turn.longest_gain
    decides, last = -last_turns(entered, end, tie - 1.0, 0.0, tie, False), ends(end)
    rounds = [
        turns_worth(entered, None, np.stack([decides, of])[:, :end, None], ends=(1, after.top))[0, 0]
        for of in (last.lose, last.win)
    ]
    return np.array(rounds)
