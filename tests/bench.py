"""Medians of what the kernels take on this machine: `make bench`."""

import statistics
import time
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from solvers.alone.one_turn import best_turn
from solvers.at_once.any_rule import best_response_any_rule
from solvers.at_once.best_response import best_response
from solvers.at_once_equilibrium.solve import equilibrium
from solvers.fixed.hold_at_pairs import hold_at_pairs
from solvers.games import pig, ten_thousand
from solvers.games.turn import tables
from solvers.race import solve as race
from solvers.race.certificate import residual
from solvers.race.mirrored_pairs import Steps
from solvers.race_of_many import solve as race_of_many
from solvers.turns.backward import LANES, rows

PIG = pig.turn()
TEN_THOUSAND = ten_thousand.turn()
# Each line is measured for so long, but at least so often.
SECONDS, LEAST = 1.5, 3


def race_kernel(goal: int) -> Callable[[], object]:
    """The kernel alone: no compiled rules, no workspace, no certificate in the time."""
    compiled = tables(PIG)
    hold = rows(goal, goal + LANES)
    scratch, steps = race.new_scratch(PIG, compiled, goal), Steps(*np.zeros((5, goal + LANES)))
    wiped = np.zeros(goal + LANES)
    return lambda: race._solve(compiled, goal, 0, False, wiped, hold, scratch, steps)


def race_certificate(goal: int) -> Callable[[], object]:
    """The certificate alone."""
    value = race.optimal_play(PIG, goal).value
    return lambda: residual(PIG, goal, value)


def lines() -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    return {
        "race to 100, kernel": race_kernel(100),
        "race to 100, certificate": race_certificate(100),
        "race to 100": lambda: race.optimal_play(PIG, 100),
        "race to 500, kernel": race_kernel(500),
        "race to 500": lambda: race.optimal_play(PIG, 500),
        "response to one, hold at 25": lambda: best_response(PIG, 100, (25,)),
        "response to one, hold at 1 to 100": lambda: [best_response(PIG, 100, (n,)) for n in range(1, 101)],
        "response to two, hold at 25 and 25": lambda: best_response(PIG, 100, (25, 25)),
        "response to three, hold at 25 all": lambda: best_response(PIG, 100, (25, 25, 25)),
        "any stopping rule to two, hold at 25 and 25": lambda: best_response_any_rule(PIG, 100, (25, 25)),
        "hold at 1 to 100 against hold at 1 to 100": lambda: hold_at_pairs(PIG, 100),
        "equilibrium of simultaneous Pig to 100": lambda: equilibrium(PIG, 100),
        "race of three to 100": lambda: race_of_many.optimal_play(PIG, 100),
        "Ten Thousand, one turn": lambda: best_turn(TEN_THOUSAND),
        "Ten Thousand, race to 10 000": lambda: race.optimal_play(TEN_THOUSAND, 200),
    }


def measure(call: Callable[[], object]) -> list[float]:
    """Seconds of each repetition; the first call, which compiles or loads machine code, is not one."""
    call()
    seconds: list[float] = []
    while sum(seconds) < SECONDS or len(seconds) < LEAST:
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
    return seconds


def main() -> None:
    """Print the table."""
    table = Table("what", title="milliseconds on one core, certificates included; responses to 100")
    for heading in ("median", "least", "repetitions"):
        table.add_column(heading, justify="right")
    for what, call in lines().items():
        seconds = measure(call)
        table.add_row(
            what, f"{1e3 * statistics.median(seconds):.3f}", f"{1e3 * min(seconds):.3f}", str(len(seconds))
        )
    Console().print(table)


if __name__ == "__main__":
    main()
