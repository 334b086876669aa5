"""What came of a sweep."""

from collections.abc import Sequence
from dataclasses import dataclass

from solvers.wording.counts import some
from storage.comparing import Difference


@dataclass(frozen=True)
class Outcome:
    """The result of one sweep.

    Parameters
    ----------
    sweep : its name
    run : id of the launch
    cases : number of cases, mirrors included
    before : number of cases that were done already
    solved : number of answers computed now, without mirrors
    answered, failed : number of cases that got an answer or an error now, mirrors included
    errors : some of the error texts
    worst : largest certificate of the new answers
    seconds : processor time for solving, summed over workers
    estimated : the plan's estimate of these seconds
    elapsed : seconds of the whole sweep
    published : path of the plain Zarr copy, "" if none was requested
    missing : number of planned cases that are not in the store
    moved : outputs of which stored values changed; None if nothing was solved again
    """

    sweep: str
    run: str
    cases: int
    before: int
    solved: int
    answered: int
    failed: int
    errors: tuple[str, ...]
    worst: float
    seconds: float
    estimated: float
    elapsed: float
    published: str
    missing: int = 0
    moved: tuple[Difference, ...] | None = None


class CasesFailed(Exception):
    """Some cases have an error, or are missing."""


def said_of(outcomes: Sequence[Outcome]) -> str:
    """Return which cases have an error, or are missing, and what to do; "" if there are none.

    Parameters
    ----------
    outcomes : results of one launch
    """
    if failed := sum(outcome.failed for outcome in outcomes):
        errors = "; ".join(error for outcome in outcomes for error in outcome.errors[:3])
        return f"{some(failed, 'case')} failed: {errors}. Fix the cause, then run again with --rerun failed."
    if missing := [outcome for outcome in outcomes if outcome.missing]:
        said = ", ".join(f"{outcome.missing} of {outcome.cases} in {outcome.sweep}" for outcome in missing)
        return f"The store lacks cases: {said}. Run the same command again."
    return ""
