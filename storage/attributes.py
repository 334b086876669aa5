"""Attributes that every format can hold: text, numbers and lists of numbers. Nested ones become JSON text.

NetCDF knows no mappings; a dataset whose attributes hold one could not be written by `to_netcdf`.
"""

import base64
import json
import struct
from collections.abc import Mapping
from typing import Any

FILL = "_FillValue"


def flat(attrs: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes with mappings, lists and flags as JSON text; others unchanged.

    >>> flat({"title": "Pig", "versions": {"numpy": "2.4"}})
    {'title': 'Pig', 'versions': '{"numpy": "2.4"}'}
    """
    return {
        name: value if type(value) in (str, int, float) else json.dumps(value)
        for name, value in attrs.items()
    }


def nested(attrs: Mapping[str, Any], name: str) -> dict[str, Any]:
    """One attribute that was a mapping before `flat`; stores of format 1 hold the mapping itself.

    >>> nested({"versions": '{"numpy": "2.4"}'}, "versions")
    {'numpy': '2.4'}
    """
    found = attrs.get(name, {})
    return dict(json.loads(found) if isinstance(found, str) else found)


def encoded_fill(fill: int | float) -> int | str:
    """A CF fill value as xarray reads it from a Zarr array's attributes, as JSON has no NaN.

    >>> encoded_fill(-1), encoded_fill(float("nan"))
    (-1, 'AAAAAAAA+H8=')
    """
    return fill if isinstance(fill, int) else base64.standard_b64encode(struct.pack("<d", fill)).decode()
