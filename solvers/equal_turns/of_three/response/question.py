"""The best response of one of three players with equal turns to two who play by rules of thumb."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import Tie
from solvers.equal_turns import certificate_of_choices as choices
from solvers.equal_turns.of_three import question as of_three
from solvers.equal_turns.of_three.by_rules.question import LEADING, UNTIED
from solvers.equal_turns.of_three.response.certificate import Stored, known_of, residual
from solvers.equal_turns.of_three.response.solve import Response, best_response
from solvers.equal_turns.of_three.solve import MOST_GOAL
from solvers.equal_turns.question import ONE_THROW_WITHOUT_WIPES
from solvers.games.turn import Turn
from solvers.in_turn_of_many.certificate import loss_of_hold_at
from solvers.in_turn_of_many.question_parts import (
    SCORES,
    SEAT_OF_RESPONSE,
    STATES,
    WHOM,
    WINS_OF_RESPONSE,
)
from solvers.outputs import policies, proofs, tables
from solvers.players.player import BEST, by_rule, seated
from solvers.players.question_rule import ruled_told, rules_of_seats
from solvers.players.ruled import Ruled
from solvers.questions import own_rules
from solvers.questions.following import Loses
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.question import Output, Question

SEATED = ("seat", *SCORES)
AFTER = ("second_behind", "third_behind")


def _rules(turn: Turn, given: Parameters) -> tuple[Ruled, Ruled]:
    earlier, later = (ruled_told(turn, given, prefix) for prefix in WHOM)
    return earlier, later


def _solve(game: Game, **given: Any) -> Response:
    return best_response(Tie(given["tie"]), *_rules(game.turn(given), given))


def _certify(game: Game, given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    others = ("last_value", "after_value", "tie_value", "three_tie_value")
    known, turn = (
        Stored(stored["value"], *(stored.get(name) for name in others)),
        game.certificate_turn(given),
    )
    return residual(turn, int(given["goal"]), Tie(int(given["tie"])), _rules(turn, given), known)


def _seconds(game: Game, given: Parameters) -> float:
    """All states in all seats, some times, and their certificate; and what comes after the goal."""
    goal, turn = float(given["goal"]), game.turn(given)
    threshold, outcomes = game.threshold(given), len(turn.throws[0].outcomes)
    most = 2.0 * goal + 3.0 * threshold
    beyond, again = most**2 * (2.2e-5 + 5e-7 * outcomes), given["tie"] == Tie.AGAIN
    rounds = 0.025 + most**2 * (8e-6 + 4.5e-6 * outcomes) if again else 0.0
    return 0.008 + game.making(given) + 2.8e-6 * goal**3 * outcomes + beyond + rounds


VALUES = (
    *WINS_OF_RESPONSE,
    tables.value_of_response(proved=True),
    tables.after_value(dims=("seat", *AFTER), proved=True),
    tables.last_value(dims=("seat", "leading", "behind"), proved=True),
    tables.tie_value_of_response(proved=True),
    tables.three_tie_value(proved=True),
)


def _holds(game: Game) -> tuple[Output, ...]:
    """Turn totals at which the best response holds."""

    def known(given: Parameters, value: NDArray[Any], seat: int) -> Any:
        turn = game.certificate_turn(given)
        return known_of(turn, Tie(int(given["tie"])), _rules(turn, given), seat, value[seat])

    def loss(given: Parameters, own: NDArray[Any], value: NDArray[Any], start: int = 0) -> NDArray[Any]:
        turn = game.certificate_turn(given)
        counted = [known(given, value, seat).counted for seat in range(len(own))]
        return np.stack(
            [loss_of_hold_at(turn, seat, counted[seat], totals, start) for seat, totals in enumerate(own)]
        )

    def loss_past_goal(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        return loss(given, own, value, int(given["goal"]))

    def loss_after(given: Parameters, own: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
        """As below a goal: who is b points behind has the goal less b."""
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
        policies.hold_at_of_reply(
            dims=SEATED, points=game.unit, **Loses(loses=loss, follows_from=("value",))
        ),
        policies.hold_past_goal(
            dims=SEATED, **Loses(loses=loss_past_goal, follows_from=("value",)), points=game.unit
        ),
        policies.after_hold_at(**Loses(loses=loss_after, follows_from=("value",)), points=game.unit),
        policies.last_hold_at(
            dims=("leading", "behind"),
            **Loses(loses=loss_of_last, follows_from=("tie_value", "three_tie_value")),
            points=game.unit,
        ),
    )


def _question(game: Game) -> Question:
    return Question(
        name=f"equal_turns_response_to_two.{game.name}",
        version=3,
        title=f"Best response to two rules of thumb in {game.title} with equal turns, in each seat",
        game=game,
        contest=EQUAL_TURNS,
        players=seated(BEST, *map(by_rule, WHOM)),
        positions=False,
        parameters=(
            game.goal(MOST_GOAL, of_three.USUAL_GOAL),
            *rules_of_seats(game.turn, WHOM),
            of_three.TIE,
            *game.parameters,
        ),
        dimensions=(SEAT_OF_RESPONSE, *STATES, LEADING, *of_three.after_dimensions(game), UNTIED),
        outputs=(*VALUES, *_holds(game), proofs.residual()),
        solve=partial(_solve, game),
        certify=partial(_certify, game),
        seconds=partial(_seconds, game),
    )


QUESTIONS = tuple(_question(game) for game in (*ONE_THROW_WITHOUT_WIPES, own_rules.ONE_THROW_OF_THREE))
