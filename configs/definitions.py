"""The definitions of a JSON schema: one that occurs in several places is defined once, and referred to."""

import json
from typing import Any

Schema = dict[str, Any]


class Definitions:
    """Schemas by name, for `$defs`. If a name is taken by another schema, the new one gets a number.

    Examples
    --------
    >>> known = Definitions()
    >>> known.refer("goal", {"minimum": 2}), known.refer("goal", {"minimum": 3})
    ({'$ref': '#/$defs/goal'}, {'$ref': '#/$defs/goal.2'})
    >>> known.refer("goal", {"minimum": 2})
    {'$ref': '#/$defs/goal'}
    """

    def __init__(self) -> None:
        self.schemas: dict[str, Schema] = {}
        self._names: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def refer(self, name: str, schema: Schema) -> Schema:
        """A reference to a schema, which is defined if it is new.

        Parameters
        ----------
        name : name of the schema; only schemas with one name share a definition
        schema : the schema
        """
        key = name + json.dumps(schema, sort_keys=True)
        if key not in self._names:
            self._counts[name] = count = self._counts.get(name, 0) + 1
            self._names[key] = name if count == 1 else f"{name}.{count}"
            self.schemas[self._names[key]] = schema
        return {"$ref": f"#/$defs/{self._names[key]}"}
