"""A rule of thumb and its numbers as parameters of a question."""

from collections.abc import Callable

from solvers.questions.parameter import Parameter, Parameters
from solvers.thumb.language.grammar import NUMBERS


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
                words=f"number {name}",
            )
            for name in NUMBERS
        ),
    )


def numbers_of(given: Parameters) -> dict[str, int]:
    """The numbers beside the rule, by name."""
    return {name: int(given[name]) for name in NUMBERS}
