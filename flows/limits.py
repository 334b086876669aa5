"""Refused requests: games that cannot be played; unless confirmed, excessive sizes and replaced answers."""

from collections.abc import Sequence

from configs.sweep import Sweep
from flows.terminal.sizes import in_bytes
from solvers.errors import InvalidRules
from tasks.executor import Workers
from tasks.laying_out import sweep_layout
from tasks.plan import RunPlan
from tasks.playable import refuse_unplayable

MOST_BYTES = 20e9
MOST_HOURS = 24.0
# Most cases of a plan in memory.
MOST_CASES = 1_000_000
REMEDY = "Ask for less, keep fewer outputs, or pass --yes."


def refuse_absurd(sweep: Sweep, yes: bool, remedy: str = REMEDY) -> None:
    """Refuse a sweep of more than MOST_BYTES or MOST_HOURS of one core, unless `yes`; and in any case one of
    more than MOST_CASES, or with cases that cannot be played.

    Parameters
    ----------
    sweep : the sweep
    yes : whether its size is confirmed
    remedy : advice about its size, as a sentence

    Raises
    ------
    InvalidRules
        with its size, or the case that cannot be played
    """
    if sweep.size > MOST_CASES:
        raise InvalidRules(
            f"{sweep.name} has {sweep.size} cases, more than the {MOST_CASES} that a sweep may have. Split"
            " it, or give its axes fewer labels."
        )
    refuse_unplayable(sweep)
    if yes:
        return
    hours = float(sweep.seconds.sum()) / 3600
    if hours > MOST_HOURS:
        raise InvalidRules(
            f"{sweep.name} takes about {hours:.1f} hours on one core, more than {MOST_HOURS:g}. {remedy}"
        )
    size = sweep_layout(sweep).nbytes()
    if size > MOST_BYTES:
        raise InvalidRules(
            f"{sweep.name} stores {size / 1e9:.1f} GB, more than {MOST_BYTES / 1e9:g} GB. {remedy}"
        )


def refuse_replacing(plan: RunPlan, yes: bool) -> None:
    """Refuse a plan that would replace all answers of a sweep by those for other fixed parameters, unless
    `yes`.

    Raises
    ------
    InvalidRules
        with the parameters that differ
    """
    if plan.replaced and not yes:
        raise InvalidRules(
            f"{plan.sweep.name}: the stored answers are for other fixed parameters ({plan.replaced}). Pass"
            " --yes to replace them (the history keeps them), or give the sweep another name."
        )


def refuse_outsized(plans: Sequence[RunPlan], workers: Workers, yes: bool) -> None:
    """Refuse plans with a case that takes more memory than any worker has, unless `yes`.

    Parameters
    ----------
    plans : what is to be solved
    workers : the workers that are there now
    yes : whether to try all the same

    Raises
    ------
    InvalidRules
        with the case, and the bytes on both sides
    """
    there = None if yes else workers.most_memory()
    if there is None:
        return
    for plan in plans:
        largest = plan.blocks.largest()
        if largest is None or largest.memory <= there:
            continue
        tables = {table.name: plan.layout.table_bytes(table) for table in plan.layout.tiled}
        less = f"Leave out {max(tables, key=tables.__getitem__)}" if largest.kept else "Leave that case out"
        raise InvalidRules(
            f"{plan.sweep.name}: {largest.case} takes about {in_bytes(int(largest.memory))} of memory, and no"
            f" worker may use more than {in_bytes(int(there))}. {less}, run with fewer or larger workers, or"
            " pass --yes to try."
        )
