"""The contest of equal turns of three players.

State: whose turn of the round it is, and the scores of the first, the second and the third player of each
round, all below the goal; value: each seat's chance to win. Who banks x below the goal hands the turn on.
Who has the goal lets those behind it finish the round: the third wins at once, the second leaves the third a
last turn, and the first leaves both a turn each (`after_goal`). Those before it have had their turn, and have
lost. Who wins with equal scores at the end is a parameter.

Everybody maximises the own chance. A bust passes the turn on, so the three states of the same scores depend
on each other. As in the race of three, policy iteration on such a *cluster* need not end, and there may be no
policies that are best replies to each other (`in_turn_of_many.clusters`). Such a cluster gets those with the
least to gain by another turn's policy; it is flagged, and so is what may lead to it.

Which equilibrium, if there are several: ties hold, and iteration starts from what holding with one point more
is worth.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.after_goal import AfterGoal, after_goal
from solvers.equal_turns.of_three.certificate import Stored, gain_and_residual
from solvers.equal_turns.of_three.turn import PLAYERS
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.board import (
    Board,
    board_by_seat,
    contest_arrays,
    hand_on_beyond,
)
from solvers.in_turn_of_many.clusters.by_scores import Clustered, Found, solve_by_scores

MOST_GOAL = 60
# Outcomes and ways of all throws: with ten thousand throws what comes after the goal alone takes minutes.
MOST_OUTCOMES = 1000
# Outcomes and ways that are looked at, times states: some minutes.
MOST_STEPS = 10**10


@dataclass(frozen=True)
class EqualTurnsOfThree(Clustered):
    """Three players, each for the own win.

    Attributes
    ----------
    turn, goal, tie : the game
    value : float64[mover, first, second, third, seat], each seat's chance to win, all scores below the goal
    found : what came of all scores below the goal
    after : what comes after the goal
    residual : largest difference between what is stored and one backup of it by another route, outside the
        clusters without equilibrium
    deviation_gain : the most that a mover gains by another policy for one turn, over all states, by that
        route
    """

    turn: Turn
    goal: int
    tie: Tie
    value: Array
    found: Found
    after: AfterGoal
    residual: float
    deviation_gain: float

    @property
    def tie_value(self) -> float:
        """Chance of the first in the round of two who are tied to win."""
        return self.after.ties.of_two

    @property
    def three_tie_value(self) -> Array:
        """Chances to win if all three are tied, float64[seat]."""
        return self.after.ties.of_three

    @property
    def last_value(self) -> Array:
        """The third's chance to win with the last turn, float64[leaders, behind], for 1 point to the goal."""
        return self.after.last[:, 1 : self.goal + 1]

    @property
    def after_value(self) -> Array:
        """Chances to win, the first having the goal, float64[second behind, third behind, seat], likewise."""
        return self.after.values[1 : self.goal + 1, 1 : self.goal + 1]


def optimal_play(turn: Turn, goal: int, tie: Tie) -> EqualTurnsOfThree:
    """Solve the contest of three players who all play for the own win.

    Parameters
    ----------
    turn : a turn of one opening that gives up nothing, does not wipe and scores nothing if it busts
    goal : points to reach, 2 to MOST_GOAL
    tie : who wins with equal scores: FIRST, the first in the round of those tied; LAST, the last; SHARED, all
        of them in equal parts; AGAIN, those of them who win further rounds among themselves

    Raises
    ------
    InvalidRules
        if the turn or the goal is another, the turn has too many outcomes, one may go on for too long beyond
        the goal, or it would take more than some minutes
    NotConverged
        if further rounds of three lead to policies that go round

    Examples
    --------
    >>> from solvers.games import piglet
    >>> optimal_play(piglet.turn(), 2, Tie.LAST).win_probability.round(4).tolist()
    [0.2432, 0.3243, 0.4324]
    """
    check(turn, goal)
    after = after_goal(turn, goal, tie)
    refuse_long(turn, goal, after.first_top)
    board = _board(goal, after, turn.longest_gain)
    found = solve_by_scores(contest_arrays(turn, goal, board))
    behind = slice(1, goal + 1)
    stored = Stored(
        found.value, found.settled, after.last[:, behind], after.values[behind, behind], *after.ties
    )
    gain, residual = gain_and_residual(turn, goal, tie, stored)
    return EqualTurnsOfThree(turn, goal, tie, found.value, found, after, residual, gain)


def _board(goal: int, after: AfterGoal, longest: int) -> Board:
    """What handing on the turn is worth from the goal on."""
    board = board_by_seat(goal, (after.first_top, after.second_top, goal), after.first_top + longest)
    scores, x = np.arange(goal), np.arange(goal, after.first_top + longest)
    behind = x - scores[:, None]
    # By the third's score, and the second's.
    hand_on_beyond(board, 0, after.values[behind[None], behind[:, None]])
    nobody = np.zeros((goal, goal, len(x)))
    third = nobody + after.last[0, behind]
    hand_on_beyond(board, 1, np.stack((1.0 - third, third, nobody), axis=-1))
    hand_on_beyond(board, 2, np.stack((nobody + 1.0, nobody, nobody), axis=-1))
    return board


def check(turn: Turn, goal: int) -> None:
    """Refuse what `optimal_play` refuses before it looks beyond the goal."""
    if turn.wipes or turn.least_score > 0 or len(turn.openings) > 1 or gives_up(turn):
        rule = "one opening, no wipes, nothing for a bust, nothing given up"
        raise expected("turn", rule, turn.name, "Other games are solved for two players.")
    if not 2 <= goal <= MOST_GOAL:
        raise expected("goal", f"2 to {MOST_GOAL}", goal)
    if outcomes_of(turn) > MOST_OUTCOMES:
        rule = f"at most {MOST_OUTCOMES} outcomes of all throws, and ways to go on"
        raise expected(turn.name, rule, outcomes_of(turn), "Games of more are solved for two players.")


def refuse_long(turn: Turn, goal: int, top: int) -> None:
    """Refuse what would take more than some minutes."""
    steps = steps_of(turn, goal, top)
    if steps > MOST_STEPS:
        most = next(
            (less for less in range(goal, 1, -1) if steps_of(turn, less, top - goal + less) <= MOST_STEPS), 1
        )
        remedy = f"Its throws have too many outcomes to solve three players to {goal}."
        raise expected("goal", f"2 to about {most} for {turn.name}", goal, remedy)


def steps_of(turn: Turn, goal: int, top: int) -> int:
    """About how many outcomes and ways are looked at, once for all states.

    Parameters
    ----------
    turn, goal : the game
    top : the score from which on the first player holds
    """
    return PLAYERS * goal**3 * (top - goal // 2) * outcomes_of(turn)


def outcomes_of(turn: Turn) -> int:
    """How many outcomes and ways to go on a turn has."""
    ways = sum(len(position.ways) for position in turn.positions)
    return ways + sum(len(throw.outcomes) for throw in turn.throws)


def gives_up(turn: Turn) -> bool:
    """Whether a player may give up points to go on."""
    return any(way.given_up > 0 for position in turn.positions for way in position.ways)
