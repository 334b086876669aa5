"""Turns of optimal play with equal turns, played out in both seats; a tie holds, or takes the first way."""

from functools import cache

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.further_rounds import optimal_round
from solvers.equal_turns.policy import inside
from solvers.equal_turns.solve import EqualTurns
from solvers.games.turn import Turn
from solvers.players.last_turns import by_best_ways
from solvers.players.played import FirstOfRound, Last, Player
from solvers.players.played_rule import of_round
from solvers.turns.played import flat, play_best, unplayed


def optimally(solved: EqualTurns) -> Player:
    """The turns of optimal play; a tie holds, or takes the first way.

    Parameters
    ----------
    solved : the solved contest, of a game without wipes
    """
    turn, goal, level = solved.turn, solved.goal, 1.0 - solved.tie_value
    rules, both = flat(turn), inside(solved)
    first, second = both.first.played(solved.beyond.top + turn.longest_gain), both.second.played(goal)

    @cache
    def last(far: int, level_after_wipe: bool) -> Last:
        return by_best_ways(turn, rules, far, level, level if level_after_wipe else None)

    @cache
    def first_of_round() -> FirstOfRound:
        return played_round(turn, *optimal_round(turn).first_turn(solved.tie_value))

    return Player("optimal play", first, second, last, lambda at_zero: first_of_round())


def played_round(turn: Turn, hold: Array, throws: Array) -> FirstOfRound:
    """Distribution of the first turn of a further round, by a player who plays to win.

    Parameters
    ----------
    turn : the game
    hold, throws : values of holding and of throws, as from `Round.first_turn`
    """
    top, out = len(throws), unplayed(1, 1, len(hold))
    way, openings = np.zeros((top, len(turn.positions)), np.int8), np.array(turn.openings)
    play_best(flat(turn), openings, 0, hold[None, :top], throws[None], way, out)
    return of_round(turn, out)
