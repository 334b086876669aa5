"""What is read without xarray is what xarray reads."""

import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from storage.errors import NotInStore
from storage.query import axes_of, check_number, numbers_of, open_sweep, select
from storage.repository import Store
from tests.sweeps import new_store, race, solve, trio

RACE, TRIO = "small/race", "small/trio"
PARTS = [
    (RACE, {}),
    (RACE, {"goal": 7}),
    (RACE, {"goal": "6:9", "banked": 2}),
    (RACE, {"goal": [12, 5], "banked": "1:3", "opponent": [0, 4]}),
    (TRIO, {}),
    (TRIO, {"first_hold_at": 3, "second_hold_at": "5:8"}),
    (TRIO, {"first_hold_at": 8, "second_hold_at": 5, "second_opponent": 4, "banked": "6:9"}),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    made = new_store(tmp_path_factory.mktemp("stored"))
    solve(race(keep=("win_probability", "value", "hold_at")), made)
    solve(trio(), made)
    return made


def check_same(store: Store, sweep: str, wanted: dict[str, Any]) -> None:
    """The part of a sweep is the same both ways: names, sizes, attributes, values."""
    found, right = (
        select(store.stored(sweep), wanted),
        select(open_sweep(store, sweep, record=True), wanted),
    )
    assert dict(found.sizes) == dict(right.sizes)
    assert set(found.coords) == set(right.coords)
    assert set(found.data_vars) == set(right.data_vars)
    assert set(numbers_of(found)) == set(numbers_of(right))
    assert axes_of(found) == axes_of(right)
    assert found.attrs.items() >= right.attrs.items()
    for name in (*right.coords, *right.data_vars):
        assert name in found
        one, other = found[str(name)], right[name]
        assert (one.dims, one.shape) == (other.dims, other.shape)
        assert one.attrs.items() >= other.attrs.items()
        np.testing.assert_array_equal(one.values, other.values)
        if not one.dims:
            assert one.item() == other.item() or np.isnan(one.item())


@pytest.mark.parametrize(("sweep", "wanted"), PARTS)
def test_stored__is_what_xarray_reads(store: Store, sweep: str, wanted: dict[str, Any]) -> None:
    check_same(store, sweep, wanted)


def test_stored__of_format_1_is_what_xarray_reads(tmp_path: Path) -> None:
    with tarfile.open(Path(__file__).parents[1] / "stores" / "format_1.tar.gz") as packed:
        packed.extractall(tmp_path, filter="data")
    old = Store.open(str(tmp_path / "format_1"))
    check_same(old, RACE, {})
    check_same(old, RACE, {"goal": 5})


def test_stored__reads_an_old_state(store: Store) -> None:
    before = store.history(RACE)[-1].id
    assert (store.stored(RACE, before)["status"].values == 0).all()


def test_stored__names_what_there_is_instead(store: Store) -> None:
    with pytest.raises(NotInStore, match=r"has no sweep 'small/duo', only small/race, small/trio"):
        store.stored("small/duo")
    with pytest.raises(
        NotInStore, match=r"There is no axis 'gaol'\. The axes are goal, banked, .* Did you mean 'goal'"
    ):
        select(store.stored(RACE), {"gaol": 7})
    with pytest.raises(NotInStore, match=r"goal: there is no label 4\. The nearest are 5, 6, 7"):
        select(store.stored(RACE), {"goal": 4})


def test_check_number__refuses_tables_and_what_is_not_there(store: Store) -> None:
    check_number(store.stored(RACE), "win_probability")
    with pytest.raises(NotInStore, match="value has several numbers per case, along banked, "):
        check_number(store.stored(RACE), "value")
    with pytest.raises(NotInStore, match=r"There is no variable '.*'\. The sweep has .*Did you mean 'value'"):
        check_number(store.stored(RACE), "valu")
