"""The turns of optimal play under equal turns, played out in both seats; a tie holds, or takes the way named
first.
"""

from functools import cache

import numpy as np

from solvers.equal_turns.further_rounds import optimal_round
from solvers.equal_turns.policy import Inside
from solvers.equal_turns.solve import EqualTurns
from solvers.in_turn.seat import Seat
from solvers.players.last_turns import by_best_ways
from solvers.players.played import FirstOfRound, Last, Player
from solvers.players.played_rule import of_round
from solvers.turns.played import FlatTurn, PlayedTurns, flat, play_best, unplayed


def optimally(solved: EqualTurns) -> Player:
    """The turns of optimal play; a tie holds, or takes the way named first.

    Parameters
    ----------
    solved : the contest, of a game that wipes nothing
    """
    turn, goal, level = solved.turn, solved.goal, 1.0 - solved.tie_value
    inside, rules = Inside(solved), flat(solved.turn)
    seats = inside.seats
    first = _in_seat(inside, seats.first, rules, end=len(seats.first.hold))
    second = _in_seat(inside, seats.second, rules, end=goal)

    @cache
    def last(far: int, level_after_wipe: bool) -> Last:
        return by_best_ways(turn, rules, far, level, level_after_wipe)

    @cache
    def first_of_round() -> FirstOfRound:
        hold, throws = optimal_round(turn).first_turn(solved.tie_value)
        top, out = len(throws), unplayed(1, 1, len(hold))
        way, openings = np.zeros((top, len(turn.positions)), np.int8), np.array(turn.openings)
        play_best(rules, openings, 0, hold[None, :top], throws[None], way, out)
        return of_round(turn, out)

    return Player("optimal play", first, second, last, first_of_round)


def _in_seat(inside: Inside, seat: Seat, rules: FlatTurn, end: int) -> PlayedTurns:
    """Optimal play in one seat, a row for each pair of scores.

    Parameters
    ----------
    inside, seat : whose turns
    rules : the turn as flat arrays
    end : score up to which gains are counted, that left out
    """
    turn, goal = inside.solved.turn, inside.solved.goal
    out = unplayed(goal, goal**2, end)
    out.row[:] = np.arange(goal**2).reshape(goal, goal)
    way, openings = np.zeros((seat.top, len(turn.positions)), np.int8), np.array(turn.openings)
    hold = np.ascontiguousarray(seat.hold[: seat.top, :goal].T)
    for banked in range(goal):
        play_best(rules, openings, banked, hold, inside.throws(seat, banked), way, out)
    return out
