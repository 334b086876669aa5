"""Which cases to solve, and why, as shards of blocks. Nothing here writes."""

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

# A block should take about a second, but in a short run: Dask costs 2 ms a block, and a worker that dies
# loses no more than this.
BLOCK_SECONDS = 1.0
# One Prefect task and one commit each, which take this process and the Prefect server a tenth of a second.
SHARD_SECONDS = 4.0
MOST_SHARDS = 100
# Shards in flight: more than one, so that workers have blocks while another shard commits.
SHARDS_AT_ONCE = 4
Labels = tuple[Value, ...]


@dataclass(frozen=True)
class Shard:
    """Blocks that are committed together.

    Parameters
    ----------
    number : from 1
    blocks : no two write the same tile
    """

    number: int
    blocks: Blocks


@dataclass(frozen=True)
class RunPlan:
    """What a run will do.

    Parameters
    ----------
    sweep : what is asked
    layout : where its cases lie
    reasons : for each reason, how many cases, mirrors included
    done : cases of this sweep that are there and stay
    blocks : to solve
    key_of : content key of a case, by its positions along the axes of the sweep
    replaced : fixed parameters that the store's answers were to and these are not, as text; "" for none
    outdated : whether the store has the sweep in an older form, which the run renews
    compared : the snapshot of the store that this was found with; "" if there is no store yet
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
        """The blocks in order, at most MOST_SHARDS shards of them; the first of one block each, so that there
        are answers soon.
        """
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
    sweep : what is asked
    store : where answers may be; None if there is no store yet
    rerun : NEEDED solves what is missing, failed or stale; FAILED and STALE only those; ALL everything
    run : id of the run that plans again, whose own answers and failures stand; "" for a run that has none yet

    Raises
    ------
    LayoutMismatch
        if the store has a sweep of this name with other axes or another question, or one whose name lies
        inside this one or around it
    AnsweredByNewer, NewerStore
        if a newer version wrote it
    InvalidRules
        if it has answers to other fixed parameters that this sweep would not replace, or outputs that this
        version no longer knows
    """
    # Whatever is committed while this looks makes a newer one.
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
        # What is of another question, or of a newer version, has been refused by now.
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
    """How the fixed parameters differ from those of the stored answers, "" if they do not.

    Where they differ, all stored answers become stale.

    Raises
    ------
    InvalidRules
        if they differ, and the store has cases that this sweep does not name: those would keep their answers
        to the old ones
    """
    new = now.fixed
    # A parameter that came into the catalogue since was what it is by default; format 1 did not tell those.
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
    """The sweep with all outputs that the store has of it, so that there is room for those of new cases."""
    kept, known = {output.name for output in sweep.kept}, {output.name for output in sweep.asked().outputs}
    more = [variable.name for variable in stored.variables if variable.name in known - kept]
    return sweep.keeping(more) if more else sweep


def _refuse_unknown(sweep: Sweep, stored: Layout) -> None:
    """Refuse a store with outputs that this version no longer knows: its cases would be asked for them.

    Raises
    ------
    InvalidRules
        if there are some
    """
    known = {output.name for output in sweep.asked().outputs}
    if gone := [variable.name for variable in stored.variables if variable.name not in known]:
        raise InvalidRules(
            f"{sweep.name}: the store has outputs that this version does not know: {', '.join(gone)}."
            f" Remove the sweep with `jeopardice rm {sweep.name}`, or use another store."
        )
