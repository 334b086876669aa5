"""Every row of the catalogue answers as it says: names, shapes, types, certificates, symmetries, refusals."""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import combinations, islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.at_once_equilibrium.question_any_rule import CONFINED
from solvers.catalog import QUESTIONS, ROOMS, find
from solvers.errors import InvalidRules, NotConverged
from solvers.games import big_pig, doubles_pig, own, pig, ten_thousand, two_dice_pig
from solvers.outputs.output import Role
from solvers.questions import certify
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, Value
from solvers.questions.question import Question
from solvers.questions.rules import OWN
from tests.each import of_each
from tests.strategies import FEW

# One of each room, and small ones: what `make test` has time for.
SAMPLE = (
    "race.pig",
    "solitaire.pig",
    "within_turns.piglet",
    "length.hold_at",
    "simultaneous.best_response_to_one",
    "head_to_head.rules_pig",
)


def by_rules(**held: int) -> dict[str, str]:
    """Players who hold at these turn totals, by seat."""
    return {f"{seat}_rule": f"hold at {n}" for seat, n in held.items()}


# Throws that may gain nothing and lead on.
LEADING_ON = {"rules": own.text(load_game(shipped_rules()["yellow_zombie_dice"]).turn)}
SMALL: dict[str, list[dict[str, Any]]] = {
    "equal_turns_rules.pig": [
        {"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 30", "tie": 3},
        {"goal": 9, "first_rule": "hold at 12", "second_rule": "hold at 4", "sides": 3, "tie": 1},
    ],
    "equal_turns_rules.piglet": [{"goal": 6, "first_rule": "hold at 2", "second_rule": "hold at 3"}],
    "equal_turns_rules.progressive_pig": [
        {"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 4", "tie": 3}
    ],
    "equal_turns_rules.big_pig": [
        {"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 30", "tie": 0}
    ],
    "equal_turns_rules.pass_the_pigs": [
        {"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 30", "tie": 3}
    ],
    "equal_turns_rules.two_dice_pig": [
        {"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 30", "tie": 3},
        {"goal": 9, "first_rule": "hold at 12", "second_rule": "hold at 4", "sides": 4, "tie": 1},
    ],
    "equal_turns_rules.own": [
        {
            "goal": 12,
            "first_rule": "hold at 9",
            "second_rule": "hold at 5",
            "tie": 3,
            "rules": own.text(two_dice_pig.turn(4)),
        },
        {
            "goal": 9,
            "first_rule": "hold at 5",
            "second_rule": "hold at 12",
            "rules": own.text(big_pig.turn(4)),
        },
    ],
    "equal_turns_of_three.pig": [
        {"goal": 7},
        {"goal": 5, "sides": 4, "bust_face": 4, "tie": 1},
        {"goal": 4, "sides": 4, "tie": 3},
    ],
    "equal_turns_of_three.piglet": [{"goal": 5, "tie": 1}, {"goal": 4, "heads": 0.7, "tie": 0}],
    "equal_turns_of_three.own": [
        {"goal": 4, "rules": own.text(pig.turn(4))},
        {"goal": 5} | LEADING_ON,
        {"goal": 3, "tie": 3} | LEADING_ON,
    ],
    "race_beside_first_rule.pig": [
        {"goal": 12, "sides": 3, "bust_face": 3, "rule": "hold at 5"},
        {"goal": 9, "rule": "hold when turn_total >= {a} + banked - opponent", "a": 3},
    ],
    "race_beside_second_rule.pig": [{"goal": 12, "sides": 3, "bust_face": 3, "rule": "hold at 5"}],
    "race_beside_third_rule.pig": [{"goal": 12, "sides": 3, "bust_face": 3, "rule": "hold at 5"}],
    "race_beside_first_rule.piglet": [{"goal": 6, "heads": 0.7, "rule": "hold at 2"}],
    "race_beside_second_rule.piglet": [{"goal": 6, "rule": "hold at 3"}],
    "race_beside_third_rule.piglet": [{"goal": 6, "coins": 2, "rule": "hold at 3"}],
    "race_beside_first_rule.own": [{"goal": 7, "rule": "hold at 3", "rules": own.text(pig.turn(4))}],
    "race_beside_second_rule.own": [{"goal": 5, "rule": "hold at 3", "rules": own.text(big_pig.turn(2))}],
    "race_beside_third_rule.own": [
        {"goal": 6, "rule": "hold at 4", "rules": own.text(ten_thousand.turn(["m5"]))}
    ],
    "equal_turns_trio.pig": [
        {"goal": 9, "tie": 3} | by_rules(first=5, second=12, third=3),
        {"goal": 6, "tie": 1, "sides": 3} | by_rules(first=9, second=2, third=4),
    ],
    "equal_turns_trio.piglet": [{"goal": 6} | by_rules(first=2, second=3, third=1)],
    "equal_turns_trio.progressive_pig": [{"goal": 8, "tie": 3} | by_rules(first=4, second=9, third=2)],
    "equal_turns_trio.big_pig": [{"goal": 8, "tie": 0} | by_rules(first=9, second=4, third=12)],
    "equal_turns_trio.pass_the_pigs": [{"goal": 8, "tie": 3} | by_rules(first=9, second=4, third=12)],
    "equal_turns_trio.own": [
        {"goal": 7, "tie": 3, "rules": own.text(big_pig.turn(4))} | by_rules(first=3, second=4, third=9),
        {"goal": 6, "tie": 3, "rules": own.text(replace(big_pig.turn(4), entry=5))}
        | by_rules(first=3, second=4, third=9),
    ],
    "equal_turns_response_to_two.pig": [
        {"goal": 9, "tie": 3} | by_rules(earlier=5, later=12),
        {"goal": 6, "tie": 1, "sides": 3} | by_rules(earlier=9, later=2),
    ],
    "equal_turns_response_to_two.piglet": [{"goal": 6} | by_rules(earlier=2, later=3)],
    "equal_turns_response_to_two.progressive_pig": [{"goal": 8, "tie": 3} | by_rules(earlier=4, later=9)],
    "equal_turns_response_to_two.big_pig": [{"goal": 8, "tie": 0} | by_rules(earlier=9, later=4)],
    "equal_turns_response_to_two.pass_the_pigs": [{"goal": 8, "tie": 3} | by_rules(earlier=9, later=4)],
    "equal_turns_response_to_two.own": [
        {"goal": 7, "tie": 3, "rules": own.text(big_pig.turn(4))} | by_rules(earlier=3, later=9),
        {"goal": 6, "tie": 1, "rules": own.text(replace(big_pig.turn(4), entry=5))}
        | by_rules(earlier=3, later=9),
    ],
    "equal_turns_response_to_rule.pig": [
        {"goal": 20, "rule": "hold when turn_total >= {a} or opponent > banked", "a": 7, "tie": 3},
        {"goal": 9, "rule": "hold at 4", "sides": 3, "tie": 1},
    ],
    "equal_turns_response_to_rule.piglet": [{"goal": 6, "rule": "hold at 2"}],
    "equal_turns_response_to_rule.progressive_pig": [{"goal": 20, "rule": "hold at 9", "tie": 3}],
    "equal_turns_response_to_rule.big_pig": [{"goal": 20, "rule": "hold at 9", "tie": 0}],
    "equal_turns_response_to_rule.pass_the_pigs": [{"goal": 20, "rule": "hold at 9"}],
    "equal_turns_response_to_rule.two_dice_pig": [{"goal": 20, "rule": "hold at 9", "tie": 3}],
    "equal_turns_response_to_rule.doubles_pig": [{"goal": 12, "rule": "hold at 9", "sides": 4}],
    "equal_turns_rules.doubles_pig": [
        {"goal": 12, "first_rule": "hold at 9", "second_rule": "hold at 5", "tie": 3, "sides": 4}
    ],
    "equal_turns_rules.ten_thousand": [
        {"goal": 12, "first_rule": "hold at 7", "second_rule": "hold at {a}", "second_a": 5, "tie": 3}
    ],
    "equal_turns_rules.farkle": [
        {"goal": 12, "first_rule": "hold when banked > 3", "second_rule": "hold at 5"}
    ],
    "equal_turns_response_to_rule.ten_thousand": [{"goal": 12, "rule": "hold at 7", "tie": 3}],
    "equal_turns_response_to_rule.farkle": [{"goal": 12, "rule": "hold when banked > 3 or turn_total >= 5"}],
    "equal_turns_response_to_rule.own": [
        {"goal": 12, "rule": "throw when banked < opponent", "rules": own.text(big_pig.turn(4))},
        {"goal": 12, "rule": "hold at 4", "tie": 3, "rules": own.text(replace(big_pig.turn(4), entry=9))},
        {"goal": 12, "rule": "hold when banked > opponent", "rules": own.text(two_dice_pig.turn(4))},
    ],
    "race_response_to_rule.pig": [
        {"goal": 20, "rule": "hold at {a}", "a": 9},
        {"goal": 9, "rule": "hold at 30", "sides": 3},
        {"goal": 30, "rule": "end race at {a} or keep pace with 8 and 1/{b}", "a": 15, "b": 4},
        {"goal": 12, "rule": "keep pace"},
    ],
    "head_to_head.counting_rules_pig": [
        {"goal": 20, "first_rule": "{a} scoring turns", "first_a": 3, "second_rule": "hold at 7"},
        {"goal": 9, "first_rule": "2 scoring turns", "second_rule": "hold at 2 + scored", "sides": 3},
    ],
    "head_to_head.counting_rules_piglet": [
        {"goal": 6, "first_rule": "2 scoring turns", "second_rule": "hold at 4"}
    ],
    "head_to_head.counting_rules_progressive_pig": [
        {"goal": 12, "first_rule": "2 scoring turns", "second_rule": "hold at 4"}
    ],
    "head_to_head.counting_rules_two_dice_pig": [
        {"goal": 12, "first_rule": "2 scoring turns", "second_rule": "hold at 4"}
    ],
    "head_to_head.counting_rules_doubles_pig": [
        {"goal": 12, "first_rule": "2 scoring turns", "second_rule": "hold at 4"}
    ],
    "head_to_head.counting_rules_big_pig": [
        {"goal": 12, "first_rule": "2 scoring turns", "second_rule": "hold at 4"}
    ],
    "head_to_head.counting_rules_pass_the_pigs": [
        {"goal": 12, "first_rule": "2 scoring turns", "second_rule": "hold at 4"}
    ],
    "head_to_head.counting_rules_ten_thousand": [
        {"goal": 12, "first_rule": "2 scoring turns", "second_rule": "hold at 4"}
    ],
    "head_to_head.counting_rules_farkle": [
        {"goal": 12, "first_rule": "2 scoring turns", "second_rule": "hold at 4"}
    ],
    "head_to_head.counting_rules_own": [
        {"goal": 12, "first_rule": "2 scoring turns", "second_rule": "hold at 4 - scored"} | LEADING_ON,
        {"goal": 12, "first_rule": "3 scoring turns", "second_rule": "hold at 4"}
        | {"rules": own.text(two_dice_pig.turn(4))},
    ],
    "race_response_to_counting_rule.pig": [
        {"goal": 20, "rule": "3 scoring turns"},
        {"goal": 9, "rule": "{a} scoring turns", "a": 10, "sides": 3},
        {"goal": 12, "rule": "hold at 3 + min(scored, 1) + opponent / 4"},
    ],
    "race_response_to_counting_rule.piglet": [{"goal": 6, "rule": "2 scoring turns", "heads": 0.75}],
    "race_response_to_counting_rule.progressive_pig": [{"goal": 20, "rule": "hold at 9 - scored"}],
    "race_response_to_counting_rule.two_dice_pig": [{"goal": 20, "rule": "3 scoring turns"}],
    "race_response_to_counting_rule.doubles_pig": [{"goal": 20, "rule": "3 scoring turns"}],
    "race_response_to_counting_rule.big_pig": [{"goal": 30, "rule": "3 scoring turns"}],
    "race_response_to_counting_rule.pass_the_pigs": [{"goal": 20, "rule": "2 scoring turns"}],
    "race_response_to_counting_rule.own": [
        {"goal": 20, "rule": "3 scoring turns", "rules": own.text(big_pig.turn(4))},
        {"goal": 9, "rule": "hold at 3 + scored"} | LEADING_ON,
        {"goal": 12, "rule": "hold at 4 + scored", "rules": own.text(two_dice_pig.turn(4))},
    ],
    "race_response_to_rule.own": [
        {"goal": 20, "rule": "hold at 7", "rules": own.text(replace(big_pig.turn(4), entry=9))},
        {"goal": 9, "rule": "hold at 3"} | LEADING_ON,
    ],
    "head_to_head.hold_at": [{"goal": 20}, {"goal": 9, "sides": 4, "bust_face": 4}],
    "head_to_head.rules_pig": [
        {"goal": 20, "first_rule": "hold at {a}", "first_a": 9, "second_rule": "hold at 30"},
        {
            "goal": 9,
            "first_rule": "throw when turn_total < 4 or banked < opponent",
            "second_rule": "hold at 4",
        },
    ],
    "race_response_to_rule.piglet": [{"goal": 6, "rule": "hold at 2", "heads": 0.75}],
    "race_response_to_rule.progressive_pig": [{"goal": 20, "rule": "hold at 9"}],
    "race_response_to_rule.two_dice_pig": [{"goal": 20, "rule": "hold at 9"}],
    "race_response_to_rule.big_pig": [{"goal": 30, "rule": "hold at 9"}],
    "race_response_to_rule.pass_the_pigs": [{"goal": 20, "rule": "hold at 9"}],
    "head_to_head.hold_at_piglet": [{"goal": 6}],
    "head_to_head.hold_at_progressive_pig": [{"goal": 20}],
    "head_to_head.hold_at_two_dice_pig": [{"goal": 12}],
    "head_to_head.hold_at_big_pig": [{"goal": 20}],
    "head_to_head.hold_at_pass_the_pigs": [{"goal": 20}],
    "head_to_head.rules_piglet": [{"goal": 6, "first_rule": "hold at 2", "second_rule": "hold at 3"}],
    "head_to_head.rules_progressive_pig": [
        {"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 30"}
    ],
    "race_response_to_rule.doubles_pig": [{"goal": 20, "rule": "hold at 9"}],
    "head_to_head.hold_at_doubles_pig": [{"goal": 12}],
    "head_to_head.rules_doubles_pig": [{"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 7"}],
    "thumb.doubles_pig": [{"goal": 20, "rule": "hold when turn_total > 5 + banked / 3"}],
    "length.hold_at_doubles_pig": [{"goal": 20, "hold_at": 9}],
    "head_to_head.rules_two_dice_pig": [{"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 7"}],
    "head_to_head.rules_big_pig": [{"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 30"}],
    "head_to_head.rules_pass_the_pigs": [
        {"goal": 20, "first_rule": "hold at 9", "second_rule": "hold at 30"}
    ],
    "race_response.hold_at_ten_thousand": [
        {"goal": 20, "opponent_hold_at": 7},
        {"goal": 9, "opponent_hold_at": 0, "m5": False},
    ],
    "race_response.hold_at_farkle": [
        {"goal": 15, "opponent_hold_at": 8, "opponent_gives_up": False, "straight": 0}
    ],
    "race_response.dice_hog": [{"goal": 20, "opponent_dice": 3, "most_dice": 4}],
    "head_to_head.hold_at_ten_thousand": [
        {"goal": 20, "most_hold_at": 9},
        {"goal": 15, "most_hold_at": 20, "gives_up": False},
    ],
    "head_to_head.hold_at_farkle": [{"goal": 15, "most_hold_at": 5}],
    "head_to_head.dice_hog": [{"goal": 20, "most_dice": 4}],
    "head_to_head.pair_ten_thousand": [
        {"goal": 20, "hold_at": 0, "opponent_hold_at": 7, "opponent_gives_up": False}
    ],
    "head_to_head.pair_farkle": [{"goal": 15, "hold_at": 6, "opponent_hold_at": 0}],
    "head_to_head.plan_and_rule_ten_thousand": [
        {
            "goal": 12,
            "hold_at": 5,
            "second_rule": "hold when turn_total >= {a} or banked > 3",
            "second_a": 6,
        }
    ],
    "head_to_head.plan_and_rule_farkle": [
        {"goal": 9, "hold_at": 0, "second_rule": "hold when turn_total >= 6, go for most dice_left"}
    ],
    "head_to_head.plan_and_rule_own": [
        {"goal": 15, "hold_at": 3, "second_rule": "hold at 9", "rules": own.text(two_dice_pig.turn(4))},
        {"goal": 9, "hold_at": 2, "second_rule": "hold when opponent > 3"} | LEADING_ON,
    ],
    "head_to_head.pair_hog": [{"goal": 20, "first_dice": 2, "opponent_dice": 5, "most_dice": 6, "sides": 4}],
    "risk.battle": [{"attackers": 12, "defenders": 9}, {"attackers": 2, "defenders": 1, "attack_dice": 1}],
    "risk.chain": [
        {"attackers": 12, "first": 4, "second": 1},
        {"attackers": 9, "first": 3, "territories": 1, "defence_dice": 3},
    ],
    "risk.defence": [{"attackers": 10, "defenders": 9, "territories": 4}],
    "race_of_three.pig": [
        {"goal": 12},
        {"goal": 9, "sides": 4, "bust_face": 4},
        # One cluster has no policies in equilibrium.
        {"goal": 12, "sides": 3, "bust_face": 3},
    ],
    "race_of_many.pig": [{"goal": 10, "players": 2}, {"goal": 6, "players": 4}, {"goal": 12, "sides": 3}],
    "equilibrium.race_of_three": [
        {"goal": 12, "sides": 3, "bust_face": 3},
        {"goal": 14, "sides": 3, "start": 2},
    ],
    "equilibrium.race_of_three.ten_thousand": [{"goal": 8}, {"goal": 7, "m5": False, "start": 1}],
    "equilibrium.race_of_many": [{"goal": 14, "sides": 3}, {"goal": 5, "players": 4}],
    "equilibrium.race_of_many.ten_thousand": [{"goal": 8}, {"goal": 7, "m5": False}],
    "equilibrium.race_of_many.farkle": [{"goal": 7, "players": 2}],
    "equilibrium.race_of_many.own": [{"goal": 8, "rules": own.text(pig.turn(4))}],
    "equilibrium.race_of_three.own": [
        {"goal": 9, "rules": own.text(pig.turn(3))},
        {"goal": 7, "rules": own.text(ten_thousand.turn(["m5"])), "start": 1},
    ],
    "simultaneous.best_response_to_one.own": [
        {"goal": 20, "opponent_hold_at": 9, "rules": own.text(big_pig.turn(4))},
        {"goal": 9, "opponent_hold_at": 30, "rules": own.text(pig.turn(3))},
    ],
    "simultaneous.best_response_to_two.own": [
        {"goal": 9, "first_hold_at": 5, "second_hold_at": 8, "rules": own.text(big_pig.turn(4))}
    ],
    "simultaneous.best_response_any_rule_to_one.own": [
        {"goal": 12, "opponent_hold_at": 4, "rules": own.text(pig.turn(3, 3))}
    ],
    "simultaneous.best_response_any_rule_to_two.own": [
        {"goal": 9, "first_hold_at": 5, "second_hold_at": 8, "rules": own.text(big_pig.turn(4))}
    ],
    "simultaneous.best_response_any_rule_to_three.own": [
        {
            "goal": 6,
            "first_hold_at": 6,
            "second_hold_at": 4,
            "third_hold_at": 6,
            "rules": own.text(pig.turn(4)),
        }
    ],
    "equilibrium.any_rule.own": [{"goal": 9, "rules": own.text(big_pig.turn(4))}],
    "equilibrium.simultaneous_own": [{"goal": 12, "rules": own.text(big_pig.turn(4))}],
    "race_of_three.own": [
        {"goal": 9, "rules": own.text(pig.turn(3))},
        {"goal": 7, "rules": own.text(ten_thousand.turn(["m5"]))},
    ],
    "race_of_many.own": [
        {"goal": 6, "players": 4, "rules": own.text(pig.turn(4))},
        {"goal": 8, "players": 2, "rules": own.text(ten_thousand.turn(["m5"]))},
    ],
    "race_response.hold_at_own": [
        {"goal": 20, "opponent_hold_at": 7, "rules": own.text(big_pig.turn(4))},
        {"goal": 9, "opponent_hold_at": 3} | LEADING_ON,
    ],
    "head_to_head.hold_at_own": [
        {"goal": 15, "most_hold_at": 9, "rules": own.text(big_pig.turn(4))},
        {"goal": 8, "most_hold_at": 5} | LEADING_ON,
    ],
    "head_to_head.pair_own": [
        {"goal": 20, "hold_at": 3, "opponent_hold_at": 9, "rules": own.text(two_dice_pig.turn(4))},
        {"goal": 9, "hold_at": 2, "opponent_hold_at": 4} | LEADING_ON,
    ],
    "thumb.pig": [
        {"goal": 20, "rule": "hold at {a}", "a": 9},
        {"goal": 9, "rule": "throw when turn_total < 4 or banked < opponent", "sides": 3},
    ],
    "thumb.piglet": [{"goal": 6, "rule": "hold at 2", "heads": 0.75}],
    "thumb.progressive_pig": [{"goal": 20, "rule": "hold at 9"}],
    "thumb.two_dice_pig": [{"goal": 20, "rule": "hold when turn_total > 5 + banked / 3"}],
    "thumb.big_pig": [{"goal": 30, "rule": "hold at 9"}],
    "thumb.pass_the_pigs": [{"goal": 30, "rule": "hold at 9"}],
    "thumb.ten_thousand": [
        {"goal": 20, "rule": "hold when turn_total >= {a} and dice_left < 5", "a": 6},
        {"goal": 9, "rule": "hold at 5 + (opponent - banked) / 3, go for most dice_left"},
        {"goal": 12, "rule": "hold at 5, go for most dice_left", "entry": 7},
    ],
    "thumb.farkle": [{"goal": 12, "rule": "hold when turn_total >= 6 or opponent > 8", "straight": 0}],
    "thumb.own_by_position": [
        {"goal": 10, "rule": "hold at 3 + banked / 4"} | LEADING_ON,
        {
            "goal": 14,
            "rule": 'hold when turn_total >= 4 or position has "1"',
            "rules": own.text(ten_thousand.turn(())),
        },
        {"goal": 12, "rule": "hold at 4", "rules": own.text(replace(pig.turn(), entry=6))},
    ],
    "head_to_head.rules_ten_thousand": [
        {
            "goal": 20,
            "first_rule": "hold when turn_total >= {a} and dice_left < 5",
            "first_a": 6,
            "second_rule": "hold at 5",
        },
        {
            "goal": 12,
            "first_rule": "hold at 5, go for most dice_left",
            "second_rule": "hold at 7",
            "entry": 7,
        },
    ],
    "head_to_head.rules_farkle": [
        {
            "goal": 12,
            "first_rule": "hold when turn_total >= 6 or opponent > 8",
            "second_rule": "hold at 5",
            "straight": 0,
        }
    ],
    "head_to_head.rules_own": [
        {"goal": 10, "first_rule": "hold at 3 + banked / 4", "second_rule": "hold at 2"} | LEADING_ON,
        {
            "goal": 20,
            "first_rule": "hold at 3",
            "second_rule": "hold at 9",
            "rules": own.text(two_dice_pig.turn(4)),
        },
        {
            "goal": 12,
            "first_rule": "hold at 4",
            "second_rule": "hold at 5",
            "rules": own.text(replace(pig.turn(), entry=6)),
        },
    ],
    "thumb.own": [
        {"goal": 20, "rule": "hold at 5 + banked / 4", "rules": own.text(big_pig.turn(4))},
        {"goal": 12, "rule": "hold at 6", "rules": own.text(doubles_pig.turn(4))},
    ],
    "thumb_within_turns.pig": [
        {"goal": 20, "turns": 4, "rule": "hold when turn_total >= {a} and turns_left > 1", "a": 9},
        {"goal": 9, "turns": 2, "rule": "hold when turn_total * turns_left >= goal - banked", "sides": 3},
    ],
    "thumb_within_turns.piglet": [{"goal": 6, "turns": 5, "rule": "hold at 2", "heads": 0.75}],
    "thumb_within_turns.progressive_pig": [{"goal": 20, "turns": 3, "rule": "hold at 9"}],
    "thumb_within_turns.two_dice_pig": [
        {"goal": 20, "turns": 4, "rule": "throw when turn_total < 5 or turns_left = 1"}
    ],
    "thumb_within_turns.doubles_pig": [{"goal": 20, "turns": 3, "rule": "hold at 5 + banked / 3"}],
    "thumb_within_turns.big_pig": [{"goal": 30, "turns": 3, "rule": "hold at 9 + turns_left"}],
    "thumb_within_turns.pass_the_pigs": [{"goal": 30, "turns": 3, "rule": "hold at 9"}],
    "thumb_within_turns.own": [
        {"goal": 20, "turns": 3, "rule": "hold at 5 + banked / 4", "rules": own.text(big_pig.turn(4))},
        {"goal": 12, "turns": 3, "rule": "hold at 6", "rules": own.text(doubles_pig.turn(4))},
    ],
    "thumb_within_turns.ten_thousand": [
        {
            "goal": 20,
            "turns": 4,
            "rule": "hold when turn_total >= {a} and turns_left > 1 and dice_left < 5",
            "a": 6,
        },
        {"goal": 9, "turns": 2, "rule": "hold at 5 + turns_left, go for most dice_left"},
        {"goal": 12, "turns": 3, "rule": "hold at 5, go for most dice_left", "entry": 7},
    ],
    "thumb_within_turns.farkle": [
        {"goal": 12, "turns": 3, "rule": "hold when turn_total >= 6 and turns_left > 1", "straight": 0}
    ],
    "thumb_within_turns.own_by_position": [
        {"goal": 10, "turns": 4, "rule": "hold when turn_total * turns_left >= goal - banked"} | LEADING_ON,
        {
            "goal": 14,
            "turns": 3,
            "rule": 'hold when turn_total >= 4 or position has "1"',
            "rules": own.text(ten_thousand.turn(())),
        },
        {"goal": 12, "turns": 3, "rule": "hold at 4", "rules": own.text(replace(pig.turn(), entry=6))},
    ],
    "thumb_streak.pig": [
        {"goal": 9, "cost": 3, "busts": 2, "rule": "hold at {a}", "a": 4},
        {"goal": 6, "cost": 2, "rule": "hold when turn_total >= 3 or banked < opponent", "sides": 4},
    ],
    "thumb_streak.piglet": [{"goal": 6, "cost": 2, "rule": "hold at 2", "heads": 0.75}],
    "thumb_streak.two_dice_pig": [{"goal": 12, "cost": 4, "rule": "hold at 7"}],
    "thumb_streak.doubles_pig": [{"goal": 12, "cost": 4, "rule": "hold at 5 + banked / 3"}],
    "thumb_streak.big_pig": [{"goal": 20, "cost": 4, "rule": "hold at 9"}],
    "thumb_streak.pass_the_pigs": [{"goal": 20, "cost": 4, "rule": "hold at 9"}],
    "thumb_streak.ten_thousand": [
        {"goal": 9, "cost": 3, "rule": "hold at 5, go for most dice_left"},
    ],
    "thumb_streak.farkle": [
        {"goal": 9, "cost": 3, "busts": 2, "rule": "hold when turn_total >= 6 or opponent > 6"}
    ],
    "thumb_streak.own": [
        {"goal": 8, "cost": 3, "rule": "hold at 3 + banked / 4"} | LEADING_ON,
    ],
    "thumb_equal_turns.pig": [
        {"goal": 9, "tie": 3, "rule": "hold at {a}", "a": 4},
        {"goal": 6, "tie": 1, "rule": "hold when turn_total >= 3 or banked < opponent", "sides": 4},
    ],
    "thumb_equal_turns.piglet": [{"goal": 6, "tie": 0, "rule": "hold at 2", "heads": 0.75}],
    "thumb_equal_turns.progressive_pig": [{"goal": 12, "tie": 3, "rule": "hold at 7"}],
    "thumb_equal_turns.big_pig": [{"goal": 20, "rule": "hold at 9"}],
    "thumb_equal_turns.pass_the_pigs": [{"goal": 20, "tie": 3, "rule": "hold at 9"}],
    "thumb_equal_turns.ten_thousand": [
        {"goal": 9, "tie": 1, "rule": "hold at 5, go for most dice_left"},
        {"goal": 9, "tie": 3, "rule": "hold at 5", "entry": 6},
    ],
    "thumb_equal_turns.farkle": [{"goal": 9, "rule": "hold when turn_total >= 6 or opponent > 6"}],
    "thumb_equal_turns.own": [
        {"goal": 8, "tie": 3, "rule": "hold at 3 + banked / 4"} | LEADING_ON,
    ],
    "length.hold_at": [
        {"goal": 20, "hold_at": 9, "most_turns": 40},
        {"goal": 9, "hold_at": 0, "most_turns": 7, "sides": 4, "bust_face": 4},
    ],
    "length.hold_at_piglet": [{"goal": 6, "hold_at": 2, "heads": 0.75}],
    "length.hold_at_progressive_pig": [{"goal": 20, "hold_at": 9}],
    "length.hold_at_two_dice_pig": [{"goal": 20, "hold_at": 9}],
    "length.hold_at_big_pig": [{"goal": 30, "hold_at": 9}],
    "length.hold_at_pass_the_pigs": [{"goal": 20, "hold_at": 9}],
    "length.hold_at_ten_thousand": [{"goal": 20, "hold_at": 7, "gives_up": False}],
    "length.hold_at_farkle": [{"goal": 15, "hold_at": 8}],
    "length.hold_at_own": [{"goal": 20, "hold_at": 7, "rules": own.text(two_dice_pig.turn(4))}],
    "length.dice_hog": [{"goal": 20, "dice": 3, "most_dice": 4}],
    "race_of_three.piglet": [{"goal": 8}, {"goal": 5, "heads": 0.7}],
    "simultaneous.best_response_to_one": [
        {"goal": 20, "opponent_hold_at": 9},
        {"goal": 9, "opponent_hold_at": 30, "sides": 3},
    ],
    "simultaneous.best_response_to_two": [{"goal": 9, "first_hold_at": 5, "second_hold_at": 8}],
    "learning.value_iteration_pig": [
        {"goal": 9, "sweeps": 12},
        {"goal": 5, "sides": 4, "bust_face": 4, "in_place": False},
    ],
    "learning.value_iteration_piglet": [
        {"goal": 4, "sweeps": 3},
        {"goal": 4, "heads": 0.3, "tolerance": 0.001},
    ],
    "learning.compare_pig": [
        {"goal": 7, "doublings": 5},
        {"goal": 5, "sides": 4, "doublings": 0, "exploring_starts": True},
    ],
    "learning.compare_piglet": [
        {"goal": 4, "doublings": 6},
        {"goal": 3, "heads": 0.8, "exploration": 0.0, "half_step_at": 1.0},
    ],
    "yahtzee.hooligan": [{}, {"straight": 30, "throws": 1, "used": 3}],
    "yahtzee.solitaire": [
        {"used": 0b1001101011010, "upper_total": 9},
        {"used": 0b1111111011110, "free_joker": True, "yahtzee_scored": True},
    ],
    "simultaneous.best_response_to_three": [
        {"goal": 9, "first_hold_at": 5, "second_hold_at": 8, "third_hold_at": 4},
        {"goal": 8, "first_hold_at": 6, "second_hold_at": 4, "third_hold_at": 6},
    ],
    "simultaneous.best_response_to_four": [
        {"goal": 7, "first_hold_at": 3, "second_hold_at": 5, "third_hold_at": 4, "fourth_hold_at": 5},
    ],
    "simultaneous.best_response_any_rule_to_one": [{"goal": 20, "opponent_hold_at": 9}],
    "simultaneous.best_response_any_rule_to_two": [{"goal": 12, "first_hold_at": 5, "second_hold_at": 8}],
    "simultaneous.best_response_any_rule_to_three": [
        {"goal": 8, "first_hold_at": 6, "second_hold_at": 4, "third_hold_at": 6}
    ],
    "simultaneous.best_response_any_rule_to_four": [
        {"goal": 5, "first_hold_at": 3, "second_hold_at": 5, "third_hold_at": 4, "fourth_hold_at": 3},
    ],
    "equilibrium.any_rule": [{"goal": 20}, {"goal": 9, "sides": 3, "bust_face": 3}],
    "equilibrium.showdown": [
        {"cap": 25},
        {"cap": 20, "sides": 3, "bust_face": 2},
        {"cap": 9, "dice": 2, "sides": 4},
    ],
    "equilibrium.showdown_any_rule": [{"cap": 25}, {"cap": 9, "dice": 2, "sides": 4}],
    "equilibrium.showdown_of_many": [
        {"players": 3, "cap": 25},
        {"players": 5, "cap": 12, "sides": 4, "dice": 2, "start_hold_at": 6},
    ],
    "equilibrium.simultaneous_of_many": [
        {"players": 3, "goal": 7, "sides": 2},
        {"players": 2, "goal": 12, "start_hold_at": 1},
    ],
    "equilibrium.simultaneous_pig": [{"goal": 20}, {"goal": 30, "sides": 4, "bust_face": 4}],
    "equilibrium.simultaneous_piglet": [{"goal": 10, "heads": 0.7}],
    "equilibrium.simultaneous_big_pig": [{"goal": 30, "sides": 4}],
    "equilibrium.simultaneous_pass_the_pigs": [{"goal": 20}],
    "equilibrium.exploitability": [
        {"goal": 20},
        *(
            {"goal": 12, "strategy": code, "any_rule": code % 2 == 0, "opponent_hold_at": 7}
            for code in range(1, 6)
        ),
    ],
    "equilibrium.symmetric_value_iteration": [
        {"goal": 20},
        {"goal": 9, "sides": 4, "bust_face": 4, "start_hold_at": 30},
    ],
    "equilibrium.stackelberg": [{"goal": 20}, {"goal": 9, "sides": 4, "bust_face": 4}],
    "simultaneous.crowd": [
        {"goal": 20, "most_players": 9},
        {"goal": 45, "most_players": 3, "sides": 8, "bust_face": 8},
    ],
}
VARIED: dict[str, dict[str, Any]] = {
    "pig": {"sides": 10, "bust_face": 3},
    "piglet": {"heads": 0.75, "coins": 3},
    "progressive_pig": {"sides": 4, "bust_face": 2},
    "two_dice_pig": {"sides": 4},
    "doubles_pig": {"sides": 4},
    "big_pig": {"sides": 4},
    "hog": {"most_dice": 3, "sides": 4},
    "pass_the_pigs": {},
    "ten_thousand": {"m5": False, "triple": False},
    "farkle": {"straight": 0, "ones": 20},
    "own": {"rules": own.text(ten_thousand.turn(["m5"]))},
}
# What has no default.
NEEDED: dict[str, dict[str, Any]] = {"own": {"rules": own.text(big_pig.turn(4))}}
CONTESTS: dict[str, dict[str, Any]] = {
    "race": {"goal": 12},
    "equal_turns": {"goal": 12},
    "streak": {"goal": 12, "cost": 5},
    "equal_turns_streak": {"goal": 10, "cost": 4, "busts": 2},
    "solitaire": {},
    "within_turns": {"goal": 21, "turns": 3},
    "fewest_turns": {"goal": 21},
    "most_points": {"turns": 2, "most_banked": 12},
    "length": {"goal": 12, "most_turns": 20},
    "length_equal_turns": {"goal": 9, "most_turns": 20},
    "length_streak": {"goal": 8, "cost": 4, "busts": 2, "most_turns": 20},
    "length_equal_turns_streak": {"goal": 7, "cost": 4, "busts": 2, "most_turns": 20},
}
# Of what takes an entry, and positions at which one must throw, that which ends with a goal.
OF_A_GOAL = ("race", "within_turns", "fewest_turns", "length")
SMALL |= {
    f"{contest}.{game}": [asked | NEEDED.get(game, {}), asked | varied]
    for contest, asked in CONTESTS.items()
    for game, varied in VARIED.items()
}
for _contest in (*OF_A_GOAL, "equal_turns", "length_equal_turns", "solitaire", "most_points"):
    _asked = CONTESTS[_contest]
    SMALL[f"{_contest}.own"] += [
        _asked | {"rules": own.text(doubles_pig.turn(4))},
        _asked | {"rules": own.text(replace(big_pig.turn(4), entry=9))},
    ]
    SMALL[f"{_contest}.ten_thousand"].append(_asked | {"entry": 6})
    SMALL[f"{_contest}.farkle"].append(_asked | {"entry": 12 if _contest in OF_A_GOAL else 3})
SMALL["solitaire.ten_thousand"].append({"entry": 60})
for _contest, _asked in CONTESTS.items():
    SMALL[f"{_contest}.own"].append(_asked | LEADING_ON)
# Of rules of thumb in contests that every game has, those that no case above is about.
BY_RULE: dict[str, dict[str, Any]] = {
    "thumb_streak": {"goal": 8, "cost": 3, "rule": "hold at 4"},
    "equal_turns_streak_response": {
        "goal": 8,
        "cost": 3,
        "busts": 2,
        "tie": 1,
        "rule": "hold at 4 - own_busts",
    },
    "thumb_equal_turns": {"goal": 8, "tie": 3, "rule": "hold at 4"},
    "equal_turns_response_to_rule": {"goal": 8, "tie": 3, "rule": "hold at 4"},
    "equal_turns_rules": {"goal": 8, "tie": 3, "first_rule": "hold at 4", "second_rule": "hold at 3"},
    "streak_rules": {
        "goal": 8,
        "busts": 2,
        "cost": 3,
        "first_rule": "hold at 4",
        "second_rule": "hold when turn_total >= 3 + own_busts",
        "most_turns": 20,
    },
    "equal_turns_streak_rules": {
        "goal": 7,
        "busts": 2,
        "cost": 3,
        "tie": 1,
        "first_rule": "hold when opponent > banked",
        "second_rule": "hold at 3",
        "most_turns": 20,
    },
    "at_once_rules": {"goal": 8, "first_rule": "hold at 4", "second_rule": "hold when opponent > banked"},
    "race_of_three_rules": {
        "goal": 7,
        "first_rule": "hold at 4",
        "second_rule": "hold when turn_total >= 3 + banked - opponent",
        "third_rule": "hold at {a}",
        "third_a": 2,
    },
    "race_of_three_response": {
        "goal": 7,
        "earlier_rule": "hold when turn_total >= 3 + banked - opponent",
        "later_rule": "hold at 4",
    },
}
for _contest, _asked in BY_RULE.items():
    for _game, _varied in VARIED.items():
        if (_name := f"{_contest}.{_game}") in QUESTIONS:
            SMALL.setdefault(_name, [_asked | NEEDED.get(_game, {}), _asked | _varied])
# There a bust scores.
for _contest in ("streak", "equal_turns_streak"):
    del SMALL[f"{_contest}.progressive_pig"], SMALL[f"length_{_contest}.progressive_pig"]
# Two turns of Farkle take a second each time that they are solved or certified.
for _case in SMALL["most_points.farkle"]:
    _case["turns"] = 1
# Thirty dice in fractions take their time, and so do all throws of Farkle.
SMALL["race.hog"][0] = SMALL["equal_turns.hog"][0] = {"goal": 3}
# So do throws that must be made, where they are not ended by a goal.
SMALL["equal_turns.doubles_pig"][0] = {"goal": 3}
# Wiped as well, they are solved in fractions up to a goal of 8.
for _case in (SMALL["equal_turns.doubles_pig"][1], SMALL["equal_turns.own"][2]):
    _case["goal"] = 8
for _contest in ("length", "length_equal_turns"):
    SMALL[f"{_contest}.hog"][0] = {"goal": 3, "most_turns": 20}
for _case in (*SMALL["equal_turns.farkle"], *SMALL["length_equal_turns.farkle"]):
    _case["goal"] = 3
# What needs to be told no more than the game: its questions are given cases by themselves.
for _question in QUESTIONS.values():
    if _question.name not in SMALL and _question.game is not None:
        _game = _question.game.name
        SMALL[_question.name] = [{"goal": 8} | NEEDED.get(_game, {}), {"goal": 6} | VARIED[_game]]
# With a fair coin every choice brings as many points on average.
SMALL["most_points.piglet"].reverse()
# What a certificate speaks of, and the solution's own does not.
OF_OPTIMAL = {"optimal_value", "value_of_optimal", "waiting_value_of_optimal"}
# How long games last that a rule plays is solved, and proved, when it is asked for.
WHOSE = ("", "_of_optimal", "_against_optimal", "_against_reply")
LENGTHS = {f"{seat}turns_left{whose}" for seat in ("", "waiting_") for whose in WHOSE}
LASTING = ("equal_turns_response_to_rule", "equal_turns_streak_response", "thumb_")
# Farkle's rules are built anew, and their outcomes come in another order; some responses at once are proved
# over all scores, and while they are solved in parts; a strategy that is deviated from is proved, too.
OTHER_WAYS = (
    "farkle",
    "any_rule_to_two.own",
    "any_rule_to_three.own",
    "best_response_to_three",
    "equilibrium.exploitability",
)
# What the certificates of equilibria are computed from.
MIXES = ("hold_at_probability", "hold_probability", "strategy")
# Of each contest and its players Pig and games from files are quick, and of each game these questions: they
# compile its turns, and Farkle and Ten Thousand are of many throws.
OF_EACH_GAME = ("race.", "solitaire.", "equal_turns.", "thumb.", "head_to_head.rules_", "within_turns.")
GAMES_APART = tuple(f"{mark}{game}" for mark in "._" for game in GAMES if game not in ("pig", OWN))


def is_long(name: str, index: int = 0) -> bool:
    """Whether a case of a question is left to those who wait."""
    quick = not name.endswith(GAMES_APART) or name.startswith(OF_EACH_GAME)
    return not quick or bool(index and not name.endswith((".pig", ".own")))


CASES = [
    # Once each, and of Pig and of files whatever else there is.
    pytest.param(
        QUESTIONS[name],
        given,
        id=f"{name} {index}",
        marks=pytest.mark.long if is_long(name, index) else (),
    )
    for name, cases in SMALL.items()
    for index, given in enumerate(cases)
]
# In fractions these take their time, and so does what is asked with other rules. Hog of fewer dice stands for
# all of them, and a race for throws that must be made at doubles.
LONG_IN_FRACTIONS = ("farkle 0", "ten_thousand 0", "equal_turns.doubles_pig 0", "equal_turns.hog 0")
MOST_GOAL_IN_FRACTIONS = 6
LONG_GOAL_IN_FRACTIONS = 4


def in_fractions(question: Question, index: int) -> "pytest.ParameterSet":
    """A case up to a small goal."""
    case, asked = f"{question.name} {index}", SMALL[question.name][index]
    many_throws = case.rpartition(" ")[0].endswith((".doubles_pig", ".ten_thousand", ".farkle"))
    most = LONG_GOAL_IN_FRACTIONS if many_throws else MOST_GOAL_IN_FRACTIONS
    few = {"goal": min(most, asked["goal"])} if "goal" in asked else {}
    # No goal is below what a first turn has to score.
    if "goal" in few and "entry" in asked:
        few["entry"] = min(most, asked["entry"])
    if "goal" in few and "rules" in asked:
        few["goal"] = max(few["goal"], own.turn(asked["rules"]).entry)
    waits = case != "equal_turns.hog 1" and (
        index > 0 or case.endswith(LONG_IN_FRACTIONS) or is_long(question.name)
    )
    return pytest.param(question, asked | few, id=case, marks=pytest.mark.long if waits else ())


EXACT = [
    in_fractions(question, index)
    for name, cases in SMALL.items()
    if (question := QUESTIONS[name]).exact is not None
    for index in range(len(cases))
]
every_case = pytest.mark.parametrize(("question", "given_parameters"), CASES)


def answer(question: Question, parameters: Mapping[str, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """All outputs by name, for reading: several tests look at the same."""
    return dict(_answer(question.name, tuple(parameters.items())))


@cache
def _answer(name: str, parameters: tuple[tuple[str, Value], ...]) -> dict[str, np.ndarray[Any, Any]]:
    question = QUESTIONS[name]
    solution = question.solve(**dict(parameters))
    outputs = {output.name: output.read(solution).view() for output in question.outputs}
    for values in outputs.values():
        values.flags.writeable = False
    return outputs


def test_catalog__has_every_question_here() -> None:
    assert set(VARIED) == set(GAMES)
    assert set(SMALL) == set(QUESTIONS)
    assert all(name == question.name for name, question in QUESTIONS.items())


def test_catalog__has_every_room_and_says_how_its_names_begin() -> None:
    house = Path(solvers.__file__).parent
    listing = [path for path in house.glob("*/**/question*.py") if "\nQUESTIONS = " in path.read_text()]
    names = (path.relative_to(house).with_suffix("").as_posix().replace("/", ".") for path in listing)
    assert set(ROOMS) == {f"solvers.{name}" for name in names}
    for room, beginnings in ROOMS.items():
        assert all(question.name.startswith(beginnings) for question in import_module(room).QUESTIONS)


def test_find__imports_the_rooms_where_the_question_may_be_and_no_others() -> None:
    code = "import sys; from solvers.catalog import find; find('race.pig'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ROOMS) & set(done.stdout.split()) == {"solvers.race.question"}


@of_each(QUESTIONS)
def test_question__describes_itself_whole(question: Question) -> None:
    parameters, outputs = (
        [parameter.name for parameter in question.parameters],
        [output.name for output in question.outputs],
    )
    dimensions = [dimension.name for dimension in question.dimensions]
    for names in (parameters, outputs, dimensions):
        assert len(set(names)) == len(names)
    assert not set(parameters) & set(outputs)
    assert not set(parameters) & set(dimensions)
    assert question.certificates
    assert question.version >= 1
    assert question.title
    for described in (*question.parameters, *question.dimensions, *question.outputs):
        assert described.meaning.endswith(".")
    for output in question.outputs:
        assert set(output.dims) <= set(dimensions)
        assert output.long_name
        np.dtype(output.dtype)
    for parameter in question.parameters:
        if parameter.default is not None:
            assert parameter.check(parameter.default) == parameter.default


@of_each(QUESTIONS)
def test_question__is_about_the_game_that_its_name_ends_with(question: Question) -> None:
    named = [game for game in GAMES.values() if question.name.endswith((f".{game.name}", f"_{game.name}"))]
    if named:
        # Some questions take fewer rules for it than others do.
        assert question.game is not None
        assert question.game.name == max((game.name for game in named), key=len)
    if question.game is not None:
        assert set(question.game.parameters) <= set(question.parameters)
    else:
        with pytest.raises(
            InvalidRules, match="question: expected one about the turns of a game of the catalogue"
        ):
            question.turn({})


@every_case
def test_question__answers_in_the_shapes_and_types_that_it_states(
    question: Question, given_parameters: dict[str, Any]
) -> None:
    parameters = question.complete(given_parameters)
    labels = {dimension.name: dimension.labels(parameters) for dimension in question.dimensions}
    answered = answer(question, parameters)
    for output in question.outputs:
        values = answered[output.name]
        assert values.shape == tuple(labels[name].size for name in output.dims), output.name
        assert np.can_cast(values.dtype, output.dtype, "same_kind"), output.name
        if output.flags:
            assert 0 <= values.min() <= values.max() < len(output.flags)
        if output.unit == "1" and output.name != "advantage" and output.name != "first_player_advantage":
            # NaN stands where there is no state.
            assert 0 <= np.nanmin(values) <= np.nanmax(values) <= 1
    for along in labels.values():
        assert along.ndim == 1
        assert len(set(along.tolist())) == along.size


@every_case
def test_question__certifies_what_is_stored(question: Question, given_parameters: dict[str, Any]) -> None:
    parameters = question.complete(given_parameters)
    stored = answer(question, parameters)
    certificate = stored[question.certificate.name]
    anew = question.certify(parameters, stored)
    assert max(anew, certificate) <= 1e-12
    # What is stored with a response does not speak of optimal play, nor an equilibrium of who is confined.
    besides = {*CONFINED}
    if question.name.startswith("race_response"):
        besides = OF_OPTIMAL | LENGTHS
    elif question.name.startswith(LASTING):
        besides = LENGTHS
    own = {name: array for name, array in stored.items() if name not in besides}
    assert question.certify(parameters, own) == certificate or question.name.endswith(OTHER_WAYS)
    tables = ("throw_value", "value", "score_value", "turns_value", "earlier_value", "optimal_value")
    name = next(name for name in (*MIXES, *tables, "win_probability") if name in stored)
    wrong = stored | {
        name: stored[name] + np.linspace(0.0, 1e-6, stored[name].size).reshape(stored[name].shape)
    }
    assert question.certify(parameters, wrong) > 1e-9
    assert question.seconds(parameters) > 0.0


@pytest.mark.parametrize(("question", "given_parameters"), EXACT)
def test_question__is_exact_where_it_can_be(question: Question, given_parameters: dict[str, Any]) -> None:
    assert question.exact is not None
    parameters = question.complete(given_parameters)
    stored = answer(question, parameters)
    found = question.exact(parameters, stored)
    # Scores are some hundreds of points where chances are 1.
    largest = max(
        float(np.nanmax(np.abs(stored[one.name]))) for one in question.outputs if one.dtype == "float64"
    )
    assert found.difference <= 1e-15 * max(100.0, largest)
    assert stored[found.meaning.replace(" ", "_")] == pytest.approx(float(found.number), rel=1e-14)
    name = "throw_value" if "throw_value" in stored else "value"
    assert question.exact(parameters, stored | {name: stored[name] + 1e-9}).difference > 0.9e-9


@pytest.mark.parametrize("name", ["simultaneous.best_response_to_one", "simultaneous.best_response_to_two"])
def test_question__certifies_a_stored_policy_without_its_value(name: str) -> None:
    question = QUESTIONS[name]
    parameters = question.complete(SMALL[name][0])
    answered = answer(question, parameters)
    stored = {kept: answered[kept] for kept in ("win_probability", "hold_at")}
    assert question.certify(parameters, stored) <= 1e-12
    assert (
        question.certify(parameters, stored | {"win_probability": stored["win_probability"] + 1e-6}) > 0.9e-6
    )
    assert question.certify(parameters, stored | {"hold_at": np.ones_like(stored["hold_at"])}) > 1e-3


@of_each(QUESTIONS)
def test_question__names_the_output_that_a_certificate_misses(question: Question) -> None:
    with pytest.raises(KeyError, match=r"value|hold_at|win_probability|hold_probability|strategy|players"):
        question.certify(question.complete(SMALL[question.name][0]), {})


@pytest.mark.parametrize("name", [name for name, question in QUESTIONS.items() if question.symmetries])
def test_symmetry__exchanges_what_it_says_and_nothing_else(name: str) -> None:
    question = QUESTIONS[name]
    for symmetry in question.symmetries:
        parameters = question.complete(SMALL[question.name][0])
        mirrored = dict(parameters) | dict(
            zip(symmetry.axes, reversed([parameters[name] for name in symmetry.axes]), strict=True)
        )
        one, other = answer(question, parameters), answer(question, mirrored)
        exchange = dict(zip(symmetry.dims, reversed(symmetry.dims), strict=True))
        for output in question.outputs:
            if output.role is not Role.CERTIFICATE:
                order = [output.dims.index(exchange.get(name, name)) for name in output.dims]
                np.testing.assert_allclose(
                    other[output.name].transpose(order), one[output.name], rtol=0, atol=1e-14
                )


@FEW
@given(st.integers(2, 12), st.integers(2, 12))
def test_labels__of_a_shorter_case_begin_those_of_a_longer(shorter: int, longer: int) -> None:
    shorter, longer = sorted((shorter, longer))
    for dimension in find("race.pig").dimensions:
        few, many = dimension.labels({"goal": shorter}), dimension.labels({"goal": longer})
        np.testing.assert_array_equal(many[: few.size], few)


def test_find__names_the_nearest_question() -> None:
    with pytest.raises(
        InvalidRules, match=r"question: expected one of the catalogue, got 'race\.pigs'\. Nearest: race\.pig,"
    ):
        find("race.pigs")


@pytest.mark.parametrize(
    ("given_parameters", "message"),
    [
        ({"goal": 1}, "goal: expected a whole number from 2 to 1000, got 1."),
        ({"goal": 1001}, "goal: expected a whole number from 2 to 1000, got 1001."),
        ({"goal": 30.0}, r"goal: expected a whole number from 2 to 1000, got 30\.0\."),
        ({"goal": "30"}, "goal: expected a whole number from 2 to 1000, got '30'."),
        ({"goal": True}, "goal: expected a whole number from 2 to 1000, got True."),
        ({"goals": 30}, "goals: expected a parameter of race.pig, got 'goals'. Did you mean 'goal'?"),
    ],
)
def test_complete__refuses_what_the_question_does_not_ask(
    given_parameters: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidRules, match=message):
        find("race.pig").complete(given_parameters)


def tried(name: str, corners: int) -> Sequence[pytest.MarkDecorator]:
    """When the corners of a question's parameters are tried: many of each are a search through all."""
    if corners > 1:
        return (pytest.mark.exhaustive,)
    return (pytest.mark.long,) if is_long(name) else ()


@pytest.mark.parametrize(
    ("name", "corners"),
    [pytest.param(name, corners, marks=tried(name, corners)) for name in QUESTIONS for corners in (1, 12)],
)
def test_complete__refuses_what_the_solver_would(name: str, corners: int) -> None:
    question = QUESTIONS[name]
    found = _accepted(question, _corners(question, question.complete(SMALL[name][0])))
    # Of a game of many rules some thousand corners are read in a second.
    accepted = list(islice(found, 12 if corners == 1 else None))
    for parameters in sorted(accepted, key=question.seconds)[:corners]:
        with suppress(NotConverged):
            question.solve(**parameters)


def _accepted(question: Question, corners: Iterable[dict[str, Value]]) -> Iterator[dict[str, Value]]:
    for corner in corners:
        with suppress(InvalidRules):
            yield question.complete(corner)


def _corners(question: Question, usual: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """Any two parameters at the beginning of their ranges or a little after, the others as usual: games that
    are solved in no time.
    """
    ends = {
        own.name: (
            (False, True)
            if own.minimum is None or own.maximum is None
            else (own.kind(own.minimum), own.kind(min(own.minimum + 3, own.maximum)))
        )
        for own in question.parameters
    }
    for one, other in combinations(ends, 2):
        for pair in product(ends[one], ends[other]):
            yield {**usual, one: pair[0], other: pair[1]}


@pytest.mark.parametrize(
    ("name", "parameters", "refused"),
    [
        (
            "race.pig",
            {"goal": 10, "sides": 4, "bust_face": 5},
            "bust_face: expected 1 to 4, a face of the die, got 5.",
        ),
        (
            "head_to_head.pair_hog",
            {"first_dice": 3, "opponent_dice": 9, "most_dice": 8},
            "opponent_dice: expected 1 to 8, the most dice",
        ),
        (
            "equilibrium.showdown_of_many",
            {"players": 3, "cap": 9, "start_hold_at": 10},
            "start_hold_at: expected 0 to the cap of 9",
        ),
        (
            "equilibrium.simultaneous_of_many",
            {"players": 6, "goal": 100},
            "goal: expected one at which 6 players take at most",
        ),
        (
            "risk.chain",
            {"attackers": 9, "first": 2, "territories": 2, "third": 1},
            "third: expected 0 in a chain of 2, got 1.",
        ),
        (
            "risk.defence",
            {"attackers": 9, "defenders": 4},
            "defenders: expected 5 or more, one for each territory, got 4.",
        ),
        (
            "yahtzee.solitaire",
            {"yahtzee_scored": True},
            "yahtzee_scored: expected false while the yahtzee category is not used",
        ),
    ],
)
def test_complete__refuses_parameters_that_do_not_go_together(
    name: str, parameters: dict[str, Value], refused: str
) -> None:
    with pytest.raises(InvalidRules, match=re.escape(refused)):
        find(name).complete(parameters)


def test_complete__fills_in_defaults_and_asks_for_what_has_none() -> None:
    assert find("race.pig").complete({"goal": np.int64(30)}) == {"goal": 30, "sides": 6, "bust_face": 1}
    with pytest.raises(
        InvalidRules,
        match=(
            r"opponent_hold_at: expected a whole number from 1 to 2000, got nothing\."
            r" Add it, such as opponent_hold_at=20\."
        ),
    ):
        find("simultaneous.best_response_to_one").complete({})


def test_answer__is_refused_where_its_certificate_is_bad() -> None:
    """Whatever question it is of: `solve`, `thumb` and runs take no other."""
    question, parameters = find("thumb.own_by_position"), {"goal": 10, "rule": "hold at 3"} | LEADING_ON
    complete = question.complete(parameters)
    solved = question.solve(**complete)
    assert certify.answer(question, complete).residual == solved.residual
    wrong = replace(solved, against_reply=solved.against_reply + 2e-7)
    assert 1e-7 < wrong.residual
    with pytest.raises(NotConverged, match=r"residual: expected at most 1e-12, got 1\.[0-9]e-07"):
        certify.accepted(question, wrong)


def test_answer__may_be_as_inexact_as_its_size_allows() -> None:
    question = find("solitaire.big_pig")
    parameters = question.complete({"sides": 100})
    assert certify.answer(question, parameters).residual > 1e-12


def test_seconds__of_a_rule_with_equal_turns_grow_with_turns_that_go_on_beyond_the_goal() -> None:
    """A turn of progressive Pig with a hundred faces may pay up to thousands of points."""
    question = find("thumb_equal_turns.progressive_pig")
    few, many = (
        question.seconds(question.complete({"goal": 10, "rule": "hold at 5", "sides": sides}))
        for sides in (6, 100)
    )
    assert many > 50 * few


def test_check__keeps_each_kind_to_itself() -> None:
    flag, number = (
        Parameter("flag", bool, "A flag."),
        Parameter("chance", float, "A chance.", minimum=0.0, maximum=1.0),
    )
    assert flag.check(np.True_) is True
    assert number.check(1) == 1.0
    assert isinstance(number.check(1), float)
    with pytest.raises(InvalidRules, match=r"flag: expected true or false, got 1\."):
        flag.check(1)
    with pytest.raises(InvalidRules, match=r"chance: expected a number from 0\.0 to 1\.0, got True"):
        number.check(True)
    with pytest.raises(InvalidRules, match=r"chance: expected a number from 0\.0 to 1\.0, got nan"):
        number.check(float("nan"))


def test_question__knows_its_parameters_and_outputs_by_name() -> None:
    question = find("solitaire.pig")
    assert question.parameter("sides").default == 6
    assert question.output("threshold").unit == "points"
    with pytest.raises(
        InvalidRules,
        match=r"treshold: expected an output of solitaire\.pig, got 'treshold'\. Did you mean 'threshold'",
    ):
        question.output("treshold")


def test_solve__refuses_a_bust_face_that_the_die_has_not() -> None:
    question = find("race.pig")
    with pytest.raises(InvalidRules, match=r"bust_face: expected 1 to 4, a face of the die, got 5\."):
        question.solve(**question.complete({"goal": 10, "sides": 4, "bust_face": 5}))
