"""A sweep: a question, its fixed parameters, and axes to cross. It says what to solve, not where."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import product
from math import prod
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from configs import axis, symmetry
from configs.answerable import unanswerable
from configs.axis import Axis, Fixed
from configs.dimensions import longest_labels
from solvers.catalog import find, keeping
from solvers.errors import InvalidRules
from solvers.outputs.output import Output, Role
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Value
from solvers.questions.question import Question

Index = tuple[int, ...]
Name = Annotated[str, Field(strict=True)]


class Sweep(BaseModel):
    """One YAML document. Cases are the product of the axes in the order written; the last one varies fastest.

    Parameters
    ----------
    name : group in the store, such as "pig/three_players"
    title : one line
    question : name in the catalogue
    parameters : fixed parameters by name
    written : `axes` in a config: for each axis, values and ranges as written; `axes` has the labels
    symmetric : groups of axes that the question declares exchangeable, solved once and mirrored
    keep : names of stored outputs; the certificate is always stored

    Raises
    ------
    ValidationError
        if anything is invalid; `configs.load.parse` raises a `ConfigError` with all problems instead
    """

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    name: Name = Field(
        pattern=r"^[a-z][a-z0-9_]*(/[a-z][a-z0-9_]*)*$",
        max_length=200,
        description=(
            "Where the answers are in the store: lowercase words joined by _ and /, as pig/three_players."
        ),
    )
    title: Name = Field(min_length=1, description="One line that says what is asked.")
    question: Name = Field(description="Which question of the catalogue is asked in each case.")
    parameters: dict[str, Fixed] = Field(
        default={}, description="Parameters that are the same in each case; the others take defaults."
    )
    written: dict[str, Axis] = Field(
        alias="axes",
        min_length=1,
        description="Parameters to cross: for each, a list of values and ranges, or one range.",
    )
    symmetric: tuple[tuple[Name, ...], ...] = Field(
        default=(), description="Groups of axes that may be exchanged: mirrored cases are solved once."
    )
    keep: tuple[Name, ...] = Field(
        min_length=1, description="Outputs to store. The certificate is stored besides."
    )

    @model_validator(mode="after")
    def _answerable(self) -> Self:
        if problems := unanswerable(self.document()):
            raise PydanticCustomError(
                "unanswerable",
                "{problems}",
                {"problems": "\n".join(problem.worded() for problem in problems)},
            )
        return self

    def asked(self) -> Question:
        """The question."""
        return find(self.question)

    def document(self) -> dict[str, Any]:
        """The sweep as JSON types: all seven keys in a fixed order and form, ranges not expanded."""
        return {
            "name": self.name,
            "title": self.title,
            "question": self.question,
            "parameters": dict(self.parameters),
            "axes": {name: [axis.as_written(item) for item in items] for name, items in self.written.items()},
            "symmetric": [list(group) for group in self.symmetric],
            "keep": list(self.keep),
        }

    def keeping(self, more: Iterable[str]) -> Self:
        """This sweep with more outputs kept; one asked in words gets the question that has them all.

        Parameters
        ----------
        more : names of outputs

        Raises
        ------
        ValidationError
            if the question has no output of that name
        """
        keep = [*dict.fromkeys([*self.keep, *more])]
        question = self.question
        with suppress(InvalidRules):
            question = keeping(question, keep).name
        return self.model_validate(self.document() | {"question": question, "keep": keep})

    @property
    def kept(self) -> tuple[Output, ...]:
        """The stored outputs, with the certificate, in the catalogue's order."""
        return tuple(
            output
            for output in self.asked().outputs
            if output.name in self.keep or output.role is Role.CERTIFICATE
        )

    @cached_property
    def values(self) -> dict[str, tuple[Value, ...]]:
        """The values along each axis: numbers in ascending order, others as written."""
        question = self.asked()
        return {name: axis.values(items, question.parameter(name)) for name, items in self.written.items()}

    @cached_property
    def axes(self) -> dict[str, tuple[Value, ...]]:
        """The labels of each axis: its values, or the names of rules."""
        question = self.asked()
        return {name: tuple(map(question.parameter(name).label, own)) for name, own in self.values.items()}

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        """The question's own dimensions of the stored outputs."""
        named = {name for output in self.kept for name in output.dims}
        return tuple(dimension for dimension in self.asked().dimensions if dimension.name in named)

    @cached_property
    def dims(self) -> dict[str, tuple[Any, ...]]:
        """The labels of each of these dimensions, those of the longest case.

        Raises
        ------
        InvalidRules
            if labels of cases differ in more than their number
        """
        return longest_labels(self.dimensions, map(self.completing(), self.cases()))

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Number of labels of each axis."""
        return tuple(map(axis.count, self.written.values()))

    @property
    def size(self) -> int:
        """Number of cases."""
        return prod(self.shape)

    def cases(self) -> Iterator[Index]:
        """All cases in order, as positions along the axes; the last axis varies fastest."""
        return product(*map(range, self.shape))

    def representatives(self) -> Iterator[Index]:
        """The cases that are solved, in the order of `cases`."""
        return symmetry.representatives(self.shape, self._groups)

    @cached_property
    def solved_for(self) -> NDArray[np.int64]:
        """For each case the number of the case that is solved for it, int64[cases]: indices into `cases`."""
        return symmetry.solved_for(self.shape, self._groups)

    @cached_property
    def solved(self) -> NDArray[np.int64]:
        """The numbers of the cases that are solved, int64[solved], ascending."""
        return np.flatnonzero(self.solved_for == np.arange(self.size))

    @cached_property
    def seconds(self) -> NDArray[np.float64]:
        """Estimated seconds of each of these on one core, float64[solved].

        Raises
        ------
        InvalidRules
            if the parameters of a case exclude each other
        """
        return np.fromiter(map(self.asked().seconds, map(self.completing(), self.representatives())), float)

    def parameters_of(self, index: Index) -> dict[str, Value]:
        """All parameters of a case by name: fixed, from the axes, and defaults."""
        return self.completing()(index)

    def completing(self) -> Callable[[Index], dict[str, Value]]:
        """The function `parameters_of`, faster for many cases: what they share is checked once.

        It raises InvalidRules if the parameters of a case exclude each other.
        """
        asked, axes = self.asked().parameters, tuple(self.values.items())
        # The values of axes have been checked; until they are filled in, defaults stand for them.
        shared: dict[str, Any] = {
            own.name: own.check(self.parameters[own.name]) if own.name in self.parameters else own.default
            for own in asked
        }
        rules = [own.fits for own in asked if own.fits is not None]

        def complete(index: Index) -> dict[str, Value]:
            parameters = shared.copy()
            for (name, values), position in zip(axes, index, strict=True):
                parameters[name] = values[position]
            for fits in rules:
                fits(parameters)
            return parameters

        return complete

    def representative(self, index: Index) -> Index:
        """The case that is solved for this one: positions along symmetric axes in ascending order."""
        return symmetry.representative(index, self._groups)

    def mirrors(self, index: Index) -> tuple[Index, ...]:
        """All cases that share a solution with this one, itself included, in ascending order."""
        return symmetry.mirrors(index, self._groups)

    def transposition(self, index: Index) -> dict[str, str]:
        """How this case's answer is read off its representative's: which dimension stands for which.

        Along dimension d, this case's answer is the representative's along `transposition[d]`. Empty if
        nothing is exchanged.
        """
        exchanged: dict[str, str] = {}
        for group, dims in zip(self._groups, self._dimensions, strict=True):
            for own, source in zip(group, symmetry.sources(index, group), strict=True):
                if own != source:
                    exchanged[dims[own]] = dims[source]
        return exchanged

    @cached_property
    def _groups(self) -> tuple[tuple[int, ...], ...]:
        """Symmetric groups as ascending numbers of axes."""
        names = list(self.written)
        return tuple(tuple(sorted(map(names.index, group))) for group in self.symmetric)

    @cached_property
    def _dimensions(self) -> tuple[dict[int, str], ...]:
        """For each symmetric group, the dimension of each of its axes."""
        names, declared = list(self.written), self.asked().symmetries
        dims = [
            next(zip(own.axes, own.dims, strict=True) for own in declared if set(group) <= set(own.axes))
            for group in self.symmetric
        ]
        return tuple({names.index(axis): dim for axis, dim in pairs if axis in names} for pairs in dims)
