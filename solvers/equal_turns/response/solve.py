"""The best response to a fixed policy with equal turns, in either seat.

The turns of one seat are fixed, and played out once. The other seat is solved as in a race
(`in_turn.response`); only what follows the goal differs.

Moving second, the best response has the last turns of optimal play. Moving first, it may go on beyond the
goal, and how far depends on the policy: against one that hardly ever wins it goes far. So the contest is
solved for an assumed score from which on it holds. The score is right if by the values found no further throw
gains anything there. S(j) is the policy's least chance to win after a bust when it has score j, L(d) its
chance to win in its last turn, and q the chance to bust:

    L(s - j) - sum over outcomes of p L(s + gain - j)  <=  q S(j)     for all j and all scores from s on.

Otherwise a greater score is tried. A chance S(j) below LEAST counts as LEAST: then all further throws
together gain less than rounding. A wipe is a bust that leaves less, and q is the chance of both.

In games that wipe, the contest is solved for given values after a wipe, which are iterated and proved
(`in_turn.settling`). If S is off by their proved error, going on beyond gains no more than that error.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.beyond import Beyond
from solvers.contests.tie import WORTH, Tie
from solvers.equal_turns.beyond import refuse_far
from solvers.equal_turns.further_rounds import worth_of_rounds
from solvers.equal_turns.last_turn import Stakes, last_turns
from solvers.equal_turns.response.beyond import LEAST, held_against
from solvers.equal_turns.response.certificate import residual
from solvers.equal_turns.response.rounds import round_of_best_first, round_of_best_second
from solvers.equal_turns.response.turns import reply_played
from solvers.equal_turns.solve import EqualTurns
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn.equal_turns import turns_in_seats
from solvers.in_turn.lasting.answer import LastingInSeats
from solvers.in_turn.response import respond
from solvers.in_turn.seat import new_seat, race_seat
from solvers.players.played import Player
from solvers.players.played_rule import player_by_rule
from solvers.players.ruled import Ruled
from solvers.turns.played import PlayedTurns, looks_at_other

FIRST, SECOND = 0, 1


class Replies(NamedTuple):
    """The contests in which the best response to a fixed player moves first, and second."""

    first: EqualTurns
    second: EqualTurns

    def played(self, fixed: Player) -> Player:
        """The best response as a player.

        Parameters
        ----------
        fixed : the player that is responded to
        """
        return reply_played(self.first, self.second, fixed)


@dataclass(frozen=True)
class Response(LastingInSeats):
    """The best response to a fixed policy.

    Attributes
    ----------
    first : the contest in which the best response moves first
    second : the one in which it moves second
    fixed : the player that is responded to
    residual : largest difference between both contests and one backup of them by another route
    """

    first: EqualTurns
    second: EqualTurns
    fixed: Player
    residual: float

    @property
    def value(self) -> Array:
        """Its chance to win when about to move, both below the goal, float64[seat, banked, opponent]."""
        return np.stack([self.first.value, self.second.second_value])

    @property
    def waiting_value(self) -> Array:
        """Its chance to win when the policy is about to move, float64[seat, banked, opponent]."""
        return np.stack([1.0 - self.first.second_value.T, 1.0 - self.second.value.T])

    def turns_to_come(self) -> tuple[Array, Array]:
        """Expected turns of both still to come, if the best response, or the policy, is about to move."""
        own = reply_played(self.first, self.second, self.fixed)
        return turns_in_seats(self.first.turn, self.first.tie, own, self.fixed)

    @property
    def wins_first(self) -> float:
        """Chance to win from the start when moving first."""
        return float(self.value[0, 0, 0])

    @property
    def wins_second(self) -> float:
        """Chance to win from the start when moving second."""
        return float(self.waiting_value[1, 0, 0])

    @property
    def wins(self) -> float:
        """Chance to win if a fair coin decides who moves first."""
        return (self.wins_first + self.wins_second) / 2.0

    @property
    def last_value(self) -> Array:
        """The second player's chance to win in the last turn, float64[seat, behind]."""
        return np.stack([self.first.last_value, self.second.last_value])

    @property
    def tie_value(self) -> Array:
        """Value of a tie to the first player, float64[seat]."""
        return np.array([self.first.tie_value, self.second.tie_value])


def best_response(opponent: Ruled, tie: Tie) -> Response:
    """Solve the best response to a rule of thumb, moving first and moving second.

    Parameters
    ----------
    opponent : the rule to respond to
    tie : the tie rule

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or a player may go on for too long beyond it
    NotConverged
        if a pair of states takes more than MOST_SWEEPS sweeps, or nearly every game is wiped before its end

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.ruled import ruled
    >>> found = best_response(ruled("hold at 20", pig.turn(), 100), Tie.SHARED)
    >>> print(found.wins_first < found.wins_second)  # it knows what is to be beaten
    True
    """
    turn, goal = opponent.rule.turn, opponent.rule.goal
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    fixed = player_by_rule(opponent, tie)
    answers = replies(turn, goal, tie, fixed)
    found = Response(*answers, fixed, residual=0.0)
    tables = found.value, found.waiting_value, found.tie_value, found.last_value
    return Response(*answers, fixed, residual=residual(turn, goal, tie, opponent, *tables))


def replies(turn: Turn, goal: int, tie: Tie, fixed: Player) -> Replies:
    """The contests in which the best response to a fixed player moves first, and second.

    Parameters
    ----------
    turn : any turn
    goal : points to reach, 2 or more
    tie : the tie rule
    fixed : the player that is responded to

    Raises
    ------
    InvalidRules
        if a player may go on for too long beyond the goal
    NotConverged
        as for `best_response`
    """
    return Replies(_moving_first(turn, goal, tie, fixed), _moving_second(turn, goal, tie, fixed))


def _moving_first(turn: Turn, goal: int, tie: Tie, fixed: Player) -> EqualTurns:
    """The contest in which the policy moves second."""
    goes_on = tie is Tie.AGAIN
    tie_value = worth_of_rounds(turn, round_of_best_first(turn, fixed).gain) if goes_on else WORTH[tie]
    level, top, longest = 1.0 - tie_value, goal, turn.longest_gain
    every_way = looks_at_other(fixed.second)
    while True:
        ends = fixed.last(top + longest + 1, False)
        last = ends.win + ends.level * level
        ahead = Beyond(top, last)
        first, second = _below_goal(turn, goal, ahead, fixed.second, FIRST, every_way)
        if not every_way and _more_is_worth_less(second, last):
            every_way = True
            continue
        # After a bust, by the policy's score; after a wipe the response has less than that leaves.
        least = turn.least_score
        after = np.concatenate((second.T, last[np.arange(goal, goal + least)[:, None] - np.arange(goal)]))
        safe = np.maximum(after[0 if turn.wipes else least : goal + least].min(axis=0), LEAST)
        needed = held_against(turn, fixed, safe, level, level, goal)
        if needed <= top:
            return EqualTurns(turn, goal, tie, first, second, tie_value, ahead, 0.0)
        refuse_far(needed)
        # With a margin, as S falls when the score grows.
        top = needed + longest


def _below_goal(
    turn: Turn, goal: int, ahead: Beyond, fixed: PlayedTurns, seat: int, every_way: bool
) -> tuple[Array, Array]:
    """Both players' chances to win when about to move, float64[banked, opponent] each.

    Parameters
    ----------
    turn, goal : the game
    ahead : what follows the goal
    fixed : the policy's turns in its seat
    seat : seat of the best response
    every_way : whether more points may be worth less
    """
    far, who = ahead.top + turn.longest_gain, f"best response with equal turns to {goal}"
    # Handing over with the goal has won, or leads to a last turn of the other.
    second_wins = ahead.last[np.arange(goal, far)[:, None] - np.arange(goal)]
    if seat == FIRST:
        own = new_seat(turn, goal, ahead.top, 1.0 - second_wins, every_way=every_way)
        after = np.zeros((goal, turn.longest_gain))
    else:
        own, after = race_seat(turn, goal, every_way), second_wins.T
    (value,), (waiting,) = respond(turn, who, own, fixed, after)
    return (value, 1.0 - waiting.T) if seat == FIRST else (1.0 - waiting.T, value)


def _more_is_worth_less(waiting: Array, last: Array) -> bool:
    """Whether some score is worth less than the one below it, so that giving up points may be best.

    A player who reaches the goal leaves the policy one more turn, which the policy may play better than all
    before.

    Parameters
    ----------
    waiting : float64[banked, opponent], the policy's chance to win when about to move, `banked` its own score
    last : float64[behind], its chance to win in the last turn
    """
    goal = len(waiting)
    behind = goal - np.arange(goal)
    theirs = np.concatenate((waiting, last[behind][:, None]), axis=1)
    return bool((np.diff(theirs, axis=1) > 0.0).any())


def _moving_second(turn: Turn, goal: int, tie: Tie, fixed: Player) -> EqualTurns:
    """The contest in which the policy moves first."""
    goes_on = tie is Tie.AGAIN
    tie_value = worth_of_rounds(turn, round_of_best_second(turn, fixed)) if goes_on else WORTH[tie]
    last = last_turns(turn, Stakes.chances(1.0 - tie_value), goal + turn.longest_gain)[:, 0].copy()
    ahead = Beyond(goal, last)
    first, second = _below_goal(turn, goal, ahead, fixed.first, SECOND, looks_at_other(fixed.first))
    return EqualTurns(turn, goal, tie, first, second, tie_value, ahead, 0.0)
