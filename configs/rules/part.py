"""What the parts of a file of rules have in common: they refuse unknown keys, with errors in our words."""

import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from configs.errors import Path, Problem

Word = Annotated[str, Field(strict=True, min_length=1, max_length=200, pattern=r"^\S(.*\S)?$")]
Flag = Annotated[bool, Field(strict=True)]
Points = Annotated[int, Field(strict=True, ge=0, le=10_000)]
WORDED = re.compile(
    r"(?P<name>.+?): expected (?P<rule>.+?), got (?P<got>.+?)\.(?: (?P<remedy>.+))?", re.DOTALL
)
Goal = Annotated[int, Field(strict=True, ge=2, le=10_000)]


class Part(BaseModel):
    """A part of a file, without unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def refusal(rule: str, remedy: str, got: str) -> Any:
    """An error in our words."""
    return PydanticCustomError("refusal", "{rule}", {"rule": rule, "remedy": remedy, "got": got})


def problem_of(error: Exception, key: str) -> Problem:
    """An error of the solvers, which is worded like our problems, as a problem.

    Parameters
    ----------
    error : error of a solver
    key : the part of the file that it is about

    Examples
    --------
    >>> problem_of(ValueError("cup: expected one die, got 'none'. Add one."), "cup").worded("a.yaml")
    "cup: expected one die, got 'none' (a.yaml, cup). Add one."
    """
    worded = WORDED.fullmatch(str(error))
    if worded is None:
        return Problem(key, "a game to be solved", str(error).rstrip("."), (key,))
    return Problem(worded["name"], worded["rule"], worded["got"], (key,), worded["remedy"] or "")


class Refused(ValueError):
    """A part of a file that is invalid.

    Parameters
    ----------
    name, rule, got, remedy : as of a `Problem`
    """

    def __init__(self, name: str, rule: str, got: str, remedy: str = "") -> None:
        super().__init__(name, rule, got, remedy)
        self.name, self.rule, self.got, self.remedy = name, rule, got, remedy

    def at(self, path: Path) -> Problem:
        """The problem, with its place in the file."""
        return Problem(self.name, self.rule, self.got, path, self.remedy)
