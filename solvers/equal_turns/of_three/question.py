"""The question about optimal play of three players with equal turns."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import OF_THREE, Tie, codes, told
from solvers.equal_turns.of_three import solve as of_three
from solvers.equal_turns.of_three.certificate import (
    EVERYBODY,
    Stored,
    beyond_goal,
    counted_of,
    gain_and_residual,
)
from solvers.equal_turns.of_three.solve import EqualTurnsOfThree
from solvers.equal_turns.question import TIE as TIE_OF_TWO
from solvers.equal_turns.question import points_behind
from solvers.games.turn import Turn
from solvers.in_turn_of_many.certificate import Counted
from solvers.in_turn_of_many.certificate_of_best import Players
from solvers.in_turn_of_many.question_parts import SEAT, STATES, ForTheWin
from solvers.outputs import tables
from solvers.players.player import BEST, three
from solvers.questions import own_rules
from solvers.questions.dimension import Dimension
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question

# Estimated seconds for Pig: one.
USUAL_GOAL = 30
TIE = replace(
    TIE_OF_TWO,
    meaning="What a tie for the most points at the end of a round means. "
    + told((tie, tie.rule.among) for tie in OF_THREE),
    minimum=int(min(OF_THREE)),
    maximum=int(max(OF_THREE)),
    codes=codes(OF_THREE),
)


def after_dimensions(game: Game) -> tuple[Dimension, ...]:
    """Dimensions of the points by which the others are behind after the goal."""
    behind = "is behind the first, who has the goal."
    return (
        points_behind(game, meaning="Points by which the third player is behind before the last turn."),
        points_behind(game, "second_behind", f"Points by which the second {behind}"),
        points_behind(game, "third_behind", f"Points by which the third {behind}"),
    )


def _dimensions(game: Game) -> tuple[Dimension, ...]:
    return (
        *STATES,
        SEAT,
        Dimension(
            "leaders",
            "",
            "How many have the best score before the last turn.",
            lambda given: np.arange(1, 3),
            words="leading players",
        ),
        *after_dimensions(game),
    )


AFTER_VALUE = tables.after_value(dims=("second_behind", "third_behind", "seat"), proved=True)
LAST_VALUE = tables.last_value(dims=("leaders", "behind"), proved=True)
TIE_VALUE = tables.tie_value(proved=True)
THREE_TIE_VALUE = tables.three_tie_value(proved=True)


def _asked(game: Game) -> ForTheWin:
    def known(given: Parameters, value: NDArray[Any]) -> tuple[Turn, Players, Counted]:
        """The turn, the players, and their chances below and beyond the goal.

        Raises
        ------
        ValueError
            if the values are no chances, or by them a player would never hold
        """
        turn, goal, tie = game.certificate_turn(given), int(given["goal"]), Tie(int(given["tie"]))
        beyond = beyond_goal(turn, goal, tie, value)
        if beyond is None:
            raise ValueError("value: no chances to win")
        return turn, EVERYBODY, counted_of(turn, goal, beyond, value)

    return ForTheWin(game, known)


def _certify(asked: ForTheWin, given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    known = Stored(
        stored["seat_value"],
        stored["settled"],
        *(stored.get(name) for name in ("last_value", "after_value", "tie_value", "three_tie_value")),
    )
    turn, goal, tie = asked.game.certificate_turn(given), int(given["goal"]), Tie(int(given["tie"]))
    return asked.certified(given, stored, *gain_and_residual(turn, goal, tie, known))


def _solve(game: Game, **given: Any) -> EqualTurnsOfThree:
    return of_three.optimal_play(game.turn(given), given["goal"], Tie(given["tie"]))


def _seconds(game: Game, given: Parameters) -> float:
    """Seconds for sweeps of all states, longer ones of the certificate, and further rounds."""
    goal, turn = int(given["goal"]), game.turn(given)
    threshold = game.threshold(given)
    steps = of_three.steps_of(turn, goal, goal + int(2.5 * threshold))
    last = threshold * of_three.outcomes_of(turn)
    rounds = 0.01 + 4e-5 * last if given["tie"] == Tie.AGAIN else 0.0
    return 2e-3 + game.making(given) + 9e-6 * goal**3 + 1.1e-8 * steps + 3.5e-5 * last + rounds


def _question(game: Game) -> Question:
    asked = _asked(game)
    return Question(
        name=f"equal_turns_of_three.{game.name}",
        version=1,
        title=f"Three players of {game.title} with equal turns, each playing for the own win",
        game=game,
        contest=EQUAL_TURNS,
        players=three(BEST),
        positions=game.positions,
        parameters=(game.goal(of_three.MOST_GOAL, USUAL_GOAL), TIE, *game.parameters),
        dimensions=_dimensions(game),
        outputs=asked.outputs(AFTER_VALUE, LAST_VALUE, TIE_VALUE, THREE_TIE_VALUE),
        solve=partial(_solve, game),
        certify=partial(_certify, asked),
        seconds=partial(_seconds, game),
    )


QUESTIONS = tuple(_question(game) for game in (GAMES["pig"], GAMES["piglet"], own_rules.OF_THREE_EQUALLY))
