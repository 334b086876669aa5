"""Where turns end, for certificates: on the rules as they were written, one pair of scores after the other.

The choices are a plan's, or those that are best by what the ends of a turn are worth: the turn is evaluated
backwards, then played forwards by what was best. Nothing is merged, nothing stands side by side, and no table
of a solver is read.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.house_rules import with_entry
from solvers.games.plan import Choices, Fixed, Plan
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
    score : float64[row, score], chance to bank that score, as far as one throw leads
    bust, wipe : float64[row], chance to bust, or to stop with nothing gained, and to be wiped
    end : int64[row], one more than the greatest score that can be had
    """

    row: Integers
    score: Array
    bust: Array
    wipe: Array
    end: Integers


class Handed(NamedTuple):
    """What the ends of turns are worth.

    Attributes
    ----------
    score : float64[score, opponent], value of handing over the turn, as far as one throw leads
    bust : float64[banked, opponent], value of a bust
    wipe : float64[opponent], value of a wipe
    """

    score: Array
    bust: Array
    wipe: Array


def in_a_race(turn: Turn, handed: Array, won: float) -> Handed:
    """What the ends of turns are worth where the goal wins.

    Parameters
    ----------
    turn : the game
    handed : float64[score, opponent], value of handing over the turn below the goal
    won : of the goal
    """
    with_goal = np.concatenate((handed, np.full((turn.longest_gain, len(handed)), won)))
    return Handed(with_goal, with_goal[turn.least_score :][: len(handed)], handed[0])


def _nothing(row: Integers, end: int) -> Ends:
    """Ends that are not known yet, of scores up to an end, that left out."""
    rows = int(row.max()) + 1
    return Ends(row, np.zeros((rows, end)), np.zeros(rows), np.zeros(rows), np.zeros(rows, np.int64))


def _known(found: Ends) -> Ends:
    found.end[:] = found.score.shape[1] - (found.score > 0.0)[:, ::-1].argmax(axis=1)
    return found


def ends_of_plan(plan: Plan, goal: int) -> Ends:
    """The turns of a plan in a race, by the banked score alone."""
    rules, turn = written(plan.turn), plan.turn
    found = _nothing(np.repeat(np.arange(goal)[:, None], goal, axis=1), goal + turn.longest_gain)
    way = np.full((goal, len(turn.positions)), HOLD, np.int8)
    way[: len(plan.way)] = plan.way[:goal]
    for banked in range(goal):
        # Whoever has the goal holds.
        _play(rules, banked, plan.opening, way[: goal - banked], banked, found)
    return _known(found)


def ends_of_fixed(turn: Turn, player: Fixed, goal: int) -> Ends:
    """The turns of a player whose choices are known, up to the goal, with which it holds.

    Parameters
    ----------
    turn : the game
    player : what it does
    goal : points to win
    """
    rules, choices = written(turn), player.choices
    looks = choices.holds.shape[1] > 1
    row = np.arange(goal)[:, None] * (goal if looks else 1) + (np.arange(goal) if looks else 0)
    found = _nothing(np.broadcast_to(row, (goal, goal)).copy(), goal + turn.longest_gain)
    for banked in range(goal):
        for opponent in range(goal if looks else 1):
            way = _way_of(choices, banked, opponent, goal - banked)
            _play(rules, banked, player.opening, way, found.row[banked, opponent], found)
    return _known(found)


def _way_of(choices: Choices, banked: int, opponent: int, totals: int) -> Flags:
    """What a player does below the goal, int8[turn_total, position], HOLD or the place of the way taken."""
    scores, others, most, _ = choices.holds.shape
    holds = choices.holds[min(banked, scores - 1), min(opponent, others - 1)]
    total = np.arange(totals)
    held = holds[np.minimum(total, most - 1)][:, choices.kind]
    # A turn begins with a throw: nobody holds with nothing.
    held[0] = False
    return np.where(held, HOLD, choices.way[np.minimum(total, len(choices.way) - 1)]).astype(np.int8)


def ends_of_best_play(turn: Turn, top: int, handed: Handed) -> Ends:
    """The turns of a player who plays for the win.

    Parameters
    ----------
    turn : the game
    top : score from which on it holds
    handed : what the ends are worth to it
    """
    goal, others = handed.bust.shape
    rules = written(turn)
    depth = np.array([position.most_given_up for position in turn.positions])
    found = _nothing(np.arange(goal * others).reshape(goal, others), top + turn.longest_gain)
    held = handed._replace(score=with_entry(turn, handed.score))
    for opponent in range(others):
        _play_best(rules, depth, top, opponent, held, found)
    return _known(found)


def backup(ends: Ends, handed: Handed) -> Array:
    """What turns are worth, float64[banked, opponent].

    Parameters
    ----------
    ends : where turns end
    handed : what that is worth
    """
    out = np.empty(ends.row.shape)
    _expect(ends, np.ascontiguousarray(handed.score.T), handed.bust, handed.wipe, out)
    return out


@jit
def _expect(ends: Ends, score: Array, bust: Array, wipe: Array, out: Array) -> None:
    """Expectations over where turns end.

    Parameters
    ----------
    ends : where turns end
    score : float64[opponent, score], what that score is worth
    bust : float64[banked, opponent], what a bust is worth
    wipe : float64[opponent], what a wipe is worth
    out : float64[banked, opponent], written whole
    """
    for banked in range(out.shape[0]):
        for opponent in range(out.shape[1]):
            row = ends.row[banked, opponent]
            worth = 0.0
            # What cannot be need not be worth a number.
            if ends.bust[row] > 0.0:
                worth += ends.bust[row] * bust[banked, opponent]
            if ends.wipe[row] > 0.0:
                worth += ends.wipe[row] * wipe[opponent]
            for at in range(banked, ends.end[row]):
                if ends.score[row, at] > 0.0:
                    worth += ends.score[row, at] * score[opponent, at]
            out[banked, opponent] = worth


@jit_allocating
def _play_best(rules: Written, depth: Integers, top: int, opponent: int, handed: Handed, out: Ends) -> None:
    """Turns of best play against one score of the other, from all banked scores.

    Parameters
    ----------
    rules : the turn as it was written
    depth : int64[position], the most points that one of its ways gives up
    top : score from which on one holds
    opponent : the other's score
    handed : what ends are worth, `score` being that of holding, which below the entry one may not
    out : comes with 0 in the rows of these scores, which are written
    """
    worth = handed.score[:, opponent]
    throws = np.zeros((top, rules.bust.size))
    standing = np.zeros((top, depth.size))
    way = np.zeros((top, depth.size), np.int8)
    for banked in range(out.row.shape[0]):
        bust = handed.bust[banked, opponent]
        wipe = handed.wipe[opponent]
        for x in range(top - 1, banked - 1, -1):
            # A throw that gains nothing leads to those further down the list.
            for throw in range(rules.bust.size - 1, -1, -1):
                held = _held(x, banked, worth)
                throws[x, throw] = _worth(rules, x, throw, (bust, wipe, held), standing, throws, worth)
            # A position waits until the throw after its deepest way is known.
            for position in range(depth.size):
                at = x + depth[position]
                if at < top:
                    held = _held(at, banked, worth)
                    taken = _best_way(rules, at, position, held, throws)
                    way[at - banked, position] = taken
                    standing[at, position] = _taken(rules, at, position, taken, held, throws)
        best = rules.openings[0]
        for opening in rules.openings[1:]:
            if throws[banked, opening] > throws[banked, best] * (1.0 + TIE):
                best = opening
        _play(rules, banked, best, way[: top - banked], out.row[banked, opponent], out)


@jit
def _held(x: int, banked: int, worth: Array) -> float:
    """What holding is worth; nobody stops with nothing."""
    return worth[x] if x > banked else -1.0


@jit
def _worth(
    rules: Written,
    x: int,
    throw: int,
    ends: tuple[float, float, float],
    standing: Array,
    throws: Array,
    worth: Array,
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
    worth : float64[score], value of holding
    """
    bust, wiped, held = ends
    mean: float = rules.bust[throw] * bust + rules.wipe[throw] * wiped
    for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
        at = x + rules.gain[outcome]
        position = rules.position[outcome]
        ahead = worth[at]
        if at == x:
            ahead = _taken(rules, x, position, _best_way(rules, x, position, held, throws), held, throws)
        elif at < len(standing):
            ahead = standing[at, position]
        mean += rules.chance[outcome] * ahead
    return mean


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
def _play(rules: Written, banked: int, opening: int, way: Flags, row: int, out: Ends) -> None:
    """Play out one turn.

    Parameters
    ----------
    rules : the turn as it was written
    banked : score before the turn
    opening : the throw that opens it
    way : int8[turn_total, position], HOLD or the place of the way taken; HOLD at greater turn totals
    row : row of `out` that is written
    out : comes with 0 in the row
    """
    score = out.score[row]
    totals = way.shape[0]
    standing = np.zeros((totals, rules.bust.size))
    standing[0, opening] = 1.0
    for x in range(totals):
        for throw in range(rules.bust.size):
            before = standing[x, throw]
            if before > 0.0:
                out.bust[row] += before * rules.bust[throw]
                out.wipe[row] += before * rules.wipe[throw]
                for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
                    chance = before * rules.chance[outcome]
                    at = x + rules.gain[outcome]
                    position = rules.position[outcome]
                    taken = way[at, position] if at < totals else HOLD
                    if taken == HOLD:
                        score[banked + at] += chance
                    else:
                        known = rules.ways[position] + taken - 1
                        standing[at - rules.given_up[known], rules.throw[known]] += chance
    # To stop with nothing gained is a bust.
    out.bust[row] += score[banked]
    score[banked] = 0.0
