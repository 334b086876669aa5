"""Check that every case of a sweep can be played: some values of parameters exclude each other."""

from collections.abc import Callable

from configs.sweep import Index, Sweep
from solvers.errors import InvalidRules


def refuse_unplayable(sweep: Sweep) -> None:
    """Refuse a sweep with cases that cannot be played, such as a bust face that is not on the die.

    Such a case would fail in every run.

    Raises
    ------
    InvalidRules
        with the first such case, and how many more there are
    """
    _refuse_withheld(sweep)
    if all(parameter.fits is None for parameter in sweep.asked().parameters):
        return
    complete = sweep.completing()
    refused = [(index, problem) for index in sweep.cases() if (problem := _problem(complete, index))]
    if not refused:
        return
    index, problem = refused[0]
    case = ", ".join(
        f"{name}={labels[place]}" for (name, labels), place in zip(sweep.axes.items(), index, strict=True)
    )
    more = f" and {len(refused) - 1} more of {sweep.size} cases" if len(refused) > 1 else ""
    raise InvalidRules(f"{sweep.name}: {case}{more}: {problem} Make sweeps of the cases that can be played.")


def _refuse_withheld(sweep: Sweep) -> None:
    """Refuse to keep tables of a case that exceeds a worker's memory."""
    wave = sweep.asked().wave
    kept = [output.name for output in sweep.kept if wave is not None and output.name in wave.withheld]
    if not kept:
        return
    complete = sweep.completing()
    large = next(
        (index for index in sweep.representatives() if sweep.asked().outgrows(complete(index))), None
    )
    if large is not None:
        case = ", ".join(
            f"{name}={labels[at]}" for (name, labels), at in zip(sweep.axes.items(), large, strict=True)
        )
        raise InvalidRules(
            f"{sweep.name}: full tables cannot be kept ({', '.join(kept)}): the case {case} exceeds one"
            " worker's memory. Keep less, or leave that case out."
        )


def _problem(complete: Callable[[Index], object], index: Index) -> str:
    """The error of a case, "" if there is none."""
    try:
        complete(index)
    except InvalidRules as error:
        return str(error)
    return ""
