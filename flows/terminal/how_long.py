"""How long solving one case will take, said before it begins, and that it goes on, while it does."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread

from rich.console import Console

from flows.command_line.asked_case import refuse_outgrown
from flows.terminal.times import duration
from solvers.questions.parameter import Value
from solvers.questions.question import Question

# Of what takes longer it is said how long, before.
LONG_SECONDS = 10.0
# Who has seen nothing for so long would think that it hangs.
SILENT_SECONDS = 5.0


@contextmanager
def saying_that_it_works() -> Iterator[None]:
    """Say in a terminal how long something has taken while it goes on: after some seconds, and whenever that
    doubles.
    """
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
    """Say so before something takes long.

    Parameters
    ----------
    question : that is about to be solved
    parameters : all of its parameters by name
    words : with which the sentence begins

    Raises
    ------
    InvalidRules
        if one process would not do
    """
    refuse_outgrown(question, parameters)
    seconds = question.seconds(parameters)
    if seconds > LONG_SECONDS:
        aside = Console(stderr=True, highlight=False)
        aside.print(f"{words} {duration(seconds)} on one core. Ctrl-C stops it.")
