"""Several in turn who all play by rules: what each seat wins, and how many turns are still to come.

Turns end with known chances, so with e the chance of a mover to bust its standings of the same scores are
worth

    V_0 = K_0 + e_0 V_1,   V_1 = K_1 + e_1 V_2,   ...,   V_last = K_last + e_last V_0,

K being of greater scores. With s = 1 - e summed up, the chance to score, V_0 is

    (K_0 + e_0 K_1 + e_0 e_1 K_2 + ...) / (s_0 + e_0 s_1 + e_0 e_1 s_2 + ...),

positive terms, right where nearly every turn busts. Where a bust scores nothing of it is unknown. What comes
after the goal is given: a race is won with it. What comes after a wipe, which leads to lower scores, is found
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
    """A race of several whose turns are played out.

    Parameters
    ----------
    turn : the game
    who : who plays, for an error
    seats : the turns of each seat

    Returns
    -------
    float64[mover, first, second, ..., kept], by who is about to move, and the scores: the chances of each
    seat to win, and behind them the turns that are still to come on average

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever, or what comes after a wipe takes too many rounds
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
    who : the same, for an error
    handed : float64[seat, others, score, kept], what it is worth to hand on the turn; comes with what follows
        the goal, and is written below it

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever, or what comes after a wipe takes too many rounds
    """
    if of.turns.wipe.any():
        handed[:, :, 0] = _after_wipes(of, who, handed)
    refuse_hardly_scoring(_solve_all(of, handed), who)


def _after_wipes(of: Played, who: str, handed: Array) -> Array:
    """What it is worth to hand on the turn with the score 0, float64[seat, others, kept].

    Parameters
    ----------
    of, who, handed : as in `solve_by_rules`
    """
    seats, others, _, kept = handed.shape
    # Of the last number wipes alone count.
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
    """Solve all standings, those of greater scores first.

    Parameters
    ----------
    of : as in `solve_by_rules`
    handed : as there; comes with what follows a wipe, too

    Returns
    -------
    The least chance that one of the turns from the same scores scores.
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
                # What cannot be left is never won.
                value[one] = value[one] / leave if leave > 0.0 else 0.0
            # The first moves after the last has handed on; whoever moves later hands it to who is known.
            for back in range(seats):
                hands_on = seats - 1 - back
                place, _ = others_of(scores, hands_on, goal)
                for one in range(kept):
                    handed[hands_on, place, scores[hands_on], one] = value[one]
                    value[one] = known[hands_on, one] + bust[hands_on] * value[one]
    return least_leave
