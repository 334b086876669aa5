"""Write answers with dimensions, in complete tiles. Runs on workers; repeating it does no harm.

Only one block of a shard may write a tile: two forks that write the same chunk merge without an error, and
the last one wins.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import icechunk
import numpy as np
from numpy.typing import NDArray

from solvers.outputs.output import Variable
from storage.errors import DoesNotFit, StoreChanged
from storage.group import Array, array, by_chunk, check_unchanged, fingerprint, open_group
from storage.layout import Index, Layout
from storage.schema import fill_value

Answers = Mapping[str, NDArray[Any]]


def write_cases(
    session: icechunk.Session,
    sweep: str,
    layout: Layout,
    values: Mapping[Index, Answers],
    only: Sequence[Variable] | None = None,
) -> None:
    """Write these cases into their tiles, and leave the other cases of the tiles unchanged.

    Parameters
    ----------
    session : a fork, or the session itself
    sweep : the group
    layout : the layout in the store
    values : for each case, its arrays by name, no longer than the layout's dimensions; shorter ones are
        padded. A variable with dimensions that a case lacks is blanked, so that a case never shows two
        solutions at once. Variables without dimensions are not written here.
    only : names of the variables to write; None for all

    Raises
    ------
    StoreChanged
        if the store has another layout
    DoesNotFit
        if an index is outside the axes or an array larger than its dimensions
    """
    check_unchanged(layout.fingerprint, fingerprint(session, sweep), sweep)
    _check_inside(layout, values)
    group = open_group(session, sweep, "r+")
    for variable in layout.tiled if only is None else only:
        stored = _aligned(array(group, variable.name), layout, variable)
        for tile, indices in by_chunk(list(values), tuple(layout.tile.values())).items():
            _write_tile(
                stored, layout, variable, tile, {index: values[index].get(variable.name) for index in indices}
            )


def read_cases(
    session: icechunk.Session,
    sweep: str,
    layout: Layout,
    indices: Sequence[Index],
    only: Sequence[Variable] | None = None,
) -> dict[Index, dict[str, NDArray[Any]]]:
    """Read what `write_cases` wrote for these cases, padded to the layout's dimensions."""
    group = open_group(session, sweep)
    values: dict[Index, dict[str, NDArray[Any]]] = {index: {} for index in indices}
    for variable in layout.tiled if only is None else only:
        stored = array(group, variable.name)
        for tile, members in by_chunk(list(indices), tuple(layout.tile.values())).items():
            region = layout.tile_region(tile)
            cells = np.asarray(stored[region])
            for index in members:
                values[index][variable.name] = cells[_inside(index, region)]
    return values


def _write_tile(
    stored: Array,
    layout: Layout,
    variable: Variable,
    tile: Index,
    answers: Mapping[Index, NDArray[Any] | None],
) -> None:
    region = layout.tile_region(tile)
    whole = len(answers) == len(layout.tile_cases(tile))
    shape = tuple(part.stop - part.start for part in region) + layout.shape(variable)[len(region) :]
    cells = np.full(shape, fill_value(variable), variable.dtype) if whole else np.array(stored[region])
    for index, answer in answers.items():
        cells[_inside(index, region)] = fill_value(variable)
        if answer is not None:
            given = np.asarray(answer)
            _check_fits(variable, index, given, shape[len(region) :])
            corner = tuple(slice(0, length) for length in given.shape)
            cells[_inside(index, region)][corner] = given
    stored[region] = cells


def _inside(index: Index, region: tuple[slice, ...]) -> Index:
    return tuple(place - part.start for place, part in zip(index, region, strict=True))


def _aligned(stored: Array, layout: Layout, variable: Variable) -> Array:
    wanted = layout.shape(variable), layout.chunks(variable)
    if (stored.shape, stored.chunks) != wanted:
        raise StoreChanged(
            f"{variable.name}: another run has changed its shape and chunks from {wanted} to"
            f" {stored.shape, stored.chunks}. Run the same command again."
        )
    return stored


def _check_inside(layout: Layout, values: Mapping[Index, Answers]) -> None:
    lengths = tuple(map(len, layout.axes.values()))
    for index in values:
        if len(index) != len(lengths) or not all(
            0 <= place < length for place, length in zip(index, lengths, strict=True)
        ):
            raise DoesNotFit(
                f"index: expected one inside {lengths}, got {index}. Use indices of this layout."
            )


def _check_fits(variable: Variable, index: Index, given: NDArray[Any], room: tuple[int, ...]) -> None:
    if given.ndim != len(room) or any(length > most for length, most in zip(given.shape, room, strict=True)):
        raise DoesNotFit(
            f"{variable.name}: expected a shape within {room}, got {given.shape} (case {index}). Lay the"
            " sweep out for it."
        )
    if not np.can_cast(given.dtype, variable.dtype, casting="same_kind"):
        raise DoesNotFit(
            f"{variable.name}: expected {variable.dtype}, got {given.dtype} (case {index}). Declare the"
            " output's type."
        )
