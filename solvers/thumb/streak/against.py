"""Two rules of thumb against each other where busts in a row cost points, in a race or with equal turns: win
probabilities and length.
"""

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.errors import NotConverged
from solvers.in_turn.lasting.answer import Lasting, proved_by
from solvers.in_turn.lasting.forwards import IN_A_RACE, LastTurns, seated, turns_to_the_end
from solvers.in_turn.lasting.with_busts import turns_to_come
from solvers.thumb.streak.certificate_of_rules import residual
from solvers.thumb.streak.rule import RuleByBusts
from solvers.thumb.streak.turns import by_rule
from solvers.thumb.streak.wins import both_win, with_last_turns
from solvers.turns.played import flat

# Bound on the error of a win probability: the residual times the expected turns of the longest game.
LARGEST_ERROR = 1e-10


def rule_against_rule(
    first: RuleByBusts, second: RuleByBusts, tie: Tie | None, most_turns: int = 200
) -> Lasting:
    """Solve the contest of two rules of thumb.

    Parameters
    ----------
    first, second : rules for one game, one goal and one rule about busts
    tie : who wins ties at the end of a round, not `again`; None in a race
    most_turns : length of the distribution

    Raises
    ------
    InvalidRules
        if ties are played on
    NotConverged
        if games hardly ever end, or the error bound is too large

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.contests.streak import Rule
    >>> from solvers.thumb.streak.rule import rule_by_busts
    >>> texts = "hold at 20", "hold at 21 - 4 * own_busts"
    >>> rules = [rule_by_busts(text, pig.turn(), 50, Rule(3, 25)) for text in texts]
    >>> found = rule_against_rule(*rules, tie=None)
    >>> print(round(found.win_probability, 4), round(found.expected_turns, 2))
    0.5424 10.2
    """
    turn, goal, rules = first.turn, first.goal, flat(first.turn)
    who = f"{first.name} against {second.name}, {first.streak.busts} busts in a row"
    past = 0 if tie is None else turn.longest_gain
    beyond = None if tie is None else with_last_turns(second, goal, tie)
    own, other = (by_rule(one, rules, past) for one in (first, second))
    players, after = seated(0, own, other, *first.streak), IN_A_RACE
    if tie is not None:
        ends = np.ones(goal + past + 1)
        after = LastTurns(ends, np.zeros(ends.size), np.ones(2), np.zeros((2, 2)))
    left, waiting_left = map(_by_scores, turns_to_come(players, after.ends, who))
    found = proved_by(
        lambda stored: residual(tie, first, second, stored),
        both_win(first, beyond, own, other),
        (left, waiting_left),
        turns_to_the_end(players, after, most_turns),
    )
    off = found.residual * max(1.0, float(found.turns_left.max()))
    if not off <= LARGEST_ERROR:
        remedy = "Games last too long: ask for a smaller goal."
        raise NotConverged(
            f"chances to win: expected them right to {LARGEST_ERROR}, got {off} ({who}). {remedy}"
        )
    return found


def _by_scores(table: Array) -> Array:
    """A table float64[own busts, opponent's busts, own score, opponent's score] with the scores first."""
    return np.ascontiguousarray(table.transpose(2, 3, 0, 1))
