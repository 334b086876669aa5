"""Outputs that say what to do: one number for each banked score if that is enough, else the first turn."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.games.turn import Turn
from solvers.outputs import policies
from solvers.outputs.declared import Declared
from solvers.outputs.output import Output
from solvers.questions.dimension import Dimension, below_goal
from solvers.questions.following import Loses
from solvers.questions.game import Game, Inside
from solvers.questions.parameter import Parameters
from solvers.turns.certificate_of_choices import Stakes, loss_of_hold_at, loss_of_opening
from solvers.turns.certificate_of_turns import Ends


def decision(
    game: Game,
    dims: tuple[str, ...],
    hold_at: Callable[[Any], Any],
    opening: Callable[[Any], Any],
    stakes: Callable[[NDArray[Any]], Stakes] | None = None,
) -> tuple[Output, ...]:
    """Return the output with one number for each banked score, or nothing if one number is not enough.

    Parameters
    ----------
    game : the game
    dims : dimensions of the output
    hold_at, opening : functions of the solution, which return turn totals to hold at, or throws to open with
    stakes : function of the stored value that returns what turns are played for, a row for each number of
        turns left, or one row; None if the value does not determine it
    """
    best: Any = {}
    if stakes is not None:
        best = Loses(loses=partial(_loss, game, stakes), follows_from=("value",))
    if game.inside is Inside.HOLD_AT:
        return (policies.hold_at(dims=dims, points=game.unit, of=hold_at, **best),)
    if game.inside is Inside.DICE:
        return (policies.dice(dims=dims, of=lambda of: opening(of) + 1, **best),)
    return ()


def first_turn(
    game: Game,
    of: Callable[[Any], Any],
    loses: Loses,
    totals: Dimension | None = None,
    policy: Declared = policies.first_turn_policy,
) -> tuple[tuple[Output], tuple[Dimension, Dimension]]:
    """Return the policy in the first turn of the game, by turn total and by position; ties hold.

    Parameters
    ----------
    game : a game with more decisions than to repeat a roll or to hold
    of : function of the solution, which returns int8[turn_total, position]
    loses : what each action loses
    totals : the turn totals; None for those below the goal
    policy : the declared output

    Returns
    -------
    The output, and the two dimensions that it needs.
    """
    positions = Dimension(
        "position",
        "",
        "Position after the last roll.",
        lambda given: np.array([position.name for position in game.turn(given).positions]),
        words="turn position",
    )
    return (policy(of=of, flags=game.actions, **loses),), (totals or turn_totals(game), positions)


def loses_by(
    game: Game,
    loss: Callable[[Turn, Ends, NDArray[Any]], NDArray[Any]],
    handed: Callable[[NDArray[Any]], NDArray[Any]],
    table: str,
) -> Loses:
    """Return what choices lose in a contest that ends at the goal.

    Parameters
    ----------
    game : the game
    loss : function of the turn, of what its ends are worth, and of the choices, see `certificate_of_choices`
    handed : function of the stored table, which returns what handing over the turn is worth as
        float64[score, lane]
    table : name of the stored table
    """

    def loses(given: Parameters, own: NDArray[Any], stored: NDArray[Any]) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        return loss(turn, Stakes(handed(stored), 1.0).ends(turn), own)

    return Loses(loses=loses, follows_from=(table,))


def to_the_other(value: NDArray[Any]) -> NDArray[Any]:
    """Value of handing over the turn, from the stored value of the player about to move, own score first."""
    return 1.0 - value.T


def turn_totals(game: Game) -> Dimension:
    """The dimension of points at risk, up to the goal."""
    meaning = "Points at risk in this turn, those of the last roll included."
    return Dimension("turn_total", game.unit, meaning, below_goal)


def _loss(
    game: Game,
    stakes: Callable[[NDArray[Any]], Stakes],
    given: Parameters,
    own: NDArray[Any],
    value: NDArray[Any],
) -> NDArray[Any]:
    """What each decision loses against the best one; 0 without turns left, when there is no decision.

    Parameters
    ----------
    game : the game
    stakes : function of the value that returns what turns are played for
    given : parameters of the case
    own : [banked] or [turns_left, banked], the stored decisions
    value : stored values of the states

    Returns
    -------
    An array like `own`; infinity for a decision other than 0 without turns left.
    """
    made = own[1:].T if own.ndim == 2 else own[:, None]
    turn = game.certificate_turn(given)
    ends = stakes(value).ends(turn)
    if game.inside is Inside.HOLD_AT:
        found = loss_of_hold_at(turn, ends, made)
    else:
        found = loss_of_opening(turn, ends, made - 1)
    return np.concatenate((np.where(own[:1] == 0, 0.0, np.inf), found.T)) if own.ndim == 2 else found[:, 0]
