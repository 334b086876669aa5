"""The arithmetic of layouts, and the schema."""

import pickle

import numpy as np
import pytest

from solvers.outputs.output import Output, Role, Variable
from storage.errors import LayoutMismatch, StoreNotFound
from storage.layout import Layout, lay_out
from storage.merging import merge
from storage.schema import DONE, RECORD, attributes, fill_value

WIN = Variable(name="win_probability", long_name="win probability", meaning="Chance to win from the start.")
VALUE = Variable(
    name="value",
    dims=("banked", "opponent"),
    long_name="win probability",
    meaning="Chance to win at each score.",
)
HUGE = Variable(
    name="policy", dims=("a", "b", "c"), dtype="int8", unit="", long_name="policy", meaning="Whether to hold."
)


def thresholds(**changes: object) -> Layout:
    given = {
        "axes": {"first": range(20, 31), "second": range(20, 31)},
        "dims": {},
        "variables": [WIN],
        "symmetric": [("first", "second")],
    }
    return lay_out(**{**given, **changes})  # type: ignore[arg-type]


def scores(goal: int) -> dict[str, np.ndarray]:
    return {"banked": np.arange(goal), "opponent": np.arange(goal)}


def test_tile__is_about_a_megabyte_of_the_largest_variable() -> None:
    layout = lay_out({"goal": range(10, 110)}, scores(100), [WIN, VALUE])
    assert layout.chunks(VALUE) == (12, 100, 100)
    assert layout.shape(VALUE) == (100, 100, 100)


def test_tile__has_equal_lengths_on_symmetric_axes() -> None:
    layout = thresholds(dims=scores(100), variables=[VALUE])
    assert layout.tile == {"first": 3, "second": 3}
    mirrored = {tuple(reversed(index)) for index in layout.tile_cases((0, 3))}
    assert mirrored == set(layout.tile_cases((3, 0)))


def test_tile__is_one_case_where_nothing_has_dimensions() -> None:
    assert thresholds().tile == {"first": 1, "second": 1}


def test_tile__has_no_more_cases_than_wanted() -> None:
    flags = {f"flag_{place}": (False, True) for place in range(8)}
    layout = lay_out(
        flags,
        {"banked": np.arange(5)},
        [Variable(name="v", dims=("banked",), dtype="int16", unit="", long_name="v", meaning="V.")],
    )
    assert len(layout.tile_cases((0,) * 8)) == 16


def test_tiles__cover_each_case_once() -> None:
    layout = thresholds(dims=scores(100), variables=[VALUE])
    cases = [case for tile in layout.tiles() for case in layout.tile_cases(tile)]
    assert len(cases) == len(set(cases)) == layout.cases == 121
    assert all(case in layout.tile_cases(layout.tile_of(case)) for case in cases)


def test_chunks__of_numbers_are_one_over_all_cases_up_to_a_cap() -> None:
    assert thresholds().chunks(WIN) == (11, 11)
    axes = {"a": range(1000), "b": range(1000)}
    assert lay_out(axes, {}, [WIN]).chunks(WIN) == (100, 1000)
    assert lay_out(axes, {}, [WIN], whole="a").chunks(WIN) == (1000, 100)


def test_chunks__of_a_huge_case_are_boxes_so_that_slices_along_any_dimension_are_cheap() -> None:
    dims = {name: np.arange(500) for name in "abc"}
    chunks = lay_out({"goal": (500,)}, dims, [HUGE]).chunks(HUGE)
    assert chunks == (1, 125, 125, 125)


def test_chunks__of_a_case_that_is_quickly_read_are_whole() -> None:
    dims = {name: np.arange(100) for name in "abc"}
    assert lay_out({"goal": (100,)}, dims, [HUGE]).chunks(HUGE) == (1, 100, 100, 100)


def test_nbytes__counts_the_record_too() -> None:
    assert lay_out({"goal": range(10)}, scores(100), [VALUE]).nbytes() == 10 * (
        100 * 100 * 8 + 1 + 8 + 4 * 32
    )


def test_layout__without_axes_is_one_case() -> None:
    layout = lay_out({}, scores(10), [VALUE])
    assert layout.cases == 1
    assert layout.tile_cases(()) == [()]


def test_layout__keeps_no_functions_of_the_outputs() -> None:
    output = Output(
        name="win", role=Role.VALUE, dtype="f8", long_name="win", meaning="Chance.", of=lambda answer: answer
    )
    layout = pickle.loads(pickle.dumps(lay_out({"goal": (1,)}, {}, [output])))
    assert layout.variables == (Variable(name="win", long_name="win", meaning="Chance."),)


@pytest.mark.parametrize(
    ("axes", "problem"),
    [
        ({"goal": ()}, "goal: expected one label or more"),
        ({"goal": (1, 1)}, "goal: expected each label once, got 1 twice"),
        ({"goal": (1, True)}, "either flags or numbers"),
        ({"status": (1, 2)}, "status: expected one meaning"),
    ],
)
def test_lay_out__refuses_axes_that_cannot_be_told_apart(
    axes: dict[str, tuple[int, ...]], problem: str
) -> None:
    with pytest.raises(LayoutMismatch, match=problem):
        lay_out(axes, {}, [WIN])


def test_merge__joins_labels_in_order_and_takes_the_longest_dimension() -> None:
    old = lay_out({"goal": (10, 30), "flag": (True,)}, scores(30), [VALUE])
    merged = merge(old, lay_out({"goal": (20, 40), "flag": (False,)}, scores(40), [VALUE, WIN]))
    assert merged.axes == {"goal": (10, 20, 30, 40), "flag": (False, True)}
    assert merged.dims["banked"].size == 40
    assert merged.variables == (VALUE, WIN)


def test_merge__leaves_alone_what_fits_already() -> None:
    old = lay_out({"goal": (30, 10)}, scores(30), [VALUE], most_cases=1)
    assert merge(old, lay_out({"goal": (10,)}, scores(10), [VALUE])) == old


@pytest.mark.parametrize(
    "new",
    [
        lay_out({"sides": (4,)}, scores(5), [VALUE]),
        lay_out({"goal": (4.5,)}, scores(5), [VALUE]),
        lay_out({"goal": (4,)}, {**scores(5), "banked": np.arange(5) + 1}, [VALUE]),
        lay_out(
            {"goal": (4,)},
            {"banked": np.arange(5)},
            [Variable(name="value", dims=("banked",), long_name="v", meaning="V.")],
        ),
    ],
)
def test_merge__refuses_what_cannot_share_a_sweep(new: Layout) -> None:
    with pytest.raises(LayoutMismatch, match="another sweep name or another store"):
        merge(lay_out({"goal": (10,)}, scores(10), [VALUE]), new)


def test_fingerprint__changes_with_places_only() -> None:
    before = thresholds().fingerprint
    assert thresholds(axis_attrs={"first": {"units": "points"}}).fingerprint == before
    assert thresholds(axes={"first": range(20, 32), "second": range(20, 31)}).fingerprint != before


def test_attributes__name_the_status_codes() -> None:
    assert attributes(RECORD[0])["flag_values"] == [0, 1, 2]
    assert attributes(RECORD[0])["flag_meanings"].split()[DONE] == "done"


def test_fill_value__is_none_of_the_statuses_but_missing() -> None:
    assert [
        fill_value(Variable(name="v", dtype=dtype, unit="", long_name="v", meaning="V."))
        for dtype in ("int16", "str")
    ] == [
        -1,
        "",
    ]


def test_errors__survive_pickling() -> None:
    error = pickle.loads(pickle.dumps(StoreNotFound("store: expected one.")))
    assert (type(error), str(error)) == (StoreNotFound, "store: expected one.")
    assert isinstance(error, FileNotFoundError)
