"""How far a search for rules of thumb is: about how many rules it will try, and how long that takes."""

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

# Time in which rules are tried before it is said how long all will take.
SECONDS_OF_TRIAL = 1.0


def about_tried(family: Family) -> int:
    """How many rules of a family a search tries: exactly where it tries all, else about.

    From each start on every number is moved both ways by every step, and all rules around the end are tried.

    Parameters
    ----------
    family : of rules

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
    """A search as it goes on.

    Parameters
    ----------
    families : that are searched, in order
    progress, task : what is shown
    """

    def __init__(self, families: Sequence[Family], progress: Progress, task: TaskID) -> None:
        self._about = {family.text: about_tried(family) for family in families}
        self._tried = dict.fromkeys(self._about, 0)
        self._progress, self._task = progress, task
        self._began: float | None = None
        self._said = False

    def tell(self, so_far: Best) -> None:
        """Take note of a rule that was tried.

        Parameters
        ----------
        so_far : the best of its family
        """
        self._tried[so_far.family.text] = so_far.tried
        self._say_how_long()
        numbers = some(so_far.family.numbers, "number")
        self._show(f"{some(so_far.tried, 'rule')} of {numbers}, best loses {so_far.loss:.3%}")

    def leave(self, family: Family) -> None:
        """Take note that a family has been searched, of however many rules.

        Parameters
        ----------
        family : that was searched last
        """
        self._about[family.text] = self._tried[family.text]
        self._show()

    def _show(self, words: str | None = None) -> None:
        done, rules = sum(self._tried.values()), sum(self._about.values())
        self._progress.update(self._task, completed=done, total=max(done, rules), description=words)

    def _say_how_long(self) -> None:
        """Once some rules have been tried, if all take long. The first one waits for optimal play."""
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
    """Show how far a search is, beside what is printed in the end.

    Parameters
    ----------
    families : that are searched, in order
    """
    aside = Console(stderr=True, highlight=False)
    columns = (TextColumn("rules"), BarColumn(20), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as progress:
        task = progress.add_task("", total=sum(map(about_tried, families)))
        yield Searching(families, progress, task)
