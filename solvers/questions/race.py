"""Optimal play of a race."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from numpy.typing import NDArray

from solvers.certificates.race import residual
from solvers.contests import race, race_policy
from solvers.exact import race as exact_race
from solvers.exact.answer import Exact, largest_difference, refuse_long
from solvers.question import Dimension, Output, Parameters, Question
from solvers.questions import pig_rules
from solvers.questions.residual import RESIDUAL

PAIR = ("banked", "opponent")
STATE = ("banked", "opponent", "turn_total")


def _solve(**parameters: Any) -> race.Race:
    return race.optimal_play(pig_rules.turn(parameters), parameters["goal"])


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return residual(pig_rules.turn(parameters), int(parameters["goal"]), stored["value"])


def _exact(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> Exact:
    turn, goal = pig_rules.turn(parameters), int(parameters["goal"])
    refuse_long(goal, exact_race.most_goal(turn))
    found = exact_race.solve(turn, goal, stored["value"])
    return Exact("win probability", found.value[0, 0], largest_difference(stored["value"], found.value), found.improved)


def _seconds(parameters: Parameters) -> float:
    return 0.003 + 1.2e-8 * float(parameters["goal"]) ** 3


OPTIMAL_PLAY = Question(
    name="race.optimal_play",
    version=1,
    title="Two players in turn, both playing for the win",
    parameters=(pig_rules.goal(1000), pig_rules.SIDES, pig_rules.BUST_FACE),
    dimensions=(
        pig_rules.scores("banked", "the player about to move"),
        pig_rules.scores("opponent", "the other player"),
        Dimension("turn_total", "points", "Points at risk in this turn.", pig_rules.below_goal),
    ),
    outputs=(
        Output("win_probability", (), "float64", "1", "win probability", "First player's chance to win.", attrgetter("win_probability")),
        Output(
            "first_player_advantage",
            (),
            "float64",
            "1",
            "first player's advantage",
            "Chance of the first player to win minus the second's.",
            attrgetter("first_player_advantage"),
        ),
        Output("value", PAIR, "float64", "1", "win probability", "Chance of the player about to move to win.", attrgetter("value")),
        Output(
            "hold_at",
            PAIR,
            "int16",
            "points",
            "least turn total to hold at",
            "Least turn total at which the policy holds; it may throw again at a greater one.",
            race_policy.hold_at,
        ),
        Output(
            "policy",
            STATE,
            "int8",
            "",
            "action",
            "What to do at this turn total; a tie holds.",
            race_policy.policy,
            flags=("hold", "roll"),
        ),
        Output(
            "advantage",
            STATE,
            "float64",
            "1",
            "advantage of throwing",
            "Value of throwing minus value of holding; NaN where holding wins.",
            race_policy.advantage,
        ),
        RESIDUAL,
    ),
    solve=_solve,
    certify=_certify,
    seconds=_seconds,
    exact=_exact,
)
