"""Parts of questions about fixed policies: games that only throw on, and rules that hold at n."""

from solvers.questions.game import Game
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter
from solvers.questions.pig_rules import below_goal
from solvers.questions.question import Dimension

ONE_THROW = tuple(game for game in GAMES.values() if game.most_policy_goal)
PAIR = ("banked", "opponent")


def named(contest: str, rule: str, game: Game) -> str:
    """Name of a question; Pig's is the plain one."""
    return f"{contest}.{rule}" if game.name == "pig" else f"{contest}.{rule}_{game.name}"


def goal(game: Game) -> Parameter:
    """Points to win."""
    return game.goal(game.most_policy_goal)


def hold_at(name: str, whose: str, game: Game) -> Parameter:
    """A turn total to hold at."""
    meaning = f"Turn total at which {whose} holds, or at what it lacks to the goal if that is less."
    return Parameter(name, int, meaning, game.unit, 1, game.most_policy_goal)


def scores(name: str, whose: str, game: Game) -> Dimension:
    """A dimension of banked scores below the goal."""
    return Dimension(
        name, game.unit, f"Banked score of {whose}.", below_goal, words=f"{name} score".replace("_", " ")
    )
