"""Certificate of a further round whose first turn is played to win: chances to win it and to lose it."""

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

    The first player plays as it would against an equal opponent.

    Parameters
    ----------
    turn : a turn without wipes
    tie : value of a tie to the first player among equals
    ends : function of the greatest number of points behind: how last turns of the second player end
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
