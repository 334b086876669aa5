"""What a run has changed of the answers that were there before."""

from pathlib import Path

import icechunk
import pytest

from storage.group import array, open_group
from storage.repository import Store
from tasks.moved import moved
from tasks.rerun import Rerun
from tests.commands import Command
from tests.server_api import ask
from tests.sweeps import race, solve, solved_store, write

RACE = "small/race"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A sweep whose first answer is not what its solver says."""
    made = solved_store(tmp_path, race([5, 6]))

    def lie(session: icechunk.Session) -> None:
        stored = array(open_group(session, RACE, "r+"), "win_probability")
        stored[0] = stored[0] + 0.25

    made.transact(lie, "a lie", {"sweep": RACE})
    return made


def test_moved__names_what_has_changed_and_by_how_much(store: Store) -> None:
    plan, _ = solve(race([5, 6, 7]), store, Rerun.ALL)
    (found,) = moved(plan, store) or ()
    assert (found.variable, found.changed, round(found.largest, 12)) == ("win_probability", 1, 0.25)
    again, _ = solve(race([5, 6, 7]), store, Rerun.ALL)
    assert moved(again, store) == ()


@pytest.mark.parametrize("content", [race([5, 6]), race([5, 6, 7])], ids=["nothing to do", "what is missing"])
def test_moved__is_asked_only_of_what_was_solved_again(content: dict[str, object], store: Store) -> None:
    plan, _ = solve(content, store)
    assert moved(plan, store) is None


@pytest.mark.long
def test_run__says_what_it_has_changed(store: Store, reporting: str, jeopardice: Command) -> None:
    write(jeopardice.home, race([5, 6]))
    asked = ("run", "small.yaml", "--serial", "--no-publish", "--rerun", "all")
    assert "\nChanged: win_probability of 1 case, by up to 2.5e-01.\n" in jeopardice(*asked).out
    assert "\nNo stored answer changed.\n" in jeopardice(*asked).out
    tables = ask(reporting, "artifacts/filter", {"artifacts": {"key": {"any_": ["small-race-changes"]}}})
    assert ["win_probability" in str(table["data"]) for table in tables] == [True]
