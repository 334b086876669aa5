"""Where the turns of a race end, for certificates: on the rules as they were written, one pair of scores
after the other.

The choices are a plan's, or those that are best by the value of the race: the turn is evaluated backwards,
then played forwards by what was best. Nothing is merged, nothing stands side by side, and no table of a
solver is read.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.house_rules import with_entry
from solvers.games.plan import Plan
from solvers.games.turn import HOLD, Turn
from solvers.games.written import Written, written
from solvers.jit import jit, jit_allocating

# Relative differences up to this are rounding, and a tie holds, or takes the way named first.
TIE = 1e-14


class Ends(NamedTuple):
    """Where turns end.

    Attributes
    ----------
    row : int64[banked, opponent], which of the rows below is that of these scores
    score : float64[row, score], chance to have that score after the turn, the goal in the last column
    end : int64[row], one more than the greatest score below the goal that can be had
    """

    row: Integers
    score: Array
    end: Integers


def _ends(row: Integers, score: Array) -> Ends:
    goal = score.shape[1] - 1
    return Ends(row, score, goal - (score[:, :goal] > 0.0)[:, ::-1].argmax(axis=1))


def ends_of_plan(plan: Plan, goal: int) -> Ends:
    """The turns of a plan, by the banked score alone."""
    rules, out = written(plan.turn), np.zeros((goal, goal + 1))
    way = np.full((goal, len(plan.turn.positions)), HOLD, np.int8)
    way[: len(plan.way)] = plan.way[:goal]
    for banked in range(goal):
        _play(rules, plan.turn.least_score, banked, plan.opening, way, out[banked])
    return _ends(np.repeat(np.arange(goal)[:, None], goal, axis=1), out)


def ends_of_best_play(turn: Turn, value: Array) -> Ends:
    """The turns of who plays for the win, by what the race is worth.

    Parameters
    ----------
    turn : the game
    value : float64[banked, opponent], chance of the player about to move to win
    """
    goal, rules = len(value), written(turn)
    depth = np.array([position.most_given_up for position in turn.positions])
    out = np.zeros((goal**2, goal + 1))
    # Handing over the turn with a score, float64[score]; a bust may score the goal, too.
    handed = np.ones(goal + turn.least_score)
    for opponent in range(goal):
        handed[:goal] = 1.0 - value[opponent]
        held = with_entry(turn, handed)
        _play_best(rules, turn.least_score, depth, handed, held, out[opponent::goal])
    return _ends(np.arange(goal**2).reshape(goal, goal), out)


@jit_allocating
def _play_best(rules: Written, least: int, depth: Integers, handed: Array, worth: Array, out: Array) -> None:
    """Turns of best play against one score of the other, from all banked scores.

    Parameters
    ----------
    rules : the turn as it was written
    least : what a turn scores at least
    depth : int64[position], the most points that one of its ways gives up
    handed : float64[score], value of handing over the turn with that score
    worth : float64[score], value of holding with it, which below the entry one may not
    out : float64[banked, score], comes with 0, is written
    """
    goal = len(out)
    throws = np.zeros((goal, rules.bust.size))
    standing = np.zeros((goal, depth.size))
    way = np.zeros((goal, depth.size), np.int8)
    for banked in range(goal):
        bust = handed[banked + least]
        for x in range(goal - 1, banked - 1, -1):
            # A throw that gains nothing leads to those further down the list.
            for throw in range(rules.bust.size - 1, -1, -1):
                held = _held(x, banked, worth)
                throws[x, throw] = _worth(rules, x, throw, (bust, handed[0], held), standing, throws)
            # A position waits until the throw after its deepest way is known.
            for position in range(depth.size):
                at = x + depth[position]
                if at < goal:
                    held = _held(at, banked, worth)
                    taken = _best_way(rules, at, position, held, throws)
                    way[at - banked, position] = taken
                    standing[at, position] = _taken(rules, at, position, taken, held, throws)
        best = rules.openings[0]
        for opening in rules.openings[1:]:
            if throws[banked, opening] > throws[banked, best] * (1.0 + TIE):
                best = opening
        _play(rules, least, banked, best, way, out[banked])


@jit
def _held(x: int, banked: int, worth: Array) -> float:
    """What holding is worth; nobody stops with nothing."""
    return worth[x] if x > banked else -1.0


@jit
def _worth(
    rules: Written, x: int, throw: int, ends: tuple[float, float, float], standing: Array, throws: Array
) -> float:
    """What a throw is worth.

    Parameters
    ----------
    rules : the turn as it was written
    x : banked score plus turn total
    throw : which
    ends : value of a bust, of a wipe, and of holding at x
    standing : float64[x, position], value of the positions, known above x
    throws : float64[x, throw], value of the throws, at x known further down the list
    """
    bust, wiped, held = ends
    worth: float = rules.bust[throw] * bust + rules.wipe[throw] * wiped
    for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
        at = x + rules.gain[outcome]
        position = rules.position[outcome]
        ahead = 1.0
        if at == x:
            ahead = _taken(rules, x, position, _best_way(rules, x, position, held, throws), held, throws)
        elif at < len(standing):
            ahead = standing[at, position]
        worth += rules.chance[outcome] * ahead
    return worth


@jit
def _taken(rules: Written, at: int, position: int, taken: int, held: float, throws: Array) -> float:
    """What a position is worth if that way is taken.

    Parameters
    ----------
    rules : the turn as it was written
    at : banked score plus turn total
    position : where the player stands
    taken : place of the way, or HOLD
    held : value of holding
    throws : float64[x, throw], value of the throws
    """
    if taken == HOLD:
        return held
    way = rules.ways[position] + taken - 1
    value: float = throws[at - rules.given_up[way], rules.throw[way]]
    return value


@jit
def _best_way(rules: Written, at: int, position: int, held: float, throws: Array) -> int:
    """Place of the best way, from 1 on; HOLD where holding is as good.

    Parameters
    ----------
    rules : the turn as it was written
    at : banked score plus turn total
    position : where the player stands
    held : value of holding
    throws : float64[x, throw], value of the throws
    """
    best = held
    taken = HOLD
    first = rules.ways[position]
    for way in range(first, rules.ways[position + 1]):
        ahead = throws[at - rules.given_up[way], rules.throw[way]]
        if ahead > best + TIE * abs(best):
            best = ahead
            taken = way - first + 1
    return taken


@jit_allocating
def _play(rules: Written, least: int, banked: int, opening: int, way: Flags, out: Array) -> None:
    """Play out one turn.

    Parameters
    ----------
    rules : the turn as it was written
    least : what a turn scores at least
    banked : score before the turn
    opening : the throw that opens it
    way : int8[turn_total, position], HOLD or the place of the way taken
    out : float64[score], comes with 0, becomes the chance to have that score afterwards, the goal last
    """
    goal = out.size - 1
    standing = np.zeros((goal, rules.bust.size))
    standing[banked, opening] = 1.0
    for x in range(banked, goal):
        for throw in range(rules.bust.size):
            before = standing[x, throw]
            if before > 0.0:
                out[min(goal, banked + least)] += before * rules.bust[throw]
                out[0] += before * rules.wipe[throw]
                for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
                    chance = before * rules.chance[outcome]
                    at = min(goal, x + rules.gain[outcome])
                    position = rules.position[outcome]
                    taken = way[at - banked, position] if at < goal else HOLD
                    if taken == HOLD:
                        out[at] += chance
                    else:
                        known = rules.ways[position] + taken - 1
                        standing[at - rules.given_up[known], rules.throw[known]] += chance
