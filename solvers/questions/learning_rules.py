"""The races that are learnt, Pig and Piglet, and what every answer about them has: states, the exact value, distances to it."""

from operator import attrgetter

from solvers.question import Dimension, Output, Parameters
from solvers.questions import pig_rules
from solvers.questions.following import first_of
from solvers.questions.rules import GAMES, Rules

STATE = ("banked", "opponent", "turn_total")
# Other games of one throw over and over can join them.
LEARNT = (GAMES["pig"], GAMES["piglet"])


def states(parameters: Parameters) -> float:
    """How many states a race has."""
    goal = float(parameters["goal"])
    return 0.5 * goal * goal * (goal + 1.0)


def throws_of_a_game(game: Rules, parameters: Parameters) -> float:
    """How many throws both players take to the goal, about."""
    gained = sum(float(outcome.probability) * outcome.gain for outcome in game.turn(parameters).throws[0].outcomes)
    return 2.0 * float(parameters["goal"]) / gained


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
        **first_of("value"),
    ),
    Output(
        "value",
        STATE,
        "float64",
        "1",
        "win probability",
        "Chance of the player about to act to win, both playing optimally: exact; NaN where holding wins.",
        attrgetter("value"),
        proved=True,
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
