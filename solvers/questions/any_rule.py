"""The equilibrium of two players who throw at the same time and may stop by any rule, and what hold-at play loses."""

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from numpy.typing import NDArray

from solvers.certificates.any_rule import exploitability
from solvers.equilibria.any_rule import AnyRuleEquilibrium, any_rule_equilibrium
from solvers.question import Dimension, Output, Parameters, Question
from solvers.questions import pig_rules
from solvers.questions.following import first_of

_STATE = ("banked", "opponent")
# name, long name, meaning
_COUNTS = (
    ("mixed", "states with a mixture", "Number of states in which a player leaves to chance whether to throw again."),
    (
        "not_thresholds",
        "states without thresholds",
        "Number of states in which every mixture of turn totals to hold at loses more than 1e-12 to the equilibrium over all rules.",
    ),
)
_START = (
    (
        "opening_loss",
        "loss of thresholds from the start",
        "What a player loses from the start who is confined to mixtures of turn totals to hold at, and whose opponent is not.",
    ),
    (
        "opening_threshold_loss",
        "exploitability of thresholds from the start",
        "What the equilibrium of two players confined to turn totals to hold at loses from the start to one who may stop by any rule.",
    ),
)
_TABLES = (
    ("value", "win probability", "Chance to win from these scores at the start of a turn, a shared win counting half."),
    ("gap", "duality gap", "What both players' best rules would gain together in this turn."),
    (
        "state_loss",
        "loss of thresholds in this state",
        "What a player loses who is confined to mixtures of turn totals to hold at in this state only.",
    ),
    (
        "loss",
        "loss of thresholds",
        "What a player loses who is confined to mixtures of turn totals to hold at for the rest of the game, and whose opponent is not.",
    ),
    ("threshold_value", "win probability by thresholds", "Chance to win if both players are confined to turn totals to hold at."),
    (
        "threshold_loss",
        "exploitability of thresholds",
        "What a player who may stop by any rule gains against the equilibrium of two who are confined to turn totals to hold at.",
    ),
)
_THROWS_ON = (
    "Probability to throw again; where a turn total does not come up, what is best against the opponent's strategy, and 0 from the goal on."
)
_EXPLOITABILITY = (
    "Largest difference, over all states, between the value and what the best deviation in the whole game wins, by a route that shares no"
    " kernel with the solver."
)


def _solve(**parameters: Any) -> AnyRuleEquilibrium:
    return any_rule_equilibrium(pig_rules.turn(parameters), parameters["goal"])


def _certify(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    return exploitability(pig_rules.turn(parameters), int(parameters["goal"]), stored["value"], stored["throws_on"])


def _seconds(parameters: Parameters) -> float:
    return 0.02 + 2e-4 * float(parameters["goal"]) ** 2 * (0.8 + float(parameters["sides"]) / 50.0)


def _table(name: str, dims: tuple[str, ...], long_name: str, meaning: str) -> Output:
    return Output(name, dims, "float64", "1", long_name, meaning, attrgetter(name))


ANY_RULE = Question(
    name="equilibrium.any_rule",
    version=1,
    title="Two players of Pig at the same time, both playing for the win by any stopping rule",
    # Probabilities to throw again are goal cubed numbers.
    parameters=(pig_rules.goal(200), pig_rules.SIDES, pig_rules.BUST_FACE),
    dimensions=(
        pig_rules.scores("banked", "the player"),
        pig_rules.scores("opponent", "the opponent"),
        Dimension("turn_total", "points", "Points at risk in this turn.", pig_rules.below_goal),
    ),
    outputs=(
        *(Output(name, (), "int32", "states", long_name, meaning, attrgetter(name)) for name, long_name, meaning in _COUNTS),
        *(replace(_table(name, (), long_name, meaning), **first_of(name[8:])) for name, long_name, meaning in _START),
        *(_table(name, _STATE, long_name, meaning) for name, long_name, meaning in _TABLES),
        _table("throws_on", (*_STATE, "turn_total"), "probability to throw again", _THROWS_ON),
        _table("exploitability", (), "exploitability", _EXPLOITABILITY),
    ),
    solve=_solve,
    certify=_certify,
    seconds=_seconds,
)
