"""How long optimal play lasts with equal turns.

Once the contest is solved, optimal play is a fixed policy: its turns are played out in both seats.
"""

import numpy as np

from solvers.contests.tie import SETTLED, Tie
from solvers.equal_turns.certificate_of_length import residual
from solvers.equal_turns.played import optimally
from solvers.equal_turns.solve import optimal_play
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn.equal_turns import with_equal_turns
from solvers.in_turn.lasting.answer import Lasting, proved_by
from solvers.in_turn.lasting.forwards import seated, turns_to_the_end


def length(turn: Turn, goal: int, tie: Tie, most_turns: int) -> Lasting:
    """The length of a contest of two players who both play to win.

    Parameters
    ----------
    turn : any turn; without wipes if the tie rule is AGAIN
    goal : points to reach, 2 or more
    tie : the tie rule
    most_turns : greatest number of turns in the distribution

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or the tie rule is AGAIN in a game that wipes
    NotConverged
        if the contest does not converge, or nobody ever wins

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(length(pig.turn(), 100, Tie.SHARED, 200).expected_turns, 4))
    20.0318
    """
    refuse_wipes(turn, tie)
    solved = optimal_play(turn, goal, tie)
    player = optimally(solved)
    contest = with_equal_turns(turn, tie, player, player)
    left, waiting = contest.pair.turns()
    players = seated(turn.least_score, player.first, player.second)
    return proved_by(
        lambda stored: residual(turn, goal, tie, stored),
        (solved.value, solved.second_value),
        (left, np.ascontiguousarray(waiting.T)),
        turns_to_the_end(players, contest.last_turns, most_turns),
    )


def refuse_wipes(turn: Turn, tie: Tie) -> None:
    """Refuse the tie rule AGAIN in a game that wipes: its rounds are not played out.

    Raises
    ------
    InvalidRules
        if this is asked for
    """
    if turn.wipes and tie is Tie.AGAIN:
        remedy = "How long further rounds last is not solved where a throw wipes."
        raise expected("tie", f"{SETTLED} in {turn.name}", "again", remedy)
