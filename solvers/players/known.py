"""Players with known turns: a plan, a rule of thumb, or a rule that counts its scoring turns."""

from collections.abc import Sequence

from solvers.games.plan import Fixed, Plan
from solvers.players.counting import CountingRule
from solvers.turns.played import FlatTurn, PlayedTurns, played

Known = Plan | CountingRule


def parts_of(player: Known) -> Sequence[Fixed]:
    """Return what a player does after 0, 1, ... scoring turns; the last part is for all greater numbers, too.

    Parameters
    ----------
    player : the player
    """
    return player.parts if isinstance(player, CountingRule) else (player,)


def played_out(player: Known, goal: int, rules: FlatTurn | None = None) -> PlayedTurns:
    """Return a player's turns played out; `row` has a first dimension by scoring turns if it counts them.

    Parameters
    ----------
    player : the player
    goal : points to win, the goal of a rule
    rules : the game's turn as flat arrays, if already made
    """
    return player.played(rules) if isinstance(player, CountingRule) else played(player, goal)
