"""A store in Icechunk's second format is read where Icechunk can, and nowhere called damaged."""

import tarfile
from pathlib import Path

import pytest

from storage.creation import CREATE
from tests.commands import Command

CAN_READ = "spec_version" in CREATE


@pytest.fixture(autouse=True)
def second(jeopardice: Command) -> Path:
    """A store of one sweep, which Icechunk 2 made in a format that is not its choice here."""
    with tarfile.open(Path(__file__).parents[1] / "stores" / "icechunk_format_2.tar.gz") as packed:
        packed.extractall(jeopardice.home, filter="data")
    return (jeopardice.home / "second_format").rename(jeopardice.home / "store")


@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize("command", ["check", "restore"])
def test_second_format__is_not_taken_for_damage(command: str, second: Path, jeopardice: Command) -> None:
    before = sorted(second.rglob("*"))
    said = jeopardice(command)
    assert said.error.startswith(f"error: {command}: the store at store is in Icechunk's second format.")
    assert sorted(second.rglob("*")) == before


@pytest.mark.skipif(CAN_READ, reason="this version of Icechunk reads it")
@pytest.mark.parametrize("words", [("ls",), ("run", "pig/hold_at_n", "--serial")])
def test_second_format__is_named_where_it_cannot_be_read(words: tuple[str, ...], jeopardice: Command) -> None:
    assert jeopardice(*words).error == (
        "error: The store at store is in Icechunk's second format, which this version of Icechunk cannot"
        " read. Use Python 3.12 or later.\n"
    )


@pytest.mark.skipif(not CAN_READ, reason="this version of Icechunk does not read it")
def test_second_format__is_read_where_it_can_be(jeopardice: Command) -> None:
    said = jeopardice("show", "small/race", "--sel", "goal=5")
    assert (said.code, "0.79704797048" in said.out) == (0, True)
