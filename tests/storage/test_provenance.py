"""Keys, versions, machine."""

import numpy as np
import pytest

from storage.provenance import canonical_json, code_version, content_key, host, versions


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
