"""A rule of thumb and its numbers as parameters of a question, and the turn totals that it looks at."""

from collections.abc import Callable
from functools import partial

from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.players.dice import out_of
from solvers.players.language.grammar import NUMBERS, names_in
from solvers.players.language.meaning import Meaning
from solvers.players.rule import RuleOfThumb, check, rule_of_thumb
from solvers.questions.game import Game
from solvers.questions.parameter import Parameter, Parameters
from solvers.questions.pig_rules import below_goal
from solvers.questions.question import Dimension


def rule_parameters(fits: Callable[[Parameters], None]) -> tuple[Parameter, ...]:
    """A rule, and the numbers that may stand in it.

    Parameters
    ----------
    fits : function of all parameters that refuses a rule that is none
    """
    meaning = "What the player plays by, such as: hold at 25."
    return (
        Parameter("rule", str, meaning, "", fits=fits, words="rule of thumb"),
        *(
            Parameter(
                name,
                int,
                f"Number that {{{name}}} stands for in the rule.",
                "",
                -10000,
                10000,
                0,
                fits=partial(_is_in_the_rule, name),
                words=f"number {name}",
            )
            for name in NUMBERS
        ),
    )


def _is_in_the_rule(name: str, given: Parameters) -> None:
    """Refuse a number that the rule does not have: it would make another case of the same rule."""
    if given[name] and f"{{{name}}}" not in str(given["rule"]):
        raise expected(name, f"no number, as the rule has no {{{name}}}", given[name], f"Leave {name} out.")


def numbers_of(given: Parameters) -> dict[str, int]:
    """The numbers beside the rule, by name."""
    return {name: int(given[name]) for name in NUMBERS}


def rule_told(turn: Turn, given: Parameters) -> RuleOfThumb:
    """The rule with its numbers, in a race or alone.

    Parameters
    ----------
    turn : the game
    given : all parameters
    """
    turns = int(given.get("turns", 0))
    return rule_of_thumb(str(given["rule"]), turn, int(given["goal"]), numbers_of(given), turns)


def refuse_no_rule(turn: Turn, given: Parameters) -> None:
    """Refuse what is no rule, or none with these numbers.

    Parameters
    ----------
    turn, given : as in `rule_told`
    """
    check(str(given["rule"]), turn, int(given["goal"]), numbers_of(given), int(given.get("turns", 0)))


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
