"""The turns of a fixed policy, played out."""

from solvers.fixed.policies import Policy
from solvers.games.turn import Turn
from solvers.players.one_throw import rule_of_rolls
from solvers.players.turns_by_rule import played_by_rule
from solvers.turns.forward import one_throw
from solvers.turns.played import PlayedTurns, flat, together


def played_by_policy(turn: Turn, policy: Policy) -> PlayedTurns:
    """Its turns, with `row` of int64[scored, banked, opponent].

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    policy : whose

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on

    Examples
    --------
    >>> from solvers.fixed import policies
    >>> from solvers.games import pig
    >>> played_by_policy(pig.turn(), policies.scoring_turns(100, 4)).row.shape
    (4, 100, 100)
    """
    one_throw(turn)
    rules = flat(turn)
    return together([played_by_rule(rule_of_rolls(policy.name, turn, does), rules) for does in policy.rolls])
