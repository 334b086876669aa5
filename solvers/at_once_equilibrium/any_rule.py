"""Simultaneous Pig of two players over all stopping rules: the equilibrium, and the loss by hold-at play.

Neither player sees the other's turn, so a strategy gives the probability to roll again at each pair of scores
and turn total: a behaviour strategy, and as good as any (Kuhn 1953). A shared win counts as half to each, so
the game is zero-sum: the values of (i, j) and (j, i) add up to 1. Turns lead to states of a greater total, or
back to the same state, so states are solved once each by falling total (`any_rule_stage.py`). A mixture of
rules becomes probabilities to roll again by

    P(roll again at x) = sum over rules of P(rule) P(it rolls again at x) / sum over rules of P(rule) P(it
    reaches x).

At a turn total that does not come up, the best reply to the other player's strategy is taken.

The same solver can confine a player to mixtures of turn totals to hold at, which gives the loss by
thresholds.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.at_once.opponents import turns_that_hold
from solvers.at_once_equilibrium.any_rule_stage import (
    LARGEST_GAP,
    Scratch,
    StoppingRules,
    WorthOfScores,
    rules,
    scratch,
    solve_stage,
)
from solvers.at_once_equilibrium.certificate_of_any_rule import deviation_value, exploitability
from solvers.at_once_equilibrium.stopping_rules import follow
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating
from solvers.turns.forward import HoldAt

# Largest goal: there are goal cubed probabilities to roll again, 216 MB at 300, and a few copies are needed.
MOST_GOAL = 300
# Differences of values up to this are rounding.
ROUNDING = 1e-12


@dataclass(frozen=True)
class AnyRuleEquilibrium:
    """The equilibrium over all stopping rules.

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked, opponent], chance to win; a shared win counts as half
    throws_on : float64[banked, opponent, turn_total], probability to roll again, for either player with its
        own score first; 0 from the goal on; at turn totals that do not come up, the best reply to the other
        player
    gap : float64[banked, opponent], sum of both players' gains by their best rules in this turn
    state_loss : float64[banked, opponent], loss of a player confined to mixtures of turn totals to hold at in
        this state only
    loss : float64[banked, opponent], loss of a player confined to them for the rest of the game, while the
        opponent is not
    threshold_value : float64[banked, opponent], value if both players are confined to them
    threshold_loss : float64[banked, opponent], loss of the equilibrium of two confined players against an
        opponent who is not confined
    exploitability : largest difference, over all states, between the value and what the best deviation in the
        whole game wins
    free, one, both : the equilibria in which neither player is confined, one is, and both are
    """

    turn: Turn
    goal: int
    value: Array
    throws_on: Array
    gap: Array
    state_loss: Array
    loss: Array
    threshold_value: Array
    threshold_loss: Array
    exploitability: float
    free: "Confined"
    one: "Confined"
    both: "Confined"

    @property
    def mixed(self) -> int:
        """Number of states in which a player rolls again with a chance between 0 and 1."""
        return int(((self.throws_on > 0.0) & (self.throws_on < 1.0)).any(axis=2).sum())

    @property
    def not_thresholds(self) -> int:
        """Number of states in which every mixture of turn totals to hold at loses more than rounding."""
        return int((self.state_loss > ROUNDING).sum())

    @property
    def opening_loss(self) -> float:
        """Loss from the start of a player confined to turn totals to hold at."""
        return float(self.loss[0, 0])

    @property
    def opening_threshold_loss(self) -> float:
        """Loss from the start of the equilibrium in turn totals to hold at, to an unconfined opponent."""
        return float(self.threshold_loss[0, 0])


class StateArrays(NamedTuple):
    """Results that are written state by state.

    Attributes
    ----------
    throws_on : float64[banked, opponent, turn_total], the first player's probability to roll again
    gap : float64[banked, opponent], sum of both players' gains by their best rules in this turn
    state_loss : float64[banked, opponent], loss of a player confined in this state only
    mix : float64[banked, opponent, hold_at - 1], probability to hold at each turn total, of a player who is
        confined, for good or in this state only
    answer : float64[banked, opponent, turn_total], probability to roll again of an unconfined player against
        a confined one
    """

    throws_on: Array
    gap: Array
    state_loss: Array
    mix: Array
    answer: Array


@dataclass(frozen=True)
class Confined:
    """The equilibrium of two players, each confined to mixtures of turn totals to hold at or not.

    Attributes
    ----------
    value : float64[banked, opponent], the first player's value, with its score first
    throws_on : float64[banked, opponent, turn_total], the first player's probability to roll again
    gap : float64[banked, opponent], sum of both players' gains by their best rules in this turn
    state_loss : float64[banked, opponent], loss of a player confined in this state only; 0 unless asked for
    mix : float64[banked, opponent, hold_at - 1], probability to hold at each turn total of the confined
        player, or of one confined in this state only, with its own score first
    answer : float64[banked, opponent, turn_total], probability to roll again of an unconfined player against
        a confined one, with its own score first
    """

    value: Array
    throws_on: Array
    gap: Array
    state_loss: Array
    mix: Array
    answer: Array


def any_rule_equilibrium(turn: Turn, goal: int) -> AnyRuleEquilibrium:
    """Solve two-player simultaneous Pig over all stopping rules of the turn, and find the loss by thresholds.

    Parameters
    ----------
    turn : a turn that only rolls or holds, in which a bust leaves the score as it is
    goal : points to win, 2 to MOST_GOAL

    Raises
    ------
    InvalidRules
        if the goal or the turn is unsuitable
    NotConverged
        if a state's gap stays above LARGEST_GAP

    Examples
    --------
    >>> from solvers.games import pig
    >>> # so near the goal both run for it: Zhu et al. 2023, "hold at the goal"
    >>> solution = any_rule_equilibrium(pig.turn(), 10)
    >>> solution.value[0, 0].tolist(), solution.throws_on[0, 0].min().tolist()
    (0.5, 1.0)
    >>> solution = any_rule_equilibrium(pig.turn(3, 3), 7)  # three busts
    >>> # 4 is held, 5 is thrown on from: no turn total to hold at does that
    >>> solution.throws_on[0, 1].tolist()
    [1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0]
    """
    free = confined_equilibrium(turn, goal, (False, False), state_loss=True)
    one = confined_equilibrium(turn, goal, (True, False))
    both = confined_equilibrium(turn, goal, (True, True))
    return AnyRuleEquilibrium(
        turn,
        goal,
        free.value,
        free.throws_on,
        free.gap,
        free.state_loss,
        # Only rounding can be below 0.
        np.maximum(free.value - one.value, 0.0),
        both.value,
        np.maximum(deviation_value(turn, goal, both.throws_on) - both.value, 0.0),
        exploitability(turn, goal, free.value, free.throws_on),
        free,
        one,
        both,
    )


def confined_equilibrium(
    turn: Turn, goal: int, confined: tuple[bool, bool], state_loss: bool = False
) -> Confined:
    """Solve the game of two players, each confined to mixtures of turn totals to hold at or not.

    Parameters
    ----------
    turn : a turn that only rolls or holds, in which a bust leaves the score as it is
    goal : points to win, 2 to MOST_GOAL
    confined : whether the first player is confined, and the second
    state_loss : whether to find the loss by being confined in one state only, if neither player is confined

    Raises
    ------
    InvalidRules
        if the goal or the turn is unsuitable
    NotConverged
        if a state's gap stays above LARGEST_GAP
    """
    if not 2 <= goal <= MOST_GOAL:
        raise expected("goal", f"2 to {MOST_GOAL}", goal)
    gains = turns_that_hold(turn, goal)
    worth = np.zeros((goal + 1, goal + 1))
    worth[goal], worth[goal, goal] = 1.0, 0.5
    square, cube = (goal, goal), (goal, goal, goal)
    found = StateArrays(np.zeros(cube), np.zeros(square), np.zeros(square), np.zeros(cube), np.zeros(cube))
    worths, players = WorthOfScores(worth, worth.T.copy()), (rules(goal), rules(goal))
    _solve(gains, confined, state_loss, worths, players, scratch(goal), found)
    largest = found.gap.max()
    if not largest <= LARGEST_GAP:
        raise NotConverged(
            f"gap: expected at most {LARGEST_GAP} in every state, got {largest} (goal {goal})."
        )
    return Confined(worth[:goal, :goal].copy(), *found)


@jit
def _solve(
    turn: HoldAt,
    confined: tuple[bool, bool],
    state_loss: bool,
    worth: WorthOfScores,
    players: tuple[StoppingRules, StoppingRules],
    scratch: Scratch,
    out: StateArrays,
) -> None:
    """Solve all states by falling total; stop at one that does not converge.

    If both players are alike, only states in which the first is not behind are solved.

    Parameters
    ----------
    turn : from `turns.forward.hold_at`
    confined : whether the row player, and the column player, must hold from some turn total on
    state_loss : whether to write `out.state_loss`, if neither player is confined
    worth : on entry the values of the goal; on return all values
    players : buffers for the rules of the row player and of the column player
    scratch : written
    out : written; `state_loss` only on request
    """
    gap = out.gap
    lost = out.state_loss
    goal = gap.shape[0]
    alike = confined[0] == confined[1]
    # Literals would have types of their own, and the stage would be compiled again for them.
    yes = state_loss
    no = not state_loss
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            if alike and i < j:
                continue
            value, found, rows, columns = solve_stage(turn, worth, (i, j), confined, players, scratch, 0.5)
            if alike and i == j:
                value = 0.5
            gap[i, j] = found
            if found > LARGEST_GAP:
                return
            _write(turn.throw, players[0], rows, scratch, out.throws_on[i, j, : goal - i])
            if confined[0]:
                _write_mix(players[0], rows, out.mix[i, j, : goal - i])
            if alike and i > j:
                gap[j, i] = gap[i, j]
                _write(turn.throw, players[1], columns, scratch, out.throws_on[j, i, : goal - j])
                if confined[1]:
                    _write_mix(players[1], columns, out.mix[j, i, : goal - j])
            if not alike:
                _write(turn.throw, players[1], columns, scratch, out.answer[j, i, : goal - j])
            if state_loss:
                less = solve_stage(turn, worth, (i, j), (yes, no), players, scratch, value)
                gap[i, j] = max(less.gap, gap[i, j])
                lost[i, j] = max(value - less.value, 0.0)
                _write_mix(players[0], less.rows, out.mix[i, j, : goal - i])
                _write(turn.throw, players[1], less.columns, scratch, out.answer[j, i, : goal - j])
                more = solve_stage(turn, worth, (i, j), (no, yes), players, scratch, value)
                _write_mix(players[1], more.columns, out.mix[j, i, : goal - j])
                _write(turn.throw, players[0], more.rows, scratch, out.answer[i, j, : goal - i])
                gap[j, i] = max(more.gap, gap[j, i])
                lost[j, i] = max(more.value - value, 0.0)
            worth.by_row[i, j] = value
            worth.by_column[j, i] = value
            if alike:
                worth.by_row[j, i] = 1.0 - value
                worth.by_column[i, j] = 1.0 - value


@jit_allocating
def _write(throw: Array, own: StoppingRules, count: int, scratch: Scratch, out: Array) -> None:
    """Write one player's probabilities to roll again.

    Parameters
    ----------
    throw : float64[longest gain + 1], chance of each gain in one throw; index 0 is a bust
    own : the player's rules and strategy; the last row of `holds` is its best rule
    count : number of its rules
    scratch : its `reach` is written
    out : float64[turn_total], written
    """
    lacking = out.size
    reach = scratch.reach[: lacking + 1]
    comes = np.zeros(lacking)
    out[:] = 0.0
    for rule in range(count):
        chance = own.strategy[rule]
        if chance > 0.0:
            follow(throw, own.holds[rule], reach, own.ends[rule, : lacking + 1])
            for total in range(lacking):
                comes[total] += chance * reach[total]
                out[total] += 0.0 if own.holds[rule, total] == 1 else chance * reach[total]
    for total in range(lacking):
        out[total] = out[total] / comes[total] if comes[total] > 0.0 else 1.0 - own.holds[-1, total]


@jit
def _write_mix(own: StoppingRules, count: int, out: Array) -> None:
    """Write a confined player's probability to hold at each turn total.

    Parameters
    ----------
    own : the player's strategy and rules, each of which holds from some turn total on
    count : number of its rules
    out : float64[hold_at - 1], written
    """
    out[:] = 0.0
    for rule in range(count):
        hold_at = 1
        while hold_at < out.size and own.holds[rule, hold_at] == 0:
            hold_at += 1
        out[hold_at - 1] += own.strategy[rule]
