"""The turns of a best response with equal turns, played out in both seats; a tie holds, or takes the first
way. So the length of its games is found as for any other player.

If a tie goes on and a throw wipes, a round from equal scores is played differently at score 0: a wipe is then
no loss, and a tie may be one at 0 or above 0.
"""

from functools import cache

import numpy as np

from solvers.equal_turns.further_rounds import tie_at_zero
from solvers.equal_turns.played import played_round
from solvers.equal_turns.response.rounds import round_of_best_first, round_of_best_second
from solvers.equal_turns.solve import EqualTurns
from solvers.in_turn.inside import in_a_seat
from solvers.in_turn.seat import new_seat, race_seat
from solvers.players.last_turns import by_best_ways
from solvers.players.played import FirstOfRound, Last, Player
from solvers.turns.played import PlayedTurns, flat


def reply_played(first: EqualTurns, second: EqualTurns, fixed: Player) -> Player:
    """The best response as a player.

    Parameters
    ----------
    first, second : the contests in which it moves first, and second
    fixed : the player that is responded to
    """
    turn, rules = first.turn, flat(first.turn)

    @cache
    def last(far: int, level_after_wipe: bool) -> Last:
        at_zero = None
        if level_after_wipe:
            at_zero = 1.0 - tie_at_zero(turn, round_of_best_second(turn, fixed), second.tie_value)
        return by_best_ways(turn, rules, far, 1.0 - second.tie_value, at_zero)

    @cache
    def first_of_round(at_zero: bool) -> FirstOfRound:
        own, at_more = round_of_best_first(turn, fixed), first.tie_value
        ties = at_more, tie_at_zero(turn, own.gain, at_more)
        return played_round(turn, *own.first_turn(*(ties[::-1] if at_zero else ties), at_zero))

    name = f"the best response to {fixed.name}"
    return Player(name, _moving_first(first), _moving_second(second), last, first_of_round)


def _moving_first(solved: EqualTurns) -> PlayedTurns:
    """Its turns when it moves first, by its own score and the other's; gains beyond the goal kept apart."""
    turn, goal, (top, last) = solved.turn, solved.goal, solved.beyond
    far = top + turn.longest_gain
    after = 1.0 - last[np.arange(goal, far)[:, None] - np.arange(goal)]
    # Against a player who looks at them, more points may be worth less.
    seat = new_seat(turn, goal, top, after, every_way=True)
    return in_a_seat(turn, goal, seat, 1.0 - solved.second_value.T).played(far)


def _moving_second(solved: EqualTurns) -> PlayedTurns:
    """Its turns when it moves second, by the same scores; at the goal it has won."""
    turn, goal = solved.turn, solved.goal
    seat = race_seat(turn, goal, every_way=True)
    return in_a_seat(turn, goal, seat, 1.0 - solved.value.T).played(goal)
