"""Somebody whose turns are known: by a plan, or by a rule of thumb, which may count its scoring turns."""

from collections.abc import Sequence

from solvers.games.plan import Fixed, Plan
from solvers.players.counting import CountingRule
from solvers.turns.played import FlatTurn, PlayedTurns, played

Known = Plan | CountingRule


def parts_of(player: Known) -> Sequence[Fixed]:
    """What it does after 0, 1, ... scoring turns; the last one for all greater numbers, too.

    Parameters
    ----------
    player : whoever it is
    """
    return player.parts if isinstance(player, CountingRule) else (player,)


def played_out(player: Known, goal: int, rules: FlatTurn | None = None) -> PlayedTurns:
    """Its turns, with a first dimension of `row` by scoring turns where it counts them.

    Parameters
    ----------
    player : whoever it is
    goal : points to win, those of the rule
    rules : its turn as flat arrays, if they are known
    """
    return player.played(rules) if isinstance(player, CountingRule) else played(player, goal)
