"""Certificate of the values of a rule of thumb with equal turns: one backup of all values, in plain NumPy.

With the values given no states depend on each other: the values of banking and of a bust are known in each
seat, and all turns are evaluated backwards, the first player's as far beyond the goal as holding may not be
best. Optimal play chooses by its values against itself; these are two layers, as in
`solvers.turns.certificate_of_fixed`. The value of a tie that is played on follows from one round, or by
bisection if the round is played optimally.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import WORTH, Tie
from solvers.equal_turns import certificate as of_optimal
from solvers.equal_turns.certificate_of_last_turns import after_goal, first_turn, halved, last_turns
from solvers.equal_turns.certificate_of_round import chances_of_round
from solvers.equal_turns.response.certificate import LEAST, held_from
from solvers.games.plan import Plan
from solvers.games.written import written
from solvers.in_turn.certificate_of_last_turns import Ends, ends_of_last_turns
from solvers.players.rule import RuleOfThumb
from solvers.turns.certificate_of_fixed import turns_worth

# The rule's opponents, in the order of `Tables.tie_values`.
OPTIMAL, ITSELF, REPLY = range(3)


class Tables(NamedTuple):
    """Tables of a rule that are proved.

    Attributes
    ----------
    value : float64[seat, banked, opponent], value of optimal play to the player about to move
    against_optimal : float64[mover, seat, banked, opponent], the rule's win probability if it, or its
        opponent, is about to move; in seat 0 it moves first
    against_itself : of the same shape as `value`, the rule's win probability if it is about to move
    against_reply : as `against_optimal`
    tie_value : value of a tie to the first of two optimal players
    tie_values : float64[other, seat], value of a tie to the first player if the rule's opponent is OPTIMAL,
        ITSELF or REPLY
    """

    value: Array
    against_optimal: Array
    against_itself: Array
    against_reply: Array
    tie_value: float
    tie_values: Array


def residual(rule: RuleOfThumb, again: RuleOfThumb, tie: Tie, tables: Tables) -> float:
    """Return the sup-norm of one backup of all values minus the values.

    Parameters
    ----------
    rule : the rule
    again : the rule without an entry, for further rounds
    tie : who wins ties
    tables : the stored tables
    """
    ties = np.append(tables.tie_values, tables.tie_value)
    if not ((ties >= 0.0) & (ties <= 1.0)).all():
        return inf
    optimal = of_optimal.residual(
        rule.turn, rule.goal, tie, tables.value[0], tables.value[1], tables.tie_value
    )
    itself = np.stack([tables.against_itself, 1.0 - tables.against_itself[::-1].transpose(0, 2, 1)])
    check = _Check(rule, again, tie, tables)
    worst = [
        check.off(other, seat, against[:, seat])
        for other, against in enumerate((tables.against_optimal, itself, tables.against_reply))
        for seat in (0, 1)
    ]
    return float(np.max([optimal, *worst]))


class _Check:
    """Backups of one rule's tables."""

    def __init__(self, rule: RuleOfThumb, again: RuleOfThumb, tie: Tie, tables: Tables) -> None:
        self._rule, self._tie, self._tables = rule, tie, tables
        self._turn, self._goal = rule.turn, rule.goal
        self._after = after_goal(rule.turn, rule.goal, tie)
        self._known: dict[tuple[int, int], Ends] = {}
        self._again = Plan("again", again.turn, again.opening, again.at(0, 0))

    def off(self, other: int, seat: int, against: Array) -> float:
        """Return the residual of one contest.

        Parameters
        ----------
        other : the rule's opponent
        seat : the rule's seat
        against : float64[mover, banked, opponent], its win probability
        """
        tie_value = float(self._tables.tie_values[other, seat])
        theirs = 1.0 - against[::-1].transpose(0, 2, 1)
        if seat == 0:
            own = self._first_of_rule(against[1], other, tie_value)
            met = self._second(other, theirs[1])
        else:
            own = self._second(ITSELF, against[1])
            met = self._first(other, theirs[1], tie_value)
        tied = self._tie_value(other, seat) if self._tie is Tie.AGAIN else WORTH[self._tie]
        return float(
            np.max([np.abs(own - against[0]).max(), np.abs(met - theirs[0]).max(), abs(tied - tie_value)])
        )

    def _ends(self, other: int, far: int) -> Ends:
        """How last turns end, of the rule or of optimal play."""
        if (other, far) not in self._known:
            self._known[other, far] = self._ends_of(other, far)
        return self._known[other, far]

    def _ends_of(self, other: int, far: int) -> Ends:
        """As `_ends`, cached."""
        way, level = tuple(self._rule.way.tolist()), 1.0 - self._tables.tie_value
        return ends_of_last_turns(
            self._turn,
            () if other == OPTIMAL else way,
            far,
            level,
            other != OPTIMAL and self._tie is Tie.LAST,
        )

    def _first_of_rule(self, waiting: Array, other: int, tie_value: float) -> Array:
        """The values of the rule's turns when it moves first."""
        end = self._goal + self._turn.longest_gain
        if other == REPLY:
            won = last_turns(self._turn, end, 0.0, 1.0 - tie_value, 1.0, False)
        else:
            won = self._ends(other, end).worth(1.0 - tie_value)
        handed = self._handed(waiting, won, end)[None]
        return turns_worth(self._turn, self._rule, handed, ends=(self._goal, self._goal))

    def _first(self, other: int, waiting: Array, tie_value: float) -> Array:
        """The values of the opponent's turns when it moves first."""
        if other == ITSELF:
            return self._first_of_rule(waiting, ITSELF, tie_value)
        if other == REPLY:
            top = self._reply_holds_from(waiting, 1.0 - tie_value)
            end = top + self._turn.longest_gain
            won = self._ends(ITSELF, end).worth(1.0 - tie_value)
            return turns_worth(
                self._turn, None, self._handed(waiting, won, end)[None], ends=(self._goal, top)
            )
        end = self._after.top + self._turn.longest_gain
        won = self._ends(ITSELF, end).worth(1.0 - tie_value)
        layers = [
            of_optimal.first_handed(self._turn, self._goal, self._after, self._tables.value[1]),
            self._handed(waiting, won, end),
        ]
        return turns_worth(self._turn, None, np.stack(layers), ends=(self._goal, self._after.top))

    def _second(self, other: int, waiting: Array) -> Array:
        """The values of turns of the player who moves second."""
        if other == OPTIMAL:
            layers = np.stack([1.0 - self._tables.value[0].T, waiting])
            return turns_worth(self._turn, None, layers)
        return turns_worth(self._turn, self._rule if other == ITSELF else None, waiting[None])

    def _handed(self, waiting: Array, won: Array, end: int) -> Array:
        """The first player's value of handing over the turn, float64[score, opponent].

        Parameters
        ----------
        waiting : float64[banked, opponent], below the goal
        won : float64[behind], the second player's win probability in the last turn
        end : number of scores
        """
        behind = np.arange(self._goal, end)[:, None] - np.arange(self._goal)
        return np.concatenate((waiting, 1.0 - won[behind]))

    def _reply_holds_from(self, waiting: Array, level: float) -> int:
        """The score from which the reply holds when it moves first."""
        least = self._turn.least_score
        last = self._ends(ITSELF, self._goal + least).worth(level)
        behind = np.arange(self._goal, self._goal + least)[:, None] - np.arange(self._goal)
        left = np.concatenate((1.0 - waiting, last[behind]))[least:].min(axis=0)
        found = held_from(self._turn, self._won_by_rule, np.fmax(left, LEAST), (level, level))
        return max(self._goal, found)

    def _tie_value(self, other: int, seat: int) -> float:
        """The value of a tie that is played on to the first player."""
        turn = self._again.turn
        if other == REPLY:
            return self._tie_of_reply_second() if seat == 0 else self._tie_of_reply_first()
        if seat == 0 or other == ITSELF:
            gains = self._gains()
            last = self._ends(ITSELF if seat else other, len(gains))
            return _decided(gains @ np.stack([last.lose, last.win], axis=1)[: len(gains)])
        # Optimal play goes on as is best against itself.
        return _decided(chances_of_round(turn, self._tables.tie_value, lambda far: self._ends(ITSELF, far)))

    def _gains(self) -> Array:
        """Probabilities of the gains of the rule's first turn of a round, float64[points]."""
        each = np.eye(self._goal + self._turn.longest_gain)[None]
        ends: Array = turns_worth(self._again.turn, self._again, each, ends=(1, self._goal))[0]
        return ends

    def _tie_of_reply_second(self) -> float:
        """The value of a tie to the rule, which moves first."""
        gains = self._gains()
        return halved(
            lambda tie: float(-gains @ last_turns(self._turn, len(gains) - 1, tie - 1.0, 0.0, tie, False))
        )

    def _tie_of_reply_first(self) -> float:
        """The value of a tie to the reply, which moves first."""
        turn, least, rules = self._again.turn, self._turn.least_score, written(self._turn)
        left = self._ends(ITSELF, least + 1).win[least : least + 1]
        top = max(1, held_from(turn, self._won_by_rule, left, (0.0, 1.0)))
        last, throws = self._ends(ITSELF, top + turn.longest_gain), np.empty((top, rules.bust.size))

        def gain(tie: float) -> float:
            held = last.before_tie(tie)
            first_turn(rules, held, (float(held[least]), 0.0), throws)
            return float(throws[0, rules.openings].max())

        return halved(gain)

    def _won_by_rule(self, far: int, level: float) -> Array:
        """The rule's win probability in the last turn, float64[behind], for a value of ties to it."""
        return self._ends(ITSELF, far).worth(level)


def _decided(chances: Array) -> float:
    """The value of a tie, from the probabilities that a round is won, and lost."""
    won, lost = chances.tolist()
    return float(won / (won + lost))
