"""The kernels that a case will call, so that other processes can compile them meanwhile, in reverse order.

Numba compiles a kernel for the types of its arguments, which are written nowhere. So a small case is run in
plain Python, and each kernel records them, also one that another kernel calls: half of the time goes into the
kernels within the longest one.
"""

import inspect
import math
import signal
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from solvers.errors import InvalidRules
from solvers.kernel import Kernel
from solvers.questions.parameter import Parameter, Parameters, Value
from solvers.questions.question import GOAL, Question

OURS = "solvers."
# Sizes tried for points: the first one that the question accepts.
SIZES = (2, 4, 8, 16, 32)


class Call(NamedTuple):
    """A kernel that Python or another kernel calls.

    Attributes
    ----------
    kernel : a `Kernel`, or the variant of one that other kernels call
    types : Numba types of its arguments
    """

    kernel: Any
    types: tuple[Any, ...]

    def compile(self) -> None:
        """Compile it, with the kernels that it calls, or find its machine code on disk."""
        self.kernel.compile(self.types)


def calls(
    question: Question,
    parameters: Parameters,
    together: bool = False,
    kept: Collection[str] | None = None,
    seconds: float = math.inf,
) -> list[Call]:
    """The kernels that are called to solve a case and to read its outputs, in order of their first calls.

    Kernels that no small case calls are missing, and so are those after an error: a sum that is too large for
    plain Python may be none for a kernel.

    Parameters
    ----------
    question : the question
    parameters : all parameters by name
    together : whether it is solved with others, if the question allows it
    kept : names of the outputs that are read; None for all
    seconds : processor time after which it ends with what it has; in the main thread only
    """
    noted: list[Call] = []
    with _at_most(seconds), _played_in_python(noted), suppress(ArithmeticError, IndexError):
        case = small(question, parameters)
        if together and question.together is not None:
            (solution,) = question.together.solve([case])
        else:
            solution = question.solve(**case)
        for output in question.outputs:
            if kept is None or output.name in kept:
                output.read(solution)
    return noted


def small(question: Question, parameters: Parameters) -> dict[str, Value]:
    """A case that calls the same kernels and that plain Python solves quickly; else the case itself.

    Parameters
    ----------
    question : the question
    parameters : all parameters by name

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
    """At most that many points, or the least number allowed."""
    in_points = parameter.name == GOAL or "points" in parameter.unit
    if parameter.kind is not int or not in_points:
        return value
    return min(int(value), max(size, int(parameter.minimum or 0)))


class _TooLong(Exception):
    """Plain Python takes too long."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Interrupt what takes more processor time, without an error."""
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
    """A kernel that runs in plain Python and records the types of its arguments."""

    def __init__(
        self, kernel: Kernel, noted: list[Call], inside: list[Kernel], met: dict[Kernel, set[Kernel]]
    ) -> None:
        self._kernel, self._noted, self._inside, self._met = kernel, noted, inside, met
        self._signature = inspect.signature(kernel.py_func)

    def __call__(self, *given: Any, **named: Any) -> Any:
        # Finding types takes longer than most calls, so once within each kernel that Python calls.
        if not self._inside or self._kernel not in self._met[self._inside[0]]:
            self._note(given, named)
        self._inside.append(self._kernel)
        try:
            return self._kernel.py_func(*given, **named)
        finally:
            self._inside.pop()

    def _note(self, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        arguments = self._signature.bind(*given, **named)
        arguments.apply_defaults()
        types = tuple(map(self._kernel.typeof_pyval, arguments.args))
        if self._inside:
            self._met[self._inside[0]].add(self._kernel)
        call = Call(self._kernel.within if self._inside else self._kernel, types)
        if call not in self._noted:
            self._noted.append(call)


@contextmanager
def _played_in_python(noted: list[Call]) -> Iterator[None]:
    """Run all kernels of this process in plain Python meanwhile, and record their calls."""
    inside: list[Kernel] = []
    met: dict[Kernel, set[Kernel]] = defaultdict(set)
    ours = [vars(module) for name, module in sys.modules.items() if name.startswith(OURS)]
    kernels = [(own, name, value) for own in ours for name, value in own.items() if isinstance(value, Kernel)]
    for own, name, kernel in kernels:
        own[name] = _Noting(kernel, noted, inside, met)
    try:
        yield
    finally:
        for own, name, kernel in kernels:
            own[name] = kernel
