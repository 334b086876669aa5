"""The registry of outputs: one name, one thing; and no words about an output outside it."""

import ast
import re
from collections import defaultdict

from solvers.catalog import QUESTIONS
from solvers.outputs.declared import THE_PLAYER
from tests.house.test_layout import MODULES, parsed

POINTS = {"points", "chips (50 points)", "units of 50 points"}


def test_outputs__one_name_is_one_thing():
    things = defaultdict(set)
    for question in QUESTIONS.values():
        for own in question.outputs:
            unit = "points" if own.unit in POINTS else own.unit
            # Who the player is, and that a table is where opponents are level, is said besides.
            meaning = own.meaning.split(THE_PLAYER)[0].split(" Only where all opponents")[0]
            things[own.name].add((own.role, own.dtype, unit, own.long_name, meaning))
    assert {name for name, found in things.items() if len(found) > 1} == set()


def test_outputs__are_declared_in_the_registry_only():
    prose = {
        str(module): node.lineno
        for module in MODULES
        if module.parts[0] == "solvers" and module.parts[1] != "outputs"
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Output"
    }
    assert prose == {}


def test_parameters__a_threshold_is_one_players():
    """A name of a turn total to hold at stands for one player, whatever the contest."""
    whose = defaultdict(set)
    for question in QUESTIONS.values():
        for own in question.parameters:
            said = re.match(r"Turn total at which (?:a|the) (.*?) holds", own.meaning)
            if said and own.name.endswith("hold_at"):
                whose[own.name].add(said[1])
    assert whose == {
        "hold_at": {"player"},
        "opponent_hold_at": {"opponent"},
        **{f"{which}_hold_at": {f"{which} opponent"} for which in ("first", "second", "third", "fourth")},
    }
