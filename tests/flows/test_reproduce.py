"""`jeopardice reproduce`: the table, its files, and that a wrong number is not let through."""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from flows.command_line.completing import papers
from flows.commands import reproduce
from flows.commands.reproducing.pictures import REDRAWN, Redrawn
from pictures.drawing import draw
from pictures.view import fitting, view
from solvers.published import computed as recipes
from solvers.published import verdict
from solvers.published.computed import COMPUTED, Computed, Reading
from solvers.published.figure import Figure, Numbers, apart, text
from solvers.published.figures import FIGURES, figure
from solvers.published.papers import PAPERS
from solvers.published.verdict import AGREES, DIFFERS, EXPLAINED, NOT_REPRODUCED, judged
from tests.commands import Command, one_line

QUICK = (
    "tt-restricted-3",
    "tt-table6",
    "tt-never-optimal",
    "tt-frequencies",
    "pig-turn-growth",
    "piglet-001",
    "hold20-22",
    "sim2-local-minima",
    "sim2-stackelberg",
)
# Larger games than any other figure needs.
SLOW = (
    "sim2-hold25",
    "sim2-cycle",
    "sim2-stackelberg",
    "sim2-committing",
    "sim2-answering",
    "sim2-local-minima",
    "sim3-best",
    "showdown-21",
)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only figures that are computed at once, of every kind."""
    monkeypatch.setattr(reproduce, "FIGURES", tuple(figure(name) for name in QUICK))
    monkeypatch.setenv("COLUMNS", "80")


def test_figures__have_each_one_recipe() -> None:
    names = [known.id for known in FIGURES]
    assert len(names) == len(set(names)) == 53
    assert set(COMPUTED) == set(names)
    for known in FIGURES:
        assert (known.corrected is None) == (not known.erratum)
        assert known.corrected is None or COMPUTED[known.id].again is not None
        # What is called open says how else it may be meant.
        assert known.open == bool(COMPUTED[known.id].readings)


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(one, id=one.id, marks=pytest.mark.long if one.id.startswith(SLOW) else ())
        for one in FIGURES
    ],
)
def test_figures__agree_or_are_explained(known: Figure) -> None:
    row = judged(known)
    differs = NOT_REPRODUCED if known.open else EXPLAINED
    assert row.verdict == (differs if known.erratum else AGREES), row


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_reproduce__prints_every_figure_with_its_verdict_at_80_columns(jeopardice: Command) -> None:
    said = jeopardice("reproduce")
    assert (said.code, said.error) == (0, "")
    lines = said.out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    row = {name: one_line(after) for name, after in pairwise(lines)}
    assert one_line(lines[4]) == "where printed computed verdict"
    assert (
        row["Ten Thousand: expected chips of a turn, with move m5"]
        == "Table 4 5.8012180037 5.801180037022 differs: explained"
    )
    assert (
        row["Ten Thousand: value and best action of every state"]
        == "Table 6 4563 numbers 4558 agree differs: explained"
    )
    assert (
        row["Ten Thousand: chips and frequency of every configuration"]
        == "Table 5 270 numbers 270 agree agrees"
    )
    assert row["Piglet to 2: chance to win at 0 to 0, 1 point at risk"] == "section 3.3 5/7 5/7 agrees"
    assert row["Two at once: chances of the Stackelberg policies"].endswith("not reproduced")
    headings = [line for line in lines if line.split("  ")[-1] in [one.id for one in PAPERS]]
    assert headings == [
        "Crocce & Mordecki 2014  crocce-mordecki-2014",
        "Neller, Russell & Markov 2012  neller-russell-markov-2012",
        "possiblywrong  possiblywrong-single-turn-pig",
        "Zhu, Ma, Chen & Liu 2023  zhu-ma-chen-liu-2023",
    ]
    told = one_line(said.out)
    assert "differs: explained A 2 has slipped in" in told
    assert "16 20 25 33 16 19 25 33 50 differs: explained" in told
    assert "Again by backward induction in fractions: 5.8011800370" in told
    assert (
        "As printed, if it is the first cycling policy, from hold at 25, and the one who commits against each"
        " other: 0.49999967" in told
    )
    assert "9 figures: 4 agree, 4 differ for a known reason, 1 could not be reproduced." in told


def test_reproduce__of_one_paper_prints_its_figures_only(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = jeopardice("reproduce", "--paper", "neller-russell-markov-2012")
    assert (said.code, said.error) == (0, "")
    assert all(len(line) <= 80 for line in said.out.splitlines())
    assert "Solving the dice game Pig" in said.out
    assert "Progressive Pig to 100: turn totals where the choice changes, 15 to 70" in said.out
    assert "Ten Thousand" not in said.out
    assert said.out.endswith("8 figures: 8 agree.\n")


def test_reproduce__names_the_nearest_paper_and_all(jeopardice: Command) -> None:
    said = jeopardice("reproduce", "--paper", "neller-pressr-2004")
    assert (said.code, said.out) == (2, "")
    told = one_line(said.error)
    assert "--paper: expected one of" in told
    assert all(one.id in told for one in PAPERS)
    assert "Did you mean neller-presser-2004?" in told


def test_papers__are_completed() -> None:
    assert papers("neller-p") == ["neller-presser-2004"]
    assert papers("") == [one.id for one in PAPERS]


def test_names__fit_a_line_and_differ_and_say_where() -> None:
    names = [known.name for known in FIGURES]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 72 for name in names)
    assert all(known.where and known.paper in PAPERS for known in FIGURES)
    assert [known for one in PAPERS for known in FIGURES if known.paper == one] == list(FIGURES)


@pytest.mark.long
def test_reproduce__draws_the_pictures_of_a_paper(jeopardice: Command, tmp_path: Path) -> None:
    said = jeopardice("reproduce", "--paper", "neller-presser-2004", "--pictures", "out/pictures")
    assert (said.code, said.error) == (0, "")
    drawn = sorted(path.name for path in (tmp_path / "out/pictures").iterdir())
    assert drawn == [
        f"neller-presser-2004-{name}.png"
        for name in ("chance-to-win", "reachable-states", "roll-hold-boundary", "when-to-roll")
    ]
    assert all(f"Wrote out/pictures/{name}: " in said.out for name in drawn)
    assert all((tmp_path / "out/pictures" / name).read_bytes().startswith(b"\x89PNG") for name in drawn)
    said = jeopardice("reproduce", "--paper", "osborne-2003", "--pictures", "none")
    assert said.code == 0
    assert "No picture of Osborne 2003 can be drawn." in said.out
    Path("file").touch()
    said = jeopardice("reproduce", "--paper", "osborne-2003", "--pictures", "file")
    assert said.code == 2
    assert "--pictures: expected a directory" in one_line(said.error)


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(one, id=one.file, marks=pytest.mark.long if one.paper.id.startswith("zhu") else ())
        for one in REDRAWN
    ],
)
def test_redrawn__fit_the_dataset_that_they_are_drawn_from(one: Redrawn) -> None:
    dataset = one.dataset()
    assert fitting((one.picture,), dataset) == [one.picture]
    assert draw(view(one.picture, dataset)).axes


@pytest.mark.parametrize("name", [pytest.param("figures.nc", marks=pytest.mark.long), "figures.zarr"])
@pytest.mark.usefixtures("quick")
def test_reproduce__writes_markdown_and_a_dataset_that_opens_again(
    jeopardice: Command, tmp_path: Path, name: str
) -> None:
    older = xr.Dataset({"older": ("figure", [1.0])})
    if name.endswith("zarr"):
        older.to_zarr(name, consolidated=False)
    else:
        older.to_netcdf(name, engine="h5netcdf")
    said = jeopardice("reproduce", "--markdown", "out/figures.md", "--dataset", name)
    assert said.code == 0
    assert "Wrote out/figures.md" in said.out
    check_dataset(name)
    lines = (tmp_path / "out/figures.md").read_text().splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    assert {len(cells) for cells in table} == {8}
    assert [cells[-1] for cells in table[2:]] == list(QUICK)
    assert table[2 + QUICK.index("piglet-001")] == [
        "Piglet to 2: chance to win at 0 to 0, 1 point at risk",
        "5/7",
        "5/7",
        "0",
        "agrees",
        "Neller, Russell & Markov 2012, section 3.3",
        "neller-russell-markov-2012",
        "piglet-001",
    ]
    assert any(
        line.startswith(
            "- Ten Thousand: expected chips of a turn, with move m5 (`tt-restricted-3`), differs: explained:"
            " a 2 has slipped in"
        )
        for line in lines
    )


def check_dataset(name: str) -> None:
    """It has the figures that are quick, and nothing of an older one."""
    opened = xr.open_zarr(name) if name.endswith("zarr") else xr.open_dataset(name, engine="h5netcdf")
    with opened as ds:
        ds.load()
        assert "older" not in ds
        assert ds.figure.values.tolist() == list(QUICK)
        piglet = ds.sel(figure="piglet-001")
        assert piglet["name"].item() == "Piglet to 2: chance to win at 0 to 0, 1 point at risk"
        assert piglet.paper.item() == "neller-russell-markov-2012"
        row = ds.sel(figure="tt-restricted-3")
        assert row.published.values[0] == 5.8012180037
        assert row.computed.values[0] == pytest.approx(5.80118003702, abs=1e-11)
        assert row.corrected.values[0] == 5.801180037
        assert np.isnan(row.computed.values[1:]).all()
        assert row.verdict.item() == "differs: explained"
        assert str(row.note.item()).startswith("a 2 has slipped in")
        minima = ds.sel(figure="sim2-local-minima").computed
        assert minima.values[:6].tolist()[:5] == [16, 19, 25, 33, 50]
        assert ds.sel(figure="sim2-stackelberg").verdict.item() == "not reproduced"


def test_reproduce__refuses_a_dataset_of_no_format(jeopardice: Command) -> None:
    said = jeopardice("reproduce", "--dataset", "figures.txt")
    assert said.code == 2
    assert "--dataset: expected a path that ends in .nc or .zarr, got 'figures.txt'." in one_line(said.error)


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_reproduce__leaves_a_store_alone(jeopardice: Command, tmp_path: Path) -> None:
    (tmp_path / "store.zarr").mkdir()
    (tmp_path / "store.zarr" / "kept").touch()
    said = jeopardice("reproduce", "--dataset", "store.zarr")
    assert said.code == 2
    assert "--dataset: expected a Zarr group or nothing, got 'store.zarr'." in one_line(said.error)
    assert (tmp_path / "store.zarr" / "kept").exists()


@dataclass
class Recipes:
    """COMPUTED with one entry replaced."""

    patch: pytest.MonkeyPatch

    def put(
        self, name: str, numbers: Numbers, again: Numbers | None = None, read: Numbers | None = None
    ) -> None:
        """Have a figure come out as these numbers."""
        second = None if again is None else lambda: again
        readings = () if read is None else (Reading("it is another", lambda: read),)
        self.patch.setitem(recipes.COMPUTED, name, Computed(lambda: numbers, second, "hand", readings))


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Recipes:
    """A way to change what comes out."""
    assert verdict.COMPUTED is recipes.COMPUTED
    return Recipes(monkeypatch)


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_reproduce__ends_with_1_if_a_figure_differs(jeopardice: Command, other: Recipes) -> None:
    other.put("hold20-22", (0.0741888,))
    said = jeopardice("reproduce", "--markdown", "figures.md")
    assert said.code == 1
    assert "differs 0.0741888 is not within 1e-15 of what is printed." in one_line(said.out)
    assert "1 differs for no known reason" in one_line(said.out)
    assert "| differs |" in Path("figures.md").read_text()


@pytest.mark.parametrize(
    ("name", "numbers", "again"),
    [
        ("pig-race", (0.53066,), None),
        ("pig-race", (float("nan"),), None),
        ("piglet-000", (4 / 7 + 1e-14,), None),
        ("piglet-000", (), None),
        ("sim3-best", (25, 26), None),
        # Not what the print should read; not so by the second route; the print after all; no second route.
        ("tt-restricted-3", (5.8011900370,), (5.8011900370,)),
        ("tt-restricted-3", (5.8011800370,), (5.8012180037,)),
        ("tt-restricted-3", (5.8012180037,), (5.8012180037,)),
        ("tt-restricted-3", (5.8011800370,), None),
        ("sim2-local-minima", (16, 19, 25, 33), (16, 19, 25, 33)),
        # Not reproduced is no excuse for another number, nor for the print.
        ("sim2-cycle-mae", (3.346e-7,), (3.346e-7,)),
        ("sim2-cycle-mae", (3.4e-7,), (3.4e-7,)),
    ],
)
def test_judged__lets_nothing_wrong_through(
    other: Recipes, name: str, numbers: Numbers, again: Numbers | None
) -> None:
    other.put(name, numbers, again)
    assert judged(figure(name)).verdict == DIFFERS


def test_judged__looks_at_what_is_read_into_an_open_print(other: Recipes) -> None:
    for read, found in ((3.346e-7, NOT_REPRODUCED), (3.347e-7, DIFFERS), (float("nan"), DIFFERS)):
        other.put("sim2-cycle-mae", (3.367e-7,), (3.367e-7,), (read,))
        row = judged(figure("sim2-cycle-mae"))
        assert row.verdict == found
        assert text((read,)) in row.note
    assert row.note == "nan is not what is printed, if it is another."


def test_judged__takes_half_the_last_printed_digit(other: Recipes) -> None:
    for computed, found in ((0.53064, AGREES), (0.53056, AGREES), (0.53066, DIFFERS), (0.53054, DIFFERS)):
        other.put("pig-race", (computed,))
        assert judged(figure("pig-race")).verdict == found


def test_apart__is_infinite_where_nothing_can_be_compared() -> None:
    assert apart((1, 2), (1,)) == apart((1.0,), (float("nan"),)) == float("inf")
    assert apart((1, 2), (1, 2.5)) == 0.5


def test_text__keeps_all_digits_unless_told_how_many() -> None:
    assert text((0.62454083420125672,)) == "0.6245408342012567"
    assert text((0.62454083420125672, 8.14, 25, 0.0), 12) == "0.624540834201 8.14 25 0"
