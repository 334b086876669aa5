"""`jeopardice verify`: check stored answers, and say what the check is based on."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.progress import track

from flows.commands.stores.verify_exact import verify_exactly
from flows.places import store_url
from flows.terminal.errors import FAILED as EXIT_FAILED
from flows.terminal.how_long import LONG_SECONDS
from flows.terminal.times import duration
from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.wording.counts import some
from storage.query import axes_of, open_sweep
from storage.repository import Store
from storage.selecting import cases_of, the_sweep
from tasks.stored_cases import DoneCases, StoredCase
from tasks.verification import verified

console = Console(highlight=False)


def verify_store(
    store: str | None, sweep: str | None, selected: Sequence[str], tolerance: float, exact: bool = False
) -> int:
    """Account for all that is stored of every done case, and solve it in fractions if asked to; return 0 if
    nothing is wrong. All sweeps are verified unless one is named, or cases or fractions are asked for.

    Raises
    ------
    InvalidRules
        if the question cannot be solved in fractions, and that was asked for
    NotInStore
        if there is no such sweep, or one must be named
    """
    place = Store.open(store_url(store))
    names = place.sweeps()
    if sweep is not None or selected or exact or len(names) < 2:
        return _verify_sweep(place, the_sweep(place, sweep), selected, tolerance, exact)
    codes = []
    for name in names:
        console.print(f"[bold]{name}[/]")
        codes.append(_verify_sweep(place, name, (), tolerance, False))
    return max(codes)


def _verify_sweep(place: Store, name: str, selected: Sequence[str], tolerance: float, exact: bool) -> int:
    stored = open_sweep(place, name, masked=False)
    axes = axes_of(stored)
    dataset = cases_of(stored, selected, "Only whole cases can be verified.")
    question = find(str(dataset.attrs["question"]))
    solve = question.exact
    if exact and solve is None:
        raise InvalidRules(f"--exact: {question.name} cannot be solved in fractions. Leave --exact out.")
    if question.version != dataset.attrs["question_version"]:
        console.print(
            f"Version {dataset.attrs['question_version']} of the solver stored these answers; version"
            f" {question.version} verifies them."
        )
    cases = DoneCases(question, dataset, axes)
    good = _all_certified(cases, tolerance)
    if exact and solve is not None:
        good = verify_exactly(solve, cases, tolerance, console) and good
    return 0 if good else EXIT_FAILED


def _all_certified(cases: DoneCases, tolerance: float) -> bool:
    saying = _SolvingAgain(len(cases))
    tracked = track(
        cases, "verifying", total=len(cases), console=console, transient=True, disable=not console.is_terminal
    )
    found = verified(tracked, tolerance, saying.say_once)
    console.print(found.summary)
    for text in found.backing:
        console.print(text, soft_wrap=True)
    for text in found.findings():
        console.print(f"[red]not verified[/]: {escape(text)}", soft_wrap=True)
    for text in found.rest:
        console.print(text)
    return bool(found)


class _SolvingAgain:
    """Reports once how long it takes to solve cases again, if too little of them is stored.

    Parameters
    ----------
    cases : number of cases
    """

    def __init__(self, cases: int) -> None:
        self._cases, self._said = cases, False

    def say_once(self, case: StoredCase, not_kept: Sequence[str]) -> None:
        """Report the time if it is long, estimated from the first case.

        Parameters
        ----------
        case : the case that was solved again
        not_kept : outputs that its proof needs
        """
        seconds = self._cases * case.question.seconds(case.parameters)
        if not self._said and seconds > LONG_SECONDS:
            Console(stderr=True, highlight=False).print(
                f"The proof needs {', '.join(not_kept)}, which this sweep does not store. So"
                f" {some(self._cases, 'case')} must be solved again, in about {duration(seconds)} on one"
                " core. Ctrl-C stops it.",
                soft_wrap=True,
            )
        self._said = True
