"""Axes as written in a config: values and inclusive ranges, which are counted before they are expanded."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, TypeAdapter, model_validator
from pydantic_core import PydanticCustomError

from solvers.questions.parameter import Parameter, Value

# Most labels of an axis, which is held in memory and printed; sweeps become large by crossing axes.
MOST_LABELS = 100_000


class Span(BaseModel):
    """Whole numbers from one to another, both included if the step meets them.

    >>> list(Span.model_validate({"from": 10, "to": 50, "step": 20}).labels())
    [10, 30, 50]
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        json_schema_extra={
            "description": "Whole numbers from one to another, both included if the step meets them."
        },
    )

    first: int = Field(alias="from", strict=True, description="First label.")
    last: int = Field(alias="to", strict=True, description="Last label, included if the step meets it.")
    step: int = Field(default=1, strict=True, ge=1, description="From one label to the next.")

    @model_validator(mode="after")
    def _has_labels(self) -> Self:
        if self.first > self.last:
            raise refusal("a range that does not end before it begins", "Exchange from and to.")
        return self

    @property
    def size(self) -> int:
        """Number of labels, by arithmetic."""
        return (self.last - self.first) // self.step + 1

    def labels(self) -> range:
        """The labels."""
        return range(self.first, self.last + 1, self.step)


def refusal(rule: str, remedy: str = "") -> PydanticCustomError:
    """The error for a validator to raise; `configs.parse` adds the name, the value and the place."""
    return PydanticCustomError("refusal", "expected {rule}. {remedy}", {"rule": rule, "remedy": remedy})


def scalar(value: object) -> Value:
    """Accept true, false, finite numbers and text unchanged; the question decides which of them it takes."""
    if isinstance(value, bool | int | str) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise refusal("true, false, text or a finite number")


def _item(value: object) -> Value | Span:
    return Span.model_validate(value) if isinstance(value, Mapping | Span) else scalar(value)


Fixed = Annotated[Value, PlainValidator(scalar, json_schema_input_type=Value)]
Item = Annotated[Value | Span, PlainValidator(_item, json_schema_input_type=Value | Span)]
_items: TypeAdapter[tuple[Value | Span, ...]] = TypeAdapter(Annotated[tuple[Item, ...], Field(min_length=1)])


def _axis(value: object) -> tuple[Value | Span, ...]:
    return (
        (Span.model_validate(value),) if isinstance(value, Mapping | Span) else _items.validate_python(value)
    )


Axis = Annotated[
    tuple[Value | Span, ...],
    PlainValidator(_axis, json_schema_input_type=Span | Annotated[list[Value | Span], Field(min_length=1)]),
]


def count(items: Iterable[object]) -> int:
    """Number of labels, without expanding a range."""
    return sum(item.size if isinstance(item, Span) else 1 for item in items)


def as_written(item: Value | Span) -> Value | dict[str, int]:
    """An item as JSON types; a range always has its step."""
    return {"from": item.first, "to": item.last, "step": item.step} if isinstance(item, Span) else item


def expanded(item: object, parameter: Parameter) -> Iterator[Value]:
    """The values of one item, as the parameter's type.

    Raises
    ------
    InvalidRules
        if the parameter does not take a value
    """
    return map(parameter.check, item.labels() if isinstance(item, Span) else (item,))


def values(items: Iterable[object], parameter: Parameter) -> tuple[Value, ...]:
    """All values of an axis: numbers in ascending order, flags and text as written.

    So extending an axis never reorders it.

    Raises
    ------
    InvalidRules
        if the parameter does not take a value
    """
    found = [value for item in items for value in expanded(item, parameter)]
    return tuple(found if parameter.kind in (bool, str) else sorted(found))
