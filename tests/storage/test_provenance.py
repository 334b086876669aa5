"""Keys, versions, machine."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.provenance import canonical_json, code_version, content_key, content_keys, host, versions

NAMES = st.text(st.characters(min_codepoint=32), max_size=4)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
LABELS = st.lists(st.booleans() | NUMBERS, min_size=1, max_size=3)


def test_content_key__is_the_same_in_any_order_and_number_type() -> None:
    plain = content_key("race", 1, {"goal": 100, "sides": 6}, ["value", "hold_at"])
    assert content_key("race", 1, {"sides": np.int64(6), "goal": 100}, ["hold_at", "value"]) == plain
    assert len(plain) == 16


@pytest.mark.parametrize(
    "other",
    [
        ("race", 2, {"goal": 100}, ["value"]),
        ("race", 1, {"goal": 101}, ["value"]),
        ("race", 1, {"goal": 100}, []),
        ("r", 1, {"goal": 100}, ["value"]),
    ],
)
def test_content_key__differs_with_each_part(other: tuple[str, int, dict[str, int], list[str]]) -> None:
    assert content_key(*other) != content_key("race", 1, {"goal": 100}, ["value"])


@given(
    question=NAMES,
    version=st.integers(0, 99),
    parameters=st.dictionaries(NAMES, st.booleans() | NUMBERS, max_size=4),
    axes=st.dictionaries(NAMES, LABELS, min_size=1, max_size=3),
    keep=st.lists(NAMES, max_size=3),
)
def test_content_keys__are_those_of_each_case(
    question: str,
    version: int,
    parameters: dict[str, float],
    axes: dict[str, list[float]],
    keep: list[str],
) -> None:
    # A case has a label for each axis; which of them is of no account.
    any_case = {name: labels[-1] for name, labels in axes.items()}
    key_of = content_keys(question, version, parameters | any_case, axes, keep)
    for index in product(*(range(len(labels)) for labels in axes.values())):
        own = {name: labels[place] for (name, labels), place in zip(axes.items(), index, strict=True)}
        assert key_of(index) == content_key(question, version, parameters | own, keep)


def test_canonical_json__refuses_what_json_lacks() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json({"goal": float("nan")})
    with pytest.raises(TypeError, match="expected what JSON has"):
        canonical_json({"goal": object()})


def test_versions__name_what_is_installed() -> None:
    assert {"python", "numpy", "zarr", "icechunk", "xarray", "jeopardice"} <= versions().keys()


def test_code_version__begins_with_the_release() -> None:
    assert code_version().startswith(versions()["jeopardice"])


def test_host__is_one_line() -> None:
    assert "\n" not in host()
    assert "CPU" in host()
