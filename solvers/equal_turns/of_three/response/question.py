"""The question about the best response of one of three players with equal turns to two rules of thumb."""

from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.tie import Tie
from solvers.equal_turns import certificate_of_choices as choices
from solvers.equal_turns.of_three.by_rules.question import WITH_EQUAL_TURNS, certify
from solvers.equal_turns.of_three.response.certificate import known_of, residual
from solvers.equal_turns.of_three.response.solve import best_response
from solvers.in_turn_of_many.certificate import loss_of_hold_at
from solvers.in_turn_of_many.question_parts import (
    SCORES,
    WINS_OF_RESPONSE,
    Asked,
)
from solvers.outputs import policies, tables
from solvers.outputs.declared import RESPONSE
from solvers.outputs.output import Output
from solvers.questions.following import Loses
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters

SEATED = ("seat", *SCORES)
AFTER = ("second_behind", "third_behind")


def _seconds(game: Game, given: Parameters) -> float:
    """Seconds for all states in all seats, solved repeatedly, the certificate, and what follows the goal."""
    goal, turn = float(given["goal"]), game.turn(given)
    threshold, outcomes = game.threshold(given), len(turn.throws[0].outcomes)
    most = 2.0 * goal + 3.0 * threshold
    beyond, again = most**2 * (2.2e-5 + 5e-7 * outcomes), given["tie"] == Tie.AGAIN
    rounds = 0.025 + most**2 * (8e-6 + 4.5e-6 * outcomes) if again else 0.0
    return 0.008 + game.making(given) + 2.8e-6 * goal**3 * outcomes + beyond + rounds


VALUES = (
    *WINS_OF_RESPONSE,
    tables.value.of(RESPONSE)(dims=("seat", "mover", *SCORES), proved=True),
    tables.after_value(dims=("seat", *AFTER), proved=True),
    tables.last_value(dims=("seat", "leading", "behind"), proved=True),
    tables.two_tie_value(of=attrgetter("tie_value"), proved=True),
    tables.three_tie_value(proved=True),
)


def _holds(game: Game) -> tuple[Output, ...]:
    """Turn totals at which the best response holds."""

    def known(given: Parameters, value: NDArray[Any], seat: int) -> Any:
        turn = game.certificate_turn(given)
        return known_of(turn, Tie(int(given["tie"])), ASKED.rules(turn, given), seat, value[seat])

    def loss(given: Parameters, own: NDArray[Any], value: NDArray[Any], start: int = 0) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        counted = [known(given, value, seat).counted for seat in range(len(own))]
        return np.stack(
            [loss_of_hold_at(turn, seat, counted[seat], totals, start) for seat, totals in enumerate(own)]
        )

    def loss_past_goal(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        return loss(given, own, value, int(given["goal"]))

    def loss_after(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        """As below a goal: a player b points behind has the goal minus b."""
        turn, goal, found = game.certificate_turn(given), int(given["goal"]), known(given, value, 1)
        last, third = found.found.last[..., 1], np.arange(1, goal + 1)
        ahead = [last[1, third + points] for points in range(1, found.best.over + 1)]
        hold = np.stack([*[last[0, third]] * goal, last[2, third], *ahead])
        return choices.loss_of_hold_at(turn, hold, own[::-1])[::-1]

    def loss_of_last(
        given: Parameters, own: NDArray[Any], of_two: NDArray[Any], of_three: NDArray[Any]
    ) -> NDArray[Any]:
        turn, level = game.certificate_turn(given), (of_two[2, 1], of_two[2, 0], of_three[2])
        lost = [
            choices.loss_of_last_hold_at(turn, *pair) for pair in zip(map(float, level), own, strict=True)
        ]
        return np.stack(lost)

    return (
        policies.hold_at.of(RESPONSE)(
            dims=SEATED, points=game.unit, **Loses(loses=loss, follows_from=("value",))
        ),
        policies.hold_past_goal(
            dims=SEATED, **Loses(loses=loss_past_goal, follows_from=("value",)), points=game.unit
        ),
        policies.after_hold_at(**Loses(loses=loss_after, follows_from=("value",)), points=game.unit),
        policies.last_hold_at(
            dims=("leading", "behind"),
            **Loses(loses=loss_of_last, follows_from=("two_tie_value", "three_tie_value")),
            points=game.unit,
        ),
    )


ASKED = Asked(
    name="equal_turns_response_to_two",
    version=3,
    title="Best response to two rules of thumb in {} with equal turns, in each seat",
    among=WITH_EQUAL_TURNS,
    best=True,
    outputs=lambda game: (*VALUES, *_holds(game)),
    solve=lambda given, rules: best_response(Tie(int(given["tie"])), *rules),
    certify=partial(certify, residual, "value", "two_tie_value"),
    seconds=_seconds,
)
QUESTIONS = ASKED.questions
