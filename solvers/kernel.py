"""A kernel that is called from Python, and its other self that is compiled into the kernels that call it.

Numba makes each function ready to be called from Python and turns it into machine code, also one that only
other kernels call, and that becomes a part of these. To unpack fifty arrays from Python's objects alone takes
as long as a short kernel. So what kernels call is compiled half the way, without any of this.

What is called is optimised by itself and again where it is put: without the former, kernels were up to a
fifth slower. Only loops gain by it. So one that calls others is optimised where it is put alone; and before
kernels are put together, each is rid of no more than what Numba's translation leaves. This takes a quarter
less time to compile, and makes no kernel slower.
"""

# What Numba says of its own types is not what this needs of them.
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
from solvers.kernel_cache import directory_of
from solvers.kernel_sources import digest

# Numba looks at its own version and the processor, and at none of these.
COMPILER = f"{llvmlite.__version__} {config.OPT} {config.BOUNDSCHECK}"
# Held while a kernel's other self is made.
_making = threading.Lock()


class _Place(UserProvidedCacheLocator):
    """A directory for a module as it is, and as all is that it imports, wherever the sources are."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        # Of the base, whose path would be worked out for each kernel and not be used.
        self._py_file, self._lineno = py_file, py_func.__code__.co_firstlineno
        self._cache_path, self._digest = _directory(py_file)

    def ensure_cache_path(self) -> None:
        """Make it again, if it was not used for so long that another process has removed it."""
        os.makedirs(self._cache_path, exist_ok=True)

    def get_source_stamp(self) -> str:
        return self._digest


@cache
def _directory(py_file: str) -> tuple[str, str]:
    """Where the machine code of a module is kept, which is made, and the hash that names it."""
    module = Path(py_file)
    known = digest(module, COMPILER)
    return str(directory_of(f"{module.stem}-{known}")), known


class _Kept(CompileResultCacheImpl):
    """How code is kept on disk that Python calls."""

    _locator_classes = (_Place,)


class RenewedCache(FunctionCache):
    """Machine code on disk, loaded without the compiler, and compiled again where a full disk or a power
    failure has damaged a file.
    """

    _impl_class = _Kept

    def load_overload(self, sig: object, target_context: object) -> object:
        """What is on disk for a signature, None if there is nothing that can be used."""
        try:
            _prepare(target_context)
            # Numba would first make ready all that it compiles with, which takes as long as the rest.
            with self._guard_against_spurious_io_errors():
                found: object = self._load_overload(sig, target_context)
        except Exception:
            # Whatever a damaged pickle raises. What is compiled now must not meet it again.
            self.flush()
            found = None
        if found is None:
            compiling.begins(self._py_func)
        return found

    @property
    def index(self) -> str:
        """Path of the file that is there once a kernel is."""
        return str(self._cache_file._index_path)


def _prepare(target_context: object) -> None:
    """Make ready what machine code calls, its memory manager, and no more than that."""
    from numba.np import linalg

    # Numba looks whether there is a BLAS by importing scipy.linalg, which takes as long as NumPy. No kernel
    # may use one; if it did, Numba would look again.
    linalg.ensure_blas = _unasked
    rtsys.initialize(target_context)


def _unasked() -> None:
    """Say nothing of a BLAS."""


class _Kernel(CPUDispatcher):
    """Compiled by one process and one thread at a time, without what nobody can free."""

    def compile(self, sig: Any) -> Any:
        """Compile it for a signature, or load it; see `compiling` for who hears of it."""
        # Not the other way round: a thread that waits for this lock must not hold one on a file.
        with global_compiler_lock, compiling.counted(self), alone(self._cache.index):
            entry = super().compile(sig)
        if not self.targetoptions["_nrt"]:
            self._refuse_arrays_in_return(sig)
        return entry

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How another kernel calls it: a number that is written there, such as 0, is as any other.

        Numba would compile it once for this number and once for all.
        """
        plain = {name: types.unliteral(own) for name, own in dict(kws).items()}
        return super().get_call_template([types.unliteral(own) for own in args], plain)

    def _refuse_arrays_in_return(self, sig: Any) -> None:
        """Without the memory manager an array would be freed while its caller has it."""
        for result in self.overloads.values():
            models = result.target_context.data_model_manager
            if models[result.signature.return_type].contains_nrt_meminfo():
                raise TypeError(
                    f"{self.__qualname__}: returns an array. Write it to one, or use @jit_allocating."
                )


class Kernel(_Kernel):
    """A kernel as Python calls it; `within` is its other self, which kernels call.

    Parameters
    ----------
    py_func, locals, targetoptions, pipeline_class : as of any of Numba's dispatchers
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
        """Its other self, made when it is needed: a list of all questions loads kernels and calls none."""
        with _making:
            if self._within is None:
                options = {**self.targetoptions, "no_cpython_wrapper": True}
                made = _Kernel(self.py_func, self.locals, options, _HalfTheWay)
                made._cache = _CacheWithin(self.py_func)
                self._within = made
            return self._within

    @property
    def is_on_disk(self) -> bool:
        """Whether machine code of it is there, as Python or as a kernel calls it."""
        return os.path.exists(self._cache.index) or os.path.exists(self.within._cache.index)

    @property
    def _numba_type_(self) -> types.Dispatcher:
        return types.Dispatcher(self.within)


class _Tidied(JITCodeLibrary):
    """Code that is tidied before it meets that which it calls, and optimised with it."""

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
    """A compiler of kernels as Python calls them."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        own = _Tidied(target.codegen(), "whole")
        own.enable_object_caching()
        super().__init__(typing, target, own, *others)


class _Library(_Tidied):
    """Code that is put into that of others; no address of it is ever asked for."""

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
    """A code generator that is not told where the Python objects of a function are, as it has none."""

    def __init__(self, codegen: Any) -> None:
        self._own = codegen

    def set_env(self, name: str, environment: object) -> None:
        """Do nothing."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)


class _HalfTheWay(Compiler):
    """A compiler whose code goes into such a library."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        super().__init__(typing, target, _Library(target.codegen(), "within"), *others)


class _Within(_Kept):
    """How such code is kept on disk, beside that which Python calls."""

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
