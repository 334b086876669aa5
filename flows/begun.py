"""What a launcher has begun before the flow knows of it."""

from dataclasses import dataclass

from tasks.executor import Workers
from tasks.work import Work


@dataclass(frozen=True)
class Begun:
    """What the launcher has begun.

    Parameters
    ----------
    workers : for all sweeps of the launch
    sweep : name of the one that was begun
    work : of this sweep
    """

    workers: Workers
    sweep: str
    work: Work
