"""How long a race of two lasts, and how often the lead changes: both play optimally, or both by one plan.

Optimal play is a fixed rule once the race is solved. Its turns are played out at all pairs of scores, and
then the game is: forwards for the distribution of its length (`in_turn.lasting.forwards`), backwards for what
is expected from every state (`means`) and for how likely so many changes of the lead are (`lead_changes`).
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
    value : float64[banked, opponent], chance of the player about to move to win
    turns_left : float64[banked, opponent], turns still to come
    lead_changes_left : float64[banked, opponent, leader], changes of the lead still to come, by who led last;
        NaN where there is no such state
    more_changes_left : float64[changes, banked, opponent, leader], chance of more than so many changes of the
        lead still to come; NaN as before
    ending_probability : float64[turns], chance that the game ends with that turn
    longer_probability : float64[turns], chance that it lasts more than so many turns
    residual : largest difference of all of these from what another route makes of them
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
        """Turns of a whole game on average."""
        return float(self.turns_left[0, 0])

    @property
    def expected_lead_changes(self) -> float:
        """Changes of the lead in a whole game on average."""
        return float(self.lead_changes_left[0, 0, 0])

    @property
    def more_changes_probability(self) -> Array:
        """Chance of more than so many changes of the lead in a whole game, float64[changes]."""
        return self.more_changes_left[:, 0, 0, 0]

    @property
    def changes_probability(self) -> Array:
        """Chance of exactly so many changes of the lead in a whole game, float64[changes]."""
        return changes_probability(self.more_changes_probability)

    @property
    def tail_probability(self) -> float:
        """Chance of a game that lasts longer than the distribution goes."""
        return float(self.longer_probability[-1])


def changes_probability(more: Array) -> Array:
    """Chances of exactly n changes from those of more than n, float64[changes] both.

    Examples
    --------
    >>> print(changes_probability(np.array([0.5, 0.25])))
    [0.5  0.25]
    """
    # Rounding alone is below 0.
    return np.maximum(-np.diff(more, prepend=1.0), 0.0)


def of_optimal_play(turn: Turn, goal: int, most_turns: int, most_changes: int = 20) -> Length:
    """The length of a race in which both play for the win.

    Parameters
    ----------
    turn : any turn
    goal : points to win, 2 or more
    most_turns, most_changes : turns, and changes of the lead, up to which the distributions go

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or there is no turn
    NotConverged
        if the race does not settle, or nobody ever wins

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
    """The length of a race in which both play by one plan.

    Parameters
    ----------
    plan : what both do
    goal : points to win, 2 or more
    most_turns, most_changes : turns, and changes of the lead, up to which the distributions go

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or there is no turn
    NotConverged
        if nobody ever wins, or hardly ever

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
    """Play the game out, given its turns."""
    for name, number in zip(("most_turns", "most_changes"), most, strict=True):
        if number < 1:
            raise expected_input(name, "1 or more", number)
    most_turns, most_changes = most
    who = f"{turn.name} to {goal}"
    turns_left, changes_left = expected(turn.least_score, turns, who)
    # Who led last makes the game no longer.
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
