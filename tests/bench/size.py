"""What a case costs in sweeps of ten thousand to a million short cases."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import rmtree

from storage.repository import Store
from tests.bench.contest import FEW, Contest
from tests.bench.family import watched
from tests.bench.processes import Command, Failed
from tests.bench.samples import OURS
from tests.services import coming_and_going, dask_scheduler

CASES = (10_000, 100_000, 1_000_000)
# The goals lie around 100, so that a pass takes about as long in each sweep: 125 * 80 cases for each goal.
CONFIG = """\
name: bench/size
title: Best response to an opponent who holds at n
question: simultaneous.best_response_to_one
axes:
  goal: {{from: {least}, to: {most}}}
  opponent_hold_at: {{from: 1, to: 125}}
  sides: {{from: 6, to: 85}}
keep: [win_probability]
"""
SWEEP, CASES_OF_A_GOAL = "bench/size", 10_000
# Between a worker that leaves and the next that does, in seconds: several blocks.
STAYS = 10.0
# Sweeps of so many cases are measured in one round.
LARGE = 1_000_000
HEAD = ("what", "measure", "cases", "medians", "per million cases")
SAYS = f"""\
Best responses to 125 opponents with 80 dice, for 1, 10 and 100 goals. All goals of an opponent and a die are
solved in one pass, so that the passes are 10 000 in each sweep: what grows with the cases is what they cost
besides, as plans, messages and bytes. *Per million cases* falls where a cost is fixed, and stays where it
grows as the cases do. With workers that come and go, one of two Dask workers leaves, or is killed, every
{STAYS:.0f} s, and another one joins. A sweep of a million cases is measured once.
"""


def contests(scratch: Path, left_out: list[str]) -> list[Contest]:
    """What is measured.

    Parameters
    ----------
    scratch : an empty directory; the store of each sweep stays there for what reads it
    left_out : nothing is
    """
    return [contest for cases in CASES for contest in of(scratch / str(cases), cases)]


def of(directory: Path, cases: int) -> Iterator[Contest]:
    """All that is done with a sweep, in this order.

    Parameters
    ----------
    directory : is made
    cases : of the sweep
    """
    directory.mkdir()
    config = directory / "size.yaml"
    config.write_text(of_size(cases), encoding="utf-8")
    run = ("run", str(config))
    some = ("--sel", "goal=100", "--sel", "opponent_hold_at=20")
    steps = {
        "run --dry-run": Call((*run, "--dry-run"), directory),
        "run, workers that come and go": Changing(run, directory, cases),
        "run": Solving(run, directory, cases),
        "run, nothing to do": Call(run, directory),
        "ls": Call(("ls",), directory),
        "show, 80 cases": Call(("show", SWEEP, *some), directory),
        "check": Call(("check",), directory),
        "verify, 80 cases": Call(("verify", SWEEP, *some), directory),
    }
    rounds = 1 if cases >= LARGE else FEW
    for what, step in steps.items():
        yield Contest(what, {OURS: step}, pinned=False, rounds=rounds, warm_up=False, size=cases, theory=1.0)


def of_size(cases: int) -> str:
    """The config of a sweep of so many tens of thousands of short cases.

    Parameters
    ----------
    cases : their number
    """
    goals = cases // CASES_OF_A_GOAL
    least = 100 - goals // 2
    return CONFIG.format(least=least, most=least + goals - 1)


class Call(Command):
    """A call of `jeopardice`, of which each kind of its processes is measured."""

    def sample(self) -> Mapping[str, float]:
        """Seconds on the wall, and what each kind of its processes takes, of the kinds that there are."""
        return self._watched()

    def _watched(self, *options: str) -> dict[str, float]:
        found = watched((*self._words, *options), self._directory)
        return {measure: figure for measure, figure in found.items() if figure}


class Solving(Call):
    """A run into a store that is not there yet, and that stays.

    Parameters
    ----------
    words, directory : as of `Command`
    cases : how many it answers
    """

    def __init__(self, words: tuple[str, ...], directory: Path, cases: int) -> None:
        super().__init__(words, directory)
        self._cases = cases

    def sample(self) -> Mapping[str, float]:
        """As of `Call`, and files and megabytes of the store, with its history.

        Raises
        ------
        Failed
            if not all cases are done
        """
        return self._solved()

    def _solved(self, *options: str) -> dict[str, float]:
        for left in ("store", "published"):
            rmtree(self._directory / left, ignore_errors=True)
        took, place = self._watched(*options), self._directory / "store"
        done = Store.open(str(place)).stored(SWEEP).counts.done
        if done != self._cases:
            raise Failed(f"{SWEEP}: expected {self._cases} cases done, got {done}.")
        sizes = [path.stat().st_size for path in place.rglob("*") if path.is_file()]
        return {**took, "files": float(len(sizes)), "store, MB": sum(sizes) / 1e6}


class Changing(Solving):
    """The same by the workers of a Dask scheduler, which come and go."""

    def sample(self) -> Mapping[str, float]:
        """As of `Solving`, without the workers, which are no processes of the run."""
        home = self._directory / "cluster"
        with (
            dask_scheduler(home) as scheduler,
            coming_and_going(scheduler, home, STAYS, DASK_DISTRIBUTED__WORKER__PRELOAD="['tasks.warm']"),
        ):
            return self._solved("--scheduler", scheduler.address)
