"""Certificates of what is said about a rule of thumb in a race: one backup of all its chances to win, and how
often play comes where, laid beside what is sent there.

How often turns begin is balanced: what comes to a pair of scores is what other turns send there. Where the
only way to go on is the same throw again, it is said of every turn total how often play comes there, and what
optimal play does; else only sums over decisions are, and how often turns begin.
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
    """Sup-norm of one backup of all values minus the values, of what comes to each place minus what is said
    to be there, of sums over decisions, or what the identity is off, whichever is most.

    Parameters
    ----------
    rule : what it means
    group : int64[position], in which group of the tables each is
    said : what is said about it, its own score first. `optimal_value` is what optimal play is worth to
        whoever is about to move, `value_against_...` and `waiting_value_against_...` are the rule's chances
        to win if it, or the other, is about to move, all float64[banked, opponent]. Of play either `visits`,
        float64[banked, opponent, turn_total], and the `optimal_policy`, int8 likewise; or
        `turns_begun`, `turns_begun_by_optimal` and `lost`, float64[banked, opponent], and `visits`,
        `lost_there` and `right_visits`, float64[turn_total, group]
    """
    found = [*_chances(rule, said), *_of_play(rule, group, said)]
    return float(np.max(found))


def _chances(rule: RuleOfThumb, said: Said) -> tuple[float, ...]:
    """What one backup of all values is off, each at most."""
    turn, value, itself = rule.turn, said["optimal_value"], said["value_against_itself"]
    # What others win, with their own score first, if they, or the rule, are about to move.
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
    """What turns begun, visits and losses are off, each at most."""
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
    """What visits are off, and the identity with them, each at most.

    Parameters
    ----------
    sums : of the rule's turns
    visits, regrets : float64[banked, opponent, turn_total]
    loss : what is given away in all
    """
    return [off_of_counts(sums.inside, visits), abs(float(np.einsum("ijk,ijk->", visits, regrets)) - loss)]


def regrets(turn: Turn, value: Array, rolls: Flags) -> Array:
    """What a rule's decisions give away, float64[banked, opponent, turn_total].

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    value : float64[banked, opponent], what optimal play is worth to whoever is about to move
    rolls : int8[banked, opponent, turn_total] of the rule
    """
    return regrets_of(turn, choices.Stakes(1.0 - value.T, 1.0), rolls)


def regrets_of(turn: Turn, stakes: choices.Stakes, rolls: Flags) -> Array:
    """What decisions give away, float64[banked, opponent, turn_total], whatever banking is worth.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    stakes : what banking is worth
    rolls : int8[banked, opponent, turn_total]
    """
    better = choices.advantage(turn, stakes.ends(turn))
    # Nothing is decided before the first throw.
    better[..., 0] = 0.0
    given_away: Array = np.fmax(np.where(rolls == ROLL, -better, better), 0.0)
    return given_away
