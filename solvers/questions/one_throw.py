"""What questions about fixed policies have in common: games whose only way to go on is the same throw, and rules that hold at n."""

from solvers.question import Dimension, Parameter
from solvers.questions.pig_rules import below_goal
from solvers.questions.rules import GAMES, Rules

# Largest goal: tables of a policy take a byte for each state of each turn, and wiping games many rounds.
LIMITS = {"pig": 300, "piglet": 300, "progressive_pig": 300, "two_dice_pig": 150, "big_pig": 300, "pass_the_pigs": 300}
ONE_THROW = tuple(GAMES[name] for name in LIMITS)
WIPING = ("two_dice_pig",)
PAIR = ("banked", "opponent")


def named(contest: str, rule: str, rules: Rules) -> str:
    """Name of a question; Pig's is the plain one."""
    return f"{contest}.{rule}" if rules.name == "pig" else f"{contest}.{rule}_{rules.name}"


def goal(rules: Rules) -> Parameter:
    """Points to win."""
    return rules.goal(LIMITS[rules.name])


def hold_at(name: str, whose: str, rules: Rules) -> Parameter:
    """A turn total to hold at."""
    meaning = f"Turn total at which {whose} holds, or at what it lacks to the goal if that is less."
    return Parameter(name, int, meaning, rules.unit, 1, LIMITS[rules.name])


def scores(name: str, whose: str, rules: Rules) -> Dimension:
    """A dimension of banked scores below the goal."""
    return Dimension(name, rules.unit, f"Banked score of {whose}.", below_goal)
