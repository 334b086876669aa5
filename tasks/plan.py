"""Which cases are to be solved, and why, as shards of blocks. Nothing here writes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import ceil
from operator import getitem
from typing import Any

from numpy.typing import NDArray

from configs.sweep import Sweep
from solvers.errors import expected
from solvers.questions.parameter import Value
from storage.layout import Layout
from storage.merging import merge
from storage.provenance import content_keys
from storage.repository import Store
from storage.schema import DONE, FAILED, MISSING
from storage.stored import StoredSweep
from tasks.block import Block
from tasks.case import Case, Index, Place
from tasks.laying_out import fixed_parameters, sweep_layout
from tasks.rerun import Rerun

# A block should take about a second or more: Dask costs 2 ms a block, and a worker that dies loses no more
# than this.
BLOCK_SECONDS = 1.0
# One Prefect task and one commit each.
MOST_SHARDS = 100


Labels = tuple[Value, ...]


class Reason(Enum):
    """Why a case is to be solved."""

    MISSING = "missing"
    FAILED = "failed"
    STALE = "stale"
    FORCED = "forced"


@dataclass(frozen=True)
class Shard:
    """Blocks that are committed together.

    Parameters
    ----------
    number : from 1
    blocks : no two write the same tile
    """

    number: int
    blocks: tuple[Block, ...]

    @property
    def places(self) -> int:
        """Number of cases that it answers, mirrors included."""
        return sum(block.places for block in self.blocks)


@dataclass(frozen=True)
class RunPlan:
    """What a run is to do.

    Parameters
    ----------
    sweep : what is asked
    layout : where its cases lie
    reasons : for each reason, how many cases, mirrors included
    done : cases of this sweep that are there and stay
    blocks : to solve
    keys : content key of each case of the sweep, by its labels
    replaced : fixed parameters that the store's answers were to and these are not, as text; "" for none
    outdated : whether the store has the sweep in an older form, which the run renews
    compared : the snapshot of the store that this was found with; "" if there is no store yet
    """

    sweep: Sweep
    layout: Layout
    reasons: Counter[Reason]
    done: int
    blocks: tuple[Block, ...]
    keys: Mapping[Labels, str]
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
        return sum(len(block.cases) for block in self.blocks)

    @property
    def places(self) -> int:
        """Number of cases to answer, mirrors included."""
        return sum(block.places for block in self.blocks)

    @property
    def seconds(self) -> float:
        """Estimated time on one core."""
        return sum(block.seconds for block in self.blocks)

    @property
    def shards(self) -> list[Shard]:
        """The blocks in order, at most MOST_SHARDS shards of them."""
        each = max(1, ceil(len(self.blocks) / MOST_SHARDS))
        starts = range(0, len(self.blocks), each)
        return [
            Shard(number, self.blocks[start : start + each]) for number, start in enumerate(starts, start=1)
        ]


def make_plan(sweep: Sweep, store: Store | None, rerun: Rerun = Rerun.NEEDED, run: str = "") -> RunPlan:
    """Compare what is asked with what is there.

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
        if it has answers to other fixed parameters that this sweep would not replace
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
    replaced = _replaced(sweep, stored) if stored else ""
    known = _Known(records, rerun is Rerun.ALL, run)
    question, axes, complete = sweep.asked(), tuple(sweep.axes.values()), sweep.completing()
    key_of = content_keys(
        question.name,
        question.version,
        complete((0,) * len(axes)),
        sweep.axes,
        [variable.name for variable in layout.variables],
    )
    positions = [_positions(labels, layout.axes[name]) for name, labels in sweep.axes.items()]
    reasons: Counter[Reason] = Counter()
    done = 0
    keys: dict[Labels, str] = {}
    cases = []
    for representative in sweep.representatives():
        places, why, wanted = [], [], False
        # In ascending order the solved case is the first: its answer is turned for the others.
        for index in sweep.mirrors(representative):
            labels = tuple(map(getitem, axes, index))
            keys[labels] = key = key_of(index)
            reason = known.reason(labels, key)
            if _solves(reason, rerun):
                wanted = True
            places.append(Place(tuple(map(getitem, positions, index)), key, sweep.transposition(index)))
            why.append(reason)
        if wanted:
            parameters = complete(representative)
            cases.append(Case(parameters, tuple(places), question.seconds(parameters)))
            for reason in why:
                reasons[reason or Reason.FORCED] += 1
        else:
            done += why.count(None)
    if records is None or (records["status"].values == MISSING).all():
        replaced = ""
    outdated = store is not None and not store.is_current(sweep.name)
    blocks = tuple(_blocks(sweep, layout, cases))
    return RunPlan(sweep, layout, reasons, done, blocks, keys, replaced, outdated, compared)


def _positions(labels: Sequence[Value], stored: Sequence[Value]) -> list[int]:
    """Where each of these labels is among those of the store."""
    places = {label: place for place, label in enumerate(stored)}
    return [places[label] for label in labels]


def _replaced(sweep: Sweep, stored: Layout) -> str:
    """How the fixed parameters differ from those of the stored answers, "" if they do not.

    Where they differ, all stored answers become stale.

    Raises
    ------
    InvalidRules
        if they differ, and the store has cases that this sweep does not name: those would keep their answers
        to the old ones
    """
    new = fixed_parameters(sweep)
    # A parameter that came into the catalogue since was what it is by default; format 1 did not tell those.
    defaults = {own.name: own.default for own in sweep.asked().parameters}
    old = {name: stored.asked.fixed.get(name, defaults[name]) for name in new}
    changes = ", ".join(f"{name} {old[name]} -> {new[name]}" for name in new if old[name] != new[name])
    if changes and any(set(stored.axes[axis]) - set(labels) for axis, labels in sweep.axes.items()):
        raise expected(
            f"{sweep.name}: fixed parameters of {sweep.question}",
            f"{old} as in the store",
            new,
            "Cases of the store that this config does not name would keep the old ones: name them too, or use"
            " another sweep name.",
        )
    return changes


def _keeping_all(sweep: Sweep, stored: Layout) -> Sweep:
    """The sweep with all outputs that the store has of it, so that there is room for those of new cases."""
    kept, known = {output.name for output in sweep.kept}, {output.name for output in sweep.asked().outputs}
    more = [variable.name for variable in stored.variables if variable.name in known - kept]
    return sweep.keeping(more) if more else sweep


def _solves(reason: Reason | None, rerun: Rerun) -> bool:
    if rerun in (Rerun.FAILED, Rerun.STALE):
        return reason is not None and reason.value == rerun.value
    return reason is not None


class _Known:
    """What the store has, by labels.

    Parameters
    ----------
    records : the sweep with its record, None if there is none
    forced : whether no answer stands
    run : whose answers and failures stand nevertheless
    """

    def __init__(self, records: StoredSweep | None, forced: bool, run: str) -> None:
        self._forced, self._own = forced, run
        self._status: NDArray[Any] | None = None if records is None else records["status"].values
        if records is not None:
            self._key, self._run = records["key"].values, records["run"].values
            self._places = [
                {label: place for place, label in enumerate(records[axis].values.tolist())}
                for axis in records["status"].dims
            ]

    def reason(self, labels: Sequence[Value], key: str) -> Reason | None:
        """Why to solve the case with these labels; None if its answer stands."""
        if self._status is None or any(
            label not in places for label, places in zip(labels, self._places, strict=True)
        ):
            return Reason.MISSING
        index = tuple(places[label] for label, places in zip(labels, self._places, strict=True))
        if self._status[index] not in (DONE, FAILED):
            return Reason.MISSING
        if self._own and self._run[index] == self._own:
            return None
        if self._forced:
            return Reason.FORCED
        if self._status[index] == FAILED:
            return Reason.FAILED
        return None if self._key[index] == key else Reason.STALE


def _blocks(sweep: Sweep, layout: Layout, cases: list[Case]) -> Iterator[Block]:
    """Cases that share tiles together, and so many of them that a block is worth its overhead.

    What outgrows a worker is a block with nothing else than what shares its tile.
    """
    empty = Block(sweep.name, sweep.question, layout, ())
    held: list[Case] = []
    seconds = 0.0
    for group in _sharing_tiles(layout, cases):
        if sweep.asked().wave is not None and (alone := replace(empty, cases=tuple(group))).outgrows:
            yield alone
            continue
        held += group
        seconds += sum(case.seconds for case in group)
        if seconds >= BLOCK_SECONDS:
            yield replace(empty, cases=tuple(held))
            held, seconds = [], 0.0
    if held:
        yield replace(empty, cases=tuple(held))


def _sharing_tiles(layout: Layout, cases: list[Case]) -> list[list[Case]]:
    """Groups of cases such that no tile is written by two groups: cases that share a tile are in one."""
    tiles = [[layout.tile_of(place.index) for place in case.places] for case in cases]
    joined: dict[Index, Index] = {}

    def root(tile: Index) -> Index:
        while joined.setdefault(tile, tile) != tile:
            tile = joined[tile]
        return tile

    for own in tiles:
        for tile in own[1:]:
            joined[root(tile)] = root(own[0])
    groups: dict[Index, list[Case]] = {}
    for case, own in zip(cases, tiles, strict=True):
        groups.setdefault(root(own[0]), []).append(case)
    return list(groups.values())
