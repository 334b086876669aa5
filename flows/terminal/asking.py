"""Questions before what cannot simply be taken back."""

import sys

import typer


class Unanswered(RuntimeError):
    """Nobody could be asked."""


def agreed(question: str, yes: bool) -> bool:
    """Ask, unless the answer was given.

    Raises
    ------
    Unanswered
        if there is no terminal to ask at
    """
    if yes:
        return True
    if not sys.stdin.isatty():
        raise Unanswered(
            "--yes: expected an answer, as there is no terminal to ask at, got none. Look with --dry-run,"
            " then say --yes."
        )
    return typer.confirm(question)
