"""A rule of thumb and its numbers as parameters of a question."""

from collections.abc import Callable, Mapping
from functools import partial

from solvers.errors import InvalidRules, expected
from solvers.games.turn import Turn
from solvers.players.counting import CountingRule, counting_rule
from solvers.players.language.grammar import NUMBERS
from solvers.players.language.named import is_named
from solvers.players.rule import RuleOfThumb, check, rule_of_thumb
from solvers.players.ruled import Ruled, ruled
from solvers.questions.parameter import Parameter, Parameters

# For two players with rules: prefixes of their parameters, and the players as in a sentence.
WHOSE = {"first_": "the player", "second_": "the opponent"}
PREFIXES = tuple(WHOSE)


def rule_parameters(
    fits: Callable[[Parameters], None], prefix: str = "", who: str = "the player"
) -> tuple[Parameter, ...]:
    """Return the parameters for a rule and for the numbers in it.

    Parameters
    ----------
    fits : function of all parameters that refuses an invalid rule
    prefix : prefix of the names, if several players have rules
    who : the player, as in a sentence
    """
    meaning = f"Rule that {who} follows, such as: hold at 25."
    words = prefix.replace("_", " ")
    return (
        Parameter(
            f"{prefix}rule", str, meaning, "", fits=fits, words=f"{words}rule" if prefix else "rule of thumb"
        ),
        *(
            Parameter(
                f"{prefix}{name}",
                int,
                f"Number that {{{name}}} stands for in the rule.",
                "",
                -10000,
                10000,
                0,
                fits=partial(_is_in_the_rule, prefix, name),
                words=f"{words}number {name}",
            )
            for name in NUMBERS
        ),
    )


def rules_of_seats(
    turn: Callable[[Parameters], Turn],
    whose: Mapping[str, str],
    refuse: Callable[[Turn, Parameters, str], object] | None = None,
) -> tuple[Parameter, ...]:
    """Return the parameters for the rules of several players and the numbers in them.

    Parameters
    ----------
    turn : function of the parameters that returns the game's turn
    whose : the player of each rule, as in a sentence, by the prefix of its parameters
    refuse : function that refuses invalid rules; None for `refuse_no_rule`
    """

    def fits(prefix: str, given: Parameters) -> None:
        (refuse or refuse_no_rule)(turn(given), given, prefix)

    return tuple(
        parameter
        for prefix, who in whose.items()
        for parameter in rule_parameters(partial(fits, prefix), prefix, who)
    )


def _is_in_the_rule(prefix: str, name: str, given: Parameters) -> None:
    """Refuse a number that the rule does not use: two cases would be the same."""
    own, rule, braces = f"{prefix}{name}", str(given[f"{prefix}rule"]), f"{{{name}}}"
    if given[own] and braces not in rule:
        raise expected(own, f"no number, as the rule has no {braces}", given[own], f"Leave {own} out.")
    if "".join(rule.split()) == f"holdat{braces}" and int(given[own]) < 1:
        raise expected(own, "1 or more, a turn total to hold at", given[own])
    if braces in rule and is_named(rule) and int(given[own]) < 1:
        raise expected(own, f"1 or more, as a number of {rule!r}", given[own])


def numbers_of(given: Parameters, prefix: str = "") -> dict[str, int]:
    """Return the numbers of a rule, by name."""
    return {name: int(given[f"{prefix}{name}"]) for name in NUMBERS}


def rule_told(turn: Turn, given: Parameters, prefix: str = "") -> RuleOfThumb:
    """Return the rule with its numbers, in a race or for one player alone.

    Parameters
    ----------
    turn : the game's turn
    given : all parameters
    prefix : prefix of the names
    """
    return rule_of_thumb(*_told(turn, given, prefix))


def counting_told(turn: Turn, given: Parameters, prefix: str = "") -> CountingRule:
    """Return the rule with its numbers, in a race of two; it may count its scoring turns.

    Parameters
    ----------
    turn, given, prefix : as in `rule_told`
    """
    text, goal = str(given[f"{prefix}rule"]), int(given["goal"])
    return counting_rule(text, turn, goal, numbers_of(given, prefix))


def ruled_told(turn: Turn, given: Parameters, prefix: str = "") -> Ruled:
    """Return the rule with its numbers, with equal turns.

    Parameters
    ----------
    turn, given, prefix : as in `rule_told`
    """
    text, goal = str(given[f"{prefix}rule"]), int(given["goal"])
    return ruled(text, turn, goal, numbers_of(given, prefix))


def refuse_no_rule(turn: Turn, given: Parameters, prefix: str = "") -> None:
    """Refuse an invalid rule, or one that is invalid with these numbers.

    Parameters
    ----------
    turn, given, prefix : as in `rule_told`

    Raises
    ------
    InvalidRules
        naming the column of the mistake
    """
    try:
        check(*_told(turn, given, prefix))
    except InvalidRules as error:
        if error.name != "rule" or error.refusal is None:
            raise
        raise expected(f"{prefix}rule", *error.refusal) from None


def _told(turn: Turn, given: Parameters, prefix: str) -> tuple[str, Turn, int, dict[str, int], int]:
    """The text of a rule, the game's turn, the goal, the rule's numbers, and the turns of one alone."""
    text, turns = str(given[f"{prefix}rule"]), int(given.get("turns", 0))
    return text, turn, int(given["goal"]), numbers_of(given, prefix), turns
