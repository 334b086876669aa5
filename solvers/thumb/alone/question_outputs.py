"""The outputs of a question about a rule of thumb for who plays alone for some turns."""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Flags
from solvers.questions.following import with_all_turns
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Picture
from solvers.questions.question import Output, Role
from solvers.thumb.alone.certificate import regrets_alone
from solvers.thumb.regret import lost_in_play, share_right

STATE = ("turns_left", "banked")
INSIDE = (*STATE, "turn_total")
LOST = Picture(
    name="lost",
    title="What the rule gives away, by the turns left and the scores at which it does",
    output="lost",
    dims=("banked", "turns_left"),
)
CHANCES = (
    Output(
        name="rule_win_probability",
        role=Role.VALUE,
        long_name="rule's goal probability",
        meaning="The rule's chance to reach the goal from the start.",
        of=lambda solved: solved.rule_value[-1, 0],
        **with_all_turns("rule_value"),
    ),
    Output(
        name="win_probability",
        role=Role.VALUE,
        long_name="goal probability",
        meaning="Chance of optimal play to reach the goal from the start.",
        of=lambda solved: solved.value[-1, 0],
        **with_all_turns("value"),
    ),
    Output(
        name="loss",
        role=Role.DIFFERENCE,
        long_name="chance given away",
        meaning="Chance to reach the goal from the start that the rule lacks to optimal play.",
        follows=lambda given, best, own: np.maximum(best - own, 0.0),
        follows_from=("win_probability", "rule_win_probability"),
    ),
)
DECIDED = (
    Output(
        name="expected_regret",
        role=Role.DIFFERENCE,
        long_name="expected regret",
        meaning="What the rule's decisions give away in all turns: the loss again.",
        of=lambda solved: lost_in_play(solved.visits, solved.regret),
        follows=lambda given, visits, regret: lost_in_play(visits, regret),
        follows_from=("visits", "regret"),
    ),
    Output(
        name="right_decisions",
        role=Role.CHANCE,
        long_name="right decisions",
        meaning="Share of the decisions met that give away nothing.",
        follows=lambda given, visits, regret: share_right(visits, regret),
        follows_from=("visits", "regret"),
    ),
)
VALUES = (
    Output(
        name="rule_value",
        role=Role.VALUE,
        dims=STATE,
        long_name="rule's goal probability",
        meaning="The rule's chance to reach the goal.",
        proved=True,
    ),
    Output(
        name="value",
        role=Role.VALUE,
        dims=STATE,
        long_name="goal probability",
        meaning="Chance of optimal play to reach the goal.",
        proved=True,
    ),
)


def of_play(game: Game, rolls: Callable[[Parameters], Flags]) -> tuple[Output, ...]:
    """What decisions give away, and how often they are met.

    Parameters
    ----------
    game : any
    rolls : function of the parameters that says what the rule does, int8[turns_left, banked, turn_total]
    """
    return (
        Output(
            name="lost",
            role=Role.DIFFERENCE,
            dims=STATE,
            long_name="chance lost there",
            meaning="What the rule's decisions give away in the turns that begin so, as often as they do.",
            follows=lambda given, visits, regret: (visits * regret).sum(axis=-1),
            follows_from=("visits", "regret"),
        ),
        Output(
            name="regret",
            role=Role.DIFFERENCE,
            dims=INSIDE,
            long_name="decision regret",
            meaning="Chance to reach the goal that the rule's decision gives away, if optimal play follows.",
            follows=lambda given, value: regrets_alone(game.certificate_turn(given), value, rolls(given)),
            follows_from=("value",),
        ),
        Output(
            name="visits",
            role=Role.MEASURE,
            dims=INSIDE,
            unit="visits",
            long_name="expected visits",
            meaning=(
                "How often the rule comes there; at turn total 0 it begins a turn, and without turns left"
                " play ends there."
            ),
            proved=True,
        ),
    )
