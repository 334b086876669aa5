"""Two launchers on one store at once, on disk and on an S3 server: both end well, nothing is lost, and every
bit is right.

Which of the two is quicker is left to chance. What must come out is the same whoever it is.
"""

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path

import pytest
from prefect import flow

from configs.load import parse
from flows.cluster.workers import Serial
from flows.launch import Launch
from flows.sweep import Outcome, solve
from storage.errors import StoreNotFound
from storage.repository import Store
from tasks.executor import InProcess
from tasks.plan import make_plan
from tasks.progress import listening
from tasks.rerun import Rerun
from tests import sweeps
from tests.launchers import (
    Answers,
    answers,
    check_honest,
    check_identical,
    ended,
    launcher,
    wait_for_all_to_end,
)
from tests.processes import PATIENCE, Process
from tests.services import object_store
from tests.sweeps import Content, race, trio

pytestmark = pytest.mark.long

# Long enough that each launcher has several blocks, and so several commits; both write to the same tiles.
EARLY, LATE, BOTH = range(190, 204), range(200, 214), range(190, 214)
SAME, OVERLAPPING, GROWING = "shared/same", "shared/overlapping", "shared/growing"


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What must come out of all sweeps, wherever they are solved."""
    store = sweeps.new_store(tmp_path_factory.mktemp("right"))
    for content in (race(BOTH), race(EARLY, name=SAME), trio(), trio(name="other/trio", symmetric=False)):
        sweeps.solve(content, store)
    found = answers(store)
    goals = found.pop("small/race")
    return {**found, OVERLAPPING: goals, GROWING: goals}


@pytest.fixture(scope="module")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """An S3 server with a bucket named dice; gives the variables that reach it."""
    with object_store("dice", tmp_path_factory.mktemp("object-store")) as store:
        yield store.environment


class Place:
    """A store, and launchers on it.

    Parameters
    ----------
    home : for configs, logs and Prefect's files
    url : of the store
    settings : variables of the launchers
    """

    def __init__(self, home: Path, url: str, settings: dict[str, str]) -> None:
        self.home, self.url, self.settings = home, url, settings

    def launch(self, stack: ExitStack, name: str, *contents: Content) -> Process:
        """Start a launcher of these sweeps."""
        home = self.home / name
        home.mkdir()
        config = Path(sweeps.write(home, *contents))
        return stack.enter_context(
            launcher(home, config, self.url, "--serial", "--no-publish", **self.settings)
        )

    def wait_for_sweep(self, process: Process) -> None:
        """Wait until a launcher has made room for its cases."""
        process.wait(lambda: bool(self._sweeps()))

    def finish(self, processes: Iterable[Process], right: Answers) -> Answers:
        """Wait until all launchers have ended well, looking at the store meanwhile; give what is in it
        then.
        """
        deadline = time.monotonic() + PATIENCE
        for process in processes:
            while process.popen.poll() is None and time.monotonic() < deadline:
                if self._sweeps():
                    check_honest(answers(Store.open(self.url)), right)
                time.sleep(0.5)
            assert ended(process, 0.0) == 0, process.tail()
        wait_for_all_to_end(self.home)
        return answers(Store.open(self.url))

    def _sweeps(self) -> list[str]:
        try:
            return Store.open(self.url).sweeps()
        except StoreNotFound:
            return []


@pytest.fixture(params=["disk", "s3"])
def place(request: pytest.FixtureRequest, tmp_path: Path, api: str, monkeypatch: pytest.MonkeyPatch) -> Place:
    if request.param == "disk":
        return Place(tmp_path, str(tmp_path / "store"), {"PREFECT_API_URL": api})
    variables: dict[str, str] = request.getfixturevalue("bucket")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return Place(tmp_path, f"s3://dice/{tmp_path.name}", {"PREFECT_API_URL": api, **variables})


def test_two_launchers__lose_nothing_of_the_same_overlapping_and_different_sweeps(
    place: Place, right: Answers
) -> None:
    shared = race(EARLY, name=SAME)
    with ExitStack() as stack:
        one = place.launch(stack, "one", shared, race(EARLY, name=OVERLAPPING), trio())
        two = place.launch(
            stack, "two", shared, race(LATE, name=OVERLAPPING), trio(name="other/trio", symmetric=False)
        )
        check_identical(
            place.finish([one, two], right), {sweep: right[sweep] for sweep in right if sweep != GROWING}
        )


def test_axis__is_extended_while_the_other_writes(place: Place, right: Answers) -> None:
    with ExitStack() as stack:
        # Every other goal, so that the second launcher moves all that the first has planned.
        first = place.launch(stack, "first", race(BOTH[::2], name=GROWING))
        place.wait_for_sweep(first)
        second = place.launch(stack, "second", race(BOTH[1::2], name=GROWING))
        check_identical(place.finish([first, second], right), {GROWING: right[GROWING]})


class Intruded(Serial):
    """Lets another launcher extend the sweep each time blocks are about to be solved."""

    def __init__(self, store: Store, intrusions: Iterable[Content]) -> None:
        self.store, self.intrusions = store, iter(intrusions)

    def executor(self, seconds: float = 0.0, memory: float = 0.0) -> Executor:
        """One that runs at once."""
        for intrusion in self.intrusions:
            sweeps.solve(intrusion, self.store)
            break
        return InProcess()


@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize("rerun", [Rerun.NEEDED, Rerun.ALL])
def test_sweep__is_planned_again_when_another_extends_it(tmp_path: Path, rerun: Rerun) -> None:
    store, alone = sweeps.new_store(tmp_path), sweeps.new_store(tmp_path / "alone")
    workers = Intruded(store, [race([7]), race([9, 10]), race([5])])

    asked = Launch(config="unread", rerun=rerun, publish=None)

    @flow
    def launch() -> Outcome:
        return solve(make_plan(parse(race([6, 8])), store, rerun), asked, store, workers)

    told: list[int] = []
    said: list[str] = []
    with listening(lambda answered, failed: told.append(answered), teller=said.append):
        outcome: Outcome = launch()
    assert (outcome.solved, outcome.answered, outcome.failed) == (2, 2, 0)
    # Our own two and the four of the others: what had to be solved again counts once.
    assert sum(told) == 6
    assert said
    assert all(words.startswith("Another run changed small/race meanwhile.") for words in said)
    sweeps.solve(race(range(5, 11)), alone)
    check_identical(answers(store), answers(alone))
