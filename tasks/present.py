"""Which cases of its block a worker is at, so that the launcher knows at which of them it died."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

# Takes the numbers of cases within their block.
Tell = Callable[[Sequence[int]], None]
_tell: ContextVar[Tell | None] = ContextVar("tell", default=None)


@contextmanager
def telling(tell: Tell) -> Iterator[None]:
    """Tell of what begins during the block, in this thread.

    Parameters
    ----------
    tell : called with the numbers of cases that begin
    """
    before = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(before)


def begin(cases: Sequence[int]) -> None:
    """Tell that cases begin, and that those before have ended.

    Parameters
    ----------
    cases : their numbers within the block
    """
    if (tell := _tell.get()) is not None:
        tell(cases)
