"""Cells of CSV files: text that a spreadsheet would take for a formula is quoted."""

from typing import Any

# First characters of formulas; a spreadsheet ignores blanks before them.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_text(cell: Any) -> Any:
    """A cell with an apostrophe before text that a spreadsheet would compute; others unchanged.

    Parameters
    ----------
    cell : a value of any type

    Examples
    --------
    >>> as_text("=1+1"), as_text("-5"), as_text("-five"), as_text(-5)
    ("'=1+1", '-5', "'-five", -5)
    """
    if not isinstance(cell, str) or not cell.startswith(FORMULA) or _is_number(cell):
        return cell
    return f"'{cell}"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
