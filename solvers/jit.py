"""The only place where Numba's options are chosen."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from solvers.kernel import Kernel
from solvers.kernel_cache import kernel_directory

Function = TypeVar("Function", bound=Callable[..., Any])


# Numba looks at the environment again before it compiles, and must find nothing new there by then.
CACHE = kernel_directory()
numba.config.reload_config()  # type: ignore[no-untyped-call]
numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]


def jit(kernel: Function) -> Function:
    """Compile a kernel on its first call and keep the machine code on disk.

    The global interpreter lock is released, so that threads help. Neither `fastmath`, which breaks NaN, nor
    `parallel`, which would compete with Dask for the cores: results are the same bits wherever a kernel runs.
    What it works on is its caller's: it makes no arrays and returns none, so that nobody counts who has them.
    To count took a quarter of the time of compiling.
    """
    return _compiled(kernel, _nrt=False)


def jit_inline(kernel: Function) -> Function:
    """Compile a part of a hot loop into its caller, which then need not pass arrays in every round."""
    return _compiled(kernel, _nrt=False, forceinline=True)


def jit_allocating(kernel: Function) -> Function:
    """Compile a kernel that makes arrays, or returns one."""
    # Said, as else it would be as in the kernel that calls it.
    return _compiled(kernel, _nrt=True)


def _compiled(kernel: Function, **options: bool) -> Function:
    """The kernel as Numba compiles it on its first call; the only place that names Numba's options."""
    # As NUMBA_DISABLE_JIT has it.
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return kernel
    chosen = {
        "nopython": True,
        "boundscheck": None,
        "nogil": True,
        "error_model": "numpy",
        # Nobody asks for the address of a kernel.
        "no_cfunc_wrapper": True,
        **options,
    }
    return cast(Function, Kernel(kernel, {}, chosen))
