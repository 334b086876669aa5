"""Files that nobody has written by hand, lists of mistakes that nobody would read, and misspelt variables."""

import sys
from io import StringIO

import pytest

from playing.saving import link
from playing.setup import set_up
from storage.repository import Store
from tests.commands import Command, one_line
from tests.sweeps import new_store, solve, trio

MILLION = 1_000_000


@pytest.mark.parametrize(
    ("words", "most", "said"),
    [
        ("run FILE --dry-run", 4, "config: expected a file of at most 4 MB"),
        ("rules FILE", 4, "rules: expected a file of at most 4 MB"),
        ("solve race.own rules=FILE", 4, "rules: expected a file of at most 4 MB"),
        ("judge pig FILE", 32, "is too large: expected a file of at most 32 MB"),
        ("play --replay FILE", 1, "is too large: expected a file of at most 1 MB"),
    ],
)
def test_file__of_too_many_megabytes_is_refused_before_it_is_read(
    words: str, most: int, said: str, jeopardice: Command
) -> None:
    file = jeopardice.home / "large.yaml"
    # Nothing but zeros, of which the disk keeps none: only who reads on finds that they are no text.
    with file.open("wb") as large:
        large.truncate(most * MILLION + 1)
    found = jeopardice(*words.replace("FILE", str(file)).split())
    assert found.code == 2
    assert said in one_line(found.error)
    assert found.error.count("\n") == 1


def test_config__of_many_mistakes_names_twenty(jeopardice: Command) -> None:
    several = "\n---\n".join(f"name: a/b{number}\ncolour: red" for number in range(30))
    (jeopardice.home / "several.yaml").write_text(several)
    said = jeopardice("run", "several.yaml", "--dry-run").error.splitlines()
    assert len(said) == 21
    assert said[-1].startswith("... and ")
    assert said[-1].endswith(" more of the same kind.")


def test_rules__of_many_mistakes_name_twenty(jeopardice: Command) -> None:
    throws = "".join(f"  t{number}:\n    dice: [nonsense]\n    results: []\n" for number in range(40))
    (jeopardice.home / "wrong.yaml").write_text(f"name: wrong\nthrows:\n{throws}")
    said = jeopardice("rules", "wrong.yaml").error.splitlines()
    assert len(said) == 21
    assert said[-1].endswith(" more of the same kind.")


def test_replay__takes_links_of_any_length(jeopardice: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("q\n"))
    setup = set_up("hog", {"goal": 15}, seed=1)
    long = jeopardice("play", "--replay", link(setup, [12] * 300))
    # The game is over long before.
    assert long.code == 2
    assert "as the game is over" in one_line(long.error)
    played = jeopardice("play", "--replay", "x" * 300 + "?" + link(setup, []))
    assert played.code == 0
    other = jeopardice("play", "--replay", "x" * 300)
    assert other.code == 2
    assert "is neither a link nor a saved game" in one_line(other.error)


@pytest.fixture
def pairs(jeopardice: Command) -> Store:
    """Of two axes, which are shown as a grid."""
    store = new_store(jeopardice.home)
    solve(trio(), store)
    return store


@pytest.mark.parametrize("selected", [(), ("--sel", "first_hold_at=5")])
@pytest.mark.parametrize("variables", [("win_probablity",), ("win_probability", "win_probablity")])
def test_show__names_what_a_misspelt_variable_may_be(
    selected: tuple[str, ...], variables: tuple[str, ...], pairs: Store, jeopardice: Command
) -> None:
    named = [word for name in variables for word in ("--var", name)]
    said = jeopardice("show", *named, *selected)
    assert said.code == 2
    error = one_line(said.error)
    assert error.startswith(
        "error: There is no variable 'win_probablity'. The sweep has win_probability, value, "
    )
    assert error.endswith(". Did you mean 'win_probability'?")


@pytest.mark.parametrize(
    "words", ["export FILE.csv", "export FILE.zarr", "plot --sweep small/trio -o FILE.png"]
)
def test_file__whose_name_is_too_long_is_one_line(words: str, pairs: Store, jeopardice: Command) -> None:
    said = jeopardice(*words.replace("FILE", "a" * 300).split())
    assert said.code == 2
    assert said.error.startswith("error: ")
    assert said.error.count("\n") == 1
