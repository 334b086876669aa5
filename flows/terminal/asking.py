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
            "This needs confirmation and there is no terminal. Check with --dry-run, then pass --yes."
        )
    return typer.confirm(question)
