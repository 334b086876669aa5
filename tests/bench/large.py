"""A case that outgrows a process, and what more workers would make of it."""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from solvers.catalog import find
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.race_of_many.in_parts.question_steps import row_seconds
from solvers.race_of_many.in_parts.stages import stages_of
from tests.bench.contest import FEW, Contest
from tests.bench.pipeline import NewStore
from tests.bench.samples import OURS, Line

CONFIG = "pig/four_to_100"
WORKERS = (1, 2)
# Of the runs: how long one takes, and what it takes of workers and launcher.
WALL, WORK, LAUNCHER = "wall, s", "CPU of workers, s", "CPU of launcher, s"
MODELLED = (1, 2, 4, 8, 16, 32, 64)


def contests(scratch: Path, left_out: list[str]) -> list[Contest]:
    """What is measured.

    Parameters
    ----------
    scratch : an empty directory
    left_out : nothing is
    """
    return [
        Contest(
            f"run {CONFIG}, {workers} worker{'s' * (workers > 1)}",
            {OURS: NewStore(scratch, CONFIG, 1, "--workers", str(workers))},
            pinned=False,
            rounds=FEW,
            warm_up=False,
        )
        for workers in WORKERS
    ]


@dataclass(frozen=True)
class Plan:
    """A race that is solved in pieces.

    Attributes
    ----------
    what : in words
    game : of the catalogue
    given : its parameters
    """

    what: str
    game: str
    given: Parameters

    def stages(self) -> list[list[float]]:
        """What its question says that each piece of each stage takes, in seconds."""
        goal, players = int(self.given["goal"]), int(self.given["players"])
        row = row_seconds(GAMES[self.game], self.given)
        return [
            [sum(part.clusters * (players * goal - part.total) for part in piece) * row for piece in stage]
            for stage in stages_of(goal, players, row)
        ]

    def gigabytes(self) -> float:
        """Of its table."""
        goal, players = int(self.given["goal"]), int(self.given["players"])
        return 8.0 * players * goal**players / 1e9


@dataclass(frozen=True)
class Model:
    """How long pieces take together.

    A stage ends with its last piece; each worker has one at a time, and each piece takes the launcher's time,
    which has one core. What a stage costs besides is the wait for its last piece to be written.

    Attributes
    ----------
    pace : seconds of a worker by those that the question says
    piece : seconds of the launcher for each piece
    stage : seconds besides, for each stage
    """

    pace: float
    piece: float
    stage: float

    def seconds(self, stages: Sequence[Sequence[float]], workers: int) -> float:
        """On the wall.

        Parameters
        ----------
        stages : from `Plan.stages`
        workers : how many
        """
        return sum(max(self._of_workers(one, workers), self.piece * len(one)) + self.stage for one in stages)

    def bound(self, stages: Sequence[Sequence[float]], workers: int) -> str:
        """What takes most of the time that a worker does not solve.

        Parameters
        ----------
        stages : from `Plan.stages`
        workers : how many
        """
        solving = self.pace * sum(map(sum, stages)) / workers
        busy = [max(self._of_workers(one, workers), self.piece * len(one)) for one in stages]
        sharing = sum(self._of_workers(one, workers) for one in stages)
        lost = {
            "the solver": solving,
            "too few pieces in a stage": sharing - solving,
            "the launcher": sum(busy) - sharing,
            "the wait between stages": self.stage * len(stages),
        }
        return max(lost, key=lambda what: lost[what])

    def _of_workers(self, stage: Sequence[float], workers: int) -> float:
        """Pieces of a stage are about equally long."""
        return self.pace * max(max(stage) * ceil(len(stage) / workers), sum(stage) / workers)


MEASURED = Plan(
    "Pig, four players to 100", "pig", find("race_of_many.pig").complete({"goal": 100, "players": 4})
)
PLANS = (
    MEASURED,
    Plan(
        "Ten Thousand, three players to 10 000",
        "ten_thousand",
        find("equilibrium.race_of_many.ten_thousand").complete({"goal": 200, "players": 3}),
    ),
    Plan(
        "Farkle, three players to 10 000",
        "farkle",
        find("equilibrium.race_of_many.farkle").complete({"goal": 200, "players": 3}),
    ),
    Plan(
        "Ten Thousand, four players to 10 000",
        "ten_thousand",
        find("equilibrium.race_of_many.ten_thousand").complete({"goal": 200, "players": 4}),
    ),
)
SAYS = """\
What more workers would make of it is a model: a stage ends with its last piece, each worker solves one at a
time, and the launcher, which hands them out and commits them, has one core. Its three numbers are those of
the runs above; pieces are the planner's own. Nobody has tried more workers than the machine has cores, and
what they take from each other in caches and memory is not in it.
"""


def modelled(lines: Sequence[Line]) -> Model:
    """The model that fits the runs.

    Parameters
    ----------
    lines : of the runs
    """
    alone = _medians(lines, WORKERS[0])
    both = _medians(lines, WORKERS[1])
    stages = MEASURED.stages()
    model = Model(
        pace=alone[WORK] / sum(map(sum, stages)),
        piece=alone[LAUNCHER] / sum(map(len, stages)),
        stage=0.0,
    )
    left = [took[WALL] - model.seconds(stages, n) for n, took in zip(WORKERS, (alone, both), strict=True)]
    return Model(model.pace, model.piece, max(0.0, statistics.mean(left)) / len(stages))


def section(lines: Sequence[Line]) -> Iterator[tuple[str, ...]]:
    """The table of the model: a row for each plan and number of workers.

    Parameters
    ----------
    lines : of the runs
    """
    model = modelled(lines)
    for plan in PLANS:
        stages = plan.stages()
        alone = model.seconds(stages, 1)
        for workers in MODELLED:
            took = model.seconds(stages, workers)
            yield (
                plan.what if workers == 1 else "",
                f"{plan.gigabytes():.1f}" if workers == 1 else "",
                f"{len(stages)}; {sum(map(len, stages))}" if workers == 1 else "",
                str(workers),
                f"{took / 3600.0:.3g}",
                f"{100.0 * alone / took / workers:.0f} %",
                model.bound(stages, workers),
            )


def _medians(lines: Sequence[Line], workers: int) -> dict[str, float]:
    what = f"run {CONFIG}, {workers} worker"
    return {
        line.measure: statistics.median(line.samples) for line in lines if line.what.removesuffix("s") == what
    }
