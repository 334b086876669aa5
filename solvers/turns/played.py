"""How the turns of a fixed player end, at every pair of scores: the distribution of the gain.

Turns are played out forwards. A turn stands before a throw t at turn total x with some probability; it opens
at 0. An outcome of gain r leads to the position at x + r; there the player holds, and the turn ends with x +
r, or takes a way: it gives some of r up and stands before the next throw. Every throw that gains raises the
turn total of the throw before, and one that does not leads to throws further down the list; so one pass over
the turn totals plays out all turns. Who has the goal banks it.

A plan looks at the scores only by what it lacks to the goal: one row for each. Optimal play has a row for
each pair of scores.

In a race it does not matter by how much a turn reaches the goal. Where it does, gains are counted as far as
one throw from below the score goes at which everybody holds, and no turn wins.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.plan import Plan
from solvers.games.turn import HOLD, Turn
from solvers.jit import jit, jit_allocating
from solvers.turns.backward import TIE


class PlayedTurns(NamedTuple):
    """The ends of a player's turns.

    Attributes
    ----------
    row : int64[own score, other's score], which of the rows below is that of these scores
    gain : float64[row, points], chance to bank so many; in a race such as do not reach the goal
    span : int64[row, 2], the fewest points banked, and one more than the most
    wins, bust, wipe : float64[row], chance to reach the goal, to bust, to be wiped
    """

    row: Integers
    gain: Array
    span: Integers
    wins: Array
    bust: Array
    wipe: Array


class FlatTurn(NamedTuple):
    """A turn as flat arrays.

    Attributes
    ----------
    bust, wipe : float64[throw], chances of a throw
    start : int64[throw + 1], first outcome of each throw
    probability : float64[outcome]
    gain, position : int64[outcome]
    way_count : int64[position], how many ways it has
    given_up, next_throw : int64[position, place], of its ways, by place from 1 on
    """

    bust: Array
    wipe: Array
    start: Integers
    probability: Array
    gain: Integers
    position: Integers
    way_count: Integers
    given_up: Integers
    next_throw: Integers


def played(plan: Plan, goal: int) -> PlayedTurns:
    """The turns of a plan.

    Examples
    --------
    >>> from solvers.plans.plans import most_points
    >>> from solvers.games import pig
    >>> turns = played(most_points(pig.turn()), 100)
    >>> print(round(turns.bust[turns.row[0, 0]], 6))  # hold at 20
    0.624541
    """
    rules, out = flat(plan.turn), unplayed(goal, goal)
    out.row[:] = np.arange(goal - 1, -1, -1)[:, None]
    _play_plan(rules, plan.opening, plan.way, out)
    return out


def looks_at_other(turns: PlayedTurns) -> bool:
    """Whether what somebody does may hang on the other's score.

    Parameters
    ----------
    turns : somebody's; there may be more dimensions before both scores
    """
    return bool((turns.row != turns.row[..., :1]).any())


def unplayed(goal: int, count: int, end: int = 0) -> PlayedTurns:
    """Turns that nothing is known of.

    Parameters
    ----------
    goal : points to win
    count : rows
    end : score up to which gains are counted, that left out; 0 for a race, in which it is the goal
    """
    return PlayedTurns(
        row=np.zeros((goal, goal), np.int64),
        gain=np.zeros((count, end or goal)),
        span=np.zeros((count, 2), np.int64),
        wins=np.zeros(count),
        bust=np.zeros(count),
        wipe=np.zeros(count),
    )


def together(parts: Sequence[PlayedTurns]) -> PlayedTurns:
    """The turns of a player who does something else by what it remembers.

    Parameters
    ----------
    parts : its turns, by that

    Returns
    -------
    Its turns, whose `row` is int64[part, banked, opponent].
    """
    first = np.cumsum([0, *(len(turns.wins) for turns in parts[:-1])])
    row = np.stack([turns.row + below for turns, below in zip(parts, first, strict=True)])
    _, *ends = (np.concatenate(of) for of in zip(*parts, strict=True))
    return PlayedTurns(row, *ends)


def nothing_is_a_bust(turns: PlayedTurns) -> PlayedTurns:
    """The same turns, where to stop with nothing gained is a bust.

    Parameters
    ----------
    turns : somebody's; there may be more dimensions before both scores
    """
    if not (nothing := turns.gain[:, 0]).any():
        return turns
    gain = turns.gain.copy()
    gain[:, 0] = 0.0
    return turns._replace(gain=gain, bust=turns.bust + nothing)


def flat(turn: Turn) -> FlatTurn:
    """The turn as flat arrays."""
    outcomes = [outcome for throw in turn.throws for outcome in throw.outcomes]
    most = max(len(position.ways) for position in turn.positions)
    given_up, next_throw = np.zeros((2, len(turn.positions), 1 + most), np.int64)
    for index, position in enumerate(turn.positions):
        for place, way in enumerate(position.ways, 1):
            given_up[index, place], next_throw[index, place] = way.given_up, way.throw
    return FlatTurn(
        bust=np.array([float(throw.bust) for throw in turn.throws]),
        wipe=np.array([float(throw.wipe) for throw in turn.throws]),
        start=np.cumsum([0] + [len(throw.outcomes) for throw in turn.throws]),
        probability=np.array([float(outcome.probability) for outcome in outcomes]),
        gain=np.array([outcome.gain for outcome in outcomes]),
        position=np.array([outcome.position for outcome in outcomes]),
        way_count=np.array([len(position.ways) for position in turn.positions]),
        given_up=given_up,
        next_throw=next_throw,
    )


@jit_allocating
def _play_plan(rules: FlatTurn, opening: int, way: Flags, out: PlayedTurns) -> None:
    """Play out the turns of a plan, one point more lacking in each row.

    Parameters
    ----------
    rules : the turn
    opening : the throw that opens it
    way : int8[turn_total, position], HOLD or the place of the way taken; HOLD at greater turn totals
    out : comes with 0, written but for `row`
    """
    standing = np.zeros((out.gain.shape[1] + 1, rules.bust.size))
    for row in range(out.wins.size):
        play(rules, opening, way, row + 1, row, standing, out)


@jit_allocating
def play_best(
    rules: FlatTurn, openings: Integers, banked: int, hold: Array, throws: Array, way: Flags, out: PlayedTurns
) -> None:
    """Play out the turns of optimal play from one banked score, against all others.

    Parameters
    ----------
    rules : the turn
    openings : int64[opening], throws that may open it
    banked : the banked score
    hold : float64[opponent, x], value of banking x, below the score from which on it holds
    throws : float64[opponent, x, throw], value of the throws
    way : int8[turn_total, position], memory for one plan
    out : comes with 0 in the rows of the banked score, which are written; comes with `row`
    """
    held = hold.shape[1] - banked
    standing = np.zeros((out.gain.shape[1] + 1, rules.bust.size))
    for opponent in range(hold.shape[0]):
        best = openings[0]
        for opening in openings:
            if throws[opponent, banked, opening] > throws[opponent, banked, best] * (1.0 + TIE):
                best = opening
        _choose(rules, banked, hold[opponent], throws[opponent], way)
        play(
            rules,
            best,
            way[:held],
            out.gain.shape[1] - banked,
            out.row[banked, opponent],
            standing,
            out,
        )


@jit
def _choose(rules: FlatTurn, banked: int, hold: Array, throws: Array, out: Flags) -> None:
    """Choose the best way at every turn total and position.

    Parameters
    ----------
    rules : the turn
    banked : the banked score
    hold : float64[x], value of banking x = banked + turn total
    throws : float64[x, throw], value of the throws
    out : int8[turn_total, position], HOLD or the place of the best way
    """
    for x in range(banked, hold.size):
        # Nobody stops with nothing, not even where rounding says that it is as good.
        held = hold[x] if x > banked else -1.0
        for position in range(rules.way_count.size):
            out[x - banked, position] = _best_way(rules, banked, x, position, held, throws)


@jit
def _best_way(rules: FlatTurn, banked: int, x: int, position: int, held: float, throws: Array) -> int:
    """Place of the best way, HOLD to hold; up to rounding, a tie holds, or takes the way named first.

    Parameters
    ----------
    rules : the turn
    banked : the banked score
    x : banked score plus turn total
    position : where the player stands
    held : value of banking x
    throws : float64[x, throw], value of the throws
    """
    value = held
    taken = HOLD
    for place in range(1, rules.way_count[position] + 1):
        before = x - rules.given_up[position, place]
        if before >= banked:
            ahead = throws[before, rules.next_throw[position, place]]
            if ahead > value + TIE * abs(value):
                value = ahead
                taken = place
    return taken


@jit
def play(
    rules: FlatTurn, opening: int, way: Flags, lacking: int, row: int, standing: Array, out: PlayedTurns
) -> None:
    """Play out one turn of one who lacks so many points to the goal.

    Parameters
    ----------
    rules : the turn
    opening : the throw that opens it
    way : int8[turn_total, position], HOLD or the place of the way taken; HOLD at greater turn totals
    lacking : points to the goal, or to where no gain is counted any more
    row : row of `out` that is written
    standing : float64[turn_total, throw], memory for the chance to make that throw, all 0 before and after
    out : comes with 0 in the row
    """
    gain = out.gain[row]
    wins = 0.0
    bust = 0.0
    wipe = 0.0
    # What ends below the goal, the least and one more than the most.
    least = lacking
    end = 0
    standing[0, opening] = 1.0
    for x in range(lacking):
        for throw in range(rules.bust.size):
            chance = standing[x, throw]
            if not chance > 0.0:
                continue
            standing[x, throw] = 0.0
            bust += chance * rules.bust[throw]
            wipe += chance * rules.wipe[throw]
            for outcome in range(rules.start[throw], rules.start[throw + 1]):
                there = x + rules.gain[outcome]
                position = rules.position[outcome]
                p = chance * rules.probability[outcome]
                taken = way[there, position] if there < min(lacking, way.shape[0]) else HOLD
                if taken != HOLD:
                    before = there - rules.given_up[position, taken]
                    standing[before, rules.next_throw[position, taken]] += p
                elif there < lacking:
                    gain[there] += p
                    least = min(least, there)
                    end = max(end, there + 1)
                else:
                    wins += p
    out.wins[row] = wins
    out.bust[row] = bust
    out.wipe[row] = wipe
    out.span[row, 0] = min(least, end)
    out.span[row, 1] = end
