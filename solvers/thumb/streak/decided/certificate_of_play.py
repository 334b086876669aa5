"""Certificate of what a rule of thumb's decisions give away where busts in a row cost points, in plain NumPy.

For each pair of numbers of busts, turns of the rule and of optimal play are played forwards from the stored
numbers of turns. What they send to each pair of scores and of numbers of busts, after a bust, a streak, a
wipe or banking, is compared with the stored numbers. The decisions give away what the rule lacks to optimal
play.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array, Integers
from solvers.contests.streak import Rule
from solvers.players.rule import RuleOfThumb
from solvers.thumb.certificate_of_play import Said, Sums, by_phase, off_of_counts, play_at
from solvers.thumb.certificate_of_values import Stakes
from solvers.thumb.streak.certificate import ends_of
from solvers.thumb.streak.rule import RuleByBusts


def residual_of_play(rule: RuleByBusts, groups: Callable[[RuleOfThumb], Integers], said: Said) -> float:
    """Return the largest error of turns begun, visits and losses, or of the identity.

    Parameters
    ----------
    rule : the rule
    groups : function of the rule for some numbers of busts that returns the group of each position in the
        tables, int64[position]
    said : stored tables, for games where a fair coin decides who moves first. `turns_begun`,
        `turns_begun_by_optimal` and `lost`, float64[banked, opponent, own_busts, opponent_busts], its own
        score and busts first; `visits`, `right_visits` and `lost_there`, float64[own_busts, turn_total,
        group]; and the values of `solvers.thumb.streak.certificate`
    """
    begun, theirs, streak = said["turns_begun"], said["turns_begun_by_optimal"], rule.streak
    to_rule, to_optimal = (_start(begun.shape) for _ in range(2))
    lost, there = np.zeros(begun.shape), by_phase(said["lost_there"])
    visits, right, lost_there = np.zeros((3, *there.shape))
    for own, other in np.ndindex(streak.busts, streak.busts):
        does = rule.at(own, other)
        stakes = _stakes(rule, said["optimal_value"], own, other)
        mine, others = (Sums.of_stakes(groups(does), stakes, rule.goal) for _ in range(2))
        by_optimal = _turned(theirs)[:, :, own, other]
        play_at(stakes, (does, begun[:, :, own, other], mine), (None, by_optimal, others))
        _send(streak, mine, (own, other), to_optimal)
        _send(streak, others, (own, other), _turned(to_rule))
        lost[:, :, own, other] = mine.lost
        for table, summed in ((visits, mine.visits), (right, mine.right), (lost_there, mine.lost_there)):
            table[own, :, : summed.shape[1]] += summed
    against, waiting = (said[f"{side}value_against_optimal"] for side in ("", "waiting_"))
    loss = 0.5 - float(against[0, 0, 0, 0] + waiting[0, 0, 0, 0]) / 2.0
    worst = [
        off_of_counts(to_rule, begun),
        off_of_counts(to_optimal, theirs),
        off_of_counts(visits, by_phase(said["visits"])),
        off_of_counts(right, by_phase(said["right_visits"])),
        float(np.abs(lost - said["lost"]).max()),
        float(np.abs(lost_there - there).max()),
        *(abs(float(table.sum()) - loss) for table in (said["lost"], there)),
    ]
    return float(np.max(worst))


def _start(shape: tuple[int, ...]) -> Array:
    """How often turns begin at the start: half of all games."""
    start = np.zeros(shape)
    start[0, 0, 0, 0] = 0.5
    return start


def _turned(table: Array) -> Array:
    """A table with the opponent's score and busts first."""
    return table.transpose(1, 0, 3, 2)


def _stakes(rule: RuleByBusts, value: Array, own: int, other: int) -> Stakes:
    """The values of turns' ends for given numbers of busts in a row of the player and of the opponent."""
    banking, busting = ends_of(rule, value, own, other)
    return Stakes(rule.turn, rule.goal, banking, rule.goal, np.full(rule.goal, rule.goal), busting)


def _send(streak: Rule, sums: Sums, counts: tuple[int, int], to: Array) -> None:
    """Add where turns lead.

    Parameters
    ----------
    streak : what busts in a row cost
    sums : sums over the turns
    counts : busts in a row of the player, and of the opponent
    to : float64[banked, opponent, busts, opponent's busts], turns of the opponent, by the player's score and
        busts first; added to
    """
    (own, other), scores = counts, np.arange(len(to))
    streak_ends = own + 1 == streak.busts
    left = np.maximum(scores - streak.cost, 0) if streak_ends else scores
    to[:, :, 0, other] += sums.ends[: len(to)]
    np.add.at(to[:, :, 0 if streak_ends else own + 1, other], left, sums.busted)
