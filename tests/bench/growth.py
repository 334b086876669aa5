"""How time and memory grow with the size of a problem, beside what theory says."""

from collections.abc import Mapping
from math import comb
from pathlib import Path

from solvers.at_once.best_response import best_response
from solvers.race.solve import optimal_play
from tests.bench.contest import Called, Contest
from tests.bench.kernels import PIG
from tests.bench.memory import RACE
from tests.bench.pipeline import NewStore, short
from tests.bench.processes import PEAK, PeakMemory
from tests.bench.samples import OURS

GOALS = (10, 20, 50, 100, 200, 500, 1000)
# Below, a race takes less than the imports have left free.
GOALS_OF_MEMORY = (200, 500, 1000)
CASES = (1000, 3000, 10_000)
# Of the runs by workers.
SOME = 3000
# Goal of the responses to one opponent up to four.
GOAL = 20
IMPORTS = RACE.format(9)


class Wall(NewStore):
    """A run of which only the time on the wall is of interest."""

    def sample(self) -> Mapping[str, float]:
        """Seconds."""
        return {"wall, s": super().sample()["wall, s"]}


def contests(scratch: Path, left_out: list[str]) -> list[Contest]:
    """What is measured.

    Parameters
    ----------
    scratch : an empty directory
    left_out : is told what cannot be measured, and why
    """
    if not PEAK.exists():
        left_out.append(f"Memory: expected a system that has {PEAK}.")
    return [*_goals(), *(_memory(scratch) if PEAK.exists() else []), *_players(), *_runs(scratch)]


def _goals() -> list[Contest]:
    """States are pairs of scores; a sweep of a state goes over all turn totals."""

    def ours(goal: int) -> dict[str, Called]:
        return {OURS: Called(lambda: optimal_play(PIG, goal).win_probability)}

    return [Contest("race, by goal", ours(goal), size=goal, theory=3.0) for goal in GOALS]


def _memory(scratch: Path) -> list[Contest]:
    """A number for every pair of scores."""

    def ours(goal: int) -> dict[str, PeakMemory]:
        return {OURS: PeakMemory(f"optimal_play(pig.turn(), {goal})", scratch, IMPORTS)}

    return [Contest("race, by goal", ours(goal), size=goal, theory=2.0) for goal in GOALS_OF_MEMORY]


def _players() -> list[Contest]:
    """By states: the scores of opponents who play alike count as one, in whatever order."""

    def ours(opponents: int) -> dict[str, Called]:
        return {OURS: Called(lambda: best_response(PIG, GOAL, (8,) * opponents).win_probability)}

    return [
        Contest(
            "response to 1 to 4 opponents, by states",
            ours(opponents),
            size=GOAL * comb(GOAL + opponents - 1, opponents),
            theory=1.0,
        )
        for opponents in (1, 2, 3, 4)
    ]


def _runs(scratch: Path) -> list[Contest]:
    """Whole runs: as much work for every case, shared among the workers."""
    names = {cases: short(scratch, cases) for cases in CASES}

    def ours(cases: int, workers: int) -> dict[str, Wall]:
        return {OURS: Wall(scratch, names[cases], cases, "--workers", str(workers))}

    by_cases = [
        Contest("run, by cases of about 1 ms", ours(cases, 1), pinned=False, size=cases, theory=1.0)
        for cases in CASES
    ]
    by_workers = [
        Contest(f"run of {SOME} cases, by workers", ours(SOME, n), pinned=False, size=n, theory=-1.0)
        for n in (1, 2)
    ]
    return [*by_cases, *by_workers]
