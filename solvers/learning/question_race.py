"""Races for the studies of learning, and outputs that all their questions have."""

from solvers.outputs import chances, studies
from solvers.outputs.output import Output
from solvers.questions.dimension import Dimension, below_goal
from solvers.questions.following import first_of
from solvers.questions.game import Game
from solvers.questions.games import GAMES, PIG
from solvers.questions.parameter import Parameters

STATE = ("banked", "opponent", "turn_total")
LEARNT = tuple(game for game in GAMES.values() if game.learnt)


def states(parameters: Parameters) -> float:
    """Number of states of a race."""
    goal = float(parameters["goal"])
    return 0.5 * goal * goal * (goal + 1.0)


def throws_of_a_game(game: Game, parameters: Parameters) -> float:
    """Approximate number of throws in a game, of both players."""
    gained = sum(
        float(outcome.probability) * outcome.gain for outcome in game.turn(parameters).throws[0].outcomes
    )
    return 2.0 * float(parameters["goal"]) / gained


STATE_DIMENSIONS = (
    PIG.scores("banked", "the player about to act"),
    PIG.scores("opponent", "the other player"),
    Dimension("turn_total", "points", "Points at risk in this turn.", below_goal),
)
EXACT = (
    chances.win_probability(**first_of("value")),
    studies.value_inside(proved=True),
)


def distances(dims: tuple[str, ...]) -> tuple[Output, ...]:
    """Return the outputs for distances of the estimates from the value."""
    return (
        studies.distance(dims=dims),
        studies.mean_distance(dims=dims),
    )
