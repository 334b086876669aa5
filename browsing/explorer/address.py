"""The state of a page as the query of its address: every view has a permalink.

?sweep=pig/goals&view=values&var=value&x=banked&y=opponent&sel=goal=100&sel=banked=20:60&point=banked=30
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from solvers.errors import expected
from storage.selecting import wanted

VIEWS = {"values": "Values", "compare": "Compare", "runs": "Runs", "failures": "Failures"}
# Names in the query, and the fields that they fill.
SINGLE = {
    "sweep": "sweep",
    "view": "view",
    "at": "at",
    "var": "variable",
    "x": "x",
    "y": "y",
    "with": "other",
    "with_at": "other_at",
}
SEVERAL = {"sel": "labels", "point": "point"}
# Value of y for a line plot instead of a map.
LINE = "-"


@dataclass(frozen=True)
class Address:
    """The state of a page; "" leaves a choice to the page.

    Parameters
    ----------
    sweep : name of the sweep; "" lists all sweeps
    view : one of `VIEWS`
    at : state of the sweep; "" follows the newest one
    variable : the plotted variable
    x, y : the plotted dimensions; y is `LINE` for a line
    labels : by dimension, the label at which it is fixed, or the range FIRST:LAST of x or y
    point : by dimension x and y, the position of the cross-sections
    other, other_at : sweep and state to compare with
    """

    sweep: str = ""
    view: str = "values"
    at: str = ""
    variable: str = ""
    x: str = ""
    y: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    point: Mapping[str, str] = field(default_factory=dict)
    other: str = ""
    other_at: str = ""

    def but(self, **changes: Any) -> "Address":
        """Return the address with other fields."""
        return replace(self, **changes)

    def query(self) -> str:
        """Return the permalink from its question mark on; "" for the list of sweeps.

        >>> Address("pig", variable="value", labels={"goal": "100"}).query()
        '?sweep=pig&var=value&sel=goal%3D100'
        """
        said = [(word, getattr(self, name)) for word, name in SINGLE.items()]
        given = [(word, text) for word, text in said if text and (word, text) != ("view", "values")]
        for word, name in SEVERAL.items():
            given += [(word, f"{dim}={label}") for dim, label in getattr(self, name).items()]
        return f"?{urlencode(given, safe='/:,')}" if given else ""


def read(arguments: Mapping[str, Sequence[str]]) -> Address:
    """Parse the address of a query.

    Parameters
    ----------
    arguments : values by name, as a web server parses the query

    Raises
    ------
    InvalidRules
        if a name is unknown or occurs twice, or a value has the wrong form
    """
    found: dict[str, Any] = {}
    for word, values in arguments.items():
        if word in SEVERAL:
            found[SEVERAL[word]] = {dim: _one(dim, label) for dim, label in wanted(list(values)).items()}
        elif word not in SINGLE:
            known = ", ".join([*SINGLE, *SEVERAL])
            raise expected("address", f"some of {known}", word, "Correct it, or open the first page.")
        else:
            found[SINGLE[word]] = _one(word, list(values))
    if found.get("view", "values") not in VIEWS:
        raise expected("view", f"one of {', '.join(VIEWS)}", found["view"], "Correct the address.")
    return Address(**found)


def _one(name: str, given: str | Sequence[str]) -> str:
    if not isinstance(given, str) and len(given) != 1:
        raise expected(name, "one value", ", ".join(given), "Leave the others out of the address.")
    return given if isinstance(given, str) else given[0]
