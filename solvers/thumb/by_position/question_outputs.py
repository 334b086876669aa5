"""Outputs of questions about rules of thumb by position: sums over decisions, by turn total and dice left."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.outputs import decisions
from solvers.players.dice import dice_of
from solvers.questions.following import Follows
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.pig_rules import below_goal
from solvers.questions.question import Dimension, Output
from solvers.thumb.by_position.summed import SummedByPosition


def two(table: NDArray[Any]) -> NDArray[Any]:
    """A table by turn total, and by dice left, of which there may be but one column."""
    return table.reshape(len(table), -1)


def at_risk(game: Game) -> Dimension:
    """Turn totals.

    Parameters
    ----------
    game : any
    """
    return Dimension("turn_total", game.unit, "Points at risk, those of the last throw included.", below_goal)


def dice_left(game: Game) -> Dimension:
    """Dice left, where throws are named by their dice.

    Parameters
    ----------
    game : such a game
    """

    def labels(given: Parameters) -> NDArray[Any]:
        return np.arange(1, max(dice_of(game.turn(given)) or (1,)) + 1)

    return Dimension("dice_left", "dice", "How many dice the rule throws if it goes on.", labels)


def decided_by_position(dims: tuple[str, ...]) -> tuple[Output, ...]:
    """What decisions give away, and how often they are met.

    Parameters
    ----------
    dims : of the tables
    """
    return (
        decisions.expected_regret(
            of=lambda solved: solved.lost.sum(),
            **Follows(follows=lambda given, lost: lost.sum(), follows_from=("lost",)),
        ),
        decisions.right_decisions(**Follows(follows=_share_right, follows_from=("visits", "right_visits"))),
        decisions.visits(dims=dims, of=_table("visits", dims), proved=True),
        decisions.right_visits(dims=dims, of=_table("right", dims), proved=True),
        decisions.lost_there(dims=dims, of=_table("lost_there", dims), proved=True),
    )


def _table(name: str, dims: tuple[str, ...]) -> Callable[[SummedByPosition], NDArray[Any]]:
    """Reads a table of what is decided."""

    def read(solved: SummedByPosition) -> NDArray[Any]:
        table = solved.by_dice(getattr(solved.decided, name))
        return table if len(dims) > 1 else table[:, 0]

    return read


def _share_right(given: Parameters, visits: NDArray[Any], right: NDArray[Any]) -> float:
    return float(right.sum() / visits.sum()) if visits.sum() > 0.0 else 1.0
