"""Questions: optimal play with equal turns where busts in a row cost points.

They exist for every game in which busts score nothing.
"""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from solvers.contests.contest import EQUAL_TURNS_STREAK
from solvers.contests.tie import Tie
from solvers.equal_turns.certificate import first_beyond
from solvers.equal_turns.certificate_of_last_turns import after_goal
from solvers.equal_turns.question import points_behind
from solvers.games.turn import Turn
from solvers.outputs import proofs, tables
from solvers.outputs.output import Output
from solvers.players.player import BEST, two
from solvers.questions import game as games
from solvers.questions.decision import first_turn
from solvers.questions.dimension import Dimension
from solvers.questions.game import Game
from solvers.questions.own_rules import with_all_gains
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.streak import question as race
from solvers.streak.certificate import residual_of_equal_turns
from solvers.streak.equal_turns import EqualTurns, optimal_play
from solvers.streak.policy import with_equal_turns

STATE = race.STATE


def _question(game: Game) -> Question:
    def solve(**given: Any) -> EqualTurns:
        return optimal_play(game.turn(given), given["goal"], race.rule_of(given), Tie(given["tie"]))

    def certify(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
        return residual_of_equal_turns(
            game.certificate_turn(given),
            int(given["goal"]),
            race.rule_of(given),
            Tie(int(given["tie"])),
            stored["value"],
            stored["second_value"],
            stored.get("last_value"),
        )

    inside, dimensions = _inside(game)
    return Question(
        name=f"equal_turns_streak.{game.name}",
        version=game.version,
        title=f"Two players of {game.title} with equal turns, where busts in a row cost points",
        game=game,
        contest=EQUAL_TURNS_STREAK,
        players=two(BEST),
        positions=game.positions,
        parameters=(
            game.goal(game.most_race_goal),
            race.TIES,
            race.BUSTS,
            race.cost(game),
            *game.parameters,
        ),
        dimensions=(
            game.scores("banked", "the player about to move"),
            game.scores("opponent", "the other player"),
            race.counts("own_busts", "the player about to move"),
            race.counts("opponent_busts", "the other player"),
            points_behind(game),
            *dimensions,
        ),
        outputs=(*race.OUTCOME, *race.how_fair(game), *_AFTER, *inside, proofs.residual()),
        solve=solve,
        certify=certify,
        # Two seats have twice the turns, and those of the first go on beyond the goal.
        seconds=lambda given: 0.01 + 3.0 * race.seconds(game, given),
        pictures=race.PICTURES if game.inside is games.Inside.HOLD_AT else race.PICTURES[1:],
    )


_AFTER = (tables.second_value(dims=STATE, proved=True), tables.last_value(dims=("behind",), proved=True))


def _last_turns(turn: Turn, given: Parameters) -> NDArray[Any]:
    """Handing over from the goal on leads to a last turn, float64[score, opponent]."""
    goal = int(given["goal"])
    return first_beyond(turn, goal, after_goal(turn, goal, Tie(int(given["tie"]))))


def _inside(game: Game) -> tuple[tuple[Output, ...], tuple[Dimension, ...]]:
    """Outputs about decisions within a turn, and their dimensions."""
    if game.inside is games.Inside.NOTHING:
        return (), ()
    if game.inside is games.Inside.POSITION:
        loses = race.loses_first(game, "second_value", _last_turns)
        return first_turn(game, lambda solved: with_equal_turns(solved)[0].first_turn(), loses)
    return (
        race.choice(game, lambda one: with_equal_turns(one)[0], "second_value", _last_turns),
        race.choice(game, lambda one: with_equal_turns(one)[1], "value", race.goal_wins_of, second=True),
    ), ()


QUESTIONS = tuple(_question(with_all_gains(question.game)) for question in race.QUESTIONS if question.game)
