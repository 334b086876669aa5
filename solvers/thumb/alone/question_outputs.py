"""The outputs of a question about a rule of thumb for who plays alone for some turns."""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Flags
from solvers.questions.following import with_all_turns
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.picture import Picture
from solvers.questions.question import Output, Role
from solvers.thumb import question_decided
from solvers.thumb.alone.certificate import regrets_alone

STATE = ("turns_left", "banked")
INSIDE = (*STATE, "turn_total")
LOST_THERE = "What the rule's decisions give away in the turns that begin so, as often as they do."
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
    question_decided.chance_given_away(
        "Chance to reach the goal from the start that the rule lacks to optimal play.",
        lambda given, best, own: np.maximum(best - own, 0.0),
        "win_probability",
        "rule_win_probability",
    ),
)
DECIDED = (
    question_decided.expected_regret(
        "expected regret", "What the rule's decisions give away in all turns: the loss again."
    ),
    question_decided.right_decisions("Share of the decisions met that give away nothing."),
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
        question_decided.lost(STATE, "chance lost there", LOST_THERE),
        question_decided.regret(
            INSIDE,
            "Chance to reach the goal that the rule's decision gives away, if optimal play follows.",
            lambda given, value: regrets_alone(game.certificate_turn(given), value, rolls(given)),
        ),
        question_decided.visits(
            INSIDE,
            "expected visits",
            "How often the rule comes there; at turn total 0 it begins a turn, and without turns left play"
            " ends there.",
        ),
    )
