"""Cells of CSV files that spreadsheets take for what they are: text that would be a formula is quoted."""

from typing import Any

# What a formula begins with; a spreadsheet leaves out blanks before it.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_text(cell: Any) -> Any:
    """A cell with an apostrophe before it, if it is text that a spreadsheet would compute; else as it is.

    Parameters
    ----------
    cell : of any kind

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
