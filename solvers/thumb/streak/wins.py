"""Win probabilities of two players where busts in a row cost points, at least one with a rule of thumb.

With equal turns, the outcome of a last turn does not depend on busts before, so everything from the goal on
is as without busts in a row: a rule rolls until it is ahead (`players.last_turns`).
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
    """Return both players' win probabilities when about to move.

    They are float64[banked, opponent, own_busts, opponent_busts].

    Parameters
    ----------
    rule : a rule for the game
    after : what follows the goal; None in a race
    first, second : turns that are played out, None for the best reply

    Raises
    ------
    InvalidRules
        if the rule about busts is invalid
    NotConverged
        if the values after a streak do not converge, or are not proved accurate enough
    """
    turn, goal, streak = rule.turn, rule.goal, rule.streak
    refuse(turn, goal, streak)
    seats = reply_seat(turn, goal, after), reply_seat(turn, goal, None)
    sides = new_side(goal, streak, seats[0], first), new_side(goal, streak, seats[1], second)
    solve(sides, goal, streak, f"{rule.name}, {streak.busts} busts in a row, to {goal}")
    value, second_value = (chances(value_against(side), rule.name) for side in sides[::-1])
    return value, second_value


def reply_seat(turn: Turn, goal: int, after: Beyond | None) -> Seat:
    """Return the seat of an optimal player against a rule.

    Parameters
    ----------
    turn, goal : the game
    after : what follows the goal if it moves first with equal turns; None if the goal wins
    """
    # More points may be worth less, against a rule that depends on them.
    if after is None:
        return race_seat(turn, goal, every_way=True)
    behind = np.arange(goal, after.top + turn.longest_gain)[:, None] - np.arange(goal)
    return new_seat(turn, goal, after.top, 1.0 - after.last[behind], every_way=True)


def with_last_turns(rule: RuleByBusts, top: int, tie: Tie) -> Beyond:
    """Return what follows the goal if a rule has the last turns, up to one throw beyond `top`.

    Parameters
    ----------
    rule : the rule
    top : score from which the opponent holds
    tie : who wins ties

    Raises
    ------
    InvalidRules
        if ties are played on
    """
    if tie is Tie.AGAIN:
        remedy = "What busts in a row cost in rounds after a tie is not solved."
        raise expected("tie", f"{SETTLED} where busts in a row cost points", "again", remedy)
    fixed = player_by_rule(without_busts(rule), tie)
    return Beyond(top, worth_of(fixed.last(top + rule.turn.longest_gain + 1, False), tie))


def worth_of(last: Last, tie: Tie) -> Array:
    """Return the win probability of a last turn, float64[behind].

    Parameters
    ----------
    last : how last turns end
    tie : who wins ties
    """
    wins: Array = last.win + last.level * (1.0 - WORTH[tie])
    return wins


def without_busts(rule: RuleByBusts) -> Ruled:
    """Return the rule while neither player has bust; in last turns all its parts do the same.

    Parameters
    ----------
    rule : the rule
    """
    return Ruled(rule.at(0, 0), rule.at(0, 0))
