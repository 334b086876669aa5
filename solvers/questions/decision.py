"""What to do in a turn, where one number for each banked score says it all."""

from collections.abc import Callable
from typing import Any

from solvers.question import Output
from solvers.questions.rules import Rules


def decision(
    game: Rules, dims: tuple[str, ...], hold_at: Callable[[Any], Any], opening: Callable[[Any], Any], remark: str = ""
) -> tuple[Output, ...]:
    """The output that says it, if one does.

    Parameters
    ----------
    game : any
    dims : of the output
    hold_at, opening : functions of the solution
    remark : what is to be added to the meaning
    """
    if game.decides == "hold_at":
        meaning = "Least turn total at which the policy holds; it may throw again at a greater one." + remark
        return (Output("hold_at", dims, "int16", game.unit, "least turn total to hold at", meaning, hold_at),)
    if game.decides == "dice":
        return (Output("dice", dims, "int16", "dice", "dice to throw", "How many dice to throw." + remark, lambda of: opening(of) + 1),)
    return ()
