"""Where an answer came from: the hash of its content, versions of the code and of packages, the machine."""

import getpass
import hashlib
import json
import os
import platform
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

PACKAGE = "jeopardice"
# Placeholder for a label; no name and no value contains it.
BLANK = "\0"
BEHIND = ("numpy", "numba", "scipy", "zarr", "xarray", "icechunk", "dask", "prefect")


def canonical_json(value: object) -> str:
    """The canonical JSON of a value: sorted names, no spaces, shortest floats that read back exactly.

    Raises
    ------
    ValueError
        for NaN and infinities, which JSON does not have

    Examples
    --------
    >>> canonical_json({"goal": 100, "dice": (1, 2.0), "doubles": True})
    '{"dice":[1,2.0],"doubles":true,"goal":100}'
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_plain
    )


def content_key(question: str, version: int, parameters: Mapping[str, Any], keep: Iterable[str]) -> str:
    """The hash that identifies an answer, as 16 hexadecimal digits.

    Parameters
    ----------
    question, version : name and version in the catalogue
    parameters : all parameters, defaults included
    keep : names of the stored outputs, in any order

    Examples
    --------
    >>> content_key("race.pig", 1, {"goal": 100}, ["value", "hold_at"])
    'e7357ecb8058b5a8'
    """
    return _digest(_spelled(question, version, parameters, keep).encode())


def content_keys(
    question: str,
    version: int,
    parameters: Mapping[str, Any],
    axes: Mapping[str, Sequence[Any]],
    keep: Iterable[str],
) -> Callable[[Sequence[int]], str]:
    """A function that returns the `content_key` of each case of a sweep by its indices along the axes.

    The JSON that cases share is made once, which takes a seventh of the time.

    Parameters
    ----------
    question, version : as in `content_key`
    parameters : parameters of any case
    axes : values along each axis
    keep : as in `content_key`

    Examples
    --------
    >>> key_of = content_keys("race.pig", 1, {"goal": 50}, {"goal": [50, 100]}, ["value", "hold_at"])
    >>> key_of((1,)) == content_key("race.pig", 1, {"goal": 100}, ["value", "hold_at"])
    True
    """
    blank = {**parameters, **dict.fromkeys(axes, BLANK)}
    first, *between = _spelled(question, version, blank, keep).split(canonical_json(BLANK))
    begun, place_of = first.encode(), {name: place for place, name in enumerate(axes)}
    # Axes in the order of the JSON, each label with the text that follows it.
    parts = [
        (place_of[name], [f"{label}{after}".encode() for label in _each_spelled(axes[name])])
        for name, after in zip(sorted(axes), between, strict=True)
    ]

    def key_of(index: Sequence[int]) -> str:
        return _digest(begun + b"".join([labels[index[axis]] for axis, labels in parts]))

    return key_of


def _spelled(question: str, version: int, parameters: Mapping[str, Any], keep: Iterable[str]) -> str:
    content = {
        "question": question,
        "version": version,
        "parameters": dict(parameters),
        "keep": sorted(set(keep)),
    }
    return canonical_json(content)


def _each_spelled(labels: Sequence[Any]) -> list[str]:
    """JSON of each value; a flag or a number contains no comma."""
    if isinstance(labels[0], str):
        return list(map(canonical_json, labels))
    return canonical_json(list(labels))[1:-1].split(",")


def _digest(spelled: bytes) -> str:
    return hashlib.sha256(spelled).hexdigest()[:16]


@cache
def versions() -> dict[str, str]:
    """Versions of Python and of the packages that an answer depends on, without importing them."""
    found = {"python": platform.python_version()}
    for package in (PACKAGE, *BEHIND):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


@cache
def code_version() -> str:
    """The project's version; from a checkout also its Git commit, with ".changed" if files differ from it."""
    released, checkout = versions().get(PACKAGE, "unknown"), Path(__file__).resolve().parent.parent
    if not (checkout / ".git").exists():
        return released
    commit = _git(checkout, "rev-parse", "--short=12", "--verify", "HEAD")
    if commit is None:
        return released
    return f"{released}+{commit}" + (
        ".changed" if _git(checkout, "status", "--porcelain", "--untracked-files=no") else ""
    )


def host() -> str:
    """The machine, in a few words."""
    return f"{platform.node()} ({platform.system()} {platform.machine()}, {os.cpu_count()} CPUs)"


def user() -> str:
    """The user's name; in a container there may be only a number."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


def _git(checkout: Path, *words: str) -> str | None:
    try:
        asked = subprocess.run(
            ["git", "-C", str(checkout), *words], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return asked.stdout.strip() if asked.returncode == 0 else None


def _plain(value: object) -> object:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"value: expected what JSON has, got {value!r}. Give numbers, text, lists or mappings.")
