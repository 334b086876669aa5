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
# With QuantEcon's own three tolerances the pivots end 4e-8 off where replies all but tie. What is no more
# below 0 than the first is feasible, no pivot is less than the second, and ratios that differ by less than
# the third are equal.
FEASIBLE_WITHIN = 1e-12
LEAST_PIVOT = 1e-10
EQUAL_RATIOS = 1e-14


def lemke(matrix: Array, right: Array) -> Any:
    """A solution z >= 0 of matrix z + right >= 0, of which one or the other is 0 everywhere.

    Parameters
    ----------
    matrix : float64[unknown, unknown]
    right : float64[unknown]

    Returns
    -------
    QuantEcon's result: `z`, float64[unknown], `success`, `status` and `num_iter`, the number of pivots
    """
    optimize = _optimize()
    options = optimize.PivOptions(FEASIBLE_WITHIN, LEAST_PIVOT, EQUAL_RATIOS)
    return optimize.lcp_lemke(matrix, right, max_iter=MOST_PIVOTS, piv_options=options)


def _optimize() -> ModuleType:
    """The module, imported while no other process imports it."""
    directory = Path(numba.config.CACHE_DIR)  # type: ignore[attr-defined]
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "importing.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        import quantecon.optimize
    module: ModuleType = quantecon.optimize
    return module
