"""A case that outgrows a process, and what more workers would make of it."""

import heapq
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scipy.optimize import brentq

from solvers.catalog import find
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.wave import Stage
from solvers.race_of_many.in_parts.question_steps import row_seconds
from solvers.race_of_many.in_parts.stages import stages_of
from tests.bench.contest import FEW, Contest
from tests.bench.pipeline import NewStore
from tests.bench.samples import OURS, Line

CONFIG = "pig/four_to_100"
# Who runs it, by the number of workers: in turns, as a machine's pace changes within such a run.
WHO = {1: "Jeopardice, one worker", 2: OURS}
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
            f"run {CONFIG}",
            {who: NewStore(scratch, CONFIG, 1, "--workers", str(workers)) for workers, who in WHO.items()},
            pinned=False,
            rounds=FEW,
            warm_up=False,
        )
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

    def stages(self) -> list[Stage]:
        """The stages; in place of pieces what the question says that each takes, in seconds."""
        goal, players = int(self.given["goal"]), int(self.given["players"])
        game = GAMES[self.game]
        row = row_seconds(game, self.given)
        return [
            Stage(
                [
                    sum(part.clusters * (players * goal - part.total) for part in piece) * row
                    for piece in pieces
                ],
                after,
            )
            for pieces, after in stages_of(goal, players, game.turn(self.given).least_rise, row)
        ]

    def gigabytes(self) -> float:
        """Of its table."""
        goal, players = int(self.given["goal"]), int(self.given["players"])
        return 8.0 * players * goal**players / 1e9


@dataclass(frozen=True)
class Model:
    """How long pieces take together.

    The launcher hands out the pieces one after the other, each once the stages that it needs are finished, to
    whoever is free.

    Attributes
    ----------
    pace : seconds of a worker by those that the question says
    piece : seconds of the launcher for each piece
    stage : seconds from the end of a stage to the first piece that waits for it
    """

    pace: float
    piece: float
    stage: float

    def seconds(self, stages: Sequence[Stage], workers: int) -> float:
        """On the wall.

        Parameters
        ----------
        stages : from `Plan.stages`
        workers : how many
        """
        launcher, free = 0.0, [0.0] * workers
        # Until when the first so many stages take.
        ends = [-self.stage]
        for seconds, after in stages:
            launcher, end = max(launcher, ends[after] + self.stage), ends[-1]
            for each in seconds:
                launcher += self.piece
                done = max(launcher, free[0]) + self.pace * each
                heapq.heapreplace(free, done)
                end = max(end, done)
            ends.append(end)
        return ends[-1]

    def bound(self, stages: Sequence[Stage], workers: int) -> str:
        """What takes most of the time, the solver or what workers wait for.

        Parameters
        ----------
        stages : from `Plan.stages`
        workers : how many
        """
        solving = self.pace * sum(sum(seconds) for seconds, _ in stages) / workers
        at_once = replace(self, piece=0.0, stage=0.0).seconds(stages, workers)
        handed_out = replace(self, stage=0.0).seconds(stages, workers)
        lost = {
            "the solver": solving,
            "too few pieces at a time": at_once - solving,
            "the launcher": handed_out - at_once,
            "the wait between stages": self.seconds(stages, workers) - handed_out,
        }
        return max(lost, key=lambda what: lost[what])


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
A model tells what more workers would make of it. Each worker solves one piece at a time. The launcher hands
out pieces and commits them, on one core. A stage begins when those that it needs are finished. The model's
three numbers are those of the runs above, and the pieces are the planner's. Nobody has tried more workers
than the machine has cores, and the model ignores that workers share caches and memory.
"""


def modelled(lines: Sequence[Line]) -> Model:
    """The model that fits the runs.

    Parameters
    ----------
    lines : of the runs
    """
    alone, both = (_medians(lines, who) for who in WHO.values())
    stages = MEASURED.stages()
    model = Model(
        pace=alone[WORK] / sum(sum(seconds) for seconds, _ in stages),
        piece=alone[LAUNCHER] / sum(len(seconds) for seconds, _ in stages),
        stage=0.0,
    )
    wall = alone[WALL] + both[WALL]

    def left(stage: float) -> float:
        waiting = replace(model, stage=stage)
        return wall - sum(waiting.seconds(stages, workers) for workers in WHO)

    # Where the runs were faster than a model without waiting there is none.
    return replace(model, stage=brentq(left, 0.0, wall) if left(0.0) > 0.0 else 0.0)


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
                f"{len(stages)}; {sum(len(seconds) for seconds, _ in stages)}" if workers == 1 else "",
                str(workers),
                f"{took / 3600.0:.3g}",
                f"{100.0 * alone / took / workers:.0f} %",
                model.bound(stages, workers),
            )


def _medians(lines: Sequence[Line], who: str) -> dict[str, float]:
    return {line.measure: statistics.median(line.samples) for line in lines if line.who == who}
