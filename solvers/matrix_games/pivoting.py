"""Lemke's method for a linear complementarity problem, from QuantEcon, imported on demand.

QuantEcon takes more than a second to import, and compiles generalised ufuncs meanwhile. Numba caches each of
them in two files. If two processes write them at the same time the files do not match, and LLVM then aborts
every process that imports QuantEcon. So only one process at a time imports it.
"""

import fcntl
from pathlib import Path
from types import ModuleType
from typing import Any

import numba

from solvers.arrays import Array

MOST_PIVOTS = 20_000
# With QuantEcon's default tolerances the pivots end 4e-8 off where choices nearly tie. In order: right-hand
# sides below 0 by less are feasible, smaller pivots are 0, and ratios that differ by less are equal.
FEASIBLE_WITHIN = 1e-12
LEAST_PIVOT = 1e-10
EQUAL_RATIOS = 1e-14


def lemke(matrix: Array, right: Array) -> Any:
    """Return a solution z >= 0 of matrix z + right >= 0 in which z or the slack is 0 at each index.

    Parameters
    ----------
    matrix : float64[unknown, unknown]
    right : float64[unknown]

    Returns
    -------
    QuantEcon's result: `z`, float64[unknown], `success`, `status`, and `num_iter`, the number of pivots
    """
    optimize = _optimize()
    options = optimize.PivOptions(FEASIBLE_WITHIN, LEAST_PIVOT, EQUAL_RATIOS)
    return optimize.lcp_lemke(matrix, right, max_iter=MOST_PIVOTS, piv_options=options)


def _optimize() -> ModuleType:
    """The module of QuantEcon, imported under a lock between processes."""
    directory = Path(numba.config.CACHE_DIR)  # type: ignore[attr-defined]
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "importing.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        import quantecon.optimize
    module: ModuleType = quantecon.optimize
    return module
