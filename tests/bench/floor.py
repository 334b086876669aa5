"""The floor: values of Pig by C, built with the system's compiler."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np

FLOOR = "C floor"
COMPILER = "cc"
SOURCE = Path(__file__).with_name("floor.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
# As in the source.
LANES = 8


class Floor:
    """The functions of floor.c.

    Parameters
    ----------
    library : the file that `build` has made
    """

    def __init__(self, library: Path) -> None:
        self._library = ctypes.CDLL(str(library))
        for function in (self._library.race, self._library.response_to_one, self._library.response_to_two):
            function.restype = ctypes.c_double

    def race(self, goal: int) -> float:
        """The first player's chance to win the race."""
        hold = np.zeros((goal, goal + LANES))
        return float(self._library.race(ctypes.c_int(goal), hold.ctypes.data_as(ctypes.c_void_p)))

    def response(self, goal: int, opponents_hold_at: tuple[int, ...]) -> float:
        """The best response's chance to win against one or two who hold at n."""
        to = self._library.response_to_one, self._library.response_to_two
        given = [ctypes.c_int(number) for number in (goal, *opponents_hold_at)]
        return float(to[len(opponents_hold_at) - 1](*given))


def compiler() -> str | None:
    """What the compiler says it is, None if there is none."""
    if shutil.which(COMPILER) is None:
        return None
    said = subprocess.run([COMPILER, "--version"], capture_output=True, text=True, check=True)
    return said.stdout.splitlines()[0]


def build(directory: Path) -> Floor | None:
    """Compile the floor, None without a compiler.

    Parameters
    ----------
    directory : where the library goes
    """
    if compiler() is None:
        return None
    library = directory / "floor.so"
    subprocess.run([COMPILER, *FLAGS, "-o", str(library), str(SOURCE)], check=True)
    return Floor(library)
