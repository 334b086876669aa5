"""Which cases to solve, and why, as shards of blocks. This module writes nothing."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from configs.sweep import Sweep
from solvers.errors import InvalidRules
from solvers.questions.parameter import Value
from storage.layout import Asked, Layout
from storage.merging import merge
from storage.provenance import content_keys
from storage.repository import Store
from storage.schema import MISSING
from tasks.blocks import Blocks, in_blocks
from tasks.known import STANDS, KeyOf, Reason, code, why_solved
from tasks.laying_out import sweep_layout
from tasks.rerun import Rerun

# Seconds of a block, except in a short run: Dask costs 2 ms a block, and if a worker dies no more than this
# is lost.
BLOCK_SECONDS = 1.0
# Most shards: a Prefect task and a commit each, which take this process and the Prefect server a tenth of a
# second.
SHARD_SECONDS = 4.0
MOST_SHARDS = 100
# Shards at a time: more than one, so that workers have blocks while another shard commits.
SHARDS_AT_ONCE = 4
Labels = tuple[Value, ...]


@dataclass(frozen=True)
class Shard:
    """Blocks that are committed together.

    Parameters
    ----------
    number : number of the shard, from 1
    blocks : no two of them write the same tile
    """

    number: int
    blocks: Blocks


@dataclass(frozen=True)
class RunPlan:
    """What a run will do.

    Parameters
    ----------
    sweep : the request
    layout : layout of its cases
    reasons : for each reason, the number of cases, mirrors included
    done : number of cases of this sweep whose stored answers stay
    blocks : blocks to solve
    key_of : content key of a case, by its positions along the axes of the sweep
    replaced : fixed parameters that have changed since the stored answers, as text; "" for none
    outdated : whether the store has the sweep in an older format, which the run updates
    compared : snapshot of the store that the plan is based on; "" if there is no store yet
    """

    sweep: Sweep
    layout: Layout
    reasons: Counter[Reason]
    done: int
    blocks: Blocks
    key_of: KeyOf
    replaced: str = ""
    outdated: bool = False
    compared: str = ""

    @property
    def changes(self) -> bool:
        """Whether the run has anything to write to the store."""
        return bool(self.blocks) or self.outdated

    @property
    def cases(self) -> int:
        """Number of cases to solve, without mirrors."""
        return self.blocks.cases

    @property
    def places(self) -> int:
        """Number of cases to answer, mirrors included."""
        return self.blocks.places

    @property
    def seconds(self) -> float:
        """Estimated time on one core."""
        return self.blocks.seconds

    @cached_property
    def keys(self) -> Callable[[Labels], str | None]:
        """Content key of a case of the sweep, by its labels; None for other labels."""
        positions = [{label: place for place, label in enumerate(own)} for own in self.sweep.axes.values()]

        def key(labels: Labels) -> str | None:
            try:
                return self.key_of([own[label] for own, label in zip(positions, labels, strict=True)])
            except KeyError:
                return None

        return key

    @property
    def shards(self) -> list[Shard]:
        """The blocks in order, in at most MOST_SHARDS shards; the first ones are short, for early answers."""
        least = max(SHARD_SECONDS, self.seconds / (MOST_SHARDS - SHARDS_AT_ONCE - 1))
        ends, held = [0], 0.0
        for end, seconds in enumerate(self.blocks.each_seconds.tolist(), start=1):
            held += seconds
            if end <= SHARDS_AT_ONCE or held >= least or end == len(self.blocks):
                ends.append(end)
                held = 0.0
        return [
            Shard(number, self.blocks[start:end]) for number, (start, end) in enumerate(pairwise(ends), 1)
        ]


def make_plan(sweep: Sweep, store: Store | None, rerun: Rerun = Rerun.NEEDED, run: str = "") -> RunPlan:
    """Compare the requested cases with the stored ones.

    Parameters
    ----------
    sweep : the request
    store : the store; None if there is none yet
    rerun : NEEDED solves cases that are missing, failed or stale, and so does DAMAGED, which finds
        the damaged ones missing; FAILED and STALE only those; ALL every case
    run : id of the run that plans again, whose own answers and failures stay; "" for a new run

    Raises
    ------
    LayoutMismatch
        if the store has a sweep of this name with other axes or another question, or one whose name lies
        inside or around this one
    AnsweredByNewer, NewerStore
        if a newer version wrote it
    InvalidRules
        if it has answers for other fixed parameters that this sweep would not replace, or outputs that this
        version does not know
    """
    # A commit during the comparison makes a newer snapshot.
    compared = store.newest if store else ""
    if store:
        store.check_name(sweep.name)
    stored = store.layout(sweep.name) if store else None
    records = store.stored(sweep.name) if store and stored else None
    layout = (
        sweep_layout(sweep) if stored is None else merge(stored, sweep_layout(_keeping_all(sweep, stored)))
    )
    replaced = ""
    if stored:
        # Another question, or a newer version, has been refused by now.
        _refuse_unknown(sweep, stored)
        replaced = _replaced(sweep, stored.axes, stored.asked, layout.asked)
    question = sweep.asked()
    key_of = content_keys(
        question.name,
        question.version,
        sweep.parameters_of((0,) * len(sweep.axes)),
        sweep.values,
        [variable.name for variable in layout.variables],
    )
    why = why_solved(sweep, records, key_of, rerun is Rerun.ALL, run)
    wanted = why == code(Reason(rerun.value)) if rerun in (Rerun.FAILED, Rerun.STALE) else why != STANDS
    # An answer is for all mirrors of its case.
    solved = np.zeros(sweep.size, bool)
    solved[sweep.solved_for[wanted]] = True
    to_answer = solved[sweep.solved_for]
    answered = np.flatnonzero(to_answer)
    whys = Counter(np.where(why == STANDS, code(Reason.FORCED), why)[answered].tolist())
    reasons = Counter({reason: whys[code(reason)] for reason in Reason if whys[code(reason)]})
    done = int(((why == STANDS) & ~to_answer).sum())
    blocks = in_blocks(sweep, layout, key_of, answered, BLOCK_SECONDS)
    if records is None or (records["status"].values == MISSING).all():
        replaced = ""
    outdated = store is not None and not store.is_current(sweep.name)
    return RunPlan(sweep, layout, reasons, done, blocks, key_of, replaced, outdated, compared)


def _replaced(sweep: Sweep, axes: Mapping[str, Labels], stored: Asked, now: Asked) -> str:
    """How fixed parameters differ from those of the stored answers, as text; "" if they do not.

    Where they differ, all stored answers become stale.

    Raises
    ------
    InvalidRules
        if they differ, and the store has cases that this sweep does not name, whose answers would stay those
        of the old parameters
    """
    new = now.fixed
    # A parameter that is new in the catalogue had its default before; format 1 did not store defaults.
    defaults = {own.name: own.default for own in sweep.asked().parameters}
    old: dict[str, Any] = {name: stored.fixed.get(name, defaults[name]) for name in new}
    other = [name for name in new if stored.meant(name, old[name]) != now.meant(name, new[name])]
    changes = ", ".join(
        f"{name} {old[name]} -> {new[name]}" if old[name] != new[name] else f"{name} of {old[name]}"
        for name in other
    )
    if changes and any(set(axes[axis]) - set(labels) for axis, labels in sweep.axes.items()):
        raise InvalidRules(
            f"{sweep.name}: the store has answers for other fixed parameters of {sweep.question} ({changes}),"
            " also for cases that this config does not name. Name these cases, too, or use another sweep"
            " name."
        )
    return changes


def _keeping_all(sweep: Sweep, stored: Layout) -> Sweep:
    """The sweep with all outputs that the store has of it, so that new cases get them, too."""
    kept, known = {output.name for output in sweep.kept}, {output.name for output in sweep.asked().outputs}
    more = [variable.name for variable in stored.variables if variable.name in known - kept]
    return sweep.keeping(more) if more else sweep


def _refuse_unknown(sweep: Sweep, stored: Layout) -> None:
    """Refuse a store with outputs that this version does not know, as new cases would need them.

    Raises
    ------
    InvalidRules
        if there are any
    """
    known = {output.name for output in sweep.asked().outputs}
    if gone := [variable.name for variable in stored.variables if variable.name not in known]:
        raise InvalidRules(
            f"{sweep.name}: the store has outputs that this version does not know: {', '.join(gone)}."
            f" Remove the sweep with `jeopardice rm {sweep.name}`, or use another store."
        )
