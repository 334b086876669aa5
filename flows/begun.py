"""What a launcher has started before the flow begins."""

from dataclasses import dataclass

from tasks.executor import Workers
from tasks.work import Work


@dataclass(frozen=True)
class Begun:
    """What the launcher has started.

    Parameters
    ----------
    workers : workers for all sweeps of the launch
    sweep : name of the sweep that was started
    work : work of this sweep
    """

    workers: Workers
    sweep: str
    work: Work
