"""Further rounds after a tie between a fixed policy and its best response."""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.further_rounds import Round, ends_of_round
from solvers.equal_turns.last_turn import Stakes, last_turns
from solvers.equal_turns.response.beyond import held_against
from solvers.games.turn import Turn
from solvers.players.played import Player


def round_of_best_first(turn: Turn, fixed: Player) -> Round:
    """A round after a tie in which the best response moves first.

    Parameters
    ----------
    turn : any turn
    fixed : the policy that is responded to
    """
    least = turn.least_score
    safe = fixed.last(least + 1, False).win[least : least + 1]
    top = max(1, held_against(turn, fixed, safe, 0.0, 1.0, turn.longest_gain))
    ends = [
        [chance[:, None] for chance in fixed.last(top + turn.longest_gain, at_zero)]
        for at_zero in (False, True)
    ]

    def last(stakes: Stakes, most: int, level_at_zero: Array | None) -> Array:
        win, level, lose = ends[level_at_zero is not None]
        worth: Array = win * stakes.ahead + level * stakes.level + lose * stakes.behind
        if level_at_zero is not None:
            worth[0] += level[0] * (level_at_zero - stakes.level)
        return worth[: most + 1]

    return Round(turn, top, last)


def round_of_best_second(turn: Turn, fixed: Player) -> Callable[[Array, float, bool], Array]:
    """Value of a round in which the policy moves first, as `Round.gain`.

    Parameters
    ----------
    turn : any turn
    fixed : the policy that is responded to
    """
    (gains, wiped_first), wipe = fixed.again(False), float(turn.throws[turn.openings[0]].wipe)

    def gain(tie: Array, other: float, at_zero: bool) -> Array:
        stakes, level_at_zero = ends_of_round(tie, other, at_zero)
        last = last_turns(turn, stakes, gains.size - 1, level_at_zero)
        # A player wiped from a score above 0 has lost, unless the other is wiped by its throw, too.
        wiped = -last[0] if at_zero else wipe * other - tie
        return np.asarray(wiped_first * wiped - (gains[:, None] * last).sum(axis=0))

    return gain
