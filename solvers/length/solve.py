"""Length of a race of two players, and changes of its lead: both play optimally, or both by one plan.

Once the race is solved, optimal play is a fixed rule. Its turns are played out at all pairs of scores. Then
games are followed forwards for the distribution of the length (`in_turn.lasting.forwards`), and backwards for
expectations (`means`) and for probabilities of numbers of changes (`lead_changes`).
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.contests.of_two import OfTwo
from solvers.errors import expected as expected_input
from solvers.fixed.head_to_head import head_to_head
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.in_turn.lasting.forwards import IN_A_RACE, seated, turns_to_the_end
from solvers.length.certificate import residual
from solvers.length.lead_changes import more_changes
from solvers.length.leader import MOVER, OTHER
from solvers.length.means import expected
from solvers.race.policy import played_optimally
from solvers.race.solve import optimal_play
from solvers.turns.played import PlayedTurns, played


@dataclass(frozen=True)
class Length(OfTwo):
    """The length of a race, in turns of both players together.

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked, opponent], win probability of the player about to move
    turns_left : float64[banked, opponent], expected turns to come
    lead_changes_left : float64[banked, opponent, leader], expected changes of the lead to come, by who led
        last; NaN where there is no state
    more_changes_left : float64[changes, banked, opponent, leader], probability of more than that many further
        changes; NaN where there is no state
    ending_probability : float64[turns], probability that the game ends with that turn
    longer_probability : float64[turns], probability that the game lasts more than that many turns
    residual : largest difference between these and the certificate's backup
    """

    turn: Turn
    goal: int
    value: Array
    turns_left: Array
    lead_changes_left: Array
    more_changes_left: Array
    ending_probability: Array
    longer_probability: Array
    residual: float

    @property
    def expected_turns(self) -> float:
        """Mean number of turns of a game."""
        return float(self.turns_left[0, 0])

    @property
    def expected_lead_changes(self) -> float:
        """Mean number of changes of the lead in a game."""
        return float(self.lead_changes_left[0, 0, 0])

    @property
    def more_changes_probability(self) -> Array:
        """Probability of more than n changes of the lead in a game, float64[n]."""
        return self.more_changes_left[:, 0, 0, 0]

    @property
    def changes_probability(self) -> Array:
        """Probability of exactly n changes of the lead in a game, float64[n]."""
        return changes_probability(self.more_changes_probability)

    @property
    def tail_probability(self) -> float:
        """Probability of a game longer than the distribution."""
        return float(self.longer_probability[-1])


def changes_probability(more: Array) -> Array:
    """Return probabilities of exactly n changes from those of more than n, float64[n] both.

    Examples
    --------
    >>> print(changes_probability(np.array([0.5, 0.25])))
    [0.5  0.25]
    """
    # Differences below 0 are rounding errors.
    return np.maximum(-np.diff(more, prepend=1.0), 0.0)


def of_optimal_play(turn: Turn, goal: int, most_turns: int, most_changes: int = 20) -> Length:
    """Return the length of a race with two optimal players.

    Parameters
    ----------
    turn : the game's turn
    goal : points to win, 2 or more
    most_turns, most_changes : lengths of the distributions of turns, and of changes of the lead

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or `most_turns` less than 1
    NotConverged
        if the values after wipes do not converge, or nobody ever wins

    Examples
    --------
    >>> from solvers.games import piglet
    >>> found = of_optimal_play(piglet.turn(), 2, 50)
    >>> print(round(found.expected_turns, 9), round(found.longer_probability[1], 9))  # two heads win
    4.0 0.75
    """
    race = optimal_play(turn, goal)
    return _length(turn, goal, race.value, played_optimally(race), (most_turns, most_changes), None)


def of_plan(plan: Plan, goal: int, most_turns: int, most_changes: int = 20) -> Length:
    """Return the length of a race in which both players follow one plan.

    Parameters
    ----------
    plan : what both do
    goal : points to win, 2 or more
    most_turns, most_changes : lengths of the distributions of turns, and of changes of the lead

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or `most_turns` less than 1
    NotConverged
        if the probability to ever win is 0 or near underflow

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.plans.plans import hold_at
    >>> print(round(of_plan(hold_at(pig.turn(), 20), 100, 200).expected_turns, 2))
    19.87
    """
    value = head_to_head(plan, plan, goal).value[0, 0]
    return _length(plan.turn, goal, value, played(plan, goal), (most_turns, most_changes), plan)


def _length(
    turn: Turn, goal: int, value: Array, turns: PlayedTurns, most: tuple[int, int], plan: Plan | None
) -> Length:
    """Play the game out with given turns."""
    for name, number in zip(("most_turns", "most_changes"), most, strict=True):
        if number < 1:
            raise expected_input(name, "1 or more", number)
    most_turns, most_changes = most
    who = f"{turn.name} to {goal}"
    turns_left, changes_left = expected(turn.least_score, turns, who)
    # The length does not depend on who led last.
    ahead, behind = turns_left[..., MOVER], turns_left[..., OTHER]
    left = np.where(np.isnan(ahead), behind, ahead)
    players = seated(turn.least_score, turns, turns)
    ends, longer = turns_to_the_end(players, IN_A_RACE, most_turns)
    stored = {
        "value": value,
        "turns_left": left,
        "lead_changes_left": changes_left,
        "more_changes_left": more_changes(turn.least_score, turns, most_changes, who),
        "ending_probability": ends,
        "longer_probability": longer,
    }
    return Length(turn, goal, **stored, residual=residual(turn, goal, plan, stored))
