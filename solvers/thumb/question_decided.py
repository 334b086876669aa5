"""Outputs that every question about rules of thumb has: what decisions give away, and how often they are met.

What they are in their contest, a race or who plays alone, the words say that are given.
"""

from typing import Any

import numpy as np

from solvers.questions.question import Output, Role
from solvers.thumb.regret import lost_in_play, share_right

OF_STATES = ("visits", "regret")


def chance_given_away(meaning: str, follows: Any, *follows_from: str) -> Output:
    """The loss: what the rule lacks in all.

    Parameters
    ----------
    meaning : in a sentence
    follows, follows_from : how it follows from chances
    """
    return Output(
        name="loss",
        role=Role.DIFFERENCE,
        long_name="chance given away",
        meaning=meaning,
        follows=follows,
        follows_from=follows_from,
    )


def expected_regret(long_name: str, meaning: str) -> Output:
    """The loss again, as a sum over states.

    Parameters
    ----------
    long_name, meaning : what it is
    """
    return Output(
        name="expected_regret",
        role=Role.DIFFERENCE,
        long_name=long_name,
        meaning=meaning,
        of=lambda solved: lost_in_play(solved.visits, solved.regret),
        follows=lambda given, visits, regret: lost_in_play(visits, regret),
        follows_from=OF_STATES,
    )


def right_decisions(meaning: str) -> Output:
    """The share of decisions that are right.

    Parameters
    ----------
    meaning : in a sentence
    """
    return Output(
        name="right_decisions",
        role=Role.CHANCE,
        long_name="right decisions",
        meaning=meaning,
        follows=lambda given, visits, regret: share_right(visits, regret),
        follows_from=OF_STATES,
    )


def lost(dims: tuple[str, ...], long_name: str, meaning: str) -> Output:
    """What is given away in the turns that begin so.

    Parameters
    ----------
    dims : of the state in which a turn begins
    long_name, meaning : what it is
    """
    return Output(
        name="lost",
        role=Role.DIFFERENCE,
        dims=dims,
        long_name=long_name,
        meaning=meaning,
        follows=lambda given, visits, regret: np.asarray((visits * regret).sum(axis=-1)),
        follows_from=OF_STATES,
    )


def regret(dims: tuple[str, ...], meaning: str, follows: Any) -> Output:
    """What each decision gives away.

    Parameters
    ----------
    dims : of the state
    meaning : in a sentence
    follows : function of the parameters and the value of optimal play
    """
    return Output(
        name="regret",
        role=Role.DIFFERENCE,
        dims=dims,
        long_name="decision regret",
        meaning=meaning,
        follows=follows,
        follows_from=("value",),
    )


def visits(dims: tuple[str, ...], long_name: str, meaning: str) -> Output:
    """How often play comes there.

    Parameters
    ----------
    dims : of the state
    long_name, meaning : what it is
    """
    return Output(
        name="visits",
        role=Role.MEASURE,
        dims=dims,
        unit="visits",
        long_name=long_name,
        meaning=meaning,
        proved=True,
    )
