"""Errors of the solvers. Each is also a built-in exception and survives pickling."""

from typing import NamedTuple

# Longest text of a user that an error repeats, in characters.
LONGEST = 120


class SolverError(Exception):
    """Base class of all errors that a solver foresees."""


class Refusal(NamedTuple):
    """Why a value is refused.

    Attributes
    ----------
    rule : what is accepted
    got : what was given
    remedy : what to do, as a sentence
    """

    rule: str
    got: object
    remedy: str = ""


class Marked(str):
    """A text with a mistake at a known column, where an error puts a caret.

    Attributes
    ----------
    column : column of the mistake, counted from 1
    """

    column: int

    @classmethod
    def at(cls, text: str, column: int) -> "Marked":
        """Return a text with the column of its mistake.

        Parameters
        ----------
        text : the text as written
        column : column of the mistake, counted from 1
        """
        found = cls(text)
        found.column = column
        return found

    @classmethod
    def like(cls, got: object, written: str) -> str:
        """Return the text that a user wrote, marked at the column of an error in what it stands for.

        Parameters
        ----------
        got : what that error was given; without a column within `written` the result has none, either
        written : what the user wrote, which may be the name of a rule
        """
        marks = isinstance(got, cls) and got.column <= len(written) + 1
        return cls.at(written, got.column) if marks else written  # type: ignore[attr-defined]


class InvalidRules(SolverError, ValueError):
    """A rule or parameter that a game cannot be played with.

    Attributes
    ----------
    name, refusal : name of the parameter, and why it is refused, if `expected` made the error
    """

    name: str = ""
    refusal: Refusal | None = None


class NotConverged(SolverError, RuntimeError):
    """An iteration ended above its tolerance, so its result must not be used."""


def expected(name: str, rule: str, got: object, remedy: str = "") -> InvalidRules:
    """Make an error in the form that all our errors share.

    Parameters
    ----------
    name : name of the refused parameter
    rule : what is accepted
    got : what was given, None for nothing; a `Marked` text is put on its own line, above a caret
    remedy : what to do, as a sentence

    Examples
    --------
    >>> str(expected("goal", "2 to 10000", 0))
    'goal: expected 2 to 10000, got 0.'
    >>> str(expected("goal", "2 to 10000", None))
    'goal: expected 2 to 10000, got nothing.'
    >>> print(expected("rule", "'at' or 'when'", Marked.at("hold art 20", 6), "Correct it."))
    rule: expected 'at' or 'when'.
      hold art 20
           ^
    Correct it.
    """
    error = InvalidRules(_worded(_cut(name), rule, got, remedy))
    error.name, error.refusal = name, Refusal(rule, got, remedy)
    return error


def _worded(name: str, rule: str, got: object, remedy: str) -> str:
    """The text of an error: one line, or four with a caret."""
    if isinstance(got, Marked) and got.isprintable() and len(got) <= LONGEST:
        return f"{name}: expected {rule}.\n  {got}\n  {'^':>{got.column}}\n{remedy}".rstrip("\n")
    given = "nothing" if got is None else repr(_cut(got) if isinstance(got, str) else got)
    return f"{name}: expected {rule}, got {given}." + (f" {remedy}" if remedy else "")


def unwritable(name: str, path: object, error: OSError) -> InvalidRules:
    """Make the error for a file that cannot be written.

    Parameters
    ----------
    name : option that names the file
    path : path of the file
    error : error of the operating system

    Examples
    --------
    >>> str(unwritable("--save", "a/b.json", OSError(2, "No such file or directory")))
    '--save: cannot write to a/b.json: No such file or directory. Choose another path.'
    """
    return InvalidRules(f"{name}: cannot write to {path}: {error.strerror}. Choose another path.")


def _cut(text: str) -> str:
    """Replace the middle of a long text by dots."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"
