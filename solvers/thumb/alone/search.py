"""What a rule of thumb gives away to who plays alone for some turns, as often as a search asks.

Optimal play is solved once. A rule is worth what backing up all turns says, some tenths of a millisecond for
ten turns of Pig to 100: nothing is solved for.
"""

from dataclasses import dataclass
from functools import cached_property

from solvers.arrays import Flags
from solvers.games.turn import Turn
from solvers.thumb.alone.optimal import OptimalAlone, optimal_alone
from solvers.thumb.alone.turns import chance_by_count, chance_to_reach
from solvers.thumb.rule import rolls_alone


@dataclass(frozen=True)
class ContestAlone:
    """What rules of thumb are tried in.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    goal : points to reach
    turns : to play
    """

    turn: Turn
    goal: int
    turns: int

    @cached_property
    def optimal(self) -> OptimalAlone:
        """Optimal play, solved when it is first asked for."""
        return optimal_alone(self.turn, self.goal, self.turns)

    @property
    def best_chance(self) -> float:
        """That of optimal play to reach the goal from the start."""
        return float(self.optimal.value[-1, 0])

    def loss(self, text: str, numbers: dict[str, int]) -> float:
        """The chance to reach the goal that a rule lacks to optimal play.

        Parameters
        ----------
        text : the rule
        numbers : what stands for {a} to {d}

        Raises
        ------
        InvalidRules
            if it is no rule
        """
        rolls = rolls_alone(text, self.goal, self.turns, numbers)
        return self.best_chance - float(chance_to_reach(self.turn, rolls)[-1, 0])

    def loss_by_count(self, rolls: Flags) -> float:
        """The same of a policy that counts its scoring turns.

        Parameters
        ----------
        rolls : int8[scored, banked, turn_total], HOLD or ROLL
        """
        return self.best_chance - chance_by_count(self.turn, rolls, self.turns)
