"""Lemke's method of QuantEcon for a linear complementarity problem.

QuantEcon takes more than a second to import, and compiles generalised ufuncs while it is imported. Of these
Numba keeps two files each, and two processes that write them at the same time leave files that do not fit:
LLVM then aborts every process that imports QuantEcon, for good. So it is imported only when it is needed, and
by one process at a time.
"""

import fcntl
from pathlib import Path
from types import ModuleType
from typing import Any

import numba

from solvers.arrays import Array

MOST_PIVOTS = 20_000
# Feasible within, least pivot, least difference of ratios. QuantEcon's own end 4e-8 off where replies all but
# tie.
PIVOTS = (1e-12, 1e-10, 1e-14)


def lemke(matrix: Array, right: Array) -> Any:
    """A solution z >= 0 of matrix z + right >= 0, of which one or the other is 0 everywhere: `z`, `success`,
    `status` and `num_iter`.
    """
    optimize = _optimize()
    return optimize.lcp_lemke(matrix, right, max_iter=MOST_PIVOTS, piv_options=optimize.PivOptions(*PIVOTS))


def _optimize() -> ModuleType:
    """The module, imported while no other process imports it."""
    directory = Path(numba.config.CACHE_DIR)  # type: ignore[attr-defined]
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "importing.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        import quantecon.optimize
    module: ModuleType = quantecon.optimize
    return module
