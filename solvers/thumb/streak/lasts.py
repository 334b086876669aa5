"""Length of games of a rule of thumb where busts in a row cost points, with its best reply played out."""

import numpy as np

from solvers.arrays import Array
from solvers.contests.beyond import Beyond
from solvers.in_turn.lasting.forwards import IN_A_RACE, seated
from solvers.in_turn.lasting.with_busts import turns_to_come
from solvers.in_turn.streaks import TurnsByBusts
from solvers.streak.policy import Turns
from solvers.thumb.streak.rule import RuleByBusts
from solvers.thumb.streak.wins import reply_seat


def both_last(
    rule: RuleByBusts, first: TurnsByBusts, second: TurnsByBusts, after: Beyond | None, who: str
) -> tuple[Array, Array]:
    """Return the expected turns of both to come if the first, or the second, is about to move.

    Both are float64[first's score, second's score, first's busts, second's busts].

    Parameters
    ----------
    rule : a rule for the game
    first, second : turns of the players
    after : what follows the goal; None in a race
    who : names the players in an error

    Raises
    ------
    NotConverged
        if games hardly ever end
    """
    # Ties are not played on, so one turn follows the goal.
    ends = IN_A_RACE.ends if after is None else np.ones(after.top + rule.turn.longest_gain + 1)
    left, waiting = turns_to_come(seated(0, first, second, *rule.streak), ends, who)
    return np.ascontiguousarray(left.transpose(2, 3, 0, 1)), np.ascontiguousarray(
        waiting.transpose(3, 2, 1, 0)
    )


def reply_played(rule: RuleByBusts, value: Array, after: Beyond | None) -> TurnsByBusts:
    """Return the turns of the best reply; ties hold, or take the first way.

    Parameters
    ----------
    rule : the rule that it responds to
    value : float64[banked, opponent, own_busts, opponent_busts], the rule's win probability if it is about to
        move
    after : what follows the goal if the reply moves first with equal turns; None if the goal wins
    """
    turn, goal = rule.turn, rule.goal
    turns = Turns(turn, goal, rule.streak, reply_seat(turn, goal, after), value)
    return turns.played(goal if after is None else after.top + turn.longest_gain)
