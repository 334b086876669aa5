"""Kernels as the plain Python that they are written in."""

from types import ModuleType

import pytest

from solvers.alone import fewest_turns, solo
from solvers.alone import one_turn as solitaire
from solvers.at_once import any_rule as stopping
from solvers.at_once import best_response as simultaneous
from solvers.at_once import holding_row, opponents, opponents_turns, rarely_left, sorted_scores, stopping_row
from solvers.at_once.in_layers import certificate as certificate_in_layers
from solvers.at_once.in_layers import layers as in_layers
from solvers.at_once.in_layers import sheet
from solvers.crowd import solve as crowd
from solvers.in_turn import best, diagonal, inside, pairs, seat
from solvers.race import policy as race_policy
from solvers.race import solve as race
from solvers.turns import backward, forward, one_throw

_SIMULTANEOUS = (
    certificate_in_layers,
    crowd,
    holding_row,
    in_layers,
    opponents,
    opponents_turns,
    simultaneous,
    sorted_scores,
    rarely_left,
    sheet,
    stopping,
    stopping_row,
)
_RACE = (best, diagonal, inside, pairs, seat, race, race_policy)
KERNEL_MODULES = (backward, forward, one_throw, fewest_turns, solitaire, solo, *_RACE, *_SIMULTANEOUS)


def interpret(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> None:
    """Put each kernel's `py_func` in its place, so that a solver and all that it calls runs uncompiled."""
    for module in modules or KERNEL_MODULES:
        for name, kernel in vars(module).copy().items():
            if hasattr(kernel, "py_func"):
                monkeypatch.setattr(module, name, kernel.py_func)
