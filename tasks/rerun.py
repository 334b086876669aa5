"""Which cases of a sweep a run solves again."""

from enum import StrEnum

from solvers.errors import expected


class Rerun(StrEnum):
    """Which of the stored cases to solve again."""

    NEEDED = "needed"
    FAILED = "failed"
    STALE = "stale"
    DAMAGED = "damaged"
    ALL = "all"

    @classmethod
    def _missing_(cls, value: object) -> "Rerun":
        raise expected(
            "--rerun", "needed, failed, stale, damaged or all", value, "Leave it out for what is needed."
        )
