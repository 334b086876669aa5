"""`jeopardice verify`: whether all that is stored is as it should be, and how that is known."""

from collections.abc import Sequence

import numpy as np
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
from solvers.questions.covering import Finding, cover
from solvers.wording.counts import some
from storage.query import axes_of, open_sweep
from storage.repository import Store
from storage.selecting import cases_of, the_sweep
from tasks.stored_cases import DoneCases, StoredCase

console = Console(highlight=False)
MOST_SHOWN = 20


def verify_store(
    store: str | None, sweep: str | None, selected: Sequence[str], tolerance: float, exact: bool = False
) -> int:
    """Account for all that is stored of every done case, and solve it in fractions if asked to; return 0 if
    nothing is wrong.

    Raises
    ------
    InvalidRules
        if the question cannot be solved in fractions, and that was asked for
    """
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep)
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
    worst, bad, backing = 0.0, list[tuple[str, tuple[Finding, ...]]](), tuple[str, ...]()
    saying = _SolvingAgain(len(cases))
    for case in track(
        cases, "verifying", total=len(cases), console=console, transient=True, disable=not console.is_terminal
    ):
        if _outgrown(case):
            bad.append((case.label, (_not_kept(case),)))
            continue
        covered = cover(case.question, case.parameters, case.stored, tolerance)
        if covered.not_kept:
            saying.say_once(case, covered.not_kept)
        worst = float(np.maximum(worst, covered.certificate / case.scale))
        found = (*case.beside(), *covered.findings)
        if found:
            bad.append((case.label, found))
        else:
            backing = covered.backing
    console.print(
        f"{len(cases) - len(bad)} of {some(len(cases), 'case')} verified. Largest residual {worst:.1e}"
        f" (accepted: {tolerance:.0e})."
    )
    for text in backing:
        console.print(text, soft_wrap=True)
    for label, found in bad[:MOST_SHOWN]:
        for finding in found:
            console.print(f"[red]not verified[/]: {escape(f'{label}: {finding}')}", soft_wrap=True)
    if len(bad) > MOST_SHOWN:
        console.print(f"... and {some(len(bad) - MOST_SHOWN, 'more case')}.")
    return not bad


class _SolvingAgain:
    """Says once how long it takes to solve cases again of which too little is kept.

    Parameters
    ----------
    cases : how many there are
    """

    def __init__(self, cases: int) -> None:
        self._cases, self._said = cases, False

    def say_once(self, case: StoredCase, not_kept: Sequence[str]) -> None:
        """Say so if it is long, on the strength of the first case.

        Parameters
        ----------
        case : that was solved again
        not_kept : what its proof needs
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


def _outgrown(case: StoredCase) -> bool:
    """Whether it was solved in pieces, and the table that its certificate is of is not in the store."""
    wave = case.question.wave
    return wave is not None and wave.outgrows(case.parameters) and not {*wave.withheld} & {*case.data}


def _not_kept(case: StoredCase) -> Finding:
    """What is known of it nevertheless."""
    worst = max(float(case.stored[name]) for name in case.question.certificates)
    found = f"none, as it is too large to be stored. When it was solved its residual was {worst:.1e}."
    return Finding("table", "", "one", f"{found} `jeopardice run --rerun all` solves and verifies it again")
