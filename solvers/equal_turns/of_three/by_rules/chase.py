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

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.of_three.turn import PLAYERS
from solvers.equal_turns.tie import WORTH, Tie
from solvers.games.turn import Turn
from solvers.turns.forward import HoldAt

FIRST, SECOND, THIRD, ALL = range(PLAYERS + 1)
# Who may have the best score before the last turn, in the order in which that is stored.
LEADERS = ((FIRST,), (SECOND,), (FIRST, SECOND))
# Those tied, by the seat that is not.
TIED = ((SECOND, THIRD), (FIRST, THIRD), (FIRST, SECOND))


class Rules(NamedTuple):
    """Who plays how.

    Attributes
    ----------
    turn : a turn in which the only way to go on is the same throw again, without wipes
    tie : who wins with equal scores
    hold_at : the turn total that each seat holds at
    gains : how turns end that hold at 1, 2, ..., as far as it is asked for
    """

    turn: Turn
    tie: Tie
    hold_at: tuple[int, int, int]
    gains: HoldAt

    @property
    def reach(self) -> int:
        """The most points by which a turn ends ahead of what it had to beat."""
        return max(self.turn.longest_gain, self.turn.least_score)


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
    >>> gains = hold_at(piglet.turn(), 5)
    >>> found = chase(Rules(piglet.turn(), Tie.FIRST, (1, 1, 1), gains), 2)
    >>> found.last[0, 1].tolist(), found.after[1, 1].tolist()
    ([0.75, 0.0, 0.25], [0.5625, 0.21875, 0.21875])
    """
    ties = _ties(rules)
    last = _last_turns(rules, ties.of_two, most + rules.reach)
    after = _second_turns(rules, last, most)
    last, after = (table[..., :ALL] + table[..., ALL:] * ties.of_three for table in (last, after))
    return Chase(last, after, ties)


def _ties(rules: Rules) -> Ties:
    """What ties are worth."""
    if rules.tie is not Tie.AGAIN:
        of_two = np.full(PLAYERS, WORTH[rules.tie])
        place = FIRST if rules.tie is Tie.FIRST else THIRD
        equal = np.full(PLAYERS, 1.0 / PLAYERS)
        return Ties(of_two, equal if rules.tie is Tie.SHARED else np.eye(PLAYERS)[place])
    won = [_round_of_two(rules, *tied) for tied in TIED]
    of_two = np.array([won[first] / won.sum() for won, (first, _) in zip(won, TIED, strict=True)])
    decided = _round_of_three(rules, of_two)
    return Ties(of_two, decided / decided.sum())


def _round_of_two(rules: Rules, first: int, last: int) -> Array:
    """Chances to win by a round of two from equal scores, float64[seat]."""
    most = rules.hold_at[first] + rules.reach
    lasts = _until_ahead(rules, np.stack([_row(first), _row(ALL), *[_row(last)] * rules.reach]), most)
    return _opened(rules, first, lasts)[:ALL]


def _round_of_three(rules: Rules, of_two: Array) -> Array:
    """Chances to win by a round of three from equal scores, or by those of two that it leads to.

    Parameters
    ----------
    rules : who plays how
    of_two : float64[untied], what a tie of two is worth to the first of them
    """
    most = max(rules.hold_at) + rules.reach
    last = _last_turns(rules, of_two, most + rules.reach)
    gained = np.arange(most + 1)
    held = _second_turns(rules, last, most)[gained, gained]
    # After a bust of the first the second has nothing to beat.
    held[0] = _opened(rules, SECOND, np.concatenate((last[2, :1], last[1, 1:])))
    return _opened(rules, FIRST, held)[:ALL]


def _last_turns(rules: Rules, of_two: Array, most: int) -> Array:
    """What comes of the last turn, float64[leaders, behind, 4].

    Parameters
    ----------
    rules : who plays how
    of_two : float64[untied], what a tie of two is worth to the first of them
    most : the most points behind
    """

    def tied(untied: int) -> Array:
        first, last = TIED[untied]
        out: Array = of_two[untied] * _row(first) + (1.0 - of_two[untied]) * _row(last)
        return out

    ahead = [_row(THIRD)] * rules.reach
    ends = [
        [_row(FIRST), tied(SECOND), *ahead],
        [_row(SECOND), tied(FIRST), *ahead],
        [tied(THIRD), _row(ALL), *ahead],
    ]
    return np.stack([_until_ahead(rules, np.stack(each), most) for each in ends])


def _second_turns(rules: Rules, last: Array, most: int) -> Array:
    """What comes of the second's turn, the first leading, float64[second behind, third behind, 4].

    Parameters
    ----------
    rules : who plays how
    last : float64[leaders, behind, 4], what comes of the last turn, for `reach` points more
    most : the most points behind, for both
    """
    ahead = [last[1, e : e + most + 1] for e in range(1, rules.reach + 1)]
    ends = np.stack([last[0, : most + 1], last[2, : most + 1], *ahead])
    return _until_ahead(rules, ends, most)


def _until_ahead(rules: Rules, ends: Array, most: int) -> Array:
    """What comes of turns that throw until they are ahead, float64[behind, ..., 4].

    Parameters
    ----------
    rules : who plays how
    ends : float64[1 + e, ..., 4], what it is worth to end e points ahead: first -1, for all that is behind
    most : the most points behind
    """
    behind = np.arange(most + 1)
    target = np.maximum(behind if rules.tie is Tie.LAST else behind + 1, 1)

    def ended(chance: Array, gain: Array | int) -> Array:
        each = ends[np.maximum(gain - behind, -1) + 1]
        return np.asarray(chance.reshape(-1, *[1] * (ends.ndim - 1)) * each)

    out = ended(rules.gains.bust[target], rules.turn.least_score)
    for over in range(rules.turn.longest_gain):
        out += ended(rules.gains.stop[target, over], target + over)
    return out


def _opened(rules: Rules, seat: int, held: Array) -> Array:
    """What comes of a turn that holds at its own turn total, float64[4].

    Parameters
    ----------
    rules : who plays how
    seat : whose turn it is
    held : float64[gain, 4], what its ends are worth
    """
    own, gains = rules.hold_at[seat], rules.gains
    stop = gains.stop[own]
    return np.asarray(gains.bust[own] * held[rules.turn.least_score] + stop @ held[own : own + stop.size])


def _row(column: int) -> Array:
    """That is what comes of it."""
    return np.asarray(np.eye(ALL + 1)[column])
