"""Certificate of turns with a score to beat: plain recursions in NumPy over the rules.

The solver sums over the gains that turns end with; the certificate goes back throw by throw, from where a
turn stops, x points ahead of the score to beat, to where it begins. All turns with the same ends are one turn
begun at different places; they differ only if a bust scores enough to be level. Turns without a score to beat
are played out turn total by turn total.
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
# A row: the chances of each seat to win, and the chance that all three are level.
ALL = SEATS
ONLY = np.eye(SEATS + 1)
# The two tied seats, by the seat that is not tied.
PAIRS = ((1, 2), (0, 2), (0, 1))


@dataclass(frozen=True)
class Plays:
    """The players' ways to play.

    Attributes
    ----------
    turn : a turn with no choice but to roll or to hold, without wipes
    tie : the tie rule
    openings : for each seat float64[gain], distribution of its turns without a score to beat; a bust gains
        the least score
    """

    turn: Turn
    tie: Tie
    openings: tuple[Array, ...]

    @property
    def over(self) -> int:
        """The most points by which a turn ends beyond the score that it stops at."""
        return max(self.turn.longest_gain, self.turn.least_score)

    def farthest(self, seat: int) -> int:
        """The most points that a turn gains without a score to beat."""
        return self.openings[seat].size - 1

    def chase(self, seat: int, ended: list[Array], most: int, level: Array) -> Array:
        """Values of turns that stop as soon as they are ahead, float64[behind, ...].

        Parameters
        ----------
        seat : the player
        ended : values of ending behind, level, and 1, 2, ... points ahead
        most : greatest number of points behind
        level : float64[seat], value to each seat if all are level
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
        """Value of a turn without a score to beat, played by the player's own rule, float64[4].

        Parameters
        ----------
        seat : the player
        held : float64[gain, 4], values of its ends
        level : float64[seat], value to each seat if all are level
        """
        chance = self.openings[seat]
        return np.asarray(chance @ held[: chance.size])

    def worth(self, decides: Callable[[Array], Array]) -> Array:
        """Value of a tie that goes on, float64[seat].

        Parameters
        ----------
        decides : function from an assumed value of a tie to the chances to win in a round, float64[seat]
        """
        decided = decides(np.zeros(SEATS))
        return np.asarray(decided / decided.sum())


class Chased(NamedTuple):
    """What follows the goal.

    Attributes
    ----------
    last : float64[leaders, behind, seat], if the first, the second or both have the best score
    after : float64[second behind, third behind, seat], if the first has the goal
    of_two : float64[untied], value of a tie of two to the first of them
    of_three : float64[seat], value of a tie of three
    """

    last: Array
    after: Array
    of_two: Array
    of_three: Array

    def beyond(self, goal: int, far: int) -> list[Array]:
        """Value of handing over the turn with the goal, by seat, float64[score, others, winner].

        Parameters
        ----------
        goal : points to reach
        far : end of the scores, which start at the goal
        """
        return _beyond(self.after, self.last[1], ONLY[None, None, SEATS - 1, :SEATS], goal, far)


def _beyond(after: Array, last: Array, won: Array, goal: int, far: int) -> list[Array]:
    """Value of handing over the turn with the goal, by seat, see `Chased.beyond`."""
    # Scores of the others in the order of moving.
    next_score, last_score = np.divmod(np.arange(goal * goal), goal)
    score = np.arange(goal, far)[:, None]
    return [after[score - next_score, score - last_score], last[score - next_score], won]


def chased(plays: Plays, most: int) -> Chased:
    """What follows the goal, for 0 to `most` points behind the first.

    Parameters
    ----------
    plays : the players
    most : greatest number of points behind
    """
    of_two, of_three = _ties(plays)
    last = _last(plays, of_two, most + plays.over, of_three)
    after = _after(plays, last, most, of_three)
    shared = [table[..., :SEATS] + table[..., ALL, None] * of_three for table in (last, after)]
    return Chased(shared[0], shared[1], of_two, of_three)


def opening_of(ruled: Ruled) -> Array:
    """Distribution of a rule's turns without a score to beat; a bust gains the least score.

    Parameters
    ----------
    ruled : the rule

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
    """Values of a tie of two to the first of them, by the seat that is not tied, and of a tie of three."""
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
    """Chances to win in a round of two, float64[seat], for a given value of being level after it."""
    one, other = pair
    ended = [ONLY[one], ONLY[ALL], *[ONLY[other]] * plays.over]
    lasts = plays.chase(other, ended, plays.farthest(one), level)
    return plays.open(one, lasts, level)[:SEATS]


def _round_of_three(plays: Plays, of_two: Array, level: Array) -> Array:
    """Chances to win in a round of three, float64[seat], for a given value of being level after it."""
    most = max(plays.farthest(0), plays.farthest(1))
    last = _last(plays, of_two, most + plays.over, level)
    firsts = np.diagonal(_after(plays, last, most, level)).T.copy()
    # The first has gained nothing, so the second has no score to beat, and the third has the second's.
    firsts[0] = plays.open(1, np.concatenate([last[2, :1], last[1, 1:]]), level)
    return plays.open(0, firsts, level)[:SEATS]


def _last(plays: Plays, of_two: Array, most: int, level: Array) -> Array:
    """Results of the last turn, float64[leaders, behind, 4]."""
    with_second, with_first, leading = (
        worth * ONLY[one] + (1.0 - worth) * ONLY[other]
        for worth, (one, other) in zip(of_two, PAIRS, strict=True)
    )
    ahead = [ONLY[2]] * plays.over
    each = ([ONLY[0], with_first, *ahead], [ONLY[1], with_second, *ahead], [leading, ONLY[ALL], *ahead])
    return np.stack([plays.chase(2, ended, most, level) for ended in each])


def _after(plays: Plays, last: Array, most: int, level: Array) -> Array:
    """Results of the second's turn, float64[second behind, third behind, 4]."""
    ahead = [last[1, e : e + most + 1] for e in range(1, plays.over + 1)]
    return plays.chase(1, [last[0, : most + 1], last[2, : most + 1], *ahead], most, level)


def turns_beyond(plays: Plays, goal: int, far: int) -> list[Array]:
    """Expected turns to come after a seat hands over the turn with the goal, float64[score, others, 1] each.

    Parameters
    ----------
    plays : the players
    goal, far : as for `Chased.beyond`
    """
    two, three = _turns_of_ties(plays)
    last = _counts(plays, 0.0, two, three, far + plays.over)
    after = _after(plays, last, far, np.zeros(SEATS))
    return _beyond(2.0 + after[..., None], 1.0 + last[1, :, None], np.zeros((1, 1, 1)), goal, far)


def _turns_of_ties(plays: Plays) -> tuple[Array, float]:
    """Expected turns of further rounds, of two by the seat that is not tied, and of three."""
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
    """Result of a round of three in which a tie of all three counts 0, see `_counts`."""
    level, most = np.zeros(SEATS), max(plays.farthest(0), plays.farthest(1))
    last = _counts(plays, alone, two, 0.0, most + plays.over)
    firsts = np.diagonal(_after(plays, last, most, level)).copy()
    firsts[0] = plays.open(1, np.concatenate([last[2, :1], last[1, 1:]]), level)
    return plays.open(0, firsts, level)


def _counts(plays: Plays, alone: float, two: Array, three: float, most: int) -> Array:
    """Number counted after the last turn, float64[leaders, behind].

    Parameters
    ----------
    plays : the players
    alone : number if one has the most points
    two : float64[untied], number if two have
    three : number if all have
    most : greatest number of points behind
    """
    ahead = [alone] * plays.over
    each = ([alone, two[1], *ahead], [alone, two[0], *ahead], [two[2], three, *ahead])
    ended = ([np.array(own) for own in ends] for ends in each)
    return np.stack([plays.chase(2, ends, most, np.zeros(SEATS)) for ends in ended])
