"""The mistakes in a log, reported together, with line and column."""

from collections.abc import Sequence
from dataclasses import dataclass

from configs.errors import Problem, listed


class LogError(ValueError):
    """A log that cannot be judged. The text has one line for each mistake, up to a limit."""


@dataclass(frozen=True)
class Mistake:
    """A mistake in a log.

    Parameters
    ----------
    line : line of the file, counted from 1
    column : name of the column, or what else it is about
    rule : what is accepted
    got : what was found, as text
    remedy : what to do, as a sentence
    """

    line: int
    column: str
    rule: str
    got: str
    remedy: str = ""


class Refused(Exception):
    """An impossible row; it ends the reading of its game.

    Parameters
    ----------
    mistake : the mistake
    """

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake)
        self.mistake = mistake


def refuse(path: str, mistakes: Sequence[Mistake]) -> None:
    """Raise an error for a log with mistakes.

    Parameters
    ----------
    path : path of the file
    mistakes : the mistakes, in any order

    Raises
    ------
    LogError
        if there are any

    Examples
    --------
    >>> refuse("log.csv", [Mistake(7, "seat", "1 or 2", "'3'")])
    Traceback (most recent call last):
    ...
    judging.mistakes.LogError: seat: expected 1 or 2, got '3' (log.csv, line 7).
    """
    if not mistakes:
        return
    ordered = sorted(mistakes, key=lambda own: own.line)
    lines = [
        Problem(own.column, own.rule, own.got, (), own.remedy).worded(path, f"line {own.line}")
        for own in ordered
    ]
    raise LogError(listed(lines))
