"""Parts of questions about fixed policies: names, dimensions, and the outputs about what a policy gives away
in each state.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.fixed.given_away import beyond_optimal, out_of_order
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.in_turn.lasting.certificate import TURNS
from solvers.outputs import decisions, lengths, tables
from solvers.outputs.declared import RESPONSE
from solvers.outputs.output import Output
from solvers.questions.dimension import Dimension
from solvers.questions.following import starts
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.picture import Picture
from solvers.questions.rule_parameters import counting_told
from solvers.race.certificate_of_optimal import optimal_residual
from solvers.turns.certificate_of_fixed import response_residual, turns_residual, waiting_residual

ONE_THROW = tuple(game for game in GAMES.values() if game.most_policy_goal)
PAIR = ("banked", "opponent")
# Outputs of optimal play, in the same place as those of the best response.
TURNS_OF_OPTIMAL = ("turns_left_of_optimal", "waiting_turns_left_of_optimal")
VALUES_OF_OPTIMAL = ("value_of_optimal", "waiting_value_of_optimal")
AVERAGES = ("average_optimal_win_probability", "average_best_response_win_probability")
# As in the simultaneous game: the policy is about to move, its score is across and the other's down.
REGRET = Picture(
    name="regret",
    title="Where the policy gives most away",
    output="given_away",
    dims=PAIR,
    words=(("banked", "other's score"), ("opponent", "policy's score")),
)


def named(contest: str, rule: str, game: Game) -> str:
    """Name of a question; Pig's has no game in it."""
    return f"{contest}.{rule}" if game.name == "pig" else f"{contest}.{rule}_{game.name}"


def goal(game: Game) -> Parameter:
    """Points to win."""
    return game.goal(game.most_policy_goal)


def scored(game: Game, name: str, prefix: str = "", whose: str = "the opponent") -> Dimension:
    """A dimension of the number of scoring turns that a rule tells apart.

    Parameters
    ----------
    game : any
    name : name of the dimension
    prefix : prefix of the names of the rule's parameters
    whose : the player with that rule, as in "the opponent"
    """

    def labels(given: Parameters) -> NDArray[Any]:
        return np.arange(len(counting_told(game.turn(given), given, prefix).parts))

    words = f"{whose.removeprefix('the ')}'s scoring turns"
    return Dimension(name, "1", f"Scoring turns that {whose} has had.", labels, words=words)


def in_each_state(dims: tuple[str, ...]) -> tuple[Output, ...]:
    """Outputs about optimal play against the policy, and about what the policy gives away in each state.

    Parameters
    ----------
    dims : dimensions of the best response's values
    """
    counted = len(dims) > len(PAIR)

    def of_response(name: str) -> Callable[[Any], Any]:
        return lambda solved: getattr(solved.response, name)[() if counted else 0]

    def of_optimal(name: str) -> Callable[[Any], Any]:
        return lambda solved: getattr(solved.optimal, name)[0 if counted else (0, 0)]

    return (
        tables.optimal_value(proved=True),
        tables.value_of_optimal(dims=dims, of=of_optimal("value"), proved=True),
        tables.waiting_value_of_optimal(dims=dims, of=of_optimal("waiting_value"), proved=True),
        decisions.given_away(
            dims=dims,
            of=None if counted else lambda solved: solved.given_away[0],
            follows=lambda given, value, waiting: beyond_optimal(value, waiting),
            follows_from=("optimal_value", "waiting_value"),
        ),
        lengths.best_response_expected_turns(
            of=lambda solved: np.array(solved.response.expected_turns_by_seat), **starts(*TURNS)
        ),
        lengths.optimal_expected_turns(
            of=lambda solved: np.array(solved.optimal.expected_turns_by_seat), **starts(*TURNS_OF_OPTIMAL)
        ),
        lengths.turns_left.of(RESPONSE)(dims=dims, of=of_response("turns_left"), proved=True),
        lengths.waiting_turns_left.of(RESPONSE)(dims=dims, of=of_response("waiting_turns_left"), proved=True),
        lengths.turns_left_of_optimal(dims=dims, of=of_optimal("turns_left"), proved=True),
        lengths.waiting_turns_left_of_optimal(dims=dims, of=of_optimal("waiting_turns_left"), proved=True),
    )


def certified(turn: Turn, player: Sequence[Fixed], stored: Mapping[str, NDArray[Any]]) -> float:
    """Residual of all that is stored about a policy's two opponents; NaN if one of the residuals is.

    It is at least the amount by which their average chances are out of order.

    Parameters
    ----------
    turn : the game
    player : the policy's choices, by the number of its scoring turns
    stored : tables and chances by name

    Raises
    ------
    KeyError
        if a table of the best response is missing, or one table of a pair
    """
    waiting = stored["waiting_value"]
    found = [response_residual(turn, player, stored["value"], waiting)]
    if {*AVERAGES} <= {*stored}:
        found.append(out_of_order(*(float(stored[name]) for name in AVERAGES)))
    if _any(TURNS, stored):
        decides = waiting.reshape(-1, *waiting.shape[-2:])
        found.append(turns_residual(turn, decides, player, *_both(TURNS, stored)))
    if _any(TURNS_OF_OPTIMAL, stored):
        decides = 1.0 - stored["optimal_value"].T[None]
        found.append(turns_residual(turn, decides, player, *_both(TURNS_OF_OPTIMAL, stored)))
    if _any(("optimal_value", *VALUES_OF_OPTIMAL), stored):
        found.append(_off_of_optimal(turn, player, stored))
    return float(np.max(found))


def _off_of_optimal(turn: Turn, player: Sequence[Fixed], stored: Mapping[str, NDArray[Any]]) -> float:
    """Residual of optimal play's values, and of its chance to win against the policy if that is stored."""
    value = stored["optimal_value"]
    if not _any(VALUES_OF_OPTIMAL, stored):
        return optimal_residual(turn, value)
    wins, waits = (table.reshape(-1, *value.shape) for table in _both(VALUES_OF_OPTIMAL, stored))
    optimal = optimal_residual(turn, value, zip(wins, waits, strict=True))
    return float(np.maximum(optimal, waiting_residual(turn, player, wins, waits)))


def _any(names: Sequence[str], stored: Mapping[str, NDArray[Any]]) -> bool:
    return any(name in stored for name in names)


def _both(names: tuple[str, str], stored: Mapping[str, NDArray[Any]]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both tables of a pair."""
    return stored[names[0]], stored[names[1]]
