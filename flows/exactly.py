"""Stored answers against fractions: `jeopardice verify --exact`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from solvers.covering import Finding
from solvers.errors import InvalidRules, expected
from solvers.exact.answer import Exact
from solvers.question import Parameters, Value

Solve = Callable[[Parameters, Mapping[str, NDArray[Any]]], Exact]


@dataclass(frozen=True)
class Case:
    """A stored case.

    Attributes
    ----------
    label : its place on the axes, "goal=7"
    parameters : all by name
    names : of what is stored
    stored : arrays by name, read when they are asked for
    scale : the largest value, if that is more than 1
    beside : what is wrong beside the answer, in labels and padding
    """

    label: str
    parameters: dict[str, Value]
    names: tuple[str, ...]
    stored: Mapping[str, NDArray[Any]]
    scale: float
    beside: tuple[Finding, ...] = ()


@contextmanager
def asking_for_more(case: Case) -> Iterator[None]:
    """Word it where something is asked for that is not stored."""
    try:
        yield
    except KeyError as missing:
        raise expected("verify", f"{missing.args[0]!r} among the stored variables", list(case.names), "Keep it and run again.") from None


def verify_exactly(solve: Solve, cases: Sequence[Case], tolerance: float, console: Console) -> bool:
    """Solve small cases in fractions and print how far the floats are; whether there are small ones, and all within the tolerance."""
    found, refused = _solve(solve, cases, console)
    worst = max((answer.difference / case.scale for case, answer in found), default=0.0)
    bad = [(case, answer) for case, answer in found if not answer.difference <= tolerance * case.scale]
    console.print(f"{len(found) - len(bad)} of {len(cases)} answers exact, largest difference from fractions {worst:.1e}.")
    for case, answer in bad[:20]:
        console.print(f"[red]not exact[/]: {case.label}: {answer.difference:.3g}")
    improved = sum(answer.improved for _, answer in found)
    if improved:
        console.print(f"{improved} choices were a little worse than others, and were replaced by these.")
    if refused:
        first, error = refused[0]
        console.print(f"{len(refused)} not solved in fractions, the first at {first.label}: {error}", soft_wrap=True, markup=False)
    if len(found) == 1:
        console.print(f"{found[0][1].meaning} = {found[0][1].text}", soft_wrap=True)
    return bool(found) and not bad


def _solve(solve: Solve, cases: Sequence[Case], console: Console) -> tuple[list[tuple[Case, Exact]], list[tuple[Case, InvalidRules]]]:
    """What was found, and what was refused."""
    found, refused = [], []
    for case in track(cases, "fractions", console=console, transient=True, disable=not console.is_terminal):
        with asking_for_more(case):
            try:
                found.append((case, solve(case.parameters, case.stored)))
            except InvalidRules as error:
                refused.append((case, error))
    return found, refused
