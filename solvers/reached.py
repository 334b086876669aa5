"""Find the kernels that functions may call, by the names in their bytecode, to count those to be compiled.

A function reaches what the names in its code refer to in its module, or in a module that it names. Functions
passed as arguments are missed, and kernels that only rare cases call are counted.
"""

import inspect
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from solvers.kernel import Kernel

OURS = "solvers."
# Mean processor time to compile a kernel; each byte of bytecode adds a little.
SECONDS_A_KERNEL = 0.08
SECONDS_A_BYTE = 0.00032


def kernels_from(roots: Iterable[object]) -> list[Kernel]:
    """Return the kernels that functions may call, each once."""
    found: list[Kernel] = []
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        item = waiting.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, Kernel):
            found.append(item)
        waiting += _next(item)
    return found


def missing(kernels: Iterable[Kernel]) -> list[Kernel]:
    """Return those kernels that have no machine code on disk."""
    return [kernel for kernel in kernels if not kernel.is_on_disk]


def seconds_to_compile(kernels: Iterable[Kernel]) -> float:
    """Estimate the processor time to compile kernels, in seconds."""
    return sum(SECONDS_A_KERNEL + SECONDS_A_BYTE * len(kernel.py_func.__code__.co_code) for kernel in kernels)


def _next(item: Any) -> Iterator[object]:
    """The objects that an object leads to in one step."""
    if isinstance(item, partial):
        yield from (item.func, *item.args, *item.keywords.values())
    elif isinstance(item, dict):
        yield from item.values()
    elif hasattr(type(item), "calls"):
        # A question: its solver, and the functions that read its outputs.
        yield from item.calls
    elif isinstance(item, Kernel):
        yield item.py_func
    elif isinstance(item, cached_property):
        yield item.func
    elif isinstance(item, property):
        yield item.fget
    elif isinstance(item, classmethod | staticmethod | MethodType):
        yield item.__func__
    elif isinstance(item, type):
        if item.__module__.startswith(OURS):
            yield from vars(item).values()
    elif isinstance(item, FunctionType):
        if item.__module__.startswith(OURS):
            yield from _named(item.__code__, item.__globals__)
            yield from inspect.getclosurevars(item).nonlocals.values()
    elif hasattr(item, "__wrapped__"):
        yield item.__wrapped__


def _named(code: CodeType, scope: dict[str, Any]) -> Iterator[object]:
    """The objects that the names in a function's code refer to, including functions inside it."""
    for name in code.co_names:
        value = scope.get(name)
        if isinstance(value, ModuleType):
            if value.__name__.startswith(OURS):
                yield from (getattr(value, of_module, None) for of_module in code.co_names)
        elif value is not None:
            yield value
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _named(inner, scope)


def from_frame(frame: Any) -> list[Kernel]:
    """Return the kernels that the code running in a frame, and its callers, may call."""
    roots: list[object] = []
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(OURS):
            roots += _named(frame.f_code, frame.f_globals)
        frame = frame.f_back
    return kernels_from(roots)
