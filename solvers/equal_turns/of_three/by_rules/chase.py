"""Turns of three players by rules once there is something to beat: after the goal, and in further rounds.

Who moves after somebody has the goal throws until it is ahead of all, or level where a tie is for the last of
those tied, as one of two players does, whether or not the third is still to come. In a further round there is
something to beat once somebody has gained anything. Who finds nothing, and is not the last, holds at its own
turn total.

Only differences count. What comes of a turn is a row: the chances of the first, the second and the third to
win, and the chance that all three are level. A turn begun d points behind ends e points ahead with known
chances, and is worth the sum of what that is worth. Of the last turn it is who leads then, or has a tie. Of
the second's, the third being c points behind the first, it is what the third's last turn is worth: against
the first if e < 0, against both if e = 0, and c + e points behind the second if e > 0.

A round from equal scores decides for the seats with chances A, and is a tie of all otherwise, which is worth
A / (A summed up): positive terms, right where nearly every round is a tie.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import WORTH, Tie
from solvers.equal_turns.of_three.turn import PLAYERS
from solvers.games.turn import Turn
from solvers.in_turn_of_many.played import Played, played
from solvers.players.played import Player
from solvers.players.played_rule import player_by_rule
from solvers.players.ruled import Ruled
from solvers.turns.forward import HoldAt
from solvers.turns.played import flat

FIRST, SECOND, THIRD, ALL = range(PLAYERS + 1)
# Who may have the best score before the last turn, in the order in which that is stored.
LEADERS = ((FIRST,), (SECOND,), (FIRST, SECOND))
# Those tied, by the seat that is not.
TIED = ((SECOND, THIRD), (FIRST, THIRD), (FIRST, SECOND))


@dataclass(frozen=True)
class Rules:
    """Who plays how.

    Attributes
    ----------
    turn : a turn with no choice but to roll or to hold, without wipes
    tie : who wins with equal scores
    opening : of each seat float64[gain], how its turns end with nothing to beat, in a further round
    gains : how turns end that hold at 1, 2, ..., as far as it is asked for
    """

    turn: Turn
    tie: Tie
    opening: tuple[Array, ...]
    gains: HoldAt

    @property
    def reach(self) -> int:
        """The most points by which a turn ends ahead of what it had to beat."""
        return max(self.turn.longest_gain, self.turn.least_score)

    def farthest(self, seat: int) -> int:
        """The most points that a turn gains with nothing to beat."""
        return self.opening[seat].size - 1

    def chases(self, seat: int, ends: Array, most: int, level: Array) -> Array:
        """What comes of turns with something to beat, which throw until ahead, float64[behind, ..., 4].

        Parameters
        ----------
        seat : whose turns
        ends : float64[1 + e, ..., 4], what it is worth to end e points ahead: first -1, for all that is
            behind
        most : the most points behind
        level : float64[seat], what it is worth if all are level, to who plays for it
        """
        behind = np.arange(most + 1)
        target = np.maximum(behind if self.tie is Tie.LAST else behind + 1, 1)

        def ended(chance: Array, gain: Array | int) -> Array:
            each = ends[np.maximum(gain - behind, -1) + 1]
            return np.asarray(chance.reshape(-1, *[1] * (ends.ndim - 1)) * each)

        out = ended(self.gains.bust[target], self.turn.least_score)
        for over in range(self.turn.longest_gain):
            out += ended(self.gains.stop[target, over], target + over)
        return out

    def opens(self, seat: int, held: Array, level: Array) -> Array:
        """What comes of a turn with nothing to beat, which is played by the own rule, float64[4].

        Parameters
        ----------
        seat : whose turn it is
        held : float64[gain, 4], what its ends are worth
        level : float64[seat], what it is worth if all are level, to who plays for it
        """
        gains = self.opening[seat]
        return np.asarray(gains @ held[: gains.size])

    def worth(self, decides: Callable[[Array], Array]) -> Array:
        """What a tie that goes on is worth, float64[seat].

        Parameters
        ----------
        decides : chances to win by a round, float64[seat], by what a tie after it is taken to be worth
        """
        decided = decides(np.zeros(PLAYERS))
        return np.asarray(decided / decided.sum())


class Ties(NamedTuple):
    """What ties are worth.

    Attributes
    ----------
    of_two : float64[untied], what a tie of the two others is worth to the first of them
    of_three : float64[seat]
    """

    of_two: Array
    of_three: Array


class Chase(NamedTuple):
    """What comes after the goal.

    Attributes
    ----------
    last : float64[leaders, behind, seat], chances to win, the third about to take the last turn
    after : float64[second behind, third behind, seat], the same, the first having the goal and the second
        about to move
    ties : what ties are worth
    """

    last: Array
    after: Array
    ties: Ties

    def handed(self, goal: int, end: int) -> Array:
        """What it is worth to hand on the turn with the goal, float64[seat, others, score, winner].

        Parameters
        ----------
        goal, end : as for `handed_on`
        """
        return handed_on(self.after, self.last[SECOND], np.eye(PLAYERS)[THIRD], goal, end)


def handed_on(after: Array, last: Array, won: Array | float, goal: int, end: int) -> Array:
    """What it is worth to hand on the turn with the goal, float64[seat, others, score, ...].

    Parameters
    ----------
    after : float64[second behind, third behind, ...], of the first
    last : float64[third behind, ...], of the second
    won : float64[...], of the third
    goal : points to reach
    end : the score up to which turns may lead, that left out; scores are from the goal on
    """
    # The scores of the others, in the order of moving.
    following, before = np.divmod(np.arange(goal * goal)[:, None], goal)
    score = np.arange(goal, end)
    of_first, of_second = after[score - following, score - before], last[score - following]
    return np.stack([of_first, of_second, np.broadcast_to(won, of_second.shape)])


def chase(rules: Rules, most: int) -> Chase:
    """All turns after the goal.

    Parameters
    ----------
    rules : who plays how
    most : the most points behind the first, for 0 to which it is told

    Examples
    --------
    A coin decides each throw: heads is a point. Who is one behind needs two, or one where a tie is its own.

    >>> from solvers.games import piglet
    >>> from solvers.turns.forward import hold_at
    >>> once, gains = np.array([0.5, 0.5]), hold_at(piglet.turn(), 5)
    >>> found = chase(Rules(piglet.turn(), Tie.FIRST, (once, once, once), gains), 2)
    >>> found.last[0, 1].tolist(), found.after[1, 1].tolist()
    ([0.75, 0.0, 0.25], [0.5625, 0.21875, 0.21875])
    """
    ties = _ties(rules)
    last = last_turns(rules, _shared(ties.of_two), most + rules.reach, ties.of_three)
    after = second_turns(rules, last, most, ties.of_three)
    last, after = (table[..., :ALL] + table[..., ALL:] * ties.of_three for table in (last, after))
    return Chase(last, after, ties)


def _ties(rules: Rules) -> Ties:
    """What ties are worth."""
    if rules.tie is not Tie.AGAIN:
        of_two = np.full(PLAYERS, WORTH[rules.tie])
        place = FIRST if rules.tie is Tie.FIRST else THIRD
        equal = np.full(PLAYERS, 1.0 / PLAYERS)
        return Ties(of_two, equal if rules.tie is Tie.SHARED else np.eye(PLAYERS)[place])
    of_two = np.array([rules.worth(partial(round_of_two, rules, tied))[tied[0]] for tied in TIED])
    return Ties(of_two, rules.worth(partial(round_of_three, rules, _shared(of_two))))


def round_of_two(rules: Rules, tied: tuple[int, int], level: Array) -> Array:
    """Chances to win by a round of two from equal scores, float64[seat].

    Parameters
    ----------
    rules : who plays how
    tied : which two, in the order of the round
    level : float64[seat], what it is worth if they are level again, to who plays for it
    """
    first, last = tied
    most = rules.farthest(first)
    ends = np.stack([row(first), row(ALL), *[row(last)] * rules.reach])
    return rules.opens(first, rules.chases(last, ends, most, level), level)[:ALL]


def round_of_three(rules: Rules, tied: Array, level: Array) -> Array:
    """Chances to win by a round of three from equal scores, or by those of two that it leads to.

    Parameters
    ----------
    rules : who plays how
    tied : float64[untied, 4], what comes of a tie of two
    level : float64[seat], what it is worth if all are level again, to who plays for it
    """
    most = max(rules.farthest(FIRST), rules.farthest(SECOND))
    last = last_turns(rules, tied, most + rules.reach, level)
    gained = np.arange(most + 1)
    held = second_turns(rules, last, most, level)[gained, gained]
    # After a bust of the first the second has nothing to beat.
    held[0] = rules.opens(SECOND, np.concatenate((last[2, :1], last[1, 1:])), level)
    return rules.opens(FIRST, held, level)[:ALL]


def _shared(of_two: Array) -> Array:
    """What comes of a tie of two, float64[untied, 4].

    Parameters
    ----------
    of_two : float64[untied], what it is worth to the first of them
    """
    pairs = zip(of_two, TIED, strict=True)
    return np.stack([worth * row(first) + (1.0 - worth) * row(last) for worth, (first, last) in pairs])


def last_turns(rules: Rules, tied: Array, most: int, level: Array) -> Array:
    """What comes of the last turn, float64[leaders, behind, 4].

    Parameters
    ----------
    rules : who plays how
    tied : float64[untied, 4], what comes of a tie of two
    most : the most points behind
    level : float64[seat], what it is worth if all are level, to who plays for it
    """
    ahead = [row(THIRD)] * rules.reach
    ends = [
        [row(FIRST), tied[SECOND], *ahead],
        [row(SECOND), tied[FIRST], *ahead],
        [tied[THIRD], row(ALL), *ahead],
    ]
    return np.stack([rules.chases(THIRD, np.stack(each), most, level) for each in ends])


def second_turns(rules: Rules, last: Array, most: int, level: Array) -> Array:
    """What comes of the second's turn, the first leading, float64[second behind, third behind, 4].

    Parameters
    ----------
    rules : who plays how
    last : float64[leaders, behind, 4], what comes of the last turn, for `reach` points more
    most : the most points behind, for both
    level : float64[seat], what it is worth if all are level, to who plays for it
    """
    ahead = [last[1, e : e + most + 1] for e in range(1, rules.reach + 1)]
    ends = np.stack([last[0, : most + 1], last[2, : most + 1], *ahead])
    return rules.chases(SECOND, ends, most, level)


def row(column: int) -> Array:
    """That is what comes of it."""
    return np.asarray(np.eye(ALL + 1)[column])


def players_by(rules: Sequence[Ruled], tie: Tie) -> list[Player]:
    """The turns of rules, played out.

    Parameters
    ----------
    rules : of one turn
    tie : who wins with equal scores
    """
    rows = flat(rules[0].rule.turn)
    return [player_by_rule(own, tie, rows) for own in rules]


def openings_of(players: Sequence[Player]) -> tuple[Array, ...]:
    """How turns end with nothing to beat, in a further round: of each player float64[gain]."""
    return tuple(np.trim_zeros(own.again(False).gains, "b") for own in players)


def below_goal(turn: Turn, players: Sequence[Player], each: Array) -> Played:
    """The turns before anybody has the goal.

    Parameters
    ----------
    turn : the game
    players : by seat
    each : float64[kept], what each turn adds to what is told of a standing
    """
    return played(turn, [own.first for own in players], np.zeros((len(players), each.size)), each)
