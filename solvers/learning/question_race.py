"""The races that are learnt, and what every answer about them has: states, exact value, distances to it."""

from solvers.questions import pig_rules, usual
from solvers.questions.following import first_of
from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Dimension, Output, Role

STATE = ("banked", "opponent", "turn_total")
LEARNT = tuple(game for game in GAMES.values() if game.learnt)


def states(parameters: Parameters) -> float:
    """How many states a race has."""
    goal = float(parameters["goal"])
    return 0.5 * goal * goal * (goal + 1.0)


def throws_of_a_game(game: Game, parameters: Parameters) -> float:
    """How many throws both players take to the goal, about."""
    gained = sum(
        float(outcome.probability) * outcome.gain for outcome in game.turn(parameters).throws[0].outcomes
    )
    return 2.0 * float(parameters["goal"]) / gained


STATE_DIMENSIONS = (
    pig_rules.scores("banked", "the player about to act"),
    pig_rules.scores("opponent", "the other player"),
    Dimension("turn_total", "points", "Points at risk in this turn.", pig_rules.below_goal),
)
EXACT = (
    usual.win_probability(
        meaning="First player's chance to win, both playing optimally: exact.",
        **first_of("value"),
    ),
    usual.value(
        dims=STATE,
        meaning=(
            "Chance of the player about to act to win, both playing optimally: exact; NaN where holding wins."
        ),
        proved=True,
    ),
)


def distances(dims: tuple[str, ...]) -> tuple[Output, ...]:
    """How far the estimates are from the value."""
    largest = "Largest difference of an estimate to the value, over all states."
    mean = "Mean difference of the estimates to the value, over all states alike."
    return (
        Output(
            name="distance",
            role=Role.DIFFERENCE,
            dims=dims,
            long_name="largest distance",
            meaning=largest,
        ),
        Output(
            name="mean_distance",
            role=Role.DIFFERENCE,
            dims=dims,
            long_name="mean distance",
            meaning=mean,
        ),
    )
