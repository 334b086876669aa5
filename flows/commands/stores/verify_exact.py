"""Stored answers against fractions: `jeopardice verify --exact`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from solvers.errors import InvalidRules
from solvers.questions.certify import Anew, Whole
from solvers.questions.exact import Exact
from solvers.questions.parameter import Parameters
from solvers.wording.counts import some
from tasks.stored_cases import DoneCases, StoredCase

Solve = Callable[[Parameters, Mapping[str, NDArray[Any]]], Exact]


@dataclass(frozen=True)
class Solved:
    """A case solved in fractions.

    Parameters
    ----------
    label : its labels on the axes, such as "goal=7"
    scale : its largest value if that is more than 1, else 1
    answer : the result
    """

    label: str
    scale: float
    answer: Exact


def verify_exactly(solve: Solve, cases: DoneCases, tolerance: float, console: Console) -> bool:
    """Solve small cases in fractions and print differences; return whether there are any, all within
    tolerance.
    """
    found, refused = _solve(solve, cases, console)
    worst = max((one.answer.difference / one.scale for one in found), default=0.0)
    bad = [one for one in found if not one.answer.difference <= tolerance * one.scale]
    console.print(
        f"{len(found) - len(bad)} of {some(len(cases), 'case')} solved in fractions agree. Largest difference"
        f" {worst:.1e}."
    )
    for one in bad[:20]:
        console.print(f"[red]not exact[/]: {one.label} differs by {one.answer.difference:.3g}")
    improved = sum(one.answer.improved for one in found)
    if improved:
        console.print(f"{some(improved, 'choice')} replaced by a slightly better one.")
    if refused:
        console.print(
            f"{some(len(refused), 'case')} not solved in fractions. The first: {refused[0]}",
            soft_wrap=True,
            markup=False,
        )
    if len(found) == 1:
        console.print(f"{found[0].answer.meaning} = {found[0].answer.text}", soft_wrap=True)
    return bool(found) and not bad


def _solve(solve: Solve, cases: DoneCases, console: Console) -> tuple[list[Solved], list[str]]:
    """The solved cases; and those that were refused, with the reason."""
    found, refused = list[Solved](), list[str]()
    for case in track(
        cases, "fractions", total=len(cases), console=console, transient=True, disable=not console.is_terminal
    ):
        try:
            found.append(Solved(case.label, case.scale, _from_stored(solve, case)))
        except InvalidRules as error:
            refused.append(f"{case.label}: {error}")
    return found, refused


def _from_stored(solve: Solve, case: StoredCase) -> Exact:
    """Solve in fractions from what is stored, or from the case solved again if too little is stored:
    agreement with the stored part is checked without fractions.
    """
    try:
        return solve(case.parameters, case.stored)
    except KeyError:
        return solve(case.parameters, Whole(Anew(case.question, case.parameters)))
