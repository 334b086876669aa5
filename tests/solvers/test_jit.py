"""How kernels are compiled: within their arrays, and anew when any source has changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solvers

SMALL_GAMES = """
from fractions import Fraction

import numba, numpy

@numba.njit
def past_the_end(array):
    return array[array.size]

try:
    past_the_end(numpy.zeros(1))
except IndexError:
    print("bounds are checked")

from solvers.alone import one_turn as solitaire
from solvers.at_once import best_response as simultaneous
from solvers.at_once.certificate import policy_value
from solvers.games import hog, pig, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Outcome, Position, Throw, Turn, Way
from solvers.race import policy as race_policy
from solvers.race import solve as race

for turn in (pig.turn(), pig.turn(2, 2), pig.turn(9, 3)):
    for goal in (2, 3, 33, 40):
        solution = race.optimal_play(turn, goal)
        race_policy.policy(solution)
        for hold_at in ((1,), (7,), (60,), (1, 9), (50, 3)):
            if goal < 40 or len(hold_at) == 1:
                response = simultaneous.best_response(turn, goal, hold_at)
                if goal < 33:
                    policy_value(turn, goal, hold_at, response.hold_at)
    solitaire.best_turn(turn)
solitaire.best_turn(ten_thousand.turn())
solitaire.best_turn(ten_thousand.turn([]))
race.optimal_play(ten_thousand.turn(), 40)
end = Position("end", ())
once = Turn("once", (Throw("coin", Fraction(1, 6), (Outcome(Fraction(5, 6), 3, 0),)),), (end,))
race.optimal_play(once, 10)
race.optimal_play(two_dice_pig.turn(), 40)
race.optimal_play(progressive_pig.turn(), 33)
race.optimal_play(hog.turn(5), 33)
solitaire.best_turn(hog.turn(5))
solitaire.best_turn(once)
print("done")
"""


def run(code: str, **environment: str) -> list[str]:
    """Lines that Python prints in an environment of its own."""
    command = [sys.executable, "-W", "error", "-c", code]
    finished = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()


@pytest.mark.long
def test_kernels__stay_within_their_arrays(tmp_path: Path) -> None:
    printed = run(SMALL_GAMES, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert printed == ["bounds are checked", "done"]


CALLEE = "from solvers.jit import jit\n\n@jit\ndef constant():\n    return {}\n"
CALLER = (
    "from solvers.callee import constant\nfrom solvers.jit import jit\n\n@jit\ndef twice():\n"
    "    return 2 * constant()\n"
)


def copy_of_solvers(directory: Path) -> Path:
    """A copy of the sources with a kernel that calls one of another module."""
    package = directory / "solvers"
    shutil.copytree(Path(solvers.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "callee.py").write_text(CALLEE.format(1))
    (package / "caller.py").write_text(CALLER)
    return package


@pytest.mark.long
def test_cache__is_left_when_what_a_kernel_imports_has_changed(tmp_path: Path) -> None:
    here, elsewhere = (copy_of_solvers(tmp_path / name) for name in ("here", "elsewhere"))

    def twice(package: Path) -> list[str]:
        """What the kernel gives, and whether its machine code was there."""
        return run(
            f"import sys; sys.path.insert(0, {str(package.parent)!r})\nfrom solvers.caller import twice\n"
            "print(twice(), sum(twice.stats.cache_hits.values()), sep='\\n')",
            NUMBA_CACHE_DIR=str(tmp_path / "caches"),
        )

    assert twice(here) == ["2", "0"]
    assert twice(here) == ["2", "1"]
    assert twice(elsewhere) == ["2", "1"], "the same sources in another directory"
    (here / "rows.py").write_text((here / "rows.py").read_text() + "\n# Nothing that it imports.\n")
    assert twice(here) == ["2", "1"]
    (here / "callee.py").write_text(CALLEE.format(2))
    assert twice(here) == ["4", "0"]
    assert twice(elsewhere) == ["2", "1"]


@pytest.mark.long
def test_cache__is_loaded_without_what_compiles(tmp_path: Path) -> None:
    calls = (
        "import sys, numba, numpy\n"
        "from solvers.turns.forward import play\n"
        "given = numpy.full(7, 1 / 6), numpy.ones(20, bool), 20, numpy.zeros(27)\n"
        "print(bust := play(*given)[0], sum(play.stats.cache_hits.values()), 'scipy.linalg' in sys.modules)\n"
    )
    # What is compiled afterwards finds all that it needs, and what was loaded.
    compiles = (
        "@numba.njit\ndef twice(throw, rolls, lacking, out_ends):\n"
        "    return play(throw, rolls, lacking, out_ends)[0] + play(throw, rolls, lacking, out_ends)[0]\n"
        "print(twice(*given) == 2 * bust, numba.njit(lambda cells: numpy.median(cells))(numpy.arange(4.0)))\n"
    )
    (first,) = run(calls, NUMBA_CACHE_DIR=str(tmp_path))
    again, compiled = run(calls + compiles, NUMBA_CACHE_DIR=str(tmp_path))
    assert first.split()[1:] == ["0", "False"]
    assert again.split() == [first.split()[0], "1", "False"]
    assert compiled == "True 1.5"


@pytest.mark.long
def test_cache__renews_what_was_damaged(tmp_path: Path) -> None:
    code = (
        "from solvers.games import pig; from solvers.turns.forward import hold_at; print(hold_at(pig.turn(),"
        " 20))"
    )
    right = run(code, NUMBA_CACHE_DIR=str(tmp_path))
    kept = sorted(path for path in tmp_path.rglob("*") if path.suffix in (".nbi", ".nbc"))
    assert {path.suffix for path in kept} == {".nbi", ".nbc"}
    for ending, share in ((".nbi", 0.0), (".nbc", 0.0), (".nbi", 0.5), (".nbc", 0.5)):
        sizes = {path: path.stat().st_size for path in kept if path.suffix == ending}
        for path, size in sizes.items():
            os.truncate(path, int(share * size))
        assert run(code, NUMBA_CACHE_DIR=str(tmp_path)) == right
        # What was damaged is whole again.
        assert {path: path.stat().st_size for path in sizes} == sizes
