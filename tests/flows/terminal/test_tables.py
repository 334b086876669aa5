"""Small tables in a terminal: where a column of chances may end."""

import io

import numpy as np
import pytest
from rich.console import Console

from flows.terminal.tables import Small, print_small


def printed(values: np.ndarray, labels: np.ndarray) -> list[str]:
    """The lines of a table with one dimension."""
    console = Console(file=io.StringIO(), width=80)
    assert print_small(Small("chance", "some chance", "1", ("turns",), (labels,), values), console)
    return [line.rstrip() for line in console.file.getvalue().splitlines()[1:]]  # type: ignore[attr-defined]


def test_table__ends_where_chances_are_too_small_for_its_digits() -> None:
    lines = printed(np.append(0.5 ** np.arange(25), np.full(76, 1e-9)), np.arange(101))
    assert lines[0] == "chance: some chance, by turns (row + column)"
    assert lines[2].split() == ["0", *(f"{0.5**n:.4f}" for n in range(10))]
    assert lines[3].startswith("10 0.0010")
    assert lines[-1] == "From 20 on all are less than 0.00005."
    assert len(lines) == 5


@pytest.mark.parametrize(
    "values",
    [np.append(np.full(50, 1e-9), 0.5), np.append(np.full(11, 0.5), np.zeros(8)), np.full(30, 1e-9)],
    ids=["comes again", "one row", "all"],
)
def test_table__is_whole_where_it_says_something(values: np.ndarray) -> None:
    lines = printed(values, np.arange(values.size))
    assert len(lines) == 2 + -(-values.size // 10)
    assert "less than" not in lines[-1]


def test_table__of_whole_numbers_is_whole() -> None:
    assert len(printed(np.append(3, np.zeros(40, int)), np.arange(41))) == 7
