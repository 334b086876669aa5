"""The turns of a rule of thumb, and of optimal play, under equal turns, played out in both seats.

Below the goal a rule plays as in a race. Who has the goal holds. Who has the last turn throws until it is
ahead, or level where a tie is its own, and goes on in the rule's ways. In further rounds the rule plays as
from no points at all, and both have entered.
"""

from dataclasses import replace
from functools import cache

import numpy as np

from solvers.arrays import Flags
from solvers.equal_turns.further_rounds import optimal_round
from solvers.equal_turns.played.last_turns import by_best_ways, until_ahead_by
from solvers.equal_turns.played.player import FirstOfRound, Player
from solvers.equal_turns.policy import Inside
from solvers.equal_turns.seat import Seat
from solvers.equal_turns.solve import EqualTurns
from solvers.equal_turns.tie import Tie
from solvers.equal_turns.until_ahead import Last
from solvers.games.turn import Turn
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.turns.played import FlatTurn, PlayedTurns, flat, play, play_best, unplayed


def by_rule(rule: RuleOfThumb, again: RuleOfThumb, tie: Tie, rules: FlatTurn | None = None) -> Player:
    """A rule's turns.

    Parameters
    ----------
    rule : whose
    again : the same where there is no entry
    tie : who wins with equal scores
    rules : its turn as flat arrays, if they are known
    """
    turn = rule.turn
    known = flat(turn) if rules is None else rules
    turns = played_by_rule(rule, known, turn.longest_gain)

    @cache
    def last(far: int, level_after_wipe: bool) -> Last:
        return until_ahead_by(turn, known, rule.way, far, tie, level_after_wipe)

    @cache
    def first_of_round() -> FirstOfRound:
        does = again.at(0, 0)
        out = unplayed(1, 1, len(does) + turn.longest_gain)
        _play(known, rule.opening, does, out)
        return _of_round(turn, out)

    return Player(rule.name, turns, turns, last, first_of_round)


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
        return _of_round(turn, out)

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


def _play(rules: FlatTurn, opening: int, does: Flags, out: PlayedTurns) -> None:
    """Play out one turn, far enough for every gain."""
    end = out.gain.shape[1]
    play(rules, opening, does, end, 0, np.zeros((end + 1, rules.bust.size)), out)


def _of_round(turn: Turn, played: PlayedTurns) -> FirstOfRound:
    """The one turn that has been played out, a bust scoring the least."""
    gains = np.concatenate((played.gain[0], np.zeros(turn.least_score)))
    gains[turn.least_score] += played.bust[0]
    return FirstOfRound(gains, float(played.wipe[0]))


def without_entry(turn: Turn) -> Turn:
    """The same turn of who has entered."""
    return replace(turn, entry=0) if turn.entry else turn
