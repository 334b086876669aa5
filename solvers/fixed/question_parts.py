"""Parts of questions about fixed policies: games that only throw on, rules that hold at n, and what a policy
gives away in each state.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.fixed.given_away import beyond_optimal, out_of_order
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
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
# Of the first, or the best response, and of optimal play in its place.
TURNS = ("turns_left", "waiting_turns_left")
TURNS_OF_OPTIMAL = ("turns_left_of_optimal", "waiting_turns_left_of_optimal")
# As in the simultaneous game. The policy is about to move: its score is across, the other's down.
REGRET = Picture(
    name="regret",
    title="What the policy gives away to the best response where it is about to move",
    output="given_away",
    dims=PAIR,
    words=(("banked", "other's score"), ("opponent", "policy's score")),
)


def named(contest: str, rule: str, game: Game) -> str:
    """Name of a question; Pig's is the plain one."""
    return f"{contest}.{rule}" if game.name == "pig" else f"{contest}.{rule}_{game.name}"


def goal(game: Game) -> Parameter:
    """Points to win."""
    return game.goal(game.most_policy_goal)


def scored(game: Game, name: str, prefix: str = "", whose: str = "the opponent") -> Dimension:
    """A dimension of the scoring turns that a rule tells apart.

    Parameters
    ----------
    game : any
    name : of the dimension
    prefix : of the names of the rule's parameters
    whose : who plays by it
    """

    def labels(given: Parameters) -> NDArray[Any]:
        return np.arange(len(counting_told(game.turn(given), given, prefix).parts))

    words = f"{whose.removeprefix('the ')}'s scoring turns"
    return Dimension(name, "1", f"Scoring turns that {whose} has had.", labels, words=words)


def in_each_state(dims: tuple[str, ...]) -> tuple[Output, ...]:
    """Optimal play, what it wins against the policy, and what the policy gives away in each state.

    Parameters
    ----------
    dims : of the best response's values
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
    """The residual of all that is stored about a policy's two opponents; NaN if one of several is.

    It is no less than what their average chances are out of order.

    Parameters
    ----------
    turn : the game
    player : what the policy does, by its scoring turns
    stored : tables and chances by name

    Raises
    ------
    KeyError
        if a table of the best response is missing, or what optimal play wins is stored in part
    """
    residual = response_residual(turn, player, stored["value"], stored["waiting_value"])
    names = "average_optimal_win_probability", "average_best_response_win_probability"
    if {*names} <= {*stored}:
        residual = max(residual, out_of_order(*(float(stored[name]) for name in names)))
    return with_optimal(residual, turn, stored, player)


def with_turns(
    other: float,
    turn: Turn,
    own: Sequence[Fixed] | NDArray[Any],
    opponent: Sequence[Fixed],
    stored: Mapping[str, NDArray[Any]],
    names: tuple[str, str],
) -> float:
    """A residual, or that of turns still to come if these are stored and it is more; NaN if either is.

    Parameters
    ----------
    other : of the other tables
    turn : the game
    own, opponent : who plays, as of `turns_residual`
    stored : tables by name
    names : of the tables of turns still to come if own, or the opponent, is about to move

    Raises
    ------
    KeyError
        if one of the two is stored
    """
    if not any(name in stored for name in names):
        return other
    left, waiting = (stored[name] for name in names)
    return float(np.maximum(other, turns_residual(turn, own, opponent, left, waiting)))


def with_optimal(
    other: float, turn: Turn, stored: Mapping[str, NDArray[Any]], player: Sequence[Fixed]
) -> float:
    """A residual, or that of optimal play's values if these are stored and it is more; NaN if either is.

    Parameters
    ----------
    other : of the other tables
    turn : the game
    stored : tables by name
    player : what the policy does, by its scoring turns

    Raises
    ------
    KeyError
        if what optimal play wins against the policy is stored in part
    """
    if any(name in stored for name in TURNS):
        waiting = stored["waiting_value"]
        decides = waiting.reshape(-1, *waiting.shape[-2:])
        other = with_turns(other, turn, decides, player, stored, TURNS)
    if any(name in stored for name in TURNS_OF_OPTIMAL):
        equal = 1.0 - stored["optimal_value"].T[None]
        other = with_turns(other, turn, equal, player, stored, TURNS_OF_OPTIMAL)
    against = "value_of_optimal" in stored or "waiting_value_of_optimal" in stored
    if not against and "optimal_value" not in stored:
        return other
    value = stored["optimal_value"]
    if not against:
        return float(np.maximum(other, optimal_residual(turn, value)))
    wins = stored["value_of_optimal"].reshape(-1, *value.shape)
    waits = stored["waiting_value_of_optimal"].reshape(-1, *value.shape)
    others = zip(wins, waits, strict=True)
    theirs = waiting_residual(turn, player, wins, waits)
    return float(np.max([other, optimal_residual(turn, value, others), theirs]))
