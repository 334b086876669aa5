"""Outputs that every question about rules of thumb has: what decisions give away, and how often they are met.

What they are in their contest, a race or who plays alone, the words say that are given. Of each decision by
itself it is said where the only way to go on is the same throw again; else by turn total and dice left.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.players.dice import dice_of
from solvers.questions.following import Follows
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.pig_rules import below_goal
from solvers.questions.question import Dimension, Output, Role
from solvers.thumb.judged import Judged, share_right

OF_STATES = ("visits", "regret")


def _lost_in_play(visits: NDArray[Any], regrets: NDArray[Any]) -> float:
    """What is given away in a game: regrets, as often as play comes there."""
    return float(np.einsum("ijk,ijk->", visits, regrets))


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
        of=lambda solved: _lost_in_play(solved.visits, solved.regret),
        follows=lambda given, visits, regret: _lost_in_play(visits, regret),
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


class Words(NamedTuple):
    """How it is said.

    Attributes
    ----------
    play : in what decisions are met
    short : the same in short
    regret, visits : long names
    """

    play: str
    short: str
    regret: str
    visits: str


IN_A_RACE = Words("in a game against optimal play", "in a game", "regret a game", "visits a game")
ALONE = Words("in all turns", "in all turns", "expected regret", "expected visits")


def totals(game: Game) -> Dimension:
    """Turn totals, where the only way to go on is the same throw again.

    Parameters
    ----------
    game : any
    """
    return _turn_totals(game, "Points at risk, at 0 those before the first throw.")


def at_risk(game: Game) -> Dimension:
    """Turn totals where there is more to decide.

    Parameters
    ----------
    game : any
    """
    return _turn_totals(game, "Points at risk, those of the last throw included.")


def _turn_totals(game: Game, meaning: str) -> Dimension:
    return Dimension("turn_total", game.unit, meaning, below_goal)


def dice_left(game: Game) -> Dimension:
    """Dice left, where throws are named by their dice.

    Parameters
    ----------
    game : such a game
    """

    def labels(given: Parameters) -> NDArray[Any]:
        return np.arange(1, max(dice_of(game.turn(given)) or (1,)) + 1)

    return Dimension("dice_left", "dice", "How many dice the rule throws if it goes on.", labels)


def decided_by_position(dims: tuple[str, ...], words: Words) -> tuple[Output, ...]:
    """What decisions give away, and how often they are met.

    Parameters
    ----------
    dims : of the tables
    words : how it is said
    """
    where = "this turn total" + (" and so many dice left" if len(dims) > 1 else "")
    return (
        Output(
            name="expected_regret",
            role=Role.DIFFERENCE,
            long_name=words.regret,
            meaning=f"What the rule's decisions give away {words.play}: the loss again.",
            of=lambda solved: solved.lost.sum(),
            **Follows(follows=lambda given, lost: lost.sum(), follows_from=("lost",)),
        ),
        Output(
            name="right_decisions",
            role=Role.CHANCE,
            long_name="right decisions",
            meaning=f"Share of the decisions met {words.play} that give away nothing.",
            **Follows(follows=_share_right, follows_from=("visits", "right_visits")),
        ),
        Output(
            name="visits",
            role=Role.MEASURE,
            dims=dims,
            unit="visits",
            long_name=words.visits,
            meaning=f"How often the rule decides at {where} {words.play}.",
            of=_table("visits", dims),
            proved=True,
        ),
        Output(
            name="right_visits",
            role=Role.MEASURE,
            dims=dims,
            unit="visits",
            long_name="right visits",
            meaning=f"How often the rule decides right at {where}.",
            of=_table("right_visits", dims),
            proved=True,
        ),
        Output(
            name="lost_there",
            role=Role.DIFFERENCE,
            dims=dims,
            long_name="lost there",
            meaning=f"What the rule's decisions at {where} give away {words.short}.",
            of=_table("lost_there", dims),
            proved=True,
        ),
    )


def _table(name: str, dims: tuple[str, ...]) -> Callable[[Judged], NDArray[Any]]:
    """Reads a table of what is decided."""

    def read(solved: Judged) -> NDArray[Any]:
        table: NDArray[Any] = solved[name]
        return table if len(dims) > 1 else table[:, 0]

    return read


def _share_right(given: Parameters, visits: NDArray[Any], right: NDArray[Any]) -> float:
    return float(right.sum() / visits.sum()) if visits.sum() > 0.0 else 1.0
