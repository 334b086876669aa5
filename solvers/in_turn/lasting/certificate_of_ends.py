"""Distributions of the ends of turns for certificates, on the uncompiled rules, one pair of scores at a time.

The choices are those of a plan, or the best by the values of the ends of a turn: throws are evaluated
backwards as in all certificates, then the best choices are played forwards. Nothing is merged, and no table
of a solver is read.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.house_rules import with_entry
from solvers.games.plan import Choices, Fixed
from solvers.games.turn import HOLD, Turn
from solvers.games.written import Written, written
from solvers.jit import jit, jit_allocating
from solvers.turns.certificate_of_turns import SOME, TIE, throws_worth
from solvers.turns.certificate_of_turns import Ends as Worth


class Ends(NamedTuple):
    """Distributions of the ends of turns.

    Attributes
    ----------
    row : int64[banked, opponent], row of the arrays below for these scores
    score : float64[row, score], chance to bank that score, as far as one throw leads
    bust, wipe : float64[row], chance to bust, or to hold with nothing gained, and to wipe
    end : int64[row], one more than the greatest score that can come up
    """

    row: Integers
    score: Array
    bust: Array
    wipe: Array
    end: Integers


class Handed(NamedTuple):
    """Values of the ends of turns.

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
    """Values of the ends of turns if reaching the goal wins.

    Parameters
    ----------
    turn : the game
    handed : float64[score, opponent], value of handing over the turn below the goal
    won : value of the goal
    """
    with_goal = np.concatenate((handed, np.full((turn.longest_gain, len(handed)), won)))
    return Handed(with_goal, with_goal[turn.least_score :][: len(handed)], handed[0])


def _nothing(row: Integers, end: int) -> Ends:
    """Empty ends, for scores below `end`."""
    rows = int(row.max()) + 1
    return Ends(row, np.zeros((rows, end)), np.zeros(rows), np.zeros(rows), np.zeros(rows, np.int64))


def _known(found: Ends) -> Ends:
    found.end[:] = found.score.shape[1] - (found.score > 0.0)[:, ::-1].argmax(axis=1)
    return found


def ends_of_fixed(turn: Turn, player: Fixed, goal: int) -> Ends:
    """The turns of a player with known choices, who holds with the goal.

    Parameters
    ----------
    turn : the game
    player : its choices
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
    """A player's choices below the goal, int8[turn_total, position]: HOLD or the number of the way taken."""
    scores, others, most, _ = choices.holds.shape
    holds = choices.holds[min(banked, scores - 1), min(opponent, others - 1)]
    total = np.arange(totals)
    held = holds[np.minimum(total, most - 1)][:, choices.kind]
    # A turn begins with a roll: no player holds with nothing.
    held[0] = False
    return np.where(held, HOLD, choices.way[np.minimum(total, len(choices.way) - 1)]).astype(np.int8)


def ends_of_best_play(turn: Turn, top: int, handed: Handed) -> Ends:
    """The turns of a player who plays to win.

    Parameters
    ----------
    turn : the game
    top : score from which on it holds
    handed : values of the ends to it
    """
    goal, others = handed.bust.shape
    rules, held = written(turn), with_entry(turn, handed.score)[: top + turn.longest_gain]
    found = _nothing(np.arange(goal * others).reshape(goal, others), top + turn.longest_gain)
    # No player holds with nothing.
    nothing = np.full((1, others), -1.0)
    for banked in range(goal):
        holding = np.concatenate((nothing, held[banked + 1 :]))
        worth = Worth(holding, nothing, handed.bust[banked : banked + 1], handed.wipe)
        for first in range(0, others, SOME):
            some = worth.some(slice(first, first + SOME))
            throws = np.ascontiguousarray(throws_worth(turn, some, rules).transpose(2, 0, 1))
            _play_best(rules, banked, some.held, throws, found.row[banked, first:], found)
    return _known(found)


def backup(ends: Ends, handed: Handed) -> Array:
    """Values of turns, float64[banked, opponent].

    Parameters
    ----------
    ends : distributions of the ends
    handed : their values
    """
    out = np.empty(ends.row.shape)
    _expect(ends, np.ascontiguousarray(handed.score.T), handed.bust, handed.wipe, out)
    return out


@jit
def _expect(ends: Ends, score: Array, bust: Array, wipe: Array, out: Array) -> None:
    """Expectations over the ends of turns.

    Parameters
    ----------
    ends : distributions of the ends
    score : float64[opponent, score], value of that score
    bust : float64[banked, opponent], value of a bust
    wipe : float64[opponent], value of a wipe
    out : float64[banked, opponent], all written
    """
    for banked in range(out.shape[0]):
        for opponent in range(out.shape[1]):
            row = ends.row[banked, opponent]
            worth = 0.0
            # What cannot happen may have the value NaN.
            if ends.bust[row] > 0.0:
                worth += ends.bust[row] * bust[banked, opponent]
            if ends.wipe[row] > 0.0:
                worth += ends.wipe[row] * wipe[opponent]
            for at in range(banked, ends.end[row]):
                if ends.score[row, at] > 0.0:
                    worth += ends.score[row, at] * score[opponent, at]
            out[banked, opponent] = worth


@jit_allocating
def _play_best(rules: Written, banked: int, held: Array, throws: Array, rows: Integers, out: Ends) -> None:
    """Play out turns of best play.

    Parameters
    ----------
    rules : the uncompiled turn
    banked : score before the turn
    held : float64[turn_total, lane], value of holding, -inf where holding is not allowed
    throws : float64[lane, turn_total, throw], values of throws
    rows : int64[lane], rows of `out` that are written
    out : on entry 0 in these rows
    """
    way = np.empty((throws.shape[1], rules.ways.size - 1), np.int8)
    for lane in range(len(throws)):
        worth = throws[lane]
        for total in range(len(way)):
            for position in range(way.shape[1]):
                way[total, position] = _best_way(rules, total, position, held[total, lane], worth)
        best = rules.openings[0]
        for opening in rules.openings[1:]:
            if worth[0, opening] > worth[0, best] * (1.0 + TIE):
                best = opening
        _play(rules, banked, best, way, rows[lane], out)


@jit
def _best_way(rules: Written, total: int, position: int, hold: float, throws: Array) -> int:
    """Number of the best way, from 1 on; HOLD if holding is as good.

    Parameters
    ----------
    rules : the uncompiled turn
    total : turn total
    position : the position
    hold : value of holding
    throws : float64[turn_total, throw], value of the throws
    """
    best = hold
    taken = HOLD
    first = rules.ways[position]
    for way in range(first, rules.ways[position + 1]):
        # Not available if it gives up more than the turn total.
        if rules.given_up[way] <= total:
            ahead = throws[total - rules.given_up[way], rules.throw[way]]
            if ahead > best + TIE * abs(best):
                best = ahead
                taken = way - first + 1
    return taken


@jit_allocating
def _play(rules: Written, banked: int, opening: int, way: Flags, row: int, out: Ends) -> None:
    """Play out one turn.

    Parameters
    ----------
    rules : the uncompiled turn
    banked : score before the turn
    opening : the throw that opens it
    way : int8[turn_total, position], HOLD or the number of the way taken; HOLD at greater turn totals
    row : row of `out` that is written
    out : on entry 0 in the row
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
    # Holding with nothing gained counts as a bust.
    out.bust[row] += score[banked]
    score[banked] = 0.0
