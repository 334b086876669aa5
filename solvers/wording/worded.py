"""A row of the catalogue as a question in words: parameters that the players determine are fixed or renamed.

Its functions translate the parameters back and call the row's own.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from solvers.errors import InvalidRules, Marked, expected
from solvers.outputs.output import Output
from solvers.players.player import Kind
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Parameter, Parameters, Value
from solvers.questions.picture import Picture
from solvers.questions.question import Question, Symmetry, Together
from solvers.questions.wave import Wave
from solvers.wording.alternatives import ORDINALS, axis_of, in_both
from solvers.wording.cells import Bound, Cell
from solvers.wording.first_wins import by_first
from solvers.wording.seats import Named

# Names that cannot stand in braces.
SAID_BESIDE = ("game", "contest", "players", "rules")
# Meaning of a number that a name in braces stands for.
SAID = "Number that {{{name}}} stands for."


def worded(cell: Cell, name: str, title: str) -> Question:
    """Return the row as a question in words.

    Parameters
    ----------
    cell : the row, and its parameters that the players determine
    name, title : of the question

    Raises
    ------
    InvalidRules
        if a value is out of the row's range, or a name in braces is already taken
    """
    row = by_first(cell)
    inside = partial(_inside, row, cell.bound)
    parameters = _parameters(cell, inside)
    _refuse_taken(cell, row.outputs)
    return replace(
        row,
        name=name,
        title=title,
        parameters=parameters,
        dimensions=tuple(_dimension(own, inside) for own in row.dimensions),
        outputs=tuple(_output(own, inside) for own in row.outputs),
        solve=_by_name(row.solve, inside),
        certify=_first(row.certify, inside),
        seconds=_first(row.seconds, inside),
        symmetries=tuple(own for symmetry in row.symmetries for own in _symmetry(symmetry, cell.bound)),
        exact=row.exact and _first(row.exact, inside),
        pictures=tuple(_picture(own, cell.bound) for own in row.pictures),
        together=_together(row.together, cell.bound, inside),
        wave=None if row.wave is None else _wave(row.wave, inside),
        memory=row.memory and _first(row.memory, inside),
        wins=(),
    )


Inside = Callable[[Parameters], dict[str, Value]]


def _inside(row: Question, bound: Bound, given: Parameters) -> dict[str, Value]:
    """The row's own parameters."""
    return {own.name: _meant(own, bound.get(own.name, Named(own.name)), given) for own in row.parameters}


def _meant(own: Parameter, value: Value | Named, given: Parameters) -> Value:
    if not isinstance(value, Named):
        return value
    said = given[value.name]
    return own.codes.index(str(said)) if own.codes else said


def _outer(bound: Bound, name: str) -> str:
    value = bound.get(name)
    return value.name if isinstance(value, Named) else name


def _parameters(cell: Cell, inside: Inside) -> tuple[Parameter, ...]:
    """The remaining parameters; the check that they fit together hangs on the first of them."""
    row, bound = cell.question, cell.bound
    kept: dict[str, Parameter] = {}
    for own in row.parameters:
        value = bound.get(own.name)
        if value is None:
            kept[own.name] = _in_words(own)
        elif isinstance(value, Named):
            named, again = _named(own, value.name, _least(cell, own)), kept.get(value.name)
            kept[value.name] = named if again is None else in_both(again, named)
        elif (refused := own.refused(value)) is not None:
            raise _refused(cell, expected(own.name, *refused))
    rules = tuple(own.fits for own in row.parameters if own.fits is not None)

    def fits(given: Parameters) -> None:
        own = inside(given)
        try:
            for rule in rules:
                rule(own)
        except InvalidRules as error:
            raise _refused(cell, error) from None

    left = list(kept.values())
    return (*(replace(own, fits=fits if rules else None) for own in left[:1]), *left[1:])


def _refused(cell: Cell, error: InvalidRules) -> InvalidRules:
    """An error about a parameter of the row, reworded to name what the user wrote."""
    if error.refusal is None:
        return error
    rule, got, remedy = error.refusal
    value, seat = cell.bound.get(error.name), cell.seat_of(error.name)
    if isinstance(value, Named):
        return expected(value.name, rule, got, remedy)
    if seat is None:
        return error
    which = f", for the {ORDINALS[seat]} player" if len(cell.told) > 1 else ""
    told = Marked.like(got, cell.told_in(seat).text)
    return expected("players", f"{rule}{which}", told, remedy)


def _least(cell: Cell, own: Parameter) -> float | None:
    """The least value of a number in braces: for players who hold at it, at least 1."""
    seat = cell.seat_of(own.name)
    holding = seat is not None and cell.told_in(seat).kind in (Kind.HOLD_AT, Kind.GIVING_UP)
    return max(1, own.minimum) if holding and own.minimum is not None else own.minimum


def _named(own: Parameter, name: str, least: float | None) -> Parameter:
    as_it_was = own.default is None and own.minimum == least
    meaning = own.meaning if as_it_was else SAID.format(name=name)
    return replace(own, name=name, meaning=meaning, minimum=least, default=None, fits=None, words=name)


def _in_words(own: Parameter) -> Parameter:
    """A parameter with codes as one that accepts their meanings as text."""
    if not own.codes:
        return replace(own, fits=None)
    default = None if own.default is None else own.codes[int(own.default)]
    return Parameter(
        own.name, str, own.meaning, "", default=default, words=own.words, codes=tuple(filter(None, own.codes))
    )


def _refuse_taken(cell: Cell, outputs: Sequence[Output]) -> None:
    """Refuse a name in braces that is already taken."""
    row = cell.question
    free = {own.name for own in row.parameters if own.name not in cell.bound}
    taken = free | {own.name for own in row.dimensions} | {own.name for own in outputs} | {*SAID_BESIDE}
    taken |= {axis_of(seat) for seat in range(len(cell.kinds))}
    for own in cell.bound.values():
        if isinstance(own, Named) and own.name in taken:
            raise expected(
                "players", "a name of its own in braces", own.name, "Use another name, such as {n}."
            )


def _picture(own: Picture, bound: Bound) -> Picture:
    return replace(own, dims=tuple(_outer(bound, dim) for dim in own.dims))


def _first(call: Callable[..., Any], inside: Inside) -> Callable[..., Any]:
    """Wrap a function whose first argument is a row's parameters."""

    def called(given: Parameters, *others: Any) -> Any:
        return call(inside(given), *others)

    return called


def _by_name(call: Callable[..., Any], inside: Inside) -> Callable[..., Any]:
    """Wrap a function of a row's parameters by name."""

    def called(**given: Any) -> Any:
        return call(**inside(given))

    return called


def _dimension(own: Dimension, inside: Inside) -> Dimension:
    return replace(own, labels=_first(own.labels, inside))


def _output(own: Output, inside: Inside) -> Output:
    return replace(
        own,
        follows=None if own.follows is None else _first(own.follows, inside),
        loses=None if own.loses is None else _first(own.loses, inside),
    )


def _symmetry(symmetry: Symmetry, bound: Bound) -> Iterable[Symmetry]:
    """The symmetry under exchange of axes that the players name differently, if at least two remain."""
    pairs = [
        (own.name, dim)
        for axis, dim in zip(symmetry.axes, symmetry.dims, strict=True)
        if isinstance(own := bound.get(axis, Named(axis)), Named)
    ]
    if len({name for name, _ in pairs}) == len(pairs) > 1:
        yield Symmetry(tuple(name for name, _ in pairs), tuple(dim for _, dim in pairs))


def _together(together: Together | None, bound: Bound, inside: Inside) -> Together | None:
    if together is None:
        return None
    value = bound.get(together.parameter, Named(together.parameter))
    shared = sum(own == value for own in bound.values()) > 1
    if not isinstance(value, Named) or shared:
        return None
    solve = together.solve

    def solved(cases: Sequence[Parameters]) -> Sequence[Any]:
        return solve([inside(given) for given in cases])

    return Together(value.name, solved)


def _wave(wave: Wave, inside: Inside) -> Wave:
    return replace(
        wave,
        outgrows=_first(wave.outgrows, inside),
        shape=_first(wave.shape, inside),
        stages=_first(wave.stages, inside),
        room=_first(wave.room, inside),
        solve=_first(wave.solve, inside),
        restore=_first(wave.restore, inside),
        proofs=_first(wave.proofs, inside),
        certify=_first(wave.certify, inside),
        finish=_first(wave.finish, inside),
    )
