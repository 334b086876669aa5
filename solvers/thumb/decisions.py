"""What the decisions of a rule of thumb give away, compared with the best ones under optimal play.

The rule's turns are played out forwards, and each decision on the way is judged.

A decision is a turn total and a position where a player may hold or go on, or go on in several ways, with the
scores at which the turn began; for one player alone, turns left replace the opponent's score. There are too
many to store, some hundred million in Farkle to 10 000. Stored are sums: by scores, by turn total and
position, and on the grid of edges of regions. In games whose only way to go on is the same throw again, the
visits of each turn total are stored, too.

All that reaches a position is added up before the decision: many of Farkle's dozens of outcomes lead to the
same few positions. A position gives up at most what its ways do. So all has reached a turn total before the
throw there is made.
"""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import HOLD
from solvers.jit import jit, jit_allocating
from solvers.players.rule import RuleOfThumb
from solvers.thumb.regions.grid import Cells, Grid, cell_of, sides
from solvers.thumb.regions.region import HOLDS, OTHER_WAY, THROWS
from solvers.thumb.standings import Does, Standings, of_unknown_worth
from solvers.turns.played import FlatTurn, flat

# Decisions that lose less are right; the rest is rounding of the value.
LARGEST_RIGHT = 1e-12


class Decided(NamedTuple):
    """What decisions give away.

    Attributes
    ----------
    lost : float64[standing, banked, beside], loss per game in the turns from there, for each kind of
        standings
    visits : float64[phase, turn_total, column], decisions per game, by the grid's columns of positions; the
        greatest turn total stands for more, too
    lost_there : float64[phase, turn_total, column], loss per game
    right : float64[phase, turn_total, column], right decisions per game
    cells : sums on the grid
    """

    lost: tuple[Array, ...]
    visits: Array
    lost_there: Array
    right: Array
    cells: Cells


class _Known(NamedTuple):
    """Data of a contest about turns from one banked score.

    Attributes
    ----------
    begun : float64[beside], how often a turn begins
    hold : float64[beside, x], value of banking x, -inf where a player may not
    throws : float64[beside, x, throw], value of the throws
    end : int64[beside], score from which nothing is decided
    goal, phase, past_goal : the goal; phase of decisions below it, and from it on
    """

    begun: Array
    hold: Array
    throws: Array
    end: Integers
    goal: int
    phase: int
    past_goal: int


class _Sums(NamedTuple):
    """Sums over the decisions of some standings.

    Attributes
    ----------
    lost : float64[banked, beside]
    visits, lost_there, right : as of `Decided`
    inside : float64[banked, beside, turn_total], how often play reaches the turn total, at 0 before the first
        throw; if it is used all others are empty, otherwise it is
    cells : sums on the grid
    """

    lost: Array
    visits: Array
    lost_there: Array
    right: Array
    inside: Array
    cells: Cells


def decided(standings: Sequence[Standings], grids: Sequence[Grid]) -> Decided:
    """Play out all turns of a rule, and sum up what it gives away.

    Parameters
    ----------
    standings : standings at which its turns begin
    grids : grid of the cells for each of these; of one shape
    """
    shape = 3, prod(sides(grids[0]))
    cells = Cells(np.zeros(shape), np.zeros(shape), np.zeros(shape, np.bool_))
    visits, lost_there, right = np.zeros((3, grids[0].phases, grids[0].goal, grids[0].columns))
    lost = tuple(np.zeros(one.begun.shape) for one in standings)
    for one, grid, given_away in zip(standings, grids, lost, strict=True):
        out = _Sums(given_away, visits, lost_there, right, np.zeros((0, 0, 0)), cells)
        _play(one, grid, out)
    return Decided(lost, visits, lost_there, right, cells)


def visited(rule: RuleOfThumb, begun: Array) -> Array:
    """Return how often a rule reaches each turn total, float64[banked, beside, turn_total].

    At 0 it is how often the turn begins; turn totals that reach the goal count as 0.

    Parameters
    ----------
    rule : the rule, in a game whose only way to go on is the same throw again
    begun : float64[banked, beside], how often its turns begin
    """
    none, by_phase = np.zeros((0, 0)), np.zeros((0, 0, 0))
    cells = Cells(none, none, np.zeros((0, 0), np.bool_))
    inside = np.zeros((*begun.shape, rule.goal))
    grid = Grid(rule.goal, 0, 1, 1, 1, False, rule.kind, 1, rule.kind, 1, 1)
    out = _Sums(none, by_phase, by_phase, by_phase, inside, cells)
    _play(of_unknown_worth(rule, begun), grid, out)
    return inside


def _play(standings: Standings, grid: Grid, out: _Sums) -> None:
    """Play out all turns that begin at some standings.

    Parameters
    ----------
    standings : the standings
    grid : grid of the cells
    out : sums, added to
    """
    rules = flat(standings.turn)
    for banked, begun in enumerate(standings.begun):
        if begun.any():
            worth, phases = standings.throws(banked), (standings.phase, standings.past_goal)
            known = _Known(begun, standings.hold, worth, standings.end, grid.goal, *phases)
            _decide(rules, banked, standings.does(banked), known, grid, out)


@jit_allocating
def _decide(
    rules: FlatTurn,
    banked: int,
    does: Does,
    known: _Known,
    grid: Grid,
    out: _Sums,
) -> None:
    """Play out the turns from one banked score against all others.

    Parameters
    ----------
    rules : the game's turn
    banked : the banked score
    does : what the rule does
    known : data of the contest
    grid : grid of the cells
    out : sums, added to
    """
    top = known.hold.shape[1]
    standing = np.zeros((top + 1, rules.bust.size))
    arrived = np.zeros((top, rules.way_count.size))
    way = np.zeros((top, rules.way_count.size), np.int8)
    depth = np.array([row.max() for row in rules.given_up])
    for opponent in range(known.begun.size):
        often = known.begun[opponent]
        lacking = known.end[opponent] - banked
        if (
            opponent == 0
            or does.holds.shape[0] > 1
            or does.held_from[opponent] != does.held_from[opponent - 1]
        ):
            _ways_of(does, opponent, top - banked, way)
        if not often > 0.0:
            continue
        standing[0, does.opening] = often
        if out.inside.size:
            out.inside[banked, opponent, 0] = often
        for x in range(lacking):
            for position in range(depth.size):
                there = x + depth[position]
                if there < lacking and arrived[there, position] > 0.0:
                    chance = arrived[there, position]
                    arrived[there, position] = 0.0
                    at = (banked, opponent, there, position)
                    _leave(rules, at, way[there, position], chance, known, grid, standing, out)
            for throw in range(rules.bust.size):
                chance = standing[x, throw]
                standing[x, throw] = 0.0
                if chance > 0.0:
                    for outcome in range(rules.start[throw], rules.start[throw + 1]):
                        there = x + rules.gain[outcome]
                        position = rules.position[outcome]
                        p = chance * rules.probability[outcome]
                        if there >= lacking:
                            continue
                        if rules.gain[outcome] > depth[position]:
                            arrived[there, position] += p
                        else:
                            at = (banked, opponent, there, position)
                            _leave(rules, at, way[there, position], p, known, grid, standing, out)


@jit
def _leave(
    rules: FlatTurn,
    at: tuple[int, int, int, int],
    taken: int,
    often: float,
    known: _Known,
    grid: Grid,
    standing: Array,
    out: _Sums,
) -> None:
    """Decide at a position, and go on from there.

    Parameters
    ----------
    rules : the game's turn
    at : banked score, index beside it, turn total and position
    taken : HOLD, or place of the way that the rule takes
    often : how often play gets there
    known : data of the contest
    grid : grid of the cells
    standing : float64[turn_total, throw], how often play makes each throw; added to
    out : sums, added to
    """
    banked, opponent, turn_total, position = at
    if out.inside.size:
        out.inside[banked, opponent, turn_total] += often
    # A player must roll at least once.
    elif rules.way_count[position] > (
        0 if turn_total > 0 and known.hold[opponent, banked + turn_total] > -np.inf else 1
    ):
        _add(rules, at, taken, often, known, grid, out)
    if taken != HOLD:
        before = turn_total - rules.given_up[position, taken]
        standing[before, rules.next_throw[position, taken]] += often


@jit
def _add(
    rules: FlatTurn,
    at: tuple[int, int, int, int],
    taken: int,
    often: float,
    known: _Known,
    grid: Grid,
    out: _Sums,
) -> None:
    """Add one decision to the sums.

    Parameters
    ----------
    rules : the game's turn
    at : banked score, index beside it, turn total and position
    taken : HOLD, or place of the way that the rule takes
    often : how often play gets there
    known : data of the contest
    grid : grid of the cells
    out : sums, added to
    """
    banked, opponent, turn_total, position = at
    x = banked + turn_total
    # A player must roll at least once.
    held = known.hold[opponent, x] if turn_total > 0 else -np.inf
    own = -np.inf
    other = -np.inf
    for place in range(1, rules.way_count[position] + 1):
        before = x - rules.given_up[position, place]
        ahead = known.throws[opponent, before, rules.next_throw[position, place]]
        if place == taken:
            own = ahead
        else:
            other = max(other, ahead)
    regret = max(0.0, max(other, own) - held) if taken == HOLD else max(0.0, max(other, held) - own)
    out.lost[banked, opponent] += often * regret
    phase = known.phase if x < known.goal else known.past_goal
    total = min(turn_total, out.visits.shape[1] - 1)
    column = grid.column[position]
    out.visits[phase, total, column] += often
    out.lost_there[phase, total, column] += often * regret
    if regret <= LARGEST_RIGHT:
        out.right[phase, total, column] += often
    cell = cell_of(grid, banked, opponent, turn_total, grid.group[position], phase)
    if taken == HOLD:
        out.cells.met[HOLDS, cell] = True
        out.cells.gain[HOLDS, cell] += often * (other - held)
        out.cells.lost[HOLDS, cell] += often * regret
    else:
        wrong = THROWS if held >= other else OTHER_WAY
        out.cells.lost[wrong, cell] += often * regret
        if held > -np.inf:
            out.cells.met[THROWS, cell] = True
            out.cells.gain[THROWS, cell] += often * (held - own)
        if rules.way_count[position] > 1:
            out.cells.met[OTHER_WAY, cell] = True
            out.cells.gain[OTHER_WAY, cell] += often * (other - own)


@jit
def _ways_of(does: Does, opponent: int, lacking: int, out: Flags) -> None:
    """Write what a rule does at every turn total and position.

    Parameters
    ----------
    does : the rule
    opponent : the opponent's score, or another index beside the banked score
    lacking : limit of the turn totals that are written
    out : int8[turn_total, position], HOLD or the place of the way taken
    """
    holds = does.holds[min(opponent, does.holds.shape[0] - 1)]
    for turn_total in range(lacking):
        for position in range(does.kind.size):
            # A turn begins with a throw, so it cannot hold at 0.
            held = turn_total > 0 and (
                turn_total >= does.held_from[opponent] or holds[turn_total, does.kind[position]]
            )
            out[turn_total, position] = HOLD if held else does.way[position]
