"""The only place where Numba's options are chosen."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _cache_directory() -> Path:
    """A directory of machine code for exactly these sources.

    Numba renews a kernel's machine code when the kernel's own file changes, not when a kernel that it calls does: code kept beside the
    sources would go on computing with yesterday's callee.
    """
    sources = sorted(Path(__file__).parent.rglob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    home = os.environ.get("NUMBA_CACHE_DIR") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "jeopardice"
    return Path(home) / f"kernels-{digest}"


numba.config.CACHE_DIR = str(_cache_directory())  # type: ignore[attr-defined]


def jit(kernel: Kernel) -> Kernel:
    """Compile a kernel on its first call and keep the machine code on disk.

    The global interpreter lock is released, so that threads help. Neither `fastmath`, which breaks NaN, nor `parallel`, which would
    compete with Dask for the cores: results are the same bits wherever a kernel runs.
    """
    return cast(Kernel, numba.njit(cache=True, nogil=True, error_model="numpy")(kernel))


def jit_inline(kernel: Kernel) -> Kernel:
    """Compile a part of a hot loop into its caller, where the arrays it is handed need not be passed at every turn."""
    return cast(Kernel, numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(kernel))
