"""The question about a race of three with a rule of thumb in one seat and two players who play to win."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import RACE
from solvers.games.turn import Turn
from solvers.in_turn_of_many.beside_rules import MOST_GOAL, counted_of, race_beside_rules
from solvers.in_turn_of_many.certificate import Counted
from solvers.in_turn_of_many.certificate_of_best import Players, gain_and_residual
from solvers.in_turn_of_many.question_parts import SCORES, SEAT, STATES, ForTheWin
from solvers.players.player import BEST, RULE, seated
from solvers.players.rule import RuleOfThumb
from solvers.questions import own_rules
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.questions.rule_parameters import rule_told, rules_of_seats

USUAL_GOAL = 30
# Seconds of a state, and per move and point to the goal, with the proof, on one core of 3 GHz.
SECONDS, SECONDS_A_MOVE = 4e-6, 3e-8


def _seats(turn: Turn, given: Parameters, seat: int) -> list[RuleOfThumb | None]:
    """The players by seat."""
    return [rule_told(turn, given) if own == seat else None for own in range(len(SCORES))]


def _asked(game: Game, seat: int) -> ForTheWin:
    def known(given: Parameters, value: NDArray[Any]) -> tuple[Turn, Players, Counted]:
        turn = game.certificate_turn(given)
        return turn, _seats(turn, given, seat), counted_of(value)

    return ForTheWin(game, known)


def _certify(asked: ForTheWin, given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    value, goal = stored["seat_value"], int(given["goal"])
    if value.shape != (3, goal, goal, goal, 3):
        return np.inf
    return asked.certified(given, stored, *gain_and_residual(*asked.known(given, value), stored["settled"]))


def _seconds(game: Game, given: Parameters) -> float:
    goal = float(given["goal"])
    return 0.01 + game.making(given) + goal**3 * (SECONDS + SECONDS_A_MOVE * game.moves(given) * goal)


def _question(game: Game, seat: int) -> Question:
    name, asked = SCORES[seat], _asked(game, seat)
    return Question(
        name=f"race_beside_{name}_rule.{game.name}",
        version=1,
        title=f"A race of three at {game.title}: the {name} player by a rule of thumb, two for the win",
        game=game,
        contest=RACE,
        players=seated(*(RULE if own == seat else BEST for own in range(len(SCORES)))),
        positions=game.positions,
        parameters=(
            game.goal(MOST_GOAL, USUAL_GOAL),
            *rules_of_seats(game.turn, {"": f"the {name} player"}),
            *game.parameters,
        ),
        dimensions=(*STATES, SEAT),
        outputs=asked.outputs(),
        solve=lambda **given: race_beside_rules(_seats(game.turn(given), given, seat)),
        certify=partial(_certify, asked),
        seconds=partial(_seconds, game),
    )


QUESTIONS = tuple(
    _question(game, seat)
    for game in (GAMES["pig"], GAMES["piglet"], own_rules.OF_MANY)
    for seat in range(len(SCORES))
)
