"""What nobody means: games that cannot be played; sizes and replaced answers, which are refused unless the
launcher says yes.
"""

from configs.sweep import Sweep
from solvers.errors import expected
from tasks.laying_out import sweep_layout
from tasks.plan import RunPlan
from tasks.playable import refuse_unplayable

MOST_BYTES = 20e9
MOST_HOURS = 24.0
# More than a plan should hold in memory; nobody waits for them either.
MOST_CASES = 1_000_000


def refuse_absurd(sweep: Sweep, yes: bool) -> None:
    """Refuse a sweep of more than MOST_BYTES or MOST_HOURS of one core, unless `yes`; of more than
    MOST_CASES, or with cases that nobody can play, in any case.

    Raises
    ------
    InvalidRules
        saying how large it is, or which case cannot be played
    """
    if sweep.size > MOST_CASES:
        raise expected(
            f"{sweep.name}: cases",
            f"at most {MOST_CASES}",
            sweep.size,
            "Split it, or give its axes fewer labels.",
        )
    refuse_unplayable(sweep)
    if yes:
        return
    remedy = "Ask for less, keep less, or say --yes."
    hours = float(sweep.seconds.sum()) / 3600
    if hours > MOST_HOURS:
        raise expected(
            f"{sweep.name}: time", f"at most {MOST_HOURS:g} hours of one core", f"{hours:.1f} hours", remedy
        )
    size = sweep_layout(sweep).nbytes()
    if size > MOST_BYTES:
        raise expected(
            f"{sweep.name}: size", f"at most {MOST_BYTES / 1e9:g} GB", f"{size / 1e9:.1f} GB", remedy
        )


def refuse_replacing(plan: RunPlan, yes: bool) -> None:
    """Refuse a plan that would replace all answers of a sweep by those to other fixed parameters, unless
    `yes`.

    Raises
    ------
    InvalidRules
        saying which differ
    """
    if plan.replaced and not yes:
        raise expected(
            f"{plan.sweep.name}: fixed parameters",
            "those of the answers in the store",
            plan.replaced,
            "Say --yes to have those answers replaced (the history keeps them), or give the sweep another"
            " name.",
        )
