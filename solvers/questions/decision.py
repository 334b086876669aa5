"""What to do in a turn: one number for each banked score where that says it all, else the first turn."""

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
    """The output that says it, if one does.

    Parameters
    ----------
    game : any
    dims : of the output
    hold_at, opening : functions of the solution
    stakes : function of the stored value that says what turns are played for, of those with one left, two
        left and so on, or of the only one; None where the value does not say
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
    """What to do in the turn that opens the game, by turn total and what the last throw left; a tie holds.

    Parameters
    ----------
    game : one with more to decide than to roll the same again or to hold
    of : function of the solution, int8[turn_total, position]
    loses : what each action loses
    totals : the turn totals; None for those below the goal
    policy : as it is declared

    Returns
    -------
    The output, and the dimensions that it needs.
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
    """What choices lose where the goal ends the game.

    Parameters
    ----------
    game : whose turns are played
    loss : function of the turn, of what its ends are worth, and of the choices, see `certificate_of_choices`
    handed : function of the stored table that gives what handing over the turn is worth, float64[score, lane]
    table : name of that output
    """

    def loses(given: Parameters, own: NDArray[Any], stored: NDArray[Any]) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        return loss(turn, Stakes(handed(stored), 1.0).ends(turn), own)

    return Loses(loses=loses, follows_from=(table,))


def to_the_other(value: NDArray[Any]) -> NDArray[Any]:
    """What handing over the turn is worth where the other's chance to win is stored, its own score first."""
    return 1.0 - value.T


def turn_totals(game: Game) -> Dimension:
    """The points at risk, those that do not reach the goal."""
    meaning = "Points at risk in this turn, those of the last roll included."
    return Dimension("turn_total", game.unit, meaning, below_goal)


def _loss(
    game: Game,
    stakes: Callable[[NDArray[Any]], Stakes],
    given: Parameters,
    own: NDArray[Any],
    value: NDArray[Any],
) -> NDArray[Any]:
    """What each decision loses against the best one; without turns left nothing is decided, which is 0.

    Parameters
    ----------
    game : whose turns are played
    stakes : function of the value that says what turns are played for
    given : parameters of the case
    own : [banked] or [turns_left, banked], the decisions, stored
    value : of the states, stored

    Returns
    -------
    An array like `own`; infinity for a decision without turns left that is not 0.
    """
    made = own[1:].T if own.ndim == 2 else own[:, None]
    turn = game.certificate_turn(given)
    ends = stakes(value).ends(turn)
    if game.inside is Inside.HOLD_AT:
        found = loss_of_hold_at(turn, ends, made)
    else:
        found = loss_of_opening(turn, ends, made - 1)
    return np.concatenate((np.where(own[:1] == 0, 0.0, np.inf), found.T)) if own.ndim == 2 else found[:, 0]
