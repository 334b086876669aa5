"""The contest in which rules of thumb are tried, in a few words."""

from rich.markup import escape

from solvers.contests.streak import Rule
from solvers.contests.tie import Tie
from solvers.wording.counts import some


def told_goal(goal: int, unit: str) -> str:
    """A goal, with its unit if that is not points.

    Examples
    --------
    >>> told_goal(100, "points"), told_goal(200, "chips")
    ('100', '200 chips')
    """
    return str(goal) if unit == "points" else f"{goal} {unit}"


def in_turn(name: str, goal: int, unit: str = "points") -> str:
    """Title of a race.

    Parameters
    ----------
    name, goal : the game
    unit : of the goal

    Examples
    --------
    >>> in_turn("farkle", 200, "units of 50 points")
    '[bold]farkle[/], to 200 units of 50 points in turn'
    """
    return f"[bold]{escape(name)}[/], to {told_goal(goal, unit)} in turn"


def in_streak(name: str, goal: int, streak: Rule, unit: str = "points") -> str:
    """Title of a contest in which busts in a row cost points.

    Parameters
    ----------
    name, goal : the game
    streak : penalty for busts in a row
    unit : of the goal and of the cost

    Examples
    --------
    >>> in_streak("pig", 100, Rule(busts=3, cost=10))
    '[bold]pig[/], to 100 in turn, where 3 busts in a row cost 10'
    """
    costs = "every bust costs" if streak.busts == 1 else f"{streak.busts} busts in a row cost"
    return f"{in_turn(name, goal, unit)}, where {costs} {told_goal(streak.cost, unit)}"


def in_equal_turns(name: str, goal: int, tie: Tie, unit: str = "points") -> str:
    """Title of a contest with equal turns.

    Parameters
    ----------
    name, goal : the game
    tie : the tie rule
    unit : of the goal

    Examples
    --------
    >>> in_equal_turns("pig", 100, Tie.SHARED)
    '[bold]pig[/], to 100 with equal turns, a tie shared'
    """
    return f"[bold]{escape(name)}[/], to {told_goal(goal, unit)} with equal turns, {tie.rule.title}"


def within(name: str, goal: int, turns: int, unit: str = "points") -> str:
    """Title of a game played alone.

    Parameters
    ----------
    name, goal, turns : the game
    unit : of the goal
    """
    return f"[bold]{escape(name)}[/], alone, to {told_goal(goal, unit)} within {some(turns, 'turn')}"
