"""Numbers as cells of a page's table, and as CSV."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

# Largest number of rows on a page; the CSV has all.
MOST_ROWS = 250


@dataclass(frozen=True)
class Cells:
    """The texts of a table.

    Parameters
    ----------
    columns : headings
    rows : texts of each row
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def flat(numbers: pd.DataFrame) -> pd.DataFrame:
    """Return the table with a meaningful index as columns."""
    unnamed = isinstance(numbers.index, pd.RangeIndex) and numbers.index.name is None
    return numbers if unnamed else numbers.reset_index()


def cells(numbers: pd.DataFrame, rows: int) -> Cells:
    """Return the first rows as texts.

    Parameters
    ----------
    numbers : from `flat`
    rows : largest number of rows
    """
    shown = numbers.iloc[:rows]
    texts = [[cell(value) for value in shown.iloc[:, place].tolist()] for place in range(shown.shape[1])]
    return Cells(tuple(map(str, shown.columns)), tuple(zip(*texts, strict=True)))


def cell(value: Any) -> str:
    """Return a value as text for readers; missing ones are a dash.

    Examples
    --------
    >>> cell(0.359036936645), cell(20), cell(20.0), cell(8.9e-16), cell(float("nan"))
    ('0.3590', '20', '20', '8.9e-16', '\u2013')
    """
    if value is None or value is pd.NA or (isinstance(value, float) and np.isnan(value)):
        return "\u2013"
    if not isinstance(value, float):
        return str(value)
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.4f}" if 1e-3 <= abs(value) < 1e6 else f"{value:.2g}"


def csv(numbers: pd.DataFrame) -> bytes:
    """Return the whole table, with all digits."""
    text: str = numbers.to_csv(index=False, lineterminator="\n")
    return text.encode()
