"""Parts of questions about Risk: armies, dice, and losses of both sides."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.outputs import chances, studies
from solvers.outputs.output import Output
from solvers.questions.dimension import Dimension
from solvers.questions.following import Follows
from solvers.questions.parameter import Parameter, Parameters
from solvers.risk.certificate import Ends, ends
from solvers.risk.rules import BattleDice

# Seconds for each pair of armies, backed up in NumPy.
CELL_SECONDS = 8e-8
TERRITORIES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
BY_ARMIES = ("attackers_left", "defenders_left")


def attacking(most: int) -> Parameter:
    """Return the parameter for the number of attacking armies.

    Parameters
    ----------
    most : largest number
    """
    meaning = "Armies that attack, among them the one that must stay behind."
    return Parameter("attackers", int, meaning, "armies", minimum=2, maximum=most, words="attacking armies")


def defending(most: int, meaning: str, fits: Callable[[Parameters], None] | None = None) -> Parameter:
    """Return the parameter for the number of defending armies.

    Parameters
    ----------
    most : largest number
    meaning : where they are
    fits : function of all parameters that refuses conflicting ones
    """
    return Parameter(
        "defenders", int, meaning, "armies", minimum=1, maximum=most, fits=fits, words="defending armies"
    )


DICE = (
    Parameter("attack_dice", int, "Most dice of the attacker.", "dice", minimum=1, maximum=4, default=3),
    Parameter("defence_dice", int, "Most dice of the defender.", "dice", minimum=1, maximum=4, default=2),
)


def dice(parameters: Parameters) -> BattleDice:
    """Return the most dice of each side.

    Parameters
    ----------
    parameters : parameters of a case, by name
    """
    return BattleDice(int(parameters["attack_dice"]), int(parameters["defence_dice"]))


def _counted(given: Parameters) -> NDArray[Any]:
    return np.arange(int(given["attackers"]) + 1)


ATTACKERS_LEFT = Dimension(
    "attackers_left", "armies", "Armies of the attacker, the one that must stay behind included.", _counted
)


def winning(start: Callable[[Parameters, NDArray[Any]], Any]) -> Output:
    """Return the output for the attacker's probability to win at the start.

    Parameters
    ----------
    start : function of the parameters and of the table of values that returns it
    """
    return chances.win_probability(follows=start, follows_from=("value",))


def ended(armies: Callable[[Parameters], tuple[int, ...]], read: Callable[[Ends], Any]) -> Follows:
    """Return how an output follows from the ends of an attack, which the certificate computes independently.

    Parameters
    ----------
    armies : function of the parameters that returns the armies in each territory
    read : function of these ends that returns the output
    """

    def follows(given: Parameters) -> Any:
        return read(ends(dice(given), int(given["attackers"]), armies(given)))

    return Follows(follows=follows, follows_from=())


def losses(armies: Callable[[Parameters], tuple[int, ...]]) -> tuple[Output, Output]:
    """Return the outputs for the losses of both sides.

    Parameters
    ----------
    armies : as of `ended`
    """
    return (
        studies.expected_attacker_losses(**ended(armies, lambda found: found.attacker_losses)),
        studies.expected_defender_losses(**ended(armies, lambda found: found.defender_losses)),
    )
