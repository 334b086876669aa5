"""What questions about fixed policies have in common: games whose only way to go on is the same throw, and rules that hold at n."""

from solvers.game import Game
from solvers.parameter import Parameter
from solvers.question import Dimension
from solvers.questions.games import GAMES
from solvers.questions.pig_rules import below_goal

ONE_THROW = tuple(game for game in GAMES.values() if game.most_policy_goal is not None)
PAIR = ("banked", "opponent")


def named(contest: str, rule: str, rules: Game) -> str:
    """Name of a question; Pig's is the plain one."""
    return f"{contest}.{rule}" if rules.name == "pig" else f"{contest}.{rule}_{rules.name}"


def _most(rules: Game) -> int:
    assert rules.most_policy_goal is not None
    return rules.most_policy_goal


def goal(rules: Game) -> Parameter:
    """Points to win."""
    return rules.goal(_most(rules))


def hold_at(name: str, whose: str, rules: Game) -> Parameter:
    """A turn total to hold at."""
    meaning = f"Turn total at which {whose} holds, or at what it lacks to the goal if that is less."
    return Parameter(name, int, meaning, rules.unit, 1, _most(rules))


def scores(name: str, whose: str, rules: Game) -> Dimension:
    """A dimension of banked scores below the goal."""
    return Dimension(name, rules.unit, f"Banked score of {whose}.", below_goal)
