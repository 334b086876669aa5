"""The most memory that a process takes, Python and all that it imports included."""

from pathlib import Path

from tests.bench.contest import Contest
from tests.bench.processes import PEAK, PeakMemory
from tests.bench.samples import OURS

RACE = (
    "from solvers.games import pig\nfrom solvers.race.solve import optimal_play\noptimal_play(pig.turn(), {})"
)
RESPONSE = (
    "from solvers.games import pig\nfrom solvers.at_once.best_response import best_response\n"
    "best_response(pig.turn(), 100, (25, 25))"
)
CALL = "import sys\nfrom flows.cli import app\nsys.argv = ['jeopardice', '{}']\napp(standalone_mode=False)"
CODE = {
    "Python by itself": "",
    "jeopardice --help": CALL.format("--help"),
    "jeopardice configs": CALL.format("configs"),
    "race to 100, certified": RACE.format(100),
    "race to 1000, certified": RACE.format(1000),
    "response to two, hold at 25 and 25, certified": RESPONSE,
}


def contests(scratch: Path, left_out: list[str]) -> list[Contest]:
    """What is measured.

    Parameters
    ----------
    scratch : an empty directory
    left_out : is told what cannot be measured, and why
    """
    if not PEAK.exists():
        left_out.append(f"All: expected a system that has {PEAK}.")
        return []
    return [Contest(what, {OURS: PeakMemory(code, scratch)}) for what, code in CODE.items()]
