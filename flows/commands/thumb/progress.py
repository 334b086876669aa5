"""Progress of a search for rules of thumb: about how many rules it tries, and how long that takes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import prod

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from flows.terminal.how_long import LONG_SECONDS
from flows.terminal.times import duration
from solvers import compiling
from solvers.thumb.families import Family
from solvers.thumb.search import MOST_WHOLE, STARTS, STEPS, Best
from solvers.wording.counts import some

# Seconds of trying rules before the total time is estimated.
SECONDS_OF_TRIAL = 1.0


def about_tried(family: Family) -> int:
    """Number of rules of a family that a search tries: exact if it tries all, otherwise an estimate.

    From each start every number is moved both ways by every step, and finally all neighbours of the best are
    tried.

    Parameters
    ----------
    family : family of rules

    Examples
    --------
    >>> from solvers.thumb.families import Choices
    >>> grid = Choices(1, 100, (10, 20, 30))
    >>> about_tried(Family("hold at {a}", (grid,))), about_tried(Family("hold at {a} + {b}", (grid, grid)))
    (100, 81)
    """
    if family.rules <= MOST_WHOLE:
        return family.rules
    numbers = family.numbers
    steps: int = 2 * numbers * len(STEPS) + 3**numbers - 1
    return prod(len(own.grid) for own in family.choices) + STARTS * steps


class Searching:
    """A search in progress.

    Parameters
    ----------
    families : families to search, in order
    progress, task : the progress display
    """

    def __init__(self, families: Sequence[Family], progress: Progress, task: TaskID) -> None:
        self._about = {family.text: about_tried(family) for family in families}
        self._tried = dict.fromkeys(self._about, 0)
        self._progress, self._task = progress, task
        self._began: float | None = None
        self._said = False

    def tell(self, so_far: Best) -> None:
        """Note that a rule was tried.

        Parameters
        ----------
        so_far : the best rule of its family so far
        """
        self._tried[so_far.family.text] = so_far.tried
        self._say_how_long()
        numbers = some(so_far.family.numbers, "number")
        self._show(f"{some(so_far.tried, 'rule')} of {numbers}, best loses {so_far.loss:.3%}")

    def leave(self, family: Family) -> None:
        """Note that a family has been searched.

        Parameters
        ----------
        family : the family
        """
        self._about[family.text] = self._tried[family.text]
        self._show()

    def _show(self, words: str | None = None) -> None:
        done, rules = sum(self._tried.values()), sum(self._about.values())
        self._progress.update(self._task, completed=done, total=max(done, rules), description=words)

    def _say_how_long(self) -> None:
        """Print the estimated time, if long, once some rules were tried; the first waits for best play."""
        if self._began is None:
            self._began = compiling.perf_counter()
        took, tried = compiling.perf_counter() - self._began, sum(self._tried.values()) - 1
        if self._said or took < SECONDS_OF_TRIAL or not tried:
            return
        self._said, rules = True, sum(self._about.values())
        seconds = took / tried * rules
        if seconds > LONG_SECONDS:
            self._progress.console.print(
                f"Trying about {some(rules, 'rule')}, in about {duration(seconds)}. Ctrl-C stops the search"
                " and prints the best rules so far.",
                soft_wrap=True,
            )


@contextmanager
def searching(families: Sequence[Family]) -> Iterator[Searching]:
    """Show the progress of a search, next to what is printed in the end.

    Parameters
    ----------
    families : families to search, in order
    """
    aside = Console(stderr=True, highlight=False)
    columns = (TextColumn("rules"), BarColumn(20), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as progress:
        task = progress.add_task("", total=sum(map(about_tried, families)))
        yield Searching(families, progress, task)
