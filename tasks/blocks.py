"""The blocks of a plan: which cases are solved together, as arrays of their numbers.

A sweep may have a hundred thousand cases. So a plan holds numbers only, and each block is made when its shard
begins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import getitem
from typing import overload

import numpy as np
from numpy.typing import NDArray

from configs.sweep import Sweep
from solvers.questions.parameter import Value
from storage.layout import Layout
from tasks.block import Block
from tasks.case import Case, Place
from tasks.known import KeyOf
from tasks.memory import (
    BLOCK_BYTES,
    COPIES,
    PROCESS_BYTES,
    Bytes,
    Largest,
    kept_bytes,
    needed_bytes,
    solving_bytes,
)

# Longest pass over cases that could be solved one by one: that much is in memory, and lost, at once.
PASS_SECONDS = 4.0
# Seconds of each of its cases besides the pass, to read off its outputs.
PASSED_SECONDS = 1e-4
# Number of blocks of a short run, and least seconds of each: so its workers have work from beginning to end.
SHORT_RUN_BLOCKS = 20
SHORTEST_SECONDS = 0.25
Numbers = NDArray[np.int64]
Positions = tuple[Numbers, ...]


@dataclass(frozen=True, eq=False)
class Blocks(Sequence[Block]):
    """Blocks, each made when it is accessed.

    Parameters
    ----------
    sweep : the request
    layout : layout of its cases
    key_of : content key of a case, by its positions along the axes of the sweep
    positions : for each axis of the sweep, positions of its labels in the layout
    solved : numbers of the cases to solve in the order of `Sweep.cases`, block after block
    bounds : int64[blocks + 1], start of each block in `solved`, and the end of the last one
    places_before, seconds_before : [cases to solve + 1], cumulative number of cases answered, and of
        estimated seconds, before each case
    kept, needs : float64[cases to solve], bytes of the kept tables of each case, and of what it takes of its
        worker; 0 for those that are solved piece by piece
    """

    sweep: Sweep
    layout: Layout
    key_of: KeyOf
    positions: Positions
    solved: Numbers
    bounds: Numbers
    places_before: Numbers
    seconds_before: NDArray[np.float64]
    kept: Bytes
    needs: Bytes

    def __len__(self) -> int:
        return len(self.bounds) - 1

    @overload
    def __getitem__(self, which: int) -> Block: ...

    @overload
    def __getitem__(self, which: slice) -> "Blocks": ...

    def __getitem__(self, which: int | slice) -> "Block | Blocks":
        if isinstance(which, slice):
            start, stop, _ = which.indices(len(self))
            return replace(self, bounds=self.bounds[start : max(start, stop) + 1])
        start = range(len(self))[which]
        numbers = self.solved[self.bounds[start] : self.bounds[start + 1]]
        return Block(self.sweep.name, self.sweep.question, self.layout, tuple(self._cases(numbers)))

    @property
    def cases(self) -> int:
        """Number of cases to solve, without mirrors."""
        return int(self.bounds[-1] - self.bounds[0])

    @property
    def places(self) -> int:
        """Number of cases to answer, mirrors included."""
        return int(self.places_before[self.bounds[-1]] - self.places_before[self.bounds[0]])

    @property
    def seconds(self) -> float:
        """Estimated time on one core."""
        return float(self.seconds_before[self.bounds[-1]] - self.seconds_before[self.bounds[0]])

    @property
    def each_seconds(self) -> NDArray[np.float64]:
        """Estimated time of each block on one core, float64[blocks]."""
        return np.diff(self.seconds_before[self.bounds])

    @property
    def memory(self) -> float:
        """Bytes that a worker takes with the case that needs most; 0 if none is solved in one process."""
        return float(self._needed.max(initial=0.0))

    def largest(self) -> Largest | None:
        """The case that needs most memory; None if none is solved in one process."""
        if not self.memory:
            return None
        at = int(self.bounds[0]) + int(self._needed.argmax())
        cases = tuple(self._cases(self.solved[at : at + 1]))
        name = Block(self.sweep.name, self.sweep.question, self.layout, cases).name
        return Largest(name, self.memory, 2.0 * COPIES * float(self.kept[at]) > self.memory - PROCESS_BYTES)

    @property
    def _needed(self) -> Bytes:
        return self.needs[self.bounds[0] : self.bounds[-1]]

    def _cases(self, numbers: Numbers) -> Iterator[Case]:
        sweep, positions = self.sweep, [along.tolist() for along in self.positions]
        complete, seconds = sweep.completing(), sweep.asked().seconds
        for solved in np.transpose(np.unravel_index(numbers, sweep.shape)).tolist():
            # In ascending order the solved case is the first; its answer is transposed for the others.
            places = tuple(
                Place(tuple(map(getitem, positions, index)), self.key_of(index), sweep.transposition(index))
                for index in sweep.mirrors(tuple(solved))
            )
            parameters = complete(solved)
            yield Case(parameters, places, seconds(parameters))


def in_blocks(
    sweep: Sweep,
    layout: Layout,
    key_of: KeyOf,
    answered: Numbers,
    longest: float,
) -> Blocks:
    """Group cases that share tiles, as many per block as make it worth its overhead.

    A case that exceeds a worker's memory is in a block only with cases that share its tile.

    Parameters
    ----------
    sweep, layout, key_of : as in `Blocks`
    answered : numbers of the cases to answer, mirrors included, ascending
    longest : estimated seconds of a full block; less in a short run
    """
    solved_for = sweep.solved_for[answered]
    mine = answered == solved_for
    solved = answered[mine]
    positions = tuple(_positions(labels, layout.axes[name]) for name, labels in sweep.axes.items())
    tiles = _tiles(sweep, layout, positions, answered)
    places = np.searchsorted(solved, solved_for)
    seconds = sweep.seconds[np.searchsorted(sweep.solved, solved)]
    large = _outgrowing(sweep, solved)
    kept = np.where(large, 0.0, kept_bytes(sweep, layout, solved))
    leads = _leads(sweep, solved, seconds)
    own = tiles[mine]
    groups = _joined(np.append(own[places], own[leads]), np.append(tiles, own))[: tiles.size][mine]
    # In order of the first case of each.
    _, first, group = np.unique(groups, return_index=True, return_inverse=True)
    order = np.argsort(first[group], kind="stable")
    ends = np.append(np.flatnonzero(np.diff(first[group][order])) + 1, solved.size)
    solved, held = solved[order], np.bincount(places, minlength=solved.size)[order]
    large, kept = large[order], kept[order]
    seconds_before = np.append(0.0, np.cumsum(_in_passes(leads, seconds)[order]))
    kept_before = np.append(0.0, np.cumsum(kept))
    least = min(longest, max(SHORTEST_SECONDS, seconds_before[-1] / SHORT_RUN_BLOCKS))
    bounds = [0]
    for start, end in pairwise([0, *ends.tolist()]):
        alone = large[start:end].any()
        if alone and bounds[-1] < start:
            bounds.append(start)
        full = seconds_before[end] - seconds_before[bounds[-1]] >= least
        heavy = kept_before[end] - kept_before[bounds[-1]] >= BLOCK_BYTES
        if alone or full or heavy or end == solved.size:
            bounds.append(end)
    return Blocks(
        sweep,
        layout,
        key_of,
        positions,
        solved,
        np.array(bounds if solved.size else [0]),
        np.append(0, np.cumsum(held)),
        seconds_before,
        kept,
        np.where(large, 0.0, needed_bytes(kept, solving_bytes(sweep, solved))),
    )


def _outgrowing(sweep: Sweep, solved: Numbers) -> NDArray[np.bool_]:
    """Whether each case is solved piece by piece, as it exceeds a worker's memory, bool[cases to solve].

    Parameters
    ----------
    sweep : the request
    solved : numbers of the cases to solve
    """
    question, complete = sweep.asked(), sweep.completing()
    if question.wave is None:
        return np.zeros(solved.size, np.bool_)
    indices = np.transpose(np.unravel_index(solved, sweep.shape)).tolist()
    return np.fromiter((question.outgrows(complete(index)) for index in indices), np.bool_, solved.size)


def _leads(sweep: Sweep, solved: Numbers, seconds: NDArray[np.float64]) -> Numbers:
    """For each case the index of the first case that is solved in the same pass; its own without a pass.

    Parameters
    ----------
    sweep : the request
    solved : numbers of the cases to solve, ascending
    seconds : [cases to solve], estimates if solved one by one
    """
    together, leads = sweep.asked().together, np.arange(solved.size)
    if together is None or together.parameter not in sweep.axes:
        return leads
    index = list(np.unravel_index(solved, sweep.shape))
    axis = list(sweep.axes).index(together.parameter)
    index[axis] = np.zeros_like(index[axis])
    others = np.ravel_multi_index(index, sweep.shape)
    lead, held = -1, 0.0
    for place in np.argsort(others, kind="stable").tolist():
        held += seconds[place]
        if lead < 0 or others[place] != others[lead] or held > PASS_SECONDS:
            lead, held = place, seconds[place]
        leads[place] = lead
    return leads


def _in_passes(leads: Numbers, seconds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Estimates with passes: a pass takes about as long as the longest of its cases alone."""
    alone, longest = np.bincount(leads, seconds, leads.size), np.zeros(leads.size)
    np.maximum.at(longest, leads, seconds)
    several = longest < alone
    share = np.divide(longest, alone, out=np.ones(leads.size), where=several)[leads]
    return seconds * share + np.where(several[leads], PASSED_SECONDS, 0.0)


def _positions(labels: Sequence[Value], stored: Sequence[Value]) -> Numbers:
    """Positions of these labels among those of a layout."""
    at = {label: place for place, label in enumerate(stored)}
    return np.array([at[label] for label in labels], np.int64)


def _tiles(sweep: Sweep, layout: Layout, positions: Positions, numbers: Numbers) -> Numbers:
    """The tile of each case, as a number."""
    places = zip(positions, np.unravel_index(numbers, sweep.shape), layout.tile.values(), strict=True)
    lengths = tuple(map(len, layout.axes.values()))
    return np.ravel_multi_index([along[place] // length for along, place, length in places], lengths)


def _joined(these: Numbers, those: Numbers) -> Numbers:
    """The group of each tile in `these`, such that both tiles of every pair are in one group.

    Parameters
    ----------
    these, those : pairs of tiles, by number
    """
    joined: dict[int, int] = {}

    def root(tile: int) -> int:
        while (above := joined.get(tile, tile)) != tile:
            tile = above
        return tile

    different = these != those
    for one, other in np.unique(np.stack([these[different], those[different]]), axis=1).T.tolist():
        joined[root(other)] = root(one)
    tiles, place = np.unique(those, return_inverse=True)
    return np.array([root(tile) for tile in tiles.tolist()], np.int64)[place]
