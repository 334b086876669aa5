"""Merge two layouts: what a store holds, and what a run adds. Arithmetic only."""

from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from solvers.questions.parameter import Value
from storage.errors import AnsweredByNewer, LayoutMismatch
from storage.layout import Asked, Layout, lay_out


def merge(old: Layout, new: Layout) -> Layout:
    """The layout that holds both; its question is the new one's.

    It has all labels of each axis in order, the longest dimensions, and all variables.

    Raises
    ------
    LayoutMismatch
        if the question, the axes, the types of their labels, the labels of a dimension or the type of a
        variable differ
    AnsweredByNewer
        if the old one belongs to a newer version of the question
    """
    _check_question(old.asked, new.asked)
    if list(old.axes) != list(new.axes):
        raise _mismatch("axes", ", ".join(old.axes), ", ".join(new.axes))
    axes = {name: _join_labels(name, labels, new.axes[name]) for name, labels in old.axes.items()}
    dims = {name: _longer(name, old.dims.get(name), new.dims.get(name)) for name in {**old.dims, **new.dims}}
    variables = {variable.name: variable for variable in old.variables}
    for variable in new.variables:
        before = variables.get(variable.name, variable)
        if (before.dims, before.dtype) != (variable.dims, variable.dtype):
            raise _mismatch(
                variable.name, f"{before.dtype}{list(before.dims)}", f"{variable.dtype}{list(variable.dims)}"
            )
        variables[variable.name] = variable
    attrs = {**old.axis_attrs, **new.axis_attrs}, {**old.dim_attrs, **new.dim_attrs}
    kept, asked = tuple(variables.values()), replace(new.asked, named=_join_names(old.asked, new.asked))
    merged = lay_out(axes, dims, kept, new.symmetric, *attrs, new.most_cases, asked, new.whole)
    places = {"axes", "dims"}
    unmoved = all(merged.describe()[part] == old.describe()[part] for part in places) and set(variables) == {
        v.name for v in old.variables
    }
    # Stored data is not rewritten only because tiles would be chosen differently today.
    return (
        replace(merged, tile=old.tile, symmetric=old.symmetric, most_cases=old.most_cases)
        if unmoved
        else merged
    )


def _check_question(old: Asked, new: Asked) -> None:
    if old.question != new.question:
        raise _mismatch("question", old.question, new.question)
    if old.version > new.version:
        raise AnsweredByNewer(
            f"{old.question}: a newer Jeopardice stored these answers (version {old.version}; this one knows"
            f" {new.version}). Update Jeopardice, or use another store."
        )


def _join_labels(name: str, old: tuple[Value, ...], new: tuple[Value, ...]) -> tuple[Value, ...]:
    if type(old[0]) is not type(new[0]):
        raise _mismatch(name, type(old[0]).__name__, type(new[0]).__name__)
    if set(new) <= set(old):
        return old
    both = dict.fromkeys((*old, *new))
    return tuple(both if isinstance(old[0], str) else sorted(both))


def _join_names(old: Asked, new: Asked) -> dict[str, dict[str, Value]]:
    """What names stand for: those in the new layout as they are now, others as before."""
    return {name: {**old.named.get(name, {}), **now} for name, now in new.named.items()}


def _longer(name: str, old: NDArray[Any] | None, new: NDArray[Any] | None) -> NDArray[Any]:
    if old is None or new is None:
        return new if old is None else old  # type: ignore[return-value]
    shorter, longer = sorted((old, new), key=len)
    if shorter.tolist() != longer[: shorter.size].tolist():
        raise _mismatch(name, f"{old.tolist()[:3]}...", f"{new.tolist()[:3]}...")
    return longer


def _mismatch(name: str, old: str, new: str) -> LayoutMismatch:
    return LayoutMismatch(
        f"{name}: the store has {old}, the config {new}. Use another sweep name or another store."
    )
