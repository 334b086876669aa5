"""What follows the goal with equal turns, for two whose turns are played out: last turns, further rounds.

If a tie goes on, the player who moves first wins a round from equal scores with chance W, loses it with
chance L, and has another tie otherwise. So a tie is worth W / (W + L), and 2 / (W + L) turns are to come. At
score 0 a wipe is a turn that gains nothing. Above 0, a wiped first player has lost unless the second, which
rolls once, is wiped, too: then both have 0, so rounds from 0 are solved first.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import WORTH, Tie
from solvers.games.turn import Turn
from solvers.in_turn.lasting.forwards import LastTurns
from solvers.in_turn.pair import AfterGoal, Pair
from solvers.linear.products import product
from solvers.players.played import Player
from solvers.underflow import refuse_seldom


class Rounds(NamedTuple):
    """Further rounds from equal scores.

    Attributes
    ----------
    tie_value : the first player's chance to win them
    turns : expected turns of both, 0 if a tie does not go on
    decided, again : results of a round, as for `LastTurns`
    """

    tie_value: float
    turns: float
    decided: Array
    again: Array


class Contest(NamedTuple):
    """Two players with equal turns.

    Attributes
    ----------
    pair : the race of both, with their tables
    rounds : values and lengths of further rounds
    last_value : float64[points], the second's chance to win in the last turn, by the points behind
    last_turns : whether they end the contest
    """

    pair: Pair
    rounds: Rounds
    last_value: Array
    last_turns: LastTurns


def with_equal_turns(turn: Turn, tie: Tie, first: Player, second: Player) -> Contest:
    """The contest of two players.

    Parameters
    ----------
    turn : any turn
    tie : the tie rule
    first, second : the players

    Raises
    ------
    NotConverged
        if nearly every round after a tie ends with a tie
    """
    who = f"{first.name} against {second.name} with equal turns"
    goes_on = tie is Tie.AGAIN
    rounds = rounds_of(turn, who, first, second) if goes_on else _no_rounds(tie)
    last = second.last(first.first.gain.shape[1] + turn.least_score, False)
    first_wins = last.lose + last.level * rounds.tie_value
    second_wins = last.win + last.level * (1.0 - rounds.tie_value)
    after = AfterGoal(first_wins, second_wins, 1.0 + last.level * rounds.turns)
    pair = Pair(turn, who, first.first, second.second, after)
    ends = last.win + last.lose
    level = last.level if goes_on else np.zeros(ends.size)
    ending = LastTurns(ends if goes_on else np.ones(ends.size), level, rounds.decided, rounds.again)
    return Contest(pair, rounds, second_wins, ending)


def turns_in_seats(turn: Turn, tie: Tie, own: Player, other: Player) -> tuple[Array, Array]:
    """Expected turns of both players to come, float64[seat, own score, other's score], when own is about to
    move, and when the other is; in seat 0 own moves first. Parameters
    ----------
    turn, tie : as for `with_equal_turns`
    own, other : the players

    Raises
    ------
    NotConverged
        as `with_equal_turns`, or if turns of both hardly ever score
    """
    left, waiting = with_equal_turns(turn, tie, own, other).pair.turns()
    others, own_second = with_equal_turns(turn, tie, other, own).pair.turns()
    return np.stack([left, own_second.T]), np.stack([waiting, others.T])


def _no_rounds(tie: Tie) -> Rounds:
    """Rounds after a tie that does not go on: none."""
    return Rounds(WORTH[tie], 0.0, np.ones(2), np.zeros((2, 2)))


def rounds_of(turn: Turn, who: str, first: Player, second: Player) -> Rounds:
    """Further rounds, which go on until somebody is ahead.

    Parameters
    ----------
    turn : any turn
    who : the players, for an error
    first, second : the players

    Raises
    ------
    NotConverged
        if nearly every round ends with a tie
    """
    gains, wipe = first.again(False)
    far = len(gains) - 1
    last = second.last(far, False)
    won, lost = float((gains * last.lose).sum()), float((gains * last.win).sum())
    turns, decided, again = 2.0, np.array([won + lost, 1.0]), np.zeros((2, 2))
    again[0, 0] = (gains * last.level).sum()
    if turn.wipes:
        # The second rolls once, as it is ahead whatever it scores.
        other = float(turn.throws[turn.openings[0]].wipe)
        at_zero, (gains_0, wipe_0) = second.last(far, True), first.again(True)
        won_0, lost_0 = (float(product(gains_0, of) + wipe_0 * of[0]) for of in (at_zero.lose, at_zero.win))
        again[1] = product(gains_0[1:], at_zero.level[1:]), (gains_0[0] + wipe_0) * at_zero.level[0]
        ends_0 = won_0 + lost_0 + float(again[1, 0])
        refuse_seldom("a round with no points does not end as it began", ends_0, who)
        both = again[0, 1] = wipe * other
        decided[:] = won + lost + wipe * (1.0 - other), won_0 + lost_0
        won, lost = won + both * won_0 / ends_0, lost + wipe * (1.0 - other) + both * lost_0 / ends_0
        turns += 2.0 * both / ends_0
    refuse_seldom("a round decides", won + lost, who)
    return Rounds(won / (won + lost), turns / (won + lost), decided, again)
