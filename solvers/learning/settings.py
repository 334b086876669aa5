"""Settings of the learners."""

from dataclasses import dataclass
from typing import NamedTuple

from solvers.errors import expected


class Exploring(NamedTuple):
    """How a learner explores, for the kernels.

    Attributes
    ----------
    chance : probability to choose between both actions at random
    starts : whether games begin anywhere with any action, instead of at the start
    """

    chance: float
    starts: bool


@dataclass(frozen=True)
class Settings:
    """Settings of a comparison.

    Parameters
    ----------
    seed : seed of the learners' games, 0 or more
    exploration : probability that learners choose between both actions at random
    exploring_starts : whether their games begin anywhere with any action, instead of at the start
    half_step_at : visits after which the step of Q-learning is a half

    Raises
    ------
    InvalidRules
        if one is out of range
    """

    seed: int = 1
    exploration: float = 0.1
    exploring_starts: bool = False
    half_step_at: float = 10.0

    def __post_init__(self) -> None:
        """Refuse settings out of range."""
        if self.seed < 0:
            raise expected("seed", "0 or more", self.seed)
        if not 0.0 <= self.exploration <= 1.0:
            raise expected("exploration", "0 to 1", self.exploration)
        if not self.half_step_at > 0.0:
            raise expected("half_step_at", "more than 0", self.half_step_at)

    @property
    def exploring(self) -> Exploring:
        """The part that both learners share."""
        return Exploring(self.exploration, self.exploring_starts)
