"""What is wrong with a log, all of it at once, with the line and the column."""

from collections.abc import Sequence
from dataclasses import dataclass

from configs.errors import Problem, listed


class LogError(ValueError):
    """A log that cannot be judged. Its text has one line for each mistake, up to a limit."""


@dataclass(frozen=True)
class Mistake:
    """One thing that is wrong.

    Parameters
    ----------
    line : of the file, from 1 on
    column : its name, or what else it is about
    rule : what was expected
    got : what came, as text
    remedy : what to do, a sentence
    """

    line: int
    column: str
    rule: str
    got: str
    remedy: str = ""


class Refused(Exception):
    """A row that cannot be; it ends the reading of its game.

    Parameters
    ----------
    mistake : what is wrong
    """

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake)
        self.mistake = mistake


def refuse(path: str, mistakes: Sequence[Mistake]) -> None:
    """Refuse a log that has any mistakes.

    Parameters
    ----------
    path : of the file
    mistakes : in any order

    Raises
    ------
    LogError
        if there is one

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
