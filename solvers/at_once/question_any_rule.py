"""Questions about best responses over all stopping rules of a turn, in simultaneous play."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.at_once import certificate, certificate_of_many
from solvers.at_once import question as simultaneous
from solvers.at_once.any_rule import StoppingResponse, best_response_any_rule
from solvers.at_once.best_response import side_by_side
from solvers.at_once.certificate_of_any_rule import loss_of_hold_at, residual, throws_again, wrong_from_0
from solvers.contests.contest import AT_ONCE
from solvers.games.turn import Turn
from solvers.outputs import chances, decisions, mixtures, policies, proofs, tables
from solvers.outputs.declared import RESPONSE
from solvers.outputs.output import Output
from solvers.players.player import BEST, holding_at, seated
from solvers.questions.certify import solved_anew
from solvers.questions.following import Follows, first_of
from solvers.questions.game import Game
from solvers.questions.games import PIG
from solvers.questions.own_rules import AT_ONCE as OWN
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question


def _solve(game: Game, **parameters: Any) -> StoppingResponse:
    return best_response_any_rule(
        game.turn(parameters), parameters["goal"], simultaneous.opponents(parameters)
    )


def _certify(game: Game, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    turn, goal = game.certificate_turn(parameters), int(parameters["goal"])
    them, value = simultaneous.opponents(parameters), stored["value"]
    found = residual(turn, goal, them, value)
    if "gain" in stored:
        # The difference is the chance to win by turn totals to hold at.
        found = float(np.maximum(found, certificate.residual(turn, goal, them, value - stored["gain"])))
    return found


def _solve_from_0(**parameters: Any) -> StoppingResponse:
    turn, them = PIG.turn(parameters), simultaneous.opponents(parameters)
    return best_response_any_rule(turn, parameters["goal"], them, only_from_0=True)


def _certify_four(parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    """Residual of all states of the case, solved again: chances to win by turn totals to hold at, losses of
    rules, and the tables where opponents are level.
    """

    def proof(found: StoppingResponse) -> float:
        goal = found.goal
        _, ordered = side_by_side(goal, found.opponents_hold_at)
        thresholds = certificate_of_many.residual(
            found.turn, goal, ordered, found.table - found.gains, only_from_0=True
        )
        lost = wrong_from_0(found.turn, goal, ordered, found.table, found.actions, found.again)
        wrong = simultaneous.misread(
            parameters,
            (found.level_value, found.table),
            (found.level_gain, found.gains),
            (found.level_hold_at, found.actions),
            (found.level_throws_again, found.again),
        )
        counted = 0.0 if found.stored_not_thresholds == np.count_nonzero(found.again) else np.inf
        return float(np.max([found.residual, thresholds, lost, wrong, counted]))

    return solved_anew(ANY_RULE_TO_FOUR, parameters, stored, proof)


_COUNTED = Follows(follows=lambda given, again: np.count_nonzero(again == 1), follows_from=("throws_again",))


def _outputs(game: Game, dims: tuple[str, ...]) -> tuple[Output, ...]:
    def asked(given: Parameters) -> tuple[Turn, int, tuple[int, ...]]:
        return game.certificate_turn(given), int(given["goal"]), simultaneous.opponents(given)

    def loses(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        return loss_of_hold_at(*asked(given), value, own)

    def again(given: Parameters, value: NDArray[Any]) -> NDArray[Any]:
        return throws_again(*asked(given), value)

    return (
        chances.win_probability(**first_of("value")),
        decisions.gain_over_hold_at(**first_of("gain")),
        mixtures.not_thresholds(**_COUNTED),
        tables.value(dims=dims, proved=True),
        decisions.gain(dims=dims, proved=True),
        policies.hold_at.of(RESPONSE)(dims=dims, loses=loses, follows_from=("value",)),
        policies.throws_again(dims=dims, flags=("no", "yes"), follows=again, follows_from=("value",)),
        proofs.residual(),
    )


def _level(output: Output) -> Output:
    if output.name == "not_thresholds":
        return replace(output, of=attrgetter("stored_not_thresholds"), proved=True, follows=None)
    return simultaneous.level(output) if output.dims else output


def _seconds_to_four(parameters: Parameters) -> float:
    return 0.5 + 1.5e-6 * simultaneous.states_from_0(parameters)


def _to(count: int, most_goal: int, seconds: Callable[[Parameters], float], game: Game = PIG) -> Question:
    """The question about a best response to some opponents, all states included, up to a goal."""
    dimensions, number = simultaneous.everybody(count), simultaneous.NUMBERS[count]
    whom = (
        f"{number} opponents that hold at fixed turn totals" if count > 1 else "one opponent that holds at n"
    )
    goal = replace(game.goal(most_goal), default=min(100, most_goal))
    return Question(
        name=f"simultaneous.best_response_any_rule_to_{number}{'' if game is PIG else '.own'}",
        version=1,
        title=(f"Best response over all stopping rules to {whom}{'' if game is PIG else f', {game.title}'}"),
        game=game,
        contest=AT_ONCE,
        players=seated(BEST, *(holding_at(one.name) for one in simultaneous.thresholds(count))),
        positions=False,
        parameters=(goal, *simultaneous.thresholds(count), *game.parameters),
        dimensions=dimensions,
        outputs=_outputs(game, tuple(scores.name for scores in dimensions)),
        solve=partial(_solve, game),
        certify=partial(_certify, game),
        seconds=seconds,
        symmetries=(simultaneous.exchanged(count),) if count > 1 else (),
    )


def _seconds_to_one(parameters: Parameters) -> float:
    return 0.005 + 2e-8 * float(parameters["goal"]) ** 3


def _seconds_to_two(parameters: Parameters) -> float:
    return 0.01 + 1e-8 * float(parameters["goal"]) ** 4


def _seconds_to_three(parameters: Parameters) -> float:
    return 0.01 + 1e-8 * float(parameters["goal"]) ** 5


ANY_RULE_TO_ONE = _to(1, 2000, _seconds_to_one)
ANY_RULE_TO_TWO = _to(2, 479, _seconds_to_two)
ANY_RULE_TO_THREE = _to(3, 100, _seconds_to_three)
# All states of five players are too many to keep at goal 100: states that can come up are solved, and those
# kept where the opponents are level.
ANY_RULE_TO_FOUR = replace(
    _to(4, 100, _seconds_to_four),
    version=2,
    dimensions=simultaneous.LEVEL,
    outputs=tuple(
        _level(output) for output in _outputs(PIG, tuple(scores.name for scores in simultaneous.LEVEL))
    ),
    solve=_solve_from_0,
    certify=_certify_four,
)
OWN_TO_ONE = _to(1, 2000, _seconds_to_one, OWN)
OWN_TO_TWO = _to(2, 479, _seconds_to_two, OWN)
OWN_TO_THREE = _to(3, 100, _seconds_to_three, OWN)

QUESTIONS = (
    ANY_RULE_TO_ONE,
    ANY_RULE_TO_TWO,
    ANY_RULE_TO_THREE,
    ANY_RULE_TO_FOUR,
    OWN_TO_ONE,
    OWN_TO_TWO,
    OWN_TO_THREE,
)
