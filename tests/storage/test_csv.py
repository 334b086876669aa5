"""CSV files: one order of columns, and no cell that a spreadsheet computes."""

import csv
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from storage.export import export
from storage.query import open_sweep
from storage.schema import DONE
from tests.sweeps import new_store, race, solve


def test_csv__has_the_columns_in_the_order_of_the_config(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(race(keep=["win_probability", "value"]), store)
    opened = open_sweep(store, "small/race", record=True)
    heads = []
    for names in (list(opened.data_vars), list(opened.data_vars)[::-1]):
        # A store lists what it has in any order.
        path = export(opened[names], tmp_path / "small.csv", "csv")
        heads.append(path.read_text().splitlines()[0])
    assert heads[0] == heads[1]
    assert heads[0].startswith("goal,win_probability,")


@pytest.mark.parametrize("text", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1"])
def test_csv__quotes_what_a_spreadsheet_would_compute(text: str, tmp_path: Path) -> None:
    labels = [text, "-5", "1e3", "plain"]
    dataset = xr.Dataset(
        {"status": ("rules", np.full(4, DONE, np.int8)), text: ("rules", np.array(["-7", text, "", "x"]))},
        {"rules": labels},
    )
    with export(dataset, tmp_path / "small.csv", "csv", [text]).open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["rules", f"'{text}"]
    assert {tuple(row) for row in rows} == {
        (f"'{text}", "-7"),
        ("-5", f"'{text}"),
        ("1e3", ""),
        ("plain", "x"),
    }
