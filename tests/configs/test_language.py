"""Sweeps in the four words game, contest, players and what is kept: each loads, is solved and proved."""

from pathlib import Path

import pytest
import yaml

from configs.load import load
from configs.sweep import Sweep

SWEEPS = """\
name: pig/three_players
title: Best threshold against two who hold at fixed turn totals
game: pig
contest: at once
players: [best threshold, "hold at {first_hold_at}", "hold at {second_hold_at}"]
parameters: {goal: 12}
axes:
  first_hold_at: {from: 4, to: 5}
  second_hold_at: {from: 4, to: 5}
keep: [win_probability, hold_at]
---
name: pig/replies
title: What hold at n gives away to the best reply, and to optimal play
game: pig
players: [[best, optimal], "hold at {n}"]
parameters: {goal: 12}
axes:
  n: {from: 1, to: 4}
keep: [win_probability]
---
name: pig/rule_against_rule
title: Keep pace and end race against hold at n
game: pig
players:
  - "hold when turn_total >= round(4 + (opponent - banked) / 8) and max(banked, opponent) < 9"
  - "hold at {n}"
parameters: {goal: 12}
axes:
  n: {from: 3, to: 5}
keep: [win_probability, expected_turns]
---
name: pig/equal_turns_of_three_rules
title: Three who hold at n, at m and at 4, with equal turns, a tie shared
game: pig
contest: equal turns
players: ["hold at {n}", "hold at {m}", hold at 4]
parameters: {goal: 6, tie: shared}
axes:
  n: {from: 2, to: 3}
  m: {from: 2, to: 3}
keep: [win_probability]
---
name: big_pig/one_against_two
title: The best against two who hold at 4 and at n, in each seat, rounds until a tie is broken
game: big_pig
contest: equal turns
players: [best, hold at 4, "hold at {n}"]
seats: all
parameters: {goal: 6, tie: again}
axes:
  n: {from: 2, to: 3}
keep: [win_probability]
---
name: farkle/three_farkles_by_rules
title: Hold at n where three farkles in a row cost points, against optimal play, itself and the best reply
game: farkle
players: ["hold at {n}", [optimal, itself, best]]
parameters: {goal: 6, busts: 3, cost: 2}
axes:
  n: {from: 5, to: 6}
keep: [win_probability]
---
name: pig/alone
title: The goal within n turns, at best and by hold at 4
game: pig
contest: alone
players: [[best, hold at 4]]
parameters: {goal: 12}
axes:
  turns: {from: 2, to: 3}
keep: [win_probability]
---
name: pig/many
title: Four in turn, each playing to win
game: pig
players: 4 x best
axes:
  goal: {from: 3, to: 4}
keep: [win_probability]
"""


# Of many throws, or of many players: these take a minute together.
LONG = ("farkle/three_farkles_by_rules", "pig/many", "big_pig/one_against_two")
NAMED = {str(yaml.safe_load(text)["name"]): text for text in SWEEPS.split("---\n")}


def _read(text: str, directory: Path) -> Sweep:
    place = directory / "sweep.yaml"
    place.write_text(text, encoding="utf-8")
    (sweep,) = load(place)
    return sweep


def test_sweeps_in_words__each_ask_a_question(tmp_path: Path) -> None:
    for name, text in NAMED.items():
        sweep = _read(text, tmp_path)
        assert sweep.name == name
        assert sweep.asked().output("win_probability")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=name, marks=pytest.mark.long if name in LONG else ())
        for name, text in NAMED.items()
    ],
)
def test_sweep_in_words__is_solved_and_proved(text: str, tmp_path: Path) -> None:
    sweep = _read(text, tmp_path)
    question, parameters = sweep.asked(), sweep.parameters_of((0,) * len(sweep.shape))
    solution = question.solve(**parameters)
    for name in yaml.safe_load(text)["keep"]:
        assert question.output(name).read(solution).size
    chances = question.output("win_probability").read(solution)
    assert ((chances > 0.0) & (chances < 1.0)).all()
    stored = {own.name: own.read(solution) for own in question.outputs}
    assert question.certify(parameters, stored) <= 1e-12
