"""The cases that failed, each with its error."""

from collections import Counter

import pandas as pd
import xarray as xr

from storage.query import axes_of, table
from storage.schema import FAILED


def failures(dataset: xr.Dataset) -> pd.DataFrame:
    """One row a failed case: its labels, the error, when it was and in which run.

    Parameters
    ----------
    dataset : from `open_sweep` with its record
    """
    return table(dataset, ["error", "finished", "run"], axes_of(dataset), (FAILED,))


def causes(rows: pd.DataFrame) -> list[tuple[str, int]]:
    """Each error with the number of cases that it befell, the most frequent first.

    Parameters
    ----------
    rows : from `failures`
    """
    return Counter(map(str, rows["error"])).most_common()
