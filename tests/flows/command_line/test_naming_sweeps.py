"""A sweep is named as a word after the command, or by --sweep; by both only if they agree."""

from pathlib import Path

import pytest

from storage.repository import Store
from tests.commands import Command, one_line
from tests.sweeps import race, solved_store, trio


@pytest.fixture
def stored(tmp_path: Path) -> Store:
    keep = ("win_probability", "first_player_advantage", "hold_at", "value")
    return solved_store(tmp_path, race([5, 6], keep=keep), trio())


@pytest.mark.parametrize("command", ["show", "verify", "fairest", "history", "plot", "export out.csv"])
@pytest.mark.usefixtures("stored")
def test_sweep__is_named_as_a_word_or_as_an_option(jeopardice: Command, command: str) -> None:
    words = command.split()
    plain = jeopardice(*words, "small/race")
    assert plain.code == 0, plain.error
    option = jeopardice(*words, "--sweep", "small/race")
    both = jeopardice(*words, "small/race", "--sweep", "small/race")
    assert option == both == plain
    other = jeopardice(*words, "small/race", "--sweep", "small/trio")
    assert other.code == 2
    assert "small/trio" in one_line(other.error)


@pytest.mark.parametrize(
    "command", ["show", "verify", "fairest", "history", "plot", "export out.csv", "exploit"]
)
@pytest.mark.usefixtures("stored")
def test_sweep__that_is_misspelt_has_its_nearest(jeopardice: Command, command: str) -> None:
    said = jeopardice(*command.split(), "small/rase")
    assert said.code == 2
    assert one_line(said.error) == (
        "error: SWEEP: the store has no sweep 'small/rase', only small/race, small/trio."
        " Did you mean 'small/race'?"
    )


@pytest.mark.usefixtures("stored")
def test_plot__of_what_is_no_sweep_names_questions(jeopardice: Command) -> None:
    said = jeopardice("plot", "race.pgi")
    assert said.code == 2
    assert "question: expected one of the catalogue, got 'race.pgi'. Nearest: race.pig" in said.error
    said = jeopardice("plot", "small/race", "goal=5")
    assert "Select cases with --sel goal=5." in said.error


@pytest.mark.usefixtures("stored")
def test_export__of_no_format_says_where_the_sweep_goes(jeopardice: Command) -> None:
    said = jeopardice("export", "small/race", "out.csv")
    assert said.code == 2
    assert one_line(said.error) == (
        "error: path: 'small/race' ends in none of .zarr, .nc, .csv, .parquet, which say the format."
        " Give the path first, then the sweep."
    )
    assert not Path("out.csv").exists()


def test_play__has_its_keys_in_whole_lines(jeopardice: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    keys = jeopardice("play", "--help").out.split("Keys, ")[1].splitlines()
    assert "w why the opponent did that, s save, q quit, ? help." in one_line(" ".join(keys))
    full = [line.strip() for line in keys if line.strip()]
    assert len(full) == 3
    assert all(len(line) > 60 for line in full[:-1])
