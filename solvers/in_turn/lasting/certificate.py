"""Certificate of the length of a contest of two: one backup of each table, and the distribution backwards.

`certificate_of_ends` gives the ends of turns, and nothing is solved for. The distribution is computed from
the end of the game: D[n] is the chance, from every state, that more than n turns are to come. D[0] is 1, and
D[n] is one backup of D[n - 1]. The solver plays forwards from the start instead.

With equal turns the first player hands over to a last turn with the goal; if that is a tie that goes on, a
round of two turns follows, and so on.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.in_turn.lasting.certificate_of_ends import Ends, Handed, backup, ends_of_best_play
from solvers.turns.certificate_of_fixed import relative

# Names of the tables of expected turns to come, when the player or the other is about to move.
TURNS = ("turns_left", "waiting_turns_left")
# Names of the tables of the distribution.
ENDING, LONGER = "ending_probability", "longer_probability"
# Ends of turns, by busts in a row of the player about to move, and of the other.
EndsByBusts = Mapping[tuple[int, int], Ends]


class Contest(NamedTuple):
    """The game, and the penalty for busts in a row.

    Attributes
    ----------
    turn, goal : the game
    busts, cost : number of busts in a row that cost points, and how many; 0 busts if none do
    """

    turn: Turn
    goal: int
    busts: int = 0
    cost: int = 0


class After(NamedTuple):
    """What follows once the first player has the goal.

    Attributes
    ----------
    top : score from which on it holds
    level : float64[points ahead], chance that a last turn ends with a tie that goes on
    again : chance that a further round does
    """

    top: int
    level: Array
    again: float

    @property
    def turns(self) -> Array:
        """Expected turns to come, float64[points ahead]."""
        return 1.0 + self.level * 2.0 / (1.0 - self.again)


class Seats(NamedTuple):
    """The players.

    Attributes
    ----------
    first, second : ends of their turns; the same if both seats are equal
    after : what follows the goal; None if reaching it wins
    """

    first: EndsByBusts
    second: EndsByBusts
    after: After | None = None


def residual(contest: Contest, seats: Seats, stored: Mapping[str, NDArray[Any]]) -> float:
    """Largest difference between the stored tables and those of the certificate.

    It is relative for more than 1 turn, and infinite if a number is missing or out of place.

    Parameters
    ----------
    contest, seats : the game and the players
    stored : `turns_left`, `second_turns_left` unless both seats are equal, `ending_probability` and
        `longer_probability`, as far as they are stored
    """
    differences, check = [0.0], _Check(contest, seats)
    if "turns_left" in stored:
        first = stored["turns_left"]
        second = first if check.alike else stored["second_turns_left"]
        turns = with_counts(contest, first), with_counts(contest, second)
        last = seats.after.turns if seats.after else np.zeros(0)
        pairs = zip(check.backup(turns, last), turns, strict=True)
        differences += [float(relative(1.0 + backed, left).max()) for backed, left in pairs]
    if known := [name for name in (ENDING, LONGER) if name in stored]:
        longer = check.longer(max(stored[name].size for name in known))
        right = {LONGER: longer, ENDING: -np.diff(longer, prepend=1.0)}
        differences += [float(np.abs(right[name] - stored[name]).max()) for name in known]
    found = float(np.max(differences))
    return np.inf if np.isnan(found) else found


def off_wins(contest: Contest, seats: Seats, tables: tuple[Array, Array], last: Array) -> float:
    """Largest difference between chances to win and one backup of them.

    Parameters
    ----------
    contest, seats : the game and the players, with two seats
    tables : chances of the first and of the second to win when about to move, with counts of busts
    last : float64[points ahead], the first's chance to win with the goal; empty in a race
    """
    of_first = tables[0], 1.0 - tables[1]
    pairs = zip(_Check(contest, seats).backup(of_first, last, won=1.0), of_first, strict=True)
    return float(np.max([np.abs(backed - table).max() for backed, table in pairs]))


def with_counts(contest: Contest, table: Array) -> Array:
    """A table by both scores and both counts of busts, float64[banked, opponent, own busts, other's busts].

    Parameters
    ----------
    contest : the game
    table : the same table, or one without counts if busts cost nothing
    """
    return table if contest.busts else table[..., None, None]


def best_play(contest: Contest, top: int, others: Array, beyond: Array) -> EndsByBusts:
    """The turns of a player who plays to win.

    Parameters
    ----------
    contest : the game
    top : score from which on it holds
    others : its chance to win when the other is about to move, float64[other's score, own score, other's
        busts, own busts]
    beyond : float64[score, opponent], the same with the goal or more
    """
    counts = range(max(1, contest.busts))
    return {
        (own, other): ends_of_best_play(contest.turn, top, handed(contest, others, beyond, (own, other)))
        for own, other in product(counts, counts)
    }


def handed(contest: Contest, others: Array, beyond: Array, count: tuple[int, int]) -> Handed:
    """Values of the ends of turns.

    Parameters
    ----------
    contest : the game
    others : float64[banked, opponent, own busts, other's busts], values when the other is about to move, its
        own score and busts first
    beyond : float64[score, opponent], the same with the goal or more
    count : busts in a row of the player about to move, and of the other
    """
    (turn, goal, busts, cost), (own, other) = contest, count
    banked = others[:, :, other, 0].T
    score = np.concatenate((banked, beyond))
    if not busts:
        return Handed(score, score[turn.least_score :][:goal], banked[0])
    if own + 1 < busts:
        return Handed(score, others[:, :, other, own + 1].T, banked[0])
    return Handed(score, banked[np.maximum(np.arange(goal) - cost, 0)], banked[0])


class _Check:
    """Backups of one contest.

    Parameters
    ----------
    contest, seats : the game and the players
    """

    def __init__(self, contest: Contest, seats: Seats) -> None:
        self._contest, self._seats = contest, seats
        self.alike = seats.first is seats.second

    def longer(self, size: int) -> Array:
        """Chances of more than n turns, float64[n]."""
        goal, busts, after = self._contest.goal, max(1, self._contest.busts), self._seats.after
        ones = np.ones((goal, goal, busts, busts))
        left, longer, rounds = (ones, ones), np.ones(size), np.ones(size)
        last = np.ones(after.level.size if after else 0)
        for n in range(1, size):
            left = self.backup(left, last)
            longer[n] = left[0].flat[0]
            if after:
                last = after.level * rounds[n - 1]
                rounds[n] = after.again * rounds[n - 2] if n > 1 else 1.0
        return longer

    def backup(self, left: tuple[Array, Array], last: Array, won: float = 0.0) -> tuple[Array, Array]:
        """One backup of the tables of both seats.

        Parameters
        ----------
        left : float64[banked, opponent, own busts, other's busts], table of each seat
        last : float64[points ahead], the same for a last turn; empty in a race
        won : value of reaching the goal in a race, to the first
        """
        goal, longest, after = self._contest.goal, self._contest.turn.longest_gain, self._seats.after
        nothing, beyond = np.zeros((longest, goal)), np.full((longest, goal), won)
        if after:
            beyond = last[np.arange(goal, after.top + longest)[:, None] - np.arange(goal)]
        first = self._backed(self._seats.first, left[1], beyond)
        return first, first if self.alike else self._backed(self._seats.second, left[0], nothing)

    def _backed(self, ends: EndsByBusts, others: Array, beyond: Array) -> Array:
        out = np.empty_like(others)
        for (own, other), turns in ends.items():
            out[:, :, own, other] = backup(turns, handed(self._contest, others, beyond, (own, other)))
        return out
