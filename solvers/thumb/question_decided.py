"""Outputs of all questions about rules of thumb: what decisions give away, and how often they occur.

They are by decision if the only way to go on is the same throw again; otherwise by turn total and dice left.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.outputs import decisions
from solvers.outputs.output import Output
from solvers.players.dice import dice_of
from solvers.questions.dimension import Dimension, below_goal
from solvers.questions.following import Follows
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.thumb.judged import Judged, share_right

OF_STATES = ("visits", "regret")


def _lost_in_play(visits: NDArray[Any], regrets: NDArray[Any]) -> float:
    """Loss per game: regrets times how often play gets there."""
    return float(np.einsum("ijk,ijk->", visits, regrets))


DECIDED = (
    decisions.expected_regret(
        of=lambda solved: _lost_in_play(solved.visits, solved.regret),
        follows=lambda given, visits, regret: _lost_in_play(visits, regret),
        follows_from=OF_STATES,
    ),
    decisions.right_decisions(
        follows=lambda given, visits, regret: share_right(visits, regret), follows_from=OF_STATES
    ),
)


def of_states(begun: tuple[str, ...], value: str, regret: Any) -> tuple[Output, ...]:
    """Return the outputs for the loss of turns and of decisions, and for how often these occur.

    Parameters
    ----------
    begun : dimensions of the state in which a turn begins
    value : name of the value of optimal play
    regret : function of the parameters and of that value, which returns what each decision gives away
    """
    inside = (*begun, "turn_total")
    return (
        decisions.lost(
            dims=begun,
            follows=lambda given, visits, regret: np.asarray((visits * regret).sum(axis=-1)),
            follows_from=OF_STATES,
        ),
        decisions.regret(dims=inside, follows=regret, follows_from=(value,)),
        decisions.visits(dims=inside, proved=True),
    )


def totals(game: Game) -> Dimension:
    """Return the dimension of turn totals, if the only way to go on is the same throw again.

    Parameters
    ----------
    game : the game
    """
    return _turn_totals(game, "Points at risk, at 0 those before the first throw.")


def at_risk(game: Game) -> Dimension:
    """Return the dimension of turn totals in games with more decisions.

    Parameters
    ----------
    game : the game
    """
    return _turn_totals(game, "Points at risk, those of the last roll included.")


def any_at_risk(game: Game) -> Dimension:
    """Return the dimension of turn totals in contests where they may exceed the goal.

    Parameters
    ----------
    game : the game
    """
    return _turn_totals(
        game, "Points at risk, those of the last roll included; the greatest stands for more, too."
    )


def _turn_totals(game: Game, meaning: str) -> Dimension:
    return Dimension("turn_total", game.unit, meaning, below_goal)


def dice_left(game: Game) -> Dimension:
    """Return the dimension of dice left, for games whose throws are named by their dice.

    Parameters
    ----------
    game : the game
    """

    def labels(given: Parameters) -> NDArray[Any]:
        return np.arange(1, max(dice_of(game.turn(given)) or (1,)) + 1)

    return Dimension("dice_left", "dice", "How many dice the rule rolls if it goes on.", labels)


def decided_by_position(dims: tuple[str, ...], lost: str = "lost") -> tuple[Output, ...]:
    """Return the outputs for what decisions give away, and how often they occur.

    Parameters
    ----------
    dims : dimensions of the tables
    lost : name of a table of the whole loss
    """
    return (
        decisions.expected_regret(
            of=lambda solved: solved[lost].sum(),
            **Follows(follows=lambda given, lost: lost.sum(), follows_from=(lost,)),
        ),
        decisions.right_decisions(**Follows(follows=_share_right, follows_from=("visits", "right_visits"))),
        decisions.visits(dims=dims, of=_table("visits", dims), proved=True),
        decisions.right_visits(dims=dims, of=_table("right_visits", dims), proved=True),
        decisions.lost_there(dims=dims, of=_table("lost_there", dims), proved=True),
    )


def _table(name: str, dims: tuple[str, ...]) -> Callable[[Judged], NDArray[Any]]:
    """A function that reads a table of sums over decisions."""

    def read(solved: Judged) -> NDArray[Any]:
        table: NDArray[Any] = solved[name]
        return table if "dice_left" in dims else table[..., 0]

    return read


def _share_right(given: Parameters, visits: NDArray[Any], right: NDArray[Any]) -> float:
    return float(right.sum() / visits.sum()) if visits.sum() > 0.0 else 1.0
