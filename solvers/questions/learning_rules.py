"""The races that are learnt, Pig and Piglet, and what every answer about them has: states, the exact value, distances to it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way
from solvers.question import Dimension, Output, Parameter, Parameters
from solvers.questions import pig_rules

STATE = ("banked", "opponent", "turn_total")


@dataclass(frozen=True)
class Rules:
    """A game that is asked about.

    Parameters
    ----------
    parameters : of its rules
    turn : function of the parameters
    """

    parameters: tuple[Parameter, ...]
    turn: Callable[[Parameters], Turn]


def _piglet_turn(heads: Fraction) -> Turn:
    """One coin: heads gains a point, tails busts (Neller, Russell & Markov 2012, section 3.1)."""
    return Turn("piglet", (Throw("coin", (Outcome(heads, 1, 0),)),), (Position("heads", (Way(ROLL, 0, 0),)),))


PIG = Rules((pig_rules.SIDES, pig_rules.BUST_FACE), pig_rules.turn)
PIGLET = Rules(
    (Parameter("heads", float, "Chance of the coin to come up heads, which gains a point.", "1", 0.01, 0.99, 0.5),),
    lambda parameters: _piglet_turn(Fraction(parameters["heads"])),
)


def states(parameters: Parameters) -> float:
    """How many states a race has."""
    goal = float(parameters["goal"])
    return 0.5 * goal * goal * (goal + 1.0)


STATE_DIMENSIONS = (
    pig_rules.scores("banked", "the player about to act"),
    pig_rules.scores("opponent", "the other player"),
    Dimension("turn_total", "points", "Points at risk in this turn.", pig_rules.below_goal),
)
EXACT = (
    Output(
        "win_probability",
        (),
        "float64",
        "1",
        "win probability",
        "First player's chance to win, both playing optimally: exact.",
        attrgetter("win_probability"),
    ),
    Output(
        "value",
        STATE,
        "float64",
        "1",
        "win probability",
        "Chance of the player about to act to win, both playing optimally: exact; NaN where holding wins.",
        attrgetter("value"),
    ),
)


def distances(dims: tuple[str, ...]) -> tuple[Output, ...]:
    """How far the estimates are from the value."""
    largest = "Largest difference of an estimate to the value, over all states."
    mean = "Mean difference of the estimates to the value, over all states alike."
    return (
        Output("distance", dims, "float64", "1", "largest distance to the value", largest, attrgetter("distance")),
        Output("mean_distance", dims, "float64", "1", "mean distance to the value", mean, attrgetter("mean_distance")),
    )
