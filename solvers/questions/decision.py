"""What to do in a turn, where one number for each banked score says it all."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.outputs import policies
from solvers.questions.following import Loses
from solvers.questions.game import Game, Inside
from solvers.questions.parameter import Parameters
from solvers.questions.question import Output
from solvers.turns.certificate_of_choices import Stakes, loss_of_hold_at, loss_of_opening


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
    if game.inside is Inside.HOLD_AT:
        found = loss_of_hold_at(game.certificate_turn(given), stakes(value), made)
    else:
        found = loss_of_opening(game.certificate_turn(given), stakes(value), made - 1)
    return np.concatenate((np.where(own[:1] == 0, 0.0, np.inf), found.T)) if own.ndim == 2 else found[:, 0]
