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
    got : what was given, None if nothing was
    remedy : what to do about it, as a sentence

    Examples
    --------
    >>> str(expected("goal", "2 to 10000", 0))
    'goal: expected 2 to 10000, got 0.'
    >>> str(expected("goal", "2 to 10000", None))
    'goal: expected 2 to 10000, got nothing.'
    """
    given = "nothing" if got is None else repr(_cut(got) if isinstance(got, str) else got)
    error = InvalidRules(f"{_cut(name)}: expected {rule}, got {given}." + (f" {remedy}" if remedy else ""))
    error.name, error.refusal = name, Refusal(rule, got, remedy)
    return error


def _cut(text: str) -> str:
    """A text without its middle if it is long."""
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"
