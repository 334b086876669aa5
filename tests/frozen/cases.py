"""A small case of every shipped config."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import configs
from configs.load import load
from configs.sweep import Sweep
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.questions.parameter import Parameter, Value
from solvers.questions.question import Question
from solvers.wording.cells import cells
from solvers.wording.keeping import plainest
from solvers.wording.names import is_wording, wording
from tests.solvers.questions.test_catalog import SMALL

SHIPPED = Path(configs.__file__).parent
# A config is about these: they stay as it has them.
KEPT = ("rules", "rule")
# Numbers of rules that are asked in words, by sweep: the catalogue's tests have these rules in one text.
IN_WORDS: dict[str, dict[str, Value]] = {
    "big_pig/policies/given_away": {"opponent_hold_at": 9},
    "pass_the_pigs/policies/given_away": {"opponent_hold_at": 9},
    "pig/keep_pace": {"goal": 30, "end_race": 15, "base": 8, "divisor": 4},
    "pig/race_response": {"opponent_hold_at": 9},
    "pig/scoring_turns": {"turns": 3},
    "piglet/policies/given_away": {"opponent_hold_at": 2},
    "progressive_pig/policies/given_away": {"opponent_hold_at": 9},
}
# By the question's estimate, in seconds: the largest case that takes no longer is frozen, if there is one.
QUICK = 0.2
# What takes longer than this in any case, as Zombie Dice does to a goal of 3, is not frozen.
SLOW = 1.0


class Case(NamedTuple):
    """One case of a shipped sweep.

    Parameters
    ----------
    sweep : its name
    question : the name of the question that it asks
    parameters : all of them
    """

    sweep: str
    question: str
    parameters: dict[str, Value]


def cases() -> Iterator[Case]:
    """The first case of each shipped sweep, with small parameters."""
    for place in sorted(SHIPPED.glob("*/*.yaml")):
        if place.parent.name != "rules":
            for sweep in load(place):
                parameters = _cut_down(sweep)
                if sweep.asked().seconds(parameters) <= SLOW:
                    yield Case(sweep.name, sweep.question, parameters)


def _cut_down(sweep: Sweep) -> dict[str, Value]:
    """The parameters of the first case, with the small numbers of the catalogue's tests where they fit."""
    question, first = sweep.asked(), sweep.parameters_of((0,) * len(sweep.shape))
    small = _small(question) | IN_WORDS.get(sweep.name, {})
    fit = [first]
    # Some rules ask for a goal of 20 or more, as no less may be banked; some have thousands of throws.
    for goal in ({"goal": 20}, {"goal": 3}, {}):
        with suppress(InvalidRules):
            fit.append(question.complete(first | small | (goal if "goal" in small else {})))
    quick = [parameters for parameters in fit if question.seconds(parameters) <= QUICK]
    return quick[-1] if quick else min(fit, key=question.seconds)


def _small(question: Question) -> dict[str, Value]:
    """The small numbers that the catalogue's tests have for the row that answers, of those that are asked."""
    numbers = SMALL.get(row_of(question.name), [{}])[0]
    asked = {own.name: own for own in question.parameters if own.name in numbers and own.name not in KEPT}
    return {name: _spelled(own, numbers[name]) for name, own in asked.items()}


def row_of(name: str) -> str:
    """The name of the row that answers a question."""
    if not is_wording(name):
        return name
    asked = wording(name)
    chosen = plainest(cells(asked, [seat[0] for seat in asked.seats], QUESTIONS.values()), asked.keep)
    assert chosen is not None
    return chosen.cell.question.name


def _spelled(own: Parameter, value: Value) -> Value:
    """The value as it is asked: in words it is a word for a code."""
    return own.codes[int(value)] if own.codes and own.kind is str else value
