"""What a case will call, so that other processes can compile it meanwhile, from the other end.

Numba compiles a kernel for the types that it is called with, and nobody writes these down. So a small case is
played in plain Python, and each kernel that it calls takes note of them.
"""

import inspect
import math
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from solvers.errors import InvalidRules
from solvers.kernel import Kernel
from solvers.questions.parameter import Parameter, Parameters, Value
from solvers.questions.question import GOAL, Question

OURS = "solvers."
# What points are cut down to: the first that the question takes.
SIZES = (2, 4, 8, 16, 32)


class Call(NamedTuple):
    """A kernel that Python calls.

    Attributes
    ----------
    kernel : a `Kernel`
    types : of what it is called with, as Numba tells them apart
    """

    kernel: Any
    types: tuple[Any, ...]

    def compile(self) -> None:
        """Compile it, with the kernels that it calls, or find that it is on disk."""
        self.kernel.compile(self.types)


def calls(
    question: Question, parameters: Parameters, together: bool = False, seconds: float = math.inf
) -> list[Call]:
    """Which kernels are called from Python to solve a case and to read its outputs, in order.

    Those are missing that no small case calls, and those that come after an error, as a sum that is too
    great for plain Python is none for a kernel.

    Parameters
    ----------
    question : that is asked
    parameters : all of them by name
    together : whether it is solved with others, where the question has a way to
    seconds : of processor time, after which it ends with what it has; of the main thread only
    """
    noted: list[Call] = []
    with _at_most(seconds), _played_in_python(noted), suppress(ArithmeticError, IndexError):
        case = small(question, parameters)
        if together and question.together is not None:
            (solution,) = question.together.solve([case])
        else:
            solution = question.solve(**case)
        for output in question.outputs:
            output.read(solution)
    return noted


def small(question: Question, parameters: Parameters) -> dict[str, Value]:
    """A case that calls the same kernels and that plain Python solves in a moment; as it is if there is none.

    Parameters
    ----------
    question : that is asked
    parameters : all of them by name

    Examples
    --------
    >>> from solvers.catalog import find
    >>> question = find("race.pig")
    >>> small(question, question.complete({"goal": 100}))
    {'goal': 2, 'sides': 6, 'bust_face': 1}
    """
    for size in SIZES:
        cut = {own.name: _cut(own, parameters[own.name], size) for own in question.parameters}
        try:
            return question.complete(cut)
        except InvalidRules:
            continue
    return dict(parameters)


def _cut(parameter: Parameter, value: Value, size: int) -> Value:
    """At most that many points, or as few as it takes."""
    in_points = parameter.name == GOAL or "points" in parameter.unit
    if parameter.kind is not int or not in_points:
        return value
    return min(int(value), max(size, int(parameter.minimum or 0)))


class _TooLong(Exception):
    """Plain Python takes too long."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """End what takes more processor time, without an error."""
    if math.isinf(seconds):
        yield
        return

    def end(number: int, frame: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with suppress(_TooLong):
            yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class _Noting:
    """A kernel that is played in plain Python and takes note of what Python calls it with."""

    def __init__(self, kernel: Kernel, noted: list[Call], inside: list[Kernel]) -> None:
        self._kernel, self._noted, self._inside = kernel, noted, inside
        self._signature = inspect.signature(kernel.py_func)

    def __call__(self, *given: Any, **named: Any) -> Any:
        arguments = self._signature.bind(*given, **named)
        arguments.apply_defaults()
        if not self._inside:
            types = tuple(map(self._kernel.typeof_pyval, arguments.args))
            if (call := Call(self._kernel, types)) not in self._noted:
                self._noted.append(call)
        self._inside.append(self._kernel)
        try:
            return self._kernel.py_func(*given, **named)
        finally:
            self._inside.pop()


@contextmanager
def _played_in_python(noted: list[Call]) -> Iterator[None]:
    """All kernels of this process are plain Python meanwhile, and take note."""
    inside: list[Kernel] = []
    ours = [vars(module) for name, module in sys.modules.items() if name.startswith(OURS)]
    kernels = [(own, name, value) for own in ours for name, value in own.items() if isinstance(value, Kernel)]
    for own, name, kernel in kernels:
        own[name] = _Noting(kernel, noted, inside)
    try:
        yield
    finally:
        for own, name, kernel in kernels:
            own[name] = kernel
