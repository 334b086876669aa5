"""Messages about the time that solving a case takes: before it begins, and while it goes on."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread

from rich.console import Console

from flows.command_line.asked_case import refuse_outgrown
from flows.terminal.times import duration
from solvers.questions.parameter import Value
from solvers.questions.question import Question

# Estimated seconds above which the time is announced.
LONG_SECONDS = 10.0
# Seconds without output after which a user may think that the command hangs.
SILENT_SECONDS = 5.0


@contextmanager
def saying_that_it_works() -> Iterator[None]:
    """Print in a terminal how long something has taken: after some seconds, and whenever that doubles."""
    ended, aside = Event(), Console(stderr=True, highlight=False)

    def say() -> None:
        passed, wait = 0.0, SILENT_SECONDS
        while not ended.wait(wait):
            passed += wait
            wait = passed
            aside.print(f"Still solving after {duration(passed)}. Ctrl-C stops it.")

    if aside.is_terminal:
        Thread(target=say, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def say_how_long(question: Question, parameters: Mapping[str, Value], words: str = "Takes about") -> None:
    """Announce the time if it is long.

    Parameters
    ----------
    question : the question to be solved
    parameters : all parameters by name
    words : beginning of the sentence

    Raises
    ------
    InvalidRules
        if the case is too large for one process
    """
    refuse_outgrown(question, parameters)
    seconds = question.seconds(parameters)
    if seconds > LONG_SECONDS:
        aside = Console(stderr=True, highlight=False)
        aside.print(f"{words} {duration(seconds)} on one core. Ctrl-C stops it.")
