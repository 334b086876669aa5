"""Certificates of what is said about a rule of thumb, where one only throws on.

How often play comes where is balanced: what comes to a place is what other places send there. Turns are
played forwards for all scores at once, turn total by turn total, and nothing is solved for, since all numbers
are given: turns that begin after a bust and after a wipe among them. Values are backed up by the rules as
they were written, as where there is more to decide.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.games.turn import ROLL, Turn
from solvers.players.one_throw import rolls as rolls_of
from solvers.players.rule import RuleOfThumb
from solvers.thumb.by_position.certificate import chances_residual
from solvers.turns import certificate_of_choices as choices


class Tables(NamedTuple):
    """What is proved of a rule, its own score first.

    Attributes
    ----------
    value : float64[banked, opponent], what optimal play is worth to whoever is about to move
    policy : int8[banked, opponent, turn_total], what optimal play does
    against_optimal, against_itself, against_reply : float64[mover, banked, opponent], the rule's chance to
        win if it, or the other, is about to move
    visits : float64[banked, opponent, turn_total], how often the rule comes there in a game against optimal
        play
    """

    value: Array
    policy: Flags
    against_optimal: Array
    against_itself: Array
    against_reply: Array
    visits: Array


def residual(rule: RuleOfThumb, tables: Tables) -> float:
    """Sup-norm of one backup of all values minus the values, or of what comes to each place minus the visits,
    or what the identity is off, whichever is most.

    Parameters
    ----------
    rule : what it means, in a game whose only way to go on is the same throw again
    tables : what is said about it
    """
    turn, rolls = rule.turn, rolls_of(rule)
    lost = np.einsum("ijk,ijk->", tables.visits, regrets(turn, tables.value, rolls))
    found = (
        chances_residual(
            rule, tables.value, tables.against_optimal, tables.against_itself, tables.against_reply
        ),
        visits_residual(turn, (rolls, tables.policy), tables.visits),
        abs(lost - (0.5 - tables.against_optimal[:, 0, 0].mean())),
    )
    return float(np.max(found))


def regrets(turn: Turn, value: Array, rolls: Flags) -> Array:
    """What a rule's decisions give away, float64[banked, opponent, turn_total].

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    value : float64[banked, opponent], what optimal play is worth to whoever is about to move
    rolls : int8[banked, opponent, turn_total] of the rule
    """
    better = choices.advantage(turn, choices.Stakes(1.0 - value.T, 1.0).ends(turn))
    better[..., 0] = 0.0
    given_away: Array = np.fmax(np.where(rolls == ROLL, -better, better), 0.0)
    return given_away


def visits_residual(turn: Turn, rolls: tuple[Flags, Flags], visits: Array) -> float:
    """Sup-norm of what comes to each place minus how often play is said to be there.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    rolls : int8[banked, opponent, turn_total] of the rule and of optimal play, its own score first
    visits : float64[banked, opponent, turn_total], how often the rule comes there in a game
    """
    goal = visits.shape[0]
    start = np.zeros((goal, goal))
    start[0, 0] = 0.5
    inside, ends = played(turn, rolls[0], visits[..., 0])
    others = start + ends.T
    _, back = played(turn, rolls[1], others)
    inside[..., 0] = start + back.T
    # Thousands of visits can be as exact as their size allows.
    return float(np.abs(inside - visits).max() / max(1.0, float(np.abs(visits).max(initial=0.0))))


def played(turn: Turn, rolls: Flags, begun: Array) -> tuple[Array, Array]:
    """Where turns come to, and where they leave the game.

    Instead of the opponent's score it may be something else that a turn does not change.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    rolls : int8[banked, opponent, turn_total], what the mover does
    begun : float64[banked, opponent], how often a turn begins there

    Returns
    -------
    inside : float64[banked, opponent, turn_total], how often the turn total is that, below the goal
    ends : float64[banked, opponent], how often the turn is handed over with these scores
    """
    goal, (throw,) = begun.shape[0], turn.throws
    inside, ends = np.zeros((*begun.shape, goal)), np.zeros(begun.shape)
    inside[..., 0] = begun
    for k in range(goal):
        # Rows are the banked scores from which k does not reach the goal.
        here = inside[: goal - k, :, k]
        again = here if k == 0 else np.where(rolls[: goal - k, :, k] == ROLL, here, 0.0)
        ends[k:] += here - again
        for outcome in throw.outcomes:
            if (ahead := k + outcome.gain) < goal:
                inside[: goal - ahead, :, ahead] += float(outcome.probability) * again[: goal - ahead]
        busted = float(throw.bust) * again
        kept = busted[: goal - turn.least_score]
        ends[turn.least_score : turn.least_score + len(kept)] += kept
        ends[0] += float(throw.wipe) * again.sum(axis=0)
    return inside, ends
