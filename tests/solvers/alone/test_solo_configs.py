"""The shipped sweeps of a player alone are read, and their first and last cases solve."""

from pathlib import Path

import pytest

from configs.load import load

CONFIGS = Path(__file__).parents[3] / "configs"
SHIPPED = {
    "pig/within_turns": 2,
    "pig/fewest_turns": 1,
    "think/five_turns": 1,
    "ten_thousand/fewest_turns": 1,
    "farkle/one_turn": 1,
    "farkle/fewest_turns": 1,
    "hog/solitaire": 3,
    "piglet/solitaire": 2,
    "two_dice_pig/fewest_turns": 1,
}


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_config__is_a_sweep_of_minutes(name: str) -> None:
    sweeps = load(CONFIGS / f"{name}.yaml")
    assert len(sweeps) == SHIPPED[name]
    for sweep in sweeps:
        assert sweep.name.startswith(name)
        cases = list(sweep.cases())
        question = sweep.asked()
        assert sum(question.seconds(sweep.parameters_of(case)) for case in cases) < 600
        solution = question.solve(**sweep.parameters_of(cases[0]))
        for output in sweep.kept:
            output.read(solution)
