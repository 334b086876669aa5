"""Kernels in two variants: one that Python calls, and an inner one that other kernels call.

By default Numba makes every function callable from Python and compiles it to machine code, even one that only
other kernels call and that is inlined there. Unpacking fifty arrays from Python objects takes as long to
compile as a short kernel. So the inner variant stops at LLVM bitcode and has no Python wrapper.

An inner variant that calls no other kernel is optimised by itself and again in its caller; without the first
pass kernels ran up to a fifth slower. One that calls others is optimised in its caller only. Before linking,
each kernel gets only the three passes that clean up Numba's output. This takes a quarter less time to
compile, and makes no kernel slower.
"""

# Numba's type hints for its own internals do not fit what this module does with them.
# mypy: disable-error-code="assignment, attr-defined, call-arg, misc, no-untyped-call"

import os
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
from llvmlite import binding
from llvmlite.binding.newpassmanagers import create_new_function_pass_manager
from numba.core import config, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys

from solvers import compiling
from solvers.alone_in_turn import alone
from solvers.held_back import held_back
from solvers.kernel_cache import directory_of
from solvers.kernel_sources import digest

# Numba's cache key has its version and the processor, but none of these.
COMPILER = f"{llvmlite.__version__} {config.OPT} {config.BOUNDSCHECK}"
# Held while an inner variant is made.
_making = threading.Lock()


class _Place(UserProvidedCacheLocator):
    """The cache directory of a module in its present state, independent of where the sources are."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        # Does not call the base class, which would compute an unused path for each kernel.
        self._py_file, self._lineno = py_file, py_func.__code__.co_firstlineno
        self._cache_path, self._digest = _directory(py_file)

    def ensure_cache_path(self) -> None:
        """Create the directory again if another process has removed it as unused."""
        os.makedirs(self._cache_path, exist_ok=True)

    def get_source_stamp(self) -> str:
        return self._digest


@cache
def _directory(py_file: str) -> tuple[str, str]:
    """The cache directory of a module's machine code, which is created, and the hash in its name."""
    module = Path(py_file)
    known = digest(module, COMPILER)
    return str(directory_of(f"{module.stem}-{known}")), known


class _Kept(CompileResultCacheImpl):
    """How the code of the variant that Python calls is stored on disk."""

    _locator_classes = (_Place,)


class RenewedCache(FunctionCache):
    """A cache on disk that loads without starting the compiler, and recompiles if a file is damaged, as by a
    full disk or a power failure.
    """

    _impl_class = _Kept

    def load_overload(self, sig: object, target_context: object) -> object:
        """Load the code for a signature; None if there is none that can be used."""
        try:
            _prepare(target_context)
            # The base class would first initialise the whole compiler, which doubles the time.
            with self._guard_against_spurious_io_errors():
                found: object = self._load_overload(sig, target_context)
        except Exception:
            # A damaged pickle can raise anything. The index is emptied, so that the next load works again.
            self.flush()
            found = None
        if found is None:
            compiling.begins(self._py_func)
        return found

    @property
    def index(self) -> str:
        """Path of the index file, which exists once a kernel is cached."""
        return str(self._cache_file._index_path)


def _prepare(target_context: object) -> None:
    """Initialise the runtime that loaded machine code needs: Numba's memory manager."""
    from numba.np import linalg

    # Numba checks for BLAS by importing scipy.linalg, which takes as long as NumPy. Kernels must not use
    # BLAS; if one did, Numba would check when it compiles.
    linalg.ensure_blas = _unasked
    rtsys.initialize(target_context)


def _unasked() -> None:
    """Replace Numba's check for BLAS."""


class _Kernel(CPUDispatcher):
    """A dispatcher that compiles in one process and one thread at a time, and refuses to return arrays."""

    def compile(self, sig: Any) -> Any:
        """Compile the kernel for a signature, or load it; listeners of `compiling` are told."""
        # This order, so that a thread that waits for the compiler lock never holds a lock on a file.
        with global_compiler_lock, compiling.counted(self), alone(self._cache.index), held_back():
            entry = super().compile(sig)
        if not self.targetoptions["_nrt"]:
            self._refuse_arrays_in_return(sig)
        return entry

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Give a call from another kernel ordinary types, also for literals such as 0.

        Numba would compile the kernel once for the literal and once in general.
        """
        plain = {name: types.unliteral(own) for name, own in dict(kws).items()}
        return super().get_call_template([types.unliteral(own) for own in args], plain)

    def _refuse_arrays_in_return(self, sig: Any) -> None:
        """Refuse to return an array: without the memory manager it is freed while the caller uses it."""
        for result in self.overloads.values():
            models = result.target_context.data_model_manager
            if models[result.signature.return_type].contains_nrt_meminfo():
                raise TypeError(
                    f"{self.__qualname__}: returns an array. Write it to one, or use @jit_allocating."
                )


class Kernel(_Kernel):
    """A kernel as Python calls it; `within` is the inner variant, which other kernels call.

    Parameters
    ----------
    py_func, locals, targetoptions, pipeline_class : as of any Numba dispatcher
    """

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: Any = None,
        targetoptions: Any = None,
        pipeline_class: Any = None,
    ) -> None:
        super().__init__(py_func, locals, targetoptions, pipeline_class or _Whole)
        self._cache = RenewedCache(py_func)
        self._within: _Kernel | None = None

    @property
    def within(self) -> Any:
        """The inner variant, made on demand: listing all questions imports kernels but calls none."""
        with _making:
            if self._within is None:
                options = {**self.targetoptions, "no_cpython_wrapper": True}
                made = _Kernel(self.py_func, self.locals, options, _HalfTheWay)
                made._cache = _CacheWithin(self.py_func)
                self._within = made
            return self._within

    @property
    def is_on_disk(self) -> bool:
        """Whether machine code of either variant is on disk."""
        return os.path.exists(self._cache.index) or os.path.exists(self.within._cache.index)

    @property
    def _numba_type_(self) -> types.Dispatcher:
        return types.Dispatcher(self.within)


class _Tidied(JITCodeLibrary):
    """Code that is cleaned up before it is linked with the kernels it calls, and then optimised with them."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        builder = self._codegen._pass_builder()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes = create_new_function_pass_manager()
                passes.add_sroa_pass()
                passes.add_simplify_cfg_pass()
                passes.add_dead_code_elimination_pass()
                passes.run(function, builder)


class _Whole(Compiler):
    """The compiler of the variant that Python calls."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        own = _Tidied(target.codegen(), "whole")
        own.enable_object_caching()
        super().__init__(typing, target, own, *others)


class _Library(_Tidied):
    """Code of an inner variant, which is linked into its callers; its address is never used."""

    @property
    def codegen(self) -> Any:
        return _WithoutAddresses(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        calls_others = any(isinstance(library, _Library) for library in self._linking_libraries)
        if not calls_others:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        self._ensure_finalized()
        return self.name, "bitcode", self._get_module_for_linking().as_bitcode()


class _WithoutAddresses:
    """A code generator that drops the address of a function's Python environment, as these have none."""

    def __init__(self, codegen: Any) -> None:
        self._own = codegen

    def set_env(self, name: str, environment: object) -> None:
        """Ignore the environment."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)


class _HalfTheWay(Compiler):
    """The compiler of inner variants."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        super().__init__(typing, target, _Library(target.codegen(), "within"), *others)


class _Within(_Kept):
    """How an inner variant is stored on disk, beside the variant that Python calls."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return f"{super().get_filename_base(fullname, abiflags)}-within"

    def rebuild(self, target_context: Any, payload: Any) -> CompileResult:
        (name, _, code), described, environment, signature, objectmode, lifted, annotation, reload, _ = (
            payload
        )
        library = _Library(target_context.codegen(), name)
        library._final_module = library._shared_module = binding.parse_bitcode(code)
        library._finalize_final_module()
        return CompileResult(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=target_context.get_executable(library, described, environment),
            fndesc=described,
            type_annotation=annotation,
            signature=signature,
            objectmode=objectmode,
            lifted=lifted,
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=reload,
            referenced_envs=(),
        )


class _CacheWithin(RenewedCache):
    _impl_class = _Within
