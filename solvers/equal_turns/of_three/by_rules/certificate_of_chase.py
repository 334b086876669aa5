"""Certificate of turns that chase what is to be beaten: plain recursions in NumPy over the rules.

Where the solver adds up over the gains that turns end with, these go back throw by throw: from where a turn
stops, x points ahead of what is to be beaten, down to where it begins. All turns with the same ends are one
turn begun at different places; only where a bust scores so much that it is level do they differ. Turns with
nothing to beat are played out total by total.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import WORTH, Tie
from solvers.games.turn import HOLD, Turn
from solvers.players.ruled import Ruled

SEATS = 3
# A row: who wins, or that all three are level.
ALL = SEATS
ONLY = np.eye(SEATS + 1)
# Those tied, by the seat that is not.
PAIRS = ((1, 2), (0, 2), (0, 1))


@dataclass(frozen=True)
class Plays:
    """Who plays how.

    Attributes
    ----------
    turn : a turn with no choice but to roll or to hold, without wipes
    tie : who wins with equal scores
    openings : of each seat float64[gain], how its turns end with nothing to beat, a bust gaining the least
        score
    """

    turn: Turn
    tie: Tie
    openings: tuple[Array, ...]

    @property
    def over(self) -> int:
        """The most points by which a turn ends beyond what it stops at."""
        return max(self.turn.longest_gain, self.turn.least_score)

    def farthest(self, seat: int) -> int:
        """The most points that a turn gains with nothing to beat."""
        return self.openings[seat].size - 1

    def chase(self, seat: int, ended: list[Array], most: int, level: Array) -> Array:
        """What turns are worth that stop as soon as they are ahead, float64[behind, ...].

        Parameters
        ----------
        seat : whose turns
        ended : what it is worth to end behind, level, and 1, 2, ... points ahead
        most : the most points behind
        level : float64[seat], what it is worth if all are level, to who plays for it
        """
        turn, enough = self.turn, 0 if self.tie is Tie.LAST else 1
        throw = turn.throws[0]

        def thrown(bust: Array, farthest: int) -> dict[int, Array]:
            found: dict[int, Array] = {}
            for x in range(0, -farthest - 1, -1):
                worth = float(throw.bust) * bust
                for outcome in throw.outcomes:
                    at = x + outcome.gain
                    stood = ended[1 + at] if at >= enough else found[at]
                    worth = worth + float(outcome.probability) * stood
                found[x] = worth
            return found

        usual = thrown(ended[0], most)
        out = np.stack([usual[-behind] for behind in range(most + 1)])
        for behind in range(min(turn.least_score, most) + 1):
            out[behind] = thrown(ended[1 + turn.least_score - behind], behind)[-behind]
        return out

    def open(self, seat: int, held: Array, level: Array) -> Array:
        """What a turn with nothing to beat is worth, which is played by the own rule, float64[4].

        Parameters
        ----------
        seat : whose turn it is
        held : float64[gain, 4], what its ends are worth
        level : float64[seat], what it is worth if all are level, to who plays for it
        """
        chance = self.openings[seat]
        return np.asarray(chance @ held[: chance.size])

    def worth(self, decides: Callable[[Array], Array]) -> Array:
        """What a tie that goes on is worth, float64[seat].

        Parameters
        ----------
        decides : chances to win by a round, float64[seat], by what a tie after it is taken to be worth
        """
        decided = decides(np.zeros(SEATS))
        return np.asarray(decided / decided.sum())


class Chased(NamedTuple):
    """What comes after the goal.

    Attributes
    ----------
    last : float64[leaders, behind, seat], the first, the second or both having the best score
    after : float64[second behind, third behind, seat]
    of_two : float64[untied], what a tie of two is worth to the first of them
    of_three : float64[seat], what a tie of three is worth
    """

    last: Array
    after: Array
    of_two: Array
    of_three: Array

    def beyond(self, goal: int, far: int) -> list[Array]:
        """What it is worth to hand on the turn with the goal, by seat, float64[score, others, winner].

        Parameters
        ----------
        goal : points to reach
        far : the score up to which it is told, that left out; scores are from the goal on
        """
        return _beyond(self.after, self.last[1], ONLY[None, None, SEATS - 1, :SEATS], goal, far)


def _beyond(after: Array, last: Array, won: Array, goal: int, far: int) -> list[Array]:
    """What it is worth to hand on the turn with the goal, by seat, see `Chased.beyond`."""
    # The scores of the others, in the order of moving.
    next_score, last_score = np.divmod(np.arange(goal * goal), goal)
    score = np.arange(goal, far)[:, None]
    return [after[score - next_score, score - last_score], last[score - next_score], won]


def chased(plays: Plays, most: int) -> Chased:
    """What comes after the goal, for 0 to `most` points behind the first.

    Parameters
    ----------
    plays : who plays how
    most : the most points behind
    """
    of_two, of_three = _ties(plays)
    last = _last(plays, of_two, most + plays.over, of_three)
    after = _after(plays, last, most, of_three)
    shared = [table[..., :SEATS] + table[..., ALL, None] * of_three for table in (last, after)]
    return Chased(shared[0], shared[1], of_two, of_three)


def opening_of(ruled: Ruled) -> Array:
    """How turns of a rule end with nothing to beat, in a further round; a bust gains the least score.

    Parameters
    ----------
    ruled : whose

    Returns
    -------
    float64[gain]
    """
    turn, goal = ruled.again.turn, ruled.again.goal
    holds = ruled.again.at(0, 0)[:, 0] == HOLD
    throw, chance = turn.throws[0], np.zeros(goal + max(turn.longest_gain, turn.least_score + 1))
    chance[0], bust = 1.0, 0.0
    for total in range(goal):
        if total == 0 or not holds[total]:
            on, chance[total] = chance[total], 0.0
            bust += on * float(throw.bust)
            for outcome in throw.outcomes:
                chance[total + outcome.gain] += on * float(outcome.probability)
    chance[turn.least_score] += bust
    return chance[: np.flatnonzero(chance)[-1] + 1]


def _ties(plays: Plays) -> tuple[Array, Array]:
    """What a tie of two is worth to the first of them, by the seat that is not tied, and one of three."""
    tie = plays.tie
    if tie is Tie.SHARED:
        return np.full(SEATS, 0.5), np.full(SEATS, 1.0 / SEATS)
    if tie is not Tie.AGAIN:
        return np.full(SEATS, WORTH[tie]), ONLY[0 if tie is Tie.FIRST else 2, :SEATS].copy()
    of_two = np.zeros(SEATS)
    for untied, pair in enumerate(PAIRS):
        of_two[untied] = plays.worth(partial(_round_of_two, plays, pair))[pair[0]]
    return of_two, plays.worth(partial(_round_of_three, plays, of_two))


def _round_of_two(plays: Plays, pair: tuple[int, int], level: Array) -> Array:
    """Chances to win by a round of two, float64[seat], if it is worth so much to be level after it."""
    one, other = pair
    ended = [ONLY[one], ONLY[ALL], *[ONLY[other]] * plays.over]
    lasts = plays.chase(other, ended, plays.farthest(one), level)
    return plays.open(one, lasts, level)[:SEATS]


def _round_of_three(plays: Plays, of_two: Array, level: Array) -> Array:
    """Chances to win by a round of three, float64[seat], if it is worth so much to be level after it."""
    most = max(plays.farthest(0), plays.farthest(1))
    last = _last(plays, of_two, most + plays.over, level)
    firsts = np.diagonal(_after(plays, last, most, level)).T.copy()
    # The first has gained nothing: the second has nothing to beat, and the third what the second has.
    firsts[0] = plays.open(1, np.concatenate([last[2, :1], last[1, 1:]]), level)
    return plays.open(0, firsts, level)[:SEATS]


def _last(plays: Plays, of_two: Array, most: int, level: Array) -> Array:
    """What comes of the last turn, float64[leaders, behind, 4]."""
    with_second, with_first, leading = (
        worth * ONLY[one] + (1.0 - worth) * ONLY[other]
        for worth, (one, other) in zip(of_two, PAIRS, strict=True)
    )
    ahead = [ONLY[2]] * plays.over
    each = ([ONLY[0], with_first, *ahead], [ONLY[1], with_second, *ahead], [leading, ONLY[ALL], *ahead])
    return np.stack([plays.chase(2, ended, most, level) for ended in each])


def _after(plays: Plays, last: Array, most: int, level: Array) -> Array:
    """What comes of the second's turn, float64[second behind, third behind, 4]."""
    ahead = [last[1, e : e + most + 1] for e in range(1, plays.over + 1)]
    return plays.chase(1, [last[0, : most + 1], last[2, : most + 1], *ahead], most, level)


def turns_beyond(plays: Plays, goal: int, far: int) -> list[Array]:
    """Turns still to come once a seat with the goal has handed on the turn, float64[score, others, 1] each.

    Parameters
    ----------
    plays : who plays how
    goal, far : as for `Chased.beyond`
    """
    two, three = _turns_of_ties(plays)
    last = _counts(plays, 0.0, two, three, far + plays.over)
    after = _after(plays, last, far, np.zeros(SEATS))
    return _beyond(2.0 + after[..., None], 1.0 + last[1, :, None], np.zeros((1, 1, 1)), goal, far)


def _turns_of_ties(plays: Plays) -> tuple[Array, float]:
    """Turns of further rounds, of two by the seat that is not tied, and of three."""
    if plays.tie is not Tie.AGAIN:
        return np.zeros(SEATS), 0.0
    level, decided = np.zeros(SEATS), [np.array(own) for own in (1.0, 0.0, *[1.0] * plays.over)]
    two = np.array(
        [
            2.0 / plays.open(one, plays.chase(other, decided, plays.farthest(one), level), level)
            for one, other in PAIRS
        ]
    )
    ends = _count_of_round(plays, 1.0, np.ones(SEATS))
    return two, float((3.0 + _count_of_round(plays, 0.0, two)) / ends)


def _count_of_round(plays: Plays, alone: float, two: Array) -> Array:
    """What a round of three counts if it counts nothing that all are level, see `_counts`."""
    level, most = np.zeros(SEATS), max(plays.farthest(0), plays.farthest(1))
    last = _counts(plays, alone, two, 0.0, most + plays.over)
    firsts = np.diagonal(_after(plays, last, most, level)).copy()
    firsts[0] = plays.open(1, np.concatenate([last[2, :1], last[1, 1:]]), level)
    return plays.open(0, firsts, level)


def _counts(plays: Plays, alone: float, two: Array, three: float, most: int) -> Array:
    """What is counted after the last turn, float64[leaders, behind].

    Parameters
    ----------
    plays : who plays how
    alone : what it counts that one has the most
    two : float64[untied], that two have
    three : that all have
    most : the most points behind
    """
    ahead = [alone] * plays.over
    each = ([alone, two[1], *ahead], [alone, two[0], *ahead], [two[2], three, *ahead])
    ended = ([np.array(own) for own in ends] for ends in each)
    return np.stack([plays.chase(2, ends, most, np.zeros(SEATS)) for ends in ended])
