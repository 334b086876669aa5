"""The outputs of a question about a rule of thumb for who plays alone for some turns."""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Flags
from solvers.outputs import chances, decisions, tables
from solvers.outputs.output import Output
from solvers.questions.following import with_all_turns
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Picture
from solvers.thumb.alone.certificate import regrets_alone
from solvers.thumb.question_decided import of_states

STATE = ("turns_left", "banked")
LOST = Picture(
    name="lost",
    title="Where the rule gives most away",
    output="lost",
    dims=("banked", "turns_left"),
)
CHANCES = (
    chances.win_probability(of=lambda solved: solved.rule_value[-1, 0], **with_all_turns("rule_value")),
    chances.optimal_win_probability(
        dims=(), of=lambda solved: solved.value[-1, 0], **with_all_turns("value")
    ),
    decisions.loss(
        follows=lambda given, best, own: np.maximum(best - own, 0.0),
        follows_from=("optimal_win_probability", "win_probability"),
    ),
)
VALUES = (
    tables.rule_value(proved=True),
    tables.value(dims=("turns_left", "banked"), proved=True),
)


def of_play(game: Game, rolls: Callable[[Parameters], Flags]) -> tuple[Output, ...]:
    """What decisions give away, and how often they are met.

    Parameters
    ----------
    game : any
    rolls : function of the parameters that says what the rule does, int8[turns_left, banked, turn_total]
    """
    return of_states(
        STATE, "value", lambda given, value: regrets_alone(game.certificate_turn(given), value, rolls(given))
    )
