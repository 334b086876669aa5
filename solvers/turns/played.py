"""Distributions of the ends of a fixed player's turns, at every pair of scores.

Turns are played out forwards. A turn is about to make a throw t at turn total x with some probability; it
opens at 0. An outcome with gain r leads to the position at x + r. There the player holds, and the turn ends
with x + r, or takes a way: it gives up some of r and is about to make the next throw. A throw that gains
raises the turn total, and one that does not leads to later throws in the list; so one pass over the turn
totals plays out all turns. A player at the goal holds.

The choices of a plan depend only on the turn total and the points lacking to the goal, with a row for each
number of these. Optimal play has a row for each pair of scores.

In a race it does not matter by how much a turn exceeds the goal. Elsewhere gains are distinguished up to one
throw beyond the score at which all players hold, and no turn wins.
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
    """Probabilities of the ends of a player's turns.

    Attributes
    ----------
    row : int64[own score, opponent's score], index of the row of the arrays below for these scores
    gain : float64[row, points], probability to bank these points; in a race, without reaching the goal
    span : int64[row, 2], the fewest points banked, and one more than the most
    wins, bust, wipe : float64[row], probability to reach the goal, to bust, and of a wipe
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
    bust, wipe : float64[throw], probabilities of a throw
    start : int64[throw + 1], index of the first outcome of each throw
    probability : float64[outcome]
    gain, position : int64[outcome]
    way_count : int64[position], number of ways
    given_up, next_throw : int64[position, place], of the ways, whose places begin with 1
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
    """Return the turns of a plan, played out.

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
    """Whether a player's turns may depend on the opponent's score.

    Parameters
    ----------
    turns : the player's turns; there may be more dimensions before both scores
    """
    return bool((turns.row != turns.row[..., :1]).any())


def unplayed(goal: int, count: int, end: int = 0) -> PlayedTurns:
    """Return arrays for turns that are not played out yet.

    Parameters
    ----------
    goal : points to win
    count : number of rows
    end : least score whose gains are not distinguished; 0 for a race, where it is the goal
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
    """Combine the turns of a player that depend on a count into one.

    Parameters
    ----------
    parts : its turns, by the count

    Returns
    -------
    Its turns, with `row` as int64[part, banked, opponent].
    """
    first = np.cumsum([0, *(len(turns.wins) for turns in parts[:-1])])
    row = np.stack([turns.row + below for turns, below in zip(parts, first, strict=True)])
    _, *ends = (np.concatenate(of) for of in zip(*parts, strict=True))
    return PlayedTurns(row, *ends)


def nothing_is_a_bust(turns: PlayedTurns) -> PlayedTurns:
    """Return turns in which holding with nothing gained counts as a bust.

    Parameters
    ----------
    turns : the player's turns; there may be more dimensions before both scores
    """
    if not (nothing := turns.gain[:, 0]).any():
        return turns
    gain = turns.gain.copy()
    gain[:, 0] = 0.0
    return turns._replace(gain=gain, bust=turns.bust + nothing)


def flat(turn: Turn) -> FlatTurn:
    """Return a turn as flat arrays."""
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
    """Play out the turns of a plan; each row lacks one point more.

    Parameters
    ----------
    rules : the game's turn
    opening : index of the throw that opens a turn
    way : int8[turn_total, position], HOLD or the place of the way taken; at greater turn totals it holds
    out : must be 0; written, except for `row`
    """
    standing = np.zeros((out.gain.shape[1] + 1, rules.bust.size))
    for row in range(out.wins.size):
        play(rules, opening, way, row + 1, row, standing, out)


@jit_allocating
def play_best(
    rules: FlatTurn, openings: Integers, banked: int, hold: Array, throws: Array, way: Flags, out: PlayedTurns
) -> None:
    """Play out the turns of optimal play from one banked score, against all scores of the opponent.

    Parameters
    ----------
    rules : the game's turn
    openings : int64[opening], throws that may open it
    banked : the banked score
    hold : float64[opponent, x], value of banking x, below the score from which it holds
    throws : float64[opponent, x, throw], value of the throws
    way : int8[turn_total, position], work array for one plan
    out : written in the rows of the banked score, which must be 0; its `row` is read
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
    """Compute the best way at every turn total and position.

    Parameters
    ----------
    rules : the game's turn
    banked : the banked score
    hold : float64[x], value of banking x = banked + turn total
    throws : float64[x, throw], value of the throws
    out : int8[turn_total, position], HOLD or the place of the best way, written
    """
    for x in range(banked, hold.size):
        # A player must roll at least once, even if rounding makes holding look as good.
        held = hold[x] if x > banked else -1.0
        for position in range(rules.way_count.size):
            out[x - banked, position] = _best_way(rules, banked, x, position, held, throws)


@jit
def _best_way(rules: FlatTurn, banked: int, x: int, position: int, held: float, throws: Array) -> int:
    """The place of the best way, or HOLD; ties, up to rounding, hold or take the first way.

    Parameters
    ----------
    rules : the game's turn
    banked : the banked score
    x : banked score plus turn total
    position : index of the position
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
    """Play out one turn.

    Parameters
    ----------
    rules : the game's turn
    opening : index of the throw that opens the turn
    way : int8[turn_total, position], HOLD or the place of the way taken; at greater turn totals it holds
    lacking : points lacking to the goal, or to where gains are not distinguished any more
    row : row of `out` to write
    standing : float64[turn_total, throw], work array for the probability to make a throw, 0 before and after
    out : must be 0 in this row
    """
    gain = out.gain[row]
    wins = 0.0
    bust = 0.0
    wipe = 0.0
    # Points banked below the goal: the least, and one more than the most.
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
