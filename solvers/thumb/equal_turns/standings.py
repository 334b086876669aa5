"""Standings of a rule of thumb with equal turns.

They are: both scores below the goal, in either seat; points behind before a last turn; the first turn of a
round after a tie.

Playing the contest with optimal play forwards shows how often turns begin; a fair coin decides who moves
first. The first player may go on beyond the goal, where a rule holds; so scores are followed up to one throw
beyond.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.further_rounds import optimal_round
from solvers.equal_turns.policy import inside
from solvers.equal_turns.solve import EqualTurns
from solvers.linear.products import product
from solvers.players.last_turns import worth_of_throws
from solvers.players.played import Player
from solvers.players.rule import RuleOfThumb
from solvers.players.ruled import Ruled, without_entry
from solvers.thumb.begun import begun_with_equal_turns
from solvers.thumb.regions.region import Phases
from solvers.thumb.standings import Does, Standings, of_scores
from solvers.turns.played import flat
from solvers.underflow import refuse_seldom

# Phases, in the order of the tables' dimension.
FIRST, SECOND, WITH_GOAL, LAST_TURN, AFTER_TIE = range(5)
PHASES = Phases(
    (
        "moving first",
        "moving second",
        "with the goal reached",
        "in the last turn",
        "in the first turn after a tie",
    ),
    alike=3,
)


class Begun(NamedTuple):
    """How often turns begin in a game of a rule against optimal play; a fair coin decides who moves first.

    Attributes
    ----------
    own, other : float64[seat, banked, opponent], turns of the rule and of optimal play below the goal, by the
        rule's seat and score first
    last : float64[behind], last turns of the rule, by points behind
    ties : float64[seat], ties after which a round begins
    """

    own: Array
    other: Array
    last: Array
    ties: Array


def begun(solved: EqualTurns, own: Player, optimal: Player) -> Begun:
    """Return how often turns begin.

    Parameters
    ----------
    solved : optimal play
    own, optimal : turns of the rule, and of optimal play

    Raises
    ------
    NotConverged
        if turns hardly ever score, or rounds hardly ever decide
    """
    turn, who = solved.turn, f"{own.name} against optimal play with equal turns"
    first = begun_with_equal_turns(turn, who, own.first, optimal.second, moves_first=True)
    second = begun_with_equal_turns(turn, who, own.second, optimal.first, moves_first=False)
    goes_on, ties, last = solved.tie is Tie.AGAIN, np.zeros(2), second.ahead
    if goes_on:
        ties[0] = _ties(first.ahead, own, optimal, who)
        ties[1] = _ties(second.ahead, optimal, own, who)
        gains = optimal.again(False).gains
        last = np.zeros(max(last.size, gains.size))
        last[: second.ahead.size] += second.ahead
        last[: gains.size] += ties[1] * gains
    pairs = (np.stack(both) for both in zip(first[:2], second[:2], strict=True))
    mine, others = pairs
    return Begun(mine / 2.0, others / 2.0, last / 2.0, ties / 2.0)


def _ties(ahead: Array, first: Player, second: Player, who: str) -> float:
    """How often ties are played on in a game.

    Parameters
    ----------
    ahead : float64[points], how often the first player hands over with the goal, by the points it is ahead
    first, second : the players
    who : names them in an error
    """
    gains = first.again(False).gains
    last = second.last(max(ahead.size, gains.size) - 1, False)
    decided = float(product(gains, (last.win + last.lose)[: gains.size]))
    refuse_seldom("a round decides", decided, who)
    return float(product(ahead, last.level[: ahead.size])) / decided


def standings(own: Ruled, solved: EqualTurns, often: Begun) -> tuple[Standings, ...]:
    """Return the standings of a rule: in the first seat, in the second one, in last turns and after ties.

    Parameters
    ----------
    own : the rule
    solved : optimal play
    often : how often its turns begin
    """
    rule = own.rule
    both = inside(solved, far=rule.goal + rule.turn.longest_gain)
    return (
        of_scores(rule, both.first, both.first.hold.T, often.own[0], (FIRST, WITH_GOAL)),
        of_scores(rule, both.second, both.second.hold.T, often.own[1], (SECOND, SECOND)),
        _last_turns(rule, solved, often.last),
        *((_after_tie(own.again, solved, often.ties[0]),) if solved.tie is Tie.AGAIN else ()),
    )


def _last_turns(rule: RuleOfThumb, solved: EqualTurns, often: Array) -> Standings:
    """Last turns by points behind: the rule rolls until ahead, or until level if it wins ties."""
    turn, level, far = without_entry(rule.turn), 1.0 - solved.tie_value, often.size - 1
    behind, total = np.arange(far + 1), np.arange(far + 2)
    hold = np.where(total > behind[:, None], 1.0, np.where(total == behind[:, None], level, 0.0))
    throws = np.zeros((1, far + 1, far + 2, len(turn.throws)))
    throws[0, :, : far + 1] = worth_of_throws(turn, flat(turn), far, level)
    does = Does(
        opening=turn.openings[0],
        holds=np.zeros((1, far + 2, 1), np.bool_),
        way=rule.way,
        kind=np.zeros(len(turn.positions), np.int64),
        held_from=np.maximum(1, behind if solved.tie is Tie.LAST else behind + 1),
    )
    return Standings(
        turn,
        often[None],
        hold,
        lambda banked: throws[banked],
        behind + 1,
        lambda _: does,
        LAST_TURN,
        LAST_TURN,
    )


def _after_tie(again: RuleOfThumb, solved: EqualTurns, often: float) -> Standings:
    """The first turn of a round after a tie, which the rule plays as at scores 0."""
    turn, goal = again.turn, again.goal
    hold, throws = optimal_round(turn, goal + turn.longest_gain).first_turn(solved.tie_value)
    top = len(throws)
    does = Does(turn.openings[0], again.holds[0, :1], again.way, again.kind, np.array([goal]))
    return Standings(
        turn,
        np.array([[often]]),
        hold[None, :top],
        lambda banked: throws[None],
        np.array([top]),
        lambda _: does,
        AFTER_TIE,
        AFTER_TIE,
    )
