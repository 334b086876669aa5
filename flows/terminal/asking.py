"""Confirmation before anything that cannot easily be undone."""

import sys

import typer


class Unanswered(RuntimeError):
    """There is no terminal to ask at."""


def agreed(question: str, yes: bool) -> bool:
    """Ask for confirmation, unless it was given.

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
