"""Rules of thumb where the only way to go on is the same throw again, and the turn totals they look at."""

from collections.abc import Callable

from solvers.errors import expected
from solvers.players.dice import out_of
from solvers.players.language.grammar import names_in
from solvers.players.language.meaning import Meaning
from solvers.players.question_rule import refuse_no_rule
from solvers.questions.game import Game
from solvers.questions.parameter import Parameters
from solvers.questions.pig_rules import below_goal
from solvers.questions.question import Dimension


def of_one_throw(game: Game, instead: str) -> Callable[[Parameters], None]:
    """What refuses a rule that is none, or a game with more to decide.

    Parameters
    ----------
    game : any
    instead : what to ask of such a game
    """

    def fits(given: Parameters) -> None:
        turn, text = game.turn(given), str(given["rule"])
        if not turn.only_throws_on:
            takes = "a game whose only way to go on is the same throw"
            raise expected("rules", takes, turn.name, f"Ask {instead}: a turn total does not say all.")
        # Positions are alike here.
        Meaning(text, {}).tests()
        if "out" in names_in(text) and len(set(out_of(turn) or ())) > 1:
            raise expected("rule", "one that does not look at `out`", text, f"Ask {instead}.")
        refuse_no_rule(turn, given)

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
