"""Outputs that every question about rules of thumb has: what decisions give away, and how often."""

from typing import Any

import numpy as np

from solvers.outputs import decisions
from solvers.questions.question import Output
from solvers.thumb.regret import lost_in_play, share_right

OF_STATES = ("visits", "regret")
DECIDED = (
    decisions.expected_regret(
        of=lambda solved: lost_in_play(solved.visits, solved.regret),
        follows=lambda given, visits, regret: lost_in_play(visits, regret),
        follows_from=OF_STATES,
    ),
    decisions.right_decisions(
        follows=lambda given, visits, regret: share_right(visits, regret), follows_from=OF_STATES
    ),
)


def of_states(begun: tuple[str, ...], regret: Any) -> tuple[Output, ...]:
    """What is given away in the turns that begin somewhere and by each decision, and how often that is met.

    Parameters
    ----------
    begun : dims of the state in which a turn begins
    regret : function of the parameters and the value of optimal play that gives what each decision gives away
    """
    inside = (*begun, "turn_total")
    return (
        decisions.lost(
            dims=begun,
            follows=lambda given, visits, regret: np.asarray((visits * regret).sum(axis=-1)),
            follows_from=OF_STATES,
        ),
        decisions.regret(dims=inside, follows=regret, follows_from=("value",)),
        decisions.visits(dims=inside, proved=True),
    )
