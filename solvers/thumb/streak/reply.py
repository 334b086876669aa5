"""The best response to a rule of thumb with equal turns where busts in a row cost points.

The outcome of a last turn does not depend on busts before, so everything from the goal on is as without busts
in a row: a rule rolls until it is ahead (`players.last_turns`), and a best reply that moves first goes on
beyond the goal as far as `equal_turns.response.solve` proves sufficient.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.contests.beyond import Beyond
from solvers.contests.tie import WORTH, Tie
from solvers.equal_turns.beyond import refuse_far
from solvers.equal_turns.response.beyond import LEAST, held_against
from solvers.in_turn.lasting.answer import LastingInSeats
from solvers.in_turn.streaks import TurnsByBusts
from solvers.players.last_turns import by_best_ways
from solvers.players.played_rule import player_by_rule
from solvers.thumb.streak.certificate import residual_of_reply
from solvers.thumb.streak.lasts import both_last, reply_played
from solvers.thumb.streak.rule import RuleByBusts
from solvers.thumb.streak.turns import by_rule
from solvers.thumb.streak.wins import both_win, with_last_turns, without_busts, worth_of
from solvers.turns.played import flat


@dataclass(frozen=True)
class Reply(LastingInSeats):
    """The best response to a rule with equal turns.

    Attributes
    ----------
    value, waiting_value : float64[seat, banked, opponent, own_busts, opponent_busts], its win probability if
        it, or the rule, is about to move; its own score and busts first
    last_value : float64[seat, behind], the second player's win probability in the last turn
    residual : largest difference between these and one backup of them by another route
    rule : the rule that it responds to
    after : what follows the goal if it moves first
    """

    value: Array
    waiting_value: Array
    last_value: Array
    residual: float
    rule: RuleByBusts
    after: Beyond

    def turns_to_come(self) -> tuple[Array, Array]:
        """Return the expected turns of both to come, if the reply, or the rule, is about to move."""
        rule, after, who = self.rule, self.after, f"the best reply to {self.rule.name}"
        turns, theirs = (
            by_rule(rule, past=rule.turn.longest_gain),
            [_waits(own) for own in self.waiting_value],
        )
        own = reply_played(rule, theirs[0], after), reply_played(rule, theirs[1], None)
        left, waiting = both_last(rule, own[0], turns, after, who)
        # In the other seat the rule moves first, and its scores and busts come first.
        others, waited = both_last(rule, turns, own[1], after, who)
        return np.stack([left, _turned(waited)]), np.stack([waiting, _turned(others)])

    @property
    def wins_first(self) -> float:
        """Win probability at the start when moving first."""
        return float(self.value[0].flat[0])

    @property
    def wins_second(self) -> float:
        """Win probability at the start when moving second."""
        return float(self.waiting_value[1].flat[0])


def best_reply(rule: RuleByBusts, tie: Tie) -> Reply:
    """Solve the best response to a rule of thumb with equal turns, moving first and moving second.

    Parameters
    ----------
    rule : the rule that it responds to
    tie : who wins ties; not `again`

    Raises
    ------
    InvalidRules
        if the rule about busts is invalid, or a player may go on for too long beyond the goal
    NotConverged
        if the values after a streak do not converge, or are not proved accurate enough

    Examples
    --------
    >>> from solvers.contests.streak import Rule
    >>> from solvers.games import pig
    >>> from solvers.thumb.streak.rule import rule_by_busts
    >>> reply = best_reply(rule_by_busts("hold at 20", pig.turn(), 30, Rule(3, 10)), Tie.SHARED)
    >>> print(round(reply.wins_first, 4), round(reply.wins_second, 4))
    0.4424 0.6552
    """
    turn, goal = rule.turn, rule.goal
    turns = by_rule(rule, past=turn.longest_gain)
    ahead, *first = _moving_first(rule, turns, tie)
    last = worth_of(by_best_ways(turn, flat(turn), goal + turn.longest_gain, 1.0 - WORTH[tie]), tie)
    theirs, own = both_win(rule, Beyond(goal, last), turns, None)
    value, waiting = np.stack([first[0], own]), np.stack([_waits(first[1]), _waits(theirs)])
    said = np.stack([ahead.last[1 : goal + 1], last[1 : goal + 1]])
    return Reply(value, waiting, said, residual_of_reply(rule, tie, value, waiting, said), rule, ahead)


def _moving_first(rule: RuleByBusts, turns: TurnsByBusts, tie: Tie) -> tuple[Beyond, Array, Array]:
    """What follows the goal, and both players' win probabilities, if the best response moves first."""
    turn, goal, level = rule.turn, rule.goal, 1.0 - WORTH[tie]
    fixed, top = player_by_rule(without_busts(rule), tie), goal
    while True:
        ahead = with_last_turns(rule, top, tie)
        value, theirs = both_win(rule, ahead, None, turns)
        # The least value after a bust, over all numbers of busts.
        safe = np.maximum(theirs.min(axis=(1, 2, 3)), LEAST)
        needed = held_against(turn, fixed, safe, level, level, goal)
        if needed <= top:
            return ahead, value, theirs
        refuse_far(needed)
        # One throw more than needed, as what it depends on will have fallen.
        top = needed + turn.longest_gain


def _waits(value: Array) -> Array:
    """The opponent's win probability, its own score and busts first."""
    return 1.0 - _turned(value)


def _turned(table: Array) -> Array:
    """A table with the opponent's score and busts first."""
    turned: Array = table.transpose(1, 0, 3, 2)
    return turned
