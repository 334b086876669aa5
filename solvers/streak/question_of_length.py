"""Questions: length of optimal play where busts in a row cost points, in a race and with equal turns.

They exist for every game in which busts score nothing.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from solvers.contests.tie import Tie
from solvers.in_turn.lasting.answer import Lasting
from solvers.in_turn.lasting.question_parts import (
    MOST_GOAL,
    MOST_TURNS,
    TURNS,
    outputs,
    refuse_many,
    seconds,
)
from solvers.players.player import OPTIMAL, two
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question, tables_of_turns
from solvers.streak import question as race
from solvers.streak import question_equal_turns as equal_turns
from solvers.streak.certificate_of_length import residual, residual_of_equal_turns
from solvers.streak.length import length, length_of_equal_turns

BUSTS = replace(race.BUSTS, fits=refuse_many)


def _of_a_race(contest: Question, game: Game) -> Question:
    def solve(**given: Any) -> Lasting:
        return length(game.turn(given), given["goal"], race.rule_of(given), given["most_turns"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return residual(game.certificate_turn(given), int(given["goal"]), race.rule_of(given), stored)

    return replace(
        _lasting(contest, game, two_seats=False),
        title=f"How long a race of two best players of {game.title} lasts, if busts in a row cost points",
        solve=solve,
        certify=certify,
    )


def _of_equal_turns(contest: Question, game: Game) -> Question:
    def solve(**given: Any) -> Lasting:
        where = game.turn(given), given["goal"], race.rule_of(given), Tie(given["tie"])
        return length_of_equal_turns(*where, given["most_turns"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        turn, goal = game.certificate_turn(given), int(given["goal"])
        return residual_of_equal_turns(turn, goal, race.rule_of(given), Tie(int(given["tie"])), stored)

    return replace(
        _lasting(contest, game, two_seats=True),
        title=f"How long equal turns of two best players of {game.title} last, if busts in a row cost points",
        solve=solve,
        certify=certify,
    )


def _lasting(contest: Question, game: Game, two_seats: bool) -> Question:
    """The question of optimal play, extended by the parameters and outputs of its length.

    Parameters
    ----------
    contest, game : the question of optimal play, and its game
    two_seats : whether the second player has separate tables
    """
    kept = {
        "goal": game.goal(min(MOST_GOAL, game.most_race_goal)),
        "busts": BUSTS,
    }
    parameters = [kept.get(own.name, own) for own in contest.parameters]
    place = len(parameters) - len(game.parameters)
    counts = ("banked", "opponent", "own_busts", "opponent_busts")
    return replace(
        contest,
        name=f"length_{contest.name}",
        version=1,
        players=two(OPTIMAL),
        parameters=(*parameters[:place], MOST_TURNS, *parameters[place:]),
        dimensions=(*(own for own in contest.dimensions if own.name in counts), TURNS),
        outputs=(*outputs(race.STATE, two_seats), *race.how_fair(game)),
        seconds=lambda given: seconds(
            game,
            contest.seconds,
            given,
            seats=1.0 + two_seats,
            counts=float(given["busts"]) ** 2,
        ),
        memory=tables_of_turns(3.5 + two_seats),
        pictures=(),
    )


QUESTIONS = (
    *(_of_a_race(contest, contest.game) for contest in race.QUESTIONS if contest.game),
    *(_of_equal_turns(contest, contest.game) for contest in equal_turns.QUESTIONS if contest.game),
)
