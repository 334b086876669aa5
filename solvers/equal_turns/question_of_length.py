"""Questions about the length of optimal play of two players with equal turns, for every game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS
from solvers.contests.tie import Tie
from solvers.equal_turns.certificate_of_length import residual
from solvers.equal_turns.length import length, refuse_wipes
from solvers.equal_turns.question import PAIR, TIE
from solvers.equal_turns.question import QUESTIONS as OF_OPTIMAL_PLAY
from solvers.in_turn.lasting.answer import Lasting
from solvers.in_turn.lasting.question_parts import MOST_GOAL, MOST_TURNS, TURNS, outputs, seconds
from solvers.players.player import OPTIMAL, two
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.race.question import how_fair


def _question(contest: Question, game: Game) -> Question:
    def solve(**given: Any) -> Lasting:
        return length(game.turn(given), given["goal"], Tie(given["tie"]), given["most_turns"])

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return residual(game.certificate_turn(given), int(given["goal"]), Tie(int(given["tie"])), stored)

    def fits(given: Parameters) -> None:
        refuse_wipes(game.turn(given), Tie(int(given["tie"])))

    return Question(
        name=f"length_{contest.name}",
        version=1,
        title=f"How long {game.title} with equal turns lasts that is played optimally, and how fair it is",
        game=game,
        contest=EQUAL_TURNS,
        players=two(OPTIMAL),
        positions=game.positions,
        parameters=(
            game.goal(min(MOST_GOAL, game.most_race_goal)),
            replace(TIE, fits=fits),
            MOST_TURNS,
            *game.parameters,
        ),
        dimensions=(
            game.scores("banked", "the player about to move"),
            game.scores("opponent", "the other player"),
            TURNS,
        ),
        outputs=(*outputs(PAIR, two_seats=True), *how_fair(game)),
        solve=solve,
        certify=certify,
        seconds=lambda given: seconds(game, contest.seconds, given, seats=2.0),
    )


QUESTIONS = tuple(_question(contest, contest.game) for contest in OF_OPTIMAL_PLAY if contest.game)
