"""What can go wrong in a solver, as errors that also are built-ins and survive pickling."""

from typing import NamedTuple

# A text that a person gave is repeated up to so many characters.
LONGEST = 120


class SolverError(Exception):
    """Any failure that a solver foresees."""


class Refusal(NamedTuple):
    """Why a value is none.

    Attributes
    ----------
    rule : what is expected
    got : what came
    remedy : what to do about it, as a sentence
    """

    rule: str
    got: object
    remedy: str = ""


class Marked(str):
    """A text that goes wrong somewhere: an error shows it with a caret there.

    Attributes
    ----------
    column : where, from 1 on
    """

    column: int

    @classmethod
    def at(cls, text: str, column: int) -> "Marked":
        """A text with its column.

        Parameters
        ----------
        text : as it was written
        column : from 1 on
        """
        found = cls(text)
        found.column = column
        return found

    @classmethod
    def like(cls, got: object, written: str) -> str:
        """The text that a person wrote, with the column of an error about what it stands for.

        Parameters
        ----------
        got : of that error; without a column, or one beyond the text, there is none
        written : may be the name of a rule, which stands for a longer text
        """
        marks = isinstance(got, cls) and got.column <= len(written) + 1
        return cls.at(written, got.column) if marks else written  # type: ignore[attr-defined]


class InvalidRules(SolverError, ValueError):
    """A rule or a parameter is not one that a game can be played by.

    Attributes
    ----------
    name, refusal : of the parameter, and why, where `expected` has worded the error
    """

    name: str = ""
    refusal: Refusal | None = None


class NotConverged(SolverError, RuntimeError):
    """An iteration ended above its tolerance: the answer must not be used."""


def expected(name: str, rule: str, got: object, remedy: str = "") -> InvalidRules:
    """Word an error the one way all of ours are worded.

    Parameters
    ----------
    name : of the parameter that is refused
    rule : what is accepted
    got : what was given, None if nothing was; a `Marked` text stands on a line of its own, above a caret
    remedy : what to do about it, as a sentence

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
    """An error as text, of one line or of four."""
    if isinstance(got, Marked) and got.isprintable() and len(got) <= LONGEST:
        return f"{name}: expected {rule}.\n  {got}\n  {'^':>{got.column}}\n{remedy}".rstrip("\n")
    given = "nothing" if got is None else repr(_cut(got) if isinstance(got, str) else got)
    return f"{name}: expected {rule}, got {given}." + (f" {remedy}" if remedy else "")


def unwritable(name: str, path: object, error: OSError) -> InvalidRules:
    """Word that a file cannot be written.

    Parameters
    ----------
    name : of the option that names the file
    path : of the file
    error : of the system

    Examples
    --------
    >>> str(unwritable("--save", "a/b.json", OSError(2, "No such file or directory")))
    '--save: cannot write to a/b.json: No such file or directory. Choose another path.'
    """
    return InvalidRules(f"{name}: cannot write to {path}: {error.strerror}. Choose another path.")


def _cut(text: str) -> str:
    """A text without its middle if it is long."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"
