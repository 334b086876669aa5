"""What two win against each other where busts in a row cost points, one of them at least by a rule of thumb.

With equal turns a last turn wins, ties or loses whatever anybody has bust before, so all from the goal on is
that without busts in a row: a rule rolls until it is ahead (`players.last_turns`).
"""

import numpy as np

from solvers.arrays import Array
from solvers.contests.beyond import Beyond
from solvers.contests.tie import SETTLED, WORTH, Tie
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn.seat import Seat, new_seat, race_seat
from solvers.in_turn.streaks import TurnsByBusts, new_side, refuse, solve, value_against
from solvers.players.played import Last
from solvers.players.played_rule import player_by_rule
from solvers.players.ruled import Ruled
from solvers.thumb.streak.rule import RuleByBusts
from solvers.turns.chances import chances


def both_win(
    rule: RuleByBusts, after: Beyond | None, first: TurnsByBusts | None, second: TurnsByBusts | None
) -> tuple[Array, Array]:
    """Both players' chances to win when about to move, float64[banked, opponent, own_busts, opponent_busts].

    Parameters
    ----------
    rule : of whose game
    after : what comes after the goal; None in a race
    first, second : turns that are played out, None for the best reply

    Raises
    ------
    InvalidRules
        if that is no contest with busts in a row
    NotConverged
        if the values after a streak take too many rounds, or are not proved to be near
    """
    turn, goal, streak = rule.turn, rule.goal, rule.streak
    refuse(turn, goal, streak)
    seats = reply_seat(turn, goal, after), reply_seat(turn, goal, None)
    sides = new_side(goal, streak, seats[0], first), new_side(goal, streak, seats[1], second)
    solve(sides, goal, streak, f"{rule.name}, {streak.busts} busts in a row, to {goal}")
    value, second_value = (chances(value_against(side), rule.name) for side in sides[::-1])
    return value, second_value


def reply_seat(turn: Turn, goal: int, after: Beyond | None) -> Seat:
    """A seat of somebody who plays for the win against a rule.

    Parameters
    ----------
    turn, goal : the game
    after : what comes after the goal if it moves first with equal turns; None where the goal has won
    """
    # More points may be worth less against somebody who looks at them.
    if after is None:
        return race_seat(turn, goal, every_way=True)
    behind = np.arange(goal, after.top + turn.longest_gain)[:, None] - np.arange(goal)
    return new_seat(turn, goal, after.top, 1.0 - after.last[behind], every_way=True)


def with_last_turns(rule: RuleByBusts, top: int, tie: Tie) -> Beyond:
    """What comes after the goal where a rule has the last turns, as far as one throw from below `top`.

    Parameters
    ----------
    rule : whose
    top : score from which on the other holds
    tie : who wins with equal scores

    Raises
    ------
    InvalidRules
        if a tie goes on
    """
    if tie is Tie.AGAIN:
        remedy = "What busts in a row cost in rounds after a tie is not solved."
        raise expected("tie", f"{SETTLED} where busts in a row cost points", "again", remedy)
    fixed = player_by_rule(without_busts(rule), tie)
    return Beyond(top, worth_of(fixed.last(top + rule.turn.longest_gain + 1, False), tie))


def worth_of(last: Last, tie: Tie) -> Array:
    """The chance to win with a last turn, float64[behind].

    Parameters
    ----------
    last : how last turns end
    tie : who wins with equal scores
    """
    wins: Array = last.win + last.level * (1.0 - WORTH[tie])
    return wins


def without_busts(rule: RuleByBusts) -> Ruled:
    """The rule of who has not bust: in last turns, which busts in a row do not change, all do the same.

    Parameters
    ----------
    rule : with any counts of busts
    """
    return Ruled(rule.at(0, 0), rule.at(0, 0))
