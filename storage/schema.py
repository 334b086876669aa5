"""The stored variables: the record of each case, attributes and fill values.

A case's status says whether there is an answer. NaN does not: it may be an answer, and it pads ragged arrays.
A negative integer is never an answer: readers see every -1 as NaN, so it is left out of means.
"""

from typing import Any

import numpy as np

from solvers.outputs.output import Variable
from storage.attributes import FILL, encoded_fill

MISSING, DONE, FAILED = 0, 1, 2
STATUSES = {"missing": MISSING, "done": DONE, "failed": FAILED}
# Name of variable-length text, which NumPy's dtype names do not cover.
TEXT = "str"

RECORD: tuple[Variable, ...] = (
    Variable(
        name="status",
        dtype="int8",
        unit="",
        long_name="case status",
        meaning="Whether the case is missing, done or failed; only done cases have an answer.",
        flags=("missing", "done", "failed"),
    ),
    Variable(
        name="error",
        dtype=TEXT,
        unit="",
        long_name="case error",
        meaning="Why the case failed; empty otherwise.",
    ),
    Variable(
        name="seconds", unit="s", long_name="time to solve", meaning="Processor time that the case took."
    ),
    Variable(
        name="key",
        dtype=TEXT,
        unit="",
        long_name="content key",
        meaning="Hash of question, parameters, kept variables and solver version; differs if stale.",
    ),
    Variable(
        name="run", dtype=TEXT, unit="", long_name="solving run", meaning="The launch that solved the case."
    ),
    Variable(
        name="finished",
        dtype=TEXT,
        unit="",
        long_name="time finished",
        meaning="When the case was finished, ISO 8601 in UTC.",
    ),
)
# Variables that nobody plots are in a group below the sweep's, as texts would keep `xr.merge`, `where` and
# `reindex` from working.
ASIDE_GROUP = "record"
ASIDE = frozenset(variable.name for variable in RECORD) - {"status"}


def attributes(variable: Variable) -> dict[str, Any]:
    """A stored array's attributes, by the CF conventions.

    >>> least = Variable(name="least", dtype="int16", unit="points", long_name="least", meaning="Least.")
    >>> attributes(least)
    {'units': 'points', 'long_name': 'least', 'comment': 'Least.', '_FillValue': -1}
    """
    given = {"units": shown(variable.unit), "long_name": variable.long_name, "comment": variable.meaning}
    described: dict[str, Any] = {name: text for name, text in given.items() if text}
    if variable.flags:
        described |= {
            "flag_values": list(range(len(variable.flags))),
            "flag_meanings": " ".join(variable.flags),
        }
    if variable.name != "status" and variable.dtype != TEXT:
        described[FILL] = encoded_fill(fill_value(variable))
    return described


def shown(unit: str) -> str:
    """A unit as an attribute; pure numbers have none, as CF allows: plots would write "[1]" at the axis.

    >>> shown("points"), shown("1")
    ('points', '')
    """
    return "" if unit == "1" else unit


def dtype_name(dtype: object) -> str:
    """The canonical name of a dtype: "float64" for "f8", "str" for any text.

    >>> dtype_name("i2"), dtype_name("<U4")
    ('int16', 'str')
    """
    kind = np.dtype(dtype)  # type: ignore[call-overload]
    return TEXT if kind.kind in "UTO" else str(kind.name)


def fill_value(variable: Variable) -> Any:
    """The value of padding, and of cases that are not solved.

    >>> fill_value(RECORD[0]), fill_value(RECORD[1]), fill_value(RECORD[2])
    (0, '', nan)
    """
    if variable.name == "status":
        return MISSING
    return {"f": float("nan"), "i": -1, "U": ""}[np.dtype(variable.dtype).kind]


def item_bytes(variable: Variable) -> int:
    """Bytes of one element; text counts as 32."""
    return 32 if variable.dtype == TEXT else np.dtype(variable.dtype).itemsize
