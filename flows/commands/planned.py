"""What `jeopardice run` says of a plan before it is carried out."""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from flows.terminal.printable import printable
from flows.terminal.sizes import in_bytes
from solvers.wording.counts import some
from tasks.known import Reason

if TYPE_CHECKING:
    from solvers.kernel import Kernel
    from tasks.plan import RunPlan

# Least number of uncompiled kernels worth mentioning, as kernels that only rare cases call may never be
# compiled.
LEAST_SAID = 2.0
# Fewer bytes for a case are not worth a line: any worker has them.
LEAST_MEMORY = 1e9


def say_plan(console: Console, plan: "RunPlan", url: str) -> None:
    """Print a plan as a table.

    Parameters
    ----------
    console : where to print it
    plan : the plan
    url : address of the store
    """
    table = Table(
        title=escape(plan.sweep.title), title_justify="left", show_header=False, box=None, pad_edge=False
    )
    table.add_row("sweep", plan.sweep.name)
    table.add_row("store", escape(printable(url)))
    table.add_row(
        "cases",
        f"{plan.sweep.size} ({plan.done} done, {plan.places} to do{_why(plan)})",
    )
    if plan.replaced:
        table.add_row(
            "replaces",
            f"stored answers for other fixed parameters ({escape(plan.replaced)}); the history keeps them",
        )
    if plan.blocks:
        table.add_row("to solve", _to_solve(plan))
    table.add_row("size", f"{in_bytes(plan.layout.nbytes())} before compression")
    if plan.blocks.memory > LEAST_MEMORY:
        table.add_row("memory", f"up to {in_bytes(int(plan.blocks.memory))} for a case")
    if plan.blocks:
        table.add_row("time", f"{_about(plan.seconds)} on one core{_to_compile(plan)}")
    console.print(table)


def _why(plan: "RunPlan") -> str:
    """Why cases must be solved, unless all are only missing."""
    if set(plan.reasons) <= {Reason.MISSING}:
        return ""
    return ": " + ", ".join(f"{count} {reason.value}" for reason, count in plan.reasons.items())


def _to_solve(plan: "RunPlan") -> str:
    """The number of cases, and of steps."""
    steps = f" in {some(len(plan.blocks), 'block')}, saved in {some(len(plan.shards), 'commit')}"
    mirrors = plan.places - plan.cases
    return some(plan.cases, "case") + steps + (f"; {mirrors} more follow by symmetry" if mirrors else "")


def _about(seconds: float) -> str:
    """An estimate, which is never none.

    >>> _about(0.02), _about(5.48)
    ('less than 0.1 s', 'about 5.5 s')
    """
    return "less than 0.1 s" if seconds < 0.1 else f"about {seconds:.1f} s"


def _to_compile(plan: "RunPlan") -> str:
    from solvers.reached import seconds_to_compile

    compiled = uncompiled([plan])
    seconds = seconds_to_compile(compiled)
    if seconds < LEAST_SAID:
        return ""
    return f", plus about {seconds:.0f} s of compiling the first time"


def kept(plan: "RunPlan") -> set[str]:
    """Names of what the plan stores of a case."""
    return {variable.name for variable in plan.layout.variables}


def uncompiled(plans: "Sequence[RunPlan]") -> "list[Kernel]":
    """Kernels that must be compiled on this machine before the plans can be carried out."""
    from solvers.reached import kernels_from, missing

    calls = [plan.sweep.asked().calls_for(kept(plan)) for plan in plans if plan.blocks]
    return missing(kernels_from(chain.from_iterable(calls)))
