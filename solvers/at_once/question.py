"""Questions about best responses to opponents that hold at n, in simultaneous play."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import comb, prod
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.at_once import exact as exact_simultaneous
from solvers.at_once.best_response import BestResponse, best_response, side_by_side
from solvers.at_once.certificate import policy_value, residual
from solvers.at_once.certificate_of_any_rule import loss_in_a_turn
from solvers.at_once.certificate_of_many import where_level
from solvers.at_once.goals_together import best_responses_to_one
from solvers.at_once.opponents import scores_from_0
from solvers.contests.contest import AT_ONCE
from solvers.outputs import chances, policies, proofs, tables
from solvers.outputs.declared import RESPONSE
from solvers.outputs.output import Output
from solvers.players.player import BEST_THRESHOLD, holding_at, seated
from solvers.questions.dimension import Dimension
from solvers.questions.exact import Exact, largest_difference, refuse_long
from solvers.questions.following import Loses, first_of
from solvers.questions.game import Game
from solvers.questions.games import PIG
from solvers.questions.own_rules import AT_ONCE as OWN
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.picture import Form, Picture
from solvers.questions.question import Question, Symmetry, Together

_WHICH = ("first", "second", "third", "fourth")
NUMBERS = ("none", "one", "two", "three", "four")


def _hold_at(name: str, whose: str) -> Parameter:
    meaning = f"Turn total at which {whose} holds, or as soon as that reaches the goal."
    return Parameter(name, int, meaning, "points", 1, 2000)


# Figure 1 of the paper on simultaneous play; its author asks for the n that is hardest to beat.
MINIMA = Picture(
    name="minima",
    title="Best reply to hold at n",
    output="win_probability",
    form=Form.MINIMA,
    dims=("opponent_hold_at",),
)
OVER_PAIRS = Picture(
    name="surface",
    title="Chance to win against two opponents",
    output="win_probability",
    form=Form.SURFACE,
    dims=("second_hold_at", "first_hold_at"),
)


def thresholds(count: int) -> tuple[Parameter, ...]:
    """Parameters: the turn totals at which the opponents hold."""
    if count == 1:
        return (_hold_at("opponent_hold_at", "the opponent"),)
    return tuple(_hold_at(f"{which}_hold_at", f"the {which} opponent") for which in _WHICH[:count])


def everybody(count: int) -> tuple[Dimension, ...]:
    """Dimensions: the scores of the player and of the opponents."""
    player = PIG.scores("banked", "the player")
    if count == 1:
        return player, PIG.scores("opponent", "the opponent")
    return player, *(PIG.scores(f"{which}_opponent", f"the {which} opponent") for which in _WHICH[:count])


def exchanged(count: int) -> Symmetry:
    """The symmetry that several opponents may be exchanged."""
    return Symmetry(
        tuple(f"{which}_hold_at" for which in _WHICH[:count]),
        tuple(f"{which}_opponent" for which in _WHICH[:count]),
    )


def opponents(parameters: Parameters) -> tuple[int, ...]:
    """The turn totals at which the opponents hold."""
    names = ("opponent_hold_at", *(f"{which}_hold_at" for which in _WHICH))
    return tuple(int(parameters[name]) for name in names if name in parameters)


def _solve(game: Game, **parameters: Any) -> BestResponse:
    return best_response(game.turn(parameters), parameters["goal"], opponents(parameters))


def _certify(game: Game, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    """Residual of the values if they are stored, else of the policy, whose value at the start is compared."""
    turn, goal, them = game.certificate_turn(parameters), int(parameters["goal"]), opponents(parameters)
    if "value" in stored or len(them) > 2:
        return residual(turn, goal, them, stored["value"])
    value = policy_value(turn, goal, them, stored["hold_at"])
    difference = abs(float(value[(0,) * value.ndim]) - float(stored["win_probability"]))
    return float(np.maximum(difference, residual(turn, goal, them, value)))


def _exact(game: Game, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> Exact:
    """Compare all values with fractions if they are stored, else only the value at the start."""
    turn, goal, them = game.certificate_turn(parameters), int(parameters["goal"]), opponents(parameters)
    refuse_long(goal, exact_simultaneous.most_goal(turn, len(them)))
    found, improved = exact_simultaneous.solve(turn, goal, them, stored["hold_at"])
    start = found.value[(0,) * found.value.ndim]
    beside = (
        (stored["value"], found.value)
        if "value" in stored
        else (np.asarray(stored["win_probability"]), np.array(start))
    )
    return Exact("win probability", start, largest_difference(*beside), improved)


def _seconds_to_one(parameters: Parameters) -> float:
    goal = float(parameters["goal"])
    return 2e-4 + 3e-6 * goal + 4.5e-10 * goal**3


def _seconds_to_two(parameters: Parameters) -> float:
    return 4e-4 + 5.5e-10 * (1.0 + float(parameters["sides"]) / 12.0) * float(parameters["goal"]) ** 4


def _seconds_of_own_to_two(parameters: Parameters) -> float:
    return 4e-4 + 5.5e-10 * (1.0 + OWN.outcomes(parameters) / 12.0) * float(parameters["goal"]) ** 4


def _seconds_to_three(parameters: Parameters) -> float:
    goal = int(parameters["goal"])
    return 0.003 + 2.4e-9 * goal * _states(parameters, lambda n: goal)


def states_from_0(parameters: Parameters) -> int:
    """Number of states that can come up if opponents start at 0."""
    turn, goal = PIG.turn(parameters), int(parameters["goal"])
    return _states(parameters, lambda n: scores_from_0(turn, goal, n).size)


def _states(parameters: Parameters, size: Callable[[int], int]) -> int:
    """Number of states stored; `size(n)` is the number of scores of an opponent that holds at n."""
    goal, thresholds = (
        int(parameters["goal"]),
        Counter(min(n, int(parameters["goal"])) for n in opponents(parameters)),
    )
    return goal * prod(comb(size(n) - 1 + count, count) for n, count in thresholds.items())


def _loss(game: Game, parameters: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
    asked = game.certificate_turn(parameters), int(parameters["goal"]), opponents(parameters)
    return loss_in_a_turn(*asked, value, own)


def _outputs(game: Game, dims: tuple[str, ...]) -> tuple[Output, ...]:
    best = Loses(loses=partial(_loss, game), follows_from=("value",))
    return (
        chances.win_probability(**first_of("value")),
        tables.value(dims=dims, proved=True),
        policies.hold_at.of(RESPONSE)(dims=dims, **best),
        proofs.residual(),
    )


def _with_opening(outputs: tuple[Output, ...]) -> tuple[Output, ...]:
    return (
        outputs[0],
        policies.opening_hold_at(**first_of("hold_at")),
        *outputs[1:],
    )


def level(output: Output) -> Output:
    """An output where all opponents have one score, for solutions of scores that can come up from 0."""
    missing = "NaN" if output.dtype == "float64" else "2" if output.flags else "-1"
    where = (
        f"Only where all opponents have the same score; {missing} at a score that one of them never has on"
        " its way from 0."
    )
    flags = (*output.flags, "never_comes_up") if output.flags else ()
    return replace(
        output,
        meaning=f"{output.meaning} {where}",
        of=attrgetter(f"level_{output.name}"),
        flags=flags,
        # The case is solved again, and all its states are certified, which proves those where opponents are
        # level.
        proved=True,
        follows=None,
        loses=None,
        follows_from=(),
    )


def misread(parameters: Parameters, *tables: tuple[NDArray[Any], NDArray[Any]]) -> float:
    """0 if tables where all opponents are level agree with those of all states, else infinity.

    Parameters
    ----------
    parameters : parameters of the case
    tables : pairs of [banked, opponents] and [place, banked]
    """
    turn, goal = PIG.turn(parameters), int(parameters["goal"])
    _, ordered = side_by_side(goal, opponents(parameters))
    row = where_level(turn, goal, ordered)
    same = (np.array_equal(own[:, row >= 0], whole[row[row >= 0]].T) for own, whole in tables)
    return 0.0 if all(same) else np.inf


# All states of five players take 80 GB at goal 100; those where the opponents are level are a table of
# readable size.
LEVEL = (
    PIG.scores("banked", "the player"),
    PIG.scores("opponents", "all opponents, where they are level"),
)
LEVEL_OUTPUTS = _with_opening(
    tuple(
        level(output) if output.dims else output
        for output in _outputs(PIG, tuple(scores.name for scores in LEVEL))
    )
)


def to_some(
    count: int,
    most_goal: int,
    seconds: Callable[[Parameters], float],
    *,
    version: int,
    held: str = "at fixed turn totals",
    in_fractions: bool = True,
    game: Game = PIG,
) -> Question:
    """The question about a best response to some opponents, all states of which are stored."""
    dimensions = everybody(count)
    outputs = _outputs(game, tuple(scores.name for scores in dimensions))

    return Question(
        name=f"simultaneous.best_response_to_{NUMBERS[count]}{'' if game is PIG else '.own'}",
        version=version,
        title=(
            f"Best response to {NUMBERS[count]} opponent{'s' if count > 1 else ''} that"
            f" hold{'' if count > 1 else 's'} {held}{'' if game is PIG else f', {game.title}'}"
        ),
        game=game,
        contest=AT_ONCE,
        players=seated(BEST_THRESHOLD, *(holding_at(one.name) for one in thresholds(count))),
        positions=False,
        parameters=(game.goal(most_goal), *thresholds(count), *game.parameters),
        dimensions=dimensions,
        outputs=outputs if in_fractions else _with_opening(outputs),
        solve=partial(_solve, game),
        certify=partial(_certify, game),
        seconds=seconds,
        exact=partial(_exact, game) if in_fractions else None,
        symmetries=(exchanged(count),) if count > 1 else (),
        pictures=(MINIMA,) if count == 1 else (OVER_PAIRS,) if count == 2 else (),
    )


def _solve_goals(game: Game, cases: Sequence[Parameters]) -> list[BestResponse]:
    goals = tuple(int(parameters["goal"]) for parameters in cases)
    (n,) = opponents(cases[0])
    return best_responses_to_one(game.turn(cases[0]), goals, n)


TO_ONE = replace(
    to_some(1, 2000, _seconds_to_one, version=2, held="at n"),
    together=Together("goal", partial(_solve_goals, PIG)),
)
TO_TWO = to_some(2, 500, _seconds_to_two, version=3, held="at n and m")
TO_THREE = to_some(3, 100, _seconds_to_three, version=2, in_fractions=False)

OWN_TO_ONE = replace(
    to_some(1, 2000, _seconds_to_one, version=2, held="at n", game=OWN),
    together=Together("goal", partial(_solve_goals, OWN)),
)
OWN_TO_TWO = to_some(2, 300, _seconds_of_own_to_two, version=2, held="at n and m", game=OWN)

QUESTIONS = (TO_ONE, TO_TWO, TO_THREE, OWN_TO_ONE, OWN_TO_TWO)
