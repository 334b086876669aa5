"""Several in turn who all play by rules: each seat's chance to win, and expected turns to come.

Turns have known distributions. So with e the chance of a mover to bust, states with the same scores have the
values

    V_0 = K_0 + e_0 V_1,   V_1 = K_1 + e_1 V_2,   ...,   V_last = K_last + e_last V_0,

where K depends on greater scores. With s = 1 - e, the chance to score, summed up, V_0 is

    (K_0 + e_0 K_1 + e_0 e_1 K_2 + ...) / (s_0 + e_0 s_1 + e_0 e_1 s_2 + ...),

positive terms, accurate where nearly all turns bust. If a bust scores, no such equation is needed. What
follows the goal is given: in a race it is won. Values after a wipe, which leads to lower scores, are found
first (`turns.wipes`).
"""

from collections.abc import Sequence

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.in_turn_of_many.played import Played, play, played
from solvers.in_turn_of_many.tables import by_standing, no_tables, others_of, set_others
from solvers.jit import jit_allocating
from solvers.turns.played import PlayedTurns
from solvers.turns.wipes import after_wipes
from solvers.underflow import refuse_hardly_scoring


def race_by_rules(turn: Turn, who: str, seats: Sequence[PlayedTurns]) -> Array:
    """Solve a race of several players whose turns are played out.

    Parameters
    ----------
    turn : the game
    who : the players, for an error
    seats : the turns of each seat

    Returns
    -------
    float64[mover, first, second, ..., kept], by the player about to move and the scores: the chances of each
    seat to win, followed by the expected turns to come

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe do not converge
    """
    count, goal = len(seats), seats[0].row.shape[0]
    kept = np.eye(count + 1)
    handed = no_tables(count, goal, goal + turn.least_score, count + 1)
    handed[:, :, goal:] = kept[:count, None, None]
    solve_by_rules(played(turn, seats, kept[:count], kept[count]), who, handed)
    return by_standing(handed, goal)


def solve_by_rules(of: Played, who: str, handed: Array) -> None:
    """Solve a contest of several whose turns are played out.

    Parameters
    ----------
    of : the players
    who : the players, for an error
    handed : float64[seat, others, score, kept], values of handing over; on entry what follows the goal;
        written below it

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe do not converge
    """
    if of.turns.wipe.any():
        handed[:, :, 0] = _after_wipes(of, who, handed)
    refuse_hardly_scoring(_solve_all(of, handed), who)


def _after_wipes(of: Played, who: str, handed: Array) -> Array:
    """Values of handing over with score 0, float64[seat, others, kept].

    Parameters
    ----------
    of, who, handed : as in `solve_by_rules`
    """
    seats, others, _, kept = handed.shape
    # The last quantity counts wipes only.
    counted = np.concatenate((handed, np.zeros((*handed.shape[:3], 1))), axis=3)
    nothing = np.zeros_like(counted)
    more = of._replace(won=np.pad(of.won, ((0, 0), (0, 1))), each=np.pad(of.each, (0, 1)))
    wipes_alone = more._replace(won=np.zeros_like(more.won), each=np.zeros(kept + 1))

    def backup(counts: bool, wiped: Array) -> Array:
        players, table = (more, counted) if counts else (wipes_alone, nothing)
        table[:, :, 0] = wiped.reshape(seats, others, kept + 1)
        refuse_hardly_scoring(_solve_all(players, table), who)
        return np.array(table[:, :, 0]).reshape(-1, kept + 1)

    return after_wipes(seats * others, kept, seats, who, backup).reshape(seats, others, kept)


@jit_allocating
def _solve_all(of: Played, handed: Array) -> float:
    """Solve all states, those of greater scores first.

    Parameters
    ----------
    of : as in `solve_by_rules`
    handed : as in `solve_by_rules`; has what follows a wipe, too

    Returns
    -------
    the least chance, over all states, that one of the turns at the same scores scores
    """
    seats, goal, _ = of.turns.row.shape
    kept = of.each.size
    scores = np.zeros(seats, np.int64)
    known = np.zeros((seats, kept))
    bust = np.zeros(seats)
    value = np.zeros(kept)
    least_leave = 1.0
    for others in range(goal ** (seats - 1) - 1, -1, -1):
        set_others(others, goal, 0, scores)
        for own in range(goal - 1, -1, -1):
            scores[0] = own
            value[:] = 0.0
            leave = 0.0
            on = 1.0
            for mover in range(seats):
                scored, bust[mover] = play(of, mover, scores, handed, known[mover])
                for one in range(kept):
                    value[one] += on * known[mover, one]
                leave += on * scored
                on *= bust[mover]
            least_leave = min(least_leave, leave)
            for one in range(kept):
                # A state that cannot be left has value 0.
                value[one] = value[one] / leave if leave > 0.0 else 0.0
            # The first moves after the last has handed over; later movers hand over to players already
            # solved.
            for back in range(seats):
                hands_on = seats - 1 - back
                place, _ = others_of(scores, hands_on, goal)
                for one in range(kept):
                    handed[hands_on, place, scores[hands_on], one] = value[one]
                    value[one] = known[hands_on, one] + bust[hands_on] * value[one]
    return least_leave
