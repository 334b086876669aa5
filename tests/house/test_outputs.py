"""The registry of outputs: one name, one thing; and no words about an output outside it."""

import ast
from collections import defaultdict

from solvers.catalog import QUESTIONS
from tests.house.test_layout import MODULES, parsed

POINTS = {"points", "chips (50 points)", "units of 50 points"}
# Names that stand for several things until they are told apart: whose chance, or what number, it is.
SEVERAL = {
    "waiting_value": "of the player, or of the best response",
    "dice": "of the player, or of the best response",
    "first_turn_policy": "of the player, or of the best response",
    "value": "chances to win, to reach the goal or to take a territory",
    "win_probability": "the chance to win, to reach the goal, or to take a territory",
    "best_reply": "a turn total, or a number of dice",
    "expected_turns": "of two players, or of one, where it is the value",
    "hold_at": "of a policy, or of a mixture",
    "last_hold_at": "of the player with the last turn, or of the best reply if it has it",
    "last_value": "of the player in a seat, or of the second player",
    "mixed_states": "of two players, or of many",
    "not_thresholds": "of a best response, or of an equilibrium",
    "tie_value": "of the first of those who tie, or of the best response",
    "residual": "what is compared differs by contest",
    "exploitability": "what a deviation may be differs by contest",
}


def test_outputs__one_name_is_one_thing():
    things = defaultdict(set)
    for question in QUESTIONS.values():
        for own in question.outputs:
            unit = "points" if own.unit in POINTS else own.unit
            # Where opponents are level, a table says besides where that is.
            meaning = own.meaning.split(", where all opponents have")[0].rstrip(".")
            things[own.name].add((own.role, own.dtype, unit, own.long_name, meaning))
    assert {name for name, found in things.items() if len(found) > 1} == set(SEVERAL)


def test_outputs__are_declared_in_the_registry_only():
    prose = {
        str(module): node.lineno
        for module in MODULES
        if module.parts[0] == "solvers" and module.parts[1] != "outputs"
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Output"
    }
    assert prose == {}
