"""The only place where Numba's options are chosen."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys

from solvers.kernel_cache import kernel_directory

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


# Numba looks at the environment again before it compiles, and must find nothing new there by then.
CACHE = kernel_directory()
numba.config.reload_config()  # type: ignore[no-untyped-call]
numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]


class _RenewedCache(FunctionCache):
    """Machine code on disk, loaded without the compiler, and compiled again where a full disk or a power
    failure has damaged a file.
    """

    def load_overload(self, sig: object, target_context: object) -> object:
        """What is on disk for a signature, None if there is nothing that can be used."""
        try:
            _prepare(target_context)
            # Numba would first make ready all that it compiles with, which takes as long as the rest.
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            return None
        except Exception:
            # Whatever a damaged pickle raises. What is compiled now must not meet it again.
            self.flush()  # type: ignore[no-untyped-call]
            return None


def _prepare(target_context: object) -> None:
    """Make ready what machine code calls, its memory manager, and no more than that."""
    from numba.np import linalg

    # Numba looks whether there is a BLAS by importing scipy.linalg, which takes as long as NumPy. No kernel
    # may use one; if it did, Numba would look again.
    linalg.ensure_blas = _unasked
    rtsys.initialize(target_context)


def _unasked() -> None:
    """Say nothing of a BLAS."""


def jit(kernel: Kernel) -> Kernel:
    """Compile a kernel on its first call and keep the machine code on disk.

    The global interpreter lock is released, so that threads help. Neither `fastmath`, which breaks NaN, nor
    `parallel`, which would compete with Dask for the cores: results are the same bits wherever a kernel runs.
    """
    return _compiled(kernel, inline=False)


def jit_inline(kernel: Kernel) -> Kernel:
    """Compile a part of a hot loop into its caller, which then need not pass arrays in every round."""
    return _compiled(kernel, inline=True)


def _compiled(kernel: Kernel, inline: bool) -> Kernel:
    """The kernel as Numba compiles it on its first call; the only place that names Numba's options."""
    dispatcher: Any = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inline)(kernel)
    # Without compilation, as NUMBA_DISABLE_JIT has it, there is nothing to keep.
    if hasattr(dispatcher, "enable_caching"):
        dispatcher._cache = _RenewedCache(kernel)  # type: ignore[no-untyped-call]
    return cast(Kernel, dispatcher)
