"""The best response of one of three players with equal turns to two players by rules, in each seat.

The two others play as in `by_rules`: with a score to beat they roll until they are ahead. After the goal and
in further rounds the response's turns are those of `reply`, below the goal those of `in_turn_of_many`. How
far it may go on beyond the goal depends on the least loss by a bust, hence on the values. So the contest is
solved for assumed scores from which on it holds. They are right if `beyond` confirms them by the values
found; otherwise greater ones are tried.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.certificate import Stored
from solvers.equal_turns.of_three.by_rules.chase import (
    ALL,
    SECOND,
    THIRD,
    TIED,
    Chase,
    below_goal,
    chase,
    openings_of,
    players_by,
)
from solvers.equal_turns.of_three.by_rules.solve import check
from solvers.equal_turns.of_three.last_turn import refuse_far
from solvers.equal_turns.of_three.response.beyond import Beyond
from solvers.equal_turns.of_three.response.certificate import residual
from solvers.equal_turns.of_three.response.reply import Reply
from solvers.equal_turns.of_three.turn import PLAYERS
from solvers.games.turn import Turn
from solvers.in_turn.seat import new_seat
from solvers.in_turn_of_many.played import Played
from solvers.in_turn_of_many.policy import least_held
from solvers.in_turn_of_many.response import respond
from solvers.in_turn_of_many.tables import by_seat, by_standing, no_tables
from solvers.players.played import Player
from solvers.players.ruled import Ruled
from solvers.turns.chances import chances
from solvers.turns.forward import hold_at


@dataclass(frozen=True)
class Seated:
    """The best response in one seat.

    Attributes
    ----------
    reply : its turns after the goal
    goal : points to reach
    value : float64[mover, first, second, third], its chance to win, all scores below the goal
    handed : float64[others, score], its value of handing over the turn, for all scores that a turn may reach
    top : score from which on it holds, whatever the others have
    chase : what follows the goal
    """

    reply: Reply
    goal: int
    value: Array
    handed: Array
    top: int
    chase: Chase

    @cached_property
    def hold_at(self) -> Shorts:
        """Least turn total at which it holds while nobody has the goal, int16[first, second, third]."""
        return self._held_at(0)

    @cached_property
    def past_goal(self) -> Shorts:
        """Least turn total at which it holds from the goal on, int16[first, second, third]."""
        return self._held_at(self.goal)

    def _held_at(self, start: int) -> Shorts:
        held = least_held(self.reply.turn, self.handed, self.goal, self.top, start)
        return by_seat(held, self.reply.seat, PLAYERS)

    @property
    def last_value(self) -> Array:
        """Its chance to win before the last turn, float64[leading, behind], from 1 point to the goal."""
        return self.chase.last[:, 1 : self.goal + 1, self.reply.seat]

    @property
    def after_value(self) -> Array:
        """Its chance to win if the first has the goal, float64[second behind, third behind], from 1 point."""
        return self.chase.after[1 : self.goal + 1, 1 : self.goal + 1, self.reply.seat]

    @property
    def tie_value(self) -> Array:
        """Its chance to win if two are tied, by the seat that is not tied, float64[untied]."""
        first = self.chase.ties.of_two
        worth = [(first[untied], 1.0 - first[untied]) for untied in range(PLAYERS)]
        seat = self.reply.seat
        return np.array(
            [worth[untied][tied.index(seat)] if seat in tied else 0.0 for untied, tied in enumerate(TIED)]
        )

    @property
    def three_tie_value(self) -> float:
        """Its chance to win if all three are tied."""
        return float(self.chase.ties.of_three[self.reply.seat])

    def after_hold_at(self) -> Shorts:
        """Least turn total at which it holds as the second, if the first has the goal.

        Returns
        -------
        int16[second behind, third behind], for 1 point to the goal
        """
        last, end = self.chase.last[..., SECOND], self.reply.reach + 1
        totals = [
            self._held([last[0, third], last[2, third], *last[1, third + 1 : third + end]])
            for third in range(1, self.goal + 1)
        ]
        return np.stack(totals, axis=1)

    def last_hold_at(self) -> Shorts:
        """Least turn total at which it holds as the third in the last turn, int16[leading, behind]."""
        first_tied, second_tied = self.tie_value[[SECOND, 0]]
        level = (first_tied, second_tied, self.three_tie_value)
        return np.stack([self._held([0.0, worth, *[1.0] * self.reply.reach]) for worth in level])

    def _held(self, ends: list[float]) -> Shorts:
        """Least turn totals, for 1 point behind to the goal.

        Parameters
        ----------
        ends : its values of ending behind, level, 1 point ahead, 2, ...
        """
        rows = np.zeros((len(ends), ALL + 1))
        rows[:, self.reply.seat] = ends
        return self.reply.begun(rows, self.goal, np.zeros(PLAYERS)).hold_at[1:]


@dataclass(frozen=True)
class Response:
    """The best response to two rules of thumb, in each seat.

    Attributes
    ----------
    seats : the best response in each seat
    residual : largest difference between the tables and one backup of them by another route
    """

    seats: tuple[Seated, Seated, Seated]
    residual: float

    @cached_property
    def value(self) -> Array:
        """Its chance to win, all scores below the goal, float64[seat, mover, first, second, third]."""
        return np.stack([seated.value for seated in self.seats])

    @property
    def win_probability(self) -> Array:
        """Its chance to win from the start, float64[seat]; a shared win counts in equal parts."""
        return self.value[:, 0, 0, 0, 0]

    @property
    def wins(self) -> float:
        """Its chance to win if seats are drawn at random."""
        return float(self.win_probability.mean())

    @property
    def hold_at(self) -> Shorts:
        """Least turn total at which it holds below the goal, int16[seat, first, second, third]."""
        return np.stack([seated.hold_at for seated in self.seats])

    @property
    def hold_past_goal(self) -> Shorts:
        """Least turn total at which it holds from the goal on, int16[seat, first, second, third]."""
        return np.stack([seated.past_goal for seated in self.seats])

    @property
    def after_hold_at(self) -> Shorts:
        """The same in the second seat if the first has the goal, int16[second behind, third behind]."""
        return self.seats[SECOND].after_hold_at()

    @property
    def last_hold_at(self) -> Shorts:
        """The same in the third seat, in the last turn, int16[leading, behind]."""
        return self.seats[THIRD].last_hold_at()

    @property
    def last_value(self) -> Array:
        """Its chance to win before the last turn, float64[seat, leading, behind], from 1 point on."""
        return np.stack([seated.last_value for seated in self.seats])

    @property
    def after_value(self) -> Array:
        """Its chance to win if the first has the goal, float64[seat, second behind, third behind]."""
        return np.stack([seated.after_value for seated in self.seats])

    @property
    def tie_value(self) -> Array:
        """Its chance to win if two are tied, by the seat that is not tied, float64[seat, untied]."""
        return np.stack([seated.tie_value for seated in self.seats])

    @property
    def three_tie_value(self) -> Array:
        """Its chance to win if all three are tied, float64[seat]."""
        return np.array([seated.three_tie_value for seated in self.seats])


def best_response(tie: Tie, earlier: Ruled, later: Ruled) -> Response:
    """Solve the best response of one of three players to two rules of thumb, in each seat.

    Parameters
    ----------
    tie : the tie rule: of those tied FIRST lets the first in the round win; LAST, the last; SHARED, all in
        equal parts; AGAIN, the winner of further rounds among them
    earlier, later : the others, in the order of the round; for one goal, 2 to MOST_GOAL, and one turn with no
        choice but to roll or to hold, without wipes

    Raises
    ------
    InvalidRules
        if a number is out of range, the turn has other choices or wipes, or the response may go on for too
        long beyond the goal

    Examples
    --------
    A player who knows the score to beat wins more often.

    >>> from solvers.games import pig
    >>> from solvers.players.ruled import ruled
    >>> hold_at_20 = ruled("hold at 20", pig.turn(), 20)
    >>> found = best_response(Tie.SHARED, hold_at_20, hold_at_20)
    >>> first, second, third = found.win_probability.tolist()
    >>> first < second < third
    True
    """
    rules = earlier, later
    turn, goal = check(rules)
    limits, players = Beyond(turn), players_by(rules, tie)
    first, second, third = (_seated(turn, goal, tie, players, seat, limits) for seat in range(PLAYERS))
    seats = first, second, third
    found = Response(seats, residual=0.0)
    stored = Stored(found.value, found.last_value, found.after_value, found.tie_value, found.three_tie_value)
    return Response(seats, residual(turn, goal, tie, rules, stored))


def _seated(turn: Turn, goal: int, tie: Tie, players: list[Player], seat: int, limits: Beyond) -> Seated:
    """The best response in one seat.

    Parameters
    ----------
    turn, goal, tie : the game
    players : the others
    seat : seat of the response
    limits : how far it may go on
    """
    longest = turn.longest_gain
    # The response has no rule of its own: another's stands in its place, and is not read.
    seats = [*players[:seat], players[0], *players[seat:]]
    below = below_goal(turn, seats, np.zeros(1))
    plain = Reply(turn, tie, openings_of(seats), hold_at(turn, 1), limits.gained, seat, limits.ahead)
    top = goal
    while True:
        most = top + max(longest, turn.least_score)
        refuse_far(turn, max(most, limits.gained))
        farthest = max(most, *map(plain.farthest, range(PLAYERS))) + 2 * plain.reach + 1
        reply = replace(plain, gains=hold_at(turn, farthest))
        seated, safe = _held_from(reply, below, goal, top, most)
        needed = int(limits.held_from(goal, PLAYERS - 1 - seat, safe).max())
        if seat == THIRD or needed <= top:
            return seated
        # With a margin, as the loss by a bust falls when the score grows.
        top = needed + longest


def _held_from(reply: Reply, below: Played, goal: int, top: int, most: int) -> tuple[Seated, Array]:
    """The best response that holds from a given score on, and the least loss by a bust, float64[one, other].

    Parameters
    ----------
    reply : its turns after the goal
    below : turns of the others before the goal
    goal : points to reach
    top : the score
    most : greatest number of points behind the first after a turn
    """
    found, turn, seat = chase(reply, most), reply.turn, reply.seat
    handed = no_tables(PLAYERS, goal, most, 1)
    handed[:, :, goal:] = found.handed(goal, most)[..., seat : seat + 1]
    own = new_seat(turn, goal, top, np.zeros((most - goal, goal)))
    respond(turn, below, f"best response with equal turns to {turn.name}", own, seat, handed)
    value, held = chances(by_standing(handed, goal)[..., 0], "the best response"), handed[seat, ..., 0].copy()
    least = turn.least_score
    safe = (1.0 - held[:, least : goal + least].max(axis=1)).reshape(goal, goal)
    seated = Seated(reply, goal, value, held, top, found)
    return seated, safe.T if seat == SECOND else safe
