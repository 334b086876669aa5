"""Where each case is stored: the sweep's axes and the question's dimensions as shapes, chunks and bytes.
Arithmetic only.

Axes come first, the question's own dimensions after them. A variable with dimensions is chunked by *tiles*:
boxes of a few cases with all their data, which a block writes completely. A variable with one number per case
is one chunk, or a few, which only the committer writes.
"""

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.outputs.output import Variable
from solvers.questions.parameter import Value
from storage.errors import LayoutMismatch
from storage.schema import RECORD, dtype_name, item_bytes

Index = tuple[int, ...]
Attributes = Mapping[str, Mapping[str, str]]
# About 0.8 MB and 10 cases a chunk wrote fastest; one case a chunk was 2.6 times slower.
TILE_BYTES = 1_000_000
TILE_CASES = 16
RECORD_CELLS = 100_000
# Largest chunk for a whole case, which is read in 40 ms. Larger cases are divided into boxes: a slice of a
# table of 1 GB takes 0.15 s along any dimension in boxes of 2 MB, 0.25 s in boxes of 0.3 MB, 0.15 to 1.4 s in
# slabs of 64 MB.
WHOLE_BYTES = 16_000_000
BOX_BYTES = 2_000_000


@dataclass(frozen=True)
class Asked:
    """What all cases of a sweep have in common; answers to different ones are never mixed.

    Parameters
    ----------
    question, version : name and version in the catalogue
    fixed : labels of the parameters that are not axes, by name
    named : for parameters whose labels are names: what each label stands for
    """

    question: str = ""
    version: int = 0
    fixed: Mapping[str, Value] = field(default_factory=dict)
    named: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)

    def meant(self, name: str, label: Value) -> Value:
        """The value that a parameter's label stands for: the label itself, unless it is a name."""
        return self.named.get(name, {}).get(str(label), label)

    def describe(self) -> list[Any]:
        """As JSON that can be read back; `named` only if there is any, as older stores have none."""
        named = {name: dict(values) for name, values in self.named.items()}
        return [self.question, self.version, dict(self.fixed), *([named] if named else [])]


@dataclass(frozen=True, eq=False)
class Layout:
    """Where each case of a sweep is stored.

    Parameters
    ----------
    axes : the labels along each axis, in order
    dims : the question's own coordinates, the longest over all cases; integers or text
    variables : the outputs that are kept; the record is added
    tile : number of cases in a chunk along each axis
    symmetric : groups of axes with one tile length, so that a mirrored tile is a tile
    most_cases : greatest number of cases in a tile
    axis_attrs, dim_attrs : attributes of the coordinates by name; those of fixed parameters are among the
        axes'
    asked : what all cases have in common
    whole : axis along which cases are committed together, so that no chunk of numbers ends within it; "" for
        none. Not stored: arrays know their chunks
    """

    axes: Mapping[str, tuple[Value, ...]]
    dims: Mapping[str, NDArray[Any]]
    variables: tuple[Variable, ...]
    tile: Mapping[str, int]
    symmetric: tuple[tuple[str, ...], ...] = ()
    most_cases: int = TILE_CASES
    axis_attrs: Attributes = field(default_factory=dict)
    dim_attrs: Attributes = field(default_factory=dict)
    asked: Asked = Asked()
    whole: str = ""

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Layout)
            and self.describe() == other.describe()
            and self.variables == other.variables
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def cases(self) -> int:
        """Number of cases."""
        return math.prod(map(len, self.axes.values()))

    @property
    def numbers(self) -> tuple[Variable, ...]:
        """Variables with one value per case, which commits write: the record, outputs without dimensions."""
        return RECORD + tuple(variable for variable in self.variables if not variable.dims)

    @property
    def tiled(self) -> tuple[Variable, ...]:
        """The outputs with dimensions. Blocks write them, tile by tile."""
        return tuple(variable for variable in self.variables if variable.dims)

    @property
    def fingerprint(self) -> str:
        """A hash that changes whenever an index, a chunk or an answer changes its meaning."""
        placed = self.describe() | {"variables": sorted(variable.name for variable in self.variables)}
        del placed["symmetric"], placed["most_cases"]
        return hashlib.sha256(json.dumps(placed, sort_keys=True).encode()).hexdigest()[:16]

    def describe(self) -> dict[str, Any]:
        """What decides where a case is stored and what it answers, as JSON."""
        return {
            "axes": [[name, list(labels)] for name, labels in self.axes.items()],
            "dims": {name: labels.tolist() for name, labels in self.dims.items()},
            "tile": dict(self.tile),
            "symmetric": [list(group) for group in self.symmetric],
            "most_cases": self.most_cases,
            "asked": self.asked.describe(),
        }

    def shape(self, variable: Variable) -> tuple[int, ...]:
        """Length along each axis, then along each of the variable's dimensions."""
        return tuple(map(len, self.axes.values())) + tuple(self.dims[name].size for name in variable.dims)

    def chunks(self, variable: Variable) -> tuple[int, ...]:
        """Length of a chunk along each axis and dimension of the variable."""
        shape, axes = self.shape(variable), len(self.axes)
        if not variable.dims:
            return _last_first(shape, RECORD_CELLS, [name == self.whole for name in self.axes])
        tile = tuple(self.tile.values())
        whole, cell = shape[axes:], math.prod(tile) * item_bytes(variable)
        return tile + (whole if math.prod(whole) * cell <= WHOLE_BYTES else _box(whole, BOX_BYTES // cell))

    def nbytes(self) -> int:
        """Total size before compression."""
        return sum(
            math.prod(self.shape(variable)) * item_bytes(variable) for variable in (*RECORD, *self.variables)
        )

    def table_bytes(self, variable: Variable) -> int:
        """Size of a variable of one case, the longest, before compression."""
        return math.prod(self.dims[name].size for name in variable.dims) * item_bytes(variable)

    def tile_of(self, index: Index) -> Index:
        """The tile that a case belongs to."""
        return tuple(place // length for place, length in zip(index, self.tile.values(), strict=True))

    def tile_region(self, tile: Index) -> tuple[slice, ...]:
        """A tile's cases, as a slice along each axis."""
        bounds = zip(tile, self.tile.values(), self.axes.values(), strict=True)
        return tuple(
            slice(place * length, min((place + 1) * length, len(labels))) for place, length, labels in bounds
        )

    def tile_cases(self, tile: Index) -> list[Index]:
        """A tile's cases, one index along each axis."""
        return list(product(*(range(part.start, part.stop) for part in self.tile_region(tile))))

    def tiles(self) -> Iterator[Index]:
        """All tiles, in order."""
        lengths = zip(self.axes.values(), self.tile.values(), strict=True)
        return product(*(range(math.ceil(len(labels) / length)) for labels, length in lengths))

    def labels(self, index: Index) -> dict[str, Value]:
        """A case's label on each axis."""
        return {name: labels[place] for (name, labels), place in zip(self.axes.items(), index, strict=True)}


def lay_out(
    axes: Mapping[str, Sequence[Value]],
    dims: Mapping[str, NDArray[Any]],
    variables: Sequence[Variable],
    symmetric: Sequence[Sequence[str]] = (),
    axis_attrs: Attributes | None = None,
    dim_attrs: Attributes | None = None,
    most_cases: int = TILE_CASES,
    asked: Asked = Asked(),
    whole: str = "",
) -> Layout:
    """Choose the tiles, about 1 MB for the largest variable.

    Parameters
    ----------
    axes, dims, variables, symmetric, axis_attrs, dim_attrs, most_cases, asked, whole : as in `Layout`

    Raises
    ------
    LayoutMismatch
        if a name is used twice, or an axis is empty, has a label twice or mixes kinds of labels

    Examples
    --------
    >>> value = Variable(name="value", dims=("banked",), long_name="value", meaning="Chance to win.")
    >>> layout = lay_out({"goal": range(10, 200), "sides": (4, 6)}, {"banked": np.arange(200)}, [value])
    >>> dict(layout.tile), layout.shape(value), layout.chunks(value)
    ({'goal': 8, 'sides': 2}, (190, 2, 200), (8, 2, 200))
    """
    kept_axes = {name: _labels(name, tuple(labels)) for name, labels in axes.items()}
    kept_dims = {name: _coordinate(np.asarray(labels)) for name, labels in dims.items()}
    plain = tuple(_plain(variable) for variable in variables)
    _check_names([*kept_axes, *asked.fixed, *kept_dims, *(variable.name for variable in (*RECORD, *plain))])
    groups = tuple(tuple(group) for group in symmetric)
    largest = max(
        (math.prod(kept_dims[d].size for d in v.dims) * item_bytes(v) for v in plain if v.dims),
        default=TILE_BYTES,
    )
    tile = _tile(kept_axes, groups, max(1, min(most_cases, TILE_BYTES // max(1, largest))))
    return Layout(
        kept_axes,
        kept_dims,
        plain,
        tile,
        groups,
        most_cases,
        dict(axis_attrs or {}),
        dict(dim_attrs or {}),
        asked,
        whole,
    )


def _tile(
    axes: Mapping[str, tuple[Value, ...]], symmetric: tuple[tuple[str, ...], ...], cases: int
) -> dict[str, int]:
    """Share the cases of a tile among the axes, the last first; symmetric axes get equal lengths."""
    tile: dict[str, int] = {}
    for name in reversed(list(axes)):
        if name in tile:
            continue
        group = next((group for group in symmetric if name in group), (name,))
        length = min(len(axes[member]) for member in group)
        while length ** len(group) > cases:
            length -= 1
        tile |= dict.fromkeys(group, length)
        cases //= length ** len(group)
    return {name: tile[name] for name in axes}


def _last_first(shape: tuple[int, ...], cells: int, whole: Sequence[bool]) -> tuple[int, ...]:
    """The longest chunk of at most `cells` cells that splits the first dimensions, and `whole` ones last.

    >>> _last_first((50, 100), 1000, [False, False]), _last_first((50, 100), 1000, [True, False])
    ((10, 100), (50, 20))
    """
    chunks = [1] * len(shape)
    for place in sorted(range(len(shape)), key=lambda place: (whole[place], place), reverse=True):
        chunks[place] = max(1, min(shape[place], cells))
        cells //= chunks[place]
    return tuple(chunks)


def _box(shape: tuple[int, ...], cells: int) -> tuple[int, ...]:
    """A box of about `cells` cells, as near to a cube as the shape allows, so any slice touches few boxes.

    >>> _box((500, 500, 500), 250_000), _box((8, 3_000_000), 250_000)
    ((63, 63, 63), (8, 31250))
    """
    box, room = [1] * len(shape), float(max(1, cells))
    for done, place in enumerate(sorted(range(len(shape)), key=lambda place: shape[place])):
        side = min(shape[place], room ** (1 / (len(shape) - done)))
        room /= side
        # Boxes of equal length, without a thin one at the end.
        box[place] = math.ceil(shape[place] / math.ceil(shape[place] / side))
    return tuple(box)


def _labels(name: str, labels: tuple[Value, ...]) -> tuple[Value, ...]:
    """Labels as Python's own types, all of one type."""
    plain = tuple(label.item() if isinstance(label, np.generic) else label for label in labels)
    if not plain:
        raise LayoutMismatch(f"{name}: expected one label or more, got (). Give the axis a value.")
    if len({isinstance(label, bool) for label in plain}) > 1:
        raise LayoutMismatch(
            f"{name}: expected either flags or numbers as labels, got {plain!r}. Use one kind."
        )
    if any(isinstance(label, float) for label in plain):
        plain = tuple(map(float, plain))
    if len(set(plain)) < len(plain):
        twice = next(label for label in plain if plain.count(label) > 1)
        raise LayoutMismatch(f"{name}: expected each label once, got {twice!r} twice. Remove one.")
    return plain


def _coordinate(labels: NDArray[Any]) -> NDArray[Any]:
    return (
        labels.astype(np.int64)
        if labels.dtype.kind in "iu"
        else labels.astype(np.str_)
        if labels.dtype.kind in "UTO"
        else labels
    )


def _plain(variable: Variable) -> Variable:
    """The stored part of a variable, without other attributes of an output."""
    own = {one.name: getattr(variable, one.name) for one in fields(Variable)}
    return Variable(**own | {"dims": tuple(variable.dims), "dtype": dtype_name(variable.dtype)})


def _check_names(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise LayoutMismatch(
                f"{name}: expected one meaning, got several (axis, dimension, output or record). Rename one."
            )
