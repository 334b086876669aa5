"""A contest of three or more players whose seats are apart: a cluster is given by the scores of all seats."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags, Integers, Shorts
from solvers.contests.of_three import OfThree
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.board import CHOOSES, ContestArrays, own_worth, values_by_seat
from solvers.in_turn_of_many.clusters.candidates import candidates
from solvers.in_turn_of_many.clusters.layers import no_records, solve
from solvers.in_turn_of_many.policy import least_held
from solvers.in_turn_of_many.tables import by_others, by_seat
from solvers.turns.played import PlayedTurns

EXACT, DEPENDS, UNSETTLED = 0, 1, 2


class Found(NamedTuple):
    """Results of a contest whose seats are apart.

    Attributes
    ----------
    value : float64[mover, first, second, ..., seat], each seat's chance to win, all scores below the goal
    settled : int8[first, second, ...], EXACT if the values are an equilibrium's, DEPENDS if they may depend
        on a cluster without one, UNSETTLED in such a cluster
    equilibria : int64[first, second, ...], for searched clusters the number of sets of policies that are best
        responses to each other, -1 if there were too many to try; 1 elsewhere
    searched : int8[first, second, ...], whether policy iteration did not end
    oscillation : largest change of a value between two of its steps where it does not end, else 0
    bust : float64[mover, first, second, ...], assumed value of a bust to the mover
    handed : float64[seat, others, score], value to each seat of handing over, as far as turns go on; a player
        who ends its turn beyond that has won
    tops : int64[seat], score from which on each seat holds
    chooses : bool[seat], whether a seat plays to win
    """

    value: Array
    settled: Flags
    equilibria: Integers
    searched: Flags
    oscillation: float
    bust: Array
    handed: Array
    tops: Integers
    chooses: NDArray[np.bool_]

    def hold_at(self, turn: Turn) -> Shorts:
        """Least turn total at which the mover holds, int16[mover, first, second, ...]; 0 for a rule.

        Parameters
        ----------
        turn : the game, with no choice but to roll or to hold
        """
        seats, goal = len(self.tops), len(self.settled)

        def of(seat: int) -> Shorts:
            if not self.chooses[seat]:
                return np.zeros(self.settled.shape, np.int16)
            bust = by_others(self.bust[seat], seat, seats)
            won = np.ones((goal ** (seats - 1), turn.longest_gain))
            handed = np.concatenate((self.handed[seat], won), axis=1)
            held = least_held(turn, handed, goal, int(self.tops[seat]), bust=bust)
            return by_seat(held, seat, seats)

        return np.stack([of(seat) for seat in range(seats)])


class Clustered(OfThree):
    """An answer about three players, some of whom play to win.

    Attributes
    ----------
    turn : the game
    found : results for all scores below the goal
    """

    turn: Turn
    found: Found

    @property
    def settled(self) -> Flags:
        """Whether the values are an equilibrium's, int8[first, second, third]."""
        return self.found.settled

    @property
    def oscillation(self) -> float:
        """Largest change of a value between two steps where policy iteration does not end, else 0."""
        return self.found.oscillation

    @property
    def hold_at(self) -> Shorts:
        """Least turn total at which the mover holds, int16[mover, first, second, third]; 0 for a rule."""
        return self.found.hold_at(self.turn)

    @property
    def unsettled_clusters(self) -> int:
        """Number of clusters without policies in equilibrium."""
        return int((self.found.equilibria < 1).sum())

    @property
    def cycling_clusters(self) -> int:
        """Number of clusters on which policy iteration does not end; some of them have an equilibrium."""
        return int(self.found.searched.sum())


def solve_by_scores(contest: ContestArrays, turns: PlayedTurns | None = None) -> Found:
    """Solve a contest of three or more players whose seats are apart.

    Parameters
    ----------
    contest : has the values of handing over from the goal on; its board is written
    turns : known turns of the seats that play by rules, if any
    """
    seats, goal = len(contest.shape.seats), contest.goal
    records = no_records(seats, goal**seats)
    records = records.first(solve(contest, candidates(seats), records, turns=turns))
    value, at = values_by_seat(contest.board), tuple(records.scores.T)
    equilibria, searched = np.ones((goal,) * seats, np.int64), np.zeros((goal,) * seats, np.int8)
    equilibria[at], searched[at] = records.equilibria, 1
    # A bust hands over the turn.
    bust = np.stack([value[(mover + 1) % seats, ..., mover] for mover in range(seats)])
    without = tuple(records.scores[records.unsettled].T)
    for mover in range(seats):
        bust[(mover, *without)] = records.believed[records.unsettled, mover]
    oscillation = float(records.oscillation.max(initial=0.0))
    board, each = contest.board, slice(None, None, goal ** (seats - 2))
    handed = np.stack([own_worth(board, seat) for seat in range(seats)])
    tops, chooses = board.top[each], board.plays[each] == CHOOSES
    return Found(value, _flags(equilibria), equilibria, searched, oscillation, bust, handed, tops, chooses)


def _flags(equilibria: Integers) -> Flags:
    """EXACT, DEPENDS or UNSETTLED for each cluster, int8[first, second, ...].

    Scores never fall, so only clusters with no score above those of an unsettled one may lead to it; all of
    these are flagged.
    """
    unsettled = equilibria < 1
    ahead = unsettled
    for seat in range(equilibria.ndim):
        ahead = np.flip(np.logical_or.accumulate(np.flip(ahead, seat), axis=seat), seat)
    return np.where(unsettled, UNSETTLED, np.where(ahead, DEPENDS, EXACT)).astype(np.int8)
