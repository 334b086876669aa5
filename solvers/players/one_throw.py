"""Rules of thumb as tables, in games where the only way to go on is the same throw again.

Positions do not matter there, so a rule is a table by turn total and scores, or turns left of a player alone.
"""

import numpy as np

from solvers.arrays import Flags
from solvers.games.turn import HOLD, ROLL, Turn
from solvers.players.rule import RuleOfThumb


def rolls(rule: RuleOfThumb) -> Flags:
    """Return what a rule does, int8[banked, beside, turn_total]: HOLD or ROLL. It never holds at 0.

    `beside` is the opponent's score, or the turns left of a player alone; with no turns left it holds.

    Parameters
    ----------
    rule : a rule that does not distinguish positions

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> found = rolls(rule_of_thumb("hold when turn_total >= 3 or banked = 1", pig.turn(), 4))
    >>> found[:2, 0].tolist()
    [[1, 1, 1, 0], [1, 0, 0, 0]]
    >>> # As many as every turn must bring that is left, and all of it in the last.
    >>> alone = "hold when turn_total * turns_left >= goal - banked"
    >>> rolls(rule_of_thumb(alone, pig.turn(), 4, turns=2))[0].tolist()
    [[0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 0, 0]]
    """
    # Dimensions that the rule does not use have length 1, and with an entry the first ends there.
    own = np.minimum(np.arange(rule.goal), rule.holds.shape[0] - 1)
    held = np.broadcast_to(rule.holds[own, :, :, 0], (rule.goal, rule.beside.size, rule.goal))
    found = np.where(held, np.int8(HOLD), np.int8(ROLL))
    found[..., 0] = ROLL
    if rule.turns:
        found[:, 0] = HOLD
    return found


def rule_of_rolls(name: str, turn: Turn, does: Flags, turns: int = 0) -> RuleOfThumb:
    """Return the rule that a table describes.

    Parameters
    ----------
    name : name of the rule
    turn : a game's turn in which the only way to go on is the same throw again
    does : int8[banked, beside, turn_total], as from `rolls`
    turns : number of turns of a player alone, 0 in a race
    """
    positions = len(turn.positions)
    way, kind = np.ones(positions, np.int64), np.zeros(positions, np.int64)
    return RuleOfThumb(name, turn, len(does), way, kind, (does == HOLD)[..., None], turns)
