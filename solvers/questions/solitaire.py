"""Most points on average from one turn."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.solitaire import residual
from solvers.contests.solitaire import SolitaireTurn, best_turn
from solvers.exact import solitaire as exact_solitaire
from solvers.exact.answer import Exact, largest_difference
from solvers.games import ten_thousand
from solvers.games.turn import Turn
from solvers.question import Dimension, Output, Parameter, Parameters, Question
from solvers.questions import pig_rules
from solvers.questions.residual import RESIDUAL

MOVE_KINDS = {name: (name,) for name in ten_thousand.MOVES if name not in ten_thousand.TRIPLES} | {"triple": ten_thousand.TRIPLES}


def _allowed(kind: str) -> Parameter:
    dice = "any three of a kind" if kind == "triple" else " and ".join(kind[1:])
    return Parameter(kind, bool, f"Whether a player may give up {dice} to throw these dice again.", "", default=True)


def _ten_thousand(parameters: Parameters) -> Turn:
    return ten_thousand.turn([move for kind, moves in MOVE_KINDS.items() if parameters[kind] for move in moves])


def _outputs(unit: str, actions: tuple[str, ...]) -> tuple[Output, ...]:
    at, thrown = ("turn_total", "position"), ("turn_total", "throw")
    threshold = "Least turn total from which holding is always optimal."
    chosen = "Expected score before choosing what to do."
    return (
        Output("expected_score", (), "float64", unit, "expected score", "Expected score of a turn.", attrgetter("expected_score")),
        Output("threshold", (), "int32", unit, "critical threshold", threshold, attrgetter("threshold")),
        Output("value", at, "float64", unit, "expected score", chosen, attrgetter("value")),
        Output("policy", at, "int8", "", "action", "What to do; a tie holds.", attrgetter("policy"), flags=actions),
        Output("throw_value", thrown, "float64", unit, "expected score", "Expected score if this is thrown.", attrgetter("throw_value")),
        RESIDUAL,
    )


def _question(
    name: str, title: str, turn: Callable[[Parameters], Turn], parameters: tuple[Parameter, ...], unit: str, actions: tuple[str, ...]
) -> Question:
    def solve(**given: Any) -> SolitaireTurn:
        return best_turn(turn(given))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return residual(turn(given), stored["throw_value"])

    def exact(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> Exact:
        rules = turn(given)
        value = exact_solitaire.thrown(rules)
        worse = exact_solitaire.not_optimal(rules, value, stored["policy"]) if "policy" in stored else 0
        best = max(value[0, opening] for opening in rules.openings)
        return Exact("expected score", best, largest_difference(stored["throw_value"], value), worse)

    def totals(given: Parameters) -> NDArray[Any]:
        return np.arange(turn(given).critical_threshold() + 1)

    def positions(given: Parameters) -> NDArray[Any]:
        return np.array([position.name for position in turn(given).positions])

    def throws(given: Parameters) -> NDArray[Any]:
        return np.array([throw.name for throw in turn(given).throws])

    return Question(
        name=name,
        version=1,
        title=title,
        parameters=parameters,
        dimensions=(
            Dimension("turn_total", unit, "Points at risk, those of the last throw included.", totals),
            Dimension("position", "", "What the last throw left to choose from.", positions),
            Dimension("throw", "", "What is thrown.", throws),
        ),
        outputs=_outputs(unit, actions),
        solve=solve,
        certify=certify,
        seconds=lambda given: 0.01,
        exact=exact,
    )


TEN_THOUSAND = _question(
    "solitaire.ten_thousand",
    "Most points from one turn of Ten Thousand, some moves forbidden or none",
    _ten_thousand,
    tuple(_allowed(kind) for kind in MOVE_KINDS),
    "chips (50 points)",
    ten_thousand.ACTIONS,
)

PIG = _question(
    "solitaire.pig",
    "Most points from one turn of Pig",
    pig_rules.turn,
    (pig_rules.SIDES, pig_rules.BUST_FACE),
    "points",
    ("hold", "roll"),
)
