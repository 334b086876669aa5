"""Certificates of the answers about a rule of thumb in a race.

They are one backup of its win probabilities, and a balance of how often play reaches each state.

The number of turns that begin at a pair of scores must equal what other turns send there. In games whose only
way to go on is the same throw again, the visits of every turn total and the optimal policy are checked; in
others, sums over decisions and how often turns begin.
"""

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import ROLL, Turn
from solvers.players.one_throw import rolls, rule_of_rolls
from solvers.players.rule import RuleOfThumb
from solvers.race.certificate import residual as race_residual
from solvers.thumb.certificate_of_play import Said, Sums, off_of_counts, play_out
from solvers.turns import certificate_of_choices as choices
from solvers.turns.certificate_of_fixed import head_to_head_residual, response_residual


def residual(rule: RuleOfThumb, group: Integers, said: Said) -> float:
    """Return the largest error: of a backup of values, of visits, of sums over decisions, or of the identity.

    Parameters
    ----------
    rule : the rule
    group : int64[position], group of each position in the tables
    said : stored tables, the rule's own score first. `optimal_value` is the value of optimal play to the
        player about to move; `value_against_...` and `waiting_value_against_...` are the rule's win
        probabilities if it, or its opponent, is about to move, all float64[banked, opponent]. Of play either
        `visits`, float64[banked, opponent, turn_total], and `optimal_policy`, int8 of the same shape; or
        `turns_begun`, `turns_begun_by_optimal` and `lost`, float64[banked, opponent], with `visits`,
        `lost_there` and `right_visits`, float64[turn_total, group]
    """
    found = [*_chances(rule, said), *_of_play(rule, group, said)]
    return float(np.max(found))


def _chances(rule: RuleOfThumb, said: Said) -> tuple[float, ...]:
    """Residuals of all win probabilities."""
    turn, value, itself = rule.turn, said["optimal_value"], said["value_against_itself"]
    # Win probabilities of the opponents, their own score first, if they, or the rule, are about to move.
    optimal, reply = (
        [1.0 - said[f"{side}value_against_{other}"].T for side in ("waiting_", "")]
        for other in ("optimal", "reply")
    )
    return (
        race_residual(turn, rule.goal, value),
        head_to_head_residual(turn, value, (rule,), *optimal),
        head_to_head_residual(turn, (rule,), (rule,), itself, 1.0 - itself.T),
        response_residual(turn, (rule,), *reply),
    )


def _of_play(rule: RuleOfThumb, group: Integers, said: Said) -> list[float]:
    """Errors of turns begun, visits and losses."""
    goal, turn, visits = rule.goal, rule.turn, said["visits"]
    handed, by_state = 1.0 - said["optimal_value"].T, visits.ndim > 2
    mine, others = (Sums.empty(group, goal, visits) for _ in range(2))
    start = np.zeros((goal, goal))
    start[0, 0] = 0.5
    if by_state:
        begun = visits[..., 0]
        play_out(turn, handed, (rule, begun, mine))
        theirs = start + mine.ends
        play_out(
            turn, handed, (rule_of_rolls("optimal play", turn, said["optimal_policy"]), theirs.T, others)
        )
    else:
        begun, theirs = said["turns_begun"], said["turns_begun_by_optimal"]
        play_out(turn, handed, (rule, begun, mine), (None, theirs.T, others))
    loss = 0.5 - (said["value_against_optimal"][0, 0] + said["waiting_value_against_optimal"][0, 0]) / 2.0
    return [
        off_of_counts(start + others.ends.T, begun),
        off_of_counts(start + mine.ends, theirs),
        *(
            off_of_visits(mine, visits, regrets(turn, said["optimal_value"], rolls(rule)), loss)
            if by_state
            else mine.off(said, said["lost"], loss)
        ),
    ]


def off_of_visits(sums: Sums, visits: Array, regrets: Array, loss: float) -> list[float]:
    """Return the errors of visits, and of the identity with them.

    Parameters
    ----------
    sums : sums over the rule's turns
    visits, regrets : float64[banked, opponent, turn_total]
    loss : all that the rule gives away
    """
    return [off_of_counts(sums.inside, visits), abs(float(np.einsum("ijk,ijk->", visits, regrets)) - loss)]


def regrets(turn: Turn, value: Array, rolls: Flags) -> Array:
    """Return what a rule's decisions give away, float64[banked, opponent, turn_total].

    Parameters
    ----------
    turn : a game's turn in which the only way to go on is the same throw again
    value : float64[banked, opponent], value of optimal play to the player about to move
    rolls : int8[banked, opponent, turn_total], the rule's actions
    """
    return regrets_of(turn, choices.Stakes(1.0 - value.T, 1.0), rolls)


def regrets_of(turn: Turn, stakes: choices.Stakes, rolls: Flags) -> Array:
    """Return what decisions give away for any values of banking, float64[banked, opponent, turn_total].

    Parameters
    ----------
    turn : a game's turn in which the only way to go on is the same throw again
    stakes : values of banking
    rolls : int8[banked, opponent, turn_total], actions
    """
    better = choices.advantage(turn, stakes.ends(turn))
    # Nothing is decided before the first throw.
    better[..., 0] = 0.0
    given_away: Array = np.fmax(np.where(rolls == ROLL, -better, better), 0.0)
    return given_away
