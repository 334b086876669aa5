"""Decorators that compile kernels with Numba; all of Numba's options are chosen here."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from solvers.kernel import Kernel
from solvers.kernel_cache import kernel_directory

Function = TypeVar("Function", bound=Callable[..., Any])


# Numba reads the environment again before it compiles; without this reload it would reset CACHE_DIR then.
CACHE = kernel_directory()
numba.config.reload_config()  # type: ignore[no-untyped-call]
numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]


def jit(kernel: Function) -> Function:
    """Compile a kernel on its first call, and cache the machine code on disk.

    The kernel releases the global interpreter lock, so threads run in parallel. `fastmath` is off, as it
    breaks NaN; `parallel` is off, as Dask owns the cores. So results have the same bits wherever a kernel
    runs. The kernel must not allocate or return arrays: without reference counts it compiles in three
    quarters of the time.
    """
    return _compiled(kernel, _nrt=False)


def jit_inline(kernel: Function) -> Function:
    """Compile a short function into its caller, which saves passing arrays in every pass of a hot loop."""
    return _compiled(kernel, _nrt=False, forceinline=True)


def jit_allocating(kernel: Function) -> Function:
    """Compile a kernel that allocates or returns arrays."""
    # Set explicitly; otherwise the option is inherited from the kernel that calls this one.
    return _compiled(kernel, _nrt=True)


def _compiled(kernel: Function, **options: bool) -> Function:
    """The kernel, compiled by Numba on its first call."""
    # Plain Python, as NUMBA_DISABLE_JIT asks for.
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return kernel
    chosen = {
        "nopython": True,
        "boundscheck": None,
        "nogil": True,
        "error_model": "numpy",
        # Nothing calls a kernel through a C function pointer.
        "no_cfunc_wrapper": True,
        **options,
    }
    return cast(Function, Kernel(kernel, {}, chosen))
