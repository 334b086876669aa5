"""Rules of thumb where the only way to go on is the same throw again, and the turn totals they look at."""

from collections.abc import Callable

from solvers.errors import expected
from solvers.players.question_rule import numbers_of
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.pig_rules import below_goal
from solvers.questions.question import Dimension
from solvers.thumb import rule


def of_one_throw(game: Game, instead: str) -> Callable[[Parameters], None]:
    """What refuses a rule that is none, or a game with more to decide.

    Parameters
    ----------
    game : any
    instead : what to ask of such a game
    """

    def fits(given: Parameters) -> None:
        turn = game.turn(given)
        if not turn.only_throws_on:
            takes = "a game whose only way to go on is the same throw"
            raise expected("rules", takes, turn.name, f"Ask {instead}: a turn total does not say all.")
        turns = int(given.get("turns", 0))
        rule.check(str(given["rule"]), int(given["goal"]), numbers_of(given), turns)

    return fits


def totals(game: Game) -> Dimension:
    """Turn totals, where the only way to go on is the same throw again.

    Parameters
    ----------
    game : any
    """
    return Dimension(
        "turn_total", game.unit, "Points at risk, at 0 those before the first throw.", below_goal
    )
