"""The failed cases with their errors."""

from collections import Counter

import pandas as pd
import xarray as xr

from storage.query import axes_of, table
from storage.schema import FAILED


def failures(dataset: xr.Dataset) -> pd.DataFrame:
    """Return a row for each failed case: its labels, the error, time and run.

    Parameters
    ----------
    dataset : from `open_sweep` with its record
    """
    return table(dataset, ["error", "finished", "run"], axes_of(dataset), (FAILED,))


def causes(rows: pd.DataFrame) -> list[tuple[str, int]]:
    """Return each error with its number of cases, the most frequent first.

    Parameters
    ----------
    rows : from `failures`
    """
    return Counter(map(str, rows["error"])).most_common()
