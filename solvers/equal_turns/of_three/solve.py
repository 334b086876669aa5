"""The contest of equal turns of three players, all of whom play to win.

A state is whose turn of the round it is, and the scores of the first, the second and the third player of each
round, all below the goal; its value is each seat's chance to win. A player who banks less than the goal hands
over the turn. If a player reaches the goal, those behind it finish the round: after the third none is left,
after the second the third has a last turn, and after the first both have a turn each (`after_goal`). Players
before it in the round have lost. The tie rule is a parameter.

Each player maximises its own chance. A bust hands over the turn, so the three states with the same scores
depend on each other. As in the race of three, policy iteration on such a *cluster* need not end, and there
may be no policies that are best responses to each other (`in_turn_of_many.clusters`). Such a cluster gets the
policies with the least gain by another policy for one turn; it is flagged, and so are states that may lead to
it.

If there are several equilibria: ties hold, and iteration starts from the values of holding with one more
point.
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
# Most outcomes and ways of all throws: with ten thousand, what follows the goal alone takes minutes.
MOST_OUTCOMES = 1000
# Most outcomes and ways times states: some minutes.
MOST_STEPS = 10**10


@dataclass(frozen=True)
class EqualTurnsOfThree(Clustered):
    """Three players with equal turns, each of whom plays to win.

    Attributes
    ----------
    turn, goal, tie : the game
    value : float64[mover, first, second, third, seat], each seat's chance to win, all scores below the goal
    found : results for all scores below the goal
    after : what follows the goal
    residual : largest difference between the tables and one backup of them by another route, outside clusters
        without equilibrium
    deviation_gain : greatest gain of a mover by another policy for one turn, over all states, by that route
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
        """Chance to win of the first in the round if two are tied."""
        return self.after.ties.of_two

    @property
    def three_tie_value(self) -> Array:
        """Chances to win if all three are tied, float64[seat]."""
        return self.after.ties.of_three

    @property
    def last_value(self) -> Array:
        """The third's chance to win in the last turn, float64[leaders, behind], from 1 point to the goal."""
        return self.after.last[:, 1 : self.goal + 1]

    @property
    def after_value(self) -> Array:
        """Chances to win if the first has the goal, float64[second behind, third behind, seat]."""
        return self.after.values[1 : self.goal + 1, 1 : self.goal + 1]


def optimal_play(turn: Turn, goal: int, tie: Tie) -> EqualTurnsOfThree:
    """Solve the contest of three players who all play to win.

    Parameters
    ----------
    turn : a turn with one opening, no wipes, no points given up, and nothing for a bust
    goal : points to reach, 2 to MOST_GOAL
    tie : the tie rule: of those tied FIRST lets the first in the round win; LAST, the last; SHARED, all in
        equal parts; AGAIN, the winner of further rounds among them

    Raises
    ------
    InvalidRules
        if the turn or the goal is unsuitable, the turn has too many outcomes, a player may go on for too long
        beyond the goal, or the solution would take more than some minutes NotConverged
            if the policies of further rounds of three cycle

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
    """The board with the values of handing over the turn from the goal on."""
    board = board_by_seat(goal, (after.first_top, after.second_top, goal), after.first_top + longest)
    scores, x = np.arange(goal), np.arange(goal, after.first_top + longest)
    behind = x - scores[:, None]
    # Indexed by the third's score, and the second's.
    hand_on_beyond(board, 0, after.values[behind[None], behind[:, None]])
    nobody = np.zeros((goal, goal, len(x)))
    third = nobody + after.last[0, behind]
    hand_on_beyond(board, 1, np.stack((1.0 - third, third, nobody), axis=-1))
    hand_on_beyond(board, 2, np.stack((nobody + 1.0, nobody, nobody), axis=-1))
    return board


def check(turn: Turn, goal: int) -> None:
    """Refuse a turn or a goal that `optimal_play` does not solve."""
    if turn.wipes or turn.least_score > 0 or len(turn.openings) > 1 or gives_up(turn):
        rule = "one opening, no wipes, nothing for a bust, nothing given up"
        raise expected("turn", rule, turn.name, "Other games are solved for two players.")
    if not 2 <= goal <= MOST_GOAL:
        raise expected("goal", f"2 to {MOST_GOAL}", goal)
    if outcomes_of(turn) > MOST_OUTCOMES:
        rule = f"at most {MOST_OUTCOMES} outcomes of all throws, and ways to go on"
        raise expected(turn.name, rule, outcomes_of(turn), "Games of more are solved for two players.")


def refuse_long(turn: Turn, goal: int, top: int) -> None:
    """Refuse a case that would take more than some minutes."""
    steps = steps_of(turn, goal, top)
    if steps > MOST_STEPS:
        most = next(
            (less for less in range(goal, 1, -1) if steps_of(turn, less, top - goal + less) <= MOST_STEPS), 1
        )
        remedy = f"Its throws have too many outcomes to solve three players to {goal}."
        raise expected("goal", f"2 to about {most} for {turn.name}", goal, remedy)


def steps_of(turn: Turn, goal: int, top: int) -> int:
    """Approximate number of outcomes and ways in one pass over all states.

    Parameters
    ----------
    turn, goal : the game
    top : score from which on the first player holds
    """
    return PLAYERS * goal**3 * (top - goal // 2) * outcomes_of(turn)


def outcomes_of(turn: Turn) -> int:
    """Number of outcomes and ways to go on of a turn."""
    ways = sum(len(position.ways) for position in turn.positions)
    return ways + sum(len(throw.outcomes) for throw in turn.throws)


def gives_up(turn: Turn) -> bool:
    """Whether a player may give up points to go on."""
    return any(way.given_up > 0 for position in turn.positions for way in position.ways)
