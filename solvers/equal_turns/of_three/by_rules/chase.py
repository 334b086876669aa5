"""Turns of three players by rules once there is a score to beat: after the goal, and in further rounds.

After a player has reached the goal, the next ones roll until they are ahead of all, or level if the tie rule
favours the last of those tied; so does the second player while the third is still to come, as in a contest of
two. In a further round there is a score to beat once somebody has gained anything. A player who has none, and
is not the last, holds at its own turn total.

Only differences count. The result of a turn is a row: the chances of the first, the second and the third to
win, and the chance that all three are level. A turn begun d points behind ends e points ahead with known
chances; its result is the expectation of the results of these ends. For the last turn they say who leads or
ties then. For the second's turn, with the third c points behind the first, they are the third's last turn:
against the first if e < 0, against both if e = 0, and c + e points behind the second if e > 0.

A round from equal scores decides for the seats with chances A, and otherwise is a tie of all, whose value is
A / (sum of A): positive terms, accurate where nearly every round is a tie.
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
from solvers.linear.products import product
from solvers.players.played import Player
from solvers.players.played_rule import player_by_rule
from solvers.players.ruled import Ruled
from solvers.turns.forward import HoldAt
from solvers.turns.played import flat

FIRST, SECOND, THIRD, ALL = range(PLAYERS + 1)
# Who may have the best score before the last turn, in the order in which the tables are stored.
LEADERS = ((FIRST,), (SECOND,), (FIRST, SECOND))
# The two tied seats, by the seat that is not tied.
TIED = ((SECOND, THIRD), (FIRST, THIRD), (FIRST, SECOND))


@dataclass(frozen=True)
class Rules:
    """The players' ways to play.

    Attributes
    ----------
    turn : a turn with no choice but to roll or to hold, without wipes
    tie : the tie rule
    opening : for each seat float64[gain], distribution of its turns without a score to beat, in a further
        round
    gains : distributions of the turns that hold at 1, 2, ..., as far as needed
    """

    turn: Turn
    tie: Tie
    opening: tuple[Array, ...]
    gains: HoldAt

    @property
    def reach(self) -> int:
        """The most points by which a turn ends ahead of the score to beat."""
        return max(self.turn.longest_gain, self.turn.least_score)

    def farthest(self, seat: int) -> int:
        """The most points that a turn gains without a score to beat."""
        return self.opening[seat].size - 1

    def chases(self, seat: int, ends: Array, most: int, level: Array) -> Array:
        """Results of turns with a score to beat, which roll until ahead, float64[behind, ..., 4].

        Parameters
        ----------
        seat : the player
        ends : float64[1 + e, ..., 4], result of ending e points ahead: e = -1, for any end behind, comes
            first
        most : greatest number of points behind
        level : float64[seat], value to each seat if all are level
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
        """Result of a turn without a score to beat, played by the player's own rule, float64[4].

        Parameters
        ----------
        seat : the player
        held : float64[gain, 4], results of its ends
        level : float64[seat], value to each seat if all are level
        """
        gains = self.opening[seat]
        return product(gains, held[: gains.size])

    def worth(self, decides: Callable[[Array], Array]) -> Array:
        """Value of a tie that goes on, float64[seat].

        Parameters
        ----------
        decides : function from an assumed value of a tie to the chances to win in a round, float64[seat]
        """
        decided = decides(np.zeros(PLAYERS))
        return np.asarray(decided / decided.sum())


class Ties(NamedTuple):
    """Values of ties.

    Attributes
    ----------
    of_two : float64[untied], value of a tie of the two others to the first of them
    of_three : float64[seat], value of a tie of all three
    """

    of_two: Array
    of_three: Array


class Chase(NamedTuple):
    """What follows the goal.

    Attributes
    ----------
    last : float64[leaders, behind, seat], chances to win when the third is about to take the last turn
    after : float64[second behind, third behind, seat], chances to win when the first has the goal and the
        second is about to move
    ties : values of ties
    """

    last: Array
    after: Array
    ties: Ties

    def handed(self, goal: int, end: int) -> Array:
        """Value of handing over the turn with the goal, float64[seat, others, score, winner].

        Parameters
        ----------
        goal, end : as for `handed_on`
        """
        return handed_on(self.after, self.last[SECOND], np.eye(PLAYERS)[THIRD], goal, end)


def handed_on(after: Array, last: Array, won: Array | float, goal: int, end: int) -> Array:
    """Value of handing over the turn with the goal, float64[seat, others, score, ...].

    Parameters
    ----------
    after : float64[second behind, third behind, ...], value if the first hands over
    last : float64[third behind, ...], value if the second does
    won : float64[...], value if the third does
    goal : points to reach
    end : end of the scores, which start at the goal
    """
    # Scores of the others in the order of moving.
    following, before = np.divmod(np.arange(goal * goal)[:, None], goal)
    score = np.arange(goal, end)
    of_first, of_second = after[score - following, score - before], last[score - following]
    return np.stack([of_first, of_second, np.broadcast_to(won, of_second.shape)])


def chase(rules: Rules, most: int) -> Chase:
    """All turns after the goal.

    Parameters
    ----------
    rules : the players
    most : greatest number of points behind the first; results are for 0 to this

    Examples
    --------
    With a coin, a player 1 point behind needs two heads, or one if a tie wins.

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
    """Values of ties."""
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
    rules : the players
    tied : the two seats, in the order of the round
    level : float64[seat], value to each seat if they are level again
    """
    first, last = tied
    most = rules.farthest(first)
    ends = np.stack([row(first), row(ALL), *[row(last)] * rules.reach])
    return rules.opens(first, rules.chases(last, ends, most, level), level)[:ALL]


def round_of_three(rules: Rules, tied: Array, level: Array) -> Array:
    """Chances to win in a round of three from equal scores, or in the rounds of two that may follow.

    Parameters
    ----------
    rules : the players
    tied : float64[untied, 4], results of a tie of two
    level : float64[seat], value to each seat if all are level again
    """
    most = max(rules.farthest(FIRST), rules.farthest(SECOND))
    last = last_turns(rules, tied, most + rules.reach, level)
    gained = np.arange(most + 1)
    held = second_turns(rules, last, most, level)[gained, gained]
    # After a bust of the first the second has no score to beat.
    held[0] = rules.opens(SECOND, np.concatenate((last[2, :1], last[1, 1:])), level)
    return rules.opens(FIRST, held, level)[:ALL]


def _shared(of_two: Array) -> Array:
    """Results of a tie of two, float64[untied, 4].

    Parameters
    ----------
    of_two : float64[untied], its value to the first of them
    """
    pairs = zip(of_two, TIED, strict=True)
    return np.stack([worth * row(first) + (1.0 - worth) * row(last) for worth, (first, last) in pairs])


def last_turns(rules: Rules, tied: Array, most: int, level: Array) -> Array:
    """Results of the last turn, float64[leaders, behind, 4].

    Parameters
    ----------
    rules : the players
    tied : float64[untied, 4], results of a tie of two
    most : greatest number of points behind
    level : float64[seat], value to each seat if all are level
    """
    ahead = [row(THIRD)] * rules.reach
    ends = [
        [row(FIRST), tied[SECOND], *ahead],
        [row(SECOND), tied[FIRST], *ahead],
        [tied[THIRD], row(ALL), *ahead],
    ]
    return np.stack([rules.chases(THIRD, np.stack(each), most, level) for each in ends])


def second_turns(rules: Rules, last: Array, most: int, level: Array) -> Array:
    """Results of the second's turn, if the first leads, float64[second behind, third behind, 4].

    Parameters
    ----------
    rules : the players
    last : float64[leaders, behind, 4], results of the last turn, up to `reach` more points behind
    most : greatest number of points behind, for both
    level : float64[seat], value to each seat if all are level
    """
    ahead = [last[1, e : e + most + 1] for e in range(1, rules.reach + 1)]
    ends = np.stack([last[0, : most + 1], last[2, : most + 1], *ahead])
    return rules.chases(SECOND, ends, most, level)


def row(column: int) -> Array:
    """The row in which this column is certain."""
    return np.asarray(np.eye(ALL + 1)[column])


def players_by(rules: Sequence[Ruled], tie: Tie) -> list[Player]:
    """The turns of rules, played out.

    Parameters
    ----------
    rules : rules for the same turn
    tie : the tie rule
    """
    rows = flat(rules[0].rule.turn)
    return [player_by_rule(own, tie, rows) for own in rules]


def openings_of(players: Sequence[Player]) -> tuple[Array, ...]:
    """Distributions of turns without a score to beat, in a further round, for each player float64[gain]."""
    return tuple(np.trim_zeros(own.again(False).gains, "b") for own in players)


def below_goal(turn: Turn, players: Sequence[Player], each: Array) -> Played:
    """The turns before anybody has the goal.

    Parameters
    ----------
    turn : the game
    players : by seat
    each : float64[kept], number that each turn adds to each kept quantity of a state
    """
    return played(turn, [own.first for own in players], np.zeros((len(players), each.size)), each)
